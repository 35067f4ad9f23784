//! A search that is compiled for newer processors is the same search.

use std::ops::ControlFlow;

use crate::common::{generator, random_position};
use tesuji_adversarial::{Hints, StaticBounds, TableSearch};
use tesuji_connect_four::{Cell, ConnectFour, ConnectFourHints, Position};
use tesuji_core::{GameSolver, Rules};

type Notes = <ConnectFourHints as Hints<ConnectFour>>::Notes;

/// The hints of Connect Four, whose search is compiled for the target alone.
struct ForTheTarget;

impl Hints<ConnectFour> for ForTheTarget {
    type Notes = Notes;
    type Draft = u64;

    const TAKE_TURNS: bool = <ConnectFourHints as Hints<ConnectFour>>::TAKE_TURNS;

    fn max_learned(&self, game: &ConnectFour) -> i32 {
        ConnectFourHints.max_learned(game)
    }

    fn study(&self, game: &ConnectFour, position: &Position) -> (StaticBounds, Notes) {
        ConnectFourHints.study(game, position)
    }

    fn study_after(
        &self,
        game: &ConnectFour,
        notes: &Notes,
        cell: Cell,
        draft: u64,
        child: &Position,
    ) -> (StaticBounds, Notes) {
        ConnectFourHints.study_after(game, notes, cell, draft, child)
    }

    fn visit_candidates<B>(
        &self,
        game: &ConnectFour,
        position: &Position,
        notes: &Notes,
        visit: impl FnMut(Cell, i32, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        ConnectFourHints.visit_candidates(game, position, notes, visit)
    }

    fn forced_move(
        &self,
        game: &ConnectFour,
        position: &Position,
        notes: &Notes,
    ) -> Option<(Cell, u64)> {
        ConnectFourHints.forced_move(game, position, notes)
    }

    fn key(&self, game: &ConnectFour, position: &Position) -> u64 {
        ConnectFourHints.key(game, position)
    }

    fn key_by(&self, game: &ConnectFour, position: &Position, notes: &Notes) -> u64 {
        ConnectFourHints.key_by(game, position, notes)
    }

    fn max_plies(&self, game: &ConnectFour, position: &Position) -> Option<u32> {
        ConnectFourHints.max_plies(game, position)
    }
}

#[test]
fn newer_processors_search_the_same_nodes() {
    const { assert!(<ConnectFourHints as Hints<ConnectFour>>::BITBOARDS) };
    let agree = |game: &ConnectFour, position: &Position, search: TableSearch| {
        let newer = search.clone().hints(ConnectFourHints).solve(game, position);
        let target = search.hints(ForTheTarget).solve(game, position);
        assert_eq!(newer.judgement, target.judgement, "{position:?}");
        assert_eq!(newer.stats, target.stats, "{position:?}");
    };
    let small = ConnectFour::new(5, 4).unwrap();
    let game = ConnectFour::default();
    let mut random = generator(7);
    for search in [
        TableSearch::mtd_bi(),
        TableSearch::principal_variation().best_moves(true),
        TableSearch::mtd_f().depth(7),
        TableSearch::outcome_only().table_bytes(1 << 12),
    ] {
        agree(&small, &small.initial(), search.clone());
        for _ in 0..20 {
            if let Some(position) = random_position(&game, 22, &mut random) {
                agree(&game, &position, search.clone());
            }
        }
    }
}
