//! `tesuji new game` writes a crate that works.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{code, complaint, printed, scratch};

fn new_game(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    command.args(["new", "game"]).args(arguments).current_dir(folder);
    command.output().expect("tesuji runs")
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// This workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

#[test]
fn the_names_in_the_new_crate_are_those_of_the_game() {
    let folder = folder("new-names");
    for (name, options, kind) in
        [("river-crossing", &["--puzzle"][..], "puzzle"), ("domineering2", &[], "game")]
    {
        let output = new_game(&[&[name], options].concat(), &folder);
        assert_eq!(code(&output), 0, "{}", complaint(&output));
        assert!(printed(&output).starts_with(&format!("created the {kind} {name} in {name}\n")));
        let files = [
            "Cargo.toml",
            "README.md",
            "src/lib.rs",
            "src/main.rs",
            "src/bin/site.rs",
            "tests/laws.rs",
            "benches/speed.rs",
        ];
        for file in files {
            let text = fs::read_to_string(folder.join(name).join(file)).expect(file);
            let lower = text.to_lowercase();
            assert!(!lower.contains("template") && !text.contains("KIND"), "{file}: {text}");
            let spellings = [name.to_owned(), name.replace('-', "_"), name.replace('-', "")];
            assert!(spellings.iter().any(|name| lower.contains(name)), "{file}: {text}");
        }
        let manifest = fs::read_to_string(folder.join(name).join("Cargo.toml")).unwrap();
        let cli = Path::new(env!("CARGO_MANIFEST_DIR")).display();
        assert!(manifest.contains(&format!("tesuji-cli = {{ path = \"{cli}\"")), "{manifest}");
    }
    let lib = fs::read_to_string(folder.join("river-crossing/src/lib.rs")).unwrap();
    assert!(lib.contains("pub struct RiverCrossing {"), "{lib}");
}

#[test]
fn names_that_cannot_be_and_directories_that_exist_are_refused() {
    let folder = folder("new-refused");
    fs::create_dir(folder.join("here")).unwrap();
    let complaints: Vec<_> = [
        &["Domineering"][..],
        &["my game"],
        &["my_game"],
        &["-game"],
        &["my--game"],
        &["4x4"],
        &[""],
        &["tesuji"],
        &["match"],
        &["position"],
        &["taquin"],
        &["15-puzzle"],
        &["here"],
        &["there", "--path", "here"],
        &["there", "--tesuji", "nowhere"],
    ]
    .iter()
    .map(|arguments| {
        let output = new_game(arguments, &folder);
        assert_eq!(printed(&output), "", "{arguments:?}");
        let first = complaint(&output).lines().next().unwrap_or_default().to_owned();
        format!("{}, {}: {first}", arguments.join(" "), code(&output))
    })
    .collect();
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(names, [folder.join("here")], "nothing is written");
    insta::assert_snapshot!(complaints.join("\n"));
}

/// What a command of cargo prints in a crate, with this workspace's versions of all dependencies.
fn cargo(arguments: &[&str], folder: &Path) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a target directory");
    let mut command = Command::new(env!("CARGO"));
    // Only the new crate's own code is optimised, which is where cargo compiles the searches.
    let quick = ["profile.dev.package.\"*\".opt-level=0", "profile.dev.debug=false"];
    command.arg(arguments[0]).args(["--offline", "--config", quick[0], "--config", quick[1]]);
    command.args(&arguments[1..]).current_dir(folder).env("CARGO_TARGET_DIR", target);
    let output = command.output().expect("cargo runs");
    let text = printed(&output) + &complaint(&output);
    assert!(output.status.success(), "{arguments:?}: {text}");
    text
}

#[test]
#[ignore = "compiles two crates and all they need; cargo xtask slow"]
fn the_new_crate_works_as_it_is() {
    let (folder, workspace) = (folder("new-works"), workspace());
    for (name, options) in [("take-away", &[][..]), ("long-walk", &["--puzzle"])] {
        let checkout = ["--tesuji", workspace.to_str().expect("a path in UTF-8")];
        let output = new_game(&[&[name], options, &checkout].concat(), &folder);
        assert_eq!(code(&output), 0, "{}", complaint(&output));
        let root = folder.join(name);
        fs::copy(workspace.join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
        cargo(&["test"], &root);
        cargo(&["bench", "--no-run", "--profile", "dev"], &root);
        let shown = cargo(&["run", "--", "show", name], &root);
        assert!(shown.contains(&format!("{name} ")), "{shown}");
    }
}
