use tesuji_arena::{Elo, Match, MatchScore, Pentanomial, SprtReport};

use tesuji_core::Settings;

use crate::EngineSpec;

/// The result of a match between two engines. Wins and losses are those of the first contestant.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MatchReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings of the game.
    pub settings: Settings,
    /// The position that the openings start from.
    pub position: String,
    /// The engine specifications of the contestants.
    pub players: [String; 2],
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of random plies at the beginning of each pair of games.
    pub opening_plies: u32,
    /// The number of games played.
    pub games: u64,
    /// Games that the first contestant won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the second contestant won.
    pub losses: u64,
    /// Pairs of games in which the first contestant scored 0, ½, 1, 1½ and 2 points.
    pub pentanomial: Pentanomial,
    /// Games won by the player who moved first, and by the other.
    pub won_by_side: [u64; 2],
    /// Games that exceeded the length limit; they are counted as draws.
    pub cut_off: u64,
    /// The Elo difference, positive if the first contestant is stronger.
    pub elo: Elo,
    /// The result of the sequential test, if there was one.
    pub sprt: Option<SprtReport>,
    /// The mean number of generated nodes per move of each contestant.
    pub nodes_per_move: [f64; 2],
    /// The mean thinking time per move of each contestant.
    pub seconds_per_move: [f64; 2],
    /// Wall-clock time.
    pub seconds: f64,
    /// The limit that ended the match early, which the caller sets.
    pub limit: Option<String>,
}

impl MatchReport {
    /// The report on a match.
    pub(crate) fn new(
        (game, position): (&'static str, String),
        players: &[EngineSpec; 2],
        settings: &Match,
        score: &MatchScore,
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
