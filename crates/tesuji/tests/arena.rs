//! Matches between engines.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;

use crate::common::game;
use tesuji::arena::{Format, Match, MatchScore, Sprt, SprtVerdict, Tournament};
use tesuji::catalogue::{self, AnyPosition, MatchReport, Status, Verdict};
use tesuji::core::{Settings, Silent};

fn open(name: &str, size: Option<&str>) -> AnyPosition {
    let settings = size.map_or_else(Settings::new, |size| Settings::new().with("size", size));
    game(name).open(None, &settings).unwrap()
}

fn play(position: &AnyPosition, players: [&str; 2], settings: &Match) -> MatchReport {
    let players = players.map(|text| game(position.game()).engine(text).unwrap());
    let mut pairs = 0;
    let report = position.contest(&players, settings, &[], &mut |score, _| {
        pairs += 1;
        assert_eq!(score.pairs.pairs(), pairs, "told after every pair");
    });
    let report = report.unwrap();
    assert_eq!(report.games, report.wins + report.draws + report.losses);
    assert_eq!(report.games, 2 * report.pentanomial.pairs());
    let half_points: u64 = (0..).zip(report.pentanomial.0).map(|(half, count)| half * count).sum();
    assert_eq!(half_points, 2 * report.wins + report.draws);
    report
}

/// What two runs must have in common.
fn repeatable(mut report: MatchReport) -> MatchReport {
    report.seconds = 0.0;
    report.seconds_per_move = [0.0; 2];
    report
}

#[test]
fn a_match_repeats_with_its_seed_and_with_any_number_of_threads() {
    let position = open("breakthrough", Some("5x5"));
    let players = ["pvs:nodes=2000", "alpha-beta:depth=2"];
    let settings = Match::new(12).seed(5);
    let report = repeatable(play(&position, players, &settings));
    assert_eq!(report, repeatable(play(&position, players, &settings)));
    let threads = settings.clone().threads(NonZero::new(3).unwrap());
    assert_eq!(report, repeatable(play(&position, players, &threads)));
    let other = repeatable(play(&position, players, &settings.seed(6)));
    assert_ne!(report.nodes_per_move, other.nodes_per_move, "other openings");
}

#[test]
fn the_opening_counts_towards_the_longest_game() {
    let position = open("connect-four", None);
    let players = ["random", "random"].map(|text| game("connect-four").engine(text).unwrap());
    for plies in [3, 4, 6] {
        let mut settings = Match::new(6);
        settings.max_plies = plies;
        let mut lengths = Vec::new();
        let report = position.contest(&players, &settings, &[], &mut |_, games| {
            lengths.extend(games.map(|game| game.moves.len()));
        });
        // Nobody can have won after six plies.
        assert_eq!(report.unwrap().cut_off, 6);
        assert_eq!(lengths, [plies as usize; 6]);
    }
}

#[test]
fn the_matches_of_a_tournament_have_the_same_openings_and_different_games() {
    let position = open("connect-four", None);
    let random = game("connect-four").engine("random").unwrap();
    let tournament = Tournament { format: Format::RoundRobin, games: Match::new(4) };
    let mut matches: BTreeMap<[usize; 2], Vec<Vec<String>>> = BTreeMap::new();
    let players = vec![random; 4];
    catalogue::tournament(&*position, &players, &tournament, &[], &mut |both, _, games| {
        matches.entry(both).or_default().extend(games.map(|game| game.moves));
    })
    .unwrap();
    let openings: BTreeSet<Vec<_>> =
        matches.values().map(|games| games.iter().map(|moves| &moves[..4]).collect()).collect();
    let games: BTreeSet<_> = matches.values().flatten().collect();
    assert_eq!((matches.len(), openings.len(), games.len()), (6, 1, 24));
}

#[test]
fn the_parts_of_a_match_have_its_games_and_together_its_score() {
    let position = open("breakthrough", Some("4x4"));
    let players = ["alpha-beta:depth=2", "uct:playouts=30"];
    let players = players.map(|text| game("breakthrough").engine(text).unwrap());
    let play = |settings: &Match| {
        let (mut score, mut games) = (MatchScore::default(), Vec::new());
        let report = position.contest(&players, settings, &[], &mut |so_far, pair| {
            score = *so_far;
            games.extend(pair);
        });
        (report.unwrap(), score, games)
    };
    let settings = Match::new(20).seed(3);
    let (whole, _, games) = play(&settings);
    let (mut score, mut of_parts) = (MatchScore::default(), Vec::new());
    for (first_pair, games) in [(0, 2), (1, 12), (7, 6)] {
        let mut part = settings.clone();
        (part.first_pair, part.games) = (first_pair, games);
        let (_, own, games) = play(&part);
        score += own;
        of_parts.extend(games);
    }
    assert_eq!(of_parts, games);
    let report = MatchReport::new(&*position, &players, &settings, &score);
    assert_eq!(repeatable(report), repeatable(whole));
}

#[test]
fn the_test_ends_a_match_where_it_is_decided_whatever_the_threads() {
    let position = open("breakthrough", Some("5x5"));
    let players = ["pvs:depth=2", "random"];
    let settings = Match::new(1000).sprt(Sprt::new(0.0, 50.0));
    let report = play(&position, players, &settings);
    let test = report.sprt.unwrap();
    assert_eq!(test.verdict, SprtVerdict::Stronger);
    assert!(report.games < 100 && test.log_likelihood_ratio >= test.upper);
    let threads = settings.clone().threads(NonZero::new(4).unwrap());
    assert_eq!(repeatable(play(&position, players, &threads)), repeatable(report));
    let report = play(&position, ["random", "pvs:depth=2"], &settings);
    assert_eq!(report.sprt.unwrap().verdict, SprtVerdict::NotStronger);
}

#[test]
fn perfect_players_of_a_drawn_game_draw_and_beat_random_ones() {
    let position = open("tic-tac-toe", None);
    let settings = Match::new(40).opening_plies(1);
    let report = play(&position, ["pvs", "retrograde"], &settings);
    assert_eq!((report.draws, report.pentanomial.0), (40, [0, 0, 20, 0, 0]));
    assert!(report.elo.difference == 0.0 && !report.elo.is_bounded());
    let report = play(&position, ["memo-minimax", "random"], &settings);
    assert!(report.losses == 0 && report.elo.low > 100.0);
}

#[test]
fn an_engine_against_itself_is_even() {
    let position = open("connect-four", Some("5x4"));
    let report = play(&position, ["mtd-f:depth=4", "mtd-f:depth=4"], &Match::new(30));
    assert_eq!(report.wins, report.losses);
    assert_eq!(report.pentanomial.0[2], 15, "the sides are swapped, so each pair is one each");
    assert_eq!(report.nodes_per_move[0], report.nodes_per_move[1]);
}

#[test]
fn every_algorithm_for_two_players_plays_a_whole_game() {
    let names = game("tic-tac-toe").algorithms().iter().map(|one| one.name);
    let by_outcome =
        ["alpha-beta:outcome-only", "alpha-beta:outcome-only:reverse-moves", "pvs:outcome-only"];
    for algorithm in names.chain(by_outcome) {
        let engine = game("tic-tac-toe").engine(algorithm).unwrap();
        let engine = engine.limits(Some(3000), None);
        let mut position = open("tic-tac-toe", None);
        let mut engine = position.engine(&engine, 1).unwrap();
        while let Status::ToMove(_) = position.status() {
            let report = engine.choose(&*position, &mut Silent).unwrap();
            position = position.after(&report.best.unwrap()).unwrap();
        }
        let report = engine.choose(&*position, &mut Silent).unwrap();
        assert_eq!(report.best, None, "{algorithm}: the game is over");
        assert_ne!(report.outcome, Verdict::Unknown, "{algorithm}");
    }
}

#[test]
fn games_without_end_are_draws() {
    let position = open("rush-hour-rocks", None);
    let mut settings = Match::new(4);
    settings.max_plies = 30;
    let report = play(&position, ["random", "random"], &settings);
    assert_eq!(report.cut_off, report.draws);
    assert!(report.cut_off > 0);
}

#[test]
fn puzzles_have_no_opponents() {
    let error = game("taquin").engine("random").unwrap_err();
    assert_eq!(error.to_string(), "taquin does not offer an opponent, having one player");
    // Engines of another game do not help.
    let random = game("tic-tac-toe").engine("random").unwrap();
    let position = open("taquin", None);
    assert!(position.engine(&random, 1).is_err());
    let players = [random.clone(), random];
    let error = position.contest(&players, &Match::new(2), &[], &mut |_, _| {}).unwrap_err();
    assert_eq!(error.to_string(), "taquin does not offer matches, having one player");
}

#[test]
fn what_is_wrong_with_an_engine_is_told() {
    let four = game("connect-four");
    let names: Vec<_> = four.algorithms().iter().map(|one| one.name).collect();
    let list = names.join(", ");
    let told: Vec<_> = [
        "",
        "deep-blue",
        "a*",
        "pvs:depth",
        "pvs:depth=0",
        "pvs:depth=six",
        "pvs:nodes=-1",
        "pvs:time=5",
        "pvs:time=0s",
        "pvs:table=big",
        "pvs:mood=x",
        "pvs:weight=2",
        "random:depth=3",
    ]
    .iter()
    .map(|text| format!("{text:?}: {}", four.engine(text).unwrap_err()))
    .collect();
    // The list of the algorithms grows with them.
    insta::assert_snapshot!(told.join("\n").replace(&list, "[the algorithms]"));
}
