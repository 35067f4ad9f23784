//! The task runner: `cargo xtask TASK`. It has few dependencies, because a person waits for it to
//! build; programs that need libraries live in `benches`, which it calls.
#![forbid(unsafe_code)]

mod bibliography;
mod checks;
mod cycles;
mod data;
mod deny;
mod docs;
mod examples;
mod features;
mod hot_paths;
mod layers;
mod msrv;
mod page;
mod proofs;
mod release;
mod run;
mod site;
mod snapshots;
mod task;
mod wheel;

use std::env;
use std::io;
use std::path::Path;
use std::process;
use std::time::SystemTime;

use anyhow::{Result, bail};

use run::{cargo, say};
use task::{Run, Task};

const TASKS: &[Task] = &[
    Task {
        name: "ci",
        help: "every check: formatting, lints, layers, features, tests, documentation, instructions",
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
            "arguments of cargo test: `-p CRATE`, a name, `-- --nocapture`; the workspace by default",
        )],
        run: Run::With(checks::test),
    },
    Task {
        name: "slow",
        help: "the tests that take minutes, which `test` omits",
        example: "cargo xtask slow",
        options: &[(
            "ARGUMENTS",
            "arguments of cargo test before its `--`: `-p CRATE`, `--test NAME`",
        )],
        run: Run::With(|arguments| {
            cargo(&checks::slow(arguments), &["--", "--ignored"], arguments)
        }),
    },
    Task {
        name: "fuzz",
        help: "feed every parser random and mutated input, and keep the input that breaks one",
        example: "cargo xtask fuzz certificate --time 10m",
        options: &[
            ("TARGET", "one of the parsers; all by default"),
            ("--time TIME", "the time for each (20s)"),
            ("--seed N", "repeat the random input of this seed"),
            ("--input PATH", "feed only this file"),
        ],
        run: Run::With(|arguments| {
            cargo(&["run", "--release", "--package", "tesuji-fuzz", "--"], &[], arguments)
        }),
    },
    Task {
        name: "loom",
        help: "model-check every interleaving of threads on the shared transposition table",
        example: "cargo xtask loom",
        options: &[],
        run: Run::Alone(checks::loom),
    },
    Task {
        name: "features",
        help: "compile the crates without their features, and with each alone",
        options: &[],
        example: "cargo xtask features",
        run: Run::Alone(features::check_each),
    },
    Task {
        name: "examples",
        help: "formatting, lints and tests of the crates in examples, workspaces of their own",
        example: "cargo xtask examples",
        options: &[],
        run: Run::Alone(examples::check),
    },
    Task {
        name: "msrv",
        help: "compile with the rust-version of Cargo.toml, if rustup has it",
        options: &[],
        example: "cargo xtask msrv",
        run: Run::Alone(msrv::check),
    },
    Task {
        name: "proofs",
        help: "check by Coq, installed if missing, the proofs that the rules of the checker are sound",
        example: "cargo xtask proofs",
        options: &[],
        run: Run::Alone(proofs::check),
    },
    Task {
        name: "layers",
        help: "fail if a crate depends on one of the same or a higher layer, or files import in a cycle",
        example: "cargo xtask layers",
        options: &[],
        run: Run::Alone(layers::check),
    },
    Task {
        name: "deny",
        help: "check licences, sources and duplicates of every dependency against deny.toml",
        example: "cargo xtask deny",
        options: &[],
        run: Run::Alone(|| deny::check().and_then(|()| deny::deny())),
    },
    Task {
        name: "bench",
        help: "measure against hand-written programs and other libraries, and print the ratios",
        example: "cargo xtask bench ida-star",
        options: &[
            (
                "FILTER",
                "only the cases whose names contain it; their page goes below target/results",
            ),
            ("--quick", "fewer samples; this and other options go to criterion"),
        ],
        run: Run::With(bench),
    },
    Task {
        name: "limits",
        help: "compare searches with single-purpose C++ programs compiled for this processor",
        example: "cargo xtask limits",
        options: &[],
        run: Run::Alone(hot_paths::limits),
    },
    Task {
        name: "instructions",
        help: "count the instructions of the hottest loops by valgrind; fail if one needs 3 % more",
        example: "cargo xtask instructions uct",
        options: &[
            ("FILTER", "only the loops whose names contain it"),
            ("--write", "accept the counts, which repeat with the same compiler only"),
        ],
        run: Run::With(hot_paths::instructions),
    },
    Task {
        name: "tables",
        help: "measure the cost of probes and stores of the transposition tables",
        example: "cargo xtask tables",
        options: &[],
        run: Run::Alone(|| tool("table_rates", &[])),
    },
    Task {
        name: "report",
        help: "measure, and write the tables and pictures of docs/results, all or one part",
        example: "cargo xtask report depths",
        options: &[
            (
                "PART",
                "one of certificates, depths, korf, lab, montecarlo, nim, pictures, rush-hour, \
                 rush-hour-rocks; all by default",
            ),
            ("certificates --table MIB", "the memory limit of the transposition table (1024)"),
            ("certificates --folder PATH", "where to write them (target/certificates)"),
            ("lab --games N", "games of each randomised search, and against each adversary (100)"),
            ("lab --threshold TIMES", "a game is won in at most TIMES the fewest moves (1.25)"),
            ("depths --boards N", "at most this many boards at each distance (100)"),
            (
                "depths --nodes MILLIONS",
                "visited nodes at a distance after which a search gets no more boards (200)",
            ),
            ("depths --patience SECONDS", "the time limit of a search (20)"),
            ("montecarlo --games N", "games of a match against another library (400)"),
            ("montecarlo --step-games N", "games of a match that shows the value of a step (200)"),
            ("montecarlo --round-games N", "games of each pairing of the round robin (40)"),
            ("montecarlo --playouts N", "simulations per move (1000)"),
            ("montecarlo --time TIME", "processor time per move in matches at equal time (5ms)"),
            ("montecarlo --sizes SIZES", "the boards (5x5,6x6,8x8)"),
            ("montecarlo --threads N", "concurrent games (1)"),
            (
                "montecarlo --gauntlet PATH",
                "the output of the example `gauntlet`, instead of running it",
            ),
        ],
        run: Run::With(|arguments| tool("report", arguments)),
    },
    Task {
        name: "korf",
        help: "solve Korf's 15-puzzles with each heuristic and check every length",
        example: "cargo xtask korf --heuristics 6-6-3",
        options: &[
            (
                "--heuristics NAMES",
                "separated by commas: manhattan, 5-5-5, 6-6-3+dual and so on; all by default",
            ),
            ("--millions N", "with Manhattan distance, omit instances of more nodes (100)"),
            ("--all", "omit no instance"),
            ("--threads N", "threads of each search (1)"),
            ("--each", "print each instance"),
        ],
        run: Run::With(|arguments| tool("korf", arguments)),
    },
    Task {
        name: "browser",
        help: "test the page in a browser, installed if missing; pictures in target/screenshots",
        example: "cargo xtask browser taquin",
        options: &[("NAME", "only the tests whose names contain it")],
        run: Run::With(page::browser),
    },
    Task {
        name: "site",
        help: "make the page without a server, static files that work offline, in target/site",
        example: "cargo xtask site --only taquin,nim",
        options: &[
            ("--manifest-path PATH", "the site of this crate's own games, by its program `site`"),
            ("--out FOLDER", "the folder (target/site)"),
            ("--only PARTS", "only these parts, separated by commas: a game, or games of a kind"),
            ("--quick", "compile quickly, for tests: modules are large and slow"),
            (
                "--test",
                "make the site of the sliding-tile puzzle quickly, and test it in a browser",
            ),
            ("--test-game", "the same for tic-tac-toe, as `ci` does"),
            ("--test-example", "the same for the site of `examples/domineering`"),
        ],
        run: Run::With(site::make),
    },
    Task {
        name: "load",
        help: "test the page under load: response times for 64 clients, memory of 100,000 requests",
        example: "cargo xtask load",
        options: &[],
        run: Run::Alone(page::load),
    },
    Task {
        name: "prove",
        help: "prove the value of small boards or a given one, write and check certificates",
        example: "cargo xtask prove breakthrough 6x5",
        options: &[
            ("GAME", "breakthrough, connect-four or tic-tac-toe; all by default"),
            ("BOARDS", "width x height; the small ones by default"),
            (
                "--who",
                "prove the winner, not the length: faster, and the only way on some large boards",
            ),
            ("--exactly", "prove the exact length of a win"),
            ("--semi-strong", "prove the values of all positions after errors of one player"),
            (
                "--search WORK",
                "leave positions to the checker that its search proves by trying at most WORK moves",
            ),
            ("--depth PLIES", "the most plies of such a search"),
            ("--positions N", "the most positions of a certificate and of its check (20000000)"),
            ("--table MIB", "the memory limit of the transposition table (1024)"),
            ("--threads N", "threads of df-pn; with several, other files come out (1)"),
            ("--folder PATH", "where to write the certificates (target/certificates)"),
        ],
        run: Run::With(|arguments| tool("prove", arguments)),
    },
    Task {
        name: "korf24",
        help: "try the easiest of Korf and Felner's 24-puzzles, a minute each",
        example: "cargo xtask korf24 --count 5",
        options: &[
            ("--count N", "number of instances (20)"),
            ("--time TIME", "time for each (60s)"),
            ("--threads N", "threads of each search (all processors)"),
        ],
        run: Run::With(|arguments| tool("korf24", arguments)),
    },
    Task {
        name: "data",
        help: "list the data files with known answers, and their sources",
        example: "cargo xtask data",
        options: &[],
        run: Run::Alone(data::list),
    },
    Task {
        name: "snapshots",
        help: "review changed snapshots, and accept or reject each",
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
                "the boards: on each line the fewest slides, the board, the number of reachable boards",
            ),
            ("--out PATH", "the table to write; the boards of its rows are not solved again"),
            ("--expectations", "also find the least expected number of moves against random rocks"),
            ("--threads N", "boards solved at the same time (2)"),
            ("--every N", "take every N-th board (1)"),
            ("--limit N", "stop after N boards"),
            ("--page", "write the page, docs/results/rush-hour-rocks.md"),
        ],
        run: Run::With(|arguments| tool("rush_hour", arguments)),
    },
    Task {
        name: "rivals",
        help: "play matches on Connect Four against other libraries, and write the results page",
        example: "cargo xtask rivals --games 100",
        options: &[
            ("--games N", "games of each match (200)"),
            ("--exact-games N", "games of the match against the exact solver (100)"),
            ("--time T", "processor time of each move (5ms)"),
            ("--out FILE", "the page (docs/results/rivals.md)"),
        ],
        run: Run::With(rivals),
    },
    Task {
        name: "bibliography",
        help: "write docs/bibliography.md from docs/bibliography.toml, and check every citation",
        example: "cargo xtask bibliography",
        options: &[],
        run: Run::Alone(bibliography::write),
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
        help: "build the documentation and the book; installs mdBook below target if missing",
        example: "cargo xtask docs",
        options: &[],
        run: Run::Alone(docs::build),
    },
    Task {
        name: "wheel",
        help: "build the Python package, install it into a fresh virtual environment, and test it",
        example: "cargo xtask wheel --release",
        options: &[("--release", "a wheel as it is published, in target/python/wheels")],
        run: Run::With(wheel::check),
    },
    Task {
        name: "release",
        help: "check that every crate packages with its licences, and list what a release needs",
        example: "cargo xtask release --dry-run",
        options: &[("--dry-run", "publish nothing; required, because the task does nothing else")],
        run: Run::With(release::dry_run),
    },
];

/// Runs the benches whose names contain the filter, if there is one. Only the page of all benches
/// goes to the results. Without a filter it compares with the programs of `benches/limits` too.
fn bench(arguments: &[String]) -> Result<()> {
    let began = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs().to_string();
    cargo(&["bench", "--package", "tesuji-benches", "--benches", "--"], &[], arguments)?;
    let mut options = vec!["--since".to_owned(), began];
    if !arguments.is_empty() {
        let command = format!("cargo xtask bench {}", arguments.join(" "));
        options.extend(["--folder", "target/results", "--command", &command].map(str::to_owned));
    }
    tool("ratios", &options)?;
    if arguments.is_empty() { hot_paths::limits() } else { Ok(()) }
}

/// Runs the matches of `benches/rivals`, which is a workspace of its own.
fn rivals(arguments: &[String]) -> Result<()> {
    let manifest = ["--manifest-path", "benches/rivals/Cargo.toml"];
    cargo(&[&["run", "--quiet", "--release"], &manifest[..], &["--"]].concat(), &[], arguments)
}

/// Runs a program of the `benches` package.
fn tool(name: &str, arguments: &[String]) -> Result<()> {
    let call = ["run", "--quiet", "--release", "--package", "tesuji-benches", "--bin", name, "--"];
    cargo(&call, &[], arguments)
}

fn main() -> Result<()> {
    let end = run();
    let is_closed_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    // Nobody reads a message either.
    if end.as_ref().is_err_and(|error| error.downcast_ref().is_some_and(is_closed_pipe)) {
        process::exit(1);
    }
    end
}

fn run() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    env::set_current_dir(root)?;
    let mut arguments = env::args().skip(1);
    let wanted = arguments.next().unwrap_or_else(|| "--help".to_owned());
    let rest: Vec<_> = arguments.collect();
    if let "-h" | "--help" | "help" = wanted.as_str() {
        return Ok(say!("{}", help().trim_end())?);
    }
    match TASKS.iter().find(|task| task.name == wanted) {
        Some(task) => task.run(&rest),
        None => bail!("there is no task {wanted:?}\n\n{}", help()),
    }
}

fn help() -> String {
    let mut text = "Usage: cargo xtask TASK [ARGUMENTS]\n\n\
                    `cargo xtask TASK --help` lists a task's options. Tasks:\n"
        .to_owned();
    for task in TASKS {
        text += &task.line();
    }
    text
}
