//! Games that are graphs drawn at random, with cycles, draws, and turns in any order.

use std::ops::ControlFlow;

use rand::RngExt;
use rand_pcg::Pcg64;
use tesuji_core::{Game, GameResult, IncrementalKey, Player, Rules};
use tesuji_zobrist::exact_key;

/// A game whose positions are the vertices of a graph. It starts at the first.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    vertices: Vec<Vertex>,
    /// Keys are those of the numbers without these bits: with any, different positions share keys.
    forgotten: u16,
}

#[derive(Clone, Debug)]
struct Vertex {
    mover: Player,
    result: Option<GameResult>,
    moves: Vec<u16>,
}

impl Graph {
    /// A graph of `size` vertices, most of them with one to four moves to anywhere.
    pub(crate) fn random(size: u16, rng: &mut Pcg64) -> Self {
        let vertex = |number: u16, rng: &mut Pcg64| {
            let mover = if rng.random_bool(0.5) { Player::First } else { Player::Second };
            let result =
                (number > 0 && rng.random_bool(0.25)).then(|| match rng.random_range(0..5) {
                    0..2 => GameResult::Win(Player::First),
                    2..4 => GameResult::Win(Player::Second),
                    _ => GameResult::Draw,
                });
            let mut moves = Vec::new();
            if result.is_none() {
                moves.resize_with(rng.random_range(1..=4), || rng.random_range(0..size));
            }
            Vertex { mover, result, moves }
        };
        Graph { vertices: (0..size).map(|number| vertex(number, rng)).collect(), forgotten: 0 }
    }

    /// The same game with keys that leave out these bits of the position's number.
    pub(crate) fn forgetting(mut self, bits: u16) -> Self {
        self.forgotten = bits;
        self
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = u16> {
        (0..).take(self.vertices.len())
    }

    fn vertex(&self, state: u16) -> &Vertex {
        &self.vertices[usize::from(state)]
    }
}

impl Rules for Graph {
    type State = u16;
    /// The number of the move.
    type Move = u8;
    type Undo = u16;

    fn initial(&self) -> u16 {
        0
    }

    fn visit_moves<B>(
        &self,
        &state: &u16,
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (0..).take(self.vertex(state).moves.len()).try_for_each(visit)
    }

    fn play(&self, state: &mut u16, mv: u8) -> u16 {
        let next = self.vertex(*state).moves[usize::from(mv)];
        std::mem::replace(state, next)
    }

    fn undo(&self, state: &mut u16, _: u8, before: u16) {
        *state = before;
    }

    fn key(&self, &state: &u16) -> u64 {
        exact_key(u64::from(state & !self.forgotten))
    }
}

impl Game for Graph {
    fn to_move(&self, &state: &u16) -> Player {
        self.vertex(state).mover
    }

    fn result(&self, &state: &u16) -> Option<GameResult> {
        self.vertex(state).result
    }
}

impl IncrementalKey for Graph {
    fn recomputed_key(&self, state: &u16) -> u64 {
        self.key(state)
    }
}
