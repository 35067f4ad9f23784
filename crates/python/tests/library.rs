//! The library that Python loads, and the type stubs that are generated from it and the catalogue.

use std::collections::BTreeMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use tesuji::catalogue::options::SearchOption;
use tesuji::catalogue::{self, Catalogue, options};

/// Set to write the stubs instead of comparing them.
const WRITE: &str = "TESUJI_WRITE_STUBS";

/// The library: cargo builds it beside this test.
fn library() -> PathBuf {
    let file = format!("{DLL_PREFIX}tesuji_python{DLL_SUFFIX}");
    env::current_exe().unwrap().with_file_name(file)
}

/// Whether the library contains these bytes.
fn contains(library: &[u8], text: &str) -> bool {
    library.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn the_library_is_a_python_module_for_every_interpreter() {
    let library = fs::read(library()).unwrap();
    assert!(contains(&library, "PyInit__native"), "it has no entry point for Python");
    assert!(!contains(&library, "libpython"), "it is linked to one interpreter");
}

/// Compares a file of the package with what is generated, or writes it.
fn check(file: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/tesuji").join(file);
    if env::var_os(WRITE).is_some() {
        fs::write(&path, generated).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let how = format!("{WRITE}=1 cargo test -p tesuji-python writes {file}");
    assert!(written == generated, "{how}; it should be:\n{generated}");
}

#[test]
fn the_stubs_of_the_module_are_those_of_the_library() {
    let module = pyo3_introspection::introspect_cdylib(library(), "_native").unwrap();
    let stubs: Vec<_> = pyo3_introspection::module_stub_files(&module).into_values().collect();
    assert_eq!(stubs.len(), 1, "one module");
    // The library does not describe its exceptions.
    let unknown = "def __getattr__(name: str) -> Incomplete: ...\n";
    assert!(stubs[0].contains(unknown) && stubs[0].contains("import Incomplete, "), "{}", stubs[0]);
    let stub = stubs[0].replace(unknown, EXCEPTIONS).replace("import Incomplete, ", "import ");
    let mut made =
        format!("# Generated from the library: {WRITE}=1 cargo test -p tesuji-python\n\n");
    let (about, definitions) = stub.split_once("@final").unwrap();
    let _ = writeln!(made, "{about}__all__ = [");
    for line in stub.lines() {
        let definition = line.strip_prefix("class ").or_else(|| line.strip_prefix("def "));
        let definition = definition.or_else(|| line.contains(": Final[").then_some(line));
        if let Some((name, _)) = definition.and_then(|text| text.split_once(['(', ':'])) {
            let _ = writeln!(made, "    \"{name}\",");
        }
    }
    let _ = write!(made, "]\n\n@final{definitions}");
    check("_native.pyi", &made);
}

/// What the macro `create_exception` makes; mypy's `stubtest` compares it with the module.
const EXCEPTIONS: &str = "\
class CertificateError(ValueError): ...
class LimitError(RuntimeError): ...
class NotOfferedError(ValueError): ...
";

#[test]
fn the_names_for_type_checkers_are_those_of_the_catalogue() {
    let catalogue = Catalogue::standard();
    let mut games = Vec::new();
    let mut settings = BTreeMap::new();
    for entry in catalogue.games() {
        let info = entry.info();
        games.push(info.name);
        games.extend(info.aliases);
        for setting in info.settings {
            settings.entry(setting.name).or_insert(setting.summary);
        }
    }
    games.extend(catalogue.variants().iter().map(|variant| variant.name()));
    let algorithms: Vec<_> =
        catalogue::algorithms().flat_map(|one| [&[one.name], one.aliases].concat()).collect();
    let mut text = format!(
        "\"\"\"The names of the catalogue, for type checkers.\n\n\
         Generated from it: `{WRITE}=1 cargo test -p tesuji-python`\n\"\"\"\n\n\
         from __future__ import annotations\n\n\
         import os\n\
         from typing import Literal, TypeAlias, TypedDict\n"
    );
    literal(&mut text, "GameName", "The name of a game of the library.", &games);
    literal(&mut text, "AlgorithmName", "The name of a search.", &algorithms);
    let (with_method, options): (Vec<_>, Vec<_>) =
        options::ALL.iter().partition(|one| one.name == options::HEURISTIC.name);
    let about = "The options of searches of functions, whose heuristic is one of them.";
    keywords(&mut text, "OwnOptions(TypedDict, total=False)", about, typed(options));
    let about = "The options of searches.";
    keywords(&mut text, "Options(OwnOptions, total=False)", about, typed(with_method));
    let settings =
        settings.into_iter().map(|(name, summary)| (name, "str | int".to_owned(), summary));
    keywords(&mut text, "Settings(TypedDict, total=False)", "The settings of games.", settings);
    check("_names.py", &text);
}

/// Options with their types and help texts.
fn typed(options: Vec<&SearchOption>) -> impl Iterator<Item = (&str, String, &str)> {
    options.into_iter().map(|one| (one.name, value_type(one.value), one.help))
}

/// A type of a few texts.
fn literal(text: &mut String, name: &str, about: &str, values: &[&str]) {
    let _ = writeln!(text, "\n{name}: TypeAlias = Literal[");
    for value in values {
        let _ = writeln!(text, "    \"{value}\",");
    }
    let _ = writeln!(text, "]\n\"\"\"{about}\"\"\"");
}

/// A type of keyword arguments.
fn keywords<'a>(
    text: &mut String,
    name: &str,
    about: &str,
    all: impl Iterator<Item = (&'a str, String, &'a str)>,
) {
    let _ = writeln!(text, "\n\nclass {name}:\n    \"\"\"{about}\"\"\"\n");
    for (name, kind, help) in all {
        let help = help.replace("--", "").replace('\\', "\\\\");
        let _ =
            writeln!(text, "    {}: {kind} | None\n    \"\"\"{help}\"\"\"", name.replace('-', "_"));
    }
}

/// The Python type of an option, by the form of its value.
fn value_type(form: Option<&str>) -> String {
    match form {
        None | Some("yes|no") => "bool".to_owned(),
        Some("NAME" | "MODEL") => "str".to_owned(),
        Some("FILE") => "str | os.PathLike[str]".to_owned(),
        Some("W" | "C" | "B" | "T") => "float".to_owned(),
        Some("MOVES" | "PLIES" | "N" | "SEED") => "int".to_owned(),
        Some("SIZE") => "int | str".to_owned(),
        Some(choices) if choices.contains('|') => {
            format!(
                "Literal[{}]",
                choices.split('|').map(|one| format!("\"{one}\"")).collect::<Vec<_>>().join(", ")
            )
        }
        Some(form) => panic!("no type in Python for {form}"),
    }
}
