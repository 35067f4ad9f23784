//! The laws find games that break their contracts, and say where.

use std::fmt;
use std::ops::ControlFlow;

use tesuji_core::hash::mix;
use tesuji_core::{
    Blind, Cost, FromFn, Game, GameResult, Hints, KnownGoals, NoHints, Notation, Player, Puzzle,
    Rules, StaticBounds, Value, laws,
};

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
    /// Shows moves after the first one also to a visitor that has broken.
    ShowsOn,
    /// Shows no more moves to a visitor that has broken, but does not say so.
    ForgetsBreak,
    /// The key leaves out the player to move.
    KeyForgetsTurn,
    /// Says by the method, not by the constant, that no position repeats.
    Repeats,
    CostsTooMuch,
    /// Lists only the goal with the first player to move.
    ForgetsGoal,
    /// Says that a player wins a ply sooner than is true.
    WinsTooSoon,
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
        match self.0 {
            Fault::ShowsOn => {
                let _ = moves.by_ref().take(1).try_for_each(&mut visit);
                moves.try_for_each(&mut visit)
            }
            Fault::ForgetsBreak => {
                let _ = moves.try_for_each(&mut visit);
                ControlFlow::Continue(())
            }
            _ => moves.try_for_each(&mut visit),
        }
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

    fn forced_win(&self, state: &Heaps) -> Option<(Player, u32)> {
        let too_soon = u32::from(self.0 == Fault::WinsTooSoon);
        match value(state) {
            Value::Win(Some(plies)) => Some((state.1, plies - too_soon)),
            Value::Loss(Some(plies)) => Some((state.1.other(), plies)),
            _ => None,
        }
    }

    fn result(&self, state: &Heaps) -> Option<GameResult> {
        match state.0 {
            [0, 0] => Some(GameResult::Win(state.1.other())),
            DRAW => Some(GameResult::Draw),
            _ => None,
        }
    }
}

/// The value of a position, by the rules alone.
fn value(state: &Heaps) -> Value {
    let game = TwoHeaps(Fault::None);
    if let Some(result) = game.result(state) {
        return Value::of_result(result, state.1);
    }
    let moves = game.moves(state).into_iter();
    let replies: Vec<_> = moves.map(|mv| value(&game.successor(state, mv))).collect();
    let losses = replies.iter().filter(|value| matches!(value, Value::Loss(_)));
    match losses.filter_map(|value| value.plies()).min() {
        Some(least) => Value::Win(Some(least + 1)),
        None => Value::Loss(replies.iter().filter_map(|value| value.plies()).max().map(|n| n + 1)),
    }
}

/// Hints about two heaps.
#[derive(Clone, Copy, PartialEq)]
enum Told {
    /// The player to move wins if the heaps differ by no multiple of three, and a heap of one or two
    /// at once.
    Truth,
    /// That takes a ply longer.
    Late,
    /// The first move is not worth trying.
    OmitsFirst,
    /// The first move is the only one.
    ForcesFirst,
    /// There is a move with no tokens.
    Illegal,
}

impl Hints<TwoHeaps> for Told {
    type Notes = ();
    type Draft = ();

    fn study(&self, game: &TwoHeaps, state: &Heaps) -> (StaticBounds, ()) {
        let last = matches!(state.0, [0, 1 | 2] | [1 | 2, 0]);
        let bounds = match state.0[0].abs_diff(state.0[1]) % 3 {
            _ if game.result(state).is_some() => return NoHints.study(game, state),
            _ if last => StaticBounds::win_in(1 + u32::from(*self == Told::Late)),
            0 => StaticBounds::UNKNOWN.no_win(),
            _ => StaticBounds::UNKNOWN.no_loss(),
        };
        (bounds, ())
    }

    fn visit_candidates<B>(
        &self,
        game: &TwoHeaps,
        state: &Heaps,
        (): &(),
        mut visit: impl FnMut((usize, u8), i32, ()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if *self == Told::Illegal {
            visit((0, 0), 0, ())?;
        }
        let omitted = usize::from(*self == Told::OmitsFirst);
        game.moves(state).into_iter().skip(omitted).try_for_each(|mv| visit(mv, 0, ()))
    }

    fn forced_move(&self, game: &TwoHeaps, state: &Heaps, (): &()) -> Option<((usize, u8), ())> {
        (*self == Told::ForcesFirst).then(|| (game.moves(state)[0], ()))
    }
}

fn check_hints(told: Told) {
    let game = TwoHeaps(Fault::None);
    laws::hints(&game, &told, &laws::states(&game, 100), value);
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

impl KnownGoals for TwoHeaps {
    fn goals(&self) -> Vec<Heaps> {
        let mut goals = vec![([0, 0], Player::First), ([0, 0], Player::Second)];
        goals.truncate(if self.0 == Fault::ForgetsGoal { 1 } else { 2 });
        goals
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
#[should_panic(expected = "([0, 0], Second) is not listed")]
fn a_goal_that_is_not_listed_is_found() {
    laws::known_goals(&TwoHeaps(Fault::None), 100);
    laws::known_goals(&TwoHeaps(Fault::ForgetsGoal), 100);
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
#[should_panic(
    expected = "the number of moves of ([4, 3], First) until the visitor breaks at (0, 1)"
)]
fn moves_that_are_shown_after_a_break_are_found() {
    laws::rules(&TwoHeaps(Fault::ShowsOn), 100);
}

#[test]
#[should_panic(expected = "what visit_moves returns after the moves of ([4, 3], First)")]
fn a_break_that_is_not_returned_is_found() {
    laws::rules(&TwoHeaps(Fault::ForgetsBreak), 100);
}

#[test]
#[should_panic(expected = "([4, 2], Second) repeats after the moves [(")]
fn a_position_that_repeats_is_named_with_the_moves() {
    laws::game(&TwoHeaps(Fault::Repeats), 100);
}

#[test]
fn true_hints_pass() {
    check_hints(Told::Truth);
    let game = TwoHeaps(Fault::None);
    laws::forced_win(&game, &laws::states(&game, 100), value);
}

#[test]
#[should_panic(
    expected = "is worth Win(Some(1)), a score of 67108862: StaticBounds { worst: 67108861, best: 67108861 }"
)]
fn static_bounds_that_are_too_tight_are_found() {
    check_hints(Told::Late);
}

#[test]
#[should_panic(expected = "the best candidate of ([")]
fn a_better_move_than_the_candidates_is_found() {
    check_hints(Told::OmitsFirst);
}

#[test]
#[should_panic(expected = "the forced move (0, 1) of ([")]
fn a_forced_move_that_loses_is_found() {
    check_hints(Told::ForcesFirst);
}

#[test]
#[should_panic(expected = "the candidate (0, 0) is illegal in ([4, 3], First)")]
fn an_illegal_candidate_is_found() {
    check_hints(Told::Illegal);
}

#[test]
#[should_panic(expected = "wins ([4, 3], First) within ")]
fn a_forced_win_that_takes_longer_is_found() {
    let game = TwoHeaps(Fault::WinsTooSoon);
    laws::forced_win(&game, &laws::states(&game, 100), value);
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
