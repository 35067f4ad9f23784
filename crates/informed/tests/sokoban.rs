//! Levels of Sokoban: the fewest pushes and moves, with and without a heuristic.

use tesuji_core::{Budget, Outcome, Rules, Silent, Solver, check_plan};
use tesuji_informed::AStar;
use tesuji_sokoban::{Matching, Metric, NearestGoal, Sokoban, levels};
use tesuji_uninformed::BreadthFirst;

#[test]
fn heuristics_and_deadlocks_keep_solutions_shortest() {
    let mut saved = [0, 0];
    for level in levels::microban().iter().take(40) {
        for metric in [Metric::Pushes, Metric::Moves] {
            let sokoban = Sokoban::new(level.clone(), metric);
            let start = sokoban.initial();
            let budget = Budget::unlimited().nodes(60_000);
            let plain = BreadthFirst.solve_within(&sokoban, &start, &budget, &mut Silent);
            // Larger levels are left out.
            let Outcome::Optimal(fewest) = plain.outcome else { continue };
            let led = AStar::new(Matching).solve(&sokoban, &start);
            let nearest = AStar::new(NearestGoal).solve(&sokoban, &start);
            for found in [&led, &nearest] {
                let Outcome::Optimal(plan) = &found.outcome else { panic!("{level}") };
                check_plan(&sokoban, &start, plan).unwrap();
                assert_eq!(plan.cost, fewest.cost, "{level} in {metric}");
            }
            saved[0] += plain.stats.expanded;
            saved[1] += led.stats.expanded;
        }
    }
    assert!(4 * saved[1] < saved[0], "{saved:?} states expanded");
}

/// Level by level, the fewest pushes.
#[test]
fn the_first_levels_take_these_pushes() {
    let mut pushes = Vec::new();
    for level in levels::microban().iter().take(40) {
        let sokoban = Sokoban::new(level.clone(), Metric::Pushes);
        let start = sokoban.initial();
        let budget = Budget::unlimited().nodes(100_000);
        let led = AStar::new(Matching).solve_within(&sokoban, &start, &budget, &mut Silent);
        pushes.push(match led.outcome {
            Outcome::Optimal(plan) => plan.cost.to_string(),
            _ => "?".to_owned(),
        });
    }
    insta::assert_snapshot!(pushes.join(" "), @"8 3 13 7 6 29 6 32 10 21 16 11 21 10 12 39 9 13 20 16 5 15 10 9 7 10 10 9 22 5 6 9 10 8 31 59 23 8 27 7");
}
