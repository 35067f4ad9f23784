use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Writes a line to standard output; an error if its reader has gone, as in `cargo xtask data | head`.
macro_rules! say {
    ($($text:tt)*) => {
        std::io::Write::write_fmt(
            &mut std::io::stdout(),
            format_args!("{}\n", format_args!($($text)*)),
        )
    };
}
pub(crate) use say;

/// The cargo that runs this program.
fn program() -> Command {
    Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
}

/// Prints and runs cargo with these arguments, and the caller's own between them.
pub(crate) fn cargo(before: &[&str], after: &[&str], own: &[String]) -> Result<()> {
    command(before, after, own, &[])
}

/// The same with environment variables set.
pub(crate) fn command(
    before: &[&str],
    after: &[&str],
    own: &[String],
    variables: &[(&str, &str)],
) -> Result<()> {
    let arguments: Vec<&str> = before
        .iter()
        .copied()
        .chain(own.iter().map(String::as_str))
        .chain(after.iter().copied())
        .collect();
    let shown: String = variables.iter().map(|(name, value)| format!("{name}={value} ")).collect();
    eprintln!("\n$ {shown}cargo {}", arguments.join(" "));
    let status = program()
        .args(&arguments)
        .envs(variables.iter().copied())
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "cargo {} failed", arguments.join(" "));
    Ok(())
}

/// Returns cargo's output on these arguments.
pub(crate) fn output(arguments: &[&str]) -> Result<String> {
    let output = program().args(arguments).output().context("cannot run cargo")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// The folder where cargo puts what it compiles.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

/// A program that cargo has compiled.
#[derive(Deserialize)]
pub(crate) struct Program {
    target: Option<Target>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

/// Compiles all tests of the workspace, and returns the program of the one with this name.
///
/// Cargo compiles some packages anew for `--test NAME`: without the other tests it finds other
/// options of link-time optimisation for what proc macros and build scripts share with the rest.
pub(crate) fn test_program(name: &str) -> Result<PathBuf> {
    for Program { target, executable } in test_programs()? {
        if let (Some(target), Some(file)) = (target, executable)
            && target.name == name
            && target.kind == ["test"]
        {
            return Ok(file);
        }
    }
    bail!("there is no test {name}")
}

/// Compiles all tests of the workspace, and returns what cargo says of each part.
pub(crate) fn test_programs() -> Result<Vec<Program>> {
    let call = ["test", "--workspace", "--all-features", "--tests", "--no-run"];
    let call = [&call[..], &["--message-format", "json-render-diagnostics"]].concat();
    eprintln!("\n$ cargo {}", call.join(" "));
    let run = program().args(call).stderr(Stdio::inherit()).output();
    let run = run.context("cannot run cargo")?;
    ensure!(run.status.success(), "the tests do not compile");
    String::from_utf8(run.stdout)?.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Returns the packages of the workspace, with the fields `P` of cargo's metadata.
pub(crate) fn packages<P: DeserializeOwned>() -> Result<Vec<P>> {
    #[derive(Deserialize)]
    struct Metadata<P> {
        packages: Vec<P>,
    }

    let call = ["metadata", "--format-version", "1", "--no-deps", "--locked"];
    let metadata: Metadata<P> = serde_json::from_str(&output(&call)?)?;
    Ok(metadata.packages)
}

/// Whether a command runs and succeeds.
pub(crate) fn succeeds(words: &[&str]) -> bool {
    eprintln!("\n$ {}", words.join(" "));
    let status = Command::new(words[0]).args(&words[1..]).stdin(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Has Debian install packages, where it is there and allows it.
pub(crate) fn install(packages: &[&str]) {
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    for prefix in [&[][..], &["sudo", "--non-interactive"]] {
        let apt = |arguments: &[&str]| succeeds(&[prefix, &["apt-get"], arguments].concat());
        if apt(&install) || (apt(&["update"]) && apt(&install)) {
            return;
        }
    }
}
