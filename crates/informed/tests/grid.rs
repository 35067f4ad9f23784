//! The published lengths of a benchmark of grid maps, by the searches of the workspace and by one
//! that shares nothing with them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tesuji_core::{Outcome, Puzzle, Rules, Solver, check_plan};
use tesuji_grid::{Directions, Grid, GridMap, Landmarks, Octile, Scenario};
use tesuji_informed::AStar;
use tesuji_uninformed::{Bidirectional, BreadthFirst};

const MAP: &str = include_str!("../../games/grid/data/random-32-32-20.map");
const SCENARIOS: &str = include_str!("../../games/grid/data/random-32-32-20-random-1.scen");

fn grids() -> impl Iterator<Item = (Scenario, Grid)> {
    let map: GridMap = MAP.parse().unwrap();
    Scenario::read_all(SCENARIOS).unwrap().into_iter().map(move |scenario| {
        assert_eq!(scenario.size, (map.width(), map.height()));
        let grid = Grid::new(map.clone(), Directions::Eight, scenario.start, scenario.goal);
        (scenario, grid.unwrap())
    })
}

/// The straight and the diagonal steps of a shortest path on the characters of a map, by Dijkstra's
/// algorithm.
fn by_characters(rows: &[&[u8]], start: (usize, usize), goal: (usize, usize)) -> (u32, u32) {
    let length =
        |(straight, diagonal): (u32, u32)| f64::from(straight) + f64::from(diagonal) * 2f64.sqrt();
    // The lengths of different pairs differ by far more than this.
    let key = |steps| (length(steps) * 1e9) as u64;
    let free = |column: i32, row: i32| {
        let row = usize::try_from(row).ok().and_then(|row| rows.get(row));
        let cell = row.and_then(|row| row.get(usize::try_from(column).ok()?));
        cell == Some(&b'.')
    };
    let mut done = vec![vec![false; rows[0].len()]; rows.len()];
    let mut open = BinaryHeap::from([Reverse((0, (0, 0), start))]);
    while let Some(Reverse((_, steps, (column, row)))) = open.pop() {
        if std::mem::replace(&mut done[row][column], true) {
            continue;
        }
        if (column, row) == goal {
            return steps;
        }
        let (x, y) = (column as i32, row as i32);
        for (right, down) in (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down))) {
            if free(x + right, y + down) && free(x + right, y) && free(x, y + down) {
                let (straight, diagonal) = steps;
                let steps = match right != 0 && down != 0 {
                    true => (straight, diagonal + 1),
                    false => (straight + 1, diagonal),
                };
                let to = ((x + right) as usize, (y + down) as usize);
                open.push(Reverse((key(steps), steps, to)));
            }
        }
    }
    panic!("there is no path")
}

/// The benchmark takes √2 for 1.414213562, and gives eight places after the point.
fn same((straight, diagonal): (u32, u32), published: f64) -> bool {
    let length = f64::from(straight) + f64::from(diagonal) * 1.414_213_562;
    (length - published).abs() < 0.51e-8
}

#[test]
fn every_scenario_has_its_published_length() {
    let rows: Vec<&[u8]> = MAP.lines().skip(4).map(str::as_bytes).collect();
    let mut checked = 0;
    for (scenario, grid) in grids() {
        let start = grid.initial();
        let Outcome::Optimal(plan) = AStar::new(Octile).solve(&grid, &start).outcome else {
            panic!("{scenario:?}")
        };
        check_plan(&grid, &start, &plan).unwrap();
        let length = grid.length(&plan.moves);
        let diagonal = plan.moves.iter().filter(|way| way.is_diagonal()).count() as u32;
        let steps = (plan.moves.len() as u32 - diagonal, diagonal);
        assert!(same(steps, scenario.length), "{steps:?} in {scenario:?}");
        assert!(
            (f64::from(plan.cost) / 985. - length).abs() < 1e-4,
            "{} in {scenario:?}",
            plan.cost
        );
        let again = by_characters(&rows, scenario.start, scenario.goal);
        assert!(same(again, scenario.length), "{again:?} in {scenario:?}");
        assert!((length - scenario.length).abs() < 1e-7, "{length} in {scenario:?}");
        checked += 1;
    }
    assert_eq!(checked, 409);
}

#[test]
fn landmarks_lead_to_the_same_costs_with_fewer_nodes() {
    let (mut octile, mut landmarks) = (0, 0);
    for (scenario, grid) in grids().step_by(10) {
        let (start, bounds) = (grid.initial(), Landmarks::new(&grid));
        let plain = AStar::new(Octile).solve(&grid, &start);
        let led = AStar::new(&bounds).solve(&grid, &start);
        let (Outcome::Optimal(one), Outcome::Optimal(other)) = (plain.outcome, led.outcome) else {
            panic!("{scenario:?}")
        };
        assert_eq!(one.cost, other.cost, "{scenario:?}");
        octile += plain.stats.expanded;
        landmarks += led.stats.expanded;
    }
    assert!(3 * landmarks < 2 * octile, "{landmarks} and {octile}");
}

#[test]
fn four_directions_need_no_cost_but_1() {
    let map: GridMap = MAP.parse().unwrap();
    for scenario in Scenario::read_all(SCENARIOS).unwrap().iter().step_by(20) {
        let grid = Grid::new(map.clone(), Directions::Four, scenario.start, scenario.goal).unwrap();
        let start = grid.initial();
        let cost = |outcome| match outcome {
            Outcome::Optimal(plan) => plan.cost,
            _ => panic!("{scenario:?}"),
        };
        let fewest = cost(BreadthFirst.solve(&grid, &start).outcome);
        assert_eq!(cost(Bidirectional.solve(&grid, &start).outcome), fewest);
        assert_eq!(cost(AStar::new(Octile).solve(&grid, &start).outcome), fewest);
        assert!(grid.undirected_goals().is_some());
    }
}
