//! Catalogues with games, puzzles and searches of one's own.

mod rules;

use rules::{Climb, Swap, inversions, wins};
use tesuji::adversarial::Minimax;
use tesuji::arena::Match;
use tesuji::catalogue::{
    AnyPosition, Catalogue, CatalogueError, GameEntry, GenerateOptions, IntoEntry, OnePlayer,
    Players, RecordOptions, Report, Search, Shuffle, Status, TwoPlayers, Verdict,
};
use tesuji::certificate::{Checker, Rejection};
use tesuji::core::{
    Budget, Game, GameResult, GameSolver, Judgement, Meter, Player, Settings, Silent, Value, laws,
};
use tesuji::uninformed::BreadthFirst;

fn own() -> Catalogue {
    Catalogue::new().with(TwoPlayers::<Climb<true>>::new()).with(OnePlayer::<Swap>::new())
}

fn solve(position: &AnyPosition, search: &Search) -> Report {
    position.solve(search, &Budget::unlimited(), &mut Silent).unwrap()
}

/// The certificate of a report, as a file.
fn certified(position: &AnyPosition, report: &Report, search: &Search) -> Vec<u8> {
    position.certify(report, search, &Budget::unlimited()).unwrap().to_bytes()
}

#[test]
fn own_rules_keep_the_laws() {
    laws::game(&Climb::<true>::new(10), 100);
    laws::game(&Climb::<false>::new(7), 100);
    laws::never_repeats(&Climb::<true>::new(10), 100);
    laws::notation(&Climb::<true>::new(10), 100);
    laws::rules(&Swap, 100);
    laws::notation(&Swap, 100);
}

/// Every algorithm of an entry finds out who wins; `options` go to those that take them.
fn every_algorithm_solves(entry: &dyn GameEntry, goal: u32, options: &[(&str, &str)]) {
    let settings = Settings::new().with("goal", goal);
    let expected = if wins(2, goal) { Verdict::Win } else { Verdict::Loss };
    for algorithm in entry.algorithms() {
        let mut search = Search::new(*algorithm);
        for (name, value) in options.iter().filter(|(name, _)| algorithm.takes(name)) {
            search.set(name, value).unwrap();
        }
        let position = entry.open(None, &settings).unwrap();
        let report = solve(&position, &search);
        let which = format!("{search}, to {goal}");
        assert_eq!((report.algorithm, report.game), (algorithm.name, "climb"));
        assert_eq!(report.settings, settings, "{which}");
        match algorithm.name {
            // Against an opponent who moves at random nothing is won for certain.
            "expectimax" => {
                // To a depth that is not the end, what is found is an estimate.
                let to_depth = !options.is_empty() && report.outcome == Verdict::Unknown;
                assert!(to_depth || report.outcome == Verdict::Expected, "{which}");
                assert!(
                    to_depth || report.expected.is_some_and(|mean| mean.abs() <= 1.0),
                    "{which}"
                );
            }
            // Without a tree a win is proved only where it is one move away.
            "flat-mc" => {
                let one_away = goal == 4 || goal == 3;
                assert_eq!(report.outcome == expected, one_away, "{which}");
                assert_eq!(report.by_move.len(), position.moves().len(), "{which}");
            }
            _ => {
                assert_eq!((report.outcome, report.optimal), (expected, true), "{which}");
                let after = position.after(report.best.as_deref().unwrap()).unwrap();
                let number = after.notation().split(' ').next().unwrap().parse().unwrap();
                assert_eq!(!wins(number, goal), expected == Verdict::Win, "{which}");
            }
        }
    }
}

#[test]
fn every_algorithm_solves_a_game_of_ones_own() {
    let catalogue = own();
    let climb = catalogue.game("climb").unwrap();
    assert_eq!((climb.players(), climb.default_algorithm().name), (Players::Two, "pvs"));
    assert_eq!(climb.algorithms().len(), 21);
    let mut met = [0, 0];
    for goal in 3..=13 {
        met[usize::from(wins(2, goal))] += 1;
        every_algorithm_solves(climb, goal, &[]);
    }
    assert!(met.iter().all(|&count| count > 1), "wins and losses: {met:?}");
}

#[test]
fn a_game_that_may_repeat_is_solved_by_every_algorithm_with_a_depth() {
    let catalogue = Catalogue::new().with(TwoPlayers::<Climb<false>>::new());
    let climb = catalogue.game("climb").unwrap();
    assert_eq!(climb.default_algorithm().name, "retrograde");
    for goal in 3..=9 {
        every_algorithm_solves(climb, goal, &[("depth", "12")]);
    }
    let position = climb.open(None, &Settings::new()).unwrap();
    for name in ["minimax", "negamax", "alpha-beta", "mtd-bi", "expectimax"] {
        let search = climb.search(name).unwrap();
        let error = position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap_err();
        assert_eq!(
            error.to_string(),
            "climb does not offer a search to the end of the game, as play can go in cycles: it \
             needs a depth"
        );
    }
}

#[test]
fn rules_that_never_repeat_are_solved_to_the_end_also_where_others_of_their_type_may() {
    let catalogue = Catalogue::new().with(TwoPlayers::<Climb<false>>::new());
    let climb = catalogue.game("climb").unwrap();
    let position = climb.open(None, &Settings::new().with("finite", true)).unwrap();
    for name in ["minimax", "negamax", "alpha-beta", "pvs", "expectimax"] {
        let search = climb.search(name).unwrap();
        assert!(!position.may_cycle(&search), "{name}");
        let report = position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap();
        let expected = if name == "expectimax" { Verdict::Expected } else { Verdict::Loss };
        assert_eq!(report.outcome, expected, "{name}");
    }
}

#[test]
fn what_needs_no_search_is_there_for_a_game_of_ones_own() {
    let catalogue = own();
    let settings = Settings::new().with("goal", 7);
    let start = catalogue.open("Climb", None, &settings).unwrap();
    assert_eq!((start.notation().as_str(), start.text().as_str()), ("2 first", "2 first\n"));
    assert!(start.svg().starts_with("<svg") && start.svg().contains("2 first"));
    assert_eq!(start.facts(), [("legal moves", "2".to_owned())]);
    assert_eq!((start.settings(), start.moves()), (settings.clone(), vec!["3".into(), "4".into()]));
    let end = catalogue.open("climb", Some("7 second"), &settings).unwrap();
    assert_eq!(end.status(), Status::Finished(GameResult::Win(Player::First)));
    let error = start.after("5").unwrap_err();
    assert_eq!(error.to_string(), "\"5\" cannot be read as a move of climb");
    let error = catalogue.open("climb", Some("8 first"), &settings).unwrap_err();
    assert_eq!(error.to_string(), "\"8 first\" cannot be read as a position of climb");
    let error = catalogue.open("climb", None, &settings.clone().with("size", 3)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "climb has no setting \"size\"; its settings: goal, finite, forgetful"
    );
    let error = catalogue.open("climb", None, &settings.with("goal", "far")).unwrap_err();
    assert_eq!(error.to_string(), "goal \"far\" is not valid");
}

/// The number of sequences of `depth` moves, by the positions alone.
fn lines(position: &AnyPosition, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.moves().iter().map(|mv| lines(&position.after(mv).unwrap(), depth - 1)).sum()
}

/// The lines to an end.
fn games(position: &AnyPosition) -> u64 {
    let moves = position.moves();
    if moves.is_empty() {
        return 1;
    }
    moves.iter().map(|mv| games(&position.after(mv).unwrap())).sum()
}

#[test]
fn the_positions_and_lines_of_own_games_are_counted() {
    let catalogue = own();
    let unlimited = Budget::unlimited();
    for name in ["climb", "swap"] {
        let start = catalogue.open(name, None, &Settings::new()).unwrap();
        for depth in 0..5 {
            let report = start.perft(depth, 2, &unlimited, &mut Silent);
            assert_eq!((report.game, report.sequences), (name, lines(&start, depth)));
        }
    }
    let climb = catalogue.open("climb", None, &Settings::new()).unwrap();
    let complete = climb.complete_games(&unlimited, &mut Silent).unwrap();
    assert_eq!((complete.depth, complete.sequences), (None, games(&climb)));
    // From 2 to 10: each number by both players but 2, 3, 4 and those that one way leads to.
    let mut met = vec![climb];
    for index in 0.. {
        let Some(position) = met.get(index) else { break };
        for mv in position.moves() {
            let after = met[index].after(&mv).unwrap();
            if met.iter().all(|known| known.notation() != after.notation()) {
                met.push(after);
            }
        }
    }
    let count = met[0].count(None, &unlimited, &mut Silent).unwrap();
    assert_eq!(count.by_ply.iter().sum::<u64>(), met.len() as u64);
    let values = met[0].count_values(&unlimited, &mut Silent).unwrap();
    let won = met.iter().filter(|position| {
        wins(position.notation().split(' ').next().unwrap().parse().unwrap(), 10)
    });
    let won = won.count() as u64;
    assert_eq!((values.won, values.lost, values.drawn), (won, met.len() as u64 - won, 0));
    // A puzzle has neither an end of all play nor two sides.
    let swap = catalogue.open("swap", None, &Settings::new()).unwrap();
    assert!(swap.complete_games(&unlimited, &mut Silent).is_err());
    assert!(swap.count_values(&unlimited, &mut Silent).is_err());
    let count = swap.count(None, &unlimited, &mut Silent).unwrap();
    assert_eq!(count.by_ply, [1, 3, 5, 6, 5, 3, 1]);
}

#[test]
fn own_games_are_shuffled_by_walks_that_repeat_with_their_seed() {
    let catalogue = own();
    for (name, settings) in [("climb", Settings::new().with("goal", 40)), ("swap", Settings::new())]
    {
        let entry = catalogue.game(name).unwrap();
        for how in [Shuffle::Uniform, Shuffle::Walk(3)] {
            let shuffle = |seed| entry.shuffle(&settings, how, seed, &Budget::unlimited()).unwrap();
            let shuffled = shuffle(7);
            assert_eq!(shuffle(7).position.notation(), shuffled.position.notation());
            let moves = shuffled.moves.unwrap();
            let mut position = entry.open(None, &settings).unwrap();
            for mv in &moves {
                position = position.after(mv).unwrap();
            }
            assert_eq!(position.notation(), shuffled.position.notation(), "the moves lead there");
            assert!(!position.moves().is_empty(), "the game goes on");
            match how {
                Shuffle::Walk(steps) => assert_eq!(moves.len(), steps as usize),
                Shuffle::Uniform => assert!(!moves.is_empty()),
            }
            let met: std::collections::BTreeSet<_> =
                (0..20).map(|seed| shuffle(seed).position.notation()).collect();
            assert!(met.len() > 3, "{name}: {met:?}");
        }
    }
}

#[test]
fn engines_play_matches_of_a_game_of_ones_own() {
    let catalogue = own();
    let climb = catalogue.game("climb").unwrap();
    let position = climb.open(None, &Settings::new().with("goal", 40)).unwrap();
    let players = ["pvs", "random"].map(|text| climb.engine(text).unwrap());
    let report = position.contest(&players, &Match::new(40), &[], &mut |_, _| {}).unwrap();
    assert_eq!((report.games, report.draws), (40, 0));
    assert!(report.wins > report.losses, "{report:?}");
    assert_eq!(report.settings.get("goal"), Some("40"));
    // Each engine by itself.
    for algorithm in climb.algorithms() {
        let spec = climb.engine(algorithm.name).unwrap().limits(Some(500), None);
        let report = position.engine(&spec, 1).unwrap().choose(&*position, &mut Silent).unwrap();
        let best = report.best.unwrap();
        assert!(position.moves().contains(&best), "{algorithm}: {best}");
    }
    let swap = catalogue.game("swap").unwrap();
    assert!(swap.engine("random").is_err());
}

#[test]
fn searches_of_own_games_are_recorded() {
    let catalogue = own();
    for (name, searches) in [
        ("climb", &["minimax", "alpha-beta", "alpha-beta:outcome-only", "pn"][..]),
        ("swap", &["bfs", "dfs", "ida*"]),
    ] {
        let entry = catalogue.game(name).unwrap();
        let position = entry.open(None, &Settings::new()).unwrap();
        for text in searches {
            let options = RecordOptions::new(entry.search(text).unwrap());
            let recording = position.record(&options).unwrap();
            assert!(recording.nodes.len() > 5, "{text}: {} nodes", recording.nodes.len());
        }
    }
}

#[test]
fn proofs_about_own_games_are_certified_and_checked_by_their_catalogue() {
    let catalogue = own();
    let climb = catalogue.game("climb").unwrap();
    for goal in [7, 8, 9, 10] {
        let position = climb.open(None, &Settings::new().with("goal", goal)).unwrap();
        for text in ["retrograde", "pvs", "df-pn", "alpha-beta:outcome-only"] {
            let search = climb.search(text).unwrap();
            let report = solve(&position, &search);
            let file = certified(&position, &report, &search);
            let mut entries = 0;
            let mut watch = |_| entries += 1;
            let checked = catalogue.verify(&Checker::new(), &file[..], Some(&mut watch)).unwrap();
            let header = checked.header;
            assert_eq!((header.game.as_str(), header.position.as_str()), ("climb", "2 first"));
            assert_eq!(header.settings.get("goal"), Some(&*goal.to_string()));
            let winner = if wins(2, goal) { "first wins" } else { "second wins" };
            let claim = header.claim.to_string();
            assert!(claim.starts_with(winner), "{claim}, to {goal} by {text}");
            assert_eq!(header.entries, entries);
            // A catalogue that does not know the game knows nothing of the proof.
            let unknown = Catalogue::standard().verify(&Checker::new(), &file[..], None);
            assert!(matches!(unknown, Err(Rejection::NoSuchGame(_))));
            // What was changed is not believed.
            let text = String::from_utf8_lossy(&file).into_owned();
            assert!(text.contains(winner));
            let mut forged = file.clone();
            forged[text.find("wins").unwrap()] ^= 1;
            assert!(catalogue.verify(&Checker::new(), &forged[..], None).is_err());
        }
    }
}

#[test]
fn a_position_whose_text_is_read_as_another_one_has_no_certificate() {
    let catalogue = own();
    let climb = catalogue.game("climb").unwrap();
    let settings = Settings::new().with("forgetful", true);
    let position = climb.open(Some("2 second"), &settings).unwrap();
    let search = climb.search("pvs").unwrap();
    let report = solve(&position, &search);
    let error = position.certify(&report, &search, &Budget::unlimited()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no certificate: the rules read the text of the position as another one \
         (laws::notation)"
    );
}

#[test]
fn every_algorithm_solves_a_puzzle_of_ones_own() {
    let catalogue = own();
    let swap = catalogue.game("swap").unwrap();
    assert_eq!((swap.players(), swap.default_algorithm().name), (Players::One, "bfs"));
    assert!(swap.algorithms().len() >= 9, "{} algorithms", swap.algorithms().len());
    for row in ["abcd", "bacd", "dabc", "dcba", "cdab", "bdac"] {
        let position = swap.open(Some(row), &Settings::new()).unwrap();
        for algorithm in swap.algorithms() {
            let search = Search::new(*algorithm);
            let report = solve(&position, &search);
            assert_eq!(report.outcome, Verdict::Solved, "{algorithm} on {row}");
            let mut at = swap.open(Some(row), &Settings::new()).unwrap();
            for mv in &report.moves {
                at = at.after(mv).unwrap();
            }
            assert_eq!(at.status(), Status::Solved, "{algorithm} on {row}");
            assert_eq!(report.length, Some(report.moves.len()), "{algorithm} on {row}");
            let shortest = report.length == Some(inversions(row));
            assert!(shortest || !report.optimal, "{algorithm} on {row}");
            if algorithm.guarantee.starts_with("optimal") {
                assert!(report.optimal, "{algorithm} on {row}");
            }
            if report.optimal {
                let file = certified(&position, &report, &search);
                let checked = catalogue.verify(&Checker::new(), &file[..], None).unwrap();
                let moves = inversions(row);
                let claim = format!("shortest solution {moves} moves");
                assert_eq!(checked.header.claim.to_string(), claim);
                assert_eq!((&*checked.header.game, &*checked.header.position), ("swap", row));
            }
        }
    }
}

#[test]
fn the_whole_space_of_an_own_puzzle_is_enumerated_from_its_goal() {
    let catalogue = own();
    let unlimited = Budget::unlimited();
    let swap = catalogue.game("swap").unwrap();
    let space = swap.enumerate(None, &Settings::new(), None, &unlimited, &mut Silent).unwrap();
    // The Mahonian numbers.
    assert_eq!((space.game, space.states), ("swap", 24));
    assert_eq!((space.goal.as_str(), space.distances), ("abcd", vec![1, 3, 5, 6, 5, 3, 1]));
    assert_eq!((space.mean, space.limit), (Some(3.0), None));
    let few = Budget::unlimited().nodes(5);
    let part = swap.enumerate(None, &Settings::new(), None, &few, &mut Silent).unwrap();
    assert_eq!((part.mean, part.limit.as_deref()), (None, Some("nodes")));
    assert!(part.states < 24);
    // What needs more than the rules is not offered.
    let climb = catalogue.game("climb").unwrap();
    let none = |error: CatalogueError| matches!(error, CatalogueError::NotOffered { .. });
    assert!(none(
        climb.enumerate(None, &Settings::new(), None, &unlimited, &mut Silent).unwrap_err()
    ));
    for entry in [swap, climb] {
        let options = GenerateOptions { min_moves: 1, walls: 0, tries: 1 };
        let made = entry.generate(&Settings::new(), options, 1, &unlimited, &mut Silent);
        assert!(none(made.unwrap_err()));
        let one_each = entry.one_per_distance(&Settings::new(), 1, &unlimited, &mut Silent);
        assert!(none(one_each.unwrap_err()));
        let position = entry.open(None, &Settings::new()).unwrap();
        assert!(none(position.in_words(&position.moves(), "en").unwrap_err()));
        assert!(!position.has_strategies());
    }
}

/// Says that everything is a draw.
struct Peace;

impl<G: Game> GameSolver<G> for Peace {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        meter.expand(0);
        let best = game.moves(state).first().copied();
        Judgement { value: Value::Draw, ..Judgement::of_move(best) }
    }
}

#[test]
fn searches_of_ones_own_stand_beside_the_others() {
    let climb = TwoPlayers::<Climb<true>>::new()
        .solver("own-search", "minimax by another name", |_, _| Box::new(Minimax::new()))
        .solver("negamax", "says that everything is a draw", |_, _| Box::new(Peace));
    let swap =
        OnePlayer::<Swap>::new()
            .solver("own-bfs", "breadth-first by another name", |_, _| Box::new(BreadthFirst));
    let catalogue = Catalogue::new().with(climb).with(swap);
    let climb = catalogue.game("climb").unwrap();
    let swap = catalogue.game("swap").unwrap();
    for (entry, name, like) in [(climb, "own-search", "minimax"), (swap, "own-bfs", "bfs")] {
        let named = entry.algorithms().iter().filter(|algorithm| algorithm.name == name);
        assert_eq!(named.count(), 1);
        let position = entry.open(None, &Settings::new()).unwrap();
        let search = entry.search(name).unwrap();
        let (own, ours) =
            (solve(&position, &search), solve(&position, &entry.search(like).unwrap()));
        assert_eq!((own.algorithm, own.outcome, own.length), (name, ours.outcome, ours.length));
        assert_eq!((own.moves, own.nodes_generated), (ours.moves, ours.nodes_generated));
        assert_eq!((own.optimal, own.heuristic), (true, None));
        let error = entry.search(&format!("{name}:table=1MiB")).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{name} takes no table; it is for ")), "{error}");
    }
    // One of the same name replaces ours, in its place.
    let names = |entry: &dyn GameEntry| -> Vec<_> {
        entry.algorithms().iter().map(|one| one.name).collect()
    };
    let plain = own();
    let (before, after) = (names(plain.game("climb").unwrap()), names(climb));
    assert_eq!(after[..before.len()], before[..]);
    let position = climb.open(None, &Settings::new()).unwrap();
    assert_eq!(solve(&position, &climb.search("negamax").unwrap()).outcome, Verdict::Draw);
    // It plays as well.
    let players = ["own-search", "negamax"].map(|name| climb.engine(name).unwrap());
    let report = position.contest(&players, &Match::new(4), &[], &mut |_, _| {}).unwrap();
    assert_eq!(report.games, 4);
}

#[test]
fn an_own_search_replaces_one_that_the_game_reports_on_itself() {
    let rocks = tesuji::catalogue::games::rush_hour_rocks();
    let rocks =
        rocks.solver("retrograde", "says that everything is a draw", |_, _| Box::new(Peace));
    let catalogue = Catalogue::standard().with(rocks);
    let rocks = catalogue.game("rush-hour-rocks").unwrap();
    let position = rocks.open(None, &Settings::new()).unwrap();
    let report = solve(&position, &rocks.search("retrograde").unwrap());
    assert_eq!((report.outcome, report.claim), (Verdict::Draw, None));
}

#[test]
fn an_entry_of_the_same_name_replaces_ours_in_its_place() {
    let standard = Catalogue::standard();
    let mine = TwoPlayers::<Climb<true>>::new().called("connect-four", "not what it says");
    let replaced = Catalogue::standard().with(mine);
    let names = |catalogue: &Catalogue| -> Vec<_> {
        catalogue.games().iter().map(|entry| entry.name()).collect()
    };
    assert_eq!(names(&standard), names(&replaced));
    assert_eq!(replaced.game("Connect-Four").unwrap().info().summary, "not what it says");
    assert_ne!(standard.game("connect-four").unwrap().info().summary, "not what it says");
    assert_eq!(
        replaced.open("connect-four", None, &Settings::new()).unwrap().game(),
        "connect-four"
    );
    // A finished entry of another catalogue will do.
    let again = replaced.with(standard.games()[8].clone());
    assert_eq!(again.games()[8].info().summary, standard.games()[8].info().summary);
}

#[test]
fn games_are_found_by_their_aliases_and_names_come_first() {
    let catalogue = Catalogue::standard();
    for entry in catalogue.games() {
        for alias in entry.info().aliases {
            assert_eq!(catalogue.game(alias).unwrap().name(), entry.name());
            assert_eq!(catalogue.game(&alias.to_uppercase()).unwrap().name(), entry.name());
        }
    }
    assert_eq!(own().game("LADDER").unwrap().name(), "climb");
    let error = own().game("chess").unwrap_err().to_string();
    assert_eq!(error, "there is no game \"chess\", only climb, swap");
    // The name of one game is an alias of another.
    let ladder =
        TwoPlayers::<Climb<true>>::new().called("15-puzzle", "named as the taquin's alias");
    let catalogue = Catalogue::standard().with(ladder);
    assert_eq!(catalogue.game("15-puzzle").unwrap().name(), "15-puzzle");
    assert_eq!(catalogue.game("8-puzzle").unwrap().name(), "taquin");
}

#[test]
fn two_representations_make_one_entry() {
    let small = TwoPlayers::<Climb<true>>::new();
    let catalogue = Catalogue::new().with(small.or(TwoPlayers::<Climb<true>>::new()));
    let position = catalogue.open("ladder", Some("3 second"), &Settings::new()).unwrap();
    assert_eq!(position.status(), Status::ToMove(Player::Second));
    let search = catalogue.game("climb").unwrap().search("retrograde").unwrap();
    let file = certified(&position, &solve(&position, &search), &search);
    assert!(catalogue.verify(&Checker::new(), &file[..], None).is_ok());
}
