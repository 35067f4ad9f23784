//! What is called a deadlock is one, by the whole space of small levels; and solution lengths by a
//! search that shares nothing with the crate.

use std::collections::{HashMap, HashSet, VecDeque};

use tesuji_core::{Puzzle, Rules};
use tesuji_sokoban::{Deadlock, Metric, Sokoban, Warehouse, levels};

/// The states that the start leads to, and those of them from which a goal can be reached.
fn whole_space(sokoban: &Sokoban) -> (Vec<Warehouse>, HashSet<usize>) {
    let mut states = vec![sokoban.initial()];
    let mut numbers = HashMap::from([(states[0], 0)]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while at < states.len() {
        let state = states[at];
        for mv in sokoban.moves(&state) {
            let child = sokoban.successor(&state, mv);
            let number = *numbers.entry(child).or_insert(states.len());
            if number == states.len() {
                states.push(child);
                before.push(Vec::new());
            }
            before[number].push(at);
        }
        at += 1;
    }
    let goals = (0..states.len()).filter(|&number| sokoban.is_goal(&states[number]));
    let mut solvable: HashSet<usize> = goals.collect();
    let mut queue: Vec<usize> = solvable.iter().copied().collect();
    while let Some(number) = queue.pop() {
        for &number in &before[number] {
            if solvable.insert(number) {
                queue.push(number);
            }
        }
    }
    (states, solvable)
}

#[test]
fn no_deadlock_can_be_solved() {
    let numbers = [1, 2, 4, 5, 9, 15, 17, 21, 25, 26, 27, 28, 30, 31, 40, 44, 45, 56, 57];
    let (mut found, mut unsolvable) = ([0; 3], 0);
    for number in numbers {
        let level = levels::microban()[number - 1].clone();
        let sokoban = Sokoban::new(level, Metric::Pushes);
        let (states, solvable) = whole_space(&sokoban);
        unsolvable += states.len() - solvable.len();
        for (index, state) in states.iter().enumerate() {
            let Some(deadlock) = sokoban.deadlock(state) else { continue };
            assert!(!solvable.contains(&index), "level {number}: {deadlock}, but {state:?}");
            found[match deadlock {
                Deadlock::DeadSquare { .. } => 0,
                Deadlock::Frozen { .. } => 1,
                Deadlock::Unmatched => 2,
            }] += 1;
        }
    }
    insta::assert_snapshot!(format!("{found:?} of {unsolvable}"), @"[23981, 162, 52] of 24417");
}

/// The fewest moves and the fewest pushes of a level, on its characters alone. The state of the
/// queue for pushes is a distance of 0 for a step and 1 for a push.
fn by_characters(rows: &[&str], pushes_only: bool) -> u32 {
    let at = |(row, column): (i32, i32)| {
        rows.get(row as usize).and_then(|row| row.as_bytes().get(column as usize)).copied()
    };
    let cells = || {
        (0..rows.len() as i32)
            .flat_map(|row| (0..rows[row as usize].len() as i32).map(move |column| (row, column)))
    };
    let player = cells().find(|&cell| matches!(at(cell), Some(b'@' | b'+'))).unwrap();
    let boxes: Vec<_> = cells().filter(|&cell| matches!(at(cell), Some(b'$' | b'*'))).collect();
    let is_goal = |&cell: &(i32, i32)| matches!(at(cell), Some(b'.' | b'*' | b'+'));
    let mut best = HashMap::from([((player, boxes.clone()), 0)]);
    let mut queue = VecDeque::from([(player, boxes, 0)]);
    while let Some((player, boxes, distance)) = queue.pop_front() {
        if best[&(player, boxes.clone())] < distance {
            continue;
        }
        if boxes.iter().all(is_goal) {
            return distance;
        }
        for (down, right) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
            let to = (player.0 + down, player.1 + right);
            let beyond = (to.0 + down, to.1 + right);
            if at(to) == Some(b'#') {
                continue;
            }
            let mut after = boxes.clone();
            let pushed = boxes.iter().position(|&cell| cell == to);
            if let Some(pushed) = pushed {
                if at(beyond) == Some(b'#') || boxes.contains(&beyond) {
                    continue;
                }
                after[pushed] = beyond;
                after.sort_unstable();
            }
            let cost = distance + u32::from(pushed.is_some() || !pushes_only);
            let known = best.entry((to, after.clone())).or_insert(u32::MAX);
            if cost < *known {
                *known = cost;
                if cost == distance {
                    queue.push_front((to, after, cost));
                } else {
                    queue.push_back((to, after, cost));
                }
            }
        }
    }
    panic!("the level has no solution")
}

/// The fewest moves or pushes by the crate's rules.
fn by_rules(sokoban: &Sokoban) -> u32 {
    let mut seen = HashSet::from([sokoban.initial()]);
    let mut queue = VecDeque::from([(sokoban.initial(), 0)]);
    while let Some((state, distance)) = queue.pop_front() {
        if sokoban.is_goal(&state) {
            return distance;
        }
        for mv in sokoban.moves(&state) {
            let child = sokoban.successor(&state, mv);
            if seen.insert(child) {
                queue.push_back((child, distance + 1));
            }
        }
    }
    panic!("the level has no solution")
}

#[test]
fn solutions_are_as_short_as_an_independent_search_finds() {
    let mut lines = Vec::new();
    for number in [1, 2, 3, 4, 9, 15, 17, 19, 44] {
        let level = &levels::microban()[number - 1];
        let text = level.to_string();
        let rows: Vec<&str> = text.split('/').collect();
        let [moves, pushes] = [Metric::Moves, Metric::Pushes].map(|metric| {
            let length = by_rules(&Sokoban::new(level.clone(), metric));
            assert_eq!(length, by_characters(&rows, metric == Metric::Pushes), "level {number}");
            length
        });
        lines.push(format!("{number}: {moves} moves, {pushes} pushes"));
    }
    insta::assert_snapshot!(lines.join("\n"));
}
