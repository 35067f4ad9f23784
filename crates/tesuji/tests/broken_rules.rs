//! Rules that break the law that a game without moves is over.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tesuji::adversarial::{
    AlphaBeta, Expectimax, MemoMinimax, Minimax, Negamax, TableSearch, Uniform,
};
use tesuji::core::{Game, GameResult, GameSolver, Player, Rules};
use tesuji::montecarlo::{FlatMonteCarlo, MonteCarlo};
use tesuji::proof::{DfPn, PnSearch};
use tesuji::retrograde::Retrograde;

/// Two players take one or two tokens in turn; with two left nobody can move, and nobody has won.
struct Stuck;

impl Rules for Stuck {
    type State = (u8, Player);
    type Move = u8;
    type Undo = ();

    fn initial(&self) -> (u8, Player) {
        (7, Player::First)
    }

    fn visit_moves<B>(
        &self,
        &(left, _): &(u8, Player),
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (1..=if left == 2 { 0 } else { left.min(2) }).try_for_each(visit)
    }

    fn play(&self, (left, player): &mut (u8, Player), taken: u8) {
        *left -= taken;
        *player = player.other();
    }

    fn undo(&self, (left, player): &mut (u8, Player), taken: u8, (): ()) {
        *left += taken;
        *player = player.other();
    }
}

impl Game for Stuck {
    const NEVER_REPEATS: bool = true;

    fn to_move(&self, &(_, player): &(u8, Player)) -> Player {
        player
    }

    fn result(&self, &(left, player): &(u8, Player)) -> Option<GameResult> {
        (left == 0).then_some(GameResult::Win(player.other()))
    }
}

#[test]
fn every_search_names_a_position_that_has_no_moves_and_is_not_over() {
    let searches: [(&str, Box<dyn GameSolver<Stuck>>); 15] = [
        ("minimax", Box::new(Minimax::new())),
        ("negamax", Box::new(Negamax::new())),
        ("alpha-beta", Box::new(AlphaBeta::new())),
        ("memo-minimax", Box::new(MemoMinimax::new())),
        ("expectimax", Box::new(Expectimax::new(Uniform))),
        ("pvs", Box::new(TableSearch::principal_variation())),
        ("mtd-f", Box::new(TableSearch::mtd_f())),
        ("mtd-bi", Box::new(TableSearch::mtd_bi())),
        ("outcome-only", Box::new(TableSearch::outcome_only())),
        ("flat-mc", Box::new(FlatMonteCarlo::new())),
        ("uct", Box::new(MonteCarlo::uct())),
        ("grave", Box::new(MonteCarlo::grave())),
        ("pn", Box::new(PnSearch::new())),
        ("df-pn", Box::new(DfPn::new())),
        ("retrograde", Box::new(Retrograde)),
    ];
    for (name, search) in searches {
        for start in [2, 7] {
            let state = (start, Player::First);
            let found = catch_unwind(AssertUnwindSafe(|| search.solve(&Stuck, &state).judgement));
            let complaint = found.expect_err(name);
            let complaint = complaint.downcast_ref::<String>().expect(name);
            assert!(complaint.contains("has no moves, but no result"), "{name}: {complaint}");
        }
    }
}
