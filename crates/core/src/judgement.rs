use std::time::{Duration, Instant};

use crate::{Budget, Game, GameResult, Limit, Meter, Player, Progress, Score, Silent, Stats};

/// What a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Proved: the player to move wins, with best play on both sides in so many plies, where
    /// the search found out how many.
    Win(Option<u32>),
    /// Proved: neither player can win.
    Draw,
    /// Proved: the player to move loses, and can hold out for so many plies, where the search
    /// found out how many.
    Loss(Option<u32>),
    /// Nothing is proved; by what was searched and estimated, it looks like this.
    Estimate(Score),
}

impl Value {
    /// What a finished game is worth to `to_move`, whose turn it would be.
    #[must_use]
    pub fn of_result(result: GameResult, to_move: Player) -> Self {
        match result {
            GameResult::Draw => Value::Draw,
            GameResult::Win(winner) if winner == to_move => Value::Win(Some(0)),
            GameResult::Win(_) => Value::Loss(Some(0)),
        }
    }

    /// Whether it holds whatever the players do.
    #[must_use]
    pub fn is_proved(self) -> bool {
        !matches!(self, Value::Estimate(_))
    }
}

/// What a search found out about a position of a two-player game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Judgement<M> {
    /// What the position is worth to the player to move.
    pub value: Value,
    /// A move that keeps a proved value, or the one that looks best; `None` only if the game is
    /// over. In a lost position it holds out longest, as far as distances are known.
    pub best: Option<M>,
    /// All moves that are as good as the best, in the order of the rules, where they were asked
    /// for; otherwise empty.
    pub best_moves: Vec<M>,
    /// The principal variation: the best play for both sides that the search found, `best` first.
    pub pv: Vec<M>,
    /// How many plies deep the last completed search looked; `None` where depth means nothing.
    pub depth: Option<u32>,
    /// The limit that ended the search; `None` if it ended by itself.
    pub limit: Option<Limit>,
    /// What a proof-number search that a limit ended knew of the claim it was about.
    pub proof_numbers: Option<ProofNumbersOf>,
}

/// How far a proof-number search is from settling that a player wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbersOf {
    /// The player whose win is to be proved or disproved.
    pub claimant: Player,
    /// How many leaves must at least still be proved to prove it.
    pub proof: u32,
    /// How many must at least still be disproved to disprove it.
    pub disproof: u32,
}

impl<M: Copy> Judgement<M> {
    /// A move, if there is one, and nothing known of its value: what a search starts from.
    pub fn of_move(best: Option<M>) -> Self {
        Judgement {
            value: Value::Estimate(0),
            best,
            best_moves: Vec::new(),
            pv: best.into_iter().collect(),
            depth: None,
            limit: None,
            proof_numbers: None,
        }
    }
}

/// What a search of a two-player game returns: what it found out, and what that took.
#[derive(Clone, Debug)]
#[must_use]
pub struct GameAnswer<M> {
    /// What it found out.
    pub judgement: Judgement<M>,
    /// Its counters; the same in every run of a search with one thread.
    pub stats: Stats,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// A search for two players, with its settings: reusable, and the same for every game.
///
/// An algorithm implements [`search`](Self::search); people call [`solve`](Self::solve) or
/// [`solve_within`](Self::solve_within).
///
/// # Example
/// A player who sees a win in one and nothing else, for any game. Here two players take one or two
/// tokens from a heap, and who takes the last one wins.
/// ```
/// use tesuji_core::{Game, GameResult, GameSolver, Judgement, Meter, Player, Rules, Value};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); }
/// # use toy::Take;
/// # impl Game for Take {
/// #     fn to_move(&self, &(_, player): &(u8, Player)) -> Player { player }
/// #     fn result(&self, &(left, player): &(u8, Player)) -> Option<GameResult> {
/// #         (left == 0).then_some(GameResult::Win(player.other()))
/// #     }
/// # }
/// struct ShortSighted;
/// impl<G: Game> GameSolver<G> for ShortSighted {
///     fn search(&self, game: &G, state: &G::State, _: &mut Meter) -> Judgement<G::Move> {
///         let player = game.to_move(state);
///         if let Some(result) = game.result(state) {
///             let value = Value::of_result(result, player);
///             return Judgement { value, ..Judgement::of_move(None) };
///         }
///         let won = Some(GameResult::Win(player));
///         let moves = game.moves(state);
///         match moves.iter().find(|&&mv| game.result(&game.successor(state, mv)) == won) {
///             Some(&mv) => {
///                 Judgement { value: Value::Win(Some(1)), ..Judgement::of_move(Some(mv)) }
///             }
///             None => Judgement::of_move(moves.first().copied()),
///         }
///     }
/// }
/// let judgement = ShortSighted.solve(&Take, &(2, Player::First)).judgement;
/// assert_eq!((judgement.value, judgement.best), (Value::Win(Some(1)), Some(2)));
/// let judgement = ShortSighted.solve(&Take, &(7, Player::First)).judgement;
/// assert!(!judgement.value.is_proved());
/// ```
pub trait GameSolver<G: Game> {
    /// Judges `state`, charging its work to `meter`.
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move>;

    /// Judges without limits, other than those of the algorithm itself.
    fn solve(&self, game: &G, state: &G::State) -> GameAnswer<G::Move> {
        self.solve_within(game, state, &Budget::unlimited(), &mut Silent)
    }

    /// Judges within `budget` and tells `progress` how it goes.
    fn solve_within(
        &self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> GameAnswer<G::Move> {
        let started = Instant::now();
        let mut meter = Meter::new(budget, progress);
        let judgement = self.search(game, state, &mut meter);
        GameAnswer { judgement, stats: meter.stats(), elapsed: started.elapsed() }
    }
}

impl<G: Game, S: GameSolver<G> + ?Sized> GameSolver<G> for Box<S> {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        (**self).search(game, state, meter)
    }
}
