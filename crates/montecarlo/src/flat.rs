//! Flat Monte-Carlo (Abramson, "Expected-Outcome: A General Model of Static Evaluation", IEEE
//! Transactions on Pattern Analysis and Machine Intelligence 12, 1990).

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Game, GameResult, GameSolver, Judgement, Limit, Meter, Player, Wdl, no_moves};
use tesuji_zobrist::UctStatistics;

use crate::Analyse;
use crate::findings::{Findings, MoveFindings, finished, value};

/// The same number of random playouts for each move; the move with the best mean is played.
///
/// It proves values at depth 1 only: a move that wins, or the value if all moves end the game. It
/// does not converge to the best move: a move that one reply among many refutes keeps a good mean.
///
/// Limits are checked after each playout, which takes at most [`Game::max_playout_plies`] nodes.
///
/// # Example
/// ```
/// use tesuji_breakthrough::Breakthrough;
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_montecarlo::FlatMonteCarlo;
///
/// let game = Breakthrough::new(5, 5)?;
/// let search = FlatMonteCarlo::new().playouts(1_000);
/// let answer = search.solve(&game, &game.initial());
/// assert!(matches!(answer.judgement.value, Value::Estimate(-1000..=1000)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FlatMonteCarlo {
    playouts: u64,
    seed: u64,
}

impl Default for FlatMonteCarlo {
    fn default() -> Self {
        FlatMonteCarlo { playouts: 10_000, seed: 0 }
    }
}

impl FlatMonteCarlo {
    /// 10,000 playouts with seed 0.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the maximum number of playouts.
    #[must_use]
    pub fn playouts(mut self, playouts: u64) -> Self {
        self.playouts = playouts;
        self
    }

    /// Sets the seed of the random numbers.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Runs one playout in turn for each move that does not end the game.
    fn play_out<G: Game>(
        &self,
        game: &G,
        mover: Player,
        playouts: u64,
        candidates: &mut [Candidate<G>],
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed);
        let mut open: Vec<_> = candidates.iter_mut().filter(|one| one.end.is_none()).collect();
        let mut left = playouts;
        while left > 0 {
            for one in open.iter_mut().take(usize::try_from(left).unwrap_or(usize::MAX)) {
                let mut plies = 0;
                let result = game.watched_playout(&one.after, &mut rng, |_, _| plies += 1);
                one.results.record(result.seen_by(mover).sign());
                left -= 1;
                meter.charge(plies + 1)?;
            }
        }
        Ok(())
    }
}

/// A move and the position it leads to.
struct Candidate<G: Game> {
    mv: G::Move,
    after: G::State,
    end: Option<GameResult>,
    results: UctStatistics,
}

impl<G: Game> Analyse<G> for FlatMonteCarlo {
    fn analyse_within(&self, game: &G, state: &G::State, meter: &mut Meter) -> Findings<G::Move> {
        if let Some(findings) = finished(game, state) {
            return findings;
        }
        let mover = game.to_move(state);
        let mut candidates: Vec<Candidate<G>> = game
            .moves(state)
            .into_iter()
            .map(|mv| {
                let after = game.successor(state, mv);
                let end = game.result(&after);
                Candidate { mv, after, end, results: UctStatistics::default() }
            })
            .collect();
        if candidates.is_empty() {
            no_moves(state);
        }
        let won = candidates.iter().any(|one| one.end == Some(GameResult::Win(mover)));
        let over = won || candidates.iter().all(|one| one.end.is_some());
        let playouts = if over { 0 } else { self.playouts };
        let limit = self.play_out(game, mover, playouts, &mut candidates, meter).err();
        let certain = |one: &Candidate<G>| one.end.map(|end| end.seen_by(mover));
        let moves: Vec<_> = candidates
            .iter()
            .map(|one| MoveFindings::new(one.mv, one.results, certain(one)))
            .collect();
        let untried = |one: &MoveFindings<G::Move>| one.visits == 0 && one.proved.is_none();
        let best = moves
            .iter()
            .rev()
            .max_by(|one, other| {
                untried(other).cmp(&untried(one)).then(one.mean.total_cmp(&other.mean))
            })
            .expect("a position that is not finished has a move");
        let proved = best.proved.filter(|&proved| over || proved == Wdl::Win);
        Findings {
            value: value(proved, best.mean),
            pv: vec![best.mv],
            playouts: moves.iter().map(|one| u64::from(one.visits)).sum(),
            limit,
            moves,
        }
    }
}

impl<G: Game> GameSolver<G> for FlatMonteCarlo {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.analyse_within(game, state, meter).judgement()
    }
}
