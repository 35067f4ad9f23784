//! What hints tell without a search is what a search finds.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::common::{generator, random_position};
use rand_pcg::rand_core::Rng;
use tesuji_adversarial::{Hints, TableSearch};
use tesuji_connect_four::ConnectFourHints;
use tesuji_connect_four::{ConnectFour, FollowUp, Position};
use tesuji_core::{Game, GameResult, GameSolver, NoHints, Player, Rules, StaticBounds, Value};
use tesuji_retrograde::{Reachable, Space, Table};

fn value(game: &ConnectFour, position: &Position) -> Value {
    let search = TableSearch::principal_variation().whole_pv(false);
    search.solve(game, position).judgement.value
}

/// Positions with room for three to nine stones more.
fn late_positions(game: &ConnectFour, seed: u64, count: usize) -> Vec<Position> {
    let mut random = generator(seed);
    let cells = game.board().count_ones();
    let mut positions = Vec::new();
    while positions.len() < count {
        let played = cells - 3 - random.next_u32() % 7;
        positions.extend(random_position(game, played, &mut random));
    }
    positions
}

#[test]
fn positions_with_one_essential_key_are_worth_the_same() {
    for (width, height) in [(4, 4), (5, 3), (3, 5)] {
        let game = ConnectFour::new(width, height).unwrap();
        let mut known: HashMap<u64, (Position, Value)> = HashMap::new();
        let mut pairs = 0;
        for position in late_positions(&game, 1, 4_000) {
            let value = value(&game, &position);
            let key = ConnectFourHints.key(&game, &position);
            let (other, other_value) = *known.entry(key).or_insert((position, value));
            assert_eq!(value, other_value, "{position:?} and {other:?}");
            pairs += usize::from(position != other);
        }
        assert!(pairs > 300, "only {pairs} pairs on {width}x{height}");
    }
}

#[test]
fn who_follows_up_gets_what_it_promises() {
    for (width, height) in [(5, 3), (5, 4), (4, 6), (7, 6)] {
        let game = ConnectFour::new(width, height).unwrap();
        let mut told = HashMap::new();
        for position in late_positions(&game, 2, 2_000) {
            check_promise(&game, &position, value(&game, &position), &mut told);
        }
        let promises = if height == 3 { 3 } else { 4 };
        assert!(told.values().all(|&times| times > 5) && told.len() >= promises, "{told:?}");
    }
}

#[test]
fn who_follows_up_gets_it_in_every_position_of_a_small_board() {
    let game = ConnectFour::new(4, 4).unwrap();
    let table = Table::solve(Reachable::explore_all(&game, &game.initial()));
    let (space, mut told) = (table.space(), HashMap::new());
    let positions = (0..space.len()).map(|index| space.state(&space.node(index)));
    for position in positions.filter(|position| game.result(position).is_none()) {
        let value = table.judge(&position).unwrap().value;
        check_promise(&game, &position, value, &mut told);
    }
    assert!(told.values().all(|&times| times > 1000) && told.len() == 4, "{told:?}");
}

/// How often the one who is to move or the other is promised a draw or a win.
type Told = HashMap<(bool, bool), u32>;

fn check_promise(game: &ConnectFour, position: &Position, value: Value, told: &mut Told) {
    let Some((follower, promise)) = game.follow_up(position) else { return };
    let is_mover = follower == game.to_move(position);
    let for_follower = if is_mover { value } else { value.reversed() };
    let is_kept = match promise {
        FollowUp::Holds => !matches!(for_follower, Value::Loss(_)),
        FollowUp::Wins(plies) => matches!(for_follower, Value::Win(Some(exact)) if exact <= plies),
    };
    assert!(is_kept, "{follower:?} {promise:?} in {position:?}, worth {value:?}");
    *told.entry((is_mover, matches!(promise, FollowUp::Wins(_)))).or_insert(0) += 1;
}

/// Where each move leads; the player who cannot move loses. In position 1 two moves lose: one after
/// four plies, the other after six.
const PATHS: [&[u8]; 12] =
    [&[1], &[3, 2], &[10], &[5], &[], &[6], &[7], &[8], &[9], &[], &[11], &[4]];

struct Paths;

impl Rules for Paths {
    type State = (u8, Player);
    type Move = u8;
    type Undo = u8;

    fn initial(&self) -> (u8, Player) {
        (0, Player::First)
    }

    fn visit_moves<B>(
        &self,
        &(place, _): &(u8, Player),
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        PATHS[usize::from(place)].iter().copied().try_for_each(visit)
    }

    fn play(&self, (place, player): &mut (u8, Player), to: u8) -> u8 {
        *player = player.other();
        std::mem::replace(place, to)
    }

    fn undo(&self, (place, player): &mut (u8, Player), _: u8, before: u8) {
        (*place, *player) = (before, player.other());
    }
}

impl Game for Paths {
    const NEVER_REPEATS: bool = true;

    fn to_move(&self, &(_, player): &(u8, Player)) -> Player {
        player
    }

    fn result(&self, &(place, player): &(u8, Player)) -> Option<GameResult> {
        PATHS[usize::from(place)].is_empty().then_some(GameResult::Win(player.other()))
    }
}

/// Bounds that are true. After the move to position 2, they allow the longer loss.
struct Loose;

impl Hints<Paths> for Loose {
    type Notes = ();
    type Draft = ();

    fn study(&self, game: &Paths, state: &(u8, Player)) -> (StaticBounds, ()) {
        match state.0 {
            2 => (StaticBounds::UNKNOWN.win_within(5), ()),
            3 => (StaticBounds::win_in(5), ()),
            _ => NoHints.study(game, state),
        }
    }

    fn visit_candidates<B>(
        &self,
        game: &Paths,
        state: &(u8, Player),
        (): &(),
        mut visit: impl FnMut(u8, i32, ()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        game.visit_moves(state, |to| visit(to, i32::from(to == 2), ()))
    }
}

#[test]
fn a_principal_variation_has_the_longest_defence_where_bounds_allow_a_longer_one() {
    for search in [TableSearch::principal_variation(), TableSearch::mtd_f()] {
        let judgement = search.hints(Loose).solve(&Paths, &Paths.initial()).judgement;
        assert_eq!(judgement.value, Value::Win(Some(7)));
        assert_eq!(judgement.pv, [1, 3, 5, 6, 7, 8, 9]);
    }
}
