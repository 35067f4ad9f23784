//! The laws find games that break their contracts, and say where.

use std::fmt;
use std::ops::ControlFlow;

use tesuji_core::hash::mix;
use tesuji_core::{Blind, Cost, FromFn, Game, GameResult, Notation, Player, Puzzle, Rules, laws};

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// The canonical form has the first player to move.
    MirrorForgetsTurn,
    /// The canonical form of a position is another one than that of its mirror image.
    MirrorsSome,
    /// The canonical form of a finished game is a draw.
    MirrorDraws,
    PlayPanics,
    UndoPanics,
    /// An unfinished position has no moves.
    NoResult,
    /// A finished game has moves.
    MovesOn,
    /// The key leaves out the player to move.
    KeyForgetsTurn,
    /// Says by the method, not by the constant, that no position repeats.
    Repeats,
    CostsTooMuch,
    TwoLines,
    SpaceInMove,
    EmptyMove,
}

/// Two players take one or two tokens from either of two heaps; the player who takes the last one
/// wins.
struct TwoHeaps(Fault);

type Heaps = ([u8; 2], Player);

/// Heaps that no play leads to.
const DRAW: [u8; 2] = [9, 9];

impl Rules for TwoHeaps {
    type State = Heaps;
    type Move = (usize, u8);
    type Undo = Heaps;

    fn initial(&self) -> Heaps {
        ([4, 3], Player::First)
    }

    fn visit_moves<B>(
        &self,
        &(heaps, _): &Heaps,
        mut visit: impl FnMut((usize, u8)) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.0 == Fault::MovesOn && heaps == [0, 0] {
            visit((0, 0))?;
        }
        if heaps == DRAW || self.0 == Fault::NoResult && heaps == [2, 1] {
            return ControlFlow::Continue(());
        }
        let mut moves = (0..2).flat_map(|heap| (1..=heaps[heap].min(2)).map(move |n| (heap, n)));
        moves.try_for_each(&mut visit)
    }

    fn play(&self, state: &mut Heaps, (heap, taken): (usize, u8)) -> Heaps {
        let before = *state;
        assert!(self.0 != Fault::PlayPanics || state.0 != [1, 1], "not so few");
        state.0[heap] -= taken;
        state.1 = state.1.other();
        if self.0 == Fault::Repeats && state.0 == [1, 1] {
            *state = ([4, 2], Player::Second);
        }
        before
    }

    fn undo(&self, state: &mut Heaps, _: (usize, u8), before: Heaps) {
        assert!(self.0 != Fault::UndoPanics || state.0 != [2, 2], "not back");
        *state = before;
    }

    fn key(&self, state: &Heaps) -> u64 {
        if self.0 == Fault::KeyForgetsTurn { mix(&state.0) } else { mix(state) }
    }

    fn canonical(&self, &(heaps, player): &Heaps) -> Heaps {
        let [low, high] = [heaps[0].min(heaps[1]), heaps[0].max(heaps[1])];
        match self.0 {
            Fault::MirrorForgetsTurn => ([high, low], Player::First),
            Fault::MirrorDraws if high == 0 => (DRAW, player),
            Fault::MirrorsSome if low == 1 => (heaps, player),
            _ => ([high, low], player),
        }
    }
}

impl Game for TwoHeaps {
    fn never_repeats(&self) -> bool {
        true
    }

    fn to_move(&self, state: &Heaps) -> Player {
        state.1
    }

    fn result(&self, state: &Heaps) -> Option<GameResult> {
        match state.0 {
            [0, 0] => Some(GameResult::Win(state.1.other())),
            DRAW => Some(GameResult::Draw),
            _ => None,
        }
    }
}

/// The heaps are to be emptied.
impl Puzzle for TwoHeaps {
    fn is_goal(&self, state: &Heaps) -> bool {
        state.0 == [0, 0]
    }

    fn cost(&self, _: &Heaps, _: (usize, u8)) -> Cost {
        if self.0 == Fault::CostsTooMuch { Cost::MAX } else { 1 }
    }

    fn has_unit_costs(&self) -> bool {
        self.0 != Fault::CostsTooMuch
    }
}

impl Notation for TwoHeaps {
    type Error = fmt::Error;

    fn parse_state(&self, text: &str) -> Result<Heaps, fmt::Error> {
        let states = laws::states(self, usize::MAX);
        states.into_iter().find(|state| self.state_text(state) == text).ok_or(fmt::Error)
    }

    fn write_state(&self, (heaps, player): &Heaps, out: &mut impl fmt::Write) -> fmt::Result {
        let gap = if self.0 == Fault::TwoLines { '\n' } else { ' ' };
        write!(out, "{heaps:?}{gap}{player:?}")
    }

    fn parse_move(&self, state: &Heaps, text: &str) -> Result<(usize, u8), fmt::Error> {
        let moves = self.moves(state).into_iter();
        { moves }.find(|&mv| self.move_text(state, mv) == text).ok_or(fmt::Error)
    }

    fn write_move(
        &self,
        _: &Heaps,
        (heap, taken): (usize, u8),
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        match self.0 {
            Fault::SpaceInMove => write!(out, "{heap} {taken}"),
            Fault::EmptyMove if taken == 2 && heap == 0 => Ok(()),
            _ => write!(out, "{heap}-{taken}"),
        }
    }
}

#[test]
fn a_right_game_passes() {
    let game = TwoHeaps(Fault::None);
    laws::rules(&game, 100);
    laws::game(&game, 100);
    laws::notation(&game, 100);
}

#[test]
#[should_panic(expected = "player to move and result of ([3, 3], Second) and its canonical form \
                           ([3, 3], First)")]
fn a_canonical_form_with_another_player_to_move_is_found() {
    laws::game(&TwoHeaps(Fault::MirrorForgetsTurn), 100);
}

#[test]
#[should_panic(expected = "player to move and result of ([0, 0]")]
fn a_canonical_form_with_another_result_is_found() {
    laws::game(&TwoHeaps(Fault::MirrorDraws), 100);
}

#[test]
#[should_panic(expected = "canonical successors of ([")]
fn mirror_images_with_different_canonical_forms_are_found() {
    laws::symmetric(&TwoHeaps(Fault::MirrorsSome), 100);
}

#[test]
#[should_panic(expected = "play of (0, 1) in ([1, 1], Second) panics: not so few")]
fn a_panic_of_play_names_the_state_and_the_move() {
    laws::never_repeats(&TwoHeaps(Fault::PlayPanics), 100);
}

#[test]
#[should_panic(expected = "undo of (1, 1) in ([2, 3], Second) panics: not back")]
fn a_panic_of_undo_names_the_state_and_the_move() {
    laws::rules(&TwoHeaps(Fault::UndoPanics), 100);
}

#[test]
#[should_panic(expected = "two states have the key 0x")]
fn a_key_that_forgets_the_player_to_move_is_found() {
    laws::rules(&TwoHeaps(Fault::KeyForgetsTurn), 100);
}

#[test]
#[should_panic(expected = "([4, 3], First) is estimated 4294967295, more than DEAD_END")]
fn an_estimate_above_that_of_a_dead_end_is_found() {
    let game = TwoHeaps(Fault::None);
    let states = laws::states(&game, 100);
    laws::heuristic(&game, &Blind, &states);
    let none = |_: &TwoHeaps, state: &Heaps| if state.0 == [0, 0] { 0 } else { Cost::MAX };
    laws::heuristic(&game, &FromFn(none), &states);
}

#[test]
#[should_panic(expected = "(0, 1) in ([4, 3], First) costs 4294967295, as much as DEAD_END")]
fn a_cost_that_no_total_can_have_is_found() {
    laws::costs(&TwoHeaps(Fault::None), 100);
    laws::costs(&TwoHeaps(Fault::CostsTooMuch), 100);
}

#[test]
#[should_panic(expected = "([2, 1], First) has no moves, but no result")]
fn an_unfinished_position_without_moves_is_found() {
    laws::game(&TwoHeaps(Fault::NoResult), 100);
}

#[test]
#[should_panic(expected = "([0, 0], First) has the result Win(Second), but the move (0, 0)")]
fn a_finished_game_with_moves_is_found() {
    laws::game(&TwoHeaps(Fault::MovesOn), 100);
}

#[test]
#[should_panic(expected = "([4, 2], Second) repeats after the moves [(")]
fn a_position_that_repeats_is_named_with_the_moves() {
    laws::game(&TwoHeaps(Fault::Repeats), 100);
}

#[test]
#[should_panic(expected = r#""[4, 3]\nFirst", written for ([4, 3], First), has a line break"#)]
fn a_state_on_two_lines_is_found() {
    laws::notation(&TwoHeaps(Fault::TwoLines), 100);
}

#[test]
#[should_panic(expected = r#""0 1", written for (0, 1) in ([4, 3], First), is empty or has"#)]
fn a_space_in_a_move_is_found() {
    laws::notation(&TwoHeaps(Fault::SpaceInMove), 100);
}

#[test]
#[should_panic(expected = r#""", written for (0, 2) in ([4, 3], First), is empty or has"#)]
fn an_empty_move_is_found() {
    laws::notation(&TwoHeaps(Fault::EmptyMove), 100);
}
