//! The self-check finds every altered entry.

use std::io::Cursor;

use crate::common::{FREE, Graph, TOLL, Vertex, graphs, opened, sealed};
use proptest::prelude::*;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use tesuji_breakthrough::Breakthrough;
use tesuji_core::{Budget, GameResult, Meter, Player, Silent};
use tesuji_retrograde::{CheckError, Clock, MovesOf, Numbered, Plies, Space, Table};
use tesuji_tic_tac_toe::TicTacToe;

/// The table with other cells, by way of its file.
struct Forgery<'g, G: tesuji_core::Game, K> {
    game: &'g G,
    clock: K,
    metadata: String,
    cells: Vec<u8>,
}

impl<'g, G, K> Forgery<'g, G, K>
where
    G: tesuji_core::Game + tesuji_core::Ranked + tesuji_core::Reversible,
    K: Clock<G> + Clone,
{
    fn of(table: &Table<Numbered<'g, G>, K>, game: &'g G, clock: K) -> Self {
        assert_eq!(table.bytes_per_position(), 1);
        let mut bytes = Vec::new();
        table.write_to(&mut bytes, "").unwrap();
        let (metadata, cells) = opened(&bytes);
        Forgery { game, clock, metadata, cells }
    }

    /// Checks the table with these entries set to these codes; none if they were that before.
    fn check_with(&self, changes: &[(usize, u8)]) -> Option<Result<(), CheckError>> {
        let mut cells = self.cells.clone();
        for &(index, code) in changes {
            cells[index] = code;
        }
        if cells == self.cells {
            return None;
        }
        let file = sealed(&self.metadata, &cells);
        let table = Table::read_from(Numbered::new(self.game), self.clock.clone(), file, "");
        Some(table.unwrap().check())
    }

    fn finds(&self, changes: &[(usize, u8)]) -> bool {
        self.check_with(changes) != Some(Ok(()))
    }
}

fn solved<'g, K: Clock<Graph>>(graph: &'g Graph, clock: K) -> Table<Numbered<'g, Graph>, K> {
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    Table::solve_within(Numbered::new(graph), clock, &mut Meter::new(&budget, &mut silent)).unwrap()
}

/// Every entry is set to every other code.
fn every_alteration_is_found<K: Clock<Graph> + Clone>(
    graph: &Graph,
    clock: K,
) -> Result<(), TestCaseError> {
    let table = solved(graph, clock.clone());
    prop_assert_eq!(table.check(), Ok(()));
    let forgery = Forgery::of(&table, graph, clock);
    for index in 0..graph.0.len() {
        for code in 0..=u8::MAX {
            prop_assert!(forgery.finds(&[(index, code)]), "entry {} as {}", index, code);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_altered_entry_of_a_table_in_plies_is_found(graph in graphs(12, 0)) {
        every_alteration_is_found(&graph, Plies)?;
    }

    #[test]
    fn any_altered_entry_is_found_where_moves_count_nothing(graph in graphs(12, 0)) {
        every_alteration_is_found(&graph, MovesOf(Player::First))?;
        every_alteration_is_found(&graph, FREE)?;
    }

    #[test]
    fn any_altered_entry_is_found_where_moves_have_costs(graph in graphs(12, 3)) {
        every_alteration_is_found(&graph, TOLL)?;
    }

    /// Several entries at a time, with values that occur: sooner or later such as agree with each
    /// other.
    #[test]
    fn tables_with_several_altered_entries_fail(
        graph in graphs(5, 1),
        codes in prop::collection::vec(4u8..14, 5),
    ) {
        let changes: Vec<_> = codes.into_iter().take(graph.0.len()).enumerate().collect();
        prop_assert!(Forgery::of(&solved(&graph, FREE), &graph, FREE).finds(&changes));
        let table = solved(&graph, Plies);
        prop_assert!(Forgery::of(&table, &graph, Plies).finds(&changes));
    }
}

/// First and Second move to and fro for ever. Two positions that call each other won
/// and lost agree with each other; only the falling distance tells that this is not so.
#[test]
fn positions_that_vouch_for_each_other_are_found() {
    let vertex = |mover, moves: &[u16]| Vertex {
        mover,
        result: None,
        moves: moves.iter().map(|&to| (to, 0)).collect(),
    };
    let graph = Graph(vec![vertex(Player::First, &[1]), vertex(Player::Second, &[0])]);
    let table = solved(&graph, FREE);
    let forgery = Forgery::of(&table, &graph, FREE);
    let message = |codes: [u8; 2]| {
        let error = forgery.check_with(&[(0, codes[0]), (1, codes[1])]).unwrap().unwrap_err();
        assert!(matches!(error, CheckError::Circular { .. }), "{error}");
        error.to_string()
    };
    insta::assert_snapshot!(message([8, 9]), @"entry 0 (0) is a win at cost 0, which depends on itself");
    insta::assert_snapshot!(message([9, 8]), @"entry 0 (0) is a loss at cost 0, which depends on itself");
    // Likewise draws that a player can force, as the table claims.
    insta::assert_snapshot!(message([5, 5]), @"entry 0 (0) is a draw that First can force, which depends on itself");
    insta::assert_snapshot!(message([6, 6]), @"entry 0 (0) is a draw that Second can force, which depends on itself");
    insta::assert_snapshot!(message([7, 7]), @"entry 0 (0) is a draw that either can force, which depends on itself");
}

#[test]
fn any_altered_entry_of_tic_tac_toe_is_found() {
    let game = TicTacToe::new();
    let table = Table::solve(Numbered::new(&game));
    let forgery = Forgery::of(&table, &game, Plies);
    let mut rng = Pcg64::seed_from_u64(1);
    for index in 0..table.space().len() {
        let code = (rng.next_u32() % 32) as u8;
        assert!(forgery.finds(&[(index, code)]), "entry {index} as {code}");
    }
}

#[test]
fn random_altered_entries_of_breakthrough_are_found() {
    let game = Breakthrough::new(3, 4).unwrap();
    let table = Table::solve(Numbered::new(&game));
    let forgery = Forgery::of(&table, &game, Plies);
    let mut rng = Pcg64::seed_from_u64(2);
    for _ in 0..40 {
        let index = rng.next_u32() as usize % table.space().len();
        let code = (rng.next_u32() % 40) as u8;
        assert!(forgery.finds(&[(index, code)]), "entry {index} as {code}");
    }
}

#[test]
fn errors_name_the_entry() {
    let won = |winner| Vertex {
        mover: Player::First,
        result: Some(GameResult::Win(winner)),
        moves: vec![],
    };
    let fork = Vertex { mover: Player::First, result: None, moves: vec![(1, 0), (2, 0)] };
    let graph = Graph(vec![fork, won(Player::First), won(Player::Second)]);
    let table = Table::solve(Numbered::new(&graph));
    let forgery = Forgery::of(&table, &graph, Plies);
    let message =
        |index, code| forgery.check_with(&[(index, code)]).unwrap().unwrap_err().to_string();
    insta::assert_snapshot!([message(0, 9), message(0, 3), message(2, 200)].join("\n"));
    let other = Graph(vec![won(Player::First)]);
    let mut bytes = Vec::new();
    table.write_to(&mut bytes, "").unwrap();
    let error =
        Table::read_from(Numbered::new(&other), Plies, &mut Cursor::new(bytes), "").unwrap_err();
    insta::assert_snapshot!(error, @"the table has 3 entries for 1 positions");
}
