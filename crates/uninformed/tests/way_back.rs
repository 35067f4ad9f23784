//! Puzzles whose moves can be taken back at another price, and spaces that cannot be walked back:
//! searches that leave out the move straight back must claim no more for it.

use std::ops::ControlFlow;
use std::time::Duration;

use proptest::prelude::*;
use tesuji_core::{
    Budget, Cost, KnownGoals, Limit, Outcome, Puzzle, Ranked, Reversible, Rules, Silent, Solver,
    check_plan,
};
use tesuji_uninformed::{
    Bidirectional, BreadthFirst, DepthFirst, DepthLimited, Enumeration, IterativeDeepening,
    UniformCost, divide, perft, reachable_states,
};

/// Towns with roads between them. A road can be taken both ways, at a price each. Start at town
/// 0; the goals are the towns from `goals` on.
#[derive(Clone, Debug)]
struct Roads {
    towns: u8,
    goals: u8,
    roads: Vec<Road>,
}

#[derive(Clone, Copy, Debug)]
struct Road {
    ends: [u8; 2],
    costs: [Cost; 2],
}

/// A road, taken from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Trip {
    road: usize,
    from: usize,
}

impl Rules for Roads {
    type State = u8;
    type Move = Trip;
    type Undo = ();

    fn initial(&self) -> u8 {
        0
    }

    fn visit_moves<B>(
        &self,
        &town: &u8,
        mut visit: impl FnMut(Trip) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (road, Road { ends, .. }) in self.roads.iter().enumerate() {
            for (from, &end) in ends.iter().enumerate() {
                if end == town {
                    visit(Trip { road, from })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, town: &mut u8, Trip { road, from }: Trip) {
        *town = self.roads[road].ends[1 - from];
    }

    fn undo(&self, town: &mut u8, Trip { road, from }: Trip, (): ()) {
        *town = self.roads[road].ends[from];
    }

    fn inverse(&self, Trip { road, from }: Trip) -> Option<Trip> {
        Some(Trip { road, from: 1 - from })
    }
}

impl Puzzle for Roads {
    fn is_goal(&self, &town: &u8) -> bool {
        town >= self.goals
    }

    fn cost(&self, _: &u8, Trip { road, from }: Trip) -> Cost {
        self.roads[road].costs[from]
    }

    fn has_unit_costs(&self) -> bool {
        false
    }
}

impl KnownGoals for Roads {
    fn goals(&self) -> Vec<u8> {
        (self.goals..self.towns).collect()
    }
}

impl Reversible for Roads {
    fn visit_predecessors<B>(
        &self,
        town: &u8,
        mut visit: impl FnMut(Trip, u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_moves(town, |Trip { road, from }| {
            visit(Trip { road, from: 1 - from }, self.roads[road].ends[1 - from])
        })
    }
}

impl Roads {
    /// The least cost from the start to a goal, by relaxing every road until nothing changes.
    fn min_cost(&self) -> Option<Cost> {
        let mut costs: Vec<_> =
            (0..self.towns).map(|town| (town >= self.goals).then_some(0)).collect();
        for _ in 0..self.towns {
            for Road { ends, costs: price } in &self.roads {
                for from in 0..2 {
                    let (here, there) = (usize::from(ends[from]), usize::from(ends[1 - from]));
                    let through = costs[there].map(|cost: Cost| cost + price[from]);
                    costs[here] = through.into_iter().chain(costs[here]).min();
                }
            }
        }
        costs[0]
    }
}

fn roads() -> impl Strategy<Value = Roads> {
    // Cheapest price 2: there searches must not rely on 1 being the least that they have seen.
    (2u8..9, 1u32..4, 0u32..8).prop_flat_map(|(towns, least, spread)| {
        let price = least..=least + spread;
        let road = ([0..towns, 0..towns], [price.clone(), price])
            .prop_map(|(ends, costs)| Road { ends, costs });
        (1..towns, prop::collection::vec(road, 0..16)).prop_map(move |(goals, roads)| Roads {
            towns,
            goals,
            roads,
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn claims_hold_where_the_way_back_has_another_price(roads in roads()) {
        let least = roads.min_cost();
        let budget = Budget::unlimited().nodes(20_000);
        let equal = roads.roads.iter().flat_map(|road| road.costs).collect::<Vec<_>>();
        let equal = equal.windows(2).all(|pair| pair[0] == pair[1]);
        // With the name: whether the claim of an optimum is due.
        let answers = [
            ("breadth-first", equal, BreadthFirst.solve(&roads, &0)),
            ("bidirectional", equal, Bidirectional.solve(&roads, &0)),
            ("uniform-cost", true, UniformCost.solve(&roads, &0)),
            ("depth-first", false, DepthFirst.solve(&roads, &0)),
        ];
        for (name, due, answer) in answers {
            let plan = answer.outcome.plan();
            prop_assert_eq!(plan.map(|plan| check_plan(&roads, &0, plan)), plan.map(|_| Ok(())));
            match (&answer.outcome, least) {
                (Outcome::Optimal(plan), Some(least)) => {
                    prop_assert_eq!(plan.cost, least, "{}", name);
                }
                (Outcome::Solved { plan, lower_bound }, Some(least)) => {
                    prop_assert!(!due, "{} is modest", name);
                    prop_assert!(*lower_bound <= least && least <= plan.cost, "{}", name);
                }
                (Outcome::Unsolvable, None) => {}
                (outcome, least) => prop_assert!(false, "{}: {:?}, {:?}", name, outcome, least),
            }
        }
        // Where lines are endless, these end by the budget only.
        let deepening = IterativeDeepening::new().solve_within(&roads, &0, &budget, &mut Silent).outcome;
        match (deepening, least) {
            (Outcome::Optimal(plan), Some(least)) => prop_assert_eq!(plan.cost, least),
            (Outcome::Unknown { lower_bound, .. }, least) => {
                prop_assert!(least.is_none_or(|least| lower_bound <= least));
            }
            (outcome, least) => {
                prop_assert!(outcome == Outcome::Unsolvable && least.is_none(), "{outcome:?}");
            }
        }
        // With a table of the states they always end.
        let by_table = IterativeDeepening::new().table_bytes(1 << 14).solve(&roads, &0).outcome;
        match (by_table, least) {
            (Outcome::Optimal(plan), Some(least)) => prop_assert_eq!(plan.cost, least),
            (outcome, least) => {
                prop_assert!(outcome == Outcome::Unsolvable && least.is_none(), "{outcome:?}");
            }
        }
        for limit in 0..6 {
            let answer = DepthLimited::new(limit).solve_within(&roads, &0, &budget, &mut Silent);
            if let Some(plan) = answer.outcome.plan() {
                prop_assert!(plan.moves.len() <= limit as usize);
                prop_assert_eq!(check_plan(&roads, &0, plan), Ok(()));
            } else if let Outcome::Unknown { lower_bound, .. } = answer.outcome {
                prop_assert!(least.is_none_or(|least| lower_bound <= least));
            } else {
                prop_assert_eq!(least, None);
            }
        }
    }
}

/// Numbers below `size`, to be added to and doubled: moves that cannot be taken back by one move.
struct Ring {
    size: u64,
}

impl Rules for Ring {
    type State = u64;
    type Move = bool;
    type Undo = u64;

    fn initial(&self) -> u64 {
        0
    }

    fn visit_moves<B>(
        &self,
        _: &u64,
        mut visit: impl FnMut(bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        visit(false)?;
        visit(true)
    }

    fn play(&self, number: &mut u64, double: bool) -> u64 {
        let before = *number;
        *number = if double { before * 2 } else { before + 3 } % self.size;
        before
    }

    fn undo(&self, number: &mut u64, _: bool, before: u64) {
        *number = before;
    }
}

impl Ranked for Ring {
    fn state_count(&self) -> u64 {
        self.size
    }

    fn rank(&self, number: &u64) -> u64 {
        *number
    }

    fn unrank(&self, rank: u64) -> u64 {
        rank
    }
}

#[test]
fn enumeration_and_table_count_the_same_layers() {
    for size in [1, 2, 63, 64, 65, 128, 1000, 4095, 30_000] {
        let (ring, unlimited) = (Ring { size }, Budget::unlimited());
        let run = Enumeration::new().run(&ring, [0], &unlimited, &mut Silent);
        let distances = run.outcome.unwrap();
        let count = reachable_states(&ring, &0, &unlimited, &mut Silent);
        assert_eq!(distances.layers(), count.layers, "{size}");
        assert_eq!(distances.unreached(), size - count.total());
        // A multiple of 3 stays one.
        assert_eq!(distances.modulo_3(size - 1).is_some(), size % 3 != 0 || size == 1);
        assert_eq!(distances.deepest().len() as u64, (*count.layers.last().unwrap()).min(100));
        assert_eq!(run.stats.expanded, count.total());
        assert_eq!(run.stats.duplicates, run.stats.generated - count.total());
    }
}

#[test]
fn an_enumeration_that_is_stopped_keeps_its_whole_layers() {
    let ring = Ring { size: 100_000 };
    let whole = Enumeration::new().run(&ring, [0], &Budget::unlimited(), &mut Silent);
    let whole = whole.outcome.unwrap();
    for nodes in [0, 1, 1000, 50_000] {
        let budget = Budget::unlimited().nodes(nodes);
        let stopped = Enumeration::new().run(&ring, [0], &budget, &mut Silent).outcome.unwrap_err();
        assert_eq!(stopped.limit, Limit::Nodes);
        assert!(whole.layers().starts_with(&stopped.layers));
        assert_eq!(stopped.layers.is_empty(), nodes == 0);
    }
    // More than any machine has, and no limit set.
    let huge = Ring { size: u64::MAX };
    let stopped = Enumeration::new().run(&huge, [0], &Budget::unlimited(), &mut Silent);
    assert_eq!(stopped.outcome.unwrap_err().limit, Limit::Memory);
    assert_eq!(perft(&huge, &1, 20), 1 << 20);
}

#[test]
fn the_limits_hold_while_a_large_space_is_swept_for_few_states() {
    // Each layer has two states in a million blocks.
    let ring = Ring { size: 1 << 26 };
    let budget = Budget::unlimited().time(Duration::from_millis(20));
    let stopped = Enumeration::new().run(&ring, [0], &budget, &mut Silent);
    assert_eq!(stopped.outcome.unwrap_err().limit, Limit::Time);
    assert!(stopped.stats.generated < 1000, "{:?}", stopped.stats);
}

#[test]
fn lines_are_counted_at_any_depth() {
    // One town, and a road out of it that leads nowhere but back.
    let roads = Roads { towns: 2, goals: 1, roads: vec![Road { ends: [0, 1], costs: [1, 1] }] };
    let ring = Ring { size: 7 };
    for threads in [1, 2] {
        let count = |budget: &Budget| {
            let found = divide(&roads, &0, 1_000_000, threads, budget, &mut Silent);
            found.map_err(|stopped| stopped.limit)
        };
        assert_eq!(count(&Budget::unlimited()), Ok(vec![(Trip { road: 0, from: 0 }, 1)]));
        assert_eq!(count(&Budget::unlimited().nodes(100_000)), Err(Limit::Nodes));
        let endless = |budget: Budget| {
            divide(&ring, &1, u32::MAX, threads, &budget, &mut Silent).unwrap_err().limit
        };
        assert_eq!(endless(Budget::unlimited().nodes(100_000)), Limit::Nodes);
        assert_eq!(endless(Budget::unlimited().memory(100_000)), Limit::Memory);
    }
}

#[test]
fn an_enumeration_can_start_nowhere_and_anywhere() {
    let ring = Ring { size: 300 };
    let from = |starts: &[u64]| {
        let starts = starts.iter().copied();
        let run = Enumeration::new().list_deepest(2);
        run.run(&ring, starts, &Budget::unlimited(), &mut Silent).outcome.unwrap()
    };
    let nowhere = from(&[]);
    assert_eq!((nowhere.largest(), nowhere.unreached()), (None, 300));
    assert_eq!((nowhere.distance(&ring, 0), nowhere.mean().is_nan()), (None, true));
    let everywhere = from(&(0..300).chain(0..300).collect::<Vec<_>>());
    assert_eq!((everywhere.layers(), everywhere.deepest()), (&[300][..], &[0, 1][..]));
}

#[test]
fn iterative_deepening_goes_on_where_recursion_would_be_too_deep() {
    /// A corridor with a closed side room at every step.
    struct Corridor;
    impl Rules for Corridor {
        type State = (u32, bool);
        type Move = (bool, bool);
        type Undo = (u32, bool);
        fn initial(&self) -> (u32, bool) {
            (0, false)
        }
        fn visit_moves<B>(
            &self,
            &(_, aside): &(u32, bool),
            mut visit: impl FnMut((bool, bool)) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            if aside {
                return ControlFlow::Continue(());
            }
            visit((false, true))?;
            visit((true, false))
        }
        fn play(&self, state: &mut (u32, bool), (onward, aside): (bool, bool)) -> (u32, bool) {
            let before = *state;
            *state = (before.0 + u32::from(onward), aside);
            before
        }
        fn undo(&self, state: &mut (u32, bool), _: (bool, bool), before: (u32, bool)) {
            *state = before;
        }
    }
    impl Puzzle for Corridor {
        fn is_goal(&self, &(step, _): &(u32, bool)) -> bool {
            step == 1500
        }
    }
    let answer = IterativeDeepening::new().solve(&Corridor, &Corridor.initial());
    let plan = answer.outcome.plan().unwrap();
    assert!(answer.outcome.is_optimal() && plan.moves.len() == 1500);
    // A room and a step at each of 1, 2, ..., 1500 moves; the last iteration ends at the goal.
    assert_eq!(answer.stats.generated, 1 + (1..=1500).map(|moves| 2 * moves).sum::<u64>());
    // The tables of one iteration, not those of all.
    assert!(answer.stats.peak_bytes < 200_000, "{}", answer.stats.peak_bytes);
}
