//! Drawings of boards.

use tesuji_core::{Notation, Render, Rules};
use tesuji_rush_hour::{Metric, RushHour, RushHourRocks, instances};

#[test]
fn a_board_in_a_terminal() {
    let game =
        RushHour::new("x.B..C/..B..C/.AA..C/D....x/D..EE./FF.GGx".parse().unwrap(), Metric::Steps);
    insta::assert_snapshot!(game.text(&game.initial()), @r"
    ┌─────────────┐
    │ █ · B · · C │
    │ · · B · · C │
    │ · A A · · C →
    │ D · · · · █ │
    │ D · · E E · │
    │ F F · G G █ │
    └─────────────┘
    ");
}

#[test]
fn a_board_with_a_rock_in_a_terminal() {
    let game = RushHourRocks::new(instances::LAB[2].parse().unwrap());
    let state = game.parse_state(&format!("{} 0-1 driver", instances::LAB[2])).unwrap();
    insta::assert_snapshot!(game.text(&state), @r"
    ┌─────────────┐
    │ B ● · C C C │
    │ B · · D · F │
    │ A A · D E F →
    │ G G G · E F │
    │ · · I · K K │
    │ H H I J J · │
    └─────────────┘
    driver to move
    ");
}

#[test]
fn a_board_in_svg() {
    let game = RushHourRocks::new("x...C/AA.BC/...B./DDDB.".parse().unwrap());
    let state = game.parse_state("x...C/AA.BC/...B./DDDB. 2-1 driver").unwrap();
    insta::assert_snapshot!(game.svg(&state));
}
