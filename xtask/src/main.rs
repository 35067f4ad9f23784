//! The runner: `cargo xtask TASK`. Light on purpose, as a person waits for it to build; what
//! needs libraries lives in `benches`, which it calls.
#![forbid(unsafe_code)]

mod checks;
mod data;
mod docs;
mod layers;
mod page;
mod release;
mod run;
mod snapshots;
mod supply;

use std::env;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Result, bail};

use run::cargo;

/// A task: its name, what it does, how it is called, and the task itself.
struct Task {
    name: &'static str,
    help: &'static str,
    example: &'static str,
    run: Run,
}

/// How a task is run.
enum Run {
    /// It takes no arguments.
    Alone(fn() -> Result<()>),
    /// It takes arguments, and asked with `--help` tells which.
    With(fn(&[String]) -> Result<()>),
}

const TASKS: &[Task] = &[
    Task {
        name: "ci",
        help: "every check: formatting, lints, layers, tests, documentation",
        example: "cargo xtask ci",
        run: Run::Alone(checks::all),
    },
    Task {
        name: "test",
        help: "the tests and the documentation's examples; arguments go to cargo test",
        example: "cargo xtask test -p tesuji-taquin",
        run: Run::With(checks::test),
    },
    Task {
        name: "slow",
        help: "the tests that take minutes and are left out otherwise",
        example: "cargo xtask slow",
        run: Run::With(|arguments| {
            cargo(&["test", "--release", "--workspace"], &["--", "--ignored"], arguments)
        }),
    },
    Task {
        name: "loom",
        help: "check every interleaving of threads on the shared transposition table",
        example: "cargo xtask loom",
        run: Run::Alone(checks::loom),
    },
    Task {
        name: "layers",
        help: "fail if a crate depends on one that stands beside or above it",
        example: "cargo xtask layers",
        run: Run::Alone(layers::check),
    },
    Task {
        name: "supply",
        help: "licences, sources and duplicates of every dependency, by deny.toml",
        example: "cargo xtask supply",
        run: Run::Alone(|| supply::check().and_then(|()| supply::deny())),
    },
    Task {
        name: "bench",
        help: "measure against hand-written programs and other libraries, then print the ratios",
        example: "cargo xtask bench ida-star",
        run: Run::With(bench),
    },
    Task {
        name: "tables",
        help: "measure what probes and stores of the transposition tables cost",
        example: "cargo xtask tables",
        run: Run::Alone(|| tool("table_rates", &[])),
    },
    Task {
        name: "report",
        help: "measure again and write the tables and pictures of docs/results, all or one part",
        example: "cargo xtask report depths",
        run: Run::With(|arguments| tool("report", arguments)),
    },
    Task {
        name: "korf",
        help: "solve Korf's 15-puzzles by each heuristic and compare every length",
        example: "cargo xtask korf --heuristics 6-6-3",
        run: Run::With(|arguments| tool("korf", arguments)),
    },
    Task {
        name: "browser",
        help: "the page in a real browser, installed if there is none; pictures in target/screenshots",
        example: "cargo xtask browser taquin",
        run: Run::With(page::browser),
    },
    Task {
        name: "load",
        help: "the page under load: hints for 64 clients, how soon, and the memory afterwards",
        example: "cargo xtask load",
        run: Run::Alone(page::load),
    },
    Task {
        name: "prove",
        help: "prove who wins on small boards, write certificates and check them; or on one board named",
        example: "cargo xtask prove breakthrough 6x5",
        run: Run::With(|arguments| tool("prove", arguments)),
    },
    Task {
        name: "korf24",
        help: "try the easiest of Korf and Felner's 24-puzzles, a minute each",
        example: "cargo xtask korf24 --count 5",
        run: Run::With(|arguments| tool("korf24", arguments)),
    },
    Task {
        name: "data",
        help: "list the instances with known answers, and where each comes from",
        example: "cargo xtask data",
        run: Run::Alone(data::list),
    },
    Task {
        name: "snapshots",
        help: "look through snapshots that changed, and accept or refuse each",
        example: "cargo xtask snapshots",
        run: Run::Alone(snapshots::review),
    },
    Task {
        name: "rush-hour",
        help: "solve a file of Rush Hour boards, alone and against rocks, and compare",
        example: "cargo xtask rush-hour --file testdata/rush_18k.txt",
        run: Run::With(|arguments| tool("rush_hour", arguments)),
    },
    Task {
        name: "doc",
        help: "build the documentation of every crate, warnings denied",
        example: "cargo xtask doc",
        run: Run::Alone(checks::doc),
    },
    Task {
        name: "docs",
        help: "the same, and the book; mdBook is installed below target if it is not there",
        example: "cargo xtask docs",
        run: Run::Alone(docs::build),
    },
    Task {
        name: "release",
        help: "whether every crate packages, and versions and the changelog agree",
        example: "cargo xtask release --dry-run",
        run: Run::With(release::dry_run),
    },
];

impl Task {
    fn run(&self, arguments: &[String]) -> Result<()> {
        let asks = arguments.iter().any(|argument| argument == "-h" || argument == "--help");
        if asks {
            print!("{}", self.text());
        }
        match self.run {
            Run::With(run) => run(arguments),
            Run::Alone(_) if asks => Ok(()),
            Run::Alone(run) if arguments.is_empty() => run(),
            Run::Alone(_) => bail!("{} takes no arguments: {}", self.name, arguments.join(" ")),
        }
    }

    fn text(&self) -> String {
        format!("  {:<9} {}\n            {}\n", self.name, self.help, self.example)
    }
}

/// Runs a program of the `benches` package.
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
    let mut text = "Usage: cargo xtask TASK [ARGUMENTS]\n\nTasks:\n".to_owned();
    for task in TASKS {
        text += &task.text();
    }
    text
}
