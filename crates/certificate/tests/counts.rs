//! Numbers of positions by their distances: the true ones are accepted, and no others.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::ops::ControlFlow;

use crate::common;
use crate::common::{check, check_watched};
use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{Certificate, Checker, Entry, Proof, Rejection};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Game, NamedGame, Notation, OpenError, Puzzle, Render, Rules, Settings, laws};
use tesuji_nim::{Convention, Grundy, Nim, TakeSet};
use tesuji_rush_hour::{Metric, RushHour, RushHourRocks};
use tesuji_taquin::{Goal, Taquin};
use tesuji_tic_tac_toe::TicTacToe;

/// The distance of every position that can be reached.
fn reached<R: Rules>(rules: &R, start: &R::State) -> HashMap<R::State, usize> {
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut waiting = VecDeque::from([start.clone()]);
    while let Some(state) = waiting.pop_front() {
        for mv in rules.moves(&state) {
            let after = rules.successor(&state, mv);
            if !distances.contains_key(&after) {
                distances.insert(after.clone(), distances[&state] + 1);
                waiting.push_back(after);
            }
        }
    }
    distances
}

/// How many there are of each number.
fn tally(numbers: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut tally = Vec::new();
    for number in numbers {
        if tally.len() <= number {
            tally.resize(number + 1, 0);
        }
        tally[number] += 1;
    }
    tally
}

/// Lists of numbers that differ a little from these.
fn others(right: &[u64]) -> Vec<Vec<u64>> {
    let mut wrong = vec![[right, &[1]].concat(), [right, &[0]].concat(), [&[1], right].concat()];
    for place in 0..right.len() {
        let mut more = right.to_vec();
        more[place] += 1;
        let mut less = right.to_vec();
        less[place] -= 1;
        wrong.extend([more, less]);
        let mut shifted = right.to_vec();
        if place > 0 {
            // The same number in all.
            (shifted[place - 1], shifted[place]) = (shifted[place - 1] + 1, shifted[place] - 1);
            wrong.push(shifted);
        }
    }
    wrong.push(right[..right.len() - 1].to_vec());
    wrong.retain(|list| list != right);
    wrong
}

const PROOFS: [Proof; 2] = [Proof::Layers, Proof::UndirectedLayers];

/// Checks the counts of all positions that can be reached; with `undirected`, by both proofs.
fn exhaust<R: NamedGame>(rules: &R, start: &R::State, undirected: bool) {
    let layers = tally(reached(rules, start).into_values());
    for proof in PROOFS {
        let made = Certificate::reachable(rules, start, &layers, proof.clone());
        let file = made.to_bytes();
        match check(&Checker::new(), &file) {
            Ok(checked) => {
                assert!(undirected || proof == Proof::Layers);
                assert_eq!(checked.states, layers.iter().sum::<u64>());
            }
            Err(Rejection::NoWayBack { .. }) if !undirected && proof != Proof::Layers => {}
            Err(error) => panic!("{}: {error}", made.header()),
        }
        for wrong in others(&layers) {
            let file = Certificate::reachable(rules, start, &wrong, proof.clone()).to_bytes();
            check(&Checker::new(), &file).unwrap_err();
        }
    }
    let made = Certificate::reachable(rules, start, &layers, Proof::Layers);
    let text = made.header().to_string();
    for (from, to) in [("reachable ", "reachable 1"), (" within ", " within 1")] {
        let header = text.replacen(from, to, 1).into_bytes();
        let body = common::parts::Parts::of(&made).body;
        let file = common::parts::Parts { header, body }.file();
        let error = check(&Checker::new(), &file).unwrap_err();
        assert!(matches!(error, Rejection::OtherClaim { .. }), "{error}");
    }
}

#[test]
fn the_positions_of_every_game_are_counted() {
    let board = TicTacToe::new();
    exhaust(&board, &board.parse_state("X...O....").unwrap(), false);
    exhaust(&board, &board.parse_state("XXX.OO...").unwrap(), true);
    let pawns = Breakthrough::new(2, 5).unwrap();
    exhaust(&pawns, &pawns.initial(), false);
    let stones = ConnectFour::new(3, 3).unwrap();
    exhaust(&stones, &stones.initial(), false);
    let heaps = Nim::new(TakeSet::any(), Convention::Misere, &[3, 4]).unwrap();
    exhaust(&heaps, &heaps.initial(), false);
    let splits = Nim::new(Grundy, Convention::Normal, &[10]).unwrap();
    exhaust(&splits, &splits.initial(), false);
    let rocks = RushHourRocks::new("AA.B/...B/..../".parse().unwrap());
    exhaust(&rocks, &rocks.initial(), false);
    let tiles = Taquin::<u64>::new(3, 2, Goal::BlankFirst).unwrap();
    exhaust(&tiles, &tiles.initial(), true);
    for metric in [Metric::Steps, Metric::Slides] {
        let cars = RushHour::new("AA.B ...B .... .CC.".parse().unwrap(), metric);
        exhaust(&cars, &cars.initial(), true);
    }
}

#[test]
fn tic_tac_toe_has_5478_positions() {
    let board = TicTacToe::new();
    let layers = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78];
    let made = Certificate::reachable(&board, &board.initial(), &layers, Proof::Layers);
    assert_eq!(made.header().claim.to_string(), "reachable 5478 positions within 9 moves");
    let mut shown = Vec::new();
    let mut watch = |Entry { number, position, text }: Entry| {
        shown.push(format!("{number} {position} {text}"));
    };
    check_watched(&Checker::new(), &made.to_bytes(), Some(&mut watch)).unwrap();
    assert_eq!((shown.len(), shown[3].as_str()), (10, "3 distance 252"));
}

#[test]
fn the_eight_puzzle_is_counted_in_three_layers() {
    let tiles = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let layers = tally(reached(&tiles, &tiles.initial()).into_values());
    assert_eq!((layers.len(), layers.iter().sum::<u64>()), (32, 181_440));
    let checker = Checker::new().positions(80_000);
    for proof in PROOFS {
        let made = Certificate::reachable(&tiles, &tiles.initial(), &layers, proof.clone());
        let checked = check(&checker, &made.to_bytes());
        assert_eq!(checked.is_ok(), proof == Proof::UndirectedLayers, "{checked:?}");
    }
}

/// The distances to a goal of the states that can be reached.
fn to_goals<P: Puzzle>(puzzle: &P, start: &P::State) -> Vec<Option<usize>> {
    let known = |state: &P::State| {
        let reached = reached(puzzle, state);
        reached.iter().filter(|(state, _)| puzzle.is_goal(state)).map(|(_, &moves)| moves).min()
    };
    reached(puzzle, start).keys().map(known).collect()
}

#[test]
fn distances_to_the_nearest_of_several_goals_are_counted() {
    for card in ["AA.B ...B .... .CC.", "AA.. .... .BB. ...."] {
        let cars = RushHour::new(card.parse().unwrap(), Metric::Slides);
        let start = cars.initial();
        let layers = tally(to_goals(&cars, &start).into_iter().flatten());
        check(&Checker::new(), &Certificate::distances(&cars, &start, &layers).to_bytes()).unwrap();
        for wrong in others(&layers) {
            let file = Certificate::distances(&cars, &start, &wrong).to_bytes();
            check(&Checker::new(), &file).unwrap_err();
        }
    }
    let held = RushHour::new(common::HELD.parse().unwrap(), Metric::Steps);
    let file = Certificate::distances(&held, &held.initial(), &[1, 2]).to_bytes();
    let error = check(&Checker::new(), &file).unwrap_err();
    assert!(error.to_string().starts_with("no goal can be reached"), "{error}");
}

const NODES: u8 = 4;

/// A walk along the edges of a directed graph, to one of some nodes.
#[derive(Clone, Debug)]
struct Maze {
    /// A bit for each pair of nodes.
    edges: u16,
    goals: u8,
}

impl Maze {
    fn has(&self, from: u8, to: u8) -> bool {
        self.edges >> (from * NODES + to) & 1 == 1
    }
}

impl Rules for Maze {
    type State = u8;
    type Move = u8;
    type Undo = u8;

    fn initial(&self) -> u8 {
        0
    }

    fn visit_moves<B>(
        &self,
        &from: &u8,
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (0..NODES).filter(|&to| self.has(from, to)).try_for_each(visit)
    }

    fn play(&self, node: &mut u8, to: u8) -> u8 {
        std::mem::replace(node, to)
    }

    fn undo(&self, node: &mut u8, _: u8, from: u8) {
        *node = from;
    }
}

impl Puzzle for Maze {
    fn is_goal(&self, &node: &u8) -> bool {
        self.goals >> node & 1 == 1
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not a node")]
struct NoNode;

impl Notation for Maze {
    type Error = NoNode;

    fn parse_state(&self, text: &str) -> Result<u8, NoNode> {
        text.parse().ok().filter(|&node| node < NODES).ok_or(NoNode)
    }

    fn write_state(&self, node: &u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{node}")
    }

    fn parse_move(&self, _: &u8, text: &str) -> Result<u8, NoNode> {
        text.parse().map_err(|_| NoNode)
    }

    fn write_move(&self, _: &u8, to: u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{to}")
    }
}

impl Render for Maze {}

impl NamedGame for Maze {
    const NAME: &'static str = "maze";
    const SUMMARY: &'static str = "walk along the edges of a graph";
    const NOTATION: &'static str = "the node";

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        let edges = settings.parse("edges")?.unwrap_or(0);
        Ok(Maze { edges, goals: settings.parse("goals")?.unwrap_or(0) })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("edges", self.edges).with("goals", self.goals)
    }
}

/// Every way to write a number of at most four nodes as a sum.
fn compositions() -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![vec![]];
    let mut next = 0;
    while next < all.len() {
        let left = u64::from(NODES) - all[next].iter().sum::<u64>();
        for first in 1..=left {
            let longer = [all[next].as_slice(), &[first]].concat();
            all.push(longer);
        }
        next += 1;
    }
    all
}

/// All directed graphs without loops, and some of those with loops; of these one in `step`.
fn graphs(step: usize) -> impl Iterator<Item = u16> {
    const LOOPS: u16 = 0b1000_0100_0010_0001;
    (0..=u16::MAX).filter(|edges| edges & LOOPS == 0 || edges % 97 == 0).step_by(step)
}

#[test]
fn no_false_count_of_any_graph_of_four_nodes_is_accepted() {
    let square = Maze { edges: 0b0101_1010_0101_1010, goals: 1 };
    laws::rules(&square, 10);
    laws::notation(&square, 10);
    let (all, mut by_three) = (compositions(), 0);
    for edges in graphs(3) {
        let maze = Maze { edges, goals: 0 };
        let right = tally(reached(&maze, &0).into_values());
        let is_edge = |from, to| maze.has(from, to);
        let nodes = reached(&maze, &0);
        let undirected =
            nodes.keys().all(|&from| (0..NODES).all(|to| !is_edge(from, to) || is_edge(to, from)));
        for proof in PROOFS {
            for layers in &all {
                let made = Certificate::reachable(&maze, &0, layers, proof.clone());
                let checked = Checker::new().check_puzzle::<Maze>(&made.to_bytes()[..], None);
                if checked.is_ok() {
                    assert_eq!(*layers, right, "{edges:016b}");
                    by_three += u32::from(proof == Proof::UndirectedLayers);
                } else {
                    let must = proof == Proof::Layers || undirected;
                    assert!(*layers != right || !must, "{edges:016b}: {checked:?}");
                }
            }
        }
    }
    assert!(by_three > 200, "{by_three}");
}

#[test]
fn no_false_distance_in_any_graph_of_four_nodes_is_accepted() {
    let (all, mut accepted) = (compositions(), 0);
    for edges in graphs(23) {
        for goals in 0..1 << NODES {
            let maze = Maze { edges, goals };
            let known = to_goals(&maze, &0);
            let right =
                known.iter().all(Option::is_some).then(|| tally(known.into_iter().flatten()));
            let mut nodes = reached(&maze, &0).into_keys();
            let undirected =
                nodes.all(|from| (0..NODES).all(|to| !maze.has(from, to) || maze.has(to, from)));
            for layers in &all {
                let made = Certificate::distances(&maze, &0, layers);
                let checked = Checker::new().check_puzzle::<Maze>(&made.to_bytes()[..], None);
                if checked.is_ok() {
                    assert_eq!(Some(layers), right.as_ref(), "{edges:016b}, {goals:04b}");
                    accepted += 1;
                } else {
                    let must = undirected && right.as_ref() == Some(layers);
                    assert!(!must, "{edges:016b}, {goals:04b}: {checked:?}");
                }
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

/// Counts are of games and puzzles alike; distances to a goal are not of games.
#[test]
fn distances_of_games_are_rejected() {
    fn of_game<G: Game + NamedGame>(game: &G) -> Rejection {
        let made = Certificate::reachable(game, &game.initial(), &[1], Proof::Layers);
        let header = made.header().to_string();
        let claim = "claim reachable 1 states within 0 moves of a goal";
        let header = header.replace("claim reachable 1 positions within 0 moves", claim);
        let body = common::parts::Parts::of(&made).body;
        let file = common::parts::Parts { header: header.into_bytes(), body }.file();
        check(&Checker::new(), &file).unwrap_err()
    }
    let error = of_game(&TicTacToe::new());
    assert!(matches!(error, Rejection::WrongProof(_)), "{error}");
}
