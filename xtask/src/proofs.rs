//! The machine-checked proofs of the checker's rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context, Result, bail, ensure};

use crate::run::{self, say};

/// The files, and the order in which they are compiled, for this program and for editors.
const FOLDER: &str = "crates/certificate/proofs";
const LIST: &str = "_CoqProject";

/// The name before those of the files, which that list has too.
const LIBRARY: &str = "Tesuji";

/// Where they are compiled.
const TARGET: &str = "target/proofs";

/// The file that asks what each theorem depends on.
const ASSUMPTIONS: &str = "Assumptions.v";

/// What leaves a proof out.
const GAPS: &[&str] =
    &["Admitted", "admit", "Axiom", "Axioms", "Conjecture", "Parameter", "Parameters"];

/// Whether Coq is there, which is installed if it can be.
static COQ: LazyLock<bool> = LazyLock::new(|| {
    let is_there = || run::succeeds(&["coqc", "--version"]);
    is_there() || {
        run::install(&["coq"]);
        is_there()
    }
});

/// Installs what [`check`] runs before it is needed, which reports a failure.
pub(crate) fn prepare() {
    LazyLock::force(&COQ);
}

/// Compiles the proofs, and fails if a theorem depends on anything that is not proved.
pub(crate) fn check() -> Result<()> {
    ensure!(*COQ, "there is no coqc, and apt-get could not install it; install Coq 8.16 or later");
    fs::create_dir_all(TARGET)?;
    let mut ask = String::new();
    let mut theorems = Vec::new();
    for file in files()? {
        let text = fs::read_to_string(Path::new(FOLDER).join(&file))?;
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        if let Some(gap) = words.into_iter().find(|word| GAPS.contains(word)) {
            bail!("{FOLDER}/{file} has the word {gap}");
        }
        fs::write(Path::new(TARGET).join(&file), &text)?;
        compile(&file)?;
        let module = file.trim_end_matches(".v");
        ask += &format!("Require {LIBRARY}.{module}.\n");
        theorems.extend(names(&text).map(|name| format!("@{LIBRARY}.{module}.{name}")));
    }
    // Of all theorems at once: what several depend on is looked at once.
    ask += &format!("Definition all := ({}).\nPrint Assumptions all.\n", theorems.join(", "));
    fs::write(Path::new(TARGET).join(ASSUMPTIONS), ask)?;
    let answer = compile(ASSUMPTIONS)?;
    let is_closed = answer.trim() == "Closed under the global context";
    ensure!(is_closed, "the theorems depend on what is not proved:\n{answer}");
    say!("{} theorems depend on nothing that is not proved", theorems.len())?;
    Ok(())
}

/// The files of the list, which has to have all of the folder.
fn files() -> Result<Vec<String>> {
    let list = Path::new(FOLDER).join(LIST);
    let list = fs::read_to_string(&list).with_context(|| format!("cannot read {list:?}"))?;
    let listed: Vec<_> =
        list.lines().filter(|line| line.ends_with(".v")).map(str::to_owned).collect();
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(FOLDER)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".v") {
            found.insert(name);
        }
    }
    ensure!(
        found.iter().eq(listed.iter().collect::<BTreeSet<_>>()),
        "{FOLDER}/{LIST} does not list the files of the folder"
    );
    Ok(listed)
}

/// Compiles a file of the target folder, and returns what Coq prints.
fn compile(file: &str) -> Result<String> {
    let arguments = ["-q", "-Q", ".", LIBRARY, file];
    eprintln!("$ coqc {}", arguments.join(" "));
    // Coq leaves a file where it runs.
    let run = Command::new("coqc").args(arguments).current_dir(TARGET).output();
    let run = run.context("cannot run coqc")?;
    let errors = String::from_utf8_lossy(&run.stderr);
    ensure!(run.status.success(), "{FOLDER}/{file} is not proved:\n{errors}");
    eprint!("{errors}");
    Ok(String::from_utf8(run.stdout)?)
}

/// The names of the theorems of a file, with those of the modules in it that they are in.
fn names(text: &str) -> impl Iterator<Item = String> {
    let mut modules: Vec<&str> = Vec::new();
    text.lines().filter_map(move |line| {
        let mut words = line.split([' ', '.', ':']);
        match (words.next()?, words.next()?) {
            ("Module", name) => modules.push(name),
            ("End", name) if modules.last() == Some(&name) => drop(modules.pop()),
            ("Theorem" | "Corollary", name) => {
                let path = modules.iter().copied().chain([name]).collect::<Vec<_>>();
                return Some(path.join("."));
            }
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn theorems_are_named_with_their_modules() {
        let text = "Lemma l : A.\nTheorem t n :\nModule M.\nSection S.\nCorollary c: B.\nEnd S.\nEnd M.\nTheorem u.";
        assert_eq!(super::names(text).collect::<Vec<_>>(), ["t", "M.c", "u"]);
    }
}
