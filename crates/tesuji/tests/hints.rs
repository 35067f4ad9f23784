//! The static bounds of the games are true, in every position of small boards.

use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji::breakthrough::{Breakthrough, Race};
use tesuji::breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji::connect_four::ConnectFourHints;
use tesuji::connect_four::{ConnectFour, Position, Word};
use tesuji::core::{Evaluator, Game, Hints, Notation, Ranked, Rules, laws, score};
use tesuji::retrograde::{Exact, Numbered, Reachable, Table};

/// Holds what `hints` tell of `state` against its value, and the candidates they show. Gives
/// whether the hints knew who wins.
fn check<G, H>(game: &G, hints: &H, state: &G::State, value: &impl Fn(&G::State) -> Exact) -> bool
where
    G: Game,
    H: Hints<G>,
{
    let as_score = |value: Exact| match value {
        Exact::Win(plies) => score::win_in(plies),
        Exact::Loss(plies) => score::loss_in(plies),
        Exact::Draw(_) | Exact::Endless => 0,
    };
    let truth = as_score(value(state));
    let (static_bounds, notes) = hints.study(game, state);
    let (worst, best) = static_bounds.at_ply(0);
    assert!(worst <= truth && truth <= best, "{state:?}: {static_bounds:?}, worth {truth}");
    if game.result(state).is_none() {
        let mut most = worst;
        let ControlFlow::Continue(()) =
            hints.visit_candidates(game, state, &notes, |mv, _, draft| {
                let child = game.successor(state, mv);
                most = most.max(score::at_ply(-as_score(value(&child)), 1));
                if !static_bounds.is_settled() {
                    let (after, notes) = hints.study_after(game, &notes, mv, draft, &child);
                    assert_eq!(after, hints.study(game, &child).0, "{child:?}: known from before");
                    if !after.is_settled() {
                        assert_eq!(hints.key_by(game, &child, &notes), hints.key(game, &child));
                    }
                }
                ControlFlow::<Infallible>::Continue(())
            });
        assert_eq!(most, truth, "{state:?}: a better move than the candidates");
    }
    game.result(state).is_none() && (static_bounds.is_won() || static_bounds.is_lost())
}

fn check_breakthrough(width: usize, height: usize, rows: usize) {
    let game = Breakthrough::with_rows(width, height, rows).unwrap();
    let table = Table::solve(Numbered::new(&game));
    let value = |state: &_| table.value(state).expect("every position has a number");
    let (mut on, mut known, mut raced) = (0u64, 0u64, 0u64);
    for rank in 0..game.state_count() {
        let state = game.unrank(rank);
        known += u64::from(check(&game, &BreakthroughHints, &state, &value));
        if game.result(&state).is_some() {
            continue;
        }
        on += 1;
        let race = game.race(&state);
        raced += u64::from(race.is_some());
        let holds = race.is_none_or(|race| {
            let (Race::Won(within) | Race::Lost(within)) = race;
            let value = value(&state);
            race.wdl() == value.wdl() && value.cost().is_some_and(|plies| plies <= within)
        });
        assert!(holds, "{state:?}: {race:?} is not true");
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
    let value = |state: &_| table.value(state).expect("reachable");
    let mut stack = vec![start];
    let mut seen = std::collections::HashSet::new();
    while let Some(state) = stack.pop() {
        if seen.insert(state) {
            check(game, &ConnectFourHints, &state, &value);
            for mv in game.moves(&state) {
                stack.push(game.successor(&state, mv));
            }
        }
    }
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
