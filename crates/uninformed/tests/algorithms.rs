//! The uninformed searches on the 8-puzzle, against the distances of the whole space, and on
//! made-up puzzles with costs, dead ends and endless lines.

use std::time::Duration;

use crate::graph::Graph;
use proptest::prelude::*;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{
    Answer, Budget, Cost, DEAD_END, KnownGoals, Limit, Notation, Outcome, Ranked, Rules, Silent,
    Solver, StopFlag, check_plan,
};
use tesuji_taquin::{Board, Goal, Slide, Taquin};
use tesuji_uninformed::{
    Bidirectional, BreadthFirst, DepthFirst, DepthLimited, Distances, Enumeration,
    IterativeDeepening, UniformCost,
};

fn eight() -> Taquin {
    Taquin::new(3, 3, Goal::BlankFirst).unwrap()
}

fn board(text: &str) -> Board {
    eight().parse_state(text).unwrap()
}

fn distances(taquin: &Taquin) -> Distances {
    let unlimited = Budget::unlimited();
    Enumeration::new().run(taquin, taquin.goals(), &unlimited, &mut Silent).outcome.unwrap()
}

fn optimal(answer: &Answer<Slide>) -> Cost {
    let Outcome::Optimal(plan) = &answer.outcome else { panic!("{:?}", answer.outcome) };
    plan.cost
}

#[test]
fn every_search_finds_the_distance_of_random_boards() {
    let taquin = eight();
    let distances = distances(&taquin);
    let mut random = Pcg64::seed_from_u64(1);
    for _ in 0..12 {
        let start = taquin.shuffle_uniform(&mut random);
        let distance = distances.distance(&taquin, taquin.rank(&start)).unwrap();
        let answers = [
            BreadthFirst.solve(&taquin, &start),
            IterativeDeepening::new().solve(&taquin, &start),
            Bidirectional.solve(&taquin, &start),
            UniformCost.solve(&taquin, &start),
        ];
        for answer in &answers {
            assert_eq!(optimal(answer), distance);
            check_plan(&taquin, &start, answer.outcome.plan().unwrap()).unwrap();
        }
        // Without memory and without a better idea: some way within the limit, or none.
        let answer = DepthLimited::new(distance).solve(&taquin, &start);
        let plan = answer.outcome.plan().unwrap();
        check_plan(&taquin, &start, plan).unwrap();
        assert_eq!(plan.cost, distance);
        let answer = DepthLimited::new(distance - 1).solve(&taquin, &start);
        let cut_off = Outcome::Unknown { limit: Limit::Depth, lower_bound: distance };
        assert_eq!(answer.outcome, cut_off);
        // With memory: some way, as long as it may be.
        let answer = DepthFirst.solve(&taquin, &start);
        let plan = answer.outcome.plan().unwrap();
        check_plan(&taquin, &start, plan).unwrap();
        assert!(plan.cost >= distance && !answer.outcome.is_optimal());
    }
}

#[test]
fn the_hardest_boards_take_31_moves() {
    let taquin = eight();
    for text in ["806547231", "876041253"] {
        assert_eq!(optimal(&BreadthFirst.solve(&taquin, &board(text))), 31);
        assert_eq!(optimal(&Bidirectional.solve(&taquin, &board(text))), 31);
        assert_eq!(optimal(&IterativeDeepening::new().solve(&taquin, &board(text))), 31);
    }
}

#[test]
fn the_goal_is_solved_in_no_moves() {
    let taquin = eight();
    let start = taquin.goal();
    assert_eq!(optimal(&BreadthFirst.solve(&taquin, &start)), 0);
    assert_eq!(optimal(&DepthFirst.solve(&taquin, &start)), 0);
    assert_eq!(optimal(&DepthLimited::new(0).solve(&taquin, &start)), 0);
    assert_eq!(optimal(&IterativeDeepening::new().solve(&taquin, &start)), 0);
    assert_eq!(optimal(&Bidirectional.solve(&taquin, &start)), 0);
    assert_eq!(optimal(&UniformCost.solve(&taquin, &start)), 0);
}

#[test]
fn exhaustion_proves_a_board_unsolvable() {
    let (taquin, start) = (eight(), board("230518674"));
    for answer in [
        BreadthFirst.solve(&taquin, &start),
        DepthFirst.solve(&taquin, &start),
        UniformCost.solve(&taquin, &start),
    ] {
        assert_eq!((answer.outcome, answer.stats.expanded), (Outcome::Unsolvable, 181_440));
    }
    let answer = Bidirectional.solve(&taquin, &start);
    assert_eq!(answer.outcome, Outcome::Unsolvable);
    // Lines never end, so iterative deepening never does either.
    let budget = Budget::unlimited().nodes(100_000);
    let answer = IterativeDeepening::new().solve_within(&taquin, &start, &budget, &mut Silent);
    assert!(matches!(answer.outcome, Outcome::Unknown { limit: Limit::Nodes, .. }));
}

#[test]
fn every_limit_ends_every_search_with_a_true_bound() {
    let (taquin, start) = (eight(), board("876041253"));
    let raised = StopFlag::new();
    raised.raise();
    let budgets = [
        (Budget::unlimited().nodes(1000), Limit::Nodes),
        (Budget::unlimited().time(Duration::ZERO), Limit::Time),
        (Budget::unlimited().stop(raised), Limit::Interrupted),
    ];
    for (budget, expected) in &budgets {
        let answers = [
            BreadthFirst.solve_within(&taquin, &start, budget, &mut Silent),
            DepthFirst.solve_within(&taquin, &start, budget, &mut Silent),
            DepthLimited::new(31).solve_within(&taquin, &start, budget, &mut Silent),
            IterativeDeepening::new().solve_within(&taquin, &start, budget, &mut Silent),
            UniformCost.solve_within(&taquin, &start, budget, &mut Silent),
        ];
        for answer in answers {
            let Outcome::Unknown { limit, lower_bound } = answer.outcome else {
                panic!("{:?}", answer.outcome)
            };
            assert_eq!(limit, *expected);
            assert!((1..=31).contains(&lower_bound));
            assert!(answer.stats.generated <= 1010);
        }
    }
}

#[test]
fn tables_stay_within_their_memory() {
    let (taquin, start) = (eight(), board("876041253"));
    for memory in [0, 1000, 20_000, 300_000] {
        let budget = Budget::unlimited().memory(memory);
        let answers = [
            BreadthFirst.solve_within(&taquin, &start, &budget, &mut Silent),
            DepthFirst.solve_within(&taquin, &board("230518674"), &budget, &mut Silent),
            UniformCost.solve_within(&taquin, &start, &budget, &mut Silent),
        ];
        for answer in answers {
            let unknown = matches!(answer.outcome, Outcome::Unknown { limit: Limit::Memory, .. });
            assert!(unknown, "{:?} with {memory} bytes", answer.outcome);
            assert!(answer.stats.peak_bytes <= memory);
        }
        let unlimited = Enumeration::new().run(&taquin, taquin.goals(), &budget, &mut Silent);
        assert_eq!(unlimited.outcome.is_ok(), memory >= 100_000);
        assert!(unlimited.stats.peak_bytes <= memory);
    }
}

#[test]
fn published_distances_of_whole_spaces() {
    let spaces: [(usize, usize, &[u64]); 3] = [
        (2, 2, &[1, 2, 2, 2, 2, 2, 1]),
        (3, 2, &[1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]),
        (
            3,
            3,
            &[
                1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
                9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221,
                2,
            ],
        ),
    ];
    for (width, height, expected) in spaces {
        let taquin = Taquin::<u64>::new(width, height, Goal::BlankFirst).unwrap();
        let distances = distances(&taquin);
        assert_eq!(distances.layers(), expected, "{width}x{height}");
        assert_eq!((distances.reached(), distances.unreached()), (taquin.state_count(), 0));
    }
    // Largest distance and number of states.
    for (width, height, largest, states) in
        [(2, 3, 21, 360), (2, 4, 36, 20_160), (4, 2, 36, 20_160), (2, 5, 55, 1_814_400)]
    {
        let taquin = Taquin::<u64>::new(width, height, Goal::BlankFirst).unwrap();
        let distances = distances(&taquin);
        assert_eq!((distances.largest(), distances.reached()), (Some(largest), states));
    }
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn the_whole_of_4x3_has_18_hardest_boards() {
    let taquin = Taquin::<u64>::new(4, 3, Goal::BlankFirst).unwrap();
    let budget = Budget::unlimited().memory(100_000_000);
    let run = Enumeration::new().run(&taquin, taquin.goals(), &budget, &mut Silent);
    let distances = run.outcome.unwrap();
    assert_eq!((distances.largest(), distances.reached()), (Some(53), 239_500_800));
    assert_eq!(distances.deepest().len(), 18);
}

#[test]
fn nearer_moves_lead_to_the_goal() {
    let taquin = eight();
    let distances = distances(&taquin);
    assert!((distances.mean() - 21.972).abs() < 0.001);
    let mut state = board("806547231");
    for left in (0..31).rev() {
        let slide = distances.nearer_move(&taquin, &state).unwrap();
        state = taquin.successor(&state, slide);
        assert_eq!(distances.distance(&taquin, taquin.rank(&state)), Some(left));
    }
    assert_eq!((state, distances.nearer_move(&taquin, &state)), (taquin.goal(), None));
}

#[test]
fn lines_of_play_are_counted() {
    use tesuji_uninformed::{divide, fold_leaves, perft, reachable_states};
    let taquin = eight();
    let start = board("125374680");
    // As many lines as walks of the blank from its corner: by the rules, one by one.
    let mut layer = vec![start];
    for depth in 0..10u32 {
        let lines = layer.len() as u64;
        assert_eq!(perft(&taquin, &start, depth), lines);
        assert_eq!(fold_leaves(&taquin, &start, depth, 0, |leaves, _| leaves + 1), lines);
        let [split, by_threads] = [1, 3].map(|threads| {
            divide(&taquin, &start, depth, threads, &Budget::unlimited(), &mut Silent).unwrap()
        });
        assert_eq!(split, by_threads);
        let sum: u64 = split.iter().map(|(_, lines)| lines).sum();
        assert_eq!(sum, if depth == 0 { 0 } else { lines });
        layer = layer
            .iter()
            .flat_map(|board| {
                taquin.moves(board).into_iter().map(|slide| taquin.successor(board, slide))
            })
            .collect();
    }
    for threads in [1, 3] {
        let budget = Budget::unlimited().nodes(10_000);
        let limit = divide(&taquin, &start, 30, threads, &budget, &mut Silent);
        assert_eq!(limit.unwrap_err().limit, Limit::Nodes);
    }
    // What is counted when a limit is reached is final.
    let whole = divide(&taquin, &start, 9, 1, &Budget::unlimited(), &mut Silent).unwrap();
    let stopped = |threads| -> Vec<_> {
        let budgets = (0..).map(|nodes| Budget::unlimited().nodes(nodes));
        budgets
            .map(|budget| divide(&taquin, &start, 9, threads, &budget, &mut Silent))
            .map_while(Result::err)
            .collect()
    };
    let by_threads = stopped(2);
    assert!(by_threads.iter().flat_map(|stopped| &stopped.by_move).all(|one| whole.contains(one)));
    let stopped = stopped(1);
    assert_eq!(by_threads.len(), stopped.len(), "the limit holds for all threads together");
    assert!(stopped.iter().all(|stopped| whole.starts_with(&stopped.by_move)));
    let known: Vec<_> = stopped.iter().map(|stopped| stopped.by_move.len()).collect();
    assert!(known.is_sorted() && known[0] == 0);
    assert!(known.contains(&(whole.len() - 1)), "{known:?}");
    let count = reachable_states(&taquin, &taquin.goal(), &Budget::unlimited(), &mut Silent);
    assert_eq!((count.total(), count.limit), (181_440, None));
    assert_eq!(count.layers, distances(&taquin).layers());
}

fn graphs() -> impl Strategy<Value = Graph> {
    (2usize..12, 1u32..=20).prop_flat_map(|(count, dearest)| {
        // Costs are sometimes all the same and sometimes not, and not always 1 at least.
        let edges = prop::collection::vec((0..count, (dearest / 3).max(1)..=dearest), 0..4);
        prop::collection::vec(edges, count).prop_map(|edges| Graph { edges })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn claims_hold_whatever_moves_cost(graph in graphs()) {
        let least = Some(graph.costs()[0]).filter(|&cost| cost < DEAD_END);
        let budget = Budget::unlimited().nodes(20_000);
        let answers = [
            ("breadth-first", BreadthFirst.solve(&graph, &0)),
            ("depth-first", DepthFirst.solve(&graph, &0)),
            ("bidirectional", Bidirectional.solve(&graph, &0)),
            ("uniform-cost", UniformCost.solve(&graph, &0)),
            ("depth-limited", DepthLimited::new(12).solve_within(&graph, &0, &budget, &mut Silent)),
            ("deepening", IterativeDeepening::new().solve_within(&graph, &0, &budget, &mut Silent)),
            ("with a table", IterativeDeepening::new().table_bytes(1 << 14).solve(&graph, &0)),
        ];
        for (name, answer) in &answers {
            match (&answer.outcome, least) {
                (Outcome::Optimal(plan), Some(least)) => {
                    prop_assert_eq!(plan.cost, least, "{}", name);
                    prop_assert_eq!(check_plan(&graph, &0, plan), Ok(()));
                }
                (Outcome::Solved { plan, lower_bound }, Some(least)) => {
                    prop_assert!(*lower_bound <= least && least <= plan.cost, "{}", name);
                    prop_assert_eq!(check_plan(&graph, &0, plan), Ok(()));
                    let weak = ["breadth-first", "depth-first", "bidirectional", "depth-limited"];
                    prop_assert!(weak.contains(name), "{} is optimal whatever moves cost", name);
                }
                (Outcome::Unsolvable, None) => {}
                (Outcome::Unknown { lower_bound, .. }, least) => {
                    prop_assert!(name.starts_with("dee") || name.ends_with("limited"), "{}", name);
                    prop_assert!(least.is_none_or(|least| *lower_bound <= least), "{}", name);
                }
                (outcome, least) => prop_assert!(false, "{}: {:?}, {:?}", name, outcome, least),
            }
        }
    }
}

#[test]
fn breadth_first_search_claims_no_optimum_where_costs_differ() {
    // Two moves for 10, or three for 3.
    let edges = vec![vec![(1, 5), (2, 1)], vec![(4, 5)], vec![(3, 1)], vec![(4, 1)], vec![]];
    let graph = Graph { edges };
    let outcome = BreadthFirst.solve(&graph, &0).outcome;
    let Outcome::Solved { plan, lower_bound } = outcome else { panic!("{outcome:?}") };
    assert!(plan.cost == 10 && lower_bound <= 3);
    let outcome = UniformCost.solve(&graph, &0).outcome;
    assert!(outcome.is_optimal() && outcome.plan().unwrap().cost == 3);
    let outcome = IterativeDeepening::new().solve(&graph, &0).outcome;
    assert!(outcome.is_optimal() && outcome.plan().unwrap().cost == 3);
}

#[test]
fn a_line_of_two_hundred_thousand_moves_overflows_no_stack() {
    const LENGTH: usize = 200_000;
    let graph = Graph::corridor(LENGTH);
    let answers = [
        BreadthFirst.solve(&graph, &0),
        DepthFirst.solve(&graph, &0),
        DepthLimited::new(1_000_000).solve(&graph, &0),
        UniformCost.solve(&graph, &0),
    ];
    for answer in answers {
        assert_eq!(answer.outcome.plan().unwrap().moves.len(), LENGTH);
    }
    let budget = Budget::unlimited().memory(100_000);
    let answer = DepthLimited::new(u32::MAX).solve_within(&graph, &0, &budget, &mut Silent);
    assert!(matches!(answer.outcome, Outcome::Unknown { limit: Limit::Memory, .. }));
}

#[test]
fn solutions_of_the_course_boards() {
    let taquin = eight();
    let lines: Vec<_> = ["125374680", "631752048", "370481652"]
        .iter()
        .flat_map(|text| {
            let start = board(text);
            let line = |name: &str, answer: &Answer<Slide>| {
                let plan = answer.outcome.plan().unwrap();
                let moves = taquin.moves_text(&start, &plan.moves).join(" ");
                format!("{text} {name}, {} expanded: {moves}", answer.stats.expanded)
            };
            [
                line("breadth-first", &BreadthFirst.solve(&taquin, &start)),
                line("iterative deepening", &IterativeDeepening::new().solve(&taquin, &start)),
                line("bidirectional", &Bidirectional.solve(&taquin, &start)),
                line("uniform-cost", &UniformCost.solve(&taquin, &start)),
            ]
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}
