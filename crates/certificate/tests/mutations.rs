//! Certificates that were tampered with, the checksum made right again: each is rejected, or what
//! it claims is true all the same. Never does the checker panic.

use std::collections::HashMap;
use std::mem::discriminant;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{self, available_parallelism};

use crate::common::parts::{Parts, below, mutate};
use crate::common::{check, expected, follows, layers, of_every_kind, opened};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{Checked, Checker, Claim, Header};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Budget, Game, HeapGame, NamedGame, Player, Puzzle, Solver};
use tesuji_nim::theory::nim_values_by_definition;
use tesuji_nim::{Grundy, HeapRule, NamedRule, Nim, OctalCode, TakeSet};
use tesuji_retrograde::{Exact, Expectation, Reachable, Table};
use tesuji_rush_hour::{RushHour, RushHourRocks};
use tesuji_taquin::Taquin;
use tesuji_tic_tac_toe::TicTacToe;
use tesuji_uninformed::BreadthFirst;

/// What is true, found out once for each position.
#[derive(Default)]
struct Truth {
    values: HashMap<String, Exact>,
    lengths: HashMap<String, Option<u32>>,
    nim_values: HashMap<String, u64>,
    expectations: HashMap<String, f64>,
}

impl Truth {
    fn holds(&mut self, Checked { header, .. }: &Checked) -> bool {
        match (header.game.as_str(), header.claim) {
            // The entries are compared by the checker: that they are rejected where they are wrong
            // is for the tests of counts.
            (_, Claim::Reachable { .. } | Claim::Distances { .. }) => counted(header),
            ("rush-hour-rocks", Claim::Expected { player, least, most }) => {
                let moves = self.expectation(header);
                let (least, most) = (least as f64 / 1e9, most as f64 / 1e9);
                player == Player::First && least - 1e-7 <= moves && moves <= most + 1e-7
            }
            ("nim", Claim::NimValue(claimed)) => self.sum::<TakeSet>(header, claimed),
            ("grundy", Claim::NimValue(claimed)) => self.sum::<Grundy>(header, claimed),
            ("octal", Claim::NimValue(claimed)) => self.sum::<OctalCode>(header, claimed),
            ("nim", Claim::NimValues(_) | Claim::Period { .. }) => heaps::<TakeSet>(header),
            ("grundy", Claim::NimValues(_) | Claim::Period { .. }) => heaps::<Grundy>(header),
            ("octal", Claim::NimValues(_) | Claim::Period { .. }) => heaps::<OctalCode>(header),
            ("breakthrough", _) => self.game::<Breakthrough>(header),
            ("connect-four", _) => self.game::<ConnectFour>(header),
            ("tic-tac-toe", _) => self.game::<TicTacToe>(header),
            ("nim", _) => self.game::<Nim<TakeSet>>(header),
            ("grundy", _) => self.game::<Nim<Grundy>>(header),
            ("octal", _) => self.game::<Nim<OctalCode>>(header),
            ("rush-hour-rocks", _) => self.game::<RushHourRocks>(header),
            ("rush-hour", _) => self.puzzle::<RushHour>(header),
            ("taquin", _) if header.settings.get("size") == Some("5x5") => {
                let (taquin, board) = opened::<Taquin<u128>>(header);
                header.claim == Claim::Unsolvable && !taquin.is_solvable(board)
            }
            ("taquin", _) => self.puzzle::<Taquin<u64>>(header),
            (game, _) => panic!("{game} was accepted"),
        }
    }

    fn game<G: Game + NamedGame>(&mut self, header: &Header) -> bool {
        let (game, state) = opened::<G>(header);
        let key = format!("{}{:?}{}", header.game, header.settings, header.position);
        let value = *self.values.entry(key).or_insert_with(|| {
            let table = Table::solve(Reachable::explore_all(&game, &state));
            table.value(&state).expect("the start of the table")
        });
        follows(&game, &state, value, header.claim)
    }

    /// The least expected number of the driver's moves.
    fn expectation(&mut self, header: &Header) -> f64 {
        let key = format!("{}{:?}{}", header.game, header.settings, header.position);
        *self.expectations.entry(key).or_insert_with(|| {
            let (game, state) = opened::<RushHourRocks>(header);
            match expected(&game, &state).expectation(&state) {
                Some(Expectation::Cost(moves)) => moves,
                _ => f64::INFINITY,
            }
        })
    }

    fn sum<R: NamedRule>(&mut self, header: &Header, claimed: u16) -> bool {
        let key = format!("{}{:?}{}", header.game, header.settings, header.position);
        let value = *self.nim_values.entry(key).or_insert_with(|| {
            let (game, heaps) = opened::<Nim<R>>(header);
            let values = nim_values_by_definition(game.rule(), 256).unwrap();
            heaps.to_vec().into_iter().fold(0, |sum, heap| sum ^ u64::from(values[heap]))
        });
        header.settings.get("rules") == Some("normal") && value == u64::from(claimed)
    }

    fn puzzle<P: Puzzle + NamedGame>(&mut self, header: &Header) -> bool
    where
        BreadthFirst: Solver<P>,
    {
        let (puzzle, start) = opened::<P>(header);
        let key = format!("{}{:?}{}", header.game, header.settings, header.position);
        let length = *self.lengths.entry(key).or_insert_with(|| {
            let answer = BreadthFirst.solve(&puzzle, &start);
            answer.outcome.plan().map(|plan| plan.cost)
        });
        match header.claim {
            Claim::Shortest(claimed) | Claim::Cost(claimed) => length == Some(claimed),
            Claim::AtLeast(claimed) => length.is_none_or(|length| claimed <= length),
            Claim::AtMost(claimed) => length.is_some_and(|length| length <= claimed),
            Claim::Unsolvable => length.is_none(),
            _ => false,
        }
    }
}

/// Whether the sum and the largest distance are those of the positions.
fn counted(header: &Header) -> bool {
    fn of<R: NamedGame>(header: &Header) -> bool {
        let (rules, start) = opened::<R>(header);
        let layers = layers(&rules, &start);
        let sum: u64 = layers.iter().sum();
        match header.claim {
            Claim::Reachable { positions, moves } => {
                (positions, moves as usize + 1) == (sum, layers.len())
            }
            // The largest distance is in the entries alone.
            Claim::Distances { states, .. } => states == sum,
            _ => false,
        }
    }
    match header.game.as_str() {
        "tic-tac-toe" => of::<TicTacToe>(header),
        "taquin" => of::<Taquin<u64>>(header),
        "rush-hour" => of::<RushHour>(header),
        "breakthrough" => of::<Breakthrough>(header),
        "connect-four" => of::<ConnectFour>(header),
        "rush-hour-rocks" => of::<RushHourRocks>(header),
        "nim" => of::<Nim<TakeSet>>(header),
        "grundy" => of::<Nim<Grundy>>(header),
        "octal" => of::<Nim<OctalCode>>(header),
        game => panic!("{game} was counted"),
    }
}

/// The listed values are compared by the checker; that it computes them right is for other tests.
fn heaps<R: HeapRule + HeapGame>(header: &Header) -> bool {
    let rule = R::open(&header.settings).expect("it was opened");
    let Claim::Period { period, preperiod } = header.claim else { return true };
    let (period, preperiod) = (period as usize, preperiod as usize);
    let values = nim_values_by_definition(&rule, preperiod + 5 * period + 300).unwrap();
    (preperiod..values.len() - period).all(|heap| values[heap] == values[heap + period])
}

/// Changes these files again and again, and returns how many changed ones were accepted, all of them
/// rightly.
fn attack(files: &[Parts], rounds: u64, seed: u64) -> u64 {
    let mut rng = Pcg64::seed_from_u64(seed);
    let (mut truth, mut accepted) = (Truth::default(), 0);
    // Nothing here is large, and a header may say that it is.
    let checker = Checker::new().positions(200_000).budget(Budget::unlimited().nodes(50_000_000));
    for round in 0..rounds {
        let mut parts = files[below(&mut rng, files.len())].clone();
        mutate(&mut parts, &mut rng);
        if let Ok(checked) = check(&checker, &parts.file()) {
            assert!(truth.holds(&checked), "round {round}: accepted {}", checked.header);
            accepted += 1;
        }
    }
    accepted
}

#[test]
fn tampered_certificates_are_rejected_or_true() {
    let files: Vec<Parts> = of_every_kind().iter().map(Parts::of).collect();
    let accepted = attack(&files, 20_000, 1);
    // Most changes matter, and some do not.
    assert!(0 < accepted && accepted < 10_000, "{accepted} were accepted");
}

/// The certificates by kind of claim and of proof, each kind with one of its claims and its proof.
fn kinds() -> Vec<(String, Vec<Parts>)> {
    let mut kinds: Vec<(_, String, Vec<Parts>)> = Vec::new();
    for certificate in of_every_kind() {
        let Header { claim, proof, .. } = certificate.header();
        let kind = (discriminant(claim), discriminant(proof));
        let parts = Parts::of(&certificate);
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, _, files)) => files.push(parts),
            None => kinds.push((kind, format!("{claim} by {proof}"), vec![parts])),
        }
    }
    kinds.into_iter().map(|(_, name, files)| (name, files)).collect()
}

/// Changes certificates of each kind so often, with as many threads as there are processors.
fn attack_each_kind(rounds: u64) {
    let (kinds, next) = (kinds(), AtomicUsize::new(0));
    let work = || {
        while let Some((kind, files)) = kinds.get(next.fetch_add(1, Relaxed)) {
            let accepted = attack(files, rounds, 2);
            assert!(accepted < rounds, "{kind}: nothing is rejected");
            println!("{kind}: {rounds} changed, {accepted} accepted");
        }
    };
    let threads = available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}

#[test]
fn each_kind_of_certificate_can_be_tampered_with() {
    attack_each_kind(200);
}

#[test]
#[ignore = "an hour; cargo xtask slow"]
fn a_million_tampered_certificates_of_each_kind_are_rejected_or_true() {
    attack_each_kind(1_000_000);
}

#[test]
fn the_checksum_is_the_one_written() {
    for certificate in of_every_kind() {
        assert_eq!(Parts::of(&certificate).file(), certificate.to_bytes());
    }
}
