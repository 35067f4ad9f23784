//! A game, a puzzle and a heap game that only this file knows: what is true of them has certificates,
//! and what is false has none.

use std::fmt;
use std::ops::{ControlFlow, Range};

use crate::common::strategy_claims::{claims, holds};
use crate::common::{argument, checksum, strategy};
use tesuji_certificate::{Ask, Certificate, Checked, Checker, Chooser, Outline, Proof, Rejection};
use tesuji_core::{
    Budget, Game, GameResult, HeapGame, Limit, NamedGame, NimValuesError, Notation, OpenError,
    Player, Puzzle, Render, Rules, Settings, laws,
};

const PLAYERS: [Player; 2] = [Player::First, Player::Second];

/// A text is not a position or a move of these games.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} cannot be read")]
struct Unreadable(String);

fn number<T: std::str::FromStr>(text: &str) -> Result<T, Unreadable> {
    text.parse().map_err(|_| Unreadable(text.to_owned()))
}

/// Each player has a token on a track of its own, and moves it one or two cells; the first token at
/// the end of its track wins. After a number of moves the game is a draw.
#[derive(Clone, Debug)]
struct Race {
    cells: u8,
    moves: u8,
    /// Whether a third move of the first player is two cells and another move.
    again: bool,
}

/// The cells that each token has left, and the moves that are left in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Tokens {
    left: [u8; 2],
    moves: u8,
    to_move: Player,
}

impl Rules for Race {
    type State = Tokens;
    type Move = u8;
    type Undo = Tokens;

    fn initial(&self) -> Tokens {
        Tokens { left: [self.cells; 2], moves: self.moves, to_move: Player::First }
    }

    fn visit_moves<B>(
        &self,
        state: &Tokens,
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let most =
            if self.result(state).is_some() { 0 } else { state.left[state.to_move as usize] };
        let again = self.again && state.to_move == Player::First && most > 2;
        (1..=if again { 3 } else { most.min(2) }).try_for_each(visit)
    }

    fn play(&self, state: &mut Tokens, steps: u8) -> Tokens {
        let before = *state;
        state.left[state.to_move as usize] -= steps.min(2);
        state.moves -= 1;
        if steps < 3 {
            state.to_move = state.to_move.other();
        }
        before
    }

    fn undo(&self, state: &mut Tokens, _: u8, before: Tokens) {
        *state = before;
    }
}

impl Game for Race {
    const NEVER_REPEATS: bool = true;

    fn to_move(&self, state: &Tokens) -> Player {
        state.to_move
    }

    fn result(&self, state: &Tokens) -> Option<GameResult> {
        let winner = PLAYERS.into_iter().find(|&player| state.left[player as usize] == 0);
        let draw = (state.moves == 0).then_some(GameResult::Draw);
        winner.map(GameResult::Win).or(draw)
    }

    fn min_moves_to_win(&self, state: &Tokens, player: Player) -> Option<u32> {
        let needed = state.left[player as usize].div_ceil(2);
        (needed <= state.moves).then_some(needed.into())
    }
}

impl Notation for Race {
    type Error = Unreadable;

    fn parse_state(&self, text: &str) -> Result<Tokens, Unreadable> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, second, moves, to_move] = words[..] else {
            return Err(Unreadable(text.to_owned()));
        };
        let to_move = match to_move {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(Unreadable(to_move.to_owned())),
        };
        Ok(Tokens { left: [number(first)?, number(second)?], moves: number(moves)?, to_move })
    }

    fn write_state(&self, state: &Tokens, out: &mut impl fmt::Write) -> fmt::Result {
        let Tokens { left: [first, second], moves, to_move } = state;
        let to_move = if *to_move == Player::First { "first" } else { "second" };
        write!(out, "{first} {second} {moves} {to_move}")
    }

    fn parse_move(&self, _: &Tokens, text: &str) -> Result<u8, Unreadable> {
        number(text)
    }

    fn write_move(&self, _: &Tokens, steps: u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{steps}")
    }
}

impl Render for Race {}

impl NamedGame for Race {
    const NAME: &'static str = "race";
    const SUMMARY: &'static str = "move your token to the end of its track first";
    const NOTATION: &'static str = "the cells left, the moves left, who moves: 5 5 9 first";

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        let cells = settings.parse("cells")?.unwrap_or(5);
        Ok(Race { cells, moves: settings.parse("moves")?.unwrap_or(9), again: false })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("cells", self.cells).with("moves", self.moves)
    }
}

/// Who wins from a position, and in how many plies, by trying all moves; `None` is a draw.
fn won(race: &Race, state: &Tokens) -> Option<(Player, u32)> {
    match race.result(state) {
        Some(GameResult::Win(winner)) => return Some((winner, 0)),
        Some(GameResult::Draw) => return None,
        None => {}
    }
    let mover = state.to_move;
    let after = race.moves(state).into_iter().map(|mv| won(race, &race.successor(state, mv)));
    let best = after.min_by_key(|value| match value {
        Some((winner, plies)) if *winner == mover => (0, i64::from(*plies)),
        None => (1, 0),
        Some((_, plies)) => (2, -i64::from(*plies)),
    });
    best.expect("a game that goes on has moves").map(|(winner, plies)| (winner, plies + 1))
}

/// Wins as soon as possible, loses as late as possible.
struct Perfect;

impl Chooser<Race> for Perfect {
    fn choose(&mut self, ask: &Ask<'_, Race>) -> Result<usize, Rejection> {
        let worth = |&index: &usize| match won(
            ask.game,
            &ask.game.successor(ask.state, ask.moves[index]),
        ) {
            Some((winner, plies)) if winner == ask.player => (2, -i64::from(plies)),
            None => (1, 0),
            Some((_, plies)) => (0, i64::from(plies)),
        };
        Ok((0..ask.moves.len()).max_by_key(worth).expect("there are moves"))
    }
}

/// Always makes the same step, where that is legal.
struct Fixed(usize);

impl Chooser<Race> for Fixed {
    fn choose(&mut self, ask: &Ask<'_, Race>) -> Result<usize, Rejection> {
        Ok(self.0.min(ask.moves.len() - 1))
    }
}

/// The file with a part of its header replaced, and the right checksum.
fn forged(certificate: &Certificate, from: &str, to: &str) -> Vec<u8> {
    let (text, file) = (certificate.header().to_string(), certificate.to_bytes());
    assert!(text.contains(from), "{text}");
    let mut changed = text.replacen(from, to, 1).into_bytes();
    changed.extend(&file[text.len()..file.len() - 8]);
    let sum = checksum(&changed);
    changed.extend(sum.to_le_bytes());
    changed
}

fn check_race(file: &[u8]) -> Result<Checked, Rejection> {
    Checker::new().check_game::<Race>(file, None)
}

#[test]
fn of_an_own_game_what_is_true_has_a_certificate_and_what_is_false_has_none() {
    let (mut right, mut wrong) = (0, 0);
    for (cells, moves) in [(3, 9), (4, 9), (4, 3), (5, 4)] {
        let race = Race { cells, moves, again: false };
        laws::rules(&race, 1000);
        laws::game(&race, 1000);
        laws::min_moves_to_win(&race, 1000);
        laws::notation(&race, 1000);
        for state in laws::states(&race, 1000) {
            let value = won(&race, &state);
            for claim in claims(value.map_or(3, |(_, plies)| plies) + 2) {
                for leaves in [0, 3] {
                    let outline = Outline { leaves, symmetry: false, search: 0 };
                    let made = strategy(&race, &state, claim, outline, &mut Perfect, 10_000);
                    if holds(value, claim) {
                        let made = made.unwrap();
                        let checked = check_race(&made.to_bytes()).unwrap();
                        assert_eq!(checked.header, *made.header());
                        right += 1;
                    } else {
                        assert!(made.is_err(), "{claim} of {state:?}");
                        for step in 0..2 {
                            let chooser = &mut Fixed(step);
                            let made = strategy(&race, &state, claim, outline, chooser, 10_000);
                            assert!(made.is_err(), "{claim} of {state:?}");
                        }
                        wrong += 1;
                    }
                }
            }
        }
    }
    assert!(right > 700 && wrong > 2000, "{right} {wrong}");
}

/// The checker would believe that the first player, who needs two moves, wins in exactly four plies
/// after a move of the other player, and not in three.
#[test]
#[should_panic(expected = "a player moves twice")]
fn an_own_game_with_a_bound_lets_the_players_alternate() {
    laws::min_moves_to_win(&Race { cells: 6, moves: 12, again: true }, 1000);
}

#[test]
fn a_file_about_an_own_game_with_another_header_is_rejected() {
    let race = Race { cells: 5, moves: 9, again: false };
    let (claim, outline) =
        ("first wins in exactly 5 plies", Outline { leaves: 0, symmetry: true, search: 0 });
    let (start, claim) = (race.initial(), claim.parse().unwrap());
    let made = strategy(&race, &start, claim, outline, &mut Perfect, 999).unwrap();
    assert_eq!(check_race(&made.to_bytes()).unwrap().plies, Some(5));
    let error = |from, to| check_race(&forged(&made, from, to)).unwrap_err().to_string();
    let lines = [
        error("first wins", "second wins"),
        error("exactly 5", "exactly 3"),
        error("exactly 5", "exactly 7"),
        error("first wins in exactly 5 plies", "draw"),
        error("5 5 9 first", "5 5 9 second"),
        error("5 5 9 first", "5  5 9 first"),
        error("5 5 9 first", "5 5 nine first"),
        error("cells 5", "cells 05"),
        error("cells 5", "cells many"),
        error("set cells 5\n", ""),
        error("game race", "game chess"),
        error("strategy leaves 0 symmetry", "layers"),
        error("strategy leaves 0 symmetry", "two-tokens"),
        error("strategy leaves 0 symmetry", "Two tokens"),
    ];
    insta::assert_snapshot!(lines.join("\n"));
    // Neither as a puzzle nor as a heap game is it of this name.
    let file = made.to_bytes();
    let as_puzzle = Checker::new().check_puzzle::<Ring>(&file[..], None);
    assert!(matches!(as_puzzle, Err(Rejection::OtherGame { expected: "ring", .. })));
    let as_heaps = Checker::new().check_heaps::<OneOrTwo>(&file[..], None);
    assert!(matches!(as_heaps, Err(Rejection::OtherGame { expected: "one-or-two", .. })));
    // Damage comes first.
    let mut damaged = forged(&made, "game race", "game chess");
    damaged[30] ^= 1;
    assert!(matches!(check_race(&damaged), Err(Rejection::Checksum)));
}

/// A token on a ring of cells goes `step` cells or one in three of them forward or back, to cell 0.
#[derive(Clone, Debug)]
struct Ring {
    cells: u8,
    step: u8,
}

impl Rules for Ring {
    type State = u8;
    type Move = u8;
    type Undo = u8;

    fn initial(&self) -> u8 {
        0
    }

    fn visit_moves<B>(&self, _: &u8, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let (far, near) = (3 * self.step % self.cells, self.step % self.cells);
        let mut steps = vec![near, self.cells - near, far, self.cells - far];
        steps.sort_unstable();
        steps.dedup();
        steps.retain(|step| step % self.cells != 0);
        steps.into_iter().try_for_each(visit)
    }

    fn play(&self, cell: &mut u8, step: u8) -> u8 {
        std::mem::replace(cell, (*cell + step) % self.cells)
    }

    fn undo(&self, cell: &mut u8, _: u8, before: u8) {
        *cell = before;
    }
}

impl Puzzle for Ring {
    fn is_goal(&self, cell: &u8) -> bool {
        *cell == 0
    }

    fn undirected_goals(&self) -> Option<Vec<u8>> {
        Some(vec![0])
    }

    const ARGUMENTS: &'static [&'static str] = &["common-divisor"];

    /// A divisor of the ring and of the step divides every cell that leads to 0.
    fn check_argument(&self, argument: &str, cell: &u8) -> Result<(), String> {
        if argument != "common-divisor" {
            return Err("there is no such argument".to_owned());
        }
        let divides = |divisor: &u8| [self.cells, self.step].iter().all(|n| n % divisor == 0);
        let found = (2..=self.step).filter(divides).find(|&divisor| !cell.is_multiple_of(divisor));
        found.map(|_| ()).ok_or_else(|| "every common divisor divides the cell".to_owned())
    }
}

impl Notation for Ring {
    type Error = Unreadable;

    fn parse_state(&self, text: &str) -> Result<u8, Unreadable> {
        let cell: u8 = number(text)?;
        if cell < self.cells { Ok(cell) } else { Err(Unreadable(text.to_owned())) }
    }

    fn write_state(&self, cell: &u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{cell}")
    }

    fn parse_move(&self, _: &u8, text: &str) -> Result<u8, Unreadable> {
        number(text)
    }

    fn write_move(&self, _: &u8, step: u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{step}")
    }
}

impl Render for Ring {}

impl NamedGame for Ring {
    const NAME: &'static str = "ring";
    const SUMMARY: &'static str = "bring a token on a ring to cell 0";
    const NOTATION: &'static str = "the cell of the token";

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        let cells = settings.parse("cells")?.unwrap_or(20);
        Ok(Ring { cells, step: settings.parse("step")?.unwrap_or(2) })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("cells", self.cells).with("step", self.step)
    }
}

/// The moves of a shortest way to cell 0, by a search of its own.
fn shortest(ring: &Ring, start: u8) -> Option<Vec<u8>> {
    let mut ways: Vec<Option<Vec<u8>>> = vec![None; ring.cells.into()];
    ways[usize::from(start)] = Some(Vec::new());
    let mut queue = vec![start];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        for mv in ring.moves(&cell) {
            let after = ring.successor(&cell, mv);
            if ways[usize::from(after)].is_none() {
                let mut way = ways[usize::from(cell)].clone().unwrap();
                way.push(mv);
                ways[usize::from(after)] = Some(way);
                queue.push(after);
            }
        }
    }
    ways[0].clone()
}

#[test]
fn of_an_own_puzzle_what_is_true_has_a_certificate_and_what_is_false_has_none() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for (cells, step) in [(20, 2), (21, 2), (24, 4), (27, 3), (13, 1)] {
        let ring = Ring { cells, step };
        laws::rules(&ring, 100);
        laws::notation(&ring, 100);
        laws::undirected_goals(&ring, 100);
        laws::arguments(&ring, &(0..cells).collect::<Vec<_>>(), 100);
        for start in 0..cells {
            let truth = shortest(&ring, start);
            let check = |certificate: &Certificate| {
                Checker::new().check_puzzle::<Ring>(&certificate.to_bytes()[..], None)
            };
            for proof in [argument("common-divisor"), Proof::Exhaustion] {
                let checked = check(&Certificate::unsolvable(&ring, &start, proof));
                assert_eq!(checked.is_ok(), truth.is_none(), "{ring:?} from {start}: {checked:?}");
            }
            for name in ["parity", "common", "divisor-common"] {
                let refused = check(&Certificate::unsolvable(&ring, &start, argument(name)));
                let reason = refused.unwrap_err().to_string();
                assert!(reason.contains("does not apply"), "{reason}");
            }
            let Some(way) = truth else {
                unsolvable += 1;
                continue;
            };
            solvable += 1;
            // There and back again takes two moves more, and no way is one move shorter.
            let there = ring.moves(&start)[0];
            let back = ring.cells - there;
            let detour = [&[there, back][..], &way].concat();
            for proof in [Proof::Layers, Proof::Balls] {
                let made =
                    |way: &[u8]| Certificate::shortest(&ring, &start, way, proof.clone()).unwrap();
                assert!(check(&made(&way)).is_ok(), "{ring:?} from {start}");
                let longer = check(&made(&detour));
                let reason = longer.unwrap_err().to_string();
                assert!(reason.starts_with("a solution of "), "{reason}");
                if let Some((_, short)) = way.split_last() {
                    let shorter = check(&made(short));
                    let reason = shorter.unwrap_err().to_string();
                    assert!(reason.ends_with("is not a goal"), "{reason}");
                }
            }
        }
    }
    assert!(solvable > 50 && unsolvable > 30, "{solvable} {unsolvable}");
}

/// A player takes one or two tokens from a heap; the player who takes the last one wins.
struct OneOrTwo;

impl HeapGame for OneOrTwo {
    const NAME: &'static str = "one-or-two";

    fn open(_: &Settings) -> Result<Self, OpenError> {
        Ok(OneOrTwo)
    }

    fn settings(&self) -> Settings {
        Settings::new()
    }

    fn nim_values(
        &self,
        count: usize,
        _: u16,
        charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
    ) -> Result<Vec<u16>, NimValuesError> {
        let mut values: Vec<u16> = Vec::new();
        for heap in 0..count {
            charge(2)?;
            let options = &values[heap.max(2) - 2..];
            values.push((0..).find(|value| !options.contains(value)).expect("0, 1 or 2"));
        }
        Ok(values)
    }

    fn period_window(&self, preperiod: usize, _: usize) -> Result<Range<usize>, String> {
        preperiod.checked_add(2).map(|end| preperiod..end).ok_or_else(|| "too large".to_owned())
    }
}

#[test]
fn of_an_own_heap_game_the_nim_values_are_certified_and_no_others() {
    let check = |certificate: &Certificate| {
        Checker::new().check_heaps::<OneOrTwo>(&certificate.to_bytes()[..], None)
    };
    let values: Vec<u16> = (0..20).map(|heap| heap % 3).collect();
    for count in 0..values.len() {
        assert!(check(&Certificate::nim_values(&OneOrTwo, &values[..count], 3)).is_ok());
        for heap in 0..count {
            let mut wrong = values[..count].to_vec();
            wrong[heap] += 1;
            let error = check(&Certificate::nim_values(&OneOrTwo, &wrong, 3)).unwrap_err();
            assert!(error.to_string().contains("tokens has the value"), "{error}");
        }
    }
    for period in 0..9 {
        for preperiod in 0..5 {
            let checked = check(&Certificate::period(&OneOrTwo, period, preperiod, 0));
            let holds = period > 0 && period % 3 == 0;
            assert_eq!(checked.is_ok(), holds, "{period} from {preperiod}: {checked:?}");
        }
    }
    for (period, preperiod) in [(3, u64::MAX), (u64::MAX, 0), (u64::MAX, u64::MAX), (3, 1 << 40)] {
        assert!(check(&Certificate::period(&OneOrTwo, period, preperiod, 0)).is_err());
    }
    let limited = Checker::new().budget(Budget::unlimited().nodes(100));
    let file = Certificate::period(&OneOrTwo, 3, 1000, 0).to_bytes();
    let stopped = limited.check_heaps::<OneOrTwo>(&file[..], None);
    assert!(matches!(stopped, Err(Rejection::Stopped { limit: Limit::Nodes })), "{stopped:?}");
}
