//! TODO: describe your game here. Until then: two players take 1 to 3 tokens in turn from a row, and
//! the player who takes the last one wins.

use std::fmt;
use std::ops::ControlFlow;

use tesuji::catalogue::{IntoEntry, TwoPlayers};
use tesuji::core::{
    Game, GameResult, NamedGame, Notation, OpenError, Player, Render, Rules, Score, Setting,
    Settings,
};

/// The rules: what stays the same during a game.
#[derive(Clone, Debug)]
pub struct TemplateGame {
    size: u8,
}

/// A position: what changes during a game. Equal positions have the same future.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    tokens: u8,
    to_move: Player,
}

/// The game with what searches may know of it beyond its rules.
pub fn entry() -> impl IntoEntry {
    // TODO: an estimate for the player to move, for searches that look ahead a few plies. Without
    // one, `TwoPlayers::<TemplateGame>::new()` alone is an entry.
    let estimate = |_: &TemplateGame, position: &Position| -> Score {
        if position.tokens.is_multiple_of(4) { -10 } else { 10 }
    };
    TwoPlayers::<TemplateGame>::new().evaluator(
        "multiples",
        "whether 4 divides the tokens",
        estimate,
    )
}

impl Rules for TemplateGame {
    type State = Position;
    /// How many tokens are taken.
    type Move = u8;
    /// What `undo` needs besides the move.
    type Undo = ();

    fn initial(&self) -> Position {
        Position { tokens: self.size, to_move: Player::First }
    }

    fn visit_moves<B>(
        &self,
        position: &Position,
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (1..=position.tokens.min(3)).try_for_each(visit)
    }

    fn play(&self, position: &mut Position, taken: u8) {
        position.tokens -= taken;
        position.to_move = position.to_move.other();
    }

    fn undo(&self, position: &mut Position, taken: u8, (): ()) {
        position.tokens += taken;
        position.to_move = position.to_move.other();
    }
}

impl Game for TemplateGame {
    /// TODO: `false` (the default) if a position can occur again.
    const NEVER_REPEATS: bool = true;

    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn result(&self, position: &Position) -> Option<GameResult> {
        (position.tokens == 0).then_some(GameResult::Win(position.to_move.other()))
    }
}

/// A text is not a position or move.
#[derive(Debug)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

impl Notation for TemplateGame {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Position, NotationError> {
        let (tokens, player) = text.split_once(' ').unwrap_or((text, "first"));
        let tokens = tokens.parse().ok().filter(|tokens| *tokens <= self.size);
        let tokens = tokens.ok_or_else(|| {
            NotationError(format!("a number of tokens from 0 to {} is expected", self.size))
        })?;
        let to_move = match player {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(NotationError("after the tokens, first or second is expected".into())),
        };
        Ok(Position { tokens, to_move })
    }

    fn write_state(&self, position: &Position, out: &mut impl fmt::Write) -> fmt::Result {
        let player = match position.to_move {
            Player::First => "first",
            Player::Second => "second",
        };
        write!(out, "{} {player}", position.tokens)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8, NotationError> {
        let legal = self.moves(position);
        let found = legal.into_iter().find(|&mv| self.move_text(position, mv) == text);
        found.ok_or_else(|| NotationError("1, 2 or 3 is expected, at most the tokens left".into()))
    }

    fn write_move(&self, _: &Position, taken: u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{taken}")
    }
}

impl Render for TemplateGame {
    fn text(&self, position: &Position) -> String {
        format!("{}\n", "o ".repeat(position.tokens.into()).trim_end())
    }

    fn svg(&self, position: &Position) -> String {
        let token = |index: u8| {
            let x = 10 + 20 * u32::from(index);
            format!(r##"<circle cx="{x}" cy="10" r="8" fill="#57606a"/>"##)
        };
        let tokens: String = (0..position.tokens).map(token).collect();
        let width = 20 * u32::from(self.size);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 20">{tokens}</svg>"#
        )
    }
}

impl NamedGame for TemplateGame {
    const NAME: &'static str = "template-game";
    const SUMMARY: &'static str = "take 1 to 3 tokens; the player who takes the last one wins";
    const NOTATION: &'static str = "the number of tokens, then who moves: 12 first; moves 1, 2, 3";
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "size",
        value: "N",
        summary: "the number of tokens, 1 to 100; by default 12",
    }];

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        let size = settings.parse("size")?.unwrap_or(12);
        if !(1..=100).contains(&size) {
            return Err(settings.error("size", "a row has 1 to 100 tokens"));
        }
        Ok(TemplateGame { size })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("size", self.size)
    }
}
