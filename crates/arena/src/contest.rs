use std::num::NonZero;
use std::ops::AddAssign;
use std::time::{Duration, Instant};

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::hash::mix;
use tesuji_core::{Game, GameResult, Player, Silent, StopFlag};

use crate::{Engine, Pentanomial, Sprt, SprtVerdict, random_opening};

/// A source of engines: one for every game of a match.
pub trait Contestant<G: Game>: Sync {
    /// Returns a new engine for one game. The same seed should give the same play.
    fn engine(&self, seed: u64) -> Box<dyn Engine<G> + '_>;
}

impl<G: Game, F: Fn(u64) -> Box<dyn Engine<G>> + Sync> Contestant<G> for F {
    fn engine(&self, seed: u64) -> Box<dyn Engine<G> + '_> {
        self(seed)
    }
}

/// The settings of a match.
///
/// # Example
/// A PVS of depth 3 against random moves:
/// ```
/// use tesuji_adversarial::TableSearch;
/// use tesuji_arena::{Elo, Engine, Match, RandomMover, Searcher};
/// use tesuji_breakthrough::{Breakthrough, BreakthroughHints, PawnsAndRows};
/// use tesuji_core::{Budget, Rules};
///
/// let game = Breakthrough::new(5, 5)?;
/// let searcher = |_| -> Box<dyn Engine<Breakthrough>> {
///     let search = TableSearch::principal_variation()
///         .hints(BreakthroughHints)
///         .evaluator(PawnsAndRows)
///         .remember(true);
///     Box::new(Searcher::new(Box::new(search.depth(3)), Budget::unlimited()))
/// };
/// let random =
///     |seed| -> Box<dyn Engine<Breakthrough>> { Box::new(RandomMover::new(seed)) };
/// let score =
///     Match::new(20).play(&game, &game.initial(), [&searcher, &random], &mut |_| {});
/// assert!(Elo::of(&score.pairs).low > 100.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Match {
    /// The number of games, rounded up to whole pairs.
    pub games: u64,
    /// The number of random moves at the beginning of each pair.
    pub opening_plies: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The length in plies from which a game is adjudicated as a draw.
    pub max_plies: u32,
    /// The number of concurrent games, which changes nothing but the time.
    pub threads: NonZero<usize>,
    /// Ends the match after the completed pairs.
    pub stop: StopFlag,
}

impl Match {
    /// Returns a match of `games` games, from openings of four plies, with seed 1, on one thread,
    /// with at most 1,000 plies per game.
    #[must_use]
    pub fn new(games: u64) -> Self {
        Match {
            games,
            opening_plies: 4,
            seed: 1,
            sprt: None,
            max_plies: 1000,
            threads: NonZero::<usize>::MIN,
            stop: StopFlag::new(),
        }
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the length of the openings.
    #[must_use]
    pub fn opening_plies(mut self, plies: u32) -> Self {
        self.opening_plies = plies;
        self
    }

    /// Ends the match as soon as this test is decided.
    #[must_use]
    pub fn sprt(mut self, test: Sprt) -> Self {
        self.sprt = Some(test);
        self
    }

    /// Sets the number of concurrent games.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    /// Plays the match from `start`, and calls `progress` after every pair.
    pub fn play<G>(
        &self,
        game: &G,
        start: &G::State,
        contestants: [&dyn Contestant<G>; 2],
        progress: &mut dyn FnMut(&MatchScore),
    ) -> MatchScore
    where
        G: Game + Sync,
        G::State: Sync,
    {
        let started = Instant::now();
        let mut score = MatchScore::default();
        let pairs = self.games.div_ceil(2);
        let mut next = 0;
        while next < pairs {
            let batch = (self.threads.get() as u64).min(pairs - next);
            let play = |number| self.play_pair(game, start, contestants, number);
            let played: Vec<_> = if batch == 1 {
                vec![play(next)]
            } else {
                std::thread::scope(|scope| {
                    let threads: Vec<_> = (next..next + batch)
                        .map(|number| scope.spawn(move || play(number)))
                        .collect();
                    let joined = threads.into_iter().map(|thread| {
                        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    });
                    joined.collect()
                })
            };
            if self.stop.is_raised() {
                // The stop flag interrupted searches.
                break;
            }
            next += batch;
            for pair in played {
                score += pair;
                score.elapsed = started.elapsed();
                progress(&score);
                if self.is_decided(&score) {
                    // Pairs played at the same time do not count, so that threads change nothing.
                    return score;
                }
            }
        }
        score.elapsed = started.elapsed();
        score
    }

    fn is_decided(&self, score: &MatchScore) -> bool {
        let judged = self.sprt.map(|test| test.judge(&score.pairs).verdict);
        judged.is_some_and(|verdict| verdict != SprtVerdict::Undecided)
    }

    /// Plays two games from one opening, with the sides swapped.
    fn play_pair<G: Game>(
        &self,
        game: &G,
        start: &G::State,
        contestants: [&dyn Contestant<G>; 2],
        number: u64,
    ) -> MatchScore {
        let mut random = Pcg64::seed_from_u64(mix(&(self.seed, number)));
        let opening = random_opening(game, start, self.opening_plies, &mut random);
        let mut score = MatchScore::default();
        let mut half_points = 0;
        for swapped in [false, true] {
            let seed = |seat: u64| mix(&(self.seed, number, 2 * seat + u64::from(swapped)));
            let mut engines = [contestants[0].engine(seed(0)), contestants[1].engine(seed(1))];
            let first = if swapped { 1 } else { 0 };
            let result = self.play_game(game, &opening, &mut engines, first, &mut score);
            half_points += match result {
                GameResult::Draw => {
                    score.draws += 1;
                    1
                }
                GameResult::Win(winner) => {
                    score.won_by_side[usize::from(winner == Player::Second)] += 1;
                    let seat = if winner == Player::First { first } else { 1 - first };
                    score.won[seat] += 1;
                    2 * u8::from(seat == 0)
                }
            };
        }
        score.pairs.add(half_points);
        score
    }

    /// Plays one game, in which the contestant with number `first` has the first player's side.
    fn play_game<G: Game>(
        &self,
        game: &G,
        opening: &G::State,
        engines: &mut [Box<dyn Engine<G> + '_>; 2],
        first: usize,
        score: &mut MatchScore,
    ) -> GameResult {
        let mut state = opening.clone();
        for _ in 0..self.max_plies {
            if let Some(result) = game.result(&state) {
                return result;
            }
            if self.stop.is_raised() {
                // The pair does not count.
                return GameResult::Draw;
            }
            let seat = match game.to_move(&state) {
                Player::First => first,
                Player::Second => 1 - first,
            };
            let answer = engines[seat].choose(game, &state, &mut Silent);
            score.moves[seat] += 1;
            score.nodes[seat] += answer.stats.generated;
            score.thought[seat] += answer.elapsed;
            let best = answer.judgement.best.expect("there is a move while the game goes on");
            game.play(&mut state, best);
        }
        game.result(&state).unwrap_or_else(|| {
            score.cut_off += 1;
            GameResult::Draw
        })
    }
}

/// The results of a match so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchScore {
    /// Pairs by the first contestant's points.
    pub pairs: Pentanomial,
    /// Games won by each contestant.
    pub won: [u64; 2],
    /// Drawn games.
    pub draws: u64,
    /// Games won by the first and the second player.
    pub won_by_side: [u64; 2],
    /// Games that reached the length limit, included in the draws.
    pub cut_off: u64,
    /// Moves chosen by each contestant.
    pub moves: [u64; 2],
    /// Nodes generated by their searches.
    pub nodes: [u64; 2],
    /// Their thinking time.
    pub thought: [Duration; 2],
    /// The duration of the match.
    pub elapsed: Duration,
}

impl AddAssign for MatchScore {
    fn add_assign(&mut self, other: MatchScore) {
        for (count, more) in self.pairs.0.iter_mut().zip(other.pairs.0) {
            *count += more;
        }
        self.draws += other.draws;
        self.cut_off += other.cut_off;
        for index in 0..2 {
            self.won[index] += other.won[index];
            self.won_by_side[index] += other.won_by_side[index];
            self.moves[index] += other.moves[index];
            self.nodes[index] += other.nodes[index];
            self.thought[index] += other.thought[index];
        }
        self.elapsed += other.elapsed;
    }
}
