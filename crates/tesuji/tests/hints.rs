//! The static bounds of the games are true, in every position of small boards.

use tesuji::breakthrough::{Breakthrough, Race};
use tesuji::breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji::connect_four::ConnectFourHints;
use tesuji::connect_four::{ConnectFour, Position, Word};
use tesuji::core::{Evaluator, Game, Hints, Notation, Ranked, Rules, Value, laws};
use tesuji::retrograde::{Exact, Numbered, Reachable, Space, Table};

/// The value of a position, with its distance.
fn value(exact: Option<Exact>) -> Value {
    let exact = exact.expect("every position has a value");
    exact.wdl().value(exact.cost())
}

fn check_breakthrough(width: usize, height: usize, rows: usize) {
    let game = Breakthrough::with_rows(width, height, rows).unwrap();
    let table = Table::solve(Numbered::new(&game));
    let states: Vec<_> = (0..game.state_count()).map(|rank| game.unrank(rank)).collect();
    laws::hints(&game, &BreakthroughHints, &states, |state| value(table.value(state)));
    laws::forced_win(&game, &states, |state| value(table.value(state)));
    let (mut on, mut known, mut raced) = (0u64, 0u64, 0u64);
    for state in states.into_iter().filter(|state| game.result(state).is_none()) {
        on += 1;
        let (static_bounds, _) = BreakthroughHints.study(&game, &state);
        known += u64::from(static_bounds.is_won() || static_bounds.is_lost());
        let race = game.race(&state);
        raced += u64::from(race.is_some());
        let (winner, within) = game.forced_win(&state).unzip();
        let of_race = race.map(|race| match race {
            Race::Won(plies) => (game.to_move(&state), plies),
            Race::Lost(plies) => (game.to_move(&state).other(), plies),
        });
        assert_eq!((winner, within), of_race.unzip(), "{state:?}");
    }
    // If they knew nothing, nothing would be wrong with them.
    assert!(3 * known > on && 4 * raced > on, "{width}x{height}: {known} and {raced} of {on}");
    println!("{width}x{height}: {known} known and {raced} raced of {on}");
}

#[test]
fn breakthrough_tells_the_truth_on_small_boards() {
    for (width, height) in [(2, 4), (2, 5), (2, 6), (3, 4)] {
        check_breakthrough(width, height, 2);
    }
    for (width, height) in [(2, 3), (3, 3), (4, 3), (2, 8), (2, 9), (2, 16)] {
        check_breakthrough(width, height, 1);
    }
}

#[test]
fn pawns_and_rows_foresee_two_plies() {
    for (width, height, rows) in [(2, 4, 2), (3, 4, 2), (2, 5, 2), (3, 3, 1), (2, 9, 1)] {
        let game = Breakthrough::with_rows(width, height, rows).unwrap();
        let states: Vec<_> = (0..game.state_count()).map(|rank| game.unrank(rank)).collect();
        laws::evaluator(&game, &PawnsAndRows, &states);
    }
    let tall = Breakthrough::new(4, 16).unwrap();
    laws::evaluator(&tall, &PawnsAndRows, &laws::states(&tall, 2_000));
    let large = Breakthrough::new(8, 8).unwrap();
    laws::evaluator(&large, &PawnsAndRows, &laws::states(&large, 2_000));
    let start = large.initial();
    assert_eq!(PawnsAndRows.range(&large, &start, 1), (1, 1), "a step is a row");
    assert_eq!(PawnsAndRows.range(&large, &start, 2), (0, 0), "and the other's another");
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn breakthrough_tells_the_truth_on_larger_boards() {
    for (width, height) in [(2, 7), (3, 5), (4, 4), (2, 8), (2, 9)] {
        check_breakthrough(width, height, 2);
    }
}

/// From a position on, to the end.
fn check_connect_four<W: Word>(game: &ConnectFour<W>, start: Position<W>) {
    let table = Table::solve(Reachable::explore_all(game, &start));
    let space = table.space();
    let states: Vec<_> = (0..space.len()).map(|index| space.state(&space.node(index))).collect();
    laws::hints(game, &ConnectFourHints, &states, |state| value(table.value(state)));
}

#[test]
fn connect_four_tells_the_truth() {
    let game = ConnectFour::new(4, 4).unwrap();
    check_connect_four(&game, game.initial());
    let wide = ConnectFour::wide(4, 4).unwrap();
    check_connect_four(&wide, wide.parse_state("12341234").unwrap());
    for (width, height, text) in [
        (10, 6, ".ox.xox..o/.xxoxoo..x/.oooxxxo.o/.xxxooox.x/.xxooxxo.o/ooxooxoxxx"),
        (9, 7, "..xo.ox../..oxoxx../o.xxoxo../x.ooxooxo/ooxoooxox/xxoxxoxox/xooxoxxox"),
        (8, 8, ".o..x.../.o..oo.x/xx..xxxo/oox.ooxx/oxooxoox/xxoxoxxo/xxooxooo/xoxoxoxx"),
    ] {
        let game = ConnectFour::wide(width, height).unwrap();
        check_connect_four(&game, game.parse_state(text).unwrap());
    }
}
