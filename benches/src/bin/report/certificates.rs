//! The size of certificates, and the time to generate and check them.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use tesuji::catalogue::{Catalogue, certify_nim_values};
use tesuji::certificate::{Certificate, Checker};
use tesuji::core::{Budget, Settings};
use tesuji_benches::bounds;
use tesuji_benches::prove::{GAMES, Proved, Prover, certificate, defaults};
use tesuji_benches::report::{Chart, Page};

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "certificates",
    help: "games proved: certificate sizes, and the time to generate and check them",
    run: Run::With(|arguments| {
        let own = Arguments::parse_from([PART.name.to_owned()].iter().chain(arguments));
        page(&own)
    }),
};

/// Games proved: certificate sizes, and the time to generate and check them.
#[derive(Parser)]
struct Arguments {
    /// Memory limit of the transposition table, in MiB
    #[arg(long, default_value_t = 1024)]
    table: usize,
    /// Where to write the certificates
    #[arg(long, default_value = "target/certificates")]
    folder: PathBuf,
}

/// Boards that take some minutes.
const LARGE: [(&str, &str); 2] = [("breakthrough", "6x5"), ("connect-four", "7x6")];

/// Claims without a strategy: a game, a position, an algorithm.
const OTHERS: [(&str, &str, &str); 6] = [
    ("taquin", "806547231", "ida*"),
    ("taquin", "230518674", "ida*"),
    ("rush-hour", "....B.....BC.AA.BC.D.....D.....DEEE.", "bfs"),
    ("rush-hour", "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.", "bfs"),
    ("tic-tac-toe", "XO./.../...", "df-pn"),
    ("grundy", "12", "retrograde"),
];

/// The cards of the most slides and of the most steps, without walls and with them, in both metrics.
const HARDEST: [(&str, &str); 8] = [
    ("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.", "slides"),
    ("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.", "steps"),
    ("BBBKLMHCCKLMH.AALMDDJ....IJEE..IFFGG", "slides"),
    ("BBBKLMHCCKLMH.AALMDDJ....IJEE..IFFGG", "steps"),
    ("IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM", "slides"),
    ("IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM", "steps"),
    ("BB.KMxDDDKM.IAAL..I.JLEE..JFFN.GG.xN", "slides"),
    ("BB.KMxDDDKM.IAAL..I.JLEE..JFFN.GG.xN", "steps"),
];

/// Rules of heap games: the period is proved, or else the values of this many heaps.
const RULES: [(&str, usize); 3] = [("0.77", 1_000), ("0.156", 20_000), ("grundy", 10_000)];

fn page(arguments: &Arguments) -> Result<PathBuf> {
    let Arguments { table, folder } = arguments;
    let mut proved = Vec::new();
    let small = GAMES.into_iter().flat_map(|(game, boards)| boards.iter().map(move |&b| (game, b)));
    for (game, board) in small.chain(LARGE) {
        let (question, search) = defaults(game, board);
        let (table_bytes, folder) = (table << 20, folder.clone());
        let positions = Checker::POSITIONS;
        let prover = Prover { question, search, positions, table_bytes, threads: 1, folder };
        proved.push(prover.prove(game, board)?);
        eprintln!("{game} {board}");
    }
    let command = format!("cargo xtask report certificates --table {table}");
    let mut page = Page::new("certificates", "Certificates: size and checking time", &command);
    page.paragraph(
        "The value of the first position of each board, proved, written as a certificate and \
         checked. Breakthrough begins with two rows of pawns per side. *To verdict* is the time of \
         the search, *to file* from there to the written certificate, one check included, *to \
         check* of reading the file and checking it by the rules alone: seconds of processor time \
         on one core. Boards of up to 16 cells are solved by a table of all positions and prove the \
         exact length, which takes the moves of both players; larger ones are solved by alpha-beta, \
         and Breakthrough on 6×5 by df-pn. `cargo xtask prove` prints the same table. On 6×5 and on \
         Connect Four's 7×6 the checker itself searches most positions; \
         `testdata/connect-four-7x6.tesuji` is such a file, from another run.",
    );
    page.table(Proved::HEAD, proved.iter().map(Proved::row));
    proved.retain(|one| !LARGE.contains(&(one.game, &one.board)));
    let mut chart = Chart::new("Certificates: bytes", "cells of the board", "bytes").logarithmic();
    for (game, _) in GAMES.into_iter().skip(1) {
        chart = chart.line(game, sizes(&proved, game));
    }
    page.chart("bytes", &chart)?;
    page.heading("Other claims");
    page.paragraph(
        "Solutions list their moves. The checker itself verifies that no solution is shorter, that \
         there is none, and nim-values.",
    );
    let mut rows = Vec::new();
    for (game, position, algorithm) in OTHERS {
        let certificate = certificate(game, &Settings::new(), position, algorithm)?;
        rows.push(row(&format!("{game} {position}"), &certificate)?);
    }
    for (card, metric) in HARDEST {
        let certificate =
            certificate("rush-hour", &Settings::new().with("metric", metric), card, "bfs")?;
        rows.push(row(&format!("rush-hour {card}, {metric}"), &certificate)?);
    }
    for (rule, heaps) in RULES {
        rows.push(row(rule, &certify_nim_values(rule, heaps, 1, &Budget::unlimited())?)?);
    }
    page.table(["subject", "claim", "proof", "entries", "bytes", "states checked"], rows);
    page.heading("Lower bounds by search");
    page.paragraph(
        "The published lengths of sliding-tile puzzles, each as a certificate that no solution is shorter. The \
         checker computes the pattern databases and verifies them, once for all boards of a row, and \
         searches each board once; seconds are of processor time for the whole row. The groups of \
         tiles include the blank, which counts in their sizes.",
    );
    page.table(bounds::HEAD, bounds::rows(folder)?);
    page.finish()
}

/// Cells and bytes, the smallest boards first.
fn sizes(proved: &[Proved], game: &str) -> Vec<(f64, f64)> {
    let cells = |board: &str| -> f64 {
        board.split('x').filter_map(|side| side.parse::<f64>().ok()).product()
    };
    let of_game = proved.iter().filter(|one| one.game == game);
    let mut sizes: Vec<_> = of_game.map(|one| (cells(&one.board), one.bytes as f64)).collect();
    sizes.sort_by(|one, other| one.partial_cmp(other).expect("no size is undefined"));
    sizes
}

fn row(of_what: &str, certificate: &Certificate) -> Result<[String; 6]> {
    let file = certificate.to_bytes();
    let checked = Catalogue::standard().verify(&Checker::new(), file.as_slice(), None)?;
    let header = checked.header;
    Ok([
        of_what.to_owned(),
        header.claim.to_string(),
        header.proof.to_string(),
        header.entries.to_string(),
        file.len().to_string(),
        checked.states.to_string(),
    ])
}
