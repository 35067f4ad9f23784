//! How the command line speaks: help, colours, manual pages, and what it says of mistakes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{self, code, complaint, printed, scratch};
use serde_json::Value;

fn command(arguments: &str) -> Command {
    let mut command = common::command(&arguments.split_whitespace().collect::<Vec<_>>());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

fn tesuji(arguments: &str) -> Output {
    command(arguments).output().expect("tesuji runs")
}

/// The commands that have a completion.
fn commands() -> Vec<String> {
    let script = printed(&tesuji("completions bash"));
    let names = script.lines().filter_map(|line| line.trim().strip_prefix("tesuji,"));
    names.filter_map(|line| line.strip_suffix(')')).map(str::to_owned).collect()
}

#[test]
fn the_help_lists_every_command_under_a_heading() {
    let help = printed(&tesuji("--help"));
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for name in &commands {
        let is_listed = help.lines().any(|line| line.split_whitespace().next() == Some(name));
        assert!(is_listed, "{name}");
    }
    for name in commands.iter().filter(|name| *name != "help") {
        let [short, long] =
            ["-h", "--help"].map(|flag| printed(&tesuji(&format!("{name} {flag}"))));
        assert!(short.lines().count() <= long.lines().count(), "{name}");
        assert!(!short.contains("Examples:"), "{name}");
        assert!(long.lines().all(|line| line.chars().count() <= 100), "{name}: {long}");
    }
    let [short, long] = ["-h", "--help"].map(|flag| printed(&tesuji(&format!("solve {flag}"))));
    assert!(2 * short.lines().count() < long.lines().count(), "{short}");
}

#[test]
fn colours_are_there_where_they_are_wanted() {
    const ESCAPE: char = '\u{1b}';
    let solve = "solve taquin 125340678";
    let plain = printed(&tesuji(solve));
    let coloured = printed(&tesuji(&format!("{solve} --color always")));
    assert!(!plain.contains(ESCAPE) && coloured.contains("\u{1b}[32m"));
    let never = command(&format!("--color never {solve}")).env("CLICOLOR_FORCE", "1").output();
    assert!(!printed(&never.unwrap()).contains(ESCAPE));
    let forced = command(solve).env("CLICOLOR_FORCE", "1").output();
    assert!(printed(&forced.unwrap()).contains(ESCAPE));
    let refused = command(solve).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output();
    assert!(!printed(&refused.unwrap()).contains(ESCAPE));
    let json = printed(&tesuji(&format!("{solve} --color always --json")));
    assert!(!json.contains(ESCAPE));
    let board = printed(&tesuji("show tic-tac-toe XX.OO.... --color always"));
    // The names of the columns are no pieces.
    assert!(board.contains("  a b c\n"), "{board}");
    let [cross, circle] = ['X', 'O'].map(|mark| {
        let before = board.split(mark).next().unwrap();
        before.rsplit(ESCAPE).next().unwrap().to_owned()
    });
    assert_ne!(cross, circle);
}

#[test]
fn a_mistaken_name_is_told_with_the_most_similar_one() {
    for (arguments, meant) in [
        ("solve taqin 125340678", Some("taquin")),
        ("solve conect-four", Some("connect-four")),
        ("solve taquin 125340678 --with ida", Some("ida*")),
        ("solve taquin 125340678 --with astr", Some("astar")),
        ("solve taquin 125340678 --with idastr", Some("idastar")),
        ("solve tic-tac-toe --with alpha-bta", Some("alpha-beta")),
        ("solve taquin 125340678 --heuristic manhatan", Some("manhattan")),
        ("solve chess", None),
        ("play tic-tac-toe --against cmd:", None),
    ] {
        let output = tesuji(arguments);
        assert_eq!(code(&output), 2, "{arguments}");
        let complaint = complaint(&output);
        let told = complaint.lines().find_map(|line| line.strip_prefix("did you mean "));
        assert_eq!(told.and_then(|told| told.strip_suffix('?')), meant, "{complaint}");
    }
}

#[test]
fn a_number_that_is_refused_is_told_with_its_option() {
    for (arguments, complaint) in [
        ("solve taquin 125340678 --nodes -5", "'-5' for '--nodes <NODES>': not a whole number"),
        ("solve taquin 125340678 --time -1s", "'-1s' for '--time <TIME>': not a time"),
        ("solve taquin - --threads -1", "\"-1\" is not valid for threads: not a whole number"),
        ("pdb build 5-5-5 --threads -1", "'-1' for '--threads <N>': not a whole number"),
        ("shuffle taquin --walk 10000000000", "'--walk <MOVES>': it must be 0 to 10000000"),
    ] {
        let output = tesuji(arguments);
        assert_eq!(code(&output), 2, "{arguments}");
        assert!(self::complaint(&output).contains(complaint), "{}", self::complaint(&output));
    }
}

#[test]
fn what_is_refused_is_told_in_words() {
    let saved = scratch("not-a-game.jsonl");
    fs::write(&saved, "5\n").unwrap();
    let long = scratch("a-long-text.jsonl");
    fs::write(&long, format!("{{\"number\": \"{}\"}}\n", "x".repeat(9000))).unwrap();
    let refusal = complaint(&tesuji(&format!("replay {}", long.display())));
    assert!(refusal.contains("xx…, expected"), "{refusal}");
    assert!(refusal.chars().count() < 500, "{refusal}");
    let positions = scratch("one-position.txt");
    fs::write(&positions, "125340678\n").unwrap();
    let (saved, positions) = (saved.display(), positions.display());
    for (arguments, expected) in [
        (format!("replay {saved}"), format!("error: line 1 of \"{saved}\" is not a saved game\n")),
        (
            "show tic-tac-toe --svg -".to_owned(),
            "error: - does not stand for standard output here: a file of this name is ./-\n".into(),
        ),
        (
            "generate sokoban --min-moves 3".to_owned(),
            "error: sokoban does not offer generated positions\n".into(),
        ),
        (
            format!("job split nowhere --parts 9 -- solve taquin --file {positions}"),
            "error: 1 item can be divided into at most 1 part\n".into(),
        ),
    ] {
        let output = tesuji(&arguments);
        assert_eq!((code(&output), complaint(&output)), (2, expected), "{arguments}");
    }
}

/// Nothing depends on what is said there.
#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_error_changes_no_result() {
    let positions = scratch("for-a-full-device.txt");
    fs::write(&positions, "12534067x\n125340678\n").unwrap();
    let mute = |arguments: &str| {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        command(arguments).stderr(full).output().expect("tesuji runs")
    };
    assert_eq!(code(&mute("solve taquin 80654")), 2);
    let csv = mute(&format!("solve taquin --csv --file {}", positions.display()));
    assert_eq!((code(&csv), printed(&csv).lines().count()), (2, 3), "{}", printed(&csv));
    let compare = mute("compare taquin --depths 2-3 --algorithms bfs");
    assert_eq!(code(&compare), 0);
    assert!(printed(&compare).contains("States visited"), "{}", printed(&compare));
}

#[test]
fn a_puzzle_that_is_solved_at_the_start_needs_a_position() {
    for command in ["solve", "compare"] {
        let output = tesuji(&format!("{command} taquin"));
        assert_eq!((code(&output), printed(&output)), (2, String::new()));
        assert!(complaint(&output).contains("`tesuji shuffle taquin` makes one"));
    }
    assert_eq!(code(&tesuji("solve taquin 012345678")), 0, "if it is asked for");
    assert_eq!(code(&tesuji("solve rush-hour")), 0, "the initial position is a puzzle");
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = scratch("man");
    let output = tesuji(&format!("man {}", directory.display()));
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    for name in commands().iter().filter(|name| *name != "help") {
        let page = fs::read_to_string(directory.join(format!("tesuji-{name}.1"))).expect(name);
        assert!(page.contains(".SH NAME") && page.contains(".SH OPTIONS"), "{name}");
    }
    let page = fs::read_to_string(directory.join("tesuji-pdb-build.1")).unwrap();
    assert!(page.contains("the databases of a heuristic"));
    assert_eq!(code(&tesuji("man /proc/nowhere")), 4);
}

#[test]
fn every_file_that_is_written_is_named() {
    let [picture, proof, tree] = ["named.svg", "named.tesuji", "named.dot"].map(scratch);
    let [first, second, third] = [&picture, &proof, &tree].map(|file| file.display());
    let solve =
        tesuji(&format!("solve taquin 125340678 --svg {first} --certificate {second} --json"));
    assert_eq!(complaint(&solve), format!("picture in {first}\ncertificate in {second}\n"));
    let tree = tesuji(&format!("tree simple-nim 5 --dot {third}"));
    assert_eq!(complaint(&tree), format!("tree in {third}\n"));
}

/// The schemas in the documentation, by their names.
fn schemas() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let read = |file: fs::DirEntry| {
        let text = fs::read_to_string(file.path()).expect("text");
        let name = file.path().file_stem().expect("a name").to_str().expect("text").to_owned();
        (name, serde_json::from_str(&text).expect("JSON"))
    };
    fs::read_dir(folder).expect("the schemas").map(|file| read(file.expect("a file"))).collect()
}

/// Writes them anew: `tesuji schemas docs/schemas`.
#[test]
fn the_schemas_of_the_documentation_are_those_of_the_types() {
    let folder = scratch("schemas");
    let _ = fs::remove_dir_all(&folder);
    let output = tesuji(&format!("schemas {}", folder.display()));
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    let known = schemas();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), known.len());
    for (name, schema) in &known {
        let text = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let written: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(&written, schema, "{name}: `tesuji schemas docs/schemas` writes it anew");
    }
}

/// Adds the names of all fields of a schema and of what is in them.
fn add_fields(schema: &Value, names: &mut BTreeSet<String>) {
    if let Some(fields) = schema["properties"].as_object() {
        names.extend(fields.keys().cloned());
    }
    match schema {
        Value::Object(parts) => parts.values().for_each(|part| add_fields(part, names)),
        Value::Array(parts) => parts.iter().for_each(|part| add_fields(part, names)),
        _ => {}
    }
}

#[test]
fn the_page_on_json_names_every_field() {
    let page = include_str!("../../../docs/json.md");
    let described: BTreeSet<_> = page.split('`').skip(1).step_by(2).collect();
    for (name, schema) in schemas() {
        let mut fields = BTreeSet::new();
        add_fields(&schema, &mut fields);
        fields.retain(|field| !described.contains(&**field));
        assert!(fields.is_empty(), "docs/json.md leaves out of {name}: {fields:?}");
    }
}

#[test]
fn what_is_printed_as_json_has_the_fields_of_its_schema() {
    let known = schemas();
    let table = scratch("schema.table");
    let table = table.display();
    let proof = scratch("schema.tesuji");
    let proof = proof.display();
    let list = scratch("schema-positions.txt");
    fs::write(&list, "125340678\nnonsense\n").unwrap();
    let list = list.display();
    let boards = scratch("schema-boards.txt");
    fs::write(&boards, "XX.OO....\nnonsense\n").unwrap();
    let boards = boards.display();
    let engines = "--players uct:playouts=9,random --games 4";
    for (name, arguments) in [
        ("solve", format!("solve tic-tac-toe --certificate {proof} --json")),
        ("solve", "solve tic-tac-toe --with uct:playouts=50 --json".to_owned()),
        ("solve", "solve connect-four --with pn --nodes 200 --json".to_owned()),
        ("solve", "solve taquin 125340678 --json".to_owned()),
        ("solve-line", format!("solve taquin --file {list} --jsonl")),
        ("compare", "compare taquin 125340678 --algorithms bfs,a* --json".to_owned()),
        ("compare-line", "compare taquin 125340678 --algorithms bfs,a* --jsonl".to_owned()),
        ("count", "count tic-tac-toe --values --json".to_owned()),
        ("enumerate", "enumerate taquin 2x2 --json".to_owned()),
        ("enumerate-line", "enumerate taquin 2x2 --jsonl".to_owned()),
        ("algorithms", "algorithms --json".to_owned()),
        ("games", "games --json".to_owned()),
        ("generate", "generate rush-hour --size 4x4 --min-moves 3 --seed 1 --json".to_owned()),
        ("lab", "lab rush-hour-rocks --with alpha-beta --json".to_owned()),
        ("limit", "shuffle taquin --count 100000000 --time 50ms --json".to_owned()),
        ("match", format!("match tic-tac-toe {engines} --sprt 0,50 --json")),
        ("match-line", format!("match tic-tac-toe {engines} --jsonl")),
        ("tournament", format!("tournament tic-tac-toe {engines} --json")),
        (
            "tune",
            "tune tic-tac-toe --engine uct:playouts=9 --parameters exploration=0.1..2 --iterations 2 \
             --check 2 --json"
                .to_owned(),
        ),
        ("nim-values", "nim-values 0.77 --json".to_owned()),
        ("perft", "perft tic-tac-toe 2 --json".to_owned()),
        ("show", "show rush-hour --words en --json".to_owned()),
        ("show", "show tic-tac-toe XXXOO.... --json".to_owned()),
        ("shuffle", "shuffle taquin --count 2 --seed 1 --walk 3 --json".to_owned()),
        ("shuffle-line", "shuffle taquin --count 2 --seed 1 --jsonl".to_owned()),
        ("table-build", format!("table build tic-tac-toe --out {table} --json")),
        ("table-info", format!("table info {table} --json")),
        ("table-query", format!("table query {table} XX.OO.... --json")),
        ("table-query-line", format!("table query {table} --file {boards} --jsonl")),
        ("table-stats", format!("table stats {table} --json")),
        ("table-verify", format!("table verify {table} --json")),
        ("tree", "tree simple-nim 5 --with alpha-beta --json".to_owned()),
        ("tree", "tree simple-nim 5 --with pn --json".to_owned()),
        ("tree", "tree taquin 125340678 --with a* --json".to_owned()),
        ("verify", format!("verify {proof} --json")),
        ("verify-line", format!("verify {proof} {proof} --jsonl")),
        ("pdb-build", "pdb build 5-5-5 --json".to_owned()),
        ("pdb-list", "pdb list --json".to_owned()),
    ] {
        let output = command(&arguments).output().expect("tesuji runs");
        let values = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
        let values: Vec<Value> = values.map(|value| value.expect("JSON")).collect();
        assert!(!values.is_empty(), "{arguments}: {}", complaint(&output));
        for value in values {
            // An array has one object at least.
            let (schema, object) = match &value {
                Value::Array(items) => (item(&known[name]), &items[0]),
                object => (&known[name], object),
            };
            let object = object.as_object().expect("an object");
            let fields = schema["properties"].as_object().expect("fields");
            for (field, value) in object {
                assert!(fields.contains_key(field), "{arguments}: {field}");
                let may_be_null = fields[field].to_string().contains("null");
                assert!(!value.is_null() || may_be_null, "{arguments}: {field} is null");
            }
            for field in schema["required"].as_array().expect("some are always there") {
                let field = field.as_str().expect("a name");
                assert!(object.contains_key(field), "{arguments}: no {field}");
            }
        }
    }
}

/// The schema of the items of an array.
fn item(schema: &Value) -> &Value {
    let place = schema["items"]["$ref"].as_str().expect("a definition");
    schema.pointer(place.trim_start_matches('#')).expect("a schema")
}

#[test]
fn every_command_is_in_the_help() {
    let help = printed(&tesuji("--help"));
    let script = printed(&tesuji("completions bash"));
    let commands = script.split("tesuji,").skip(1).filter_map(|rest| rest.split(')').next());
    let commands: Vec<&str> = commands.filter(|name| !name.contains(',')).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let is_listed = help.lines().any(|line| line.split_whitespace().next() == Some(command));
        assert!(is_listed, "{command}");
    }
}

#[test]
fn lists_and_help_name_everything() {
    insta::assert_snapshot!("algorithms", printed(&tesuji("algorithms")));
    insta::assert_snapshot!("games", printed(&tesuji("games")));
    let alone = printed(&tesuji("algorithms nim"));
    assert!(alone.contains("theory") && !alone.contains("ida*"), "{alone}");
    insta::assert_snapshot!("help", printed(&tesuji("--help")));
    insta::assert_snapshot!("help_solve", printed(&tesuji("solve --help")));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&tesuji(&format!("completions {shell}")));
        assert!(script.contains("enumerate"), "{shell}");
    }
    let help = printed(&tesuji("solve --help"));
    assert!(help.contains("Examples:") && help.contains("Exit codes:"));
}
