//! A search that is compiled for newer processors is the same search.

use std::ops::ControlFlow;

use crate::common::{generator, random_position};
use tesuji_adversarial::{Hints, StaticBounds, TableSearch};
use tesuji_breakthrough::{Breakthrough, BreakthroughHints};
use tesuji_connect_four::{ConnectFour, ConnectFourHints};
use tesuji_core::{Game, GameSolver, Rules};

/// The same hints, but a search with them is compiled for the target alone.
#[derive(Clone, Copy)]
struct ForTheTarget<H>(H);

impl<G: Game, H: Hints<G>> Hints<G> for ForTheTarget<H> {
    type Notes = H::Notes;
    type Draft = H::Draft;

    const TAKE_TURNS: bool = H::TAKE_TURNS;

    fn max_learned(&self, game: &G) -> i32 {
        self.0.max_learned(game)
    }

    fn study(&self, game: &G, state: &G::State) -> (StaticBounds, H::Notes) {
        self.0.study(game, state)
    }

    fn study_after(
        &self,
        game: &G,
        notes: &H::Notes,
        mv: G::Move,
        draft: H::Draft,
        child: &G::State,
    ) -> (StaticBounds, H::Notes) {
        self.0.study_after(game, notes, mv, draft, child)
    }

    fn visit_candidates<B>(
        &self,
        game: &G,
        state: &G::State,
        notes: &H::Notes,
        visit: impl FnMut(G::Move, i32, H::Draft) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.visit_candidates(game, state, notes, visit)
    }

    fn forced_move(
        &self,
        game: &G,
        state: &G::State,
        notes: &H::Notes,
    ) -> Option<(G::Move, H::Draft)> {
        self.0.forced_move(game, state, notes)
    }

    fn key(&self, game: &G, state: &G::State) -> u64 {
        self.0.key(game, state)
    }

    fn key_by(&self, game: &G, state: &G::State, notes: &H::Notes) -> u64 {
        self.0.key_by(game, state, notes)
    }

    fn max_plies(&self, game: &G, state: &G::State) -> Option<u32> {
        self.0.max_plies(game, state)
    }

    fn history_size(&self, game: &G) -> usize {
        self.0.history_size(game)
    }

    fn history_index(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        self.0.history_index(game, state, mv)
    }
}

/// Compares searches of a position.
fn agree<G: Game, H: Hints<G> + Copy>(game: &G, hints: H, position: &G::State) {
    const { assert!(H::BITBOARDS) };
    for search in [
        TableSearch::mtd_bi(),
        TableSearch::principal_variation().best_moves(true),
        TableSearch::mtd_f().depth(7),
        TableSearch::outcome_only().table_bytes(1 << 12),
    ] {
        let newer = search.clone().hints(hints).solve(game, position);
        let target = search.hints(ForTheTarget(hints)).solve(game, position);
        assert_eq!(newer.judgement, target.judgement, "{position:?}");
        assert_eq!(newer.stats, target.stats, "{position:?}");
    }
}

#[test]
fn newer_processors_search_the_same_nodes_of_connect_four() {
    let small = ConnectFour::new(5, 4).unwrap();
    agree(&small, ConnectFourHints, &small.initial());
    let game = ConnectFour::default();
    let mut random = generator(7);
    for _ in 0..80 {
        if let Some(position) = random_position(&game, 22, &mut random) {
            agree(&game, ConnectFourHints, &position);
        }
    }
}

#[test]
fn newer_processors_search_the_same_nodes_of_breakthrough() {
    let game = Breakthrough::new(3, 5).unwrap();
    agree(&game, BreakthroughHints, &game.initial());
    let game = Breakthrough::new(4, 5).unwrap();
    let mut random = generator(7);
    for _ in 0..80 {
        if let Some(position) = random_position(&game, 14, &mut random) {
            agree(&game, BreakthroughHints, &position);
        }
    }
}
