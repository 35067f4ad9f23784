//! Connect Four solved by the table search and the game's own hints: the public test sets of
//! scored positions, or the empty board. Arguments: the name of a set, `sets` for all but the
//! hardest, or `empty`; the megabytes of the table, the threads, how many positions of each set.

use std::time::Instant;

use tesuji_adversarial::{ParallelSearch, TableSearch};
use tesuji_connect_four::ConnectFourHints;
use tesuji_connect_four::{ConnectFour, instances};
use tesuji_core::{GameSolver, Notation, Rules};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_else(|| "sets".into());
    let mut number =
        |default| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (megabytes, threads, max_positions) = (number(256), number(1), number(usize::MAX));
    let game = ConnectFour::default();
    let one =
        TableSearch::mtd_bi().hints(ConnectFourHints).table_bytes(megabytes << 20).whole_pv(false);
    let several = ParallelSearch::new(one.clone(), threads);
    let solver: &dyn GameSolver<ConnectFour> = if threads > 1 { &several } else { &one };
    if what == "empty" {
        let answer = solver.solve(&game, &game.initial());
        println!("{:?}, {:?}, {:?}", answer.judgement.value, answer.stats, answer.elapsed);
        return;
    }
    let sets = [
        ("end-easy", instances::end_easy()),
        ("middle-easy", instances::middle_easy()),
        ("begin-easy", instances::begin_easy()),
        ("middle-medium", instances::middle_medium()),
        // Takes minutes.
        ("begin-hard", instances::begin_hard()),
    ];
    for (name, set) in &sets {
        if what != *name && (what != "sets" || *name == "begin-hard") {
            continue;
        }
        let set = &set[..max_positions.min(set.len())];
        let started = Instant::now();
        let (mut generated, mut expanded, mut wrong) = (0, 0, 0);
        for instance in set {
            let position = game.parse_state(instance.columns).expect("well-formed");
            let answer = solver.solve(&game, &position);
            generated += answer.stats.generated;
            expanded += answer.stats.expanded;
            let score = game.score_of(&position, answer.judgement.value);
            wrong += u32::from(score != Some(instance.score));
        }
        let count = u32::try_from(set.len()).expect("a few hundred").max(1);
        let mean = started.elapsed() / count;
        let [generated, expanded] = [generated, expanded].map(|nodes| nodes / u64::from(count));
        println!(
            "{name}: {generated} generated, {expanded} expanded, {mean:?} each; {wrong} wrong"
        );
    }
}
