//! The result of a job does not depend on the number of its parts, nor on which process does them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{code, complaint, printed, program};
use serde_json::Value;
use tempfile::TempDir;

/// A directory in which commands run.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = program();
        command.args(arguments.split_whitespace()).current_dir(&self.0);
        command.env("TESUJI_CACHE", self.at("databases"));
        command
    }

    fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("tesuji runs")
    }

    /// What a command prints that ends well.
    fn printed(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert_eq!(code(&output), 0, "{arguments}: {}", complaint(&output));
        printed(&output)
    }

    /// The exit code of a command, and what it says on standard error.
    fn refused(&self, arguments: &str) -> (i32, String) {
        let output = self.run(arguments);
        assert!(printed(&output).is_empty(), "{arguments}: {}", printed(&output));
        (code(&output), complaint(&output))
    }

    /// Splits a command into parts, and does them in another order than theirs.
    fn done(&self, folder: &str, parts: u64, options: &str, command: &str) {
        self.printed(&format!("job split {folder} --parts {parts} {options} -- {command}"));
        for part in (1..=parts).rev() {
            self.printed(&format!("job run {folder} {part}"));
        }
    }

    /// What the merged job prints with 1, 7 and 16 parts, and how it ends: the same.
    fn divided(&self, options: &str, command: &str) -> (i32, String) {
        let merged = [1, 7, 16].map(|parts| {
            let folder = format!("job-{parts}");
            self.done(&folder, parts, options, command);
            let output = self.run(&format!("job merge {folder}"));
            let exit = code(&output);
            assert!([0, 1, 3, 5].contains(&exit), "{}", complaint(&output));
            let file = self.run(&format!("job merge {folder} --out {folder}.out"));
            assert_eq!(code(&file), exit);
            assert_eq!(fs::read(self.at(&format!("{folder}.out"))).unwrap(), output.stdout);
            fs::remove_dir_all(self.at(&folder)).unwrap();
            (exit, printed(&output))
        });
        let [one, seven, sixteen] = merged;
        assert_eq!(one, seven);
        assert_eq!(one, sixteen);
        one
    }

    /// Puzzles, one a line, some of which cannot be solved.
    fn puzzles(&self, name: &str, count: u32) {
        let shuffled = self.printed(&format!("shuffle taquin --count {count} --seed 11"));
        let mut text = "# puzzles\n\n".to_owned();
        for (number, puzzle) in shuffled.lines().enumerate() {
            // The last two tiles in place of each other.
            let mut letters: Vec<_> = puzzle.chars().collect();
            if number % 5 == 0 {
                let tiles: Vec<_> =
                    (0..letters.len()).filter(|&place| letters[place] != '0').collect();
                letters.swap(tiles[0], tiles[1]);
            }
            text += &format!("{}\n", letters.into_iter().collect::<String>());
        }
        fs::write(self.at(name), text).unwrap();
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON value")).collect()
}

/// The fields without those that differ from run to run.
fn without(mut report: Value, names: &[&str]) -> Value {
    let fields = report.as_object_mut().expect("an object");
    fields.retain(|name, _| !names.contains(&&**name));
    report
}

#[test]
fn answers_do_not_depend_on_the_parts_and_are_those_of_one_call() {
    let place = Place::new();
    place.puzzles("puzzles.txt", 40);
    let command = "solve taquin --file puzzles.txt --with a* --heuristic manhattan --nodes 60000";
    let (exit, merged) = place.divided("", command);
    let merged = lines(&merged);
    assert_eq!(merged.len(), 40);
    assert!(merged.iter().any(|answer| answer["outcome"] == "unsolvable"));
    let is_cut = |answer: &Value| answer["limit"] == "nodes";
    assert_eq!(exit, if merged.iter().any(is_cut) { 3 } else { 0 });
    // Without the limit, which one call has for all positions together.
    let at_once = place.printed(
        "solve taquin --file puzzles.txt --with a* --heuristic manhattan --jsonl --threads 2",
    );
    for (own, answer) in lines(&at_once).into_iter().zip(merged) {
        if !is_cut(&answer) {
            assert_eq!(without(own, &["seconds", "peak_bytes"]), answer);
        }
    }
}

#[test]
fn games_do_not_depend_on_the_parts_and_are_those_of_one_call() {
    let place = Place::new();
    let command = "match tic-tac-toe --players pvs:depth=2,random --games 40 --seed 5";
    let (exit, merged) = place.divided("", command);
    assert_eq!(exit, 0);
    let own: Value = serde_json::from_str(&place.printed(&format!("{command} --json"))).unwrap();
    let merged: Value = serde_json::from_str(&merged).unwrap();
    assert_eq!(without(own, &["seconds", "seconds_per_move"]), merged);
    assert_eq!(merged["games"], 40);
    let command = format!("{command} --jsonl");
    let (_, games) = place.divided("", &command);
    assert_eq!(games, place.printed(&command));
    // The openings of a file in turn.
    fs::write(place.at("openings.txt"), "X........\n....X....\nXO.......\n").unwrap();
    let command = "match tic-tac-toe --players uct:playouts=50,random --games 32 --seed 3 \
                   --openings-file openings.txt --jsonl";
    let (_, games) = place.divided("", command);
    assert_eq!(games, place.printed(command));
}

#[test]
fn checks_do_not_depend_on_the_parts_and_are_those_of_one_call() {
    let place = Place::new();
    place.puzzles("puzzles.txt", 15);
    place.done("proofs", 1, "--certify", "solve taquin --file puzzles.txt");
    place.printed("job merge proofs --out answers --certificates proved");
    let mut files: Vec<_> = fs::read_dir(place.at("proved")).unwrap().map(Result::unwrap).collect();
    files.sort_by_key(fs::DirEntry::path);
    assert_eq!(files.len(), 15);
    let mut bytes = fs::read(files[3].path()).unwrap();
    let end = bytes.len() - 1;
    bytes[end] ^= 1;
    fs::write(place.at("damaged"), bytes).unwrap();
    let names = files.iter().map(|file| format!("proved/{}", file.file_name().display()));
    let names = names.collect::<Vec<_>>().join(" ");
    let command = format!("verify {names} damaged");
    let (exit, merged) = place.divided("", &command);
    assert_eq!(exit, 1);
    let own = place.run(&format!("{command} --jsonl"));
    assert_eq!(code(&own), 1);
    assert_eq!(lines(&printed(&own)), lines(&merged));
    let valid = lines(&merged).iter().filter(|report| report["valid"] == true).count();
    assert_eq!(valid, 15);
    assert_eq!(lines(&merged)[15]["file"], "damaged");
    let text = printed(&place.run(&command));
    assert_eq!(text.matches("\nverified: ").count(), 15, "{text}");
    assert!(text.contains("\ndamaged:\n") && text.contains("\nrejected: "), "{text}");
}

#[test]
fn certificates_of_several_games_prove_the_merged_answers() {
    // Too large for a certificate of the least cost, and no move from the start has terrain before it.
    let map = format!("{}................9 0,0 3,0\n", "................./".repeat(16));
    for (command, positions) in [
        ("solve grid --directions 4", &*map),
        ("solve taquin", "125340678\n230518674\n# solved\n012345678\n806547231\n"),
        ("solve tic-tac-toe", "XX.OO....\n.........\nXOX.O....\nXXXOO....\n"),
        ("solve tic-tac-toe --with retrograde", "XX.OO....\n.........\n"),
        ("solve nim", "3-4-5\n1-1\n1-2-3\n"),
        ("solve simple-nim", "15\n16\n"),
        ("solve rush-hour", "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.\n"),
        ("solve rush-hour-rocks --adversary random", "xxxxxxBx....BAA...Bx..C.xxxxC.xxxxC.\n"),
    ] {
        let place = Place::new();
        fs::write(place.at("positions.txt"), positions).unwrap();
        let command = format!("{command} --file positions.txt");
        let count = positions.lines().filter(|line| !line.starts_with('#')).count();
        place.done("job", 1, "--certify", &command);
        let merged = place.run("job merge job --certificates proved");
        assert!([0, 5].contains(&code(&merged)), "{command}: {}", complaint(&merged));
        let answers = lines(&printed(&merged));
        assert_eq!(answers.len(), count, "{command}");
        let proved = answers.iter().filter(|answer| !answer["certificate"].is_null()).count();
        assert_eq!(code(&merged) == 0, proved == count, "{command}: {answers:?}");
        assert!(proved > 0, "{command}: {answers:?}");
        assert_eq!(fs::read_dir(place.at("proved")).unwrap().count(), proved, "{command}");
    }
}

/// The text of a part in which something else is said, and every byte is right.
fn forged(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}: {text}");
    let changed = text.replacen(from, to, 1);
    let (before, _) = changed.split_once("{\"checksum\"").unwrap();
    let sum = tesuji::storage::container::checksum(before.as_bytes());
    format!("{before}{{\"checksum\":\"{sum:016x}\"}}\n")
}

#[test]
fn an_expectation_is_of_a_board_that_can_be_solved() {
    let place = Place::new();
    fs::write(place.at("boards.txt"), "xxxxxxBx....BAA...Bx..C.xxxxC.xxxxC.\n").unwrap();
    let command = "solve rush-hour-rocks --adversary random --file boards.txt";
    place.done("job", 1, "--certify", command);
    place.printed("job merge job");
    let part = place.at("job/parts/1.jsonl");
    let text = fs::read_to_string(&part).unwrap();
    for outcome in ["unsolvable", "win"] {
        let outcome = format!("\"outcome\":\"{outcome}\"");
        fs::write(&part, forged(&text, "\"outcome\":\"solved\"", &outcome)).unwrap();
        let (exit, complaint) = place.refused("job merge job");
        assert_eq!(exit, 2, "{complaint}");
        assert!(complaint.contains("line 1: the answer is refused"), "{complaint}");
    }
}

/// The bytes of a certificate and its answer after some change are refused, and those of a part.
#[test]
fn what_was_changed_is_refused_by_name() {
    let place = Place::new();
    // The answers to both boards have the same claim.
    fs::write(place.at("boards.txt"), "125340678\n102345678\n120345678\n312045678\n").unwrap();
    let split = "job split job --parts 2 --certify -- solve taquin --file boards.txt";
    place.printed(split);
    let (one, two) = (place.at("job/parts/1.jsonl"), place.at("job/parts/2.jsonl"));
    for part in [1, 2] {
        place.printed(&format!("job run job {part}"));
    }
    let answers = lines(&place.printed("job merge job"));
    let file = |line: u64| place.at(&format!("job/certificates/{line}.tesuji"));
    let refused = |what: &str, names: &[&str]| {
        let (exit, text) = place.refused("job merge job --out answers");
        assert_eq!(exit, 2, "{what}: {text}");
        for name in names {
            assert!(text.contains(name), "{what}: {text}");
        }
        assert!(!place.at("answers").exists());
    };

    // Bytes of a certificate.
    let intact = fs::read(file(3)).unwrap();
    for changed in (0..intact.len()).step_by(11) {
        let mut bytes = intact.clone();
        bytes[changed] ^= 4;
        fs::write(file(3), bytes).unwrap();
        refused("a bit", &["part 2, line 3: the answer is refused", "3.tesuji"]);
    }
    fs::write(file(3), &intact).unwrap();
    // That of another item.
    let other = fs::read(file(2)).unwrap();
    fs::write(file(3), &other).unwrap();
    refused("another's", &["part 2, line 3: the answer is refused", "is about taquin 102345678"]);
    fs::remove_file(file(3)).unwrap();
    refused("none", &["part 2, line 3: the answer is refused", "cannot read"]);
    fs::write(file(3), &intact).unwrap();
    assert_eq!(lines(&place.printed("job merge job")), answers);

    // A part whose every byte is right, and which says something else.
    let text = fs::read_to_string(&two).unwrap();
    let forged = |from: &str, to: &str| fs::write(&two, forged(&text, from, to)).unwrap();
    let length = answers[2]["length"].as_u64().unwrap();
    forged(&format!("\"length\":{length}"), &format!("\"length\":{}", length + 1));
    refused("a length", &["line 3: the answer is refused", "claims: shortest solution"]);
    forged("\"outcome\":\"solved\"", "\"outcome\":\"unsolvable\"");
    refused("an outcome", &["line 3: the answer is refused", "claims: shortest solution"]);
    forged("\"line\":3", "\"line\":4");
    refused("a line", &["line 3: the answer is refused: it is not the answer"]);
    forged("\"position\":\"120345678\"", "\"position\":\"102345678\"");
    refused("a position", &["line 3: the answer is refused: it is about another position"]);
    forged(&format!("\"cost\":{length}"), "\"cost\":7");
    refused("a cost", &["line 3: the answer is refused", "claims: shortest solution"]);
    let third = text.lines().find(|line| line.contains("\"line\":3")).unwrap();
    forged(third, "{\"line\":3,\"error\":\"no position of taquin\"}");
    refused("an error", &["line 3: the answer is refused: it says that the line is not valid"]);
    // One whose bytes are not right.
    fs::write(&two, text.replacen("\"length\":", "\"length\":1", 1)).unwrap();
    refused("a byte", &["parts/2.jsonl\" is damaged"]);
    fs::write(&two, &text[..text.len() / 2]).unwrap();
    refused("half", &["parts/2.jsonl\" is damaged"]);
    fs::write(&two, "").unwrap();
    refused("nothing", &["parts/2.jsonl\" is damaged"]);
    let (exit, complaint) = place.refused("job run job 2");
    assert!(exit == 2 && complaint.contains("remove it, and run part 2 again"), "{complaint}");
    // Another part, and that of another job.
    fs::copy(&one, &two).unwrap();
    refused("another part", &["parts/2.jsonl\" is part 1"]);
    place
        .printed("job split other --parts 2 --certify -- solve taquin --with a* --file boards.txt");
    place.printed("job run other 2");
    fs::copy(place.at("other/parts/2.jsonl"), &two).unwrap();
    refused("another job", &["parts/2.jsonl\" is a part of another job"]);
    fs::remove_file(&two).unwrap();
    place.printed("job run job 2");
    assert_eq!(lines(&place.printed("job merge job")), answers);

    // The copy of the input, and the description.
    let input = place.at("job/inputs/1");
    let copied = fs::read(&input).unwrap();
    fs::write(&input, "125340678\n").unwrap();
    refused("an input", &["inputs/1\" is damaged"]);
    fs::write(&input, copied).unwrap();
    let description = place.at("job/job.json");
    let written = fs::read_to_string(&description).unwrap();
    for (from, to, complaint) in [
        ("\"format\": 1", "\"format\": 2", "with format 2"),
        ("\"parts\": 2", "\"parts\": 9", "9 parts"),
        ("\"items\": 4", "\"items\": 5", "part of another job"),
        ("\"solve\"", "\"perft\"", "is not a job"),
        ("{", "[", "does not describe a job"),
    ] {
        fs::write(&description, written.replacen(from, to, 1)).unwrap();
        refused("a description", &[complaint]);
    }
    fs::remove_file(&description).unwrap();
    let (exit, complaint) = place.refused("job merge job");
    assert!(exit == 4 && complaint.contains("job.json"), "{exit}: {complaint}");
}

#[test]
fn a_part_is_done_once_and_those_that_are_missing_are_named() {
    let place = Place::new();
    place.puzzles("puzzles.txt", 9);
    place.printed("job split job --parts 9 -- solve taquin --file puzzles.txt");
    for part in [1, 4, 8] {
        place.printed(&format!("job run job {part}"));
    }
    let (exit, told) = place.refused("job merge job --out answers");
    assert_eq!(exit, 3);
    assert_eq!(told, "unknown: of 9 parts these are missing: 2-3,5-7,9\n");
    let path = place.at("job/parts/4.jsonl");
    let written = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
    let before = (fs::read(&path).unwrap(), written(&path));
    let again = place.run("job run job 4");
    assert_eq!((code(&again), &*complaint(&again)), (0, "part 4 of 9 is complete\n"));
    assert_eq!((fs::read(&path).unwrap(), written(&path)), before);
    let (exit, told) = place.refused("job run job 10");
    assert!(exit == 2 && told.contains("the parts are 1 to 9"), "{told}");
    // The folder is enough.
    let moved = place.at("elsewhere");
    fs::remove_file(place.at("puzzles.txt")).unwrap();
    fs::rename(place.at("job"), &moved).unwrap();
    for part in [9, 7, 6, 5, 3, 2] {
        place.printed(&format!("job run elsewhere {part}"));
    }
    assert_eq!(lines(&place.printed("job merge elsewhere")).len(), 9);
}

#[cfg(unix)]
#[test]
fn a_part_that_is_killed_or_interrupted_begins_again() {
    use std::process::Stdio;
    use std::thread;
    use std::time::{Duration, Instant};

    let place = Place::new();
    let command = "match breakthrough --size 4x4 --players pvs:depth=5,uct:playouts=300 --games 40";
    place.done("whole", 1, "", command);
    let expected = place.printed("job merge whole");
    place.printed(&format!("job split job --parts 2 -- {command}"));
    let begun = Instant::now();
    place.printed("job run job 1");
    let time = begun.elapsed();
    for share in [0.1, 0.3, 0.6, 0.9] {
        let mut run = place.command("job run job 2");
        let mut child = run.stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(time.mul_f64(share).max(Duration::from_millis(1)));
        child.kill().unwrap();
        child.wait().unwrap();
        // It may have been quicker.
        if place.at("job/parts/2.jsonl").exists() {
            assert_eq!(place.printed("job merge job"), expected);
            fs::remove_file(place.at("job/parts/2.jsonl")).unwrap();
        }
    }
    place.printed("job run job 2");
    assert_eq!(place.printed("job merge job"), expected);
    // Ctrl-C in games that take minutes.
    let long = "match connect-four --players uct:playouts=100000,uct:playouts=90000 --games 100";
    place.printed(&format!("job split long --parts 1 -- {long}"));
    let mut run = place.command("job run long 1");
    let child = run.stderr(Stdio::piped()).spawn().unwrap();
    crate::common::until_signals_are_caught(&child);
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), &*complaint(&output)), (3, "unknown: interrupted\n"));
    assert!(!place.at("long/parts/1.jsonl").exists());
}

#[test]
fn commands_that_cannot_be_jobs_are_refused_with_the_reason() {
    let place = Place::new();
    fs::write(place.at("boards.txt"), "125340678\n102345678\n").unwrap();
    fs::write(place.at("wrong.txt"), "125340678\n\n12534067x\n").unwrap();
    fs::write(place.at("empty.txt"), "# nothing\n").unwrap();
    let game = "match tic-tac-toe --players pvs,random --games 4";
    for (parts, options, command, reason) in [
        (1, "", "perft taquin 3".to_owned(), "a job is solve, match or verify"),
        (1, "", "solve taquin 125340678".to_owned(), "--file FILE"),
        (1, "", "solve taquin --file wrong.txt".to_owned(), "line 3"),
        (1, "", "solve taquin --file empty.txt".to_owned(), "there is no position"),
        (1, "", "solve taquin --file boards.txt --with minimax".to_owned(), "minimax"),
        (1, "", "solve taquin --file boards.txt --flag".to_owned(), "--flag"),
        (1, "", "solve taquin --file boards.txt --csv".to_owned(), "--csv"),
        (3, "", "solve taquin --file boards.txt".to_owned(), "at most 2 parts"),
        (1, "--certify", game.to_owned(), "--certify is for solve"),
        (1, "", format!("{game} --sprt 0,50"), "--sprt"),
        (1, "", format!("{game} --save games.jsonl"), "--save"),
        (1, "", "match tic-tac-toe --players pvs,nobody".to_owned(), "nobody"),
        (1, "", "match taquin --players pvs,random".to_owned(), "player"),
        (1, "", format!("{game} --openings-file wrong.txt"), "125340678"),
        (1, "", "verify boards.txt --dump".to_owned(), "--dump"),
    ] {
        let split = format!("job split job --parts {parts} {options} -- {command}");
        let (exit, complaint) = place.refused(&split);
        assert_eq!(exit, 2, "{command}: {complaint}");
        assert!(complaint.contains(reason), "{command}: {complaint}");
        assert!(!place.at("job").exists(), "{command}");
    }
    assert_eq!(place.refused("job split job --parts 1 -- solve taquin --file none").0, 4);
    assert_eq!(place.refused("job run nowhere 1").0, 4);
    place.printed("job split job --parts 2 -- solve taquin --file boards.txt");
    let (exit, complaint) = place.refused("job split job --parts 1 -- verify boards.txt");
    assert!(exit == 2 && complaint.contains("\"job\" is not empty"), "{complaint}");
}

/// The commands in the section on jobs.
#[cfg(unix)]
#[test]
fn the_commands_of_the_documentation_run() {
    let place = Place::new();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scaling.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("\n## Jobs\n").expect("a section");
    let section = section.split("\n## ").next().unwrap();
    let blocks: Vec<_> = section.split("```sh\n").skip(1).collect();
    assert!(blocks.len() >= 2, "{section}");
    let folder = Path::new(env!("CARGO_BIN_EXE_tesuji")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    for block in blocks {
        let script = block.split("```").next().unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", script]).current_dir(&place.0).env("PATH", &path);
        shell.env("TESUJI_CACHE", place.at("databases"));
        let output = shell.output().expect("a shell");
        assert_eq!(code(&output), 0, "{script}: {}", complaint(&output));
    }
    assert!(lines(&fs::read_to_string(place.at("answers.jsonl")).unwrap()).len() > 10);
}
