//! The contracts of the core traits, on maps of many kinds.

use tesuji_core::{NamedGame, Rules, laws};
use tesuji_grid::{Chebyshev, Directions, Grid, GridMap, Landmarks, Manhattan, Octile};

const MAPS: [&str; 7] = [
    "sg",
    "s.#./..#./...g",
    "s.3./.#9./1..g",
    "..W./.WW./.W.. 0,0 1,0",
    "2222/2#32/2323 3,2 0,0",
    "s#g",
    ".S.TG/OO..@/..... 0,2 4,0",
];

fn grids() -> impl Iterator<Item = Grid> {
    let default = Grid::open(&Default::default(), None).unwrap();
    let benchmark = include_str!("../data/random-32-32-20.map").to_owned() + " 0,0 31,31";
    let texts = MAPS.map(str::to_owned).into_iter().chain([benchmark]);
    let both = texts.flat_map(|text| {
        [Directions::Four, Directions::Eight].map(|ways| Grid::parse(&text, ways).unwrap())
    });
    [default].into_iter().chain(both)
}

#[test]
fn the_rules_keep_the_laws() {
    for grid in grids() {
        laws::rules(&grid, 300);
        laws::moves_after(&grid, 60);
        laws::reversible(&grid, 300);
        laws::known_goals(&grid, 2_000);
        laws::costs(&grid, 2_000);
        laws::undirected_goals(&grid, 2_000);
        laws::pieces(&grid, &laws::states(&grid, 300));
        laws::notation(&grid, 100);
    }
}

#[test]
fn the_heuristics_are_consistent() {
    for grid in grids() {
        let states = laws::states(&grid, 2_000);
        laws::heuristic(&grid, &Chebyshev, &states);
        laws::heuristic(&grid, &Octile, &states);
        laws::heuristic(&grid, &Landmarks::new(&grid), &states);
        match Manhattan::new(&grid) {
            Ok(manhattan) => laws::heuristic(&grid, &manhattan, &states),
            Err(error) => {
                assert_eq!(grid.directions(), Directions::Eight);
                let text = "it is for 4 directions, and this grid has 8: choose octile";
                assert_eq!(error.to_string(), text);
            }
        }
    }
}

#[test]
fn settings_open_the_same_rules() {
    for grid in grids() {
        let again = Grid::open(&grid.settings(), None).unwrap();
        assert_eq!(again.settings(), grid.settings());
        assert_eq!(again.initial(), grid.initial());
    }
}

#[test]
fn maps_are_read_in_every_form() {
    let grid = |text: &str| Grid::parse(text, Directions::Four).unwrap().settings();
    let letters = grid("s.#/..g");
    for same in
        ["..#/... 0,0 2,1", "s.#\n..g\n", "type octile\nheight 2\nwidth 3\nmap\n..#\n...\n0,0 2,1"]
    {
        assert_eq!(grid(same), letters, "{same:?}");
    }
    // A map of the benchmark has no start and no goal.
    let bare = grid("type octile\nheight 2\nwidth 3\nmap\nT.#\n..@\n");
    assert_eq!(bare, grid("T.#/..@ 1,0 1,1"));
    for (row, ends) in [("GGG", "0,0 2,0"), ("..GG", "0,0 3,0"), ("WS.GW", "1,0 3,0")] {
        let bare = format!("type octile height 1 width {} map {row}", row.len());
        assert_eq!(grid(&bare), grid(&format!("{row} {ends}")), "{row}");
    }
    let map: GridMap = include_str!("../data/random-32-32-20.map").parse().unwrap();
    assert_eq!((map.width(), map.height(), map.free_cells()), (32, 32, 819));
}

#[test]
fn errors_read_well() {
    let errors: Vec<String> = [
        "",
        "s.x/..g",
        "s../.g",
        "s..",
        "..g",
        "ss/.g",
        "s.g 0,0",
        "... 0,0 9,9",
        "s#g 1",
        "type octile\nheight 3\nwidth 3\nmap\n...\n0,0 1,0",
        "type octile\nheight 3\n...",
    ]
    .map(|text| Grid::parse(text, Directions::Eight).unwrap_err().to_string())
    .into();
    insta::assert_snapshot!(errors.join("\n"));
    let wide = ".".repeat(1025);
    assert!(wide.parse::<GridMap>().is_err());
    // Paths could cost more than is counted.
    let dear = vec!["9".repeat(1024); 1024].join("/") + " 0,0 1,1";
    let error = Grid::parse(&dear, Directions::Eight).unwrap_err();
    insta::assert_snapshot!(error, @"the costs of all cells together are too large: paths could not be told apart");
}

#[test]
fn drawings_show_the_map() {
    use tesuji_core::{Notation, Render};
    let grid = Grid::open(&Default::default(), None).unwrap();
    insta::assert_snapshot!(grid.text(&grid.initial()));
    let small = Grid::parse("s3#/W.g", Directions::Eight).unwrap();
    insta::assert_snapshot!(small.svg(&small.initial()));
    let far = small.parse_move(&small.initial(), "sw").unwrap_err();
    insta::assert_snapshot!(far, @"sw is not possible here: there is e");
    assert!(small.parse_move(&small.initial(), "up").is_err());
}
