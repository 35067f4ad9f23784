//! Tasks about the loops of `benches/hot-paths`: how many instructions they execute, and how their
//! times compare with the programs of `benches/limits`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context, Result, bail, ensure};

use crate::run::{self, cargo, say, target};

const PACKAGE: &str = "tesuji-hot-paths";

/// The counts of the last accepted state, and the compiler that they belong to.
const COUNTS: &str = "benches/hot-paths/instructions.txt";

/// A count may exceed the accepted one by this factor: the C library counts too, and is not the
/// same everywhere.
const TOLERANCE: f64 = 1.03;

/// Whether valgrind is there, which is installed if it can be.
static VALGRIND: LazyLock<bool> = LazyLock::new(|| {
    let is_there = || answers("valgrind");
    is_there() || {
        run::install(&["valgrind"]);
        is_there()
    }
});

/// Installs what [`instructions`] runs before it is needed.
pub(crate) fn prepare() {
    LazyLock::force(&VALGRIND);
}

/// Counts the instructions of each path whose name contains the filter, and compares them with the
/// accepted counts, or accepts them with `--write`.
pub(crate) fn instructions(arguments: &[String]) -> Result<()> {
    let (write, filters): (Vec<_>, Vec<_>) = arguments.iter().partition(|word| *word == "--write");
    let chosen = |name: &str| filters.is_empty() || filters.iter().any(|f| name.contains(&***f));
    if !*VALGRIND {
        eprintln!("SKIPPED: valgrind is not installed, and no instructions are counted");
        return Ok(());
    }
    let program = build()?;
    let compiler = output(Command::new("rustc").arg("--version"))?.trim().to_owned();
    let text = fs::read_to_string(COUNTS).unwrap_or_default();
    let accepted = |name: &str| {
        let count = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        count.and_then(|count| count.trim().parse::<u64>().ok())
    };
    let comparable = text.lines().next() == Some(&format!("# {compiler}"));
    let (mut counts, mut failed) = (format!("# {compiler}\n"), Vec::new());
    say!("{:<34} {:>16} {:>16}  ratio", "path", "instructions", "accepted")?;
    for name in output(&mut Command::new(&program))?.lines() {
        let before = accepted(name);
        let count = if chosen(name) { Some(count(&program, name)?) } else { before };
        if let Some(count) = count {
            counts += &format!("{name} {count}\n");
        }
        let Some(count) = count.filter(|_| chosen(name)) else { continue };
        #[expect(clippy::cast_precision_loss, reason = "a ratio for people")]
        let ratio = before.map(|before| count as f64 / before as f64);
        let shown = ratio.map_or_else(|| "new".to_owned(), |ratio| format!("{ratio:.4}"));
        say!("{name:<34} {count:>16} {:>16}  {shown}", before.unwrap_or_default())?;
        if ratio.is_none_or(|ratio| ratio > TOLERANCE) {
            failed.push(name.to_owned());
        }
    }
    if !write.is_empty() {
        fs::write(COUNTS, counts).with_context(|| COUNTS)?;
        say!("written to {COUNTS}")?;
        return Ok(());
    }
    if !comparable {
        say!("{COUNTS} is of another compiler than {compiler}: nothing is judged")?;
        return Ok(());
    }
    ensure!(
        failed.is_empty(),
        "more than 3 % more instructions than before, or none accepted: {}; if that is meant, `cargo \
         xtask instructions --write` accepts it",
        failed.join(", ")
    );
    Ok(())
}

/// Compiles the programs of `benches/limits` for this processor, and compares searches with them.
pub(crate) fn limits() -> Result<()> {
    let named = env::var("CXX").ok();
    let compilers = named.iter().map(String::as_str).chain(["c++", "g++", "clang++"]);
    let Some(compiler) = compilers.into_iter().find(|compiler| answers(compiler)) else {
        eprintln!("there is no C++ compiler: nothing is compared with benches/limits");
        return Ok(());
    };
    let folder = target().join("limits");
    fs::create_dir_all(&folder)?;
    let options = ["-std=c++17", "-O3", "-march=native"];
    for entry in fs::read_dir("benches/limits")? {
        let source = entry?.path();
        if source.extension().is_some_and(|extension| extension == "cpp") {
            let to = folder.join(source.file_stem().context("a source has a name")?);
            eprintln!(
                "$ {compiler} {} -o {} {}",
                options.join(" "),
                to.display(),
                source.display()
            );
            let status =
                Command::new(compiler).args(options).arg("-o").arg(&to).arg(&source).status()?;
            ensure!(status.success(), "{} does not compile", source.display());
        }
    }
    let program = build()?;
    let version = output(Command::new(compiler).arg("--version"))?;
    say!("processor: {}", processor().unwrap_or_else(|| "unknown".to_owned()))?;
    say!("limits:    {}, {}", version.lines().next().unwrap_or_default(), options.join(" "))?;
    say!("tesuji:    {}", output(Command::new("rustc").arg("--version"))?.trim())?;
    let status = Command::new(program).arg("--limits").arg(folder).status()?;
    ensure!(status.success(), "the comparison failed");
    Ok(())
}

/// Builds the program and returns its path.
fn build() -> Result<PathBuf> {
    cargo(&["build", "--quiet", "--release", "--package", PACKAGE], &[], &[])?;
    Ok(target().join("release").join(PACKAGE).with_extension(env::consts::EXE_EXTENSION))
}

/// The instructions of one run of a path.
fn count(program: &Path, name: &str) -> Result<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    let output = command.arg(program).arg(name).output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{name} failed:\n{text}");
    // `==123== I refs:      1,234,567`
    let Some((_, rest)) = text.split_once("refs:") else {
        bail!("valgrind counted nothing:\n{text}")
    };
    let digits = rest.lines().next().unwrap_or_default().replace(',', "");
    digits.trim().parse().with_context(|| format!("{digits:?} is no count"))
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed");
    Ok(String::from_utf8(output.stdout)?)
}

/// Whether there is a program of this name that reports its version.
fn answers(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The name of the processor, on Linux.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(": ").map(|(_, name)| name.to_owned())
}
