use std::collections::hash_map::RandomState;
use std::env;
use std::hash::{BuildHasher, Hasher};
use std::iter;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Result, anyhow, ensure};

use crate::run::{self, cargo, command};
use crate::{
    bibliography, data, deny, examples, features, hot_paths, layers, msrv, page, proofs, site,
    wheel,
};

/// A check: what it is about, and the function to run.
type Check = (&'static str, fn() -> Result<()>);

/// The checks that take a moment.
const QUICK: &[Check] = &[
    ("formatting", format),
    ("layers", layers::check),
    ("licences", deny::check),
    ("data", data::list),
    ("bibliography", bibliography::check),
];

/// The checks that take minutes, the longest first, as [`AT_ONCE`] of them run.
const LONG: &[Check] = &[
    ("tests", || test_all(&["--workspace", "--all-features", "--no-fail-fast"])),
    ("page", || page::browser(&[])),
    ("lints", lint),
    ("instructions", || hot_paths::instructions(&[])),
    ("threads", loom),
    ("Python", || wheel::check(&[])),
    ("documentation", doc),
    ("features", features::check_none),
    ("static page", site::test_game),
    ("proofs", proofs::check),
    ("oldest Rust", msrv::check),
];

/// How many of them run at a time: cargo compiles for one, another runs what it compiled, and a third
/// works while these wait for programs and clocks.
const AT_ONCE: usize = 3;

/// Runs every check, and prints how long each took. What the last ones run is installed meanwhile.
pub(crate) fn all() -> Result<()> {
    thread::spawn(|| {
        wheel::prepare();
        proofs::prepare();
        page::prepare();
        hot_paths::prepare();
    });
    let mut times = QUICK.iter().map(timed).collect::<Result<String>>()?;
    run::test_programs()?;
    let queue = Mutex::new(LONG.iter());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || iter::from_fn(next).map(timed).collect::<Vec<_>>();
    let ends = thread::scope(|scope| {
        [(); AT_ONCE].map(|()| scope.spawn(work)).map(thread::ScopedJoinHandle::join)
    });
    let mut failed = Vec::new();
    for end in ends {
        for end in end.unwrap_or_else(|_| vec![Err(anyhow!("a check has panicked"))]) {
            match end {
                Ok(own) => times += &own,
                Err(error) => failed.push(format!("{error:#}")),
            }
        }
    }
    eprint!("\n{times}");
    ensure!(failed.is_empty(), "{}", failed.join("; "));
    Ok(())
}

/// Runs a check, and returns how long it took.
fn timed((name, check): &Check) -> Result<String> {
    let start = Instant::now();
    if let Err(error) = check() {
        // At once: others go on to their end.
        eprintln!("\n{name} FAILED: {error:#}\n");
        return Err(error.context(format!("{name} failed")));
    }
    Ok(format!("{name:<14} {:>5} s\n", start.elapsed().as_secs()))
}

fn format() -> Result<()> {
    cargo(&["fmt", "--all", "--check"], &[], &[])?;
    examples::format()
}

fn lint() -> Result<()> {
    let lint = ["clippy", "--workspace", "--all-targets", "--all-features"];
    cargo(&lint, &["--", "-D", "warnings"], &[])
}

/// The seed of the property tests.
const SEED: &str = "PROPTEST_RNG_SEED";

/// How many tests run at the same time.
const THREADS: &str = "RUST_TEST_THREADS";

/// They wait for half of the time, for programs, clocks and files.
const THREADS_PER_CORE: usize = 2;

/// Runs tests, snapshots and the documentation's examples. A snapshot that differs fails; none is
/// rewritten. Property tests draw new cases each time; the printed command shows the seed, and
/// `PROPTEST_RNG_SEED` repeats it.
pub(crate) fn test(arguments: &[String]) -> Result<()> {
    if arguments.is_empty() {
        return test_all(&["--workspace"]);
    }
    cargo_test(&[], arguments)
}

/// Runs the tests, and then the documentation's examples. By one call, cargo also makes the programs
/// in the folders `examples`, which are not run, and which clippy compiles.
fn test_all(chosen: &[&str]) -> Result<()> {
    let tests = cargo_test(&[chosen, &["--tests"]].concat(), &[]);
    let examples = cargo_test(&[chosen, &["--doc"]].concat(), &[]);
    tests.and(examples)
}

fn cargo_test(chosen: &[&str], own: &[String]) -> Result<()> {
    let seed =
        env::var(SEED).unwrap_or_else(|_| RandomState::new().build_hasher().finish().to_string());
    let threads = env::var(THREADS).unwrap_or_else(|_| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        (THREADS_PER_CORE * cores).to_string()
    });
    let call = [&["test"], chosen].concat();
    command(&call, &[], own, &[("INSTA_UPDATE", "no"), (SEED, &seed), (THREADS, &threads)])
}

/// The call of the slow tests of the packages that the arguments choose, or of all: cargo heeds no
/// `--package` beside `--workspace`.
pub(crate) fn slow(arguments: &[String]) -> Vec<&'static str> {
    let chosen = |one: &String| one.starts_with("-p") || one.starts_with("--package");
    if arguments.iter().any(chosen) {
        return vec!["test", "--release"];
    }
    // The page's own tests need a browser or a server, and have tasks of their own.
    vec!["test", "--release", "--workspace", "--exclude", "tesuji-web"]
}

/// Documents the libraries, and the programs that are not of the product. With an example among them,
/// cargo chooses the features of dependencies as for tests and clippy: what they compiled serves here.
pub(crate) fn doc() -> Result<()> {
    let all = ["doc", "--workspace", "--no-deps", "--all-features"];
    let call = [&all[..], &["--lib", "--bin", "[!t]*", "--example", "own_game"]].concat();
    command(&call, &[], &[], &[("RUSTDOCFLAGS", "-D warnings")])
}

/// Runs the model check, which has its own atomics and so its own target directory.
pub(crate) fn loom() -> Result<()> {
    let package = ["--package", "tesuji-zobrist", "--test", "loom"];
    let call = [&["test", "--target-dir", "target/loom"], &package[..]].concat();
    command(&call, &[], &[], &[("RUSTFLAGS", "--cfg loom")])
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    fn entries(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn slow_tests_are_those_of_the_chosen_package() {
        let of_all = |arguments: &[&str]| {
            let arguments: Vec<_> = arguments.iter().map(|&one| one.to_owned()).collect();
            super::slow(&arguments).contains(&"--workspace")
        };
        assert!(of_all(&[]) && of_all(&["--test", "suite"]));
        for one in [&["-p", "tesuji-core"][..], &["-ptesuji-core"], &["--package=tesuji-core"]] {
            assert!(!of_all(one), "{one:?}");
        }
    }

    /// `CARGO_TARGET_DIR` says where.
    #[test]
    fn tasks_find_what_is_compiled_where_cargo_puts_it() {
        for file in entries(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))) {
            let text = fs::read_to_string(&file).unwrap();
            for own in [concat!("DIR\", ", "\"target\""), concat!("target/", "doc/")] {
                assert!(!text.contains(own), "{} has a folder of its own", file.display());
            }
        }
    }

    /// A package whose library is not compiled for tests has none in it.
    #[test]
    fn every_module_of_tests_is_compiled() {
        let crates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates"));
        let mut count = 0;
        for package in [entries(crates), entries(&crates.join("games"))].concat() {
            let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap_or_default();
            let library = manifest.split("[lib]").nth(1).unwrap_or_default();
            let library = library.split("\n[").next().unwrap_or_default();
            if !library.contains("test = false") {
                continue;
            }
            let mut folders = vec![package.join("src")];
            while let Some(folder) = folders.pop() {
                for entry in entries(&folder) {
                    if entry.is_dir() {
                        folders.push(entry);
                    } else if let Ok(text) = fs::read_to_string(&entry) {
                        assert!(!text.contains("#[cfg(test)]"), "{} is not run", entry.display());
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 50, "{count} files");
    }

    /// Cargo finds no tests by itself where one program has them all.
    #[test]
    fn every_file_of_tests_is_run() {
        let crates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates"));
        let mut count = 0;
        for package in [entries(crates), entries(&crates.join("games"))].concat() {
            let Ok(suite) = fs::read_to_string(package.join("tests/suite.rs")) else { continue };
            let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
            for file in entries(&package.join("tests")) {
                let name = file.file_stem().unwrap().to_str().unwrap();
                let is_module = suite.lines().any(|line| line == format!("mod {name};"));
                let is_program = manifest.contains(&format!("[[test]]\nname = \"{name}\""));
                let has_tests = file.is_file() || file.join("main.rs").exists();
                assert!(is_module || is_program || !has_tests, "{} is not run", file.display());
                count += 1;
            }
        }
        assert!(count > 50, "{count} files");
    }
}
