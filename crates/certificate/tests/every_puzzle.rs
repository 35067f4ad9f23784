//! Every claim that can be stated about every board of small puzzles, and about the nim-values of
//! small rules: none of the false ones is accepted, each true one is.
//!
//! What is true solvers of its own say, which share nothing with the searches.

use std::collections::{HashMap, VecDeque};

use crate::common::{argument, check};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_certificate::{Certificate, Checker, Proof};
use tesuji_core::{HeapGame, NamedGame, Puzzle, Rules};
use tesuji_nim::{Grundy, HeapRule, OctalCode, Parts, TakeSet};
use tesuji_rush_hour::{Metric, RushHour};
use tesuji_taquin::{Board, Goal, Taquin};

/// How many moves lead to the nearest goal, for every board that can be reached.
fn distances<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
) -> HashMap<P::State, Option<u32>> {
    let mut before: HashMap<P::State, Vec<P::State>> = HashMap::from([(start.clone(), vec![])]);
    let mut waiting = VecDeque::from([start.clone()]);
    while let Some(state) = waiting.pop_front() {
        for mv in puzzle.moves(&state) {
            let after = puzzle.successor(&state, mv);
            let known = before.contains_key(&after);
            before.entry(after.clone()).or_default().push(state.clone());
            if !known {
                waiting.push_back(after);
            }
        }
    }
    let mut found: HashMap<_, _> = before.keys().map(|state| (state.clone(), None)).collect();
    let goals = before.keys().filter(|state| puzzle.is_goal(state));
    let mut waiting: VecDeque<_> = goals.map(|state| (state.clone(), 0)).collect();
    while let Some((state, moves)) = waiting.pop_front() {
        if found[&state].is_none() {
            waiting.extend(before[&state].iter().map(|state| (state.clone(), moves + 1)));
            found.insert(state, Some(moves));
        }
    }
    found
}

/// A walk from `start`: straight to the goal, then on; or at random.
fn walk<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    distances: &HashMap<P::State, Option<u32>>,
    length: u32,
    mut rng: Option<&mut Pcg64>,
) -> Option<Vec<P::Move>> {
    let (mut state, mut way) = (start.clone(), Vec::new());
    for left in (1..=length).rev() {
        let moves = puzzle.moves(&state);
        // What wastes moves wastes them first, so that the way ends at the goal if it can.
        let after = |mv: P::Move| distances[&puzzle.successor(&state, mv)];
        let mv = match &mut rng {
            Some(rng) => *moves.get(rng.next_u64() as usize % moves.len().max(1))?,
            None => *moves.iter().min_by_key(|&&mv| {
                after(mv).map_or((1, 0), |moves| (0, moves.abs_diff(left - 1)))
            })?,
        };
        puzzle.play(&mut state, mv);
        way.push(mv);
    }
    Some(way)
}

#[derive(Default)]
struct Count {
    checker: Checker,
    right: usize,
    wrong: usize,
}

impl Count {
    fn check(&mut self, certificate: &Certificate, holds: bool, must: bool) {
        match check(&self.checker, &certificate.to_bytes()) {
            Ok(_) => {
                assert!(holds, "accepted: {}", certificate.header());
                self.right += 1;
            }
            Err(error) => {
                assert!(!holds || !must, "refused: {error}\n{}", certificate.header());
                self.wrong += 1;
            }
        }
    }
}

/// Every claim about one board, by every kind of proof.
fn every_claim<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    distances: &HashMap<P::State, Option<u32>>,
    count: &mut Count,
) {
    let truth = distances[start];
    for proof in [argument("parity"), argument("hemmed-in"), Proof::Exhaustion] {
        // The arguments need not apply to all boards of which they are true.
        let must = proof == Proof::Exhaustion;
        let certificate = Certificate::unsolvable(puzzle, start, proof);
        count.check(&certificate, truth.is_none(), must);
    }
    let mut rng = Pcg64::seed_from_u64(7);
    for length in 0..=truth.unwrap_or(3) + 3 {
        let best = walk(puzzle, start, distances, length, None);
        let random = walk(puzzle, start, distances, length, Some(&mut rng));
        let kinds = [
            (&best, Proof::Layers),
            (&best, Proof::Balls),
            (&best, Proof::Costs),
            (&random, Proof::Layers),
            (&random, Proof::Costs),
        ];
        for (way, proof) in kinds {
            let Some(way) = way else { continue };
            let certificate = Certificate::shortest(puzzle, start, way, proof.clone()).unwrap();
            let must = std::ptr::eq(way, best.as_ref().unwrap())
                && (proof != Proof::Balls || puzzle.undirected_goals().is_some());
            count.check(&certificate, truth == Some(length), must);
        }
    }
    for proof in searches(puzzle, truth) {
        for length in 0..=truth.unwrap_or(3) + 3 {
            let best = walk(puzzle, start, distances, length, None);
            let random = walk(puzzle, start, distances, length, Some(&mut rng));
            let solved = truth.is_some_and(|truth| truth <= length);
            for (way, must) in [(best, true), (random, false)] {
                let Some(way) = way else { continue };
                let certificate =
                    Certificate::shortest(puzzle, start, &way, proof.clone()).unwrap();
                count.check(&certificate, truth == Some(length), must);
                let certificate = Certificate::cost_at_most(puzzle, start, &way).unwrap();
                count.check(&certificate, solved, must && truth == Some(length));
            }
            let at_least = truth.is_none_or(|truth| length <= truth);
            for proof in [proof.clone(), Proof::Layers, Proof::Costs] {
                let certificate = Certificate::cost_at_least(puzzle, start, length, proof);
                count.check(&certificate, at_least, true);
            }
        }
    }
}

/// Searches without and with patterns; those without only where they are short.
fn searches<P: Puzzle>(puzzle: &P, truth: Option<u32>) -> Vec<Proof> {
    let pieces = puzzle.pieces().unwrap_or_default();
    let number = |&piece: &u8| if piece == pieces.count { 0 } else { piece + 1 };
    let numbers = |patterns: &Vec<Vec<u8>>| {
        Proof::Search(patterns.iter().map(|pattern| pattern.iter().map(number).collect()).collect())
    };
    let with: Vec<Proof> = pieces.partitions.iter().map(numbers).collect();
    let without = with.is_empty() && truth.is_none_or(|truth| truth <= 4) || pieces.count == 5;
    with.into_iter().chain(without.then(|| Proof::Search(Vec::new()))).collect()
}

/// Every board of a taquin, those that cannot be solved included.
fn every_board(width: usize, height: usize, goal: Goal, step: usize, count: &mut Count) {
    let taquin = Taquin::<u64>::new(width, height, goal).unwrap();
    let mut boards: Vec<Vec<u8>> = vec![vec![]];
    for _ in 0..width * height {
        let longer = boards.iter().flat_map(|board| {
            let tiles = (0..(width * height) as u8).filter(|tile| !board.contains(tile));
            tiles.map(|tile| [&board[..], &[tile]].concat())
        });
        boards = longer.collect();
    }
    let board = |tiles: &Vec<u8>| -> Board<u64> {
        let text: Vec<_> = tiles.iter().map(ToString::to_string).collect();
        tesuji_core::Notation::parse_state(&taquin, &text.join(" ")).unwrap()
    };
    let mut known = HashMap::new();
    for tiles in &boards {
        if !known.contains_key(&board(tiles)) {
            known.extend(distances(&taquin, &board(tiles)));
        }
    }
    assert_eq!(known.len(), boards.len());
    for tiles in boards.iter().step_by(step) {
        every_claim(&taquin, &board(tiles), &known, count);
    }
}

#[test]
fn nothing_false_is_proved_of_small_taquins() {
    let count = &mut Count::default();
    every_board(2, 2, Goal::BlankFirst, 1, count);
    every_board(2, 2, Goal::BlankLast, 1, count);
    every_board(3, 2, Goal::BlankFirst, 17, count);
    assert!(count.right > 100 && count.wrong > 1000, "{} {}", count.right, count.wrong);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn nothing_false_is_proved_of_any_small_taquin() {
    let count = &mut Count::default();
    every_board(3, 2, Goal::BlankFirst, 1, count);
    every_board(2, 3, Goal::BlankLast, 1, count);
    every_board(2, 3, Goal::Tiles(vec![3, 1, 2, 0, 5, 4]), 1, count);
    every_board(3, 3, Goal::BlankFirst, 40_009, count);
    assert!(count.right > 3000 && count.wrong > 50_000, "{} {}", count.right, count.wrong);
}

/// Every card of this size with a red car and up to `cars` others, of two cells or three.
fn cards(width: usize, height: usize, cars: u8) -> Vec<String> {
    fn add(cells: &[Vec<char>], letter: char, left: u8, from: usize, all: &mut Vec<String>) {
        let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
        all.push(rows.join(" "));
        let (height, width) = (cells.len(), cells[0].len());
        let places = (0..width * height * 4).skip(if left == 0 { usize::MAX } else { from });
        for place in places {
            let (cell, length, upright) = (place / 4, 2 + place / 2 % 2, place % 2 == 1);
            let along = |step: usize| match upright {
                true => (cell / width + step, cell % width),
                false => (cell / width, cell % width + step),
            };
            let free = |(row, column): (usize, usize)| {
                cells.get(row).and_then(|row| row.get(column)) == Some(&'.')
            };
            if (0..length).all(|step| free(along(step))) {
                let mut next = cells.to_vec();
                (0..length).for_each(|step| next[along(step).0][along(step).1] = letter);
                add(&next, (letter as u8 + 1) as char, left - 1, place + 1, all);
            }
        }
    }
    let mut all = Vec::new();
    for row in 0..height {
        for column in 0..width - 1 {
            let mut cells = vec![vec!['.'; width]; height];
            cells[row][column..column + 2].fill('A');
            add(&cells, 'B', cars, 0, &mut all);
        }
    }
    all
}

fn every_card(cards: &[String], step: usize, count: &mut Count) {
    for card in cards.iter().step_by(step) {
        for metric in [Metric::Steps, Metric::Slides] {
            let game = RushHour::new(card.parse().unwrap(), metric);
            let start = game.initial();
            every_claim(&game, &start, &distances(&game, &start), count);
        }
    }
}

#[test]
fn nothing_false_is_proved_of_small_cards() {
    let count = &mut Count::default();
    every_card(&cards(3, 3, 2), 3, count);
    every_card(&cards(4, 3, 3), 101, count);
    assert!(count.right > 300 && count.wrong > 1000, "{} {}", count.right, count.wrong);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn nothing_false_is_proved_of_any_small_card() {
    let count = &mut Count::default();
    every_card(&cards(3, 3, 4), 1, count);
    every_card(&cards(4, 3, 3), 1, count);
    every_card(&cards(4, 4, 3), 23, count);
    assert!(count.right > 10_000 && count.wrong > 50_000, "{} {}", count.right, count.wrong);
}

/// The nim-values of the first heaps, by their definition: all ways to move, one by one.
fn nim_values<R: HeapRule>(rule: &R, count: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..count {
        let mut options = Vec::new();
        for take in 0..=heap {
            let (remains, rest) = (rule.remains(take), heap - take);
            if take > 0 && (rest == 0 && remains.none || rest > 0 && remains.one) {
                options.push(if rest == 0 { 0 } else { values[rest] });
            }
            if remains.two != Parts::No {
                let parts = (1..rest).filter(|&part| remains.two == Parts::Any || 2 * part != rest);
                options.extend(parts.map(|part| values[part] ^ values[rest - part]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// Every list of values with one of them wrong, and every period and preperiod below a bound.
fn every_value<R: HeapRule + HeapGame>(rule: &R, heaps: usize, period: u64, count: &mut Count) {
    let values = nim_values(rule, heaps);
    for mask in [0, 1, 6, 0xffff] {
        for length in [0, 1, 2, 7, 20] {
            count.check(&Certificate::nim_values(rule, &values[..length], mask), true, true);
            for heap in 0..length {
                let mut wrong = values[..length].to_vec();
                wrong[heap] ^= 1 << (heap % 3);
                count.check(&Certificate::nim_values(rule, &wrong, mask), false, false);
            }
        }
    }
    for period in 0..=period {
        for preperiod in 0..=2 * period {
            let repeat = |period: usize, preperiod: usize| {
                period > 0 && (preperiod..heaps - period).all(|n| values[n] == values[n + period])
            };
            let holds = repeat(period as usize, preperiod as usize);
            let must = rule.max_taken().is_some();
            count.check(&Certificate::period(rule, period, preperiod, 0), holds, must);
        }
    }
}

fn every_rule(octal_codes: impl Iterator<Item = String>, period: u64) {
    let count = &mut Count::default();
    // Long enough for whatever is periodic over it and has a window within it to be so for ever.
    let heaps = 100 + 8 * period as usize;
    every_value(&Grundy, heaps, period, count);
    every_value(&TakeSet::any(), heaps, period, count);
    for bits in 1u32..32 {
        let takes = (1..=5).filter(|take| bits >> (take - 1) & 1 == 1);
        every_value(&TakeSet::new(takes).unwrap(), heaps, period, count);
    }
    for code in octal_codes {
        every_value(&code.parse::<OctalCode>().unwrap(), heaps, period, count);
    }
    assert!(count.right > 1000 && count.wrong > 1000, "{} {}", count.right, count.wrong);
}

#[test]
fn no_false_nim_value_or_period_is_accepted() {
    every_rule((0..64).map(|code| format!("0.{code:02o}")), 8);
}

#[test]
#[ignore = "minutes; cargo xtask slow"]
fn no_false_nim_value_or_period_of_any_short_code_is_accepted() {
    every_rule((0..1024).map(|code| format!("{}.{:03o}", code / 512 * 4, code % 512)), 14);
}

#[test]
fn a_rule_without_a_window_has_no_period() {
    let certificate = Certificate::period(&TakeSet::any(), 4, 0, 0);
    let error = check(&Checker::new(), &certificate.to_bytes()).unwrap_err();
    assert!(error.to_string().starts_with("the period is not proved"), "{error}");
}
