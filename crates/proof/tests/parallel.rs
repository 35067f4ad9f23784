//! Several threads give the verdicts of one.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::common::{check_all, check_some, exact};
use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::{
    Budget, Game, GameResult, GameSolver, Limit, Notation, Player, Rules, Silent, Value,
};
use tesuji_nim::{Convention, Nim, TakeSet};
use tesuji_proof::{Counting, DfPn, Mobility, ParallelDfPn};
use tesuji_tic_tac_toe::TicTacToe;
use tesuji_zobrist::exact_key;

/// A small table: making one is most of the work here.
/// From the first node on.
fn with_help<S>(search: S, threads: usize) -> ParallelDfPn<S> {
    ParallelDfPn::new(search, threads).without_help(0)
}

fn team(threads: usize) -> ParallelDfPn<DfPn> {
    with_help(DfPn::new().table_bytes(1 << 16).whole_pv(false), threads)
}

#[test]
fn every_position_of_small_games_has_its_value() {
    assert_eq!(check_all(&TicTacToe::new(), &team(2)), 4_520);
    for convention in [Convention::Normal, Convention::Misere] {
        check_all(&Nim::new(TakeSet::any(), convention, &[2, 3, 4]).unwrap(), &team(3));
    }
    check_all(&Breakthrough::new(2, 4).unwrap(), &team(4));
}

#[test]
fn random_positions_of_larger_games_have_their_value() {
    let search = || DfPn::new().table_bytes(1 << 20).best_moves(true);
    let breakthrough = Breakthrough::new(3, 4).unwrap();
    check_some(&exact(&breakthrough), &with_help(search(), 3), 100, 1);
    let search = search().first_numbers(Mobility);
    let four = ConnectFour::new(4, 4).unwrap();
    let four = exact(&four);
    for counting in [Counting::Sum, Counting::Max, Counting::SumOrMax] {
        let team = with_help(search.clone().counting(counting), 2);
        check_some(&four, &team, 10, 2);
    }
}

#[test]
fn the_start_of_tic_tac_toe_is_drawn_with_a_whole_line() {
    let search = DfPn::new().table_bytes(1 << 20);
    let game = TicTacToe::new();
    let answer = with_help(search, 2).solve(&game, &game.initial());
    assert_eq!(answer.judgement.value, Value::Draw);
    assert_eq!(answer.judgement.pv.len(), 9);
}

#[test]
fn a_budget_ends_all_threads_and_proves_nothing() {
    let game = Breakthrough::new(6, 6).unwrap();
    let budget = Budget::unlimited().nodes(50_000);
    let answer = team(3).solve_within(&game, &game.initial(), &budget, &mut Silent);
    assert_eq!(answer.judgement.value, Value::Estimate(0));
    assert_eq!(answer.judgement.limit, Some(Limit::Nodes));
    assert!(answer.stats.generated <= 50_000 + 3 * 36, "{:?}", answer.stats);
    let best = answer.judgement.best.expect("the game goes on");
    assert!(game.moves(&game.initial()).contains(&best));
}

/// One move after the other, to a win of the first player at the end.
#[derive(Debug)]
struct Line(u32);

impl Rules for Line {
    type State = u32;
    type Move = ();
    type Undo = ();

    fn initial(&self) -> u32 {
        0
    }

    fn visit_moves<B>(
        &self,
        &ply: &u32,
        mut visit: impl FnMut(()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if ply < self.0 { visit(()) } else { ControlFlow::Continue(()) }
    }

    fn play(&self, ply: &mut u32, (): ()) {
        *ply += 1;
    }

    fn undo(&self, ply: &mut u32, (): (), (): ()) {
        *ply -= 1;
    }

    fn key(&self, &ply: &u32) -> u64 {
        exact_key(ply.into())
    }
}

impl Game for Line {
    fn to_move(&self, ply: &u32) -> Player {
        if ply.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn result(&self, &ply: &u32) -> Option<GameResult> {
        (ply == self.0).then_some(GameResult::Win(Player::First))
    }

    fn never_repeats(&self) -> bool {
        true
    }
}

/// Looking for what others have settled on the path must not take longer and longer: that took
/// several minutes.
#[test]
fn a_long_line_ends_by_several_threads() {
    let solver = with_help(DfPn::new().whole_pv(false), 2);
    let budget = Budget::unlimited().time(Duration::from_secs(120));
    let answer = solver.solve_within(&Line(1_000_000), &0, &budget, &mut Silent);
    assert_eq!((answer.judgement.value, answer.judgement.limit), (Value::Win(None), None));
}

#[test]
fn what_one_thread_began_the_others_finish() {
    let game = Breakthrough::new(3, 4).unwrap();
    let solve = |search: &dyn GameSolver<_>| {
        let answer = search.solve(&game, &game.initial());
        (answer.judgement.value, answer.stats.generated)
    };
    let alone = solve(&DfPn::new());
    for threads in [2, 3] {
        let team = ParallelDfPn::new(DfPn::new(), threads);
        assert_eq!(solve(&team), alone, "too short for help");
        for nodes in [1, 100, alone.1 / 2, alone.1 - 100] {
            let (value, generated) = solve(&team.clone().without_help(nodes));
            assert_eq!(value, alone.0);
            // What was known is not searched again.
            assert!(generated > nodes && generated < 3 * alone.1, "{nodes}: {generated}");
        }
    }
}

#[test]
fn the_table_grows_with_the_search() {
    let game = TicTacToe::new();
    let search = || DfPn::new().table_bytes(1 << 31);
    let late = game.parse_state("XOX/OX./..O").unwrap();
    let answer = with_help(search(), 4).solve(&game, &late);
    assert!(answer.stats.peak_bytes <= 1 << 18, "{:?}", answer.stats);

    let game = ConnectFour::new(5, 4).unwrap();
    let one = search().solve(&game, &game.initial());
    let four = with_help(search(), 4).solve(&game, &game.initial());
    assert_eq!(four.judgement.value, one.judgement.value);
    assert!((1 << 20..1 << 30).contains(&four.stats.peak_bytes), "{:?}", four.stats);
}
