//! The verdicts against exact tables: every position of small games, random ones of larger games.

use crate::common::{check_all, check_some, exact};
use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji_connect_four::ConnectFour;
use tesuji_connect_four::ConnectFourHints;
use tesuji_core::{Budget, Game, GameAnswer, GameResult, GameSolver, Player, Value, Wdl, laws};
use tesuji_nim::{Convention, Nim, TakeSet};
use tesuji_proof::{Counting, DfPn, Estimated, Mobility, ParallelDfPn, PnSearch};
use tesuji_retrograde::{Reachable, Table};
use tesuji_tic_tac_toe::TicTacToe;

#[test]
fn every_position_of_tic_tac_toe_has_its_value_and_a_move_that_keeps_it() {
    let df_pn = DfPn::new().best_moves(true);
    assert_eq!(check_all(&TicTacToe::new(), &df_pn), 4_520);
    assert_eq!(check_all(&TicTacToe::new(), &df_pn.remember(true)), 4_520);
    assert_eq!(check_all(&TicTacToe::new(), &PnSearch::new().best_moves(true)), 4_520);
    assert_eq!(check_all(&TicTacToe::new(), &PnSearch::pn2()), 4_520);
}

#[test]
fn every_position_of_nim_has_its_value() {
    for convention in [Convention::Normal, Convention::Misere] {
        let game = Nim::new(TakeSet::any(), convention, &[2, 3, 4]).unwrap();
        check_all(&game, &DfPn::new());
        check_all(&game, &PnSearch::new().first_numbers(Mobility));
        check_all(&game, &DfPn::new().first_numbers(Mobility).counting(Counting::Max));
    }
}

#[test]
fn every_position_of_a_small_breakthrough_has_its_value() {
    for (width, height) in [(2, 4), (2, 5)] {
        let game = Breakthrough::new(width, height).unwrap();
        check_all(&game, &DfPn::new());
        check_all(&game, &PnSearch::new());
        check_all(&game, &PnSearch::pn2().hints(BreakthroughHints).first_numbers(Mobility));
        check_all(&game, &DfPn::new().hints(BreakthroughHints).first_numbers(Mobility));
        check_all(&game, &DfPn::new().hints(BreakthroughHints).remember(true));
    }
}

/// With one table for all positions and both claims.
fn decide_all<G: Game>(game: &G, search: &DfPn) {
    let budget = Budget::unlimited();
    let table = Table::solve(Reachable::explore_all(game, &game.initial()));
    let wins = |state: &G::State, player| {
        table.judge(state).is_some_and(|judgement| match judgement.value.wdl() {
            Some(Wdl::Win) => game.to_move(state) == player,
            Some(Wdl::Loss) => game.to_move(state) != player,
            Some(Wdl::Draw) | None => false,
        })
    };
    for state in laws::states(game, usize::MAX).iter().filter(|state| game.result(state).is_none())
    {
        for player in [Player::First, Player::Second] {
            let decision = search.decide(game, state, player, &budget).expect("there is no limit");
            assert_eq!(decision.holds, wins(state, player), "{player:?} in {state:?}");
            let decides = (game.to_move(state) == player) == decision.holds;
            assert_eq!(decision.decisive.is_some(), decides, "{player:?} in {state:?}");
            if let Some(mv) = decision.decisive {
                let after = game.successor(state, mv);
                let won = match game.result(&after) {
                    Some(result) => result == GameResult::Win(player),
                    None => wins(&after, player),
                };
                assert_eq!(won, decision.holds, "{player:?} in {state:?}: {mv:?}");
            }
            assert!(decision.drawn || decision.holds || wins(state, player.other()));
        }
    }
}

#[test]
fn claims_are_decided_with_the_move_that_shows_it() {
    for remember in [false, true] {
        decide_all(&TicTacToe::new(), &DfPn::new().remember(remember));
        decide_all(&Breakthrough::new(2, 5).unwrap(), &DfPn::new().remember(remember));
    }
}

#[test]
fn every_finished_position_of_tic_tac_toe_has_its_result() {
    let game = TicTacToe::new();
    let mut states = laws::states(&game, usize::MAX);
    states.retain(|state| game.result(state).is_some());
    assert_eq!(states.len(), 958);
    let budget = Budget::unlimited();
    let (pns, pn2, df_pn) = (PnSearch::new(), PnSearch::pn2(), DfPn::new().table_bytes(1 << 16));
    let parallel = ParallelDfPn::new(df_pn.clone(), 2);
    for state in &states {
        let result = game.result(state).expect("it is finished");
        let value = Value::of_result(result, game.to_move(state));
        let answers = [
            pns.solve(&game, state),
            pn2.solve(&game, state),
            df_pn.solve(&game, state),
            parallel.solve(&game, state),
        ];
        for GameAnswer { judgement, .. } in answers {
            assert_eq!((judgement.value, judgement.limit), (value, None), "{state:?}");
        }
        for player in [Player::First, Player::Second] {
            let decision = df_pn.decide(&game, state, player, &budget).expect("there is no limit");
            assert_eq!(
                decision.holds,
                result == GameResult::Win(player),
                "{player:?} in {state:?}"
            );
            assert_eq!(decision.drawn, result == GameResult::Draw, "{state:?}");
            assert_eq!(decision.decisive, None, "{state:?}");
        }
    }
}

#[test]
fn random_positions_of_larger_games_have_their_value() {
    let breakthrough = Breakthrough::new(3, 4).unwrap();
    let breakthrough = exact(&breakthrough);
    check_some(&breakthrough, &DfPn::new(), 200, 1);
    check_some(&breakthrough, &DfPn::new().hints(BreakthroughHints).best_moves(true), 400, 2);
    for scale in [1, 5, 1000] {
        let first_numbers = Estimated::new(PawnsAndRows, scale);
        check_some(&breakthrough, &DfPn::new().first_numbers(first_numbers), 100, 5);
    }
    for pns in [PnSearch::new(), PnSearch::pn2()] {
        check_some(&breakthrough, &pns.clone().hints(BreakthroughHints).best_moves(true), 400, 6);
    }
    let four = ConnectFour::new(4, 4).unwrap();
    let four = exact(&four);
    for counting in [Counting::Sum, Counting::Max, Counting::SumOrMax] {
        check_some(&four, &DfPn::new().counting(counting), 40, 3);
        check_some(&four, &DfPn::new().hints(ConnectFourHints).counting(counting), 100, 4);
    }
}
