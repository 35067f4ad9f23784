//! The Python package: built as a wheel, installed, and tested.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

/// Where its sources are.
const PACKAGE: &str = "crates/python";

/// Builds the wheel, installs it with what its tests need into a fresh virtual environment, and runs
/// the tests, the documentation's examples, the type checks and the notebooks.
pub(crate) fn check(arguments: &[String]) -> Result<()> {
    let profile = match arguments {
        [] => ["--profile", "dev"].as_slice(),
        [one] if one == "--release" => &["--release"],
        _ => bail!("wheel takes --release and nothing else: {}", arguments.join(" ")),
    };
    let folder = env::current_dir()?.join("target/python");
    let wheels = folder.join("wheels");
    for old in [&wheels, &folder.join("venv")] {
        if old.exists() {
            fs::remove_dir_all(old).with_context(|| format!("cannot remove {}", old.display()))?;
        }
    }
    let python = Python::fresh(&folder.join("venv"))?;
    python.pip(&["maturin>=1.9.4,<2"])?;
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let out = path(&wheels)?;
    let build = ["-m", "maturin", "build", "--locked", "--manifest-path", &manifest, "--out", out];
    python.run(&[&build, profile].concat())?;
    let wheel = only_file(&wheels)?;
    python.pip(&[&format!("{}[test]", path(&wheel)?)])?;
    // There are no wheels of it for some systems.
    if python.pip(&["open_spiel"]).is_err() {
        eprintln!("skipped: the tests with OpenSpiel, which cannot be installed here");
    }
    let config = format!("{PACKAGE}/pyproject.toml");
    let pytest = ["-m", "pytest", "-c", &config];
    python.run(&[&pytest[..], &[&format!("{PACKAGE}/tests")]].concat())?;
    python.run(&[&pytest[..], &["--doctest-modules", "--pyargs", "tesuji"]].concat())?;
    python.run(&[&pytest[..], &["--nbmake", &format!("{PACKAGE}/notebooks")]].concat())?;
    python.run(&["-m", "mypy", "--config-file", &config, "-p", "tesuji"])?;
    let stubs = ["-m", "mypy.stubtest", "--mypy-config-file", &config, "tesuji._native"];
    python.run(&stubs)?;
    println!("{} installs and passes its tests", wheel.display());
    Ok(())
}

/// The Python of a virtual environment.
struct Python(PathBuf);

impl Python {
    /// Makes a virtual environment with the Python of the variable `PYTHON`, or `python3`.
    fn fresh(folder: &Path) -> Result<Self> {
        let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        run(&python, &["-m", "venv", path(folder)?])?;
        let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        Ok(Python(folder.join(program)))
    }

    fn run(&self, arguments: &[&str]) -> Result<()> {
        run(self.0.as_os_str(), arguments)
    }

    fn pip(&self, packages: &[&str]) -> Result<()> {
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        self.run(&[&install, packages].concat())
    }
}

/// Prints and runs a program.
fn run(program: &OsStr, arguments: &[&str]) -> Result<()> {
    let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
    eprintln!("\n$ {name} {}", arguments.join(" "));
    let status = Command::new(program).args(arguments).status();
    let status = status.with_context(|| format!("cannot run {name}"))?;
    ensure!(status.success(), "{name} {} failed", arguments.join(" "));
    Ok(())
}

fn path(path: &Path) -> Result<&str> {
    path.to_str().context("a path in Unicode")
}

fn only_file(folder: &Path) -> Result<PathBuf> {
    let files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let files: Vec<PathBuf> = files.collect::<Result<_>>()?;
    match <[PathBuf; 1]>::try_from(files) {
        Ok([file]) => Ok(file),
        Err(files) => bail!("{} has {} files instead of one", folder.display(), files.len()),
    }
}
