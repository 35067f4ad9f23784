//! Least expected numbers of moves: whatever values a file lists, the bounds that it proves contain
//! the expectation.

use std::fmt;
use std::ops::ControlFlow;

use crate::common::parts::{Parts, below};
use crate::common::{check, check_watched, expected};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_certificate::{Certificate, Checker, Claim, Entry, Rejection};
use tesuji_core::{
    Budget, Game, GameResult, NamedGame, Notation, OpenError, Player, Render, Rules, Settings, laws,
};
use tesuji_retrograde::Expectation;
use tesuji_rush_hour::{Blocked, RushHourRocks};

const NODES: u8 = 5;

/// A token on a graph: each player moves it along edges of their own. The first player wins on node
/// 0, a player who cannot move elsewhere ends the game, which the second player then wins.
#[derive(Clone, Debug)]
struct Drift {
    /// For each player, a bit for each pair of nodes.
    edges: [u32; 2],
}

impl Rules for Drift {
    type State = (u8, Player);
    type Move = u8;
    type Undo = u8;

    fn initial(&self) -> (u8, Player) {
        (1, Player::First)
    }

    fn visit_moves<B>(
        &self,
        &(node, player): &(u8, Player),
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let edges = self.edges[player as usize];
        let is_edge = |to: &u8| node > 0 && edges >> (node * NODES + to) & 1 == 1;
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

impl Game for Drift {
    fn to_move(&self, &(_, player): &(u8, Player)) -> Player {
        player
    }

    fn result(&self, state: &(u8, Player)) -> Option<GameResult> {
        let winner = if state.0 == 0 { Player::First } else { Player::Second };
        self.moves(state).is_empty().then_some(GameResult::Win(winner))
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not a position or a move")]
struct Unreadable;

impl Notation for Drift {
    type Error = Unreadable;

    fn parse_state(&self, text: &str) -> Result<(u8, Player), Unreadable> {
        let (node, player) = text.split_once(' ').ok_or(Unreadable)?;
        let node = node.parse().ok().filter(|&node: &u8| node < NODES);
        let player = match player {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(Unreadable),
        };
        Ok((node.ok_or(Unreadable)?, player))
    }

    fn write_state(&self, state: &(u8, Player), out: &mut impl fmt::Write) -> fmt::Result {
        let player = if state.1 == Player::First { "first" } else { "second" };
        write!(out, "{} {player}", state.0)
    }

    fn parse_move(&self, _: &(u8, Player), text: &str) -> Result<u8, Unreadable> {
        text.parse().map_err(|_| Unreadable)
    }

    fn write_move(&self, _: &(u8, Player), to: u8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{to}")
    }
}

impl Render for Drift {}

impl NamedGame for Drift {
    const NAME: &'static str = "drift";
    const SUMMARY: &'static str = "move a token along edges, to node 0 or away from it";
    const NOTATION: &'static str = "the node of the token, who moves";

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        let edges = |name| Ok::<_, OpenError>(settings.parse(name)?.unwrap_or(0));
        Ok(Drift { edges: [edges("first")?, edges("second")?] })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("first", self.edges[0]).with("second", self.edges[1])
    }
}

/// About half of all edges, or a third.
fn drift(rng: &mut Pcg64) -> Drift {
    let mut edges = || {
        let all = (1 << (NODES * NODES)) - 1;
        let (half, other) = (rng.next_u32() & all, rng.next_u32() & all);
        if rng.next_u32().is_multiple_of(2) { half } else { half & other }
    };
    Drift { edges: [edges(), edges()] }
}

fn cost(expectation: Option<Expectation>) -> Option<f64> {
    match expectation {
        Some(Expectation::Cost(moves)) => Some(moves),
        _ => None,
    }
}

fn record(
    game: &Drift,
    state: &(u8, Player),
    values: impl FnMut(&(u8, Player)) -> Option<f64>,
) -> Result<Certificate, Rejection> {
    Certificate::expected(game, state, Player::First, values, &Budget::unlimited())
}

/// The bounds of a claim, in moves.
fn bounds(certificate: &Certificate) -> (f64, f64) {
    let Claim::Expected { player: Player::First, least, most } = certificate.header().claim else {
        panic!("{}", certificate.header());
    };
    (least as f64 / 1e9, most as f64 / 1e9)
}

/// The file with another claim.
fn with_claim(certificate: &Certificate, least: f64, most: f64) -> Vec<u8> {
    let text = certificate.header().to_string();
    let claim = certificate.header().claim.to_string();
    let header = text.replace(&claim, &format!("first expects {least:.9} to {most:.9} moves"));
    Parts { header: header.into_bytes(), body: Parts::of(certificate).body }.file()
}

#[test]
fn what_is_expected_is_proved_closely_and_nothing_else() {
    let mut rng = Pcg64::seed_from_u64(1);
    let (mut close, mut refused) = (0, 0);
    for round in 0..5_000 {
        let game = drift(&mut rng);
        if round < 50 {
            laws::rules(&game, 100);
            laws::game(&game, 100);
            laws::notation(&game, 100);
        }
        let player = [Player::First, Player::Second][below(&mut rng, 2)];
        let start = (below(&mut rng, NODES.into()) as u8, player);
        let oracle = expected(&game, &start);
        let truth = cost(oracle.expectation(&start));
        let made = record(&game, &start, |state| cost(oracle.expectation(state)));
        let check = |file: &[u8]| Checker::new().check_game::<Drift>(file, None);
        match (made, truth) {
            (Ok(made), Some(truth)) => {
                let (least, most) = bounds(&made);
                assert!(least - 1e-7 <= truth && truth <= most + 1e-7, "{game:?}: {truth}");
                assert!(most - least < 1e-6 * (1.0 + truth), "{game:?}: {least} to {most}");
                let checked = check(&made.to_bytes()).unwrap();
                assert_eq!(checked.header, *made.header());
                check(&with_claim(&made, (least - 0.5).max(0.0), most + 1.0)).unwrap();
                let far = [(least + 1e-9, most), (least, most - 1e-9), (0.0, least / 2.0)];
                for (least, most) in far.into_iter().filter(|&(_, most)| most > 0.0) {
                    let error = check(&with_claim(&made, least, most)).unwrap_err();
                    assert!(matches!(error, Rejection::OtherClaim { .. }), "{error}");
                }
                close += 1;
            }
            (Ok(made), None) => panic!("{game:?}: {}", made.header().claim),
            // Positions from which a win is not certain can be reached.
            (Err(_), Some(_)) => refused += 1,
            (Err(error), None) => {
                let ends = ["leads to bounded values", "wrong by a move or more"];
                assert!(ends.iter().any(|end| error.to_string().ends_with(end)), "{error}");
            }
        }
    }
    assert!(close > 1_000 && refused < close / 4, "{close}, {refused}");
}

#[test]
fn wrong_values_prove_bounds_that_are_true() {
    let mut rng = Pcg64::seed_from_u64(2);
    let (mut proved, mut useful) = (0, 0);
    for _ in 0..20_000 {
        let game = drift(&mut rng);
        let player = [Player::First, Player::Second][below(&mut rng, 2)];
        let start = (below(&mut rng, NODES.into()) as u8, player);
        let oracle = expected(&game, &start);
        let by = [0.0, 0.1, 0.5, 3.0][below(&mut rng, 4)];
        let made = record(&game, &start, |state| {
            let error = by * (below(&mut rng, 1000) as f64 / 500.0 - 1.0);
            let value = cost(oracle.expectation(state)).map(|moves| (moves + error).max(0.0));
            match below(&mut rng, 60) {
                0 => None,
                1 => Some(below(&mut rng, 9) as f64),
                _ => value,
            }
        });
        let Ok(made) = made else { continue };
        let (least, most) = bounds(&made);
        let truth = cost(oracle.expectation(&start)).unwrap_or(f64::INFINITY);
        assert!(
            least - 1e-7 <= truth && truth <= most + 1e-7,
            "{game:?}: {truth}, {least}, {most}"
        );
        Checker::new().check_game::<Drift>(&made.to_bytes()[..], None).unwrap();
        proved += 1;
        useful += u32::from(by > 0.0 && most < 4.0 * least + 4.0);
    }
    assert!(proved > 4_000 && useful > 400, "{proved}, {useful}");
}

#[test]
fn a_coin_takes_two_tosses() {
    // From node 1 the token goes to node 2, from there back to node 1 or to node 0.
    let edge = |from: u8, to: u8| 1 << (from * NODES + to);
    let game = Drift { edges: [edge(1, 2), edge(2, 1) | edge(2, 0)] };
    let start = game.initial();
    let made = record(&game, &start, |_| Some(2.0)).unwrap();
    assert_eq!(made.header().claim.to_string(), "first expects 2.000000000 to 2.000000000 moves");
    let error = record(&game, &start, |_| Some(1.0)).map(|made| bounds(&made));
    assert_eq!(error.unwrap(), (0.666_666_666, 2.0));
    let never = record(&game, &start, |_| None).unwrap_err();
    assert!(never.to_string().starts_with("no move from "), "{never}");
    let wrong = record(&game, &start, |_| Some(0.0)).unwrap_err();
    assert!(wrong.to_string().starts_with("the values are wrong by a move or more"), "{wrong}");
}

#[test]
fn rocks_at_random_are_expected_to_take_nine_moves() {
    let card = "....B.....BC.AA.BC.D.....D.....DEEE.";
    let game = RushHourRocks::with(card.parse().unwrap(), Blocked::Passes);
    let start = game.initial();
    let oracle = expected(&game, &start);
    let values = |state: &_| cost(oracle.expectation(state));
    let budget = Budget::unlimited();
    let made = Certificate::expected(&game, &start, Player::First, values, &budget).unwrap();
    let (least, most) = bounds(&made);
    let published = 9.002_171_504_1;
    assert!(least <= published && published <= most && most - least < 1e-8, "{least}, {most}");
    let mut shown = None;
    let mut watch = |entry: Entry| {
        shown.get_or_insert(entry);
    };
    let checked = check_watched(&Checker::new(), &made.to_bytes(), Some(&mut watch)).unwrap();
    assert_eq!(checked.header.settings.get("blocked"), Some("passes"));
    let first = shown.expect("an entry");
    assert_eq!(first.position, game.state_text(&start));
    assert!(first.text.starts_with("9.002171"), "{}", first.text);
    let few = Checker::new().positions(1_000);
    let error = check(&few, &made.to_bytes()).unwrap_err();
    assert!(matches!(error, Rejection::Limit { limit: 1_000 }), "{error}");
}
