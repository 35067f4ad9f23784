//! Games in lanes, solved 64 positions at a time, against tables of the same games position by
//! position.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tesuji_core::{Budget, Game, GameResult, Limit, Meter, Player, Rules, Silent};
use tesuji_retrograde::{Exact, LaneTable, Lanes, MovesOf, Reachable, Table};

/// A random game: a graph, the lanes of its nodes, and what may be chosen.
#[derive(Clone, Debug)]
struct Streets {
    neighbours: Vec<Vec<usize>>,
    lanes: Vec<u64>,
    winning: Vec<u64>,
    /// For each lane, those that may follow it; any may if none of these can.
    next: Vec<u64>,
}

impl Lanes for &Streets {
    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn lanes(&self, node: usize) -> u64 {
        self.lanes[node]
    }

    fn winning(&self, node: usize) -> u64 {
        self.winning[node]
    }

    fn visit_neighbours(&self, node: usize, visit: impl FnMut(usize)) {
        self.neighbours[node].iter().copied().for_each(visit);
    }

    fn choices(&self, node: usize, lane: u32) -> u64 {
        let some = self.lanes[node] & self.next[lane as usize];
        if some == 0 { self.lanes[node] } else { some }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// None when the first player has left.
    node: Option<usize>,
    lane: u32,
    turn: Player,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Move {
    Leave,
    Walk(usize),
    Choose(u32),
}

impl Rules for Streets {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn initial(&self) -> Position {
        Position { node: Some(0), lane: self.lanes[0].trailing_zeros(), turn: Player::First }
    }

    fn visit_moves<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(node) = position.node else { return ControlFlow::Continue(()) };
        match position.turn {
            Player::First => {
                if self.winning[node] >> position.lane & 1 == 1 {
                    visit(Move::Leave)?;
                }
                for &to in &self.neighbours[node] {
                    if self.lanes[to] >> position.lane & 1 == 1 {
                        visit(Move::Walk(to))?;
                    }
                }
            }
            Player::Second => {
                let choices = (&self).choices(node, position.lane);
                for lane in (0..64).filter(|lane| choices >> lane & 1 == 1) {
                    visit(Move::Choose(lane))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, position: &mut Position, mv: Move) -> Position {
        let before = *position;
        match mv {
            Move::Leave => position.node = None,
            Move::Walk(to) => position.node = Some(to),
            Move::Choose(lane) => position.lane = lane,
        }
        position.turn = position.turn.other();
        before
    }

    fn undo(&self, position: &mut Position, _: Move, before: Position) {
        *position = before;
    }
}

impl Game for Streets {
    fn to_move(&self, position: &Position) -> Player {
        position.turn
    }

    fn result(&self, position: &Position) -> Option<GameResult> {
        if position.node.is_none() {
            return Some(GameResult::Win(Player::First));
        }
        self.moves(position).is_empty().then_some(GameResult::Win(Player::Second))
    }
}

fn streets() -> impl Strategy<Value = Streets> {
    (2..12usize, 1..7u32).prop_flat_map(|(nodes, lanes)| {
        let mask = (1u64 << lanes) - 1;
        let pairs = nodes * (nodes - 1) / 2;
        (
            proptest::collection::vec(proptest::bool::weighted(0.4), pairs),
            proptest::collection::vec(1..=mask, nodes),
            proptest::collection::vec((0..5u8, 0..=mask), nodes),
            proptest::collection::vec(0..=mask, lanes as usize),
        )
            .prop_map(move |(edges, lanes, winning, next)| {
                let mut neighbours = vec![Vec::new(); nodes];
                let pairs = (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b)));
                for ((a, b), _) in pairs.zip(edges).filter(|(_, edge)| *edge) {
                    neighbours[a].push(b);
                    neighbours[b].push(a);
                }
                let winning = winning.iter().zip(&lanes);
                let winning =
                    winning.map(|((rare, win), lanes)| if *rare == 0 { win & lanes } else { 0 });
                Streets { neighbours, winning: winning.collect(), lanes, next }
            })
    })
}

proptest! {
    #[test]
    fn every_value_is_that_of_a_table_position_by_position(game in streets()) {
        let quick = LaneTable::solve(&game);
        for node in 0..game.lanes.len() {
            for lane in (0..64).filter(|lane| game.lanes[node] >> lane & 1 == 1) {
                for turn in [Player::First, Player::Second] {
                    let start = Position { node: Some(node), lane, turn };
                    let space = Reachable::explore_all(&game, &start);
                    let (budget, mut silent) = (Budget::unlimited(), Silent);
                    let mut meter = Meter::new(&budget, &mut silent);
                    let slow = Table::solve_within(space, MovesOf(Player::First), &mut meter);
                    let slow = slow.unwrap().value(&start).unwrap();
                    prop_assert_eq!(quick.value(node, lane, turn), Some(slow), "{:?}", start);
                }
            }
        }
    }
}

/// A long street whose end is the only way out, with one lane for what cannot be done about it.
fn street(length: usize) -> Streets {
    let ends = |node: usize| [node.checked_sub(1), (node + 1 < length).then_some(node + 1)];
    Streets {
        neighbours: (0..length).map(|node| ends(node).into_iter().flatten().collect()).collect(),
        lanes: vec![1; length],
        winning: (0..length).map(|node| u64::from(node + 1 == length)).collect(),
        next: vec![1],
    }
}

#[test]
fn long_ways_are_counted_and_longer_ones_refused() {
    let game = street(30_000);
    assert_eq!(LaneTable::solve(&game).value(0, 0, Player::First), Some(Exact::Win(30_000)));
    let game = street(40_000);
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    let end = LaneTable::solve_within(&game, &mut Meter::new(&budget, &mut silent));
    assert_eq!(end.err(), Some(Limit::Depth));
}

#[test]
fn a_budget_ends_it_and_what_was_claimed_stays_within() {
    let game = street(10_000);
    for (budget, limit) in [
        (Budget::unlimited().memory(100_000), Limit::Memory),
        (Budget::unlimited().nodes(5_000), Limit::Nodes),
    ] {
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        assert_eq!(LaneTable::solve_within(&game, &mut meter).err(), Some(limit));
        assert!(meter.stats().peak_bytes <= 100_000 || limit == Limit::Nodes);
    }
}

#[test]
fn what_is_not_there_has_no_value() {
    let game = street(3);
    let table = LaneTable::solve(&game);
    assert_eq!(table.value(3, 0, Player::First), None);
    assert_eq!(table.value(0, 1, Player::First), None);
    assert_eq!(table.value(0, 0, Player::Second), Some(Exact::Loss(3)));
}
