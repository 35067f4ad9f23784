//! Commands with checkpoints, killed at random moments.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Instant;

use super::program;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A long command of each kind, small.
pub(crate) const COMMANDS: &[&str] = &[
    "enumerate taquin 3x3 --json",
    "count connect-four --size 4x4 --json",
    "count breakthrough --size 3x4 --values --json",
    "count taquin --size 3x3 --json",
    "solve rush-hour-rocks --with retrograde --json",
    "solve breakthrough --size 3x4 --with retrograde --json",
    "nim-values 0.77 --heaps 60000 --json",
    "pdb build 5-5-5 --force --json",
    "generate rush-hour --min-moves 8 --size 5x5 --count 3 --seed 1 --json",
    "match tic-tac-toe --players pvs:depth=4,random --games 60 --jsonl --save games.jsonl",
    "tournament breakthrough --size 3x5 --players pvs:depth=3,uct:playouts=99,random --games 8 --json",
    "solve breakthrough --size 4x5 --with mtd-bi --json",
    "solve breakthrough --size 4x5 --with df-pn --json",
    "solve breakthrough --size 4x4 --with pn --json",
];

/// The searches that save a table, where an entry may then have another place: a resumed one is not
/// on the same way.
const BY_TABLE: &[&str] = &["mtd-bi", "df-pn", "pn"];

/// A directory in which commands run.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    fn command(&self, arguments: &str, more: &str) -> Command {
        let mut command = program();
        command.args(arguments.split(' ').chain(more.split_whitespace()));
        command.current_dir(&self.0).env("TESUJI_CACHE", self.0.path().join("cache"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What a whole run prints and writes, without the clocks; of a search that saves a
    /// table, the value.
    fn result(&self, arguments: &str, output: &Output) -> String {
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{complaint}");
        let mut values: Vec<Value> = serde_json::Deserializer::from_slice(&output.stdout)
            .into_iter()
            .map(|value| value.expect("JSON"))
            .collect();
        values.iter_mut().for_each(without_clocks);
        if BY_TABLE.iter().any(|search| arguments.contains(search)) {
            values.iter_mut().for_each(|report| {
                assert!(report["outcome"].is_string(), "{report}");
                *report = json!([report["outcome"], report["length"]]);
            });
        }
        let saved = fs::read_to_string(self.0.path().join("games.jsonl")).unwrap_or_default();
        let databases = fs::read_dir(self.0.path().join("cache")).into_iter().flatten();
        let sums = databases.map(|entry| {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            tesuji::storage::container::checksum(&bytes)
        });
        // Reports name the files of the cache.
        let own = self.0.path().to_str().expect("a path in UTF-8");
        format!("{values:?}\n{saved}\n{:?}", sums.collect::<Vec<_>>()).replace(own, "")
    }
}

fn without_clocks(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.contains("seconds"));
            fields.values_mut().for_each(without_clocks);
        }
        Value::Array(values) => values.iter_mut().for_each(without_clocks),
        _ => {}
    }
}

/// A generator for random moments, whose seed is shown if the test fails.
pub(crate) fn moments(seed: u64) -> StdRng {
    println!("the moments are drawn from {seed}");
    StdRng::seed_from_u64(seed)
}

/// Kills each command so often that there are `kills` in all; once in a while it may end, and then
/// its result is that of a run without a checkpoint.
pub(crate) fn resume_after(kills: usize, seed: u64) {
    let mut rng = moments(seed);
    let each = kills.div_ceil(COMMANDS.len());
    for arguments in COMMANDS {
        let plain = Place::new();
        let started = Instant::now();
        let expected = plain.result(arguments, &plain.command(arguments, "").output().unwrap());
        let time = started.elapsed();
        let killed = Place::new();
        let mut left = each;
        while left > 0 {
            // A few kills, and then a run to the end.
            for _ in 0..left.min(4) {
                let more = "--checkpoint state --checkpoint-every 1ms";
                let mut child = killed.command(arguments, more).spawn().unwrap();
                thread::sleep(time.mul_f64(rng.random_range(0.0..0.8)));
                child.kill().unwrap();
                child.wait().unwrap();
                left -= 1;
            }
            let end = killed.command(arguments, "--checkpoint state").output().unwrap();
            let complaint = String::from_utf8_lossy(&end.stderr).into_owned();
            assert!(!complaint.contains("not used"), "{arguments}: {complaint}");
            assert_eq!(killed.result(arguments, &end), expected, "{arguments}");
            assert!(
                !killed.0.path().join("state").exists(),
                "{arguments}: the checkpoints are removed"
            );
        }
    }
}
