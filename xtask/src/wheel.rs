//! The Python package: built as a wheel, installed, and tested.

use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::run::{target, test_program};

/// Where its sources are.
const PACKAGE: &str = "crates/python";

/// Where wheels and the virtual environment are put.
const FOLDER: &str = "target/python";

/// A fresh virtual environment with what the tests need, made when it is first asked for.
static PYTHON: LazyLock<Result<Python, String>> =
    LazyLock::new(|| Python::with_requirements().map_err(|error| format!("{error:#}")));

/// Makes the virtual environment of [`check`] before it is needed, which reports a failure.
pub(crate) fn prepare() {
    LazyLock::force(&PYTHON);
}

/// The notebook that uses most of the package.
const NOTEBOOK: &str = "own_game.ipynb";

/// Builds the package, installs it with what its tests need into a fresh virtual environment, and
/// runs the tests, the documentation's examples, the type checks and the notebooks.
///
/// With `--release` it is a wheel as it is published, and all notebooks run. Otherwise it is built as
/// the tests of the workspace are, and together with them, so that nothing is compiled twice, and one
/// notebook runs: each starts a Python of its own.
pub(crate) fn check(arguments: &[String]) -> Result<()> {
    let is_release = match arguments {
        [] => false,
        [one] if one == "--release" => true,
        _ => bail!("wheel takes --release and nothing else: {}", arguments.join(" ")),
    };
    let python = PYTHON.as_ref().map_err(|error| anyhow!("{error}"))?;
    let mut notebooks = format!("{PACKAGE}/notebooks");
    if is_release {
        install_wheel(python)?;
    } else {
        install_library(python)?;
        notebooks = format!("{notebooks}/{NOTEBOOK}");
    }
    let config = format!("{PACKAGE}/pyproject.toml");
    // Many tests wait, for signals and limits on time: types are checked beside them.
    thread::scope(|scope| {
        let types = scope.spawn(|| check_types(python, &config));
        let pytest = ["-m", "pytest", "-c", &config];
        python.run(&[&pytest[..], &[&format!("{PACKAGE}/tests")]].concat())?;
        python.run(&[&pytest[..], &["--doctest-modules", "--pyargs", "tesuji"]].concat())?;
        python.run(&[&pytest[..], &["--nbmake", &notebooks]].concat())?;
        types.join().expect("it does not panic")
    })
}

/// Checks the types of the package, of calls that must be accepted or rejected, and of the stub of the
/// extension module.
fn check_types(python: &Python, config: &str) -> Result<()> {
    let typed = format!("{PACKAGE}/tests/typed.py");
    python.run(&["-m", "mypy", "--config-file", config, "-p", "tesuji"])?;
    python.run(&["-m", "mypy", "--config-file", config, &typed])?;
    python.run(&["-m", "mypy.stubtest", "--mypy-config-file", config, "tesuji._native"])
}

/// Builds the wheel and installs it.
fn install_wheel(python: &Python) -> Result<()> {
    let wheels = &env::current_dir()?.join(FOLDER).join("wheels");
    remove(wheels)?;
    python.pip(&["maturin>=1.9.4,<2"])?;
    let (manifest, out) = (format!("{PACKAGE}/Cargo.toml"), path(wheels)?);
    let build = ["-m", "maturin", "build", "--release", "--locked", "--out", out];
    python.run(&[&build[..], &["--manifest-path", &manifest]].concat())?;
    python.pip(&[path(&only_file(wheels)?)?])
}

/// Builds the library with the tests of the workspace, and copies it with the package's sources to
/// where Python finds them. After these tests nothing is left to compile: the library is one of their
/// units, with the same features.
fn install_library(python: &Python) -> Result<()> {
    test_program("library")?;
    let library = format!("{DLL_PREFIX}tesuji_python{DLL_SUFFIX}");
    let library = target().join("debug/deps").join(library);
    let package = python.packages()?.join("tesuji");
    fs::create_dir_all(&package)?;
    for source in fs::read_dir(format!("{PACKAGE}/python/tesuji"))? {
        let source = source?;
        if source.file_type()?.is_file() {
            fs::copy(source.path(), package.join(source.file_name()))?;
        }
    }
    let ending = if cfg!(windows) { "pyd" } else { "abi3.so" };
    fs::copy(&library, package.join(format!("_native.{ending}")))
        .with_context(|| format!("cannot copy {}", library.display()))?;
    Ok(())
}

/// The Python of a virtual environment.
struct Python(PathBuf);

impl Python {
    /// Makes a virtual environment, and installs in it what the tests import.
    fn with_requirements() -> Result<Self> {
        let python = Self::fresh(&env::current_dir()?.join(FOLDER).join("venv"))?;
        let requirements = format!("{PACKAGE}/tests/requirements.txt");
        // There are no wheels of it for some systems.
        if python.pip(&["-r", &requirements, "open_spiel"]).is_err() {
            eprintln!("skipped: the tests with OpenSpiel, which cannot be installed here");
            python.pip(&["-r", &requirements])?;
        }
        Ok(python)
    }

    /// Makes a virtual environment with the Python of the variable `PYTHON`, or `python3`.
    fn fresh(folder: &Path) -> Result<Self> {
        remove(folder)?;
        let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        run(&python, &["-m", "venv", path(folder)?])?;
        let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        Ok(Python(folder.join(program)))
    }

    fn run(&self, arguments: &[&str]) -> Result<()> {
        run(self.0.as_os_str(), arguments)
    }

    /// Where its packages are.
    fn packages(&self) -> Result<PathBuf> {
        let ask = "import sysconfig; print(sysconfig.get_path('platlib'))";
        let output = Command::new(&self.0).args(["-c", ask]).output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(PathBuf::from(String::from_utf8(output.stdout)?.trim()))
    }

    fn pip(&self, packages: &[&str]) -> Result<()> {
        // Most modules are never imported: Python compiles those that are.
        let install =
            ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];
        // A registry does not always answer.
        let install = [&install, packages].concat();
        self.run(&install).or_else(|_| self.run(&install)).or_else(|_| self.run(&install))
    }
}

/// Prints and runs a program.
fn run(program: &OsStr, arguments: &[&str]) -> Result<()> {
    let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
    eprintln!("\n$ {name} {}", arguments.join(" "));
    let start = Instant::now();
    let status = Command::new(program).args(arguments).status();
    let status = status.with_context(|| format!("cannot run {name}"))?;
    ensure!(status.success(), "{name} {} failed", arguments.join(" "));
    eprintln!(
        "({name} {}: {} s)",
        arguments[..2.min(arguments.len())].join(" "),
        start.elapsed().as_secs()
    );
    Ok(())
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_argument_is_refused_before_anything_is_installed() {
        let error = check(&["--debug".to_owned()]).unwrap_err();
        assert_eq!(error.to_string(), "wheel takes --release and nothing else: --debug");
    }
}
