//! What an observer is told of, against the searches' own counters and answers.

use std::cell::Cell;

use tesuji_core::{
    Budget, Cost, Meter, NodeEvent, Notation, ObservableSolver, Observer, Puzzle, Ranked, Rules,
    Silent, Stats,
};
use tesuji_rush_hour::{Metric, RushHour};
use tesuji_taquin::{Goal, Taquin};
use tesuji_uninformed::{
    Bidirectional, BreadthFirst, DepthFirst, DepthLimited, IterativeDeepening, UniformCost,
};

/// Counts what it is told of.
#[derive(Debug, Default)]
struct Counts {
    nodes: Cell<u64>,
    expanded: Cell<u64>,
    duplicates: Cell<u64>,
    goals: Cell<u64>,
    bound: Cell<Cost>,
}

fn add_one(counter: &Cell<u64>) {
    counter.set(counter.get() + 1);
}

impl<R: Rules> Observer<R> for &Counts {
    /// How far the node is from its root.
    type Node = u32;

    fn root(self, _: &R::State) -> u32 {
        add_one(&self.nodes);
        0
    }

    fn child(self, parent: u32, _: R::Move, _: &R::State) -> u32 {
        add_one(&self.nodes);
        parent + 1
    }

    fn predecessor(self, node: u32, _: R::Move, _: &R::State) -> u32 {
        add_one(&self.nodes);
        node + 1
    }

    fn cut(self, _: u32, _: R::Move) {
        unreachable!("no search for one agent refutes anything")
    }

    fn note(self, _: u32, event: NodeEvent) {
        match event {
            NodeEvent::Expanded => add_one(&self.expanded),
            NodeEvent::Duplicate => add_one(&self.duplicates),
            NodeEvent::Finished => add_one(&self.goals),
            NodeEvent::Iteration { bound: Some(bound) } => self.bound.set(bound),
            _ => {}
        }
    }
}

/// Searches with and without an observer, and compares.
fn check<P: Puzzle, S: ObservableSolver<P>>(
    name: &str,
    puzzle: &P,
    start: &P::State,
    search: &S,
) -> Counts {
    let alone = search.solve(puzzle, start);
    let (budget, mut silent, counts) = (Budget::unlimited(), Silent, Counts::default());
    let mut meter = Meter::new(&budget, &mut silent);
    let outcome = search.search_observed(puzzle, start, &counts, &mut meter);
    assert_eq!(outcome, alone.outcome, "{name}");
    // What the observer knows a node by takes memory.
    let peak_bytes = alone.stats.peak_bytes;
    assert_eq!(Stats { peak_bytes, ..meter.stats() }, alone.stats, "{name}");
    assert_eq!(counts.nodes.get(), alone.stats.generated, "{name}: nodes");
    assert_eq!(counts.expanded.get(), alone.stats.expanded, "{name}: expanded");
    assert_eq!(counts.duplicates.get(), alone.stats.duplicates, "{name}: duplicates");
    assert_eq!(counts.goals.get(), u64::from(outcome.plan().is_some()), "{name}: goals");
    counts
}

#[test]
fn observers_are_told_of_every_node_and_change_none() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    for (board, cost) in [("125374680", 6), ("370481652", 12)] {
        let start = taquin.parse_state(board).unwrap();
        check("bfs", &taquin, &start, &BreadthFirst);
        check("dfs", &taquin, &start, &DepthFirst);
        check("bidirectional", &taquin, &start, &Bidirectional);
        check("uniform cost", &taquin, &start, &UniformCost);
        for limit in [3, 12, 100_000] {
            let counts = check("dls", &taquin, &start, &DepthLimited::new(limit));
            assert_eq!(counts.bound.get(), limit);
        }
        let counts = check("ids", &taquin, &start, &IterativeDeepening::new());
        assert_eq!(counts.bound.get(), cost);
        check("table", &taquin, &start, &IterativeDeepening::new().table_bytes(1 << 20));
    }
    let small = Taquin::<u64>::new(2, 3, Goal::BlankFirst).unwrap();
    // By ranks without an observer, and by states with one.
    let boards = (0..small.state_count()).map(|rank| small.unrank(rank));
    for board in boards.filter(|board| !small.is_goal(board)) {
        check("bfs", &small, &board, &BreadthFirst);
    }
    let swapped = small.parse_state("0 2 1 3 4 5").unwrap();
    check("bfs", &small, &swapped, &BreadthFirst);
    check("dfs", &small, &swapped, &DepthFirst);
    check("bidirectional", &small, &swapped, &Bidirectional);
    check("table", &small, &swapped, &IterativeDeepening::new().table_bytes(1 << 20));
    let card = "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.".parse().unwrap();
    let rush_hour = RushHour::new(card, Metric::Steps);
    check("bfs", &rush_hour, &rush_hour.initial(), &BreadthFirst);
    check("uniform cost", &rush_hour, &rush_hour.initial(), &UniformCost);
}
