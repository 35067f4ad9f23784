//! Recorded searches against the real ones, and their drawings.

use proptest::prelude::*;
use tesuji::adversarial::{AlphaBeta, Even, Minimax};
use tesuji::breakthrough::Breakthrough;
use tesuji::breakthrough::PawnsAndRows;
use tesuji::catalogue::tree::{self, Bounds, Event, Fate, Label, Layout, Recording};
use tesuji::core::{
    Blind, Budget, Evaluator, Game, GameSolver, Heuristic, Notation, Puzzle, Rules, Solver, Value,
};
use tesuji::informed::IdaStar;
use tesuji::nim::{Convention, Grundy, Nim, TakeSet};
use tesuji::rush_hour::{ForcedMoves, Metric, RushHour};
use tesuji::taquin::{Goal, Manhattan, Taquin};
use tesuji::tic_tac_toe::TicTacToe;
use tesuji::uninformed::{BreadthFirst, DepthFirst};

const ALL: Bounds = Bounds::all();

/// Retells the events and checks that they come to the nodes.
fn check_events(recording: &Recording) {
    let mut known = 0;
    let mut fates = vec![Fate::Open; recording.nodes.len()];
    let mut labels = vec![None; recording.nodes.len()];
    for event in &recording.events {
        match *event {
            Event::Created { node } => {
                assert_eq!(node, known, "in order");
                known += 1;
            }
            Event::Visited { node, .. } => assert!(node < known),
            Event::Updated { node, label } => labels[node] = Some(label),
            Event::Settled { node, fate } => fates[node] = fate,
            Event::Iteration { .. } => {}
            _ => unreachable!("all kinds are known"),
        }
    }
    assert_eq!(known, recording.nodes.len());
    for (node, (fate, label)) in recording.nodes.iter().zip(fates.into_iter().zip(labels)) {
        assert_eq!((node.fate, node.label), (fate, label));
        assert!(node.parent.is_none_or(|parent| recording.nodes[parent].depth + 1 == node.depth));
    }
    for pair in recording.line.windows(2) {
        assert_eq!(recording.nodes[pair[1]].parent, Some(pair[0]), "the line is one of moves");
    }
}

fn moves(recording: &Recording) -> Vec<String> {
    recording.line.iter().filter_map(|&node| recording.nodes[node].mv.clone()).collect()
}

/// Records a game by the three ways of minimax, and compares nodes, value and line.
fn check_game<G: Game + Notation>(
    game: &G,
    state: &G::State,
    evaluator: &(impl Evaluator<G> + Clone),
    depth: Option<u32>,
) {
    let mut bounds = ALL;
    bounds.depth = depth;
    macro_rules! real {
        ($solver:expr) => {{
            let solver = $solver;
            match depth {
                Some(depth) => solver.depth(depth).solve(game, state),
                None => solver.solve(game, state),
            }
        }};
    }
    let pairs = [
        (
            tree::minimax(game, state, evaluator, &bounds),
            real!(Minimax::new().evaluator(evaluator.clone())),
        ),
        (
            tree::alpha_beta(game, state, evaluator, &bounds),
            real!(AlphaBeta::new().evaluator(evaluator.clone())),
        ),
        (tree::who_wins(game, state, &bounds), real!(AlphaBeta::outcome_only())),
    ];
    for (recording, answer) in pairs {
        check_events(&recording);
        let name = recording.algorithm;
        assert_eq!(recording.visits() as u64, answer.stats.generated, "{name}");
        let expanded = recording.nodes.iter().filter(|node| node.fate == Fate::Expanded).count();
        assert_eq!(expanded as u64, answer.stats.expanded, "{name}");
        let Some(Label::Worth { value, .. }) = recording.nodes[0].label else {
            panic!("{name} says what the root is worth")
        };
        match (answer.judgement.value, value) {
            // Without distances a draw by the horizon is no draw.
            (Value::Estimate(_), Value::Estimate(_)) => {}
            (real, recorded) => assert_eq!(real, recorded, "{name}"),
        }
        let line = game.moves_text(state, &answer.judgement.pv);
        // Without distances the real search keeps no more of the line than it has proved.
        assert!(moves(&recording).starts_with(&line), "{name}");
        assert!(name == "who-wins" || moves(&recording).len() == line.len(), "{name}");
    }
}

#[test]
fn recorded_game_searches_visit_the_nodes_of_the_real_ones() {
    for tokens in [1, 2, 6, 10] {
        let game = Nim::simple(tokens).unwrap();
        check_game(&game, &game.initial(), &Even, None);
        check_game(&game, &game.initial(), &Even, Some(3));
    }
    let game = Nim::new(TakeSet::any(), Convention::Normal, &[2, 3]).unwrap();
    check_game(&game, &game.initial(), &Even, None);
    let game = Nim::new(Grundy, Convention::Misere, &[9]).unwrap();
    check_game(&game, &game.initial(), &Even, None);
    let game = TicTacToe::new();
    check_game(&game, &game.parse_state("XOX.O....").unwrap(), &Even, None);
    check_game(&game, &game.initial(), &Even, Some(3));
    let game = Breakthrough::new(3, 4).unwrap();
    check_game(&game, &game.initial(), &PawnsAndRows, Some(4));
}

#[test]
fn the_course_s_counts_on_simple_nim_are_recorded() {
    let game = Nim::simple(10).unwrap();
    let start = game.initial();
    assert_eq!(tree::minimax(&game, &start, &Even, &ALL).visits(), 600);
    assert_eq!(tree::who_wins(&game, &start, &ALL).visits(), 163);
}

fn check_puzzle<P: Puzzle + Notation, H: Heuristic<P> + Clone>(
    puzzle: &P,
    start: &P::State,
    heuristic: &H,
) {
    let budget = Budget::unlimited().nodes(200_000);
    let answer = IdaStar::new(heuristic.clone()).solve_within(
        puzzle,
        start,
        &budget,
        &mut tesuji::core::Silent,
    );
    let recording = tree::ida_star(puzzle, start, heuristic, &ALL);
    check_events(&recording);
    assert_eq!(recording.visits() as u64, answer.stats.generated, "ida*");
    let plan = answer.outcome.plan().map(|plan| puzzle.moves_text(start, &plan.moves));
    assert_eq!(Some(moves(&recording)), plan, "ida*");

    let recording = tree::breadth_first(puzzle, start, &ALL);
    check_events(&recording);
    let answer = BreadthFirst.solve(puzzle, start);
    let length = answer.outcome.plan().map(|plan| plan.moves.len());
    assert_eq!(Some(moves(&recording).len()), length, "bfs");
    // The real search looks a batch of children up at a time, and at a goal it does not count.
    let (visits, generated) = (recording.visits() as u64, answer.stats.generated.max(1));
    assert!(visits <= generated && generated < visits + 100, "bfs: {visits}, {generated}");
}

#[test]
fn recorded_puzzle_searches_visit_the_nodes_of_the_real_ones() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    for text in ["125374680", "370481652", "012345678", "102345678"] {
        let start = taquin.parse_state(text).unwrap();
        check_puzzle(&taquin, &start, &Manhattan::new(&taquin));
    }
    let start = taquin.parse_state("125374680").unwrap();
    check_puzzle(&taquin, &start, &Blind);
    let card = "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.".parse().unwrap();
    let rush_hour = RushHour::new(card, Metric::Slides);
    check_puzzle(&rush_hour, &rush_hour.initial(), &ForcedMoves::new(&rush_hour));
}

#[test]
fn searches_with_memory_end_where_there_is_no_way() {
    let taquin = Taquin::<u64>::new(2, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("0 2 1 3 4 5").unwrap();
    let breadth = BreadthFirst.solve(&taquin, &start);
    let recording = tree::breadth_first(&taquin, &start, &ALL);
    assert_eq!(recording.visits() as u64, breadth.stats.generated);
    assert_eq!((recording.line, recording.limit), (vec![0], None));
    let depth = DepthFirst.solve(&taquin, &start);
    let recording = tree::depth_first(&taquin, &start, &ALL);
    check_events(&recording);
    assert_eq!(recording.visits() as u64, depth.stats.generated);
    let start = taquin.parse_state("4 2 1 3 0 5").unwrap();
    let depth = DepthFirst.solve(&taquin, &start);
    let recording = tree::depth_first(&taquin, &start, &ALL);
    assert_eq!(recording.visits() as u64, depth.stats.generated);
    let plan = depth.outcome.plan().map(|plan| taquin.moves_text(&start, &plan.moves));
    assert_eq!(Some(moves(&recording)), plan);
}

#[test]
fn proof_numbers_prove_what_minimax_finds() {
    fn check<G: Game + Notation>(game: &G, state: &G::State) {
        let recording = tree::proof_numbers(game, state, &ALL);
        check_events(&recording);
        let value = Minimax::new().solve(game, state).judgement.value;
        let Some(Label::Numbers { proof, disproof }) = recording.nodes[0].label else {
            panic!("the root has numbers")
        };
        match value {
            Value::Win(_) => assert_eq!((proof, disproof), (Some(0), None)),
            _ => assert_eq!((proof, disproof), (None, Some(0))),
        }
        if let (Value::Win(_), [_, best, ..]) = (value, &recording.line[..]) {
            let mv = recording.nodes[*best].mv.as_deref().unwrap();
            let after = game.successor(state, game.parse_move(state, mv).unwrap());
            let after = Minimax::new().solve(game, &after).judgement.value;
            assert!(matches!(after, Value::Loss(_)), "the move keeps the win");
        }
    }
    for tokens in 1..=12 {
        let game = Nim::simple(tokens).unwrap();
        check(&game, &game.initial());
    }
    for heaps in [[1, 2, 3], [1, 1, 2], [2, 2, 0], [3, 1, 1]] {
        for convention in [Convention::Normal, Convention::Misere] {
            let game = Nim::new(TakeSet::any(), convention, &heaps).unwrap();
            check(&game, &game.initial());
        }
    }
    let game = TicTacToe::new();
    for text in ["XX.OO....", "X...O....", "XOX......", "XOXOX.O.."] {
        check(&game, &game.parse_state(text).unwrap());
    }
}

#[test]
fn a_recording_stops_where_it_is_told_to() {
    let game = TicTacToe::new();
    let recording = tree::minimax(&game, &game.initial(), &Even, &Bounds::default().nodes(50));
    check_events(&recording);
    assert_eq!((recording.nodes.len(), recording.limit.as_deref()), (50, Some("nodes")));
    let recording = tree::proof_numbers(&game, &game.initial(), &Bounds::default().nodes(50));
    check_events(&recording);
    assert_eq!((recording.nodes.len(), recording.limit.as_deref()), (50, Some("nodes")));
    let recording = tree::minimax(&game, &game.initial(), &Even, &Bounds::default().depth(1));
    assert_eq!((recording.nodes.len(), recording.limit.as_deref()), (10, Some("depth")));
}

#[test]
fn drawings_look_like_this() {
    let game = TicTacToe::new();
    let board = game.parse_state("XOXOO.X..").unwrap();
    let recording = tree::alpha_beta(&game, &board, &Even, &ALL);
    insta::assert_snapshot!("alpha_beta_outline", recording.outline());
    insta::assert_snapshot!("alpha_beta_svg", recording.svg());
    insta::assert_snapshot!("alpha_beta_dot", recording.dot());
    let nim = Nim::simple(6).unwrap();
    let recording = tree::proof_numbers(&nim, &nim.initial(), &ALL);
    insta::assert_snapshot!("proof_numbers_outline", recording.outline());
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("125340678").unwrap();
    let recording = tree::ida_star(&taquin, &start, &Manhattan::new(&taquin), &ALL);
    insta::assert_snapshot!("ida_star_outline", recording.outline());
}

/// A tree with nodes of random widths: each node but the root hangs on one before it.
fn trees() -> impl Strategy<Value = (Vec<Vec<usize>>, Vec<f64>)> {
    let nodes =
        proptest::collection::vec((any::<prop::sample::Index>(), 1..60u8, 1..9usize), 0..120);
    nodes.prop_map(|nodes| {
        let mut children = vec![Vec::new()];
        let mut widths = vec![20.0];
        for (parent, width, near) in nodes {
            let node = children.len();
            // Near the end, for deep trees; anywhere, for bushy ones.
            let parent =
                if near < 4 { node - 1 - parent.index(node.min(near)) } else { parent.index(node) };
            children[parent].push(node);
            children.push(Vec::new());
            widths.push(f64::from(width));
        }
        (children, widths)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn laid_out_nodes_never_overlap_and_parents_stand_in_the_middle((children, widths) in trees()) {
        const GAP: f64 = 3.0;
        const ERROR: f64 = 1e-6;
        let layout = Layout::new(&children, &widths, GAP);
        let middles = layout.middles();
        // Level by level, in the order of the drawing.
        let mut level = vec![0];
        while !level.is_empty() {
            for pair in level.windows(2) {
                let apart = middles[pair[1]] - middles[pair[0]];
                let least = (widths[pair[0]] + widths[pair[1]]) / 2.0 + GAP;
                prop_assert!(apart >= least - ERROR, "{} apart, at least {}", apart, least);
            }
            level = level.iter().flat_map(|&node| children[node].iter().copied()).collect();
        }
        for (node, below) in children.iter().enumerate() {
            if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
                let middle = (middles[first] + middles[last]) / 2.0;
                prop_assert!((middles[node] - middle).abs() < ERROR);
            }
            prop_assert!(middles[node] - widths[node] / 2.0 >= -ERROR);
            prop_assert!(middles[node] + widths[node] / 2.0 <= layout.width() + ERROR);
        }
    }
}
