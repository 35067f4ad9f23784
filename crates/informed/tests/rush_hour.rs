//! Fewest moves and cluster sizes of known boards, by the searches of the workspace.

use tesuji_core::{Budget, Cost, Outcome, Puzzle, Ranked, Rules, Silent, Solver, check_plan};
use tesuji_informed::{AStar, IdaStar};
use tesuji_rush_hour::{BlockingCars, Card, Cluster, ForcedMoves, Metric, RushHour, instances};
use tesuji_uninformed::{Bidirectional, BreadthFirst, reachable_states};

/// The least cost, checked by replaying the plan.
fn least(solver: &impl Solver<RushHour>, game: &RushHour) -> Option<Cost> {
    let start = game.initial();
    match solver.solve(game, &start).outcome {
        Outcome::Optimal(plan) => {
            check_plan(game, &start, &plan).unwrap();
            Some(plan.cost)
        }
        Outcome::Unsolvable => None,
        other => panic!("{other:?} for {}", game.card()),
    }
}

fn fewest(card: &Card, metric: Metric) -> Option<Cost> {
    least(&BreadthFirst, &RushHour::new(card.clone(), metric))
}

fn reachable_from(card: &Card) -> u64 {
    let game = RushHour::new(card.clone(), Metric::Steps);
    reachable_states(&game, &game.initial(), &Budget::unlimited(), &mut Silent).total()
}

#[test]
fn the_forty_classic_cards_and_36_more_take_their_known_moves() {
    let classic = instances::classic().iter().map(|card| &card.instance);
    let mut compared = 0;
    for instance in classic.chain(instances::cards()) {
        assert_eq!(fewest(&instance.card, Metric::Slides), Some(instance.slides));
        assert_eq!(fewest(&instance.card, Metric::Steps), Some(instance.steps));
        assert_eq!(reachable_from(&instance.card), instance.reachable, "{}", instance.name);
        compared += 1;
    }
    assert_eq!(compared, 76);
}

#[test]
fn the_boards_of_the_lab_take_9_16_and_14_steps_or_6_8_and_8_slides() {
    let cards = instances::LAB.map(|text| text.parse::<Card>().unwrap());
    let moves = |metric| cards.clone().map(|card| fewest(&card, metric).unwrap());
    assert_eq!(moves(Metric::Steps), [9, 16, 14]);
    assert_eq!(moves(Metric::Slides), [6, 8, 8]);
}

#[test]
fn a_sample_of_the_large_collection_takes_its_known_slides() {
    assert_eq!(instances::sample().len(), 502);
    for listed in instances::sample() {
        assert_eq!(fewest(&listed.card, Metric::Slides), Some(listed.slides), "{}", listed.card);
        let game = RushHour::new(listed.card.clone(), Metric::Slides);
        if listed.reachable < 20_000 {
            let cluster = Cluster::of(&game, game.initial());
            assert_eq!(cluster.boards().count() as u64, listed.reachable, "{}", listed.card);
            let start = cluster.rank(&game.initial()) as usize;
            assert_eq!(cluster.distances()[start], listed.slides, "{}", listed.card);
        }
    }
}

#[test]
fn searches_led_by_the_heuristics_agree_and_expand_less() {
    let (mut blind, mut blocking, mut forced) = (0, 0, 0);
    for card in instances::classic().iter().take(20) {
        for (metric, expected) in
            [(Metric::Slides, card.instance.slides), (Metric::Steps, card.instance.steps)]
        {
            let game = RushHour::new(card.instance.card.clone(), metric);
            let start = game.initial();
            blind += BreadthFirst.solve(&game, &start).stats.expanded;
            let weak = AStar::new(BlockingCars::new(&game));
            let strong = AStar::new(ForcedMoves::new(&game));
            blocking += weak.solve(&game, &start).stats.expanded;
            forced += strong.solve(&game, &start).stats.expanded;
            assert_eq!(least(&weak, &game), Some(expected), "{}", card.instance.name);
            assert_eq!(least(&strong, &game), Some(expected), "{}", card.instance.name);
        }
    }
    assert!(forced < blocking && blocking < blind, "{forced} {blocking} {blind}");
}

#[test]
fn other_searches_find_as_good_ways() {
    for index in [0, 2, 3, 18] {
        let card = &instances::classic()[index].instance;
        let game = RushHour::new(card.card.clone(), Metric::Slides);
        assert_eq!(least(&Bidirectional, &game), Some(card.slides), "{}", card.name);
    }
    for text in instances::LAB {
        let game = RushHour::new(text.parse().unwrap(), Metric::Slides);
        let ida = IdaStar::new(ForcedMoves::new(&game));
        assert_eq!(least(&ida, &game), fewest(game.card(), Metric::Slides));
    }
}

#[test]
fn boards_larger_and_smaller_than_usual_are_solved() {
    for (text, steps, slides) in [
        ("AA/..", Some(0), Some(0)),
        ("AA.../", Some(3), Some(1)),
        ("..B../AAB../...../...../", Some(5), Some(2)),
        ("AA..B.../....B.../..CCC.../........", Some(8), Some(3)),
        (".B......\n.B......\nAAx.....\n........", None, None),
    ] {
        let card = text.parse().unwrap();
        assert_eq!(fewest(&card, Metric::Steps), steps, "{text}");
        assert_eq!(fewest(&card, Metric::Slides), slides, "{text}");
    }
}

#[test]
fn twenty_six_cars_on_8x8_fit_a_word() {
    let card: Card = "BBCCDDEE/FFGGHHII/JJKKLLMM/AA..NNOO/PPQQRRSS/TTUUVVWW/XXYYZZ../........"
        .replace("NNOO", "....")
        .parse()
        .unwrap();
    assert_eq!(card.cars().len(), 24);
    assert_eq!(fewest(&card, Metric::Slides), Some(1));
    let crowded: Card =
        "AA..BC../....BC../DEFG..../DEFG..../HHIIJJ../KKLLMM../NN.OO.PP/QQ.RR.SS".parse().unwrap();
    let crowded = RushHour::new(crowded, Metric::Steps);
    tesuji_core::laws::rules(&crowded, 2_000);
}

#[test]
fn what_is_shown_to_be_unsolvable_without_search_is_unsolvable() {
    let cards = [
        ("AA.x/..../..../....", "a wall on row 0, column 3 (from 0) is in the red car's way"),
        ("AABB/..../..../....", "car B is ahead of the red car in its row and cannot leave it"),
        (
            "AA.B/...B/...C/...C",
            "row 0, column 3 (from 0) can never be freed: car B is there, and confined",
        ),
        // E and F fill row 3, so that B cannot leave downwards, nor upwards.
        (
            "..B.../AAB.../..B.../EEEFFF/....../......",
            "row 1, column 2 (from 0) can never be freed: car B is there, and confined",
        ),
    ];
    for (text, reason) in cards {
        let card: Card = text.parse().unwrap();
        let game = RushHour::new(card.clone(), Metric::Steps);
        let shown = game.unsolvable(game.initial()).map(|reason| reason.to_string());
        assert_eq!(shown.as_deref(), Some(reason));
        assert_eq!(fewest(&card, Metric::Steps), None, "{text}");
    }
    for listed in instances::sample() {
        let game = RushHour::new(listed.card.clone(), Metric::Steps);
        assert_eq!(game.unsolvable(game.initial()), None, "{}", listed.card);
    }
}

#[test]
fn exhaustion_proves_what_the_static_argument_cannot() {
    // B waits for D to go left, D for C to go up, C for A to go right, and A for B.
    let card: Card = "...B./AA.B./.C.DD/.C...".parse().unwrap();
    let game = RushHour::new(card, Metric::Steps);
    assert_eq!(game.unsolvable(game.initial()), None);
    assert_eq!(least(&BreadthFirst, &game), None);
    let survey = Cluster::of(&game, game.initial()).survey();
    assert_eq!((survey.boards, survey.goals), (4, 0));
    assert_eq!((survey.hardest, survey.histogram), (None, vec![]));
}

#[test]
fn a_survey_counts_every_board_at_its_distance() {
    for card in instances::classic().iter().filter(|card| card.instance.reachable < 5_000) {
        for metric in [Metric::Steps, Metric::Slides] {
            let game = RushHour::new(card.instance.card.clone(), metric);
            let cluster = Cluster::of(&game, game.initial());
            let survey = cluster.survey();
            assert_eq!(survey.boards, card.instance.reachable);
            assert_eq!(survey.histogram.iter().sum::<u64>(), survey.boards);
            let (hardest, moves) = survey.hardest.unwrap();
            assert_eq!(moves as usize, survey.histogram.len() - 1);
            assert_eq!(fewest(&game.card_at(hardest), metric), Some(moves));
            let goals = cluster.boards().filter(|board| game.is_goal(board)).count();
            assert_eq!(goals as u64, survey.goals);
            // From its hardest board, a cluster is the same.
            assert_eq!(Cluster::of(&game, hardest).survey(), survey);
        }
    }
}

#[test]
fn a_cluster_stays_within_its_budget() {
    let game = RushHour::new(instances::classic()[1].instance.card.clone(), Metric::Steps);
    let budget = Budget::unlimited().nodes(1_000);
    let mut silent = Silent;
    let mut meter = tesuji_core::Meter::new(&budget, &mut silent);
    let limit = Cluster::within(&game, game.initial(), &mut meter).unwrap_err();
    assert_eq!(limit, tesuji_core::Limit::Nodes);
}
