//! A catalogue with games, puzzles and searches of its own, and the options of all searches.

use std::fmt;
use std::ops::ControlFlow;

use crate::common::game;
use tesuji::adversarial::Minimax;
use tesuji::arena::Match;
use tesuji::catalogue::options::{self, SearchOption};
use tesuji::catalogue::{
    Algorithm, AnyPosition, Catalogue, CatalogueError, GameEntry, GenerateOptions, IntoEntry,
    OnePlayer, OptionError, Players, RecordOptions, Report, Search, Shuffle, Status, TwoPlayers,
    Verdict,
};
use tesuji::certificate::{Checker, Rejection};
use tesuji::core::{
    Budget, Game, GameResult, GameSolver, Judgement, Meter, NamedGame, Notation, OpenError, Player,
    Puzzle, Render, Rules, Setting, Settings, Silent, Value, laws,
};
use tesuji::uninformed::BreadthFirst;

/// A text says nothing.
#[derive(Debug)]
struct Misread(String);

impl fmt::Display for Misread {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{:?} says nothing here", self.0)
    }
}

impl std::error::Error for Misread {}

/// Two players add one to a number or double it, and who reaches the goal wins. It says that no
/// position comes back, or keeps the default.
#[derive(Clone, Debug)]
struct Climb<const FINITE: bool> {
    goal: u32,
}

impl<const FINITE: bool> Rules for Climb<FINITE> {
    type State = (u32, Player);
    /// The number that it leads to.
    type Move = u32;
    type Undo = u32;

    fn initial(&self) -> (u32, Player) {
        (2, Player::First)
    }

    fn visit_moves<B>(
        &self,
        &(number, _): &(u32, Player),
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let both = [number + 1, 2 * number];
        for &next in &both[usize::from(number == 1)..] {
            if next <= self.goal {
                visit(next)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, (number, player): &mut (u32, Player), next: u32) -> u32 {
        *player = player.other();
        std::mem::replace(number, next)
    }

    fn undo(&self, (number, player): &mut (u32, Player), _: u32, before: u32) {
        *player = player.other();
        *number = before;
    }
}

impl<const FINITE: bool> Game for Climb<FINITE> {
    const NEVER_REPEATS: bool = FINITE;

    fn to_move(&self, &(_, player): &(u32, Player)) -> Player {
        player
    }

    fn result(&self, &(number, player): &(u32, Player)) -> Option<GameResult> {
        (number == self.goal).then_some(GameResult::Win(player.other()))
    }
}

impl<const FINITE: bool> Notation for Climb<FINITE> {
    type Error = Misread;

    fn parse_state(&self, text: &str) -> Result<(u32, Player), Misread> {
        let misread = || Misread(text.to_owned());
        let (number, player) = text.split_once(' ').ok_or_else(misread)?;
        let number = number.parse().ok().filter(|number| (1..=self.goal).contains(number));
        let player = match player {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(misread()),
        };
        Ok((number.ok_or_else(misread)?, player))
    }

    fn write_state(
        &self,
        &(number, player): &(u32, Player),
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        let player = if player == Player::First { "first" } else { "second" };
        write!(out, "{number} {player}")
    }

    fn parse_move(&self, state: &(u32, Player), text: &str) -> Result<u32, Misread> {
        let mv = self.moves(state).into_iter().find(|mv| mv.to_string() == text);
        mv.ok_or_else(|| Misread(text.to_owned()))
    }

    fn write_move(&self, _: &(u32, Player), mv: u32, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }
}

impl<const FINITE: bool> Render for Climb<FINITE> {}

impl<const FINITE: bool> NamedGame for Climb<FINITE> {
    const NAME: &'static str = "climb";
    const ALIASES: &'static [&'static str] = &["ladder"];
    const SUMMARY: &'static str = "add one or double; who reaches the goal wins";
    const NOTATION: &'static str =
        "the number and who is to move, as in 2 first; a move is a number";
    const SETTINGS: &'static [Setting] =
        &[Setting { name: "goal", value: "N", summary: "where it ends; 10 by default" }];

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        Ok(Climb { goal: settings.parse("goal")?.unwrap_or(10) })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("goal", self.goal)
    }
}

/// Whether the player to move wins, by the rules alone.
fn wins(number: u32, goal: u32) -> bool {
    let next = [number + 1, 2 * number];
    number < goal && next.into_iter().any(|next| next <= goal && !wins(next, goal))
}

/// Four letters in a row, of which two neighbours are swapped at a time.
#[derive(Clone, Debug)]
struct Swap;

impl Rules for Swap {
    type State = [u8; 4];
    /// The place of the first of the two.
    type Move = u8;
    type Undo = ();

    fn initial(&self) -> [u8; 4] {
        *b"dcba"
    }

    fn visit_moves<B>(
        &self,
        _: &[u8; 4],
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (1..4).try_for_each(visit)
    }

    fn play(&self, row: &mut [u8; 4], place: u8) {
        row.swap(usize::from(place) - 1, usize::from(place));
    }

    fn undo(&self, row: &mut [u8; 4], place: u8, (): ()) {
        self.play(row, place);
    }
}

impl Puzzle for Swap {
    fn is_goal(&self, row: &[u8; 4]) -> bool {
        row == b"abcd"
    }

    fn undirected_goals(&self) -> Option<Vec<[u8; 4]>> {
        Some(vec![*b"abcd"])
    }
}

impl Notation for Swap {
    type Error = Misread;

    fn parse_state(&self, text: &str) -> Result<[u8; 4], Misread> {
        let row: Option<[u8; 4]> = text.as_bytes().try_into().ok();
        let is_row = |row: &[u8; 4]| b"abcd".iter().all(|letter| row.contains(letter));
        row.filter(is_row).ok_or_else(|| Misread(text.to_owned()))
    }

    fn write_state(&self, row: &[u8; 4], out: &mut impl fmt::Write) -> fmt::Result {
        row.iter().try_for_each(|&letter| out.write_char(char::from(letter)))
    }

    fn parse_move(&self, _: &[u8; 4], text: &str) -> Result<u8, Misread> {
        let place = text.parse().ok().filter(|place| (1..4).contains(place));
        place.ok_or_else(|| Misread(text.to_owned()))
    }

    fn write_move(&self, _: &[u8; 4], place: u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{place}")
    }
}

impl Render for Swap {}

impl NamedGame for Swap {
    const NAME: &'static str = "swap";
    const SUMMARY: &'static str = "swap neighbours until four letters are in order";
    const NOTATION: &'static str = "the letters, as in dcba; a move is the first of two places";

    fn open(_: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        Ok(Swap)
    }

    fn settings(&self) -> Settings {
        Settings::new()
    }
}

/// How many pairs are in the wrong order, which a swap changes by one.
fn inversions(row: &str) -> usize {
    let row = row.as_bytes();
    let wrong = |place: usize| row[place + 1..].iter().filter(|&&later| later < row[place]).count();
    (0..row.len()).map(wrong).sum()
}

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
    laws::game(&Climb::<true> { goal: 10 }, 100);
    laws::game(&Climb::<false> { goal: 7 }, 100);
    laws::never_repeats(&Climb::<true> { goal: 10 }, 100);
    laws::notation(&Climb::<true> { goal: 10 }, 100);
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
    let error = start.after("5").err().unwrap();
    assert_eq!(error.to_string(), "\"5\" cannot be read as a move of climb");
    let error = catalogue.open("climb", Some("8 first"), &settings).err().unwrap();
    assert_eq!(error.to_string(), "\"8 first\" cannot be read as a position of climb");
    let error = catalogue.open("climb", None, &settings.clone().with("size", 3)).err().unwrap();
    assert_eq!(error.to_string(), "climb has no setting \"size\"; its settings: goal");
    let error = catalogue.open("climb", None, &settings.with("goal", "far")).err().unwrap();
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
fn sokoban_is_shuffled_to_positions_that_can_be_solved() {
    let catalogue = Catalogue::standard();
    let sokoban = catalogue.game("sokoban").unwrap();
    let search = sokoban.search("a*").unwrap();
    for metric in ["moves", "pushes"] {
        let settings = Settings::new().with("metric", metric).with("microban", 1);
        let mut met = std::collections::BTreeSet::new();
        for seed in 0..12 {
            let shuffled = sokoban
                .shuffle(&settings, Shuffle::Walk(40), seed, &Budget::unlimited())
                .unwrap()
                .position;
            let again = sokoban.open(Some(&shuffled.notation()), &Settings::new()).unwrap();
            let report = again.solve(&search, &Budget::unlimited(), &mut Silent).unwrap();
            assert_eq!(report.outcome, Verdict::Solved, "{}", shuffled.notation());
            assert!(report.length > Some(0), "{}", shuffled.notation());
            met.insert(shuffled.notation());
        }
        assert!(met.len() >= 3, "{met:?}");
    }
}

#[test]
fn reports_and_positions_tell_costs_where_moves_cost_more_than_one() {
    let catalogue = Catalogue::standard();
    let open = |position: &str, directions: &str| {
        let settings = Settings::new().with("directions", directions);
        catalogue.open("grid", Some(position), &settings).unwrap()
    };
    let grid = catalogue.game("grid").unwrap();
    let solve = |position: &AnyPosition, search: &str| {
        let search = grid.search(search).unwrap();
        let report = position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap();
        (report.length, report.cost)
    };
    // Straight through the mud, or around it.
    let mud = open("s9g/...", "4");
    assert_eq!(mud.moves(), ["e", "s"]);
    assert_eq!(mud.costs(), [9, 1]);
    assert_eq!(solve(&mud, "bfs"), (Some(2), Some(10)));
    assert_eq!(solve(&mud, "a*"), (Some(4), Some(4)));
    assert_eq!(open("s.g/...", "4").costs(), [0; 0], "each move costs 1");
    assert_eq!(open("s.g", "8").costs().len(), open("s.g", "8").moves().len());
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
        assert!(none(one_each.err().unwrap()));
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
    let error = own().game("chess").err().unwrap().to_string();
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

/// A valid value of an option, and what must be set for it to change anything.
fn valid(option: &SearchOption, heuristic: &str) -> (String, &'static str) {
    let (value, needs) = match option.name {
        "heuristic" => (heuristic, ""),
        "weight" => ("1.25", ""),
        "depth-limit" => ("12", ""),
        "depth" => ("2", ""),
        "outcome-only" | "reverse-moves" | "all" | "verified-table" | "exhaust" => ("yes", ""),
        "table" => ("1MiB", ""),
        "playouts" => ("50", ""),
        "adjudicate" => ("no", ""),
        "exploration" => ("0.4", ""),
        "amaf-bias" => ("0.01", ""),
        "reference" => ("30", ""),
        "bonus" => ("2.5", ""),
        "seed" => ("7", ""),
        "threads" => ("2", ""),
        "parallel" => ("root", ":threads=2"),
        "opponent" => ("optimistic", ""),
        "temperature" => ("10.5", ":opponent=pessimistic"),
        "adversary" => ("random", ""),
        "store" => ("PROOFS", ""),
        other => panic!("{other} has no example"),
    };
    (value.to_owned(), needs)
}

/// A small position, or the initial one.
fn example(entry: &dyn GameEntry) -> AnyPosition {
    let text = match entry.name() {
        "taquin" => Some("125340678"),
        "tic-tac-toe" => Some("XO./.../..."),
        "simple-nim" | "octal" | "grundy" => Some("8"),
        "nim" => Some("1-2-3"),
        _ => None,
    };
    entry.open(text, &Settings::new()).unwrap()
}

#[test]
fn every_option_of_every_algorithm_is_read_and_searched_with() {
    let mut searched = 0;
    for entry in Catalogue::standard().games() {
        let position = example(&**entry);
        let heuristic = entry.info().heuristics.first().map(|one| one.name);
        for algorithm in entry.algorithms() {
            for &name in algorithm.options {
                let option = SearchOption::named(name).unwrap();
                let (mut value, needs) = valid(option, heuristic.unwrap_or("none"));
                let directory = (name == "store").then(|| tempfile::tempdir().unwrap());
                if let Some(directory) = &directory {
                    value = directory.path().join("proofs").display().to_string();
                }
                // Play may go in cycles.
                let depth = entry.name() == "rush-hour-rocks" && name != "depth";
                let depth = if depth && algorithm.takes("depth") { ":depth=2" } else { "" };
                let text = format!("{algorithm}:{name}={value}{needs}{depth}");
                let search = entry.search(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert!(search.options().any(|set| set == (name, &value)), "{text}");
                let again = entry.search(&search.to_string()).unwrap();
                assert!(again.options().eq(search.options()), "{text} is written {search}");
                let budget = Budget::unlimited().nodes(2_000);
                let report = position.solve(&search, &budget, &mut Silent);
                if name == "heuristic" && heuristic.is_none() {
                    let error = report.unwrap_err().to_string();
                    let expected =
                        format!("{} has no heuristic \"none\"; it has none", entry.name());
                    assert_eq!(error, expected);
                    continue;
                }
                let report = report.unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(report.algorithm, algorithm.name);
                let stopped = report.limit.is_some();
                assert!(
                    stopped
                        || report.outcome != Verdict::Unknown
                        || name == "depth"
                        || !depth.is_empty()
                        || name == "playouts"
                        || needs.contains("threads"),
                    "{text}: {report:?}"
                );
                searched += 1;
            }
        }
    }
    assert!(searched > 500, "{searched} searches");
}

#[test]
fn options_that_an_algorithm_does_not_take_are_refused() {
    let mut refused = 0;
    for entry in Catalogue::standard().games() {
        for algorithm in entry.algorithms() {
            for option in options::ALL.iter().filter(|option| !algorithm.takes(option.name)) {
                let (value, _) = valid(option, "none");
                let text = format!("{algorithm}:{}={value}", option.name);
                let error = entry.search(&text).unwrap_err();
                let CatalogueError::Option(OptionError::Unused { takers, .. }) = &error else {
                    panic!("{text}: {error}")
                };
                assert!(!takers.contains(&algorithm.name), "{text}: {error}");
                let start = format!("{algorithm} takes no {}; ", option.name);
                let end = match &takers[..] {
                    [] => "only some games have it".to_owned(),
                    _ => format!("it is for {}", takers.join(", ")),
                };
                assert_eq!(error.to_string(), start + &end);
                refused += 1;
            }
        }
    }
    assert!(refused > 2_000, "{refused} options");
    let error = game("tic-tac-toe").search("pvs:mood=good").unwrap_err().to_string();
    assert!(error.starts_with("there is no option \"mood\"; there are heuristic, "), "{error}");
}

#[test]
fn values_that_mean_nothing_are_refused_and_quoted() {
    let all = || {
        let entries = ["taquin", "rush-hour-rocks", "tic-tac-toe"].map(game);
        entries.into_iter().flat_map(|entry| entry.algorithms().iter().map(move |one| (entry, one)))
    };
    let mut told = Vec::new();
    for option in options::ALL {
        let (entry, algorithm) = all().find(|(_, one)| one.takes(option.name)).unwrap();
        let values = match option.name {
            "heuristic" | "store" => &[""][..],
            "weight" => &["", "x", "0.5", "1.2345"],
            "table" => &["", "big", "-1", "1 kilogram"],
            "depth-limit" | "reference" | "seed" => {
                &["", "six", "-1", "1.5", "18446744073709551616"]
            }
            "depth" | "playouts" => &["", "six", "-1", "0", "18446744073709551616"],
            "threads" => &["", "two", "0", "257"],
            "temperature" => &["", "hot", "0", "-1", "inf", "NaN"],
            "exploration" | "amaf-bias" | "bonus" => &["", "much", "-1", "inf", "NaN"],
            _ => &["", "perhaps", "yes please"],
        };
        for value in values {
            let text = format!("{algorithm}:{}={value}", option.name);
            let error = entry.search(&text).unwrap_err();
            let is_value = matches!(error, CatalogueError::Option(OptionError::Value { .. }));
            assert!(is_value, "{text}: {error}");
            let start = format!("{value:?} is not valid for {}: ", option.name);
            assert!(error.to_string().starts_with(&start), "{text}: {error}");
            told.push(error.to_string());
        }
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_switch_is_on_by_its_name_and_off_by_no() {
    let entry = game("tic-tac-toe");
    for option in options::ALL.iter().filter(|option| option.value.is_none()) {
        let Some(algorithm) = entry.algorithms().iter().find(|one| one.takes(option.name)) else {
            assert_eq!(option.name, "exhaust", "a switch of puzzles");
            continue;
        };
        let search = |value: &str| entry.search(&format!("{algorithm}:{}{value}", option.name));
        assert_eq!(search("").unwrap().to_string(), search("=yes").unwrap().to_string());
    }
    let is_on = |text: &str| entry.search(text).unwrap().is_on(options::OUTCOME_ONLY);
    assert!(is_on("pvs:outcome-only") && !is_on("pvs:outcome-only=no") && !is_on("pvs"));
    let position = entry.open(Some("XO./.../..."), &Settings::new()).unwrap();
    let report = |text: &str| {
        let report = solve(&position, &entry.search(text).unwrap());
        (report.outcome, report.length, report.nodes_generated)
    };
    assert_eq!(report("alpha-beta:outcome-only=no"), report("alpha-beta"));
    assert_ne!(report("alpha-beta:outcome-only"), report("alpha-beta"));
    assert_ne!(report("alpha-beta:reverse-moves"), report("alpha-beta"));
    let error = |text: &str| entry.search(text).unwrap_err().to_string();
    assert_eq!(error("pvs:depth"), "depth needs a value, as in depth=PLIES");
    assert_eq!(error("pvs:table"), "table needs a value, as in table=SIZE");
}

#[test]
fn options_that_need_one_another_are_refused_alone() {
    let error = |text: &str| game("rush-hour-rocks").search(text).unwrap_err().to_string();
    let told = [
        "uct:parallel=root",
        "uct:parallel=root:threads=1",
        "expectimax:temperature=3",
        "expectimax:temperature=3:opponent=uniform",
        "retrograde:all:adversary=random",
    ];
    let told: Vec<_> = told.iter().map(|text| format!("{text}: {}", error(text))).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_an_engine_would_ignore_is_refused() {
    let error = |text: &str| game("tic-tac-toe").engine(text).unwrap_err().to_string();
    for (text, option) in [
        ("pvs:all", "all"),
        ("uct:seed=3", "seed"),
        ("df-pn:store=file", "store"),
        ("uct:threads=2", "threads"),
        ("rave:parallel=root:threads=2", "parallel"),
    ] {
        assert_eq!(error(text), format!("engines do nothing with {option}"), "{text}");
    }
    assert!(game("tic-tac-toe").engine("pvs:threads=2:time=5ms").is_ok());
    assert_eq!(error("pvs:nodes"), "nodes needs a value, as in nodes=N");
    assert_eq!(error("pvs:time"), "time needs a value, as in time=TIME");
    for text in ["random:nodes=5", "random:depth=3"] {
        assert_eq!(error(text), "random takes no options and no limits: it moves at once");
    }
}

#[test]
fn an_algorithm_for_other_games_is_told_from_an_unknown_one() {
    let error = |entry: &str, text: &str| game(entry).search(text).unwrap_err().to_string();
    let told = error("taquin", "pvs");
    assert!(
        told.starts_with("pvs is not for taquin, which has one player; there are bfs"),
        "{told}"
    );
    let told = error("tic-tac-toe", "BiBFS");
    let start = "bidirectional is not for tic-tac-toe, which has two players; there are minimax";
    assert!(told.starts_with(start), "{told}");
    let told = error("tic-tac-toe", "who-wins");
    assert!(told.starts_with("tic-tac-toe has no algorithm \"who-wins\"; there are "), "{told}");
    let bisection: Algorithm = game("tic-tac-toe").algorithm("Bisection").unwrap();
    assert_eq!(bisection.name, "mtd-bi");
}
