//! A game and a puzzle of one's own.

use std::fmt;
use std::ops::ControlFlow;

use tesuji::core::{
    Game, GameResult, NamedGame, Notation, OpenError, Player, Puzzle, Render, Rules, Setting,
    Settings,
};

/// A text says nothing.
#[derive(Debug)]
pub(super) struct Misread(String);

impl fmt::Display for Misread {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{:?} says nothing here", self.0)
    }
}

impl std::error::Error for Misread {}

/// Two players add one to a number or double it, and who reaches the goal wins. It says that no
/// position comes back, of the type or by a setting, or keeps the default.
#[derive(Clone, Debug)]
pub(super) struct Climb<const FINITE: bool> {
    goal: u32,
    finite: bool,
    /// Writes every position as one of the first player.
    forgetful: bool,
}

impl<const FINITE: bool> Climb<FINITE> {
    pub(super) fn new(goal: u32) -> Self {
        Climb { goal, finite: FINITE, forgetful: false }
    }
}

impl<const FINITE: bool> Rules for Climb<FINITE> {
    type State = (u32, Player);
    /// The number that it leads to.
    type Move = u32;
    type Undo = u32;

    fn initial(&self) -> (u32, Player) {
        (2, Player::First)
    }

    fn visit_moves<B>(
        &self,
        &(number, _): &(u32, Player),
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let both = [number + 1, 2 * number];
        for &next in &both[usize::from(number == 1)..] {
            if next <= self.goal {
                visit(next)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, (number, player): &mut (u32, Player), next: u32) -> u32 {
        *player = player.other();
        std::mem::replace(number, next)
    }

    fn undo(&self, (number, player): &mut (u32, Player), _: u32, before: u32) {
        *player = player.other();
        *number = before;
    }
}

impl<const FINITE: bool> Game for Climb<FINITE> {
    const NEVER_REPEATS: bool = FINITE;

    fn never_repeats(&self) -> bool {
        self.finite
    }

    fn to_move(&self, &(_, player): &(u32, Player)) -> Player {
        player
    }

    fn result(&self, &(number, player): &(u32, Player)) -> Option<GameResult> {
        (number == self.goal).then_some(GameResult::Win(player.other()))
    }
}

impl<const FINITE: bool> Notation for Climb<FINITE> {
    type Error = Misread;

    fn parse_state(&self, text: &str) -> Result<(u32, Player), Misread> {
        let misread = || Misread(text.to_owned());
        let (number, player) = text.split_once(' ').ok_or_else(misread)?;
        let number = number.parse().ok().filter(|number| (1..=self.goal).contains(number));
        let player = match player {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(misread()),
        };
        Ok((number.ok_or_else(misread)?, player))
    }

    fn write_state(
        &self,
        &(number, player): &(u32, Player),
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        let is_first = self.forgetful || player == Player::First;
        write!(out, "{number} {}", if is_first { "first" } else { "second" })
    }

    fn parse_move(&self, state: &(u32, Player), text: &str) -> Result<u32, Misread> {
        let mv = self.moves(state).into_iter().find(|mv| mv.to_string() == text);
        mv.ok_or_else(|| Misread(text.to_owned()))
    }

    fn write_move(&self, _: &(u32, Player), mv: u32, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }
}

impl<const FINITE: bool> Render for Climb<FINITE> {}

impl<const FINITE: bool> NamedGame for Climb<FINITE> {
    const NAME: &'static str = "climb";
    const ALIASES: &'static [&'static str] = &["ladder"];
    const SUMMARY: &'static str = "add one or double; who reaches the goal wins";
    const NOTATION: &'static str =
        "the number and who is to move, as in 2 first; a move is a number";
    const SETTINGS: &'static [Setting] = &[
        Setting { name: "goal", value: "N", summary: "where it ends; 10 by default" },
        Setting { name: "finite", value: "B", summary: "true or false: what it says of itself" },
        Setting { name: "forgetful", value: "B", summary: "true or false: whom positions forget" },
    ];

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        Ok(Climb {
            finite: settings.parse("finite")?.unwrap_or(FINITE),
            forgetful: settings.parse("forgetful")?.unwrap_or(false),
            ..Climb::new(settings.parse("goal")?.unwrap_or(10))
        })
    }

    fn settings(&self) -> Settings {
        let settings = Settings::new().with("goal", self.goal);
        let others = [("finite", self.finite, FINITE), ("forgetful", self.forgetful, false)];
        others
            .into_iter()
            .filter(|(_, value, default)| value != default)
            .fold(settings, |settings, (name, value, _)| settings.with(name, value))
    }
}

/// Whether the player to move wins, by the rules alone.
pub(super) fn wins(number: u32, goal: u32) -> bool {
    let next = [number + 1, 2 * number];
    number < goal && next.into_iter().any(|next| next <= goal && !wins(next, goal))
}

/// Four letters in a row, of which two neighbours are swapped at a time.
#[derive(Clone, Debug)]
pub(super) struct Swap;

impl Rules for Swap {
    type State = [u8; 4];
    /// The place of the first of the two.
    type Move = u8;
    type Undo = ();

    fn initial(&self) -> [u8; 4] {
        *b"dcba"
    }

    fn visit_moves<B>(
        &self,
        _: &[u8; 4],
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (1..4).try_for_each(visit)
    }

    fn play(&self, row: &mut [u8; 4], place: u8) {
        row.swap(usize::from(place) - 1, usize::from(place));
    }

    fn undo(&self, row: &mut [u8; 4], place: u8, (): ()) {
        self.play(row, place);
    }
}

impl Puzzle for Swap {
    fn is_goal(&self, row: &[u8; 4]) -> bool {
        row == b"abcd"
    }

    fn undirected_goals(&self) -> Option<Vec<[u8; 4]>> {
        Some(vec![*b"abcd"])
    }
}

impl Notation for Swap {
    type Error = Misread;

    fn parse_state(&self, text: &str) -> Result<[u8; 4], Misread> {
        let row: Option<[u8; 4]> = text.as_bytes().try_into().ok();
        let is_row = |row: &[u8; 4]| b"abcd".iter().all(|letter| row.contains(letter));
        row.filter(is_row).ok_or_else(|| Misread(text.to_owned()))
    }

    fn write_state(&self, row: &[u8; 4], out: &mut impl fmt::Write) -> fmt::Result {
        row.iter().try_for_each(|&letter| out.write_char(char::from(letter)))
    }

    fn parse_move(&self, _: &[u8; 4], text: &str) -> Result<u8, Misread> {
        let place = text.parse().ok().filter(|place| (1..4).contains(place));
        place.ok_or_else(|| Misread(text.to_owned()))
    }

    fn write_move(&self, _: &[u8; 4], place: u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{place}")
    }
}

impl Render for Swap {}

impl NamedGame for Swap {
    const NAME: &'static str = "swap";
    const SUMMARY: &'static str = "swap neighbours until four letters are in order";
    const NOTATION: &'static str = "the letters, as in dcba; a move is the first of two places";

    fn open(_: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        Ok(Swap)
    }

    fn settings(&self) -> Settings {
        Settings::new()
    }
}

/// How many pairs are in the wrong order, which a swap changes by one.
pub(super) fn inversions(row: &str) -> usize {
    let row = row.as_bytes();
    let wrong = |place: usize| row[place + 1..].iter().filter(|&&later| later < row[place]).count();
    (0..row.len()).map(wrong).sum()
}
