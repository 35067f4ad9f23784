//! The contracts of the core traits, on boards of many kinds.

use tesuji_core::{
    Budget, Heuristic, KnownGoals, Limit, Meter, Notation, Puzzle, Ranked, Rules, Silent, StopFlag,
    laws,
};
use tesuji_rush_hour::{BlockingCars, Card, Cluster, ForcedMoves, Metric, RushHour, instances};

/// Boards small and large, with walls, with three cars in a row, and with cars of all lengths.
const BOARDS: [&str; 9] = [
    "AA/..",
    "AA.../",
    "..B/AAB/...",
    "x.B..C/..B..C/.AA..C/D....x/D..EE./FF.GGx",
    "AA..B.../....B.../..CCC.../........",
    "........ .BBBB... .......C AAD....C ..D....C ..D..... .....EEE FF......",
    "AABBCCDD/E.FF.GGH/E......H/IIJJ..KK/LL.M.NNO/...M...O/PPQQ.RR./........",
    "AA.B...../",
    "oooBoooooBooAAoBoooooooooooooooooooo",
];

fn cards() -> impl Iterator<Item = Card> {
    let boards = BOARDS.iter().filter_map(|text| text.parse().ok());
    boards
        .chain(instances::LAB.map(|text| text.parse().unwrap()))
        .chain(instances::classic().iter().map(|card| card.instance.card.clone()))
        .chain(instances::sample().iter().step_by(10).map(|listed| listed.card.clone()))
}

fn games() -> impl Iterator<Item = RushHour> {
    cards().flat_map(|card| {
        [Metric::Steps, Metric::Slides].map(|metric| RushHour::new(card.clone(), metric))
    })
}

#[test]
fn the_rules_keep_the_laws() {
    for game in games() {
        laws::rules(&game, 300);
        laws::moves_after(&game, 30);
        laws::reversible(&game, 300);
        laws::incremental_key(&game, 300);
        laws::notation(&game, 300);
    }
}

#[test]
fn what_an_argument_proves_unsolvable_is() {
    let mut proved = 0;
    for game in games() {
        let states = laws::states(&game, 5);
        laws::arguments(&game, &states, 2_000);
        proved += states.iter().filter(|s| game.check_argument("hemmed-in", s).is_ok()).count();
    }
    assert!(proved > 0);
    // Three cars fill the column before the exit; two leave room.
    for (card, holds) in [
        ("....B. ....B. AA..C. ....C. ....D. ....D.", true),
        ("....B. ....B. AA..C. ....C. ...... ......", false),
    ] {
        let game = RushHour::new(card.parse().unwrap(), Metric::Steps);
        assert_eq!(game.check_argument("hemmed-in", &game.initial()).is_ok(), holds, "{card}");
    }
}

#[test]
fn goals_that_are_listed_are_goals_and_all_that_can_be_reached_are_listed() {
    for game in games().filter(|game| game.card().cars().len() > 8).take(40) {
        laws::known_goals(&game, 500);
        let mut listed = game.goals();
        listed.sort_unstable();
        let cluster = Cluster::of(&game, game.initial());
        laws::known_goals(&cluster, 500);
        assert!(cluster.goals().iter().all(|goal| listed.binary_search(goal).is_ok()));
    }
}

#[test]
fn clusters_are_numbered() {
    for game in games().filter(|game| game.card().cars().len() > 8).step_by(3) {
        let cluster = Cluster::of(&game, game.initial());
        laws::ranked(&cluster, 500);
        laws::rules(&cluster, 100);
        laws::reversible(&cluster, 100);
    }
}

#[test]
fn distances_in_a_cluster_end_at_an_interrupt() {
    let game = games().next().unwrap();
    let (cluster, stop) = (Cluster::of(&game, game.initial()), StopFlag::new());
    let budget = Budget::unlimited().stop(stop.clone());
    let mut silent = Silent;
    let mut meter = Meter::new(&budget, &mut silent);
    let left = meter.bytes_left();
    assert_eq!(cluster.distances_within(&mut meter), Ok(cluster.distances()));
    assert_eq!(left - meter.bytes_left(), 4 * cluster.boards().count());
    stop.raise();
    let nodes = meter.stats().generated;
    assert_eq!(cluster.distances_within(&mut meter), Err(Limit::Interrupted));
    assert_eq!(meter.stats().generated, nodes);
}

/// Which moves may be left out depends on the metric and on the order of the lines.
#[test]
fn distances_in_a_cluster_are_those_of_a_search_that_leaves_no_move_out() {
    for game in games().step_by(3).chain(games().skip(1).step_by(3)) {
        let cluster = Cluster::of(&game, game.initial());
        if cluster.boards().count() > 5_000 {
            continue;
        }
        let mut queue: Vec<u32> =
            cluster.goals().iter().map(|&goal| cluster.find(goal).unwrap()).collect();
        let mut expected =
            if queue.is_empty() { vec![] } else { vec![None; cluster.boards().count()] };
        queue.iter().for_each(|&goal| expected[goal as usize] = Some(0));
        let mut next = 0;
        while let Some(&rank) = queue.get(next) {
            next += 1;
            let distance = expected[rank as usize].unwrap() + 1;
            cluster.visit_successor_ranks(rank.into(), |neighbour| {
                let known = &mut expected[neighbour as usize];
                if known.is_none() {
                    *known = Some(distance);
                    queue.push(neighbour as u32);
                }
            });
        }
        let found: Vec<_> = cluster.distances().into_iter().map(Some).collect();
        assert_eq!(found, expected, "{} in {:?}", game.card(), game.metric());
    }
}

#[test]
fn heuristics_are_consistent_and_one_is_never_below_the_other() {
    for game in games() {
        let states = laws::states(&game, 2_000);
        let (blocking, forced) = (BlockingCars::new(&game), ForcedMoves::new(&game));
        laws::heuristic(&game, &blocking, &states);
        laws::heuristic(&game, &forced, &states);
        for state in &states {
            assert!(blocking.evaluate(&game, state) <= forced.evaluate(&game, state));
        }
    }
}

#[test]
fn heuristics_never_exceed_the_true_distance() {
    for game in games().filter(|game| game.card().cars().len() > 8).step_by(5) {
        let cluster = Cluster::of(&game, game.initial());
        let forced = ForcedMoves::new(&game);
        for (board, distance) in cluster.boards().zip(cluster.distances()) {
            assert!(forced.evaluate(&game, &board) <= distance, "{:?}", game.card_at(board));
        }
    }
}

#[test]
fn keys_of_different_boards_differ() {
    let game = RushHour::new(instances::classic()[0].instance.card.clone(), Metric::Steps);
    let cluster = Cluster::of(&game, game.initial());
    let mut keys: Vec<u64> = cluster.boards().map(|board| game.key(&board)).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 1247);
}

#[test]
fn moves_come_car_by_car_and_right_or_down_first() {
    let card: Card = "B..../B..../.AA../C..../C....".parse().unwrap();
    let texts = |metric| {
        let game = RushHour::new(card.clone(), metric);
        let initial = game.initial();
        let moves = game.moves(&initial).into_iter();
        moves.map(|mv| game.move_text(&initial, mv)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(texts(Metric::Steps), "A+1 A-1 B+1 C-1");
    assert_eq!(texts(Metric::Slides), "A+2 A+1 A-1 B+1 C-1");
}
