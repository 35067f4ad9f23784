//! Numbers of positions, of sequences of moves and of nim-values: `enumerate`, `count`, `perft` and
//! `nim-values`.

use crate::common::{code, json, printed, snapshot, tesuji};
use serde_json::Value;

#[test]
fn enumerate_prints_the_published_distances() {
    let report = json("enumerate taquin 3x3 --json", 0);
    let distances: Vec<_> =
        report["distances"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(
        distances,
        [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2
        ]
    );
    // Two moves from each of four corners, three from four edges, four from the middle.
    assert_eq!(report["branching"], 24.0 / 9.0);
    let mut farthest: Vec<_> =
        report["farthest"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    farthest.sort_unstable();
    assert_eq!(farthest, ["806547231", "876041253"]);
    snapshot!(printed(&tesuji("enumerate taquin 2x2")));
}

#[test]
fn perft_gives_the_published_counts() {
    for (arguments, lines) in [
        ("breakthrough --size 5x5 5", 289_828),
        ("breakthrough 3", 11_132),
        ("breakthrough --size 6x6 4", 71_478),
        ("connect-four 6", 117_649),
        ("connect-four 7", 823_536),
        ("tic-tac-toe 9", 127_872),
        ("simple-nim 3 3", 1),
        ("taquin 2", 6),
        ("taquin 0", 1),
    ] {
        let report = json(&format!("perft {arguments} --json"), 0);
        assert_eq!(report["sequences"], lines, "{arguments}");
        let by_threads = json(&format!("perft {arguments} --threads 3 --json"), 0);
        assert_eq!(by_threads["by_move"], report["by_move"], "{arguments}");
    }
    assert_eq!(code(&tesuji("perft breakthrough 12 --nodes 100000")), 3);
}

#[test]
fn complete_games_are_counted() {
    for (arguments, games) in [
        // From so many tokens; the course says 13 of six, which is the number of five.
        ("simple-nim 5", 13),
        ("simple-nim 6", 24),
        ("simple-nim 7", 44),
        ("tic-tac-toe", 255_168),
        // X has a line: nothing is left to play.
        ("tic-tac-toe XXXOO....", 1),
    ] {
        let report = json(&format!("perft {arguments} --complete --json"), 0);
        assert_eq!(report["sequences"], games, "{arguments}");
        assert_eq!(report["depth"], Value::Null);
        let by_move = report["by_move"].as_array().unwrap();
        let sum: u64 = by_move.iter().map(|one| one[1].as_u64().unwrap()).sum();
        assert_eq!(sum.max(1), games, "{arguments}");
    }
    snapshot!(printed(&tesuji("perft simple-nim 6 --complete")));
    assert_eq!(code(&tesuji("perft breakthrough --complete --nodes 1000")), 3);
}

#[test]
fn count_gives_the_published_numbers_of_positions() {
    for (arguments, positions) in [
        ("tic-tac-toe", 5_478),
        ("connect-four --size 4x4", 161_029),
        ("breakthrough --size 2x4", 646),
        ("breakthrough --size 2x5", 11_287),
        ("breakthrough --size 3x4", 55_152),
        ("taquin", 181_440),
    ] {
        let report = json(&format!("count {arguments} --json"), 0);
        assert_eq!(report["positions"], positions, "{arguments}");
    }
    let report = json("count tic-tac-toe --values --json", 0);
    let values = report["values"].as_object().unwrap();
    let sum: u64 = values.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!((sum, &report["positions"]), (5_478, &5_478.into()));
    let report = json("count taquin --size 4x4 --memory 1MiB --json", 3);
    assert_eq!(report["limit"], "memory");
    assert_eq!(report["by_ply"][3], 10);
    // Before the count, not only where that ends.
    assert_eq!(code(&tesuji("count taquin --size 4x4 --values --nodes 1000")), 2);
}

#[test]
fn nim_values_come_with_their_period() {
    let report = json("nim-values 0.77 --json", 0);
    assert_eq!((&report["preperiod"], &report["period"]), (&71.into(), &12.into()));
    let output = tesuji("nim-values grundy --heaps 60");
    snapshot!(printed(&output));
}
