//! Helpers that prove the positions after two plies, as processes that nobody trusts: some of them
//! lie, and the verdict is right all the same.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::common::{program, scratch, sealed};
use tesuji::catalogue::Catalogue;
use tesuji::catalogue::certify::{Delegation, Refused};
use tesuji::certificate::{Checker, Header};
use tesuji::core::{GameResult, Player, Settings};

const HELPERS: usize = 8;

/// A position that a helper is given: its text, and its settings as options.
#[derive(Clone)]
struct Task {
    game: &'static str,
    position: String,
    settings: Vec<String>,
}

/// Has a helper prove a position, and returns its file, which it may have tampered with.
fn help(helper: usize, task: &Task, folder: &Path) -> Vec<u8> {
    let file: PathBuf = folder.join(format!("{helper}.tesuji"));
    let mut command = program();
    command.args(["solve", task.game, &task.position]).args(&task.settings);
    let output = command.arg("--certificate").arg(&file).output().expect("tesuji runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = fs::read(file).expect("a certificate");
    match helper {
        2 => lie(&file),
        // The proof of another position, which is right but not asked for.
        5 => {
            let file = folder.join("other.tesuji");
            let words = ["solve", "breakthrough", "--size", "2x4", "--certificate"];
            let mut command = program();
            assert!(command.args(words).arg(&file).output().unwrap().status.success());
            fs::read(file).unwrap()
        }
        _ => file,
    }
}

/// The file with the other player as the winner, and the right checksum.
fn lie(file: &[u8]) -> Vec<u8> {
    let header = Header::read(file).expect("a certificate");
    let text = header.to_string();
    let (claim, entries) = (header.claim.to_string(), &file[text.len()..file.len() - 8]);
    let other = match claim.strip_prefix("first") {
        Some(rest) => format!("second{rest}"),
        None if claim == "draw" => "first wins".to_owned(),
        None => claim.replace("second", "first"),
    };
    let mut bytes = text.replace(&claim, &other).into_bytes();
    bytes.extend(entries);
    sealed(bytes)
}

/// Has helpers prove a position, and returns the result and how many files each got refused.
fn delegate(game: &str, settings: &[(&str, &str)]) -> (GameResult, HashMap<usize, usize>) {
    let catalogue = Catalogue::standard();
    let settings: Settings = settings.iter().copied().collect();
    let root = catalogue.game(game).unwrap().open(None, &settings).unwrap();
    let options: Vec<_> =
        settings.iter().map(|(name, value)| format!("--{name}={value}")).collect();
    let mut delegation = Delegation::new(root, 2).unwrap();
    let folder = scratch(&format!("helpers-{game}"));
    fs::create_dir_all(&folder).unwrap();
    let (mut refused, mut turn) = (HashMap::new(), 0);
    while delegation.result().is_none() {
        // As many positions as helpers; another helper has a position that was refused.
        let tasks: Vec<Task> = delegation
            .tasks()
            .into_iter()
            .take(HELPERS)
            .map(|position| Task {
                game: position.game(),
                position: position.notation(),
                settings: options.clone(),
            })
            .collect();
        assert!(!tasks.is_empty());
        let files: Vec<(usize, Vec<u8>)> = thread::scope(|scope| {
            let folder = &folder;
            let start = |(place, task): (usize, &Task)| {
                let (helper, task) = ((turn + place) % HELPERS, task.clone());
                scope.spawn(move || (helper, help(helper, &task, folder)))
            };
            let all: Vec<_> = tasks.iter().enumerate().map(start).collect();
            all.into_iter().map(|one| one.join().expect("no panic")).collect()
        });
        for (helper, file) in files {
            match delegation.receive(&catalogue, &Checker::new(), &file[..]) {
                Ok(_) => assert!(helper != 2 && helper != 5, "helper {helper} was believed"),
                Err(Refused::Rejected(_)) => {
                    assert_eq!(helper, 2);
                    *refused.entry(helper).or_default() += 1;
                }
                Err(Refused::NotAskedFor { .. }) => {
                    assert_eq!(helper, 5);
                    *refused.entry(helper).or_default() += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
        turn += 1;
    }
    fs::remove_dir_all(folder).unwrap();
    (delegation.result().expect("known"), refused)
}

#[test]
fn two_of_eight_helpers_lie_and_the_verdict_is_right() {
    let (result, refused) = delegate("breakthrough", &[("size", "3x4")]);
    assert_eq!(result, GameResult::Win(Player::Second));
    assert!(refused[&2] > 0 && refused[&5] > 0, "{refused:?}");
    // A draw, of which nothing is known before both sides are.
    let (result, _) = delegate("tic-tac-toe", &[]);
    assert_eq!(result, GameResult::Draw);
}
