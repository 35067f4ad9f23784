//! The informed searches on the taquin, against exhaustive distances and published figures.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{
    Answer, Blind, Budget, Limit, Max, Meter, Notation, Outcome, Puzzle, Rules, Silent, Solver,
    StopFlag, check_plan,
};
use tesuji_informed::{AStar, GreedyBestFirst, IdaStar, Weight, WeightedAStar};
use tesuji_taquin::instances::korf100;
use tesuji_taquin::{
    Board, Goal, LinearConflict, Manhattan, Misplaced, Slide, Taquin, WalkingDistance,
};

fn eight() -> Taquin {
    Taquin::new(3, 3, Goal::BlankFirst).unwrap()
}

fn board(text: &str) -> Board {
    eight().parse_state(text).unwrap()
}

/// Every board of 3×3 with its distance, by a breadth-first search that shares no code with
/// the crate.
fn distances() -> HashMap<Board, u32> {
    let taquin = eight();
    let mut distances = HashMap::from([(taquin.goal(), 0)]);
    let mut layer = vec![taquin.goal()];
    for distance in 1.. {
        let mut next = Vec::new();
        for board in layer {
            for slide in taquin.moves(&board) {
                let child = taquin.successor(&board, slide);
                distances.entry(child).or_insert_with(|| {
                    next.push(child);
                    distance
                });
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

fn optimal(answer: &Answer<Slide>) -> u32 {
    let Outcome::Optimal(plan) = &answer.outcome else { panic!("{:?}", answer.outcome) };
    plan.cost
}

#[test]
fn a_star_and_ida_star_find_the_distance_of_random_boards() {
    let (taquin, distances) = (eight(), distances());
    let (misplaced, manhattan) = (Misplaced, Manhattan::new(&taquin));
    let conflict = LinearConflict::new(&taquin);
    let walking = WalkingDistance::new(&taquin).unwrap();
    let both = Max(&conflict, &walking);
    let mut random = Pcg64::seed_from_u64(1);
    for _ in 0..40 {
        let start = taquin.shuffle_uniform(&mut random);
        let distance = distances[&start];
        macro_rules! agree {
            ($($heuristic:expr),*) => { $(
                let answer = AStar::new($heuristic).solve(&taquin, &start);
                assert_eq!(optimal(&answer), distance);
                check_plan(&taquin, &start, answer.outcome.plan().unwrap()).unwrap();
                let answer = IdaStar::new($heuristic).solve(&taquin, &start);
                assert_eq!(optimal(&answer), distance);
                check_plan(&taquin, &start, answer.outcome.plan().unwrap()).unwrap();
            )* };
        }
        agree!(&misplaced, &manhattan, &conflict, &walking, &both);
    }
}

#[test]
fn weighted_a_star_keeps_its_bound_and_greedy_makes_no_claim() {
    let (taquin, distances) = (eight(), distances());
    let manhattan = Manhattan::new(&taquin);
    let mut random = Pcg64::seed_from_u64(2);
    for _ in 0..100 {
        let start = taquin.shuffle_uniform(&mut random);
        let distance = distances[&start];
        for (numerator, denominator) in [(1, 1), (5, 4), (2, 1), (10, 1)] {
            let weight = Weight::new(numerator, denominator).unwrap();
            let answer = WeightedAStar::new(&manhattan, weight).solve(&taquin, &start);
            let plan = answer.outcome.plan().unwrap();
            check_plan(&taquin, &start, plan).unwrap();
            assert!(plan.cost * denominator <= distance * numerator);
            match answer.outcome {
                Outcome::Optimal(plan) => assert_eq!(plan.cost, distance),
                Outcome::Solved { lower_bound, .. } => assert!(lower_bound <= distance),
                other => panic!("{other:?}"),
            }
        }
        let answer = GreedyBestFirst::new(&manhattan).solve(&taquin, &start);
        check_plan(&taquin, &start, answer.outcome.plan().unwrap()).unwrap();
        match answer.outcome {
            Outcome::Optimal(plan) => assert_eq!(plan.cost, distance),
            Outcome::Solved { lower_bound, .. } => assert!(lower_bound <= distance),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn korfs_cheap_instances_take_as_many_nodes_as_published() {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).unwrap();
    let search = IdaStar::new(Manhattan::new(&taquin));
    let cheap = korf100().iter().filter(|korf| korf.idastar_manhattan_nodes < 4_000_000);
    let mut count = 0;
    for korf in cheap {
        let start = taquin.board_from_tiles(&korf.tiles).unwrap();
        let answer = search.solve(&taquin, &start);
        assert_eq!(optimal(&answer), korf.optimal, "length of instance {}", korf.number);
        let nodes = korf.idastar_manhattan_nodes;
        assert_eq!(answer.stats.generated, nodes, "nodes of instance {}", korf.number);
        count += 1;
    }
    assert!(count >= 10, "only {count} cheap instances");
}

#[test]
fn exhaustion_proves_a_board_unsolvable() {
    let (taquin, start) = (eight(), board("230518674"));
    let manhattan = Manhattan::new(&taquin);
    let answer = AStar::new(&manhattan).solve(&taquin, &start);
    assert_eq!((answer.outcome, answer.stats.expanded), (Outcome::Unsolvable, 181_440));
    let answer = GreedyBestFirst::new(&manhattan).solve(&taquin, &start);
    assert_eq!((answer.outcome, answer.stats.expanded), (Outcome::Unsolvable, 181_440));
}

#[test]
fn the_goal_is_solved_in_no_moves() {
    let taquin = eight();
    let manhattan = Manhattan::new(&taquin);
    assert_eq!(optimal(&AStar::new(&manhattan).solve(&taquin, &taquin.goal())), 0);
    assert_eq!(optimal(&IdaStar::new(&manhattan).solve(&taquin, &taquin.goal())), 0);
}

#[test]
fn every_limit_ends_a_search_with_what_it_knows() {
    let taquin = eight();
    let start = board("876041253");
    let manhattan = Manhattan::new(&taquin);
    let raised = StopFlag::new();
    raised.raise();
    let budgets = [
        (Budget::unlimited().nodes(500), Limit::Nodes),
        (Budget::unlimited().time(Duration::ZERO), Limit::Time),
        (Budget::unlimited().stop(raised), Limit::Interrupted),
    ];
    for (budget, expected) in &budgets {
        let answers = [
            AStar::new(&manhattan).solve_within(&taquin, &start, budget, &mut Silent),
            IdaStar::new(&manhattan).solve_within(&taquin, &start, budget, &mut Silent),
            GreedyBestFirst::new(Blind).solve_within(&taquin, &start, budget, &mut Silent),
        ];
        for answer in answers {
            let Outcome::Unknown { limit, lower_bound } = answer.outcome else {
                panic!("{:?}", answer.outcome)
            };
            assert_eq!(limit, *expected);
            assert!(lower_bound <= 31);
            assert!(answer.stats.generated <= 510);
        }
    }
}

#[test]
fn a_star_stays_within_its_memory() {
    let (taquin, start) = (eight(), board("876041253"));
    for memory in [0, 1000, 10_000, 200_000] {
        let budget = Budget::unlimited().memory(memory);
        let search = AStar::new(Manhattan::new(&taquin));
        let answer = search.solve_within(&taquin, &start, &budget, &mut Silent);
        let Outcome::Unknown { limit: Limit::Memory, lower_bound } = answer.outcome else {
            panic!("{:?}", answer.outcome)
        };
        assert!(answer.stats.peak_bytes <= memory && lower_bound <= 31);
    }
}

#[test]
fn a_node_limit_is_kept_to_the_successors_along_one_line() {
    let (taquin, start) = (eight(), board("876041253"));
    for nodes in [1, 2, 17, 8192, 8193, 20_000] {
        let budget = Budget::unlimited().nodes(nodes);
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        let _ = IdaStar::new(Manhattan::new(&taquin)).search(&taquin, &start, &mut meter);
        let generated = meter.stats().generated;
        // Successors are counted before they are made, those of the whole line to the end.
        assert!(generated <= nodes + 4 && generated + 3 * 31 >= nodes, "{generated} of {nodes}");
    }
}

#[test]
fn solutions_of_the_course_boards() {
    let taquin = eight();
    let manhattan = Manhattan::new(&taquin);
    let lines: Vec<_> = ["125374680", "631752048", "370481652", "423578016", "806547231"]
        .iter()
        .map(|text| {
            let start = board(text);
            let answer = IdaStar::new(&manhattan).solve(&taquin, &start);
            let plan = answer.outcome.plan().unwrap();
            format!(
                "{text}: {} moves, {} nodes: {}",
                plan.cost,
                answer.stats.generated,
                taquin.moves_text(&start, &plan.moves).join(" ")
            )
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

/// Iterative deepening without an estimate, written as plainly as possible: whether the goal is at
/// `depth` moves, and the expanded and generated states.
fn deepen(
    taquin: &Taquin,
    board: Board,
    last: Option<Slide>,
    left: u32,
    counts: &mut [u64; 2],
) -> bool {
    counts[0] += 1;
    taquin
        .visit_moves_after(last, &board, |slide| {
            counts[1] += 1;
            let child = taquin.successor(&board, slide);
            let found = left > 0
                && (taquin.is_goal(&child) || deepen(taquin, child, Some(slide), left - 1, counts));
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
}

#[test]
fn states_with_nothing_left_of_the_bound_are_counted_as_others() {
    // With sites at compile time, and without.
    for (width, height, board) in [(3, 3, "125374680"), (4, 2, "10274536")] {
        let taquin = Taquin::new(width, height, Goal::BlankFirst).unwrap();
        let start = taquin.parse_state(board).unwrap();
        let mut counts = [0, 1];
        let cost = (0..).find(|&bound| deepen(&taquin, start, None, bound, &mut counts)).unwrap();
        let answer = IdaStar::new(Blind).solve(&taquin, &start);
        assert_eq!(answer.outcome.plan().unwrap().cost, cost);
        assert_eq!([answer.stats.expanded, answer.stats.generated], counts);
    }
}
