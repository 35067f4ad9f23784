//! The game against rocks: its rules, and its values by exhaustive analysis from the end.

use std::collections::HashMap;

use rand_pcg::{Pcg64, rand_core::SeedableRng};
use tesuji_core::{Game, GameResult, Player, Rules, laws};
use tesuji_rush_hour::instances::AgainstRocks;
use tesuji_rush_hour::{Blocked, Card, Cell, RocksMove, RocksState, RushHourRocks, instances};

fn rocks(text: &str) -> RushHourRocks {
    RushHourRocks::new(text.parse().unwrap())
}

#[test]
fn the_test_board_of_the_lab_has_seven_rock_moves_and_three_after_one() {
    let game = rocks("..BCCCD.BEFFDAAE...G.EHHIGJJ.KILLL.K");
    let board = game.initial().board();
    assert_eq!(game.moves(&game.state(board, None, Player::Second)).len(), 7);
    let rock = Some(Cell { row: 3, column: 4 });
    assert_eq!(game.moves(&game.state(board, rock, Player::Second)).len(), 3);
}

#[test]
fn the_game_keeps_the_laws() {
    let boards = instances::LAB.into_iter().chain([
        "..B./AAB./..CC/....",
        "AA./BBB",
        "BCCD..BEED..AAFD.G..FHHG..I..G..IJJJ",
    ]);
    for text in boards {
        for blocked in [Blocked::Loses, Blocked::Passes] {
            let game = RushHourRocks::with(text.parse().unwrap(), blocked);
            laws::rules(&game, 3_000);
            laws::game(&game, 3_000);
            laws::min_moves_to_win(&game, 3_000);
            laws::move_codes(&game, 3_000);
            laws::incremental_key(&game, 3_000);
            laws::notation(&game, 1_000);
            laws::reversible(&game, 3_000);
        }
    }
}

#[test]
fn the_driver_wins_at_once_and_not_a_ply_later() {
    let game = rocks("..AA../B...../B...../......");
    let mut state = game.initial();
    assert_eq!(game.result(&state), None);
    for mv in ["A+1", "2-3", "A+1"] {
        let mv = tesuji_core::Notation::parse_move(&game, &state, mv).unwrap();
        game.play(&mut state, mv);
    }
    assert_eq!(game.result(&state), Some(GameResult::Win(Player::First)));
    assert_eq!(game.moves(&state), []);
}

#[test]
fn without_a_free_cell_there_is_no_rock_and_then_it_may_lie_anywhere() {
    // Outside the red car's row, two cells are free in row 0, and one in row 3.
    let game = rocks("..BB AA.. CCDD .EEE");
    let corner = Cell { row: 0, column: 0 };
    let start = game.state(game.initial().board(), Some(corner), Player::Second);
    // The previous rock excludes its row and its column: no cell is left.
    assert_eq!(game.moves(&start), [RocksMove::Pass]);
    let mut state = start;
    let undo = game.play(&mut state, RocksMove::Pass);
    assert_eq!((state.rock(), state.turn()), (None, Player::First));
    let next = game.state(state.board(), state.rock(), Player::Second);
    assert_eq!(game.moves(&next).len(), 3);
    game.undo(&mut state, RocksMove::Pass, undo);
    assert_eq!(state, start);
}

#[test]
fn a_driver_who_cannot_move_has_lost_or_passes() {
    let text = "AA./BBB";
    let game = rocks(text);
    let board = game.initial().board();
    let rock = Some(Cell { row: 0, column: 2 });
    let state = game.state(board, rock, Player::First);
    assert_eq!(game.result(&state), Some(GameResult::Win(Player::Second)));
    assert_eq!(game.moves(&state), []);
    let lenient = RushHourRocks::with(text.parse().unwrap(), Blocked::Passes);
    assert_eq!(lenient.result(&state), None);
    assert_eq!(lenient.moves(&state), [RocksMove::Pass]);
    let mut next = state;
    lenient.play(&mut next, RocksMove::Pass);
    assert_eq!((next.rock(), next.turn()), (rock, Player::Second));
}

#[test]
fn random_games_end_and_those_that_would_not_are_drawn() {
    let rng = &mut Pcg64::seed_from_u64(1);
    let game = rocks(instances::LAB[0]);
    let won = GameResult::Win(Player::First);
    assert!((0..100).filter(|_| game.playout(&game.initial(), rng) == won).count() > 50);
    // B never leaves row 0, and rocks in row 1 do not block A.
    let endless = rocks("AA....B./......B.");
    assert_eq!(endless.playout(&endless.initial(), rng), GameResult::Draw);
}

/// The whole game graph with numbered states.
struct Graph {
    states: Vec<RocksState>,
    successors: Vec<Vec<u32>>,
}

impl Graph {
    fn new(game: &RushHourRocks) -> Self {
        let mut numbers = HashMap::from([(game.initial(), 0)]);
        let mut states = vec![game.initial()];
        let mut successors = Vec::new();
        while let Some(state) = states.get(successors.len()).copied() {
            let next = game.moves(&state).into_iter().map(|mv| {
                let child = game.successor(&state, mv);
                *numbers.entry(child).or_insert_with(|| {
                    states.push(child);
                    states.len() as u32 - 1
                })
            });
            successors.push(next.collect());
        }
        Graph { states, successors }
    }

    fn drivers(&self) -> usize {
        self.states.iter().filter(|state| state.turn() == Player::First).count()
    }

    /// For each state, the plies in which `player` can force a win, if he can.
    fn forced(&self, game: &RushHourRocks, player: Player) -> Vec<Option<u32>> {
        let mut predecessors = vec![Vec::new(); self.states.len()];
        for (from, next) in self.successors.iter().enumerate() {
            next.iter().for_each(|&to| predecessors[to as usize].push(from));
        }
        let mut left: Vec<usize> = self.successors.iter().map(Vec::len).collect();
        let won = |state| game.result(state) == Some(GameResult::Win(player));
        let mut plies: Vec<_> = self.states.iter().map(|state| won(state).then_some(0)).collect();
        let mut queue: Vec<usize> =
            (0..self.states.len()).filter(|&n| plies[n].is_some()).collect();
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            next += 1;
            for &before in &predecessors[number] {
                left[before] -= 1;
                let forced = self.states[before].turn() == player || left[before] == 0;
                if forced && plies[before].is_none() {
                    plies[before] = plies[number].map(|plies| plies + 1);
                    queue.push(before);
                }
            }
        }
        plies
    }
}

/// The number of the driver's moves to a forced win, or to a forced block.
fn exact(game: &RushHourRocks) -> (Option<u32>, Option<u32>) {
    let graph = Graph::new(game);
    let wins = graph.forced(game, Player::First)[0].map(|plies| plies.div_ceil(2));
    let blocked = graph.forced(game, Player::Second)[0].map(|plies| plies / 2);
    (wins, blocked)
}

#[test]
fn the_lab_boards_are_won_in_10_16_and_14_moves() {
    let values = instances::LAB.map(|text| exact(&rocks(text)));
    assert_eq!(values, [10, 16, 14].map(|moves| (Some(moves), None)));
}

#[test]
fn the_third_board_has_206914_positions_of_the_driver() {
    assert_eq!(Graph::new(&rocks(instances::LAB[2])).drivers(), 206_914);
}

fn check_exact(card: &AgainstRocks) {
    let game = RushHourRocks::new(card.instance.card.clone());
    assert_eq!(exact(&game), (card.value, card.blocked), "{}", card.instance.name);
}

#[test]
fn classic_cards_have_their_known_values_and_one_is_blocked() {
    // Those with few boards; the others take seconds.
    let cards = instances::classic().iter().filter(|card| card.instance.reachable < 4_000);
    let cards: Vec<_> = cards.collect();
    assert!(cards.len() >= 15);
    assert_eq!(cards.iter().filter(|card| card.blocked.is_some()).count(), 1);
    cards.into_iter().for_each(check_exact);
}

#[test]
#[ignore = "seconds; cargo xtask slow"]
fn all_classic_cards_have_their_known_values() {
    instances::classic().iter().for_each(check_exact);
}

/// The least expected number of the driver's moves against random rocks, by iterating the
/// defining equations to a fixed point.
fn expected(game: &RushHourRocks) -> f64 {
    let graph = Graph::new(game);
    let mut values = vec![0.0f64; graph.states.len()];
    loop {
        let mut change = 0.0f64;
        for number in (0..values.len()).rev() {
            let next = graph.successors[number].iter().map(|&to| values[to as usize]);
            if next.len() == 0 {
                continue;
            }
            let value = match graph.states[number].turn() {
                Player::First => 1.0 + next.fold(f64::INFINITY, f64::min),
                Player::Second => next.sum::<f64>() / graph.successors[number].len() as f64,
            };
            change = change.max((value - values[number]).abs());
            values[number] = value;
        }
        if change < 1e-11 {
            return values[0];
        }
    }
}

fn check_expected(card: Card, known: f64) {
    let value = expected(&RushHourRocks::with(card.clone(), Blocked::Passes));
    assert!((value - known).abs() < 1e-9, "{card}: {value}, not {known}");
}

#[test]
fn against_random_rocks_small_cards_take_their_known_expected_numbers_of_moves() {
    check_expected(instances::LAB[0].parse().unwrap(), 9.002_171_504_1);
    for card in instances::classic().iter().filter(|card| card.instance.reachable < 900) {
        check_expected(card.instance.card.clone(), card.expected);
    }
}

#[test]
#[ignore = "a minute; cargo xtask slow"]
fn against_random_rocks_all_cards_take_their_known_expected_numbers_of_moves() {
    for (text, known) in instances::LAB.into_iter().zip([9.002_171_504_1, 16.0, 14.0]) {
        check_expected(text.parse().unwrap(), known);
    }
    for card in instances::classic() {
        check_expected(card.instance.card.clone(), card.expected);
    }
}
