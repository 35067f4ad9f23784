//! Nim-values of positions: every true one is accepted by both proofs, and no other number is.

use std::fmt;
use std::ops::ControlFlow;

use crate::common::check;
use crate::common::parts::Parts;
use tesuji_certificate::{Certificate, Checker, Claim, Proof, Rejection, best_mask};
use tesuji_core::{
    Budget, Game, GameResult, Limit, NamedGame, Notation, OpenError, Player, Render, Rules,
    Settings, laws,
};
use tesuji_nim::theory::nim_values_by_definition;
use tesuji_nim::{Convention, Grundy, LargeNim, NamedRule, Nim, OctalCode, TakeSet};
use tesuji_tic_tac_toe::TicTacToe;

/// A file without entries that claims a nim-value.
fn claim<G: NamedGame>(game: &G, state: &G::State, value: u64, proof: &str) -> Vec<u8> {
    let settings = game.settings();
    let lines = settings.iter().map(|(name, value)| format!("set {name} {value}\n"));
    let header = format!(
        "tesuji certificate 1\ngame {}\n{}position {}\nclaim nim-value {value}\nproof {proof}\n\
         entries 0\nbytes 0\n\n",
        G::NAME,
        lines.collect::<String>(),
        game.state_text(state)
    );
    Parts { header: header.into_bytes(), body: Vec::new() }.file()
}

/// All lists of up to three heaps below this size.
fn heaps(below: usize) -> impl Iterator<Item = Vec<usize>> {
    let one = (0..below).map(|a| vec![a]);
    let two = (0..below * below).map(move |ab| vec![ab / below, ab % below]);
    let three = (0..below.pow(3))
        .map(move |abc| vec![abc / (below * below), abc / below % below, abc % below]);
    one.chain(two).chain(three)
}

fn exhaust<R: NamedRule>(rule: &R) {
    let values = nim_values_by_definition(rule, 300).unwrap();
    // Heaps that break have many positions.
    for heaps in heaps(if rule.breaks() { 4 } else { 5 }) {
        let game = Nim::new(rule.clone(), Convention::Normal, &heaps).unwrap();
        let expected = heaps.iter().fold(0, |sum, &heap| sum ^ u64::from(values[heap]));
        for value in 0..=7 {
            for proof in ["nimbers", "least-excluded mask 5"] {
                let file = claim(&game, &game.initial(), value, proof);
                let checked = Checker::new().check_game::<Nim<R>>(&file[..], None);
                match checked {
                    Ok(_) => assert_eq!(value, expected, "{heaps:?}"),
                    Err(Rejection::OtherClaim { proved, .. }) => {
                        assert_eq!(proved, format!("nim-value {expected}"), "{heaps:?}");
                        assert_ne!(value, expected, "{heaps:?}");
                    }
                    Err(error) => panic!("{heaps:?}: {error}"),
                }
            }
        }
    }
}

#[test]
fn the_nim_values_of_all_small_sums_are_proved_and_no_others() {
    exhaust(&TakeSet::any());
    exhaust(&TakeSet::up_to_three());
    exhaust(&Grundy);
    for code in ["0.77", "4.3", "0.137", "4.7"] {
        exhaust(&code.parse::<OctalCode>().unwrap());
    }
}

#[test]
fn heaps_of_thousands_are_proved_by_their_nim_values() {
    let kayles: OctalCode = "0.77".parse().unwrap();
    let game = LargeNim::new(kayles.clone(), Convention::Normal, &[20_000, 7, 12_345]).unwrap();
    let values = nim_values_by_definition(&kayles, 500).unwrap();
    let mask = best_mask(&values);
    // The values repeat from heap 71 on, every twelve tokens.
    let value = |heap: usize| u64::from(values[if heap < 71 { heap } else { 72 + heap % 12 }]);
    let expected = value(20_000) ^ value(7) ^ value(12_345);
    for claimed in [expected, expected ^ 1, expected + 2] {
        let proof = format!("least-excluded mask {mask}");
        let file = claim(&game, &game.initial(), claimed, &proof);
        let checked = Checker::new().check_game::<LargeNim<OctalCode>>(&file[..], None);
        assert_eq!(checked.is_ok(), claimed == expected, "{claimed}: {checked:?}");
    }
}

#[test]
fn what_is_recorded_is_accepted() {
    let game = Nim::new(Grundy, Convention::Normal, &[9, 4, 12]).unwrap();
    let start = game.initial();
    let budget = Budget::unlimited();
    for proof in [Proof::Nimbers, Proof::LeastExcluded { mask: 3 }] {
        let made = Certificate::nim_value(&game, &start, proof, &budget).unwrap();
        let checked = check(&Checker::new(), &made.to_bytes()).unwrap();
        // Heaps of 9 and 12 have the value 1, one of 4 has 0.
        assert_eq!(checked.header.claim, Claim::NimValue(0));
    }
    let layers = Certificate::nim_value(&game, &start, Proof::Layers, &budget);
    assert!(matches!(layers, Err(Rejection::WrongProof(_))));
    let few = Budget::unlimited().nodes(100);
    let stopped = Certificate::nim_value(&game, &start, Proof::Nimbers, &few);
    assert!(matches!(stopped, Err(Rejection::Stopped { limit: Limit::Nodes })));
}

#[test]
fn games_that_are_not_impartial_have_no_nim_values() {
    let misere = Nim::new(TakeSet::any(), Convention::Misere, &[1]).unwrap();
    for value in 0..3 {
        for proof in ["nimbers", "least-excluded mask 0"] {
            let file = claim(&misere, &misere.initial(), value, proof);
            let error = check(&Checker::new(), &file).unwrap_err();
            assert!(matches!(error, Rejection::WrongProof(_)), "{error}");
            let board = TicTacToe::new();
            let file = claim(&board, &board.parse_state("XOXXOXOXO").unwrap(), value, proof);
            let error = check(&Checker::new(), &file).unwrap_err();
            assert!(matches!(error, Rejection::WrongProof(_)), "{error}");
        }
    }
}

#[test]
fn a_check_keeps_no_more_positions_than_allowed() {
    let game = Nim::new(TakeSet::any(), Convention::Normal, &[9, 9, 9]).unwrap();
    let file = claim(&game, &game.initial(), 9, "nimbers");
    let error = check(&Checker::new().positions(500), &file).unwrap_err();
    assert!(matches!(error, Rejection::Limit { limit: 500 }), "{error}");
    check(&Checker::new().positions(5_000), &file).unwrap();
}

#[test]
fn large_positions_count_as_several() {
    let game = LargeNim::new(TakeSet::any(), Convention::Normal, &[1; 1_900]).unwrap();
    let file = claim(&game, &game.initial(), 0, "nimbers");
    let checker = Checker::new().positions(10_000);
    let error = checker.check_game::<LargeNim<TakeSet>>(&file[..], None).unwrap_err();
    // A list of 7,600 bytes, 32 of which count as a position.
    assert!(matches!(error, Rejection::Limit { limit: 42 }), "{error}");
    let checker = Checker::new().budget(Budget::unlimited().nodes(10_000));
    let error = checker.check_game::<LargeNim<TakeSet>>(&file[..], None).unwrap_err();
    assert!(matches!(error, Rejection::Stopped { limit: Limit::Nodes }), "{error}");
    // A heap that breaks may become as many as it has tokens.
    let breaking = LargeNim::new(Grundy, Convention::Normal, &[300, 2]).unwrap();
    assert_eq!(breaking.extra_bytes(&breaking.initial()), 4 * 302);
}

const NODES: u8 = 4;

/// Two players move a token along the edges of a directed graph in turn. A player who cannot move
/// loses, or wins if the rules say so.
#[derive(Clone, Debug)]
struct Token {
    /// A bit for each pair of nodes.
    edges: u16,
    wins: bool,
}

impl Rules for Token {
    type State = (u8, Player);
    type Move = u8;
    type Undo = u8;

    fn initial(&self) -> (u8, Player) {
        (0, Player::First)
    }

    fn visit_moves<B>(
        &self,
        &(node, _): &(u8, Player),
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let is_edge = |to: &u8| self.edges >> (node * NODES + to) & 1 == 1;
        (0..NODES).filter(is_edge).try_for_each(visit)
    }

    fn play(&self, state: &mut (u8, Player), to: u8) -> u8 {
        state.1 = state.1.other();
        std::mem::replace(&mut state.0, to)
    }

    fn undo(&self, state: &mut (u8, Player), _: u8, from: u8) {
        *state = (from, state.1.other());
    }
}

impl Game for Token {
    fn to_move(&self, &(_, player): &(u8, Player)) -> Player {
        player
    }

    fn result(&self, state: &(u8, Player)) -> Option<GameResult> {
        let winner = if self.wins { state.1 } else { state.1.other() };
        self.moves(state).is_empty().then_some(GameResult::Win(winner))
    }

    /// Not true if `wins`.
    fn is_impartial(&self) -> bool {
        true
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not a position or a move")]
struct Unreadable;

impl Notation for Token {
    type Error = Unreadable;

    fn parse_state(&self, text: &str) -> Result<(u8, Player), Unreadable> {
        let found = text.parse().ok().filter(|&node: &u8| node < NODES);
        Ok((found.ok_or(Unreadable)?, Player::First))
    }

    fn write_state(&self, state: &(u8, Player), out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{}", state.0)
    }

    fn parse_move(&self, _: &(u8, Player), text: &str) -> Result<u8, Unreadable> {
        text.parse().map_err(|_| Unreadable)
    }

    fn write_move(&self, _: &(u8, Player), to: u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{to}")
    }
}

impl Render for Token {}

impl NamedGame for Token {
    const NAME: &'static str = "token";
    const SUMMARY: &'static str = "move a token along the edges of a graph";
    const NOTATION: &'static str = "the node of the token";

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        let edges = settings.parse("edges")?.unwrap_or(0);
        Ok(Token { edges, wins: settings.get("stuck") == Some("wins") })
    }

    fn settings(&self) -> Settings {
        let stuck = if self.wins { "wins" } else { "loses" };
        Settings::new().with("edges", self.edges).with("stuck", stuck)
    }
}

/// The nim-value of a node, or `None` if a cycle can be reached, by longest paths.
fn nim_value(edges: u16, node: u8, depth: u8) -> Option<u64> {
    if depth > NODES {
        return None;
    }
    let after = (0..NODES).filter(|to| edges >> (node * NODES + to) & 1 == 1);
    let values: Option<Vec<u64>> = after.map(|to| nim_value(edges, to, depth + 1)).collect();
    let values = values?;
    (0..).find(|value| !values.contains(value))
}

#[test]
fn graphs_of_four_nodes_have_their_nim_value_or_none() {
    let (mut values, mut cycles) = ([0; 4], 0);
    for edges in (0..=u16::MAX).step_by(5) {
        let game = Token { edges, wins: false };
        if edges < 100 {
            laws::rules(&game, 100);
            laws::game(&game, 100);
        }
        let expected = nim_value(edges, 0, 0);
        for claimed in 0..5 {
            let file = claim(&game, &game.initial(), claimed, "nimbers");
            match Checker::new().check_game::<Token>(&file[..], None) {
                Ok(_) => {
                    assert_eq!(expected, Some(claimed), "{edges:016b}");
                    values[claimed as usize] += 1;
                }
                Err(Rejection::OtherClaim { proved, .. }) => {
                    let expected = expected.expect("a value");
                    assert_eq!(proved, format!("nim-value {expected}"), "{edges:016b}");
                    assert_ne!(claimed, expected, "{edges:016b}");
                }
                Err(Rejection::Refuted(reason)) => {
                    assert!(reason.ends_with(" can repeat"), "{reason}");
                    assert_eq!(expected, None, "{edges:016b}");
                    cycles += 1;
                }
                Err(error) => panic!("{edges:016b}: {error}"),
            }
        }
    }
    assert!(values.iter().all(|&count| count > 0) && cycles > 0, "{values:?}, {cycles}");
}

#[test]
fn a_game_that_says_falsely_that_it_is_normal_play_is_found_out() {
    let game = Token { edges: 0b10, wins: true };
    for value in 0..3 {
        let file = claim(&game, &game.initial(), value, "nimbers");
        let error = Checker::new().check_game::<Token>(&file[..], None).unwrap_err();
        assert!(error.to_string().ends_with("the player who cannot move"), "{error}");
    }
}
