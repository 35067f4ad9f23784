use tesuji_arena::{Elo, Match, Pentanomial, Score, SprtReport};

use tesuji_core::Settings;

use crate::EngineSpec;

/// What a match by name came to. Wins and losses are those of the first contestant.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MatchReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings that it was played under.
    pub settings: Settings,
    /// The position that the openings start from.
    pub position: String,
    /// The contestants, as they were named.
    pub players: [String; 2],
    /// From which everything that is random follows.
    pub seed: u64,
    /// How many random moves a pair begins with.
    pub opening_plies: u32,
    /// How many games were played.
    pub games: u64,
    /// Games that the first contestant won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the second contestant won.
    pub losses: u64,
    /// Pairs in which the first contestant took 0, ½, 1, 1½ and 2 points.
    pub pentanomial: Pentanomial,
    /// Games that were won by the player who has the first move, and by the other.
    pub won_by_side: [u64; 2],
    /// Games that became too long, counted among the draws.
    pub cut_off: u64,
    /// By how much the first contestant is stronger.
    pub elo: Elo,
    /// What the sequential test says, if there was one.
    pub sprt: Option<SprtReport>,
    /// How many nodes each contestant's searches generated for a move, on average.
    pub nodes_per_move: [f64; 2],
    /// How long each contestant thought about a move, on average.
    pub seconds_per_move: [f64; 2],
    /// Wall-clock time.
    pub seconds: f64,
    /// The limit that ended the match before its games were played, as the caller knows it.
    pub limit: Option<String>,
}

impl MatchReport {
    /// The report on a match.
    pub(crate) fn new(
        (game, position): (&'static str, String),
        players: &[EngineSpec; 2],
        settings: &Match,
        score: &Score,
    ) -> Self {
        let per_move = |total: f64, seat: usize| {
            if score.moves[seat] == 0 { 0.0 } else { total / score.moves[seat] as f64 }
        };
        MatchReport {
            game,
            settings: Settings::new(),
            position,
            players: players.each_ref().map(ToString::to_string),
            seed: settings.seed,
            opening_plies: settings.opening_plies,
            games: 2 * score.pairs.pairs(),
            wins: score.won[0],
            draws: score.draws,
            losses: score.won[1],
            pentanomial: score.pairs,
            won_by_side: score.won_by_side,
            cut_off: score.cut_off,
            elo: Elo::of(&score.pairs),
            sprt: settings.sprt.map(|test| test.judge(&score.pairs)),
            nodes_per_move: [0, 1].map(|seat| per_move(score.nodes[seat] as f64, seat)),
            seconds_per_move: [0, 1].map(|seat| per_move(score.thought[seat].as_secs_f64(), seat)),
            seconds: score.elapsed.as_secs_f64(),
            limit: None,
        }
    }
}
