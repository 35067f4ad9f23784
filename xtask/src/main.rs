//! The runner: `cargo xtask TASK`. Light on purpose, as a person waits for it to build; what
//! needs libraries lives in `benches`, which it calls.
#![forbid(unsafe_code)]

mod checks;
mod data;
mod docs;
mod examples;
mod features;
mod layers;
mod oldest;
mod page;
mod release;
mod run;
mod snapshots;
mod supply;
mod task;

use std::env;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Result, bail};

use run::cargo;
use task::{Run, Task};

const TASKS: &[Task] = &[
    Task {
        name: "ci",
        help: "every check: formatting, lints, layers, features, tests, documentation",
        example: "cargo xtask ci",
        options: &[],
        run: Run::Alone(checks::all),
    },
    Task {
        name: "test",
        help: "the tests and the documentation's examples; arguments go to cargo test",
        example: "cargo xtask test -p tesuji-taquin",
        options: &[(
            "ARGUMENTS",
            "what cargo test takes: `-p CRATE`, a name, `-- --nocapture`; the workspace by default",
        )],
        run: Run::With(checks::test),
    },
    Task {
        name: "slow",
        help: "the tests that take minutes and are left out otherwise",
        example: "cargo xtask slow",
        options: &[(
            "ARGUMENTS",
            "what cargo test takes before its `--`: `-p CRATE`, `--test NAME`",
        )],
        run: Run::With(|arguments| {
            // The page's own tests need a browser or a server, and have tasks of their own.
            let call = ["test", "--release", "--workspace", "--exclude", "tesuji-web"];
            cargo(&call, &["--", "--ignored"], arguments)
        }),
    },
    Task {
        name: "fuzz",
        help: "feed every parser random and mutated input, and keep what breaks one",
        example: "cargo xtask fuzz certificate --time 10m",
        options: &[
            ("TARGET", "one of them; all by default"),
            ("--time TIME", "how long to feed each (20s)"),
            ("--seed N", "draw the same input again"),
            ("--input PATH", "feed it this file alone"),
        ],
        run: Run::With(|arguments| {
            cargo(&["run", "--release", "--package", "tesuji-fuzz", "--"], &[], arguments)
        }),
    },
    Task {
        name: "loom",
        help: "check every interleaving of threads on the shared transposition table",
        example: "cargo xtask loom",
        options: &[],
        run: Run::Alone(checks::loom),
    },
    Task {
        name: "features",
        help: "compile the crates that have features without them",
        options: &[],
        example: "cargo xtask features",
        run: Run::Alone(features::check),
    },
    Task {
        name: "examples",
        help: "formatting, lints and tests of the crates in examples, workspaces of their own",
        example: "cargo xtask examples",
        options: &[],
        run: Run::Alone(examples::check),
    },
    Task {
        name: "oldest",
        help: "compile by the oldest Rust that Cargo.toml states, if rustup has it",
        options: &[],
        example: "cargo xtask oldest",
        run: Run::Alone(oldest::check),
    },
    Task {
        name: "layers",
        help: "fail if a crate depends on one that stands beside or above it",
        example: "cargo xtask layers",
        options: &[],
        run: Run::Alone(layers::check),
    },
    Task {
        name: "supply",
        help: "licences, sources and duplicates of every dependency, by deny.toml",
        example: "cargo xtask supply",
        options: &[],
        run: Run::Alone(|| supply::check().and_then(|()| supply::deny())),
    },
    Task {
        name: "bench",
        help: "measure against hand-written programs and other libraries, then print the ratios",
        example: "cargo xtask bench ida-star",
        options: &[
            ("FILTER", "only the cases whose names contain it, with the page below target/results"),
            ("--quick", "fewer samples; this and all else goes to criterion"),
        ],
        run: Run::With(bench),
    },
    Task {
        name: "tables",
        help: "measure what probes and stores of the transposition tables cost",
        example: "cargo xtask tables",
        options: &[],
        run: Run::Alone(|| tool("table_rates", &[])),
    },
    Task {
        name: "report",
        help: "measure again and write the tables and pictures of docs/results, all or one part",
        example: "cargo xtask report depths",
        options: &[
            (
                "PART",
                "one of certificates, course, depths, korf, montecarlo, nim, pictures, rush-hour, \
                 rush-hour-rocks; all by default",
            ),
            ("certificates --table MIB", "the most memory for the search's table (1024)"),
            ("certificates --folder PATH", "where to write them (target/certificates)"),
            ("course --games N", "of each search with chance, and against each adversary (100)"),
            ("course --threshold TIMES", "the fewest moves, up to which a game is won (1.25)"),
            ("depths --boards N", "boards at each distance, where there are so many (100)"),
            (
                "depths --nodes MILLIONS",
                "what a search visits at a distance before it has fewer boards (200)",
            ),
            ("depths --patience SECONDS", "how long a search may take (20)"),
            ("montecarlo --games N", "of a match against another library (400)"),
            ("montecarlo --ladder-games N", "of a match that shows what a step is worth (200)"),
            ("montecarlo --round-games N", "of each two, where everybody plays everybody (40)"),
            ("montecarlo --playouts N", "simulations for a move (1000)"),
            ("montecarlo --time TIME", "for a move, where that is equal (5ms)"),
            ("montecarlo --sizes SIZES", "the boards (5x5,6x6,8x8)"),
            ("montecarlo --threads N", "games at a time (1)"),
            ("montecarlo --gauntlet PATH", "what the example `gauntlet` printed, not to run it"),
        ],
        run: Run::With(|arguments| tool("report", arguments)),
    },
    Task {
        name: "korf",
        help: "solve Korf's 15-puzzles by each heuristic and compare every length",
        example: "cargo xtask korf --heuristics 6-6-3",
        options: &[
            (
                "--heuristics NAMES",
                "separated by commas: manhattan, 5-5-5, 6-6-3+dual and so on; all by default",
            ),
            ("--millions N", "by Manhattan distance, leave out what takes more nodes (100)"),
            ("--all", "leave out none"),
            ("--threads N", "search with so many (1)"),
            ("--each", "print each instance"),
        ],
        run: Run::With(|arguments| tool("korf", arguments)),
    },
    Task {
        name: "browser",
        help: "the page in a real browser, installed if need be; pictures in target/screenshots",
        example: "cargo xtask browser taquin",
        options: &[("NAME", "only the tests whose names contain it")],
        run: Run::With(page::browser),
    },
    Task {
        name: "load",
        help: "the page under load: how soon hints come for 64 clients, and the memory of 100,000 requests",
        example: "cargo xtask load",
        options: &[],
        run: Run::Alone(page::load),
    },
    Task {
        name: "prove",
        help: "prove who wins on small boards or a board named, write certificates, check them",
        example: "cargo xtask prove breakthrough 6x5",
        options: &[
            ("GAME", "breakthrough, connect-four or tic-tac-toe; all by default"),
            ("BOARDS", "width x height; the small ones by default"),
            ("--who", "leave the length open: quicker, and the only way on large boards"),
            ("--table MIB", "the most memory for the search's table (1024)"),
            ("--folder PATH", "where to write the certificates (target/certificates)"),
        ],
        run: Run::With(|arguments| tool("prove", arguments)),
    },
    Task {
        name: "korf24",
        help: "try the easiest of Korf and Felner's 24-puzzles, a minute each",
        example: "cargo xtask korf24 --count 5",
        options: &[
            ("--count N", "how many instances (20)"),
            ("--time TIME", "how long for each (60s)"),
            ("--threads N", "search with so many (all processors)"),
        ],
        run: Run::With(|arguments| tool("korf24", arguments)),
    },
    Task {
        name: "data",
        help: "list the instances with known answers, and where each comes from",
        example: "cargo xtask data",
        options: &[],
        run: Run::Alone(data::list),
    },
    Task {
        name: "snapshots",
        help: "look through snapshots that changed, and accept or refuse each",
        example: "cargo xtask snapshots",
        options: &[],
        run: Run::Alone(snapshots::review),
    },
    Task {
        name: "rush-hour",
        help: "solve a file of Rush Hour boards, alone and against rocks, and compare",
        example: "cargo xtask rush-hour --file testdata/rush_18k.txt",
        options: &[
            (
                "--file PATH",
                "the boards: on each line fewest slides, board, boards that can be reached",
            ),
            ("--out PATH", "the table to be written; rows that it has are not solved again"),
            ("--expectations", "also the least expected number of moves when rocks fall at random"),
            ("--threads N", "solve so many boards at a time (2)"),
            ("--every N", "take every so manieth board (1)"),
            ("--most N", "stop after so many boards"),
            ("--page", "write the page, docs/results/rush-hour-rocks.md"),
        ],
        run: Run::With(|arguments| tool("rush_hour", arguments)),
    },
    Task {
        name: "doc",
        help: "build the documentation of every crate, warnings denied",
        example: "cargo xtask doc",
        options: &[],
        run: Run::Alone(checks::doc),
    },
    Task {
        name: "docs",
        help: "the same, and the book; mdBook is installed below target if it is not there",
        example: "cargo xtask docs",
        options: &[],
        run: Run::Alone(docs::build),
    },
    Task {
        name: "release",
        help: "whether every crate packages with its licences, and what is missing for a release",
        example: "cargo xtask release --dry-run",
        options: &[("--dry-run", "publish nothing; it has to be said, as nothing else is done")],
        run: Run::With(release::dry_run),
    },
];

/// Runs the benches whose names contain the filter, if there is one. The page of all is among the
/// results; that of some is not worth keeping.
fn bench(arguments: &[String]) -> Result<()> {
    let began = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs().to_string();
    cargo(&["bench", "--package", "tesuji-benches", "--benches", "--"], &[], arguments)?;
    let mut options = vec!["--since".to_owned(), began];
    if !arguments.is_empty() {
        let command = format!("cargo xtask bench {}", arguments.join(" "));
        options.extend(["--folder", "target/results", "--command", &command].map(str::to_owned));
    }
    tool("ratios", &options)
}

/// Runs a program of the `benches` package.
fn tool(name: &str, arguments: &[String]) -> Result<()> {
    let call = ["run", "--quiet", "--release", "--package", "tesuji-benches", "--bin", name, "--"];
    cargo(&call, &[], arguments)
}

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    env::set_current_dir(root)?;
    let mut arguments = env::args().skip(1);
    let wanted = arguments.next().unwrap_or_else(|| "--help".to_owned());
    let rest: Vec<_> = arguments.collect();
    if let "-h" | "--help" | "help" = wanted.as_str() {
        print!("{}", help());
        return Ok(());
    }
    match TASKS.iter().find(|task| task.name == wanted) {
        Some(task) => task.run(&rest),
        None => bail!("there is no task {wanted:?}\n\n{}", help()),
    }
}

fn help() -> String {
    let mut text = "Usage: cargo xtask TASK [ARGUMENTS]\n\n\
                    `cargo xtask TASK --help` tells what a task takes. Tasks:\n"
        .to_owned();
    for task in TASKS {
        text += &task.line();
    }
    text
}
