use std::collections::BTreeMap;
use std::fmt::Display;

use tesuji_arena::{
    Elo, Forfeit, GameEnding, Match, MatchScore, Pentanomial, PlayedGame, SprtReport,
};
use tesuji_core::{GameResult, NamedGame, Player, Settings};

use crate::GamePosition;

/// The result of a match between two engines. Wins and losses are those of the first contestant.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Games won by the first player of the rules, and by the second.
    pub won_by_side: [u64; 2],
    /// Games that exceeded the length limit; they are counted as draws.
    pub cut_off: u64,
    /// Games that each contestant lost by an illegal move, on time or by a failure.
    pub forfeits: [u64; 2],
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
    /// The report on a match from `position` with this score, which may be the sum of the scores of
    /// its [parts](Match::first_pair).
    #[must_use]
    pub fn new(
        position: &dyn GamePosition,
        players: &[impl Display; 2],
        settings: &Match,
        score: &MatchScore,
    ) -> Self {
        let per_move = |total: f64, seat: usize| {
            if score.moves[seat] == 0 { 0.0 } else { total / score.moves[seat] as f64 }
        };
        MatchReport {
            game: position.game(),
            settings: position.settings(),
            position: position.notation(),
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
            forfeits: score.forfeits,
            elo: Elo::of(&score.pairs),
            sprt: settings.sprt.map(|test| test.judge(&score.pairs)),
            nodes_per_move: [0, 1].map(|seat| per_move(score.nodes[seat] as f64, seat)),
            seconds_per_move: [0, 1].map(|seat| per_move(score.thought[seat].as_secs_f64(), seat)),
            seconds: score.elapsed.as_secs_f64(),
            limit: None,
        }
    }
}

/// A game of a match or tournament, with all that is needed to replay it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GameReport {
    /// The number of the game, from 1.
    pub number: u64,
    /// The name of the game.
    pub game: String,
    /// The settings of the game.
    pub settings: BTreeMap<String, String>,
    /// The engine specifications of the first and of the second player.
    pub players: [String; 2],
    /// The position that the opening started from, in the game's canonical notation.
    pub position: String,
    /// How many of the moves are the random opening.
    pub opening_plies: usize,
    /// All moves, in the game's notation.
    pub moves: Vec<String>,
    /// Who won.
    pub winner: Winner,
    /// How the game ended.
    pub ending: EndingName,
    /// Why the player to move lost, if not by the rules.
    pub reason: Option<String>,
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Winner {
    /// The player who moved first.
    First,
    /// The other player.
    Second,
    /// Nobody: a draw.
    Nobody,
}

impl From<GameResult> for Winner {
    fn from(result: GameResult) -> Self {
        match result {
            GameResult::Win(Player::First) => Winner::First,
            GameResult::Win(Player::Second) => Winner::Second,
            GameResult::Draw => Winner::Nobody,
        }
    }
}

/// How a game ended, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EndingName {
    /// By the rules.
    Rules,
    /// At the limit of its length, as a draw.
    Length,
    /// The player to move chose an illegal move.
    IllegalMove,
    /// The player to move had no time left.
    Time,
    /// The player to move did not answer.
    Failure,
}

impl GameReport {
    /// The report on a game of a match of two contestants, without settings.
    pub(crate) fn new<G: NamedGame + tesuji_core::Game>(
        name: &'static str,
        game: &G,
        players: &[impl Display; 2],
        played: &PlayedGame<G>,
    ) -> Self {
        let (ending, reason) = match &played.ending {
            GameEnding::Rules => (EndingName::Rules, None),
            GameEnding::Length => (EndingName::Length, None),
            GameEnding::Forfeit(forfeit) => {
                let ending = match forfeit {
                    Forfeit::IllegalMove(_) => EndingName::IllegalMove,
                    Forfeit::Time => EndingName::Time,
                    _ => EndingName::Failure,
                };
                (ending, Some(forfeit.to_string()))
            }
        };
        GameReport {
            number: played.number,
            game: name.to_owned(),
            settings: BTreeMap::new(),
            players: [played.first, 1 - played.first].map(|seat| players[seat].to_string()),
            position: game.state_text(&played.start),
            opening_plies: played.opening_plies,
            moves: game.moves_text(&played.start, &played.moves),
            winner: played.result.into(),
            ending,
            reason,
        }
    }
}
