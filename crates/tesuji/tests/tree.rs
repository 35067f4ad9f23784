//! What searches tell an observer, recorded: against their own answers and counters, and drawn.

use proptest::prelude::*;
use tesuji::adversarial::{
    AlphaBeta, Deepening, Even, Expectimax, MemoMinimax, Minimax, Negamax, TableSearch, Uniform,
};
use tesuji::breakthrough::{Breakthrough, BreakthroughHints, PawnsAndRows};
use tesuji::catalogue::tree::{
    Event, Fate, Label, Layout, Recorder, Recording, RecordingLimits, Side, record_game,
    record_puzzle,
};
use tesuji::connect_four::ConnectFour;
use tesuji::core::{
    Blind, Budget, CodedMoves, Evaluator, Game, GameSolver, Heuristic, Judgement, KnownGoals,
    Meter, Notation, ObservableGameSolver, ObservableSolver, Outcome, Puzzle, Reversible, Rules,
    Silent, Stats, Value, check_plan,
};
use tesuji::informed::{AStar, GreedyBestFirst, IdaStar, Weight, WeightedAStar};
use tesuji::montecarlo::MonteCarlo;
use tesuji::nim::{Convention, Grundy, Nim, TakeSet};
use tesuji::proof::{DfPn, PnSearch};
use tesuji::retrograde::SymmetricRetrograde;
use tesuji::rush_hour::{ForcedMoves, Metric, RushHour};
use tesuji::taquin::{Goal, Manhattan, Taquin};
use tesuji::tic_tac_toe::TicTacToe;
use tesuji::uninformed::{
    Bidirectional, BreadthFirst, DepthFirst, DepthLimited, IterativeDeepening, UniformCost,
};

const ALL: RecordingLimits = RecordingLimits::all();

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
    for pair in recording.path.windows(2) {
        let [first, second] = [&recording.nodes[pair[0]], &recording.nodes[pair[1]]];
        let met = first.position == second.position && first.parent != second.parent;
        let is_step = second.parent == Some(pair[0]) || first.parent == Some(pair[1]);
        assert!(is_step || met, "the line is one of moves");
    }
}

fn moves(recording: &Recording) -> Vec<String> {
    recording.path.iter().filter_map(|&node| recording.nodes[node].mv.clone()).collect()
}

fn count(recording: &Recording, fate: Fate) -> u64 {
    recording.nodes.iter().filter(|node| node.fate == fate).count() as u64
}

/// What a search finds without an observer; and the same, with the recording, by one that is
/// watched.
fn watch_game<G: Game + Notation, S: ObservableGameSolver<G>>(
    name: &'static str,
    game: &G,
    state: &G::State,
    search: &S,
) -> (Judgement<G::Move>, Stats, Recording) {
    let alone = search.solve(game, state);
    let recorder = Recorder::of_game(game, state, &ALL);
    let (budget, mut silent) = (recorder.budget(), Silent);
    let mut meter = Meter::new(&budget, &mut silent);
    let judgement = search.search_observed(game, state, &recorder, &mut meter);
    assert_eq!(judgement, alone.judgement, "{name}");
    assert_eq!(without_bytes(meter.stats()), without_bytes(alone.stats), "{name}");
    let recording = recorder.finish(name, &judgement.pv, judgement.limit);
    check_events(&recording);
    (judgement, alone.stats, recording)
}

/// What the observer knows nodes by takes memory, too.
fn without_bytes(stats: Stats) -> Stats {
    Stats { peak_bytes: 0, ..stats }
}

/// Watches a game by the searches that visit a node as often as they count it.
fn check_game<G: Game + Notation>(
    game: &G,
    state: &G::State,
    evaluator: &(impl Evaluator<G> + Clone),
    depth: Option<u32>,
) {
    macro_rules! check {
        ($name:literal, $search:expr) => {{
            let search = $search;
            let search = match depth {
                Some(depth) => search.depth(depth),
                None => search,
            };
            let (judgement, stats, recording) = watch_game($name, game, state, &search);
            assert_eq!(recording.visits() as u64, stats.generated, $name);
            assert_eq!(count(&recording, Fate::Expanded), stats.expanded, $name);
            let Some(Label::Worth { value, .. }) = recording.nodes[0].label else {
                panic!("{} says what the root is worth", $name)
            };
            match (judgement.value, value) {
                // Without distances a draw by the horizon is no draw.
                (Value::Estimate(_), Value::Estimate(_)) => {}
                (real, recorded) => assert_eq!(real, recorded, $name),
            }
            assert_eq!(moves(&recording), game.moves_text(state, &judgement.pv), $name);
            recording
        }};
    }
    let minimax = check!("minimax", Minimax::new().evaluator(evaluator.clone()));
    let negamax = check!("negamax", Negamax::new().evaluator(evaluator.clone()));
    assert_eq!(negamax.nodes, minimax.nodes);
    let alpha_beta = check!("alpha-beta", AlphaBeta::new().evaluator(evaluator.clone()));
    assert!(alpha_beta.visits() <= minimax.visits());
    _ = check!("alpha-beta:outcome-only", AlphaBeta::outcome_only());
}

#[test]
fn game_searches_tell_of_each_node_that_they_count() {
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
    assert_eq!(record_game("minimax", &game, &start, &Minimax::new(), &ALL).visits(), 600);
    let who_wins = AlphaBeta::outcome_only();
    assert_eq!(
        record_game("alpha-beta:outcome-only", &game, &start, &who_wins, &ALL).visits(),
        163
    );
}

/// Watches a game by the searches with a memory, and with chance. They do the same as without an
/// observer, and the root is labelled with what they say of it.
fn check_refined<G: Game + Notation>(game: &G, state: &G::State, value: Value) {
    let labelled = |recording: &Recording, judgement: &Judgement<G::Move>| {
        let name = recording.algorithm;
        match recording.nodes[0].label {
            Some(Label::Worth { value, .. }) => assert_eq!(value, judgement.value, "{name}"),
            label => panic!("{name}: {label:?}"),
        }
        // What a search knows from elsewhere it need not search again.
        let line = game.moves_text(state, &judgement.pv);
        assert!(recording.path.len() > 1 && line.starts_with(&moves(recording)), "{name}");
    };
    macro_rules! check {
        ($name:literal, $search:expr) => {{
            let (judgement, stats, recording) = watch_game($name, game, state, &$search);
            labelled(&recording, &judgement);
            assert!(recording.visits() as u64 >= stats.expanded, $name);
            (judgement, stats, recording)
        }};
    }
    let (judgement, stats, recording) = check!("memo-minimax", MemoMinimax::new());
    assert_eq!(judgement.value, value);
    assert_eq!(recording.visits() as u64, stats.generated);
    assert_eq!(count(&recording, Fate::Duplicate), stats.duplicates);
    let deepened = |depth| AlphaBeta::new().depth(depth);
    assert_eq!(check!("deepening", Deepening::new(deepened)).0.value, value);
    assert_eq!(check!("pvs", TableSearch::principal_variation()).0.value, value);
    assert_eq!(check!("mtd-f", TableSearch::mtd_f()).0.value, value);
    assert_eq!(check!("mtd-bi", TableSearch::mtd_bi()).0.value, value);
    _ = check!("pvs, best moves", TableSearch::principal_variation().best_moves(true));
    _ = check!("uct", MonteCarlo::uct().playouts(300));
    _ = check!("uct by key", MonteCarlo::uct().playouts(300).by_key());
    _ = check!("rave", MonteCarlo::rave().playouts(300));
    _ = check!("grave", MonteCarlo::grave().playouts(300).by_key());
    _ = check!("pn-mcts", MonteCarlo::pn_mcts().playouts(300));
    let (judgement, stats, recording) =
        watch_game("expectimax", game, state, &Expectimax::new(Uniform));
    assert_eq!(recording.visits() as u64, stats.generated);
    let Some(Label::Mean { mean, samples: None }) = recording.nodes[0].label else {
        panic!("a mean, not {:?}", recording.nodes[0].label)
    };
    assert_eq!(judgement.value, Value::Estimate(mean.round() as i32));
}

#[test]
fn searches_with_a_memory_do_the_same_when_they_are_watched() {
    let game = Nim::simple(9).unwrap();
    check_refined(&game, &game.initial(), Value::Loss(Some(5)));
    let game = TicTacToe::new();
    check_refined(&game, &game.parse_state("XOX.O....").unwrap(), Value::Draw);
    check_refined(&game, &game.parse_state("XX.OO....").unwrap(), Value::Win(Some(1)));
    // Deep enough that all children are looked at before the first is entered.
    let game = ConnectFour::new(4, 4).unwrap();
    let state = game.parse_state("12123344").unwrap();
    for search in [TableSearch::principal_variation(), TableSearch::principal_variation().depth(5)]
    {
        _ = watch_game("pvs", &game, &state, &search);
    }
    let game = Breakthrough::new(3, 4).unwrap();
    _ = watch_game("alpha-beta:outcome-only", &game, &game.initial(), &TableSearch::outcome_only());
}

/// What a search finds without an observer; and the same, recorded.
fn watch_puzzle<P: Puzzle + Notation, S: ObservableSolver<P>>(
    name: &'static str,
    puzzle: &P,
    start: &P::State,
    search: &S,
) -> (Outcome<P::Move>, Stats, Recording) {
    let alone = search.solve(puzzle, start);
    let recording = record_puzzle(name, puzzle, start, search, &ALL);
    check_events(&recording);
    let visits = recording.visits() as u64;
    // A start that is a goal is looked at before it is counted.
    assert_eq!(visits, alone.stats.generated.max(1), "{name}");
    if let Some(plan) = alone.outcome.plan() {
        check_plan(puzzle, start, plan).unwrap();
        assert_eq!(moves(&recording), puzzle.moves_text(start, &plan.moves), "{name}");
    }
    (alone.outcome, alone.stats, recording)
}

fn check_puzzle<P, H>(puzzle: &P, start: &P::State, heuristic: &H)
where
    P: Puzzle + Notation + KnownGoals + Reversible,
    H: Heuristic<P>,
{
    macro_rules! check {
        ($name:literal, $search:expr) => {{
            let (outcome, stats, recording) = watch_puzzle($name, puzzle, start, &$search);
            assert!(outcome.plan().is_some(), "{}: {stats:?}", $name);
            (stats, recording)
        }};
    }
    let (stats, recording) = check!("ida*", IdaStar::new(heuristic));
    let iterations =
        recording.events.iter().filter(|event| matches!(event, Event::Iteration { .. }));
    assert!(stats.expanded == 0 || iterations.count() > 0);
    _ = check!("ida*, table", IdaStar::new(heuristic).table_bytes(1 << 20));
    for (stats, recording) in [
        check!("a*", AStar::new(heuristic)),
        check!("weighted a*", WeightedAStar::new(heuristic, Weight::new(2, 1).unwrap())),
        check!("greedy", GreedyBestFirst::new(heuristic)),
        check!("bfs", BreadthFirst),
        check!("bidirectional", Bidirectional),
        check!("uniform-cost", UniformCost),
    ] {
        let name = recording.algorithm;
        // Without a memory of what is behind it, a search expands a node once.
        assert_eq!(count(&recording, Fate::Expanded), stats.expanded, "{name}");
        assert_eq!(count(&recording, Fate::Duplicate), stats.duplicates, "{name}");
    }
}

#[test]
fn puzzle_searches_tell_of_each_node_that_they_count() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    for text in ["125374680", "370481652", "012345678", "102345678"] {
        let start = taquin.parse_state(text).unwrap();
        check_puzzle(&taquin, &start, &Manhattan::new(&taquin));
    }
    let start = taquin.parse_state("125374680").unwrap();
    check_puzzle(&taquin, &start, &Blind);
    _ = watch_puzzle("dls", &taquin, &start, &DepthLimited::new(7));
    _ = watch_puzzle("ids", &taquin, &start, &IterativeDeepening::new());
    _ = watch_puzzle("ids", &taquin, &start, &IterativeDeepening::new().table_bytes(1 << 20));
    let card = "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.".parse().unwrap();
    let rush_hour = RushHour::new(card, Metric::Slides);
    let start = rush_hour.initial();
    let heuristic = ForcedMoves::new(&rush_hour);
    _ = watch_puzzle("a*", &rush_hour, &start, &AStar::new(&heuristic));
    _ = watch_puzzle("ida*", &rush_hour, &start, &IdaStar::new(&heuristic).table_bytes(1 << 20));
}

#[test]
fn searches_with_memory_end_where_there_is_no_way() {
    let taquin = Taquin::<u64>::new(2, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("0 2 1 3 4 5").unwrap();
    let (_, _, recording) = watch_puzzle("bfs", &taquin, &start, &BreadthFirst);
    assert_eq!((recording.path, recording.limit), (vec![0], None));
    _ = watch_puzzle("dfs", &taquin, &start, &DepthFirst);
    let start = taquin.parse_state("4 2 1 3 0 5").unwrap();
    _ = watch_puzzle("dfs", &taquin, &start, &DepthFirst);
}

/// Where they are looked for in a table depends on the processor, and must not be seen.
#[test]
fn positions_met_before_are_told_of_in_the_order_of_their_moves() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("512407386").unwrap();
    let (_, _, recording) = watch_puzzle("bfs", &taquin, &start, &BreadthFirst);
    let settled = recording.events.iter().filter_map(|event| match event {
        Event::Settled { node, fate: Fate::Duplicate } => Some(*node),
        _ => None,
    });
    let settled: Vec<_> = settled.collect();
    assert!(settled.len() > 1_000 && settled.is_sorted(), "{} nodes", settled.len());
}

#[test]
fn searches_from_both_ends_have_a_tree_for_each() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("370481652").unwrap();
    let (outcome, _, recording) = watch_puzzle("bidirectional", &taquin, &start, &Bidirectional);
    let roots: Vec<_> = recording.nodes.iter().filter(|node| node.parent.is_none()).collect();
    assert_eq!((roots.len(), roots[1].position.as_str()), (2, "012345678"));
    // The position where the two meet is in both trees.
    assert_eq!(recording.path.len(), outcome.plan().unwrap().moves.len() + 2);
    assert_eq!(recording.nodes[*recording.path.last().unwrap()].position, roots[1].position);
    assert_eq!(recording.outline().lines().filter(|line| line.starts_with(['0', '3'])).count(), 2);
    let widths = vec![1.0; recording.nodes.len()];
    let layout = Layout::new(&recording.children(), &widths, 0.5);
    let mut roots = recording.nodes.iter().zip(layout.middles());
    let left = roots.next().unwrap().1;
    let right = roots.find(|(node, _)| node.parent.is_none()).unwrap().1;
    assert!(left + 1.5 <= *right && *right <= layout.width());
}

/// Watches a game by proof numbers, which say what minimax says.
fn check_proofs<G: Game + Notation>(game: &G, state: &G::State) {
    let value = Minimax::new().solve(game, state).judgement.value;
    macro_rules! check {
        ($name:literal, $search:expr) => {{
            let (_, _, recording) = watch_game($name, game, state, &$search);
            // Once more without the search for the line, whose positions are not counted.
            let (_, stats, alone) = watch_game($name, game, state, &$search.whole_pv(false));
            assert_eq!(alone.visits() as u64, stats.generated, $name);
            assert!(alone.nodes.len() <= recording.nodes.len());
            let Some(Label::Numbers { claimant, proof, disproof }) = alone.nodes[0].label else {
                panic!("the root has numbers")
            };
            match (value, claimant) {
                (Value::Win(_), Side::Max) | (Value::Loss(_), Side::Min) => {
                    assert_eq!((proof, disproof), (Some(0), None), $name);
                }
                _ => assert_eq!((proof, disproof), (None, Some(0)), $name),
            }
            if let (Value::Win(_), [_, best, ..]) = (value, &recording.path[..]) {
                let mv = recording.nodes[*best].mv.as_deref().unwrap();
                let after = game.successor(state, game.parse_move(state, mv).unwrap());
                let after = Minimax::new().solve(game, &after).judgement.value;
                assert!(matches!(after, Value::Loss(_)), "the move keeps the win");
            }
        }};
    }
    check!("pn", PnSearch::new());
    check!("pn2", PnSearch::pn2());
    check!("df-pn", DfPn::new());
}

#[test]
fn proof_numbers_prove_what_minimax_finds() {
    for tokens in 1..=12 {
        let game = Nim::simple(tokens).unwrap();
        check_proofs(&game, &game.initial());
    }
    for heaps in [[1, 2, 3], [1, 1, 2], [2, 2, 0], [3, 1, 1]] {
        for convention in [Convention::Normal, Convention::Misere] {
            let game = Nim::new(TakeSet::any(), convention, &heaps).unwrap();
            check_proofs(&game, &game.initial());
        }
    }
    let game = TicTacToe::new();
    for text in ["XX.OO....", "X...O....", "XOX......", "XOXOX.O.."] {
        check_proofs(&game, &game.parse_state(text).unwrap());
    }
}

#[test]
fn searches_by_name_are_recorded_as_they_are() {
    use tesuji::catalogue::{Catalogue, CatalogueError, Players, RecordOptions};
    use tesuji::core::Settings;
    let catalogue = Catalogue::standard();
    let record = |game: &str, text, search: &str| {
        let entry = catalogue.game(game).unwrap();
        let position = entry.open(Some(text), &Settings::new()).unwrap();
        position.record(&RecordOptions::new(entry.search(search).unwrap()))
    };
    for algorithm in tesuji::catalogue::algorithms() {
        let recording = match algorithm.players {
            Players::One => record("taquin", "125374680", algorithm.name),
            Players::Two if algorithm.name == "theory" => continue,
            Players::Two => record("tic-tac-toe", "XX.OO....", algorithm.name),
        };
        match recording {
            Ok(recording) => {
                check_events(&recording);
                assert_eq!(recording.algorithm, algorithm.name);
                assert!(recording.nodes.len() > 1, "{algorithm}");
            }
            Err(error) => {
                assert!(matches!(error, CatalogueError::NotRecorded { .. }), "{error}");
                assert_eq!(algorithm.name, "flat-mc");
            }
        }
    }
    // The same as with the types of the games, which the catalogue hides.
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("125374680").unwrap();
    let heuristic = Manhattan::new(&taquin);
    let few = &RecordingLimits::default();
    let by_name = |search| {
        let mut recording = record("taquin", "125374680", search).unwrap();
        assert_eq!(recording.heuristic.take(), Some("manhattan"));
        recording
    };
    let ida_star = record_puzzle("ida*", &taquin, &start, &IdaStar::new(&heuristic), few);
    assert_eq!(by_name("ida*:heuristic=manhattan"), ida_star);
    let greedy = record_puzzle("greedy", &taquin, &start, &GreedyBestFirst::new(&heuristic), few);
    assert_eq!(by_name("greedy:heuristic=manhattan"), greedy);
    let game = TicTacToe::new();
    let state = game.parse_state("XX.OO....").unwrap();
    let by_name = |search| record("tic-tac-toe", "XX.OO....", search).unwrap();
    let minimax = record_game("minimax", &game, &state, &Minimax::new(), few);
    assert_eq!(by_name("minimax"), minimax);
    let pvs = TableSearch::principal_variation().hints(CodedMoves);
    assert_eq!(by_name("pvs"), record_game("pvs", &game, &state, &pvs, few));
    let df_pn = DfPn::new().hints(CodedMoves);
    assert_eq!(by_name("df-pn"), record_game("df-pn", &game, &state, &df_pn, few));
    let retrograde = record_game("retrograde", &game, &state, &SymmetricRetrograde, few);
    assert_eq!(by_name("retrograde"), retrograde);
    let rave = MonteCarlo::rave().playouts(1000).by_key();
    assert_eq!(by_name("rave"), record_game("rave", &game, &state, &rave, few));
    // Hints of a game's own are part of its search.
    let game = Breakthrough::new(4, 4).unwrap();
    let pvs = TableSearch::principal_variation()
        .hints(BreakthroughHints)
        .evaluator(PawnsAndRows)
        .depth(3);
    let few = &RecordingLimits::default().nodes(400);
    let recording = record_game("pvs", &game, &game.initial(), &pvs, few);
    let entry = catalogue.game("breakthrough").unwrap();
    let position = entry.open(None, &Settings::new().with("size", "4x4")).unwrap();
    let mut options = RecordOptions::new(entry.search("pvs:depth=3").unwrap());
    options.nodes = 400;
    let by_name = position.record(&options).unwrap();
    assert!(by_name == recording, "{}\n{}", by_name.outline(), recording.outline());
}

#[test]
fn retrograde_analysis_is_recorded_wave_by_wave() {
    let game = Nim::simple(7).unwrap();
    let recording = record_game("retrograde", &game, &game.initial(), &SymmetricRetrograde, &ALL);
    check_events(&recording);
    let waves = bounds(&recording);
    assert!(waves.is_sorted() && waves.len() > 2 && waves[0].is_some(), "{waves:?}");
    let value = Minimax::new().solve(&game, &game.initial()).judgement.value;
    let worth = Label::Worth { value, bound: tesuji::catalogue::tree::Bound::Exact };
    assert_eq!(recording.nodes[0].label, Some(worth));
}

/// The bounds of the iterations.
fn bounds(recording: &Recording) -> Vec<Option<u32>> {
    let bound = |event: &Event| match *event {
        Event::Iteration { bound } => Some(bound),
        _ => None,
    };
    recording.events.iter().filter_map(bound).collect()
}

#[test]
fn an_iteration_without_a_bound_says_so() {
    let game = TicTacToe::new();
    let state = game.parse_state("XOX.O....").unwrap();
    // The last wave has the draws, which no number of plies ends.
    let recording = record_game("retrograde", &game, &state, &SymmetricRetrograde, &ALL);
    assert_eq!(bounds(&recording), [Some(0), Some(1), Some(2), None]);
    let mtd_bi = TableSearch::mtd_bi();
    assert_eq!(bounds(&record_game("mtd-bi", &game, &state, &mtd_bi, &ALL)), [None]);
    let mtd_bi = mtd_bi.depth(3);
    assert_eq!(bounds(&record_game("mtd-bi", &game, &state, &mtd_bi, &ALL)), [Some(3)]);
    let who_wins = TableSearch::outcome_only();
    assert_eq!(bounds(&record_game("alpha-beta", &game, &state, &who_wins, &ALL)), [None]);
}

/// How often the ends of the windows of each iteration are a draw, and an estimate of 0.
fn even_windows(recording: &Recording) -> Vec<[usize; 2]> {
    let mut counts = Vec::new();
    for event in &recording.events {
        match *event {
            Event::Iteration { .. } => counts.push([0, 0]),
            Event::Visited { window: Some((low, high)), .. } => {
                let last = counts.last_mut().unwrap();
                for end in [low, high].into_iter().flatten() {
                    match end {
                        Label::Worth { value: Value::Draw, .. } => last[0] += 1,
                        Label::Worth { value: Value::Estimate(0), .. } => last[1] += 1,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    counts
}

#[test]
fn a_window_names_a_draw_only_where_nothing_is_estimated() {
    let game = TicTacToe::new();
    let state = game.parse_state("XOX.O....").unwrap();
    let evens =
        |search: TableSearch| even_windows(&record_game("table", &game, &state, &search, &ALL));
    let searches = [
        TableSearch::principal_variation(),
        TableSearch::mtd_f(),
        TableSearch::mtd_bi(),
        TableSearch::outcome_only(),
    ];
    for search in searches {
        let evens = evens(search.clone().depth(3));
        let is_guess = |&[draws, estimates]: &[usize; 2]| draws == 0 && estimates > 0;
        assert!(evens.iter().all(is_guess), "{search:?}: {evens:?}");
    }
    for search in [TableSearch::mtd_bi(), TableSearch::outcome_only()] {
        let evens = evens(search);
        assert!(matches!(evens[..], [[draws, 0]] if draws > 0), "{evens:?}");
    }
    // The last iteration estimates nothing, and proves the draw.
    let evens = evens(TableSearch::principal_variation());
    let (last, others) = evens.split_last().unwrap();
    assert!(others.iter().all(|&[draws, _]| draws == 0), "{evens:?}");
    assert!(matches!(*last, [draws, 0] if draws > 0), "{evens:?}");
}

#[test]
fn each_search_of_a_node_with_a_window_labels_it_anew() {
    let game = TicTacToe::new();
    let state = game.parse_state("XOX.O....").unwrap();
    let record = |name, search: TableSearch| record_game(name, &game, &state, &search, &ALL);
    let deepened = |depth| AlphaBeta::new().depth(depth);
    for recording in [
        record("pvs", TableSearch::principal_variation()),
        record("mtd-f", TableSearch::mtd_f()),
        record("mtd-bi", TableSearch::mtd_bi()),
        record_game("deepening", &game, &state, &Deepening::new(deepened), &ALL),
    ] {
        let name = recording.algorithm;
        let mut is_searched = vec![false; recording.nodes.len()];
        for event in &recording.events {
            match *event {
                Event::Visited { node, window: Some(_) } => {
                    assert!(!is_searched[node], "{name}: nothing is said of node {node}");
                    is_searched[node] = true;
                }
                Event::Updated { node, .. } => is_searched[node] = false,
                _ => {}
            }
        }
        assert!(!is_searched.contains(&true), "{name}");
    }
}

#[test]
fn the_key_of_a_drawing_explains_all_kinds_of_labels() {
    let game = Nim::simple(4).unwrap();
    let search = MonteCarlo::pn_mcts().playouts(100);
    let drawing = record_game("pn-mcts", &game, &game.initial(), &search, &ALL).svg();
    for kind in ["mean to the former", "value to the former"] {
        assert_eq!(drawing.matches(kind).count(), 1, "{kind}");
    }
    assert!(!drawing.contains("proof / disproof number"), "no node has them in the end");
    let search = Expectimax::new(Uniform);
    let drawing = record_game("expectimax", &game, &game.initial(), &search, &ALL).svg();
    assert!(drawing.contains("mean to the former<"), "its means are of no playouts");
}

#[test]
fn a_recording_stops_where_it_is_told_to() {
    let game = TicTacToe::new();
    let start = game.initial();
    let few = RecordingLimits::default().nodes(50);
    let stopped = |recording: Recording| {
        check_events(&recording);
        assert_eq!((recording.nodes.len(), recording.limit.as_deref()), (50, Some("nodes")));
        assert_eq!(recording.path, [0]);
    };
    stopped(record_game("minimax", &game, &start, &Minimax::new(), &few));
    stopped(record_game("pvs", &game, &start, &TableSearch::principal_variation(), &few));
    stopped(record_game("pn", &game, &start, &PnSearch::new(), &few));
    stopped(record_game("df-pn", &game, &start, &DfPn::new(), &few));
    stopped(record_game("uct", &game, &start, &MonteCarlo::uct(), &few));
    let one_ply = Minimax::new().depth(1);
    let recording = record_game("minimax", &game, &start, &one_ply, &few);
    assert_eq!((recording.nodes.len(), recording.limit.as_deref()), (10, Some("depth")));
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("806547231").unwrap();
    stopped(record_puzzle("bfs", &taquin, &start, &BreadthFirst, &few));
    stopped(record_puzzle("a*", &taquin, &start, &AStar::new(Blind), &few));
    // A few positions, again and again without end.
    let small = Taquin::<u64>::new(2, 2, Goal::BlankFirst).unwrap();
    let swapped = small.parse_state("0 2 1 3").unwrap();
    let recording = record_puzzle("ida*", &small, &swapped, &IdaStar::new(Blind), &few);
    check_events(&recording);
    assert_eq!(recording.limit.as_deref(), Some("nodes"));
    assert!(recording.events.len() <= 50 * RecordingLimits::EVENTS + 3);
}

#[test]
fn no_recording_takes_more_memory_or_time_than_it_may() {
    let game = ConnectFour::new(5, 4).unwrap();
    let start = game.initial();
    let search = Minimax::new();
    let record = |budget| {
        let bounds = ALL.budget(budget);
        let recording = record_game("minimax", &game, &start, &search, &bounds);
        check_events(&recording);
        recording
    };
    for bytes in [0, 1, 10_000, 1_000_000] {
        let recording = record(Budget::unlimited().memory(bytes));
        assert_eq!(recording.limit.as_deref(), Some("memory"), "{bytes}");
        let events = size_of_val(&recording.events[..]);
        assert!(events + size_of_val(&recording.nodes[..]) <= bytes + 1_000, "{bytes}");
    }
    let recording = record(Budget::unlimited().time(std::time::Duration::ZERO));
    assert_eq!((recording.nodes.len(), recording.limit.as_deref()), (1, Some("time")));
    let flag = tesuji::core::StopFlag::new();
    flag.raise();
    let recording = record(Budget::unlimited().stop(flag));
    assert_eq!((recording.nodes.len(), recording.limit.as_deref()), (1, Some("interrupted")));
}

#[test]
fn drawings_look_like_this() {
    let game = TicTacToe::new();
    let board = game.parse_state("XOXOO.X..").unwrap();
    let recording = record_game("alpha-beta", &game, &board, &AlphaBeta::new(), &ALL);
    insta::assert_snapshot!("alpha_beta_outline", recording.outline());
    insta::assert_snapshot!("alpha_beta_svg", recording.svg());
    insta::assert_snapshot!("alpha_beta_dot", recording.dot());
    let nim = Nim::simple(6).unwrap();
    let recording = record_game("pn", &nim, &nim.initial(), &PnSearch::new(), &ALL);
    insta::assert_snapshot!("proof_numbers_outline", recording.outline());
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let start = taquin.parse_state("125340678").unwrap();
    let search = IdaStar::new(Manhattan::new(&taquin));
    let recording = record_puzzle("ida*", &taquin, &start, &search, &ALL);
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
