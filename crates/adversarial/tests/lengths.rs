//! Games so long that searches that deepen prove them before they see to the end: wins and losses
//! take as many plies as retrograde analysis says.

use crate::common::{generator, random_position};
use rand_pcg::rand_core::Rng;
use tesuji_adversarial::TableSearch;
use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::BreakthroughHints;
use tesuji_core::{Game, GameSolver, Notation, Rules, Value};
use tesuji_retrograde::Retrograde;
use tesuji_rush_hour::MovesToExit;
use tesuji_rush_hour::{RushHourRocks, instances};

fn check<G: Game>(game: &G, state: &G::State, solvers: &[(&str, &dyn GameSolver<G>)]) {
    let expected = Retrograde.solve(game, state).judgement.value;
    for (name, solver) in solvers {
        assert_eq!(solver.solve(game, state).judgement.value, expected, "{name} in {state:?}");
    }
}

fn check_breakthrough(game: &Breakthrough, state: &<Breakthrough as Rules>::State) {
    let hints = BreakthroughHints;
    check(
        game,
        state,
        &[
            ("principal variation", &TableSearch::principal_variation().hints(hints)),
            ("narrow", &TableSearch::principal_variation().hints(hints).aspiration(1)),
            ("mtd(f)", &TableSearch::mtd_f().hints(hints)),
            ("mtd-bi", &TableSearch::mtd_bi().hints(hints)),
            ("without hints", &TableSearch::mtd_f()),
        ],
    );
}

#[test]
fn breakthrough_two_columns_wide() {
    let game = Breakthrough::new(2, 7).unwrap();
    for (text, value) in [
        ("pp/pp/2/2/2/PP/PP w", Value::Loss(Some(20))),
        ("pp/1p/p1/P1/2/P1/PP b", Value::Win(Some(17))),
        ("pp/pp/2/2/1P/1P/PP b", Value::Win(Some(19))),
    ] {
        let state = game.parse_state(text).unwrap();
        assert_eq!(Retrograde.solve(&game, &state).judgement.value, value, "{text}");
        check_breakthrough(&game, &state);
    }
    let game = Breakthrough::new(2, 6).unwrap();
    let mut random = generator(21);
    for _ in 0..40 {
        let moves = random.next_u32() % 8;
        if let Some(state) = random_position(&game, moves, &mut random) {
            check_breakthrough(&game, &state);
        }
    }
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn rush_hour_against_rocks() {
    for text in instances::LAB {
        let game = RushHourRocks::new(text.parse().unwrap());
        let state = game.initial();
        let solvers: [(&str, &dyn GameSolver<_>); 2] = [
            ("principal variation", &TableSearch::principal_variation().evaluator(MovesToExit)),
            ("mtd(f)", &TableSearch::mtd_f().evaluator(MovesToExit)),
        ];
        check(&game, &state, &solvers);
    }
}
