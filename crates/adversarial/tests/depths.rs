//! The value to a depth is minimax's, whatever the table holds, in games with cycles above all:
//! there a position comes again with another depth left.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::common::{arbitrary, generator, random_position};
use proptest::prelude::*;
use rand_pcg::rand_core::Rng;
use tesuji_adversarial::{
    AlphaBeta, CodedMoves, Expectimax, Hints, MemoMinimax, Minimax, Negamax, NoHints,
    ParallelSearch, TableSearch, Uniform,
};
use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::score::{LARGEST_ESTIMATE, WIN, at_ply, is_loss, is_win, of_result};
use tesuji_core::{
    Evaluator, Game, GameResult, GameSolver, IncrementalKey, Limit, Notation, Player, Rules, Score,
    Value,
};
use tesuji_nim::{Convention, Nim, TakeSet};
use tesuji_rush_hour::MovesToExit;
use tesuji_rush_hour::{RushHourRocks, instances};
use tesuji_tic_tac_toe::TicTacToe;
use tesuji_zobrist::exact_key;

/// Minimax of each depth by its definition, one value for each state and depth.
struct Oracle<'a, G: Game, E> {
    game: &'a G,
    evaluator: E,
    known: HashMap<(G::State, u32), (Score, bool)>,
}

impl<'a, G: Game, E: Evaluator<G>> Oracle<'a, G, E> {
    fn new(game: &'a G, evaluator: E) -> Self {
        Oracle { game, evaluator, known: HashMap::new() }
    }

    /// The score of a depth, counted from `state`, and whether an estimate went into it.
    fn score(&mut self, state: &G::State, depth: u32) -> (Score, bool) {
        let game = self.game;
        let mover = game.to_move(state);
        if let Some(result) = game.result(state) {
            return (of_result(result, mover), false);
        }
        if depth == 0 {
            let score = self.evaluator.score(game, state);
            return (score.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE), true);
        }
        if let Some(&known) = self.known.get(&(state.clone(), depth)) {
            return known;
        }
        let (mut best, mut estimated) = (Score::MIN, false);
        for mv in game.moves(state) {
            let child = game.successor(state, mv);
            let (score, by_estimates) = self.score(&child, depth - 1);
            let score = if game.to_move(&child) == mover { score } else { -score };
            best = best.max(at_ply(score, 1));
            estimated |= by_estimates;
        }
        self.known.insert((state.clone(), depth), (best, estimated));
        (best, estimated)
    }

    fn value(&mut self, state: &G::State, depth: u32) -> Value {
        let plies = |score: Score| Some((WIN - score.abs()).cast_unsigned());
        match self.score(state, depth) {
            (score, _) if is_win(score) => Value::Win(plies(score)),
            (score, _) if is_loss(score) => Value::Loss(plies(score)),
            (0, false) => Value::Draw,
            (score, _) => Value::Estimate(score),
        }
    }
}

/// None, one line, a table that forgets, and one that keeps everything.
const TABLES: [usize; 4] = [0, 64, 1 << 12, 1 << 22];

fn check<G: Game, E: Evaluator<G> + Copy, H: Hints<G> + Copy>(
    game: &G,
    (evaluator, hints): (E, H),
    state: &G::State,
    depths: impl Iterator<Item = u32>,
) {
    let mut oracle = Oracle::new(game, evaluator);
    for depth in depths {
        let expected = oracle.value(state, depth);
        let check = |name: &str, solver: &dyn GameSolver<G>| {
            let found = solver.solve(game, state).judgement;
            let same = match (found.value, expected) {
                // What does not rest on the estimates is a draw for minimax that saw them, too.
                (Value::Draw, Value::Estimate(0)) => true,
                (found, expected) => found == expected,
            };
            assert!(same, "{name} in {state:?}, depth {depth}: {found:?}, not {expected:?}");
            let limit = (!found.value.is_proved()).then_some(Limit::Depth);
            assert_eq!(found.limit, limit, "{name} in {state:?}, depth {depth}: {found:?}");
            // Nothing that is not proved looks as if it were.
            if let Value::Estimate(score) = found.value {
                assert!(!is_win(score) && !is_loss(score), "{name} in {state:?}: {score}");
            }
        };
        if depth <= 3 {
            check("minimax", &Minimax::new().evaluator(evaluator).depth(depth));
            check("negamax", &Negamax::new().evaluator(evaluator).depth(depth));
        }
        check("alpha-beta", &AlphaBeta::new().evaluator(evaluator).depth(depth));
        for bytes in TABLES {
            macro_rules! with_table {
                ($search:expr) => {
                    $search.evaluator(evaluator).hints(hints).depth(depth).table_bytes(bytes)
                };
            }
            check(&format!("pvs, {bytes} bytes"), &with_table!(TableSearch::principal_variation()));
            let narrow = with_table!(TableSearch::principal_variation()).aspiration(1);
            check(&format!("narrow pvs, {bytes} bytes"), &narrow);
            let narrow = narrow.remember(true);
            check(&format!("remembering pvs, {bytes} bytes"), &narrow);
            check(&format!("the same again, {bytes} bytes"), &narrow);
            let verified = with_table!(TableSearch::principal_variation()).verified(true);
            check(&format!("verified pvs, {bytes} bytes"), &verified);
            check(&format!("mtd(f), {bytes} bytes"), &with_table!(TableSearch::mtd_f()));
            // Without a table it asks the same again and again.
            if bytes > 64 || depth <= 4 {
                check(&format!("mtd-bi, {bytes} bytes"), &with_table!(TableSearch::mtd_bi()));
            }
        }
    }
}

#[test]
fn rush_hour_against_rocks_where_an_entry_of_more_depth_told_another_value() {
    let text = ".....GBBBCCGAA.F.....F..x..EEE......";
    let game = RushHourRocks::new(text.parse().unwrap());
    check(&game, (MovesToExit, NoHints), &game.initial(), 1..=8);
}

/// What is asked for with deeper entries: another value than minimax's, which sees further.
#[test]
fn entries_of_more_depth_answer_where_they_are_wanted() {
    let text = ".....GBBBCCGAA.F.....F..x..EEE......";
    let game = RushHourRocks::new(text.parse().unwrap());
    let search = TableSearch::principal_variation().evaluator(MovesToExit).depth(8);
    let value = |search: &dyn GameSolver<_>| search.solve(&game, &game.initial()).judgement.value;
    assert_eq!(value(&search), Value::Estimate(-37));
    assert_eq!(value(&search.deeper_entries(true)), Value::Estimate(-40));
}

#[test]
fn a_depth_of_0_is_one_of_1() {
    let game = RushHourRocks::new(instances::LAB[0].parse().unwrap());
    macro_rules! check {
        ($($search:expr),+ $(,)?) => {$(
            let [none, one] = [0, 1].map(|depth| $search.evaluator(MovesToExit).depth(depth));
            let answers = [none, one].map(|search| search.solve(&game, &game.initial()));
            let [none, one] = answers.map(|answer| answer.judgement);
            assert_eq!(none, one, stringify!($search));
            assert!(none.best.is_some(), "{none:?}");
        )+};
    }
    check!(
        Minimax::new(),
        Negamax::new(),
        AlphaBeta::new(),
        Expectimax::new(Uniform),
        TableSearch::principal_variation(),
        TableSearch::mtd_f(),
        TableSearch::mtd_bi(),
        TableSearch::outcome_only(),
    );
    for search in [TableSearch::principal_variation(), TableSearch::mtd_bi()] {
        let parallel =
            |depth| ParallelSearch::new(search.clone().evaluator(MovesToExit).depth(depth), 2);
        let value = |depth| parallel(depth).solve(&game, &game.initial()).judgement.value;
        assert_eq!(value(0), value(1));
    }
}

/// Whatever an evaluator claims, only what is proved is a win or a loss.
#[test]
fn no_estimate_looks_like_a_win() {
    let game = TicTacToe::new();
    let states = ["XX./OO./...", "X../.O./...", ".../.../..."];
    for claim in [Score::MAX, WIN, LARGEST_ESTIMATE + 1, -WIN, Score::MIN] {
        let evaluator = |_: &TicTacToe, _: &_| claim;
        for state in states.map(|text| game.parse_state(text).unwrap()) {
            for depth in 1..=5 {
                macro_rules! check {
                    ($($search:expr),+ $(,)?) => {$(
                        let solver = $search.evaluator(evaluator).depth(depth);
                        let value = solver.solve(&game, &state).judgement.value;
                        if let Value::Estimate(score) = value {
                            let name = stringify!($search);
                            assert!(!is_win(score) && !is_loss(score), "{name}: {value:?}");
                        }
                    )+};
                }
                check!(
                    Minimax::new(),
                    Negamax::new(),
                    AlphaBeta::new(),
                    TableSearch::principal_variation(),
                    TableSearch::principal_variation().deeper_entries(true),
                    TableSearch::mtd_f(),
                    TableSearch::mtd_bi(),
                    TableSearch::outcome_only(),
                );
            }
        }
    }
}

#[test]
fn who_wins_is_known_without_a_limit_where_a_win_lies_within_the_depth() {
    let game = TicTacToe::new();
    for text in ["XX./OO./...", "X../.O./...", "XOX/.O./...", "O../.O./XX."] {
        let state = game.parse_state(text).unwrap();
        for depth in 1..=9 {
            let alone = AlphaBeta::outcome_only().depth(depth).solve(&game, &state);
            let by_table = TableSearch::outcome_only().depth(depth).solve(&game, &state);
            for found in [alone.judgement, by_table.judgement] {
                let limit = (!found.value.is_proved()).then_some(Limit::Depth);
                assert_eq!(found.limit, limit, "{text} to depth {depth}: {found:?}");
            }
        }
    }
}

#[test]
fn rush_hour_against_rocks() {
    let mut random = generator(1);
    for text in instances::LAB {
        let game = RushHourRocks::new(text.parse().unwrap());
        check(&game, (MovesToExit, NoHints), &game.initial(), 1..=4);
        for _ in 0..3 {
            let moves = random.next_u32() % 6;
            if let Some(state) = random_position(&game, moves, &mut random) {
                check(&game, (MovesToExit, NoHints), &state, 1..=4);
                check(&game, (arbitrary, NoHints), &state, 1..=3);
            }
        }
    }
}

#[test]
fn games_that_end() {
    fn check_many<G: Game, H: Hints<G> + Copy>(
        game: &G,
        hints: H,
        (count, moves, depths): (u32, u32, u32),
    ) {
        let mut random = generator(2);
        for _ in 0..count {
            let played = random.next_u32() % moves;
            if let Some(state) = random_position(game, played, &mut random) {
                check(game, (arbitrary, hints), &state, 1..=depths);
            }
        }
    }
    check_many(&TicTacToe::new(), NoHints, (20, 6, 8));
    check_many(&TicTacToe::new(), CodedMoves, (10, 6, 8));
    check_many(&ConnectFour::new(4, 4).unwrap(), NoHints, (10, 12, 8));
    check_many(&Breakthrough::new(3, 5).unwrap(), CodedMoves, (10, 12, 5));
    let nim = Nim::new(TakeSet::any(), Convention::Misere, &[3, 2, 2]).unwrap();
    check_many(&nim, NoHints, (10, 4, 8));
}

/// A game on a ring of cells whose player to move goes one, two or three cells on: it can go on
/// for ever. Some cells end it, and after some the same player moves again.
#[derive(Clone, Debug)]
struct Ring {
    cells: Vec<Cell>,
    /// Keys are those of the cells without these bits: with any, different positions share keys.
    forgotten: u8,
}

#[derive(Clone, Copy, Debug)]
enum Cell {
    Open,
    Again,
    Won,
    Lost,
    Drawn,
}

impl Ring {
    fn cell(&self, (cell, _): (u8, Player)) -> Cell {
        self.cells[usize::from(cell)]
    }
}

impl Rules for Ring {
    type State = (u8, Player);
    type Move = u8;
    type Undo = (u8, Player);

    fn initial(&self) -> (u8, Player) {
        (0, Player::First)
    }

    fn visit_moves<B>(
        &self,
        &state: &(u8, Player),
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let most = if self.result(&state).is_some() { 0 } else { 3 };
        (1..=most).try_for_each(visit)
    }

    fn play(&self, state: &mut (u8, Player), steps: u8) -> (u8, Player) {
        let before = *state;
        let again = matches!(self.cell(before), Cell::Again);
        let cells = u8::try_from(self.cells.len()).unwrap();
        state.0 = (before.0 + steps) % cells;
        state.1 = if again { before.1 } else { before.1.other() };
        before
    }

    fn undo(&self, state: &mut (u8, Player), _: u8, before: (u8, Player)) {
        *state = before;
    }

    fn key(&self, &(cell, player): &(u8, Player)) -> u64 {
        exact_key(u64::from(cell & !self.forgotten) << 1 | u64::from(player == Player::Second))
    }
}

impl Game for Ring {
    fn to_move(&self, &(_, player): &(u8, Player)) -> Player {
        player
    }

    fn result(&self, state: &(u8, Player)) -> Option<GameResult> {
        match self.cell(*state) {
            Cell::Open | Cell::Again => None,
            Cell::Won => Some(GameResult::Win(state.1)),
            Cell::Lost => Some(GameResult::Win(state.1.other())),
            Cell::Drawn => Some(GameResult::Draw),
        }
    }
}

impl IncrementalKey for Ring {
    fn recomputed_key(&self, state: &(u8, Player)) -> u64 {
        self.key(state)
    }
}

fn ring() -> impl Strategy<Value = Ring> {
    let cell = prop_oneof![
        8 => Just(Cell::Open),
        2 => Just(Cell::Again),
        1 => Just(Cell::Won),
        1 => Just(Cell::Lost),
        1 => Just(Cell::Drawn),
    ];
    prop::collection::vec(cell, 4..12).prop_map(|mut cells| {
        cells[0] = Cell::Open;
        Ring { cells, forgotten: 0 }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_with_cycles(ring in ring()) {
        check(&ring, (arbitrary, NoHints), &ring.initial(), 1..=8);
    }

    #[test]
    fn all_moves_that_keep_the_outcome_are_listed_where_positions_repeat(ring in ring()) {
        let (start, mut oracle) = (ring.initial(), Oracle::new(&ring, |_: &Ring, _: &_| 0));
        // There are at most 24 positions, so that a win takes fewer plies.
        let mut outcome = |state: &_| match oracle.score(state, 24).0 {
            score if is_win(score) => 1,
            score if is_loss(score) => -1,
            _ => 0,
        };
        let found = MemoMinimax::new().best_moves(true).solve(&ring, &start).judgement;
        let (expected, has_distance) = match found.value {
            Value::Win(plies) => (1, plies.is_some()),
            Value::Loss(plies) => (-1, plies.is_some()),
            Value::Draw | Value::Estimate(_) => (0, false),
        };
        assert_eq!(outcome(&start), expected, "{:?}", found.value);
        let mut good = ring.moves(&start);
        good.retain(|&mv| {
            let child = ring.successor(&start, mv);
            let same = ring.to_move(&child) == ring.to_move(&start);
            outcome(&child) * if same { 1 } else { -1 } == expected
        });
        if has_distance {
            good.retain(|mv| found.best_moves.contains(mv));
        }
        assert_eq!(found.best_moves, good, "{:?}", found.value);
    }

    #[test]
    fn a_list_of_draws_that_is_not_complete_names_the_limit(ring in ring()) {
        let start = ring.initial();
        let search = TableSearch::principal_variation().evaluator(arbitrary).best_moves(true);
        let found = search.depth(12).solve(&ring, &start).judgement;
        let all = MemoMinimax::new().best_moves(true).solve(&ring, &start).judgement;
        if found.value == Value::Draw && found.limit.is_none() {
            assert_eq!(found.best_moves, all.best_moves);
        }
    }

    #[test]
    fn positions_that_share_keys_are_told_apart_by_a_verified_table(ring in ring()) {
        let bad = Ring { forgotten: 0b110, ..ring.clone() };
        let estimate = |_: &Ring, state: &(u8, Player)| arbitrary(&ring, state);
        let mut oracle = Oracle::new(&bad, estimate);
        for depth in 1..=8 {
            let expected = oracle.value(&bad.initial(), depth);
            for bytes in TABLES {
                let check = |name: &str, solver: &dyn GameSolver<Ring>| {
                    let found = solver.solve(&bad, &bad.initial()).judgement.value;
                    let same = found == expected
                        || found == Value::Draw && expected == Value::Estimate(0);
                    assert!(same, "{name}, depth {depth}, {bytes} bytes: {found:?}, {expected:?}");
                };
                macro_rules! verified {
                    ($search:expr) => {
                        &$search.evaluator(estimate).depth(depth).table_bytes(bytes).verified(true)
                    };
                }
                check("pvs", verified!(TableSearch::principal_variation()));
                check("mtd(f)", verified!(TableSearch::mtd_f()));
                check("mtd-bi", verified!(TableSearch::mtd_bi()));
            }
        }
    }

    #[test]
    fn boards_of_rush_hour(card in 0..instances::classic().len(), played in 0..5u32, seed: u64) {
        let game = RushHourRocks::new(instances::classic()[card].instance.card.clone());
        if let Some(state) = random_position(&game, played, &mut generator(seed)) {
            check(&game, (MovesToExit, NoHints), &state, 1..=3);
        }
    }
}
