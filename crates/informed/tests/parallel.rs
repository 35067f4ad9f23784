//! IDA* by several threads: the outcome of one.

use std::ops::ControlFlow;
use std::time::Duration;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{
    Budget, Cost, DEAD_END, Heuristic, Limit, Notation, Outcome, Puzzle, Rules, Silent, Solver,
    StopFlag, check_plan,
};
use tesuji_informed::{IdaStar, ParallelIdaStar};
use tesuji_taquin::instances::korf100;
use tesuji_taquin::{Goal, Manhattan, Misplaced, Taquin, WalkingDistance};

#[test]
fn several_threads_find_the_plan_of_one_on_korfs_instances() {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).unwrap();
    let manhattan = Manhattan::new(&taquin);
    let mut instances: Vec<_> = korf100().iter().collect();
    instances.sort_by_key(|instance| instance.idastar_manhattan_nodes);
    for instance in &instances[..20] {
        let start = taquin.board_from_tiles(&instance.tiles).unwrap();
        let alone = IdaStar::new(&manhattan).solve(&taquin, &start);
        for threads in [1, 2, 3] {
            let together = ParallelIdaStar::new(&manhattan, threads).solve(&taquin, &start);
            assert_eq!(alone.outcome, together.outcome, "instance {}", instance.number);
            if threads == 1 {
                assert_eq!(alone.stats, together.stats, "one thread counts the same");
            }
        }
    }
}

#[test]
fn several_threads_search_few_more_nodes_than_one() {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6").unwrap();
    let solve = |threads| {
        let search = ParallelIdaStar::new(Manhattan::new(&taquin), threads);
        search.solve(&taquin, &start)
    };
    let alone = solve(1);
    for threads in [2, 3] {
        // A thread that has to wait for a processor may find the goal late, while others go on.
        let mut tries = (0..10).map(|_| solve(threads));
        let is_close = tries.any(|together| {
            assert_eq!(together.outcome, alone.outcome);
            together.stats.generated <= alone.stats.generated * 21 / 20
        });
        assert!(is_close, "{threads} threads");
    }
}

#[test]
fn several_threads_find_the_plan_of_one_on_random_boards() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let mut random = Pcg64::seed_from_u64(8);
    for _ in 0..40 {
        let start = taquin.shuffle_uniform(&mut random);
        // So weak a heuristic that iterations are large enough to be shared.
        let alone = IdaStar::new(Misplaced).solve(&taquin, &start);
        let together = ParallelIdaStar::new(Misplaced, 2).solve(&taquin, &start);
        assert_eq!(alone.outcome, together.outcome);
        let plan = together.outcome.plan().expect("it is solvable");
        check_plan(&taquin, &start, plan).unwrap();
    }
}

#[test]
fn limits_end_all_threads_with_what_is_proved() {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0").unwrap();
    let walking = WalkingDistance::new(&taquin).unwrap();
    let search = ParallelIdaStar::new(walking, 2);
    let raised = StopFlag::new();
    raised.raise();
    for (budget, expected) in [
        (Budget::unlimited().nodes(10_000_000), Limit::Nodes),
        (Budget::unlimited().time(Duration::from_millis(300)), Limit::Time),
        (Budget::unlimited().stop(raised), Limit::Interrupted),
    ] {
        let answer = search.solve_within(&taquin, &start, &budget, &mut Silent);
        let Outcome::Unknown { limit, lower_bound } = answer.outcome else {
            panic!("{:?}", answer.outcome);
        };
        assert_eq!(limit, expected);
        assert!((50..=80).contains(&lower_bound), "{lower_bound}");
        if limit == Limit::Nodes {
            let generated = answer.stats.generated;
            assert!(generated.abs_diff(10_000_000) <= 1_000, "{generated}");
        }
    }
}

#[test]
fn a_goal_is_solved_at_once() {
    let taquin = Taquin::<u64>::new(2, 2, Goal::BlankFirst).unwrap();
    let search = ParallelIdaStar::new(Manhattan::new(&taquin), 2);
    let answer = search.solve(&taquin, &taquin.goal());
    assert_eq!(answer.outcome.plan().map(|plan| plan.moves.len()), Some(0));
}

/// A binary tree without a goal, in which a branch that is known to lead nowhere goes on for ever.
struct Tree;

/// A node: its depth, and its number among those of the depth.
type Node = (u32, u32);

const DEPTH: u32 = 18;
const DEAD: Node = (3, 5);
/// The number of all nodes below it.
const BELOW: u32 = u32::MAX;

impl Rules for Tree {
    type State = Node;
    type Move = bool;
    type Undo = Node;

    fn initial(&self) -> Node {
        (0, 0)
    }

    fn visit_moves<B>(
        &self,
        &(depth, number): &Node,
        mut visit: impl FnMut(bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match depth {
            _ if number == BELOW || (depth, number) == DEAD => visit(false),
            DEPTH.. => ControlFlow::Continue(()),
            _ => {
                visit(false)?;
                visit(true)
            }
        }
    }

    fn play(&self, node: &mut Node, mv: bool) -> Node {
        let before = *node;
        let is_below = before == DEAD || before.1 == BELOW;
        let number = if is_below { BELOW } else { 2 * before.1 + u32::from(mv) };
        *node = (before.0 + 1, number);
        before
    }

    fn undo(&self, node: &mut Node, _: bool, before: Node) {
        *node = before;
    }
}

impl Puzzle for Tree {
    fn is_goal(&self, _: &Node) -> bool {
        false
    }
}

/// Knows the dead end itself, but not what is below it.
struct DeadEnd;

impl Heuristic<Tree> for DeadEnd {
    type Memo = Cost;

    fn start(&self, _: &Tree, &node: &Node) -> Cost {
        if node == DEAD { DEAD_END } else { 0 }
    }

    fn advance(&self, tree: &Tree, _: Cost, _: &Node, _: bool, after: &Node) -> Cost {
        self.start(tree, after)
    }

    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

#[test]
fn several_threads_search_nothing_below_what_one_would_prune() {
    let budget = Budget::unlimited().nodes(10_000_000);
    for threads in 1..=3 {
        let search = ParallelIdaStar::new(DeadEnd, threads);
        let answer = search.solve_within(&Tree, &Tree.initial(), &budget, &mut Silent);
        assert_eq!(answer.outcome, Outcome::Unsolvable, "{threads} threads");
        assert!(answer.stats.generated > 200_000, "enough nodes for threads to share them");
    }
}
