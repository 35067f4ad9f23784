use std::num::NonZero;
use std::ops::{AddAssign, ControlFlow};
use std::time::Duration;
use tesuji_core::Instant;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::hash::mix;
use tesuji_core::{Game, GameResult, Player, Silent, StopFlag, in_order};

use crate::{
    Clock, Clocks, Engine, Forfeit, Pentanomial, PlayedPairs, Sprt, SprtVerdict, Turn,
    random_opening,
};

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
///     Match::new(20).play(&game, &[game.initial()], [&searcher, &random], &mut |_, _| {});
/// assert!(Elo::of(&score.pairs).low > 100.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Match {
    /// The number of games, rounded up to whole pairs.
    pub games: u64,
    /// The number of the first pair, from 0: a part of a match plays the games that the whole match
    /// would, as the openings and seeds of a pair follow from its number.
    pub first_pair: u64,
    /// The number of random moves at the beginning of each pair.
    pub opening_plies: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// What the random choices of the engines follow from besides: matches that differ in it alone
    /// have the same openings and different games.
    pub engine_seed: u64,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The length in plies from which a game is adjudicated as a draw.
    pub max_plies: u32,
    /// The number of concurrent games, which changes nothing but the time.
    pub threads: NonZero<usize>,
    /// The time control of each game, if there is one.
    pub clock: Option<Clock>,
    /// By how much a move may exceed the time on the clock before its player loses.
    pub margin: Duration,
    /// Ends the match: the pairs before the first incomplete one count.
    pub stop: StopFlag,
    /// The pairs that were played before an interruption, to which those of this match are added.
    pub played: Option<PlayedPairs>,
}

/// A game of a match.
#[non_exhaustive]
pub struct PlayedGame<G: Game> {
    /// The number of the game in the match, from 1.
    pub number: u64,
    /// The contestant, 0 or 1, who was the first player.
    pub first: usize,
    /// The position that the opening started from.
    pub start: G::State,
    /// How many of the moves are the random opening.
    pub opening_plies: usize,
    /// All moves.
    pub moves: Vec<G::Move>,
    /// The result.
    pub result: GameResult,
    /// How the game ended.
    pub ending: GameEnding,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnding {
    /// By the rules.
    Rules,
    /// At the length from which games are adjudicated as draws.
    Length,
    /// The player to move lost for this reason.
    Forfeit(Forfeit),
}

impl Match {
    /// Returns a match of `games` games, from openings of four plies, with seed 1, on one thread,
    /// with at most 1,000 plies per game.
    #[must_use]
    pub fn new(games: u64) -> Self {
        Match {
            games,
            first_pair: 0,
            opening_plies: 4,
            seed: 1,
            engine_seed: 0,
            sprt: None,
            max_plies: 1000,
            threads: NonZero::<usize>::MIN,
            clock: None,
            margin: Duration::from_millis(500),
            stop: StopFlag::new(),
            played: None,
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

    /// Plays the match, and calls `progress` after every pair with the score and both games. The
    /// openings of the pairs start from the positions `starts` in turn.
    ///
    /// # Panics
    /// If there is nothing to start from.
    pub fn play<G>(
        &self,
        game: &G,
        starts: &[G::State],
        contestants: [&dyn Contestant<G>; 2],
        progress: &mut dyn FnMut(&MatchScore, &[PlayedGame<G>; 2]),
    ) -> MatchScore
    where
        G: Game + Sync,
        G::State: Send + Sync,
        G::Move: Send,
    {
        assert!(!starts.is_empty(), "there is a position to start from");
        let started = Instant::now();
        let mut score = MatchScore::default();
        let mut is_complete = true;
        let play = |number: usize| {
            let number = self.first_pair + number as u64;
            let start = &starts[(number % starts.len() as u64) as usize];
            self.play_pair(game, start, contestants, number)
        };
        // Pairs are counted in the order of their numbers, so that threads change nothing.
        let count = usize::try_from(self.games.div_ceil(2)).unwrap_or(usize::MAX);
        let _ = in_order(self.threads.get(), count, play, |played| {
            let Some((pair, games)) = played else {
                // The stop flag interrupted a search.
                is_complete = false;
                return ControlFlow::Break(());
            };
            score += pair;
            score.elapsed = started.elapsed();
            progress(&score, &games);
            if self.is_decided(&score) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if !is_complete && let Some(played) = &self.played {
            played.save();
        }
        score.elapsed = started.elapsed();
        score
    }

    fn is_decided(&self, score: &MatchScore) -> bool {
        let judged = self.sprt.map(|test| test.judge(&score.pairs).verdict);
        judged.is_some_and(|verdict| verdict != SprtVerdict::Undecided)
    }

    /// Plays two games from one opening, with the sides swapped; none if the match was stopped.
    fn play_pair<G: Game>(
        &self,
        game: &G,
        start: &G::State,
        contestants: [&dyn Contestant<G>; 2],
        number: u64,
    ) -> Option<(MatchScore, [PlayedGame<G>; 2])> {
        let mut random = Pcg64::seed_from_u64(mix(&(self.seed, number)));
        let (opening, moves) =
            random_opening(game, start, self.opening_plies.min(self.max_plies), &mut random);
        let begun = |swapped: bool| PlayedGame {
            number: 2 * number + 1 + u64::from(swapped),
            first: usize::from(swapped),
            start: start.clone(),
            opening_plies: moves.len(),
            moves: moves.clone(),
            result: GameResult::Draw,
            ending: GameEnding::Length,
        };
        if let Some(played) = &self.played {
            let games = [begun(false), begun(true)];
            if let Some(pair) = played.find(game, (self.seed, number), games, &opening) {
                return Some(pair);
            }
        }
        let mut score = MatchScore::default();
        let mut half_points = 0;
        let mut play = |swapped: bool| {
            let own = self.seed ^ self.engine_seed;
            let seed = |seat: u64| mix(&(own, number, 2 * seat + u64::from(swapped)));
            let mut engines = [contestants[0].engine(seed(0)), contestants[1].engine(seed(1))];
            let played = begun(swapped);
            let played = self.play_game(game, opening.clone(), played, &mut engines, &mut score)?;
            half_points += score.count(&played);
            Some(played)
        };
        let games = [play(false)?, play(true)?];
        score.pairs.add(half_points);
        if let Some(played) = &self.played {
            played.add(game, (self.seed, number), &score, &games, &opening);
        }
        Some((score, games))
    }

    /// Plays a game on from its opening; none if the match was stopped.
    fn play_game<G: Game>(
        &self,
        game: &G,
        mut state: G::State,
        mut played: PlayedGame<G>,
        engines: &mut [Box<dyn Engine<G> + '_>; 2],
        score: &mut MatchScore,
    ) -> Option<PlayedGame<G>> {
        let mut clocks = self.clock.map(Clocks::new);
        while played.moves.len() < self.max_plies as usize {
            if let Some(result) = game.result(&state) {
                (played.result, played.ending) = (result, GameEnding::Rules);
                return Some(played);
            }
            let player = game.to_move(&state);
            let seat = played.seat(player);
            let (start, moves) = (&played.start, &played.moves[..]);
            let turn = Turn { start, moves, state: &state, limits: None, clocks };
            let started = Instant::now();
            let chosen = engines[seat].choose(game, &turn, &mut Silent);
            let time = started.elapsed();
            if self.stop.is_raised() {
                return None;
            }
            let in_time = clocks.as_mut().is_none_or(|all| all.spend(player, time, self.margin));
            let chosen = chosen.and_then(|answer| {
                score.moves[seat] += 1;
                score.nodes[seat] = score.nodes[seat].saturating_add(answer.stats.generated);
                score.thought[seat] += answer.elapsed;
                if !in_time {
                    return Err(Forfeit::Time);
                }
                let best = answer.judgement.best;
                let best = best.ok_or_else(|| Forfeit::Failure("it has no move".to_owned()))?;
                let is_legal = game.moves(&state).contains(&best);
                is_legal.then_some(best).ok_or_else(|| Forfeit::IllegalMove(format!("{best:?}")))
            });
            match chosen {
                Ok(mv) => {
                    game.play(&mut state, mv);
                    played.moves.push(mv);
                }
                Err(forfeit) => {
                    played.result = GameResult::Win(player.other());
                    played.ending = GameEnding::Forfeit(forfeit);
                    return Some(played);
                }
            }
        }
        if let Some(result) = game.result(&state) {
            (played.result, played.ending) = (result, GameEnding::Rules);
        }
        Some(played)
    }
}

impl<G: Game> PlayedGame<G> {
    /// The contestant on a player's side.
    fn seat(&self, player: Player) -> usize {
        match player {
            Player::First => self.first,
            Player::Second => 1 - self.first,
        }
    }
}

/// The results of a match so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// Games that each contestant lost by an illegal move, on time or by a failure.
    pub forfeits: [u64; 2],
    /// Moves chosen by each contestant.
    pub moves: [u64; 2],
    /// Nodes generated by their searches.
    pub nodes: [u64; 2],
    /// Their thinking time.
    pub thought: [Duration; 2],
    /// The duration of the match.
    pub elapsed: Duration,
}

impl MatchScore {
    /// Counts a game, and returns the half points of the first contestant.
    fn count<G: Game>(&mut self, played: &PlayedGame<G>) -> u8 {
        self.cut_off += u64::from(played.ending == GameEnding::Length);
        match played.result {
            GameResult::Draw => {
                self.draws += 1;
                1
            }
            GameResult::Win(winner) => {
                let seat = played.seat(winner);
                self.won_by_side[winner as usize] += 1;
                self.won[seat] += 1;
                let is_forfeit = matches!(played.ending, GameEnding::Forfeit(_));
                self.forfeits[1 - seat] += u64::from(is_forfeit);
                2 * u8::from(seat == 0)
            }
        }
    }
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
            self.forfeits[index] += other.forfeits[index];
            self.moves[index] += other.moves[index];
            self.nodes[index] = self.nodes[index].saturating_add(other.nodes[index]);
            self.thought[index] += other.thought[index];
        }
        self.elapsed += other.elapsed;
    }
}
