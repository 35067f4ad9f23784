//! Certificates that were written once are accepted for ever: the format does not change behind its
//! version.

use std::fs;
use std::path::Path;

use crate::common::check;
use tesuji_certificate::Checker;

/// The files of `tests/samples`, and what each of them claims.
const SAMPLES: [(&str, &str, &str); 27] = [
    ("breakthrough-2x4", "breakthrough", "second wins in exactly 8 plies"),
    ("breakthrough-exactly", "breakthrough", "second wins in exactly 10 plies"),
    ("breakthrough-within", "breakthrough", "second wins within 16 plies"),
    ("breakthrough-semi-strong", "breakthrough", "semi-strong second wins, 3127 positions"),
    ("connect-four-semi-strong", "connect-four", "semi-strong draw, 1430 positions"),
    ("tic-tac-toe-draw", "tic-tac-toe", "draw"),
    ("connect-four-draw", "connect-four", "draw"),
    ("connect-four-search", "connect-four", "draw"),
    ("nim-exactly", "nim", "first wins in exactly 10 plies"),
    ("rush-hour-rocks-exactly", "rush-hour-rocks", "first wins in exactly 7 plies"),
    ("rush-hour-rocks-draw", "rush-hour-rocks", "draw"),
    ("rush-hour-rocks-holds", "rush-hour-rocks", "second holds"),
    ("taquin-balls", "taquin", "shortest solution 6 moves"),
    ("taquin-search", "taquin", "shortest solution 31 moves"),
    ("taquin-at-least", "taquin", "cost at least 27"),
    ("taquin-at-most", "taquin", "cost at most 105"),
    ("rush-hour-layers", "rush-hour", "shortest solution 3 moves"),
    ("taquin-parity", "taquin", "unsolvable"),
    ("rush-hour-hemmed-in", "rush-hour", "unsolvable"),
    ("kayles-period", "octal", "period 12 from heap 71 on"),
    ("grundy-values", "grundy", "nim-values of heaps below 100"),
    ("nim-sum", "nim", "nim-value 2"),
    ("grundy-nimbers", "grundy", "nim-value 0"),
    ("tic-tac-toe-reachable", "tic-tac-toe", "reachable 5478 positions within 9 moves"),
    ("taquin-reachable", "taquin", "reachable 181440 positions within 31 moves"),
    ("rush-hour-distances", "rush-hour", "reachable 1247 states within 9 moves of a goal"),
    (
        "rush-hour-rocks-expects",
        "rush-hour-rocks",
        "first expects 3.000000000 to 3.000000000 moves",
    ),
];

#[test]
fn what_was_written_once_is_accepted_for_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    for (name, game, claim) in SAMPLES {
        let file = fs::read(folder.join(name).with_extension("tesuji")).expect(name);
        match check(&Checker::new(), &file) {
            Ok(checked) => {
                let header = checked.header;
                assert_eq!(
                    (header.game.as_str(), header.claim.to_string().as_str()),
                    (game, claim)
                );
            }
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), SAMPLES.len(), "each sample has its line");
}
