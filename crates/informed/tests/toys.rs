//! The informed searches on small made-up puzzles: costs that differ, heuristics that are
//! not consistent, and lines too long for the thread's stack.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::graph::Graph;
use proptest::prelude::*;
use tesuji_core::{
    Blind, Budget, Cost, DEAD_END, FromFn, Limit, Meter, Outcome, Plan, Puzzle, Rules, Silent,
    Solver, check_plan, laws,
};
use tesuji_informed::{
    AStar, GreedyBestFirst, IdaStar, ParallelIdaStar, Weight, WeightError, WeightedAStar,
};
use tesuji_uninformed::{BreadthFirst, DepthFirst, IterativeDeepening, UniformCost};

fn graphs() -> impl Strategy<Value = Graph> {
    (2usize..12).prop_flat_map(|count| {
        let edges = prop::collection::vec((0..count, 1u32..20), 0..4);
        prop::collection::vec(edges, count).prop_map(|edges| Graph { edges })
    })
}

/// Lights to be switched off by presses, each of which switches a set of them. Their order does not
/// matter, so that each set of presses is tried in one order alone.
#[derive(Clone, Debug)]
struct Lights {
    on: u8,
    switched: Vec<u8>,
}

impl Rules for Lights {
    type State = u8;
    type Move = usize;
    type Undo = ();

    fn initial(&self) -> u8 {
        self.on
    }

    fn visit_moves<B>(&self, _: &u8, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.switched.len()).try_for_each(visit)
    }

    fn visit_moves_after<B>(
        &self,
        last: Option<usize>,
        _: &u8,
        visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (last.map_or(0, |press| press + 1)..self.switched.len()).try_for_each(visit)
    }

    fn play(&self, on: &mut u8, press: usize) {
        *on ^= self.switched[press];
    }

    fn undo(&self, on: &mut u8, press: usize, (): ()) {
        self.play(on, press);
    }
}

impl Puzzle for Lights {
    fn is_goal(&self, &on: &u8) -> bool {
        on == 0
    }
}

impl Lights {
    /// The fewest presses from each state, by all sets of presses.
    fn costs(&self) -> [Cost; 256] {
        let mut costs = [DEAD_END; 256];
        for set in 0..1u32 << self.switched.len() {
            let pressed =
                self.switched.iter().enumerate().filter(|(press, _)| set >> press & 1 == 1);
            let on = pressed.fold(0, |on, (_, mask)| on ^ mask);
            let cost = &mut costs[usize::from(on)];
            *cost = set.count_ones().min(*cost);
        }
        costs
    }
}

proptest! {
    #[test]
    fn the_least_cost_is_found_where_each_order_but_one_is_pruned(
        on: u8,
        switched in prop::collection::vec(1u8.., 0..9),
        shares in prop::collection::vec(0u32..=4, 256),
    ) {
        let lights = Lights { on, switched };
        laws::moves_after(&lights, 300);
        let costs = lights.costs();
        let uneven = FromFn(|_: &Lights, &on: &u8| match costs[usize::from(on)] {
            DEAD_END => 0,
            cost => cost * shares[usize::from(on)] / 4,
        });
        let least = Some(costs[usize::from(on)]).filter(|&cost| cost < DEAD_END);
        let a_star = AStar::new(&uneven).solve(&lights, &on).outcome;
        prop_assert_eq!(a_star.plan().map(|plan| plan.cost), least);
        prop_assert!(a_star.is_optimal() || a_star == Outcome::Unsolvable);
        let weighted = WeightedAStar::new(&uneven, Weight::new(2, 1).unwrap());
        let found = weighted.solve(&lights, &on).outcome.plan().map(|plan| plan.cost);
        prop_assert_eq!(found.is_some(), least.is_some());
        prop_assert!(found <= least.map(|cost| 2 * cost));
        let greedy = GreedyBestFirst::new(&uneven).solve(&lights, &on).outcome;
        prop_assert_eq!(greedy.plan().is_some(), least.is_some());
    }

    #[test]
    fn least_costs_are_found_even_by_inconsistent_heuristics(
        graph in graphs(),
        shares in prop::collection::vec(0u32..=4, 12),
    ) {
        let costs = graph.costs();
        laws_hold(&graph);
        // Admissible, and as uneven as can be: a random share of the true cost.
        let uneven = FromFn(|_: &Graph, &vertex: &usize| match costs[vertex] {
            DEAD_END => DEAD_END,
            cost => cost * shares[vertex] / 4,
        });
        let a_star = AStar::new(&uneven).solve(&graph, &0).outcome;
        let blind = AStar::new(Blind).solve(&graph, &0).outcome;
        let weight = Weight::new(3, 2).unwrap();
        let weighted = WeightedAStar::new(&uneven, weight).solve(&graph, &0).outcome;
        let greedy = GreedyBestFirst::new(&uneven).solve(&graph, &0).outcome;
        // With a table that holds all states IDA* always ends, and with too small a one it is right
        // as long as it does.
        let by_table = IdaStar::new(&uneven).table_bytes(1 << 14).solve(&graph, &0).outcome;
        let budget = Budget::unlimited().nodes(20_000);
        let small = IdaStar::new(&uneven).table_bytes(100);
        let small = small.solve_within(&graph, &0, &budget, &mut Silent).outcome;
        let cost = |outcome: &Outcome<(usize, usize)>| outcome.plan().map(|plan| plan.cost);
        let is_right = matches!(small, Outcome::Unknown { .. }) || cost(&small) == cost(&by_table);
        prop_assert!(is_right, "{:?} and {:?}", small, by_table);
        if costs[0] == DEAD_END {
            for outcome in [a_star, blind, weighted, greedy, by_table] {
                prop_assert_eq!(outcome, Outcome::Unsolvable);
            }
        } else {
            let ida_star = IdaStar::new(&uneven).solve(&graph, &0).outcome;
            for outcome in [&a_star, &blind, &ida_star, &by_table] {
                prop_assert!(outcome.is_optimal());
                let plan = outcome.plan().unwrap();
                prop_assert_eq!(plan.cost, costs[0]);
                prop_assert_eq!(check_plan(&graph, &0, plan), Ok(()));
            }
            for outcome in [&weighted, &greedy] {
                let plan = outcome.plan().unwrap();
                prop_assert_eq!(check_plan(&graph, &0, plan), Ok(()));
                if let Outcome::Solved { lower_bound, .. } = outcome {
                    prop_assert!(*lower_bound <= costs[0]);
                } else {
                    prop_assert_eq!(plan.cost, costs[0]);
                }
            }
            prop_assert!(2 * weighted.plan().unwrap().cost <= 3 * costs[0]);
        }
    }

    #[test]
    fn a_heuristic_that_overestimates_costs_no_solution(
        graph in graphs(),
        estimates in prop::collection::vec(0u32..8, 12),
    ) {
        let wrong = FromFn(|_: &Graph, &vertex: &usize| estimates[vertex]);
        let solvers: [&dyn Solver<Graph>; 6] = [
            &AStar::new(&wrong),
            &WeightedAStar::new(&wrong, Weight::new(3, 2).unwrap()),
            &GreedyBestFirst::new(&wrong),
            &IdaStar::new(&wrong),
            &IdaStar::new(&wrong).table_bytes(1 << 14),
            &ParallelIdaStar::new(&wrong, 2),
        ];
        let budget = Budget::unlimited().nodes(20_000);
        let is_solvable = graph.costs()[0] < DEAD_END;
        for solver in solvers {
            let outcome = solver.solve_within(&graph, &0, &budget, &mut Silent).outcome;
            match outcome {
                Outcome::Optimal(plan) => prop_assert_eq!(check_plan(&graph, &0, &plan), Ok(())),
                Outcome::Solved { plan, lower_bound } => {
                    prop_assert_eq!(check_plan(&graph, &0, &plan), Ok(()));
                    prop_assert!(lower_bound < plan.cost);
                }
                Outcome::Unsolvable => prop_assert!(!is_solvable),
                Outcome::Unknown { limit, .. } => prop_assert_eq!(limit, Limit::Nodes),
            }
        }
    }

    #[test]
    fn weights_are_read_as_they_are_written(thousandths in 1000u32..=1_000_000) {
        let weight = Weight::new(thousandths, 1000).unwrap();
        prop_assert_eq!(weight.to_string().parse(), Ok(weight));
    }

    #[test]
    fn no_text_makes_the_weight_parser_panic(text in ".*") {
        let _: Result<Weight, WeightError> = text.parse();
    }
}

fn laws_hold(graph: &Graph) {
    laws::rules(graph, 100);
}

#[test]
fn a_line_of_two_hundred_thousand_moves_overflows_no_stack() {
    const LENGTH: usize = 200_000;
    let graph = Graph::corridor(LENGTH);
    let exact = FromFn(|_: &Graph, &vertex: &usize| Cost::try_from(LENGTH - vertex).unwrap());
    let answer = IdaStar::new(&exact).solve(&graph, &0);
    assert!(answer.outcome.is_optimal());
    assert_eq!(answer.outcome.plan().unwrap().moves.len(), LENGTH);
    assert!(answer.stats.peak_bytes > LENGTH);

    let budget = Budget::unlimited().memory(1_000_000);
    let answer = IdaStar::new(&exact).solve_within(&graph, &0, &budget, &mut Silent);
    assert!(matches!(answer.outcome, Outcome::Unknown { limit: Limit::Memory, .. }));
}

#[test]
fn a_thread_with_a_small_stack_is_enough() {
    const LENGTH: usize = 1_900;
    let graph = Graph::corridor(LENGTH);
    let exact = FromFn(|_: &Graph, &vertex: &usize| Cost::try_from(LENGTH - vertex).unwrap());
    let solve = || IdaStar::new(&exact).solve(&graph, &0);
    let answer = std::thread::scope(|scope| {
        let small = std::thread::Builder::new().stack_size(128 << 10);
        small.spawn_scoped(scope, solve).unwrap().join().unwrap()
    });
    assert_eq!(answer.outcome.plan().unwrap().moves.len(), LENGTH);
}

/// A line of two moves of this cost, and an edge from each of its vertices to a dead end.
fn dear(cost: Cost) -> Graph {
    Graph { edges: vec![vec![(1, cost), (2, 1)], vec![(3, cost), (2, 1)], vec![], vec![]] }
}

#[test]
fn high_costs_and_high_estimates_need_no_deep_stack() {
    let graph = dear(1_000_000_000);
    let doomed = FromFn(|_: &Graph, &vertex: &usize| if vertex == 2 { DEAD_END - 1 } else { 0 });
    let budget = Budget::unlimited().memory(1 << 16);
    let solvers: [&dyn Solver<Graph>; 4] = [
        &IdaStar::new(Blind),
        &IdaStar::new(doomed),
        &IdaStar::new(Blind).table_bytes(1 << 14),
        &ParallelIdaStar::new(Blind, 2),
    ];
    for solver in solvers {
        let outcome = solver.solve_within(&graph, &0, &budget, &mut Silent).outcome;
        assert!(outcome.is_optimal(), "{outcome:?}");
        check_plan(&graph, &0, outcome.plan().unwrap()).unwrap();
    }
}

#[test]
fn no_search_claims_what_costs_that_are_too_high_would_prove() {
    for [first, second] in [[DEAD_END - 1, 1], [DEAD_END - 1; 2]] {
        let graph = Graph { edges: vec![vec![(1, first)], vec![(2, second)], vec![]] };
        let solvers: [&dyn Solver<Graph>; 10] = [
            &AStar::new(Blind),
            &GreedyBestFirst::new(Blind),
            &WeightedAStar::new(Blind, Weight::new(2, 1).unwrap()),
            &IdaStar::new(Blind),
            &IdaStar::new(Blind).table_bytes(1 << 14),
            &ParallelIdaStar::new(Blind, 2),
            &UniformCost,
            &IterativeDeepening::new(),
            &BreadthFirst,
            &DepthFirst,
        ];
        for (number, solver) in solvers.into_iter().enumerate() {
            let (budget, mut silent) = (Budget::unlimited(), Silent);
            let meter = &mut Meter::new(&budget, &mut silent);
            for outcome in [solver.solve(&graph, &0).outcome, solver.search(&graph, &0, meter)] {
                let is_unknown = matches!(outcome, Outcome::Unknown { limit: Limit::Cost, .. });
                assert!(is_unknown, "solver {number}: {outcome:?}");
            }
        }
    }
    let doomed = FromFn(|_: &Graph, _: &usize| DEAD_END - 1);
    let ends = Graph { edges: vec![vec![(1, 1)], vec![], vec![]] };
    let too_high = Outcome::Unknown { limit: Limit::Cost, lower_bound: DEAD_END };
    assert_eq!(IdaStar::new(doomed).solve(&ends, &0).outcome, too_high);
}

#[test]
fn weights_bound_high_costs() {
    // The detour by the first vertex is 1.4 times as dear.
    let cost = 10_000_000;
    let edges = vec![vec![(2, 5 * cost), (1, 7 * cost)], vec![(3, 7 * cost)], vec![(3, 5 * cost)]];
    let graph = Graph { edges: [edges, vec![vec![]]].concat() };
    let weight = Weight::new(1001, 1000).unwrap();
    let outcome = WeightedAStar::new(Blind, weight).solve(&graph, &0).outcome;
    assert_eq!(outcome.plan().unwrap().cost, 10 * cost);
}

#[test]
fn ida_star_ends_where_every_path_ends() {
    let graph = Graph { edges: vec![vec![(1, 2), (2, 3)], vec![(2, 1)], vec![], vec![]] };
    assert_eq!(IdaStar::new(Blind).solve(&graph, &0).outcome, Outcome::Unsolvable);
    // A heuristic that sees the dead end spares the search altogether.
    let dead = FromFn(|_: &Graph, _: &usize| DEAD_END);
    let answer = IdaStar::new(dead).solve(&graph, &0);
    assert_eq!((answer.outcome, answer.stats.generated), (Outcome::Unsolvable, 0));
}

#[test]
fn a_goal_with_an_estimate_above_0_is_found_and_nothing_else_is_claimed() {
    let graph = Graph::corridor(3);
    let wrong = FromFn(|_: &Graph, &vertex: &usize| if vertex == 3 { 5 } else { 0 });
    let solvers: [&dyn Solver<Graph>; 4] = [
        &AStar::new(wrong),
        &IdaStar::new(wrong),
        &IdaStar::new(wrong).table_bytes(1 << 14),
        &ParallelIdaStar::new(wrong, 2),
    ];
    for solver in solvers {
        let plan = Plan { moves: vec![(0, 0), (1, 0), (2, 0)], cost: 3 };
        let unproved = Outcome::Solved { plan, lower_bound: 0 };
        assert_eq!(solver.solve(&graph, &0).outcome, unproved);
        // Nothing costs less than no move.
        assert!(solver.solve(&graph, &3).outcome.is_optimal());
    }
}

#[test]
fn bad_weights_are_refused_with_a_reason() {
    let errors: Vec<_> = ["", "x", "0.5", "1.2345", "-2", "1001", "99999999999"]
        .map(|text| format!("{:?}: {}", text, text.parse::<Weight>().unwrap_err()))
        .into_iter()
        .chain([Weight::new(1, 0), Weight::new(1, 2)].map(|bad| bad.unwrap_err().to_string()))
        .collect();
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn the_moves_of_a_graph_are_a_list() {
    let graph = Graph::corridor(3);
    let ControlFlow::Continue(()) =
        graph.visit_moves(&3, |_| -> ControlFlow<Infallible> { panic!("the end has no moves") });
    assert_eq!(graph.moves(&0), [(0, 0)]);
}
