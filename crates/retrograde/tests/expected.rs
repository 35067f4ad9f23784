//! Expected costs against all ways of playing, one by one.

use crate::common::{Graph, TOLL, Vertex, opened, sealed};
use proptest::prelude::*;
use tesuji_core::{Game, GameResult, Player};
use tesuji_retrograde::{
    CheckExpectedError, Clock, Expectation, Expected, ExpectedError, MovesOf, Numbered, Reachable,
};

const TOLERANCE: f64 = 1e-9;

/// Graphs in which the players take turns: the first player's vertices, then the second's.
fn alternating() -> impl Strategy<Value = Graph> {
    let result = || {
        prop_oneof![
            6 => Just(None),
            2 => Just(Some(GameResult::Win(Player::First))),
            1 => Just(Some(GameResult::Win(Player::Second))),
            1 => Just(Some(GameResult::Draw)),
        ]
    };
    (1u16..6, 1u16..6).prop_flat_map(move |(firsts, seconds)| {
        let side = |mover, targets: std::ops::Range<u16>, count: u16| {
            let moves = prop::collection::vec((targets, 1u32..3), 1..4);
            let vertex = (result(), moves).prop_map(move |(result, moves)| Vertex {
                mover,
                result,
                moves: if result.is_some() { Vec::new() } else { moves },
            });
            prop::collection::vec(vertex, usize::from(count))
        };
        let all = firsts + seconds;
        (side(Player::First, firsts..all, firsts), side(Player::Second, 0..firsts, seconds))
            .prop_map(|(firsts, seconds)| Graph(firsts.into_iter().chain(seconds).collect()))
    })
}

/// The least expected cost of the first player over all ways of playing that do not look back.
fn by_all_policies(graph: &Graph) -> Vec<Expectation> {
    let size = graph.0.len();
    let goal = |v: usize| graph.0[v].result == Some(GameResult::Win(Player::First));
    let open = |from: usize, edges: &[Vec<usize>]| {
        // Everything that can be reached.
        let (mut seen, mut stack) = (vec![false; size], vec![from]);
        while let Some(v) = stack.pop() {
            if !std::mem::replace(&mut seen[v], true) {
                stack.extend(&edges[v]);
            }
        }
        seen
    };
    let all: Vec<Vec<usize>> = graph
        .0
        .iter()
        .map(|vertex| vertex.moves.iter().map(|&(to, _)| usize::from(to)).collect())
        .collect();
    let mut best: Vec<Expectation> = (0..size)
        .map(|v| {
            let hope = open(v, &all).iter().enumerate().any(|(v, &seen)| seen && goal(v));
            if hope { Expectation::Uncertain } else { Expectation::Never }
        })
        .collect();
    let choosers: Vec<usize> =
        (0..size).filter(|&v| graph.0[v].mover == Player::First && !all[v].is_empty()).collect();
    let policies: usize = choosers.iter().map(|&v| all[v].len()).product();
    for policy in 0..policies {
        let mut rest = policy;
        let mut moves: Vec<Vec<(u16, u32)>> = graph.0.iter().map(|v| v.moves.clone()).collect();
        for &v in &choosers {
            let choice = rest % moves[v].len();
            rest /= moves[v].len();
            moves[v] = vec![moves[v][choice]];
        }
        let edges: Vec<Vec<usize>> =
            moves.iter().map(|m| m.iter().map(|&(to, _)| usize::from(to)).collect()).collect();
        let hope: Vec<bool> =
            (0..size).map(|v| (0..size).any(|to| goal(to) && open(v, &edges)[to])).collect();
        let sure: Vec<bool> =
            (0..size).map(|v| (0..size).all(|to| !open(v, &edges)[to] || hope[to])).collect();
        let costs = solve_chain(&moves, &sure, &goal);
        for v in (0..size).filter(|&v| sure[v]) {
            match &mut best[v] {
                Expectation::Cost(least) => *least = least.min(costs[v]),
                other => *other = Expectation::Cost(costs[v]),
            }
        }
    }
    best
}

/// The expected costs of a Markov chain, by Gaussian elimination.
fn solve_chain(
    moves: &[Vec<(u16, u32)>],
    sure: &[bool],
    goal: &impl Fn(usize) -> bool,
) -> Vec<f64> {
    let size = moves.len();
    let mut rows = vec![vec![0.0; size + 1]; size];
    for (v, row) in rows.iter_mut().enumerate() {
        row[v] = 1.0;
        if sure[v] && !goal(v) {
            let chance = 1.0 / moves[v].len() as f64;
            for &(to, cost) in &moves[v] {
                row[usize::from(to)] -= chance;
                row[size] += chance * f64::from(cost);
            }
        }
    }
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))
            .unwrap();
        rows.swap(column, pivot);
        let pivot = rows[column].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            if number != column {
                let factor = row[column] / pivot[column];
                row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            }
        }
    }
    (0..size).map(|v| rows[v][size] / rows[v][v]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn costs_are_the_least_over_all_ways_of_playing(graph in alternating()) {
        let table = Expected::solve(Numbered::new(&graph), TOLL, Player::First, TOLERANCE).unwrap();
        prop_assert!(table.error_bound() <= TOLERANCE);
        for (vertex, expected) in graph.vertices().zip(by_all_policies(&graph)) {
            match (table.expectation(&vertex).unwrap(), expected) {
                (Expectation::Cost(found), Expectation::Cost(cost)) => {
                    prop_assert!((found - cost).abs() <= TOLERANCE + 1e-12 * cost, "{} {}", found, cost);
                    let best = table.best_move(&vertex);
                    let chooses = graph.to_move(&vertex) == Player::First
                        && graph.result(&vertex).is_none();
                    prop_assert_eq!(best.is_some(), chooses);
                    if let Some(best) = best {
                        let (_, after) = table.moves(&vertex)[usize::from(best)];
                        let Expectation::Cost(after) = after else { panic!("a sure move") };
                        prop_assert!((after - found).abs() <= TOLERANCE);
                    }
                }
                (found, expected) => prop_assert_eq!(found, expected, "vertex {}", vertex),
            }
        }
        prop_assert_eq!(table.check(), Ok(()));
    }

    #[test]
    fn any_altered_entry_is_found(graph in alternating(), vertex: prop::sample::Index) {
        let table = Expected::solve(Numbered::new(&graph), TOLL, Player::First, TOLERANCE).unwrap();
        let index = vertex.index(graph.0.len());
        let before = stored(&table).1[index];
        for value in [0.0, 1.0, before + 1e-6, before - 1e-6, -1.0, -2.0, f64::NAN, f64::INFINITY] {
            if value.to_bits() != before.to_bits() {
                let forged = forged(&table, &graph, index, value);
                prop_assert!(forged.check().is_err(), "{} in place of {}", value, before);
            }
        }
    }
}

type Costs<'g> = Expected<Numbered<'g, Graph>, fn(&Graph, &u16, u8) -> u32>;
/// The metadata of the table's file, and the values.
fn stored<K: Clock<Graph>>(table: &Expected<Numbered<'_, Graph>, K>) -> (String, Vec<f64>) {
    let mut bytes = Vec::new();
    table.write_to(&mut bytes, "").unwrap();
    let (metadata, content) = opened(&bytes);
    let values = content.chunks(8).map(|value| f64::from_le_bytes(value.try_into().unwrap()));
    (metadata, values.collect())
}

/// The table with another entry, by way of its file.
fn forged<'g, K: Clock<Graph>>(
    table: &Expected<Numbered<'_, Graph>, K>,
    graph: &'g Graph,
    index: usize,
    value: f64,
) -> Costs<'g> {
    let (metadata, mut values) = stored(table);
    values[index] = value;
    let content: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let file = sealed(&metadata, &content);
    Expected::read_from(Numbered::new(graph), TOLL, Player::First, file, "").unwrap()
}

/// A vertex of `mover` with moves to these vertices, each of them free.
fn vertex(mover: Player, moves: &[u16]) -> Vertex {
    Vertex { mover, result: None, moves: moves.iter().map(|&to| (to, 0)).collect() }
}

fn goal() -> Vertex {
    Vertex {
        mover: Player::Second,
        result: Some(GameResult::Win(Player::First)),
        moves: Vec::new(),
    }
}

#[test]
fn heads_in_a_row_take_as_many_tosses_as_theory_says() {
    // With `run` heads behind him the player tosses at vertex 2 run; tails sends him back to 0.
    let first = Player::First;
    for wanted in 1..=7 {
        let mut vertices = Vec::new();
        for run in 0..wanted {
            vertices.push(vertex(first, &[2 * run + 1]));
            vertices.push(vertex(Player::Second, &[2 * run + 2, 0]));
        }
        vertices.push(goal());
        let graph = Graph(vertices);
        let space = Reachable::explore_all(&graph, &0);
        let table = Expected::solve(space, MovesOf(first), first, 1e-9).unwrap();
        let Some(Expectation::Cost(tosses)) = table.expectation(&0) else { panic!("{graph:?}") };
        let theory = f64::from((1 << (wanted + 1)) - 2);
        assert!((tosses - theory).abs() <= table.error_bound(), "{tosses} for {theory}");
        assert!(table.error_bound() <= 1e-9);
    }
}

#[test]
fn what_the_method_cannot_do_is_refused() {
    let first = Player::First;
    let step = Graph(vec![vertex(first, &[1]), goal()]);
    let error =
        Expected::solve(Numbered::new(&step), MovesOf(first.other()), first, 1e-9).unwrap_err();
    insta::assert_snapshot!(error, @"a move of the player in 0 costs 0");

    let second = Player::Second;
    let spin =
        Graph(vec![vertex(first, &[1]), vertex(second, &[2, 3]), vertex(second, &[1]), goal()]);
    let error = Expected::solve(Numbered::new(&spin), MovesOf(first), first, 1e-9).unwrap_err();
    insta::assert_snapshot!(error, @"the opponent can repeat 1 without a move of the player");

    let coin = Graph(vec![vertex(first, &[1]), vertex(second, &[0, 2]), goal()]);
    let error = Expected::solve(Numbered::new(&coin), MovesOf(first), first, 1e-30).unwrap_err();
    assert!(matches!(error, ExpectedError::TooFine { .. }), "{error}");
}

#[test]
fn a_wrong_entry_is_named() {
    let first = Player::First;
    let coin = Graph(vec![
        Vertex { moves: vec![(1, 1)], ..vertex(first, &[]) },
        vertex(Player::Second, &[0, 2]),
        goal(),
    ]);
    let table = Expected::solve(Numbered::new(&coin), TOLL, first, 1e-9).unwrap();
    assert_eq!(table.check(), Ok(()));
    let error = forged(&table, &coin, 2, 0.5).check().unwrap_err();
    assert!(matches!(error, CheckExpectedError::Contradiction { .. }));
    assert!(error.to_string().starts_with("entry 1 (1) is "), "{error}");
}
