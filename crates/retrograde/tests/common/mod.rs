//! Games that are plain graphs, drawn at random, and a slow but obvious way to solve them.
#![allow(dead_code, reason = "each test file uses some of this")]

use std::io::Cursor;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tesuji_core::{Game, GameResult, Player, Ranked, Reversible, Rules};
use tesuji_storage::container::{Container, StoredBlock, Writer};

/// The metadata and the entries of a table's file.
pub(crate) fn opened(file: &[u8]) -> (String, Vec<u8>) {
    let mut container = Container::new(Cursor::new(file)).unwrap();
    let (mut content, mut block) = (Vec::new(), Vec::new());
    for number in 0..container.block_count() {
        container.read(number, &mut block).unwrap();
        content.extend(&block);
    }
    (container.metadata().to_owned(), content)
}

/// The file with these metadata and entries, which are few and not compressed.
pub(crate) fn sealed(metadata: &str, content: &[u8]) -> Cursor<Vec<u8>> {
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file, metadata).unwrap();
    writer.stored_block(b"", &StoredBlock::plain(content.to_vec()).unwrap()).unwrap();
    writer.finish().unwrap();
    Cursor::new(file)
}

/// A position of a graph game.
#[derive(Clone, Debug)]
pub(crate) struct Vertex {
    pub(crate) mover: Player,
    /// How the game ended; the vertex has moves exactly if this is none.
    pub(crate) result: Option<GameResult>,
    /// Where each move leads and what it counts. Several may lead to the same vertex.
    pub(crate) moves: Vec<(u16, u32)>,
}

/// A game whose positions are the vertices of a graph. It starts at the first.
#[derive(Clone, Debug)]
pub(crate) struct Graph(pub(crate) Vec<Vertex>);

impl Graph {
    pub(crate) fn vertices(&self) -> impl Iterator<Item = u16> {
        (0..).take(self.0.len())
    }

    /// What a move counts.
    pub(crate) fn toll(&self, state: &u16, mv: u8) -> u32 {
        self.0[usize::from(*state)].moves[usize::from(mv)].1
    }
}

/// A clock of graphs. All tests have this type in common, as each type of clock is compiled apart.
pub(crate) type GraphClock = fn(&Graph, &u16, u8) -> u32;

/// What the graph says that the move counts.
pub(crate) const TOLL: GraphClock = |graph, state, mv| graph.toll(state, mv);

/// Moves count nothing.
pub(crate) const FREE: GraphClock = |_, _, _| 0;

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
        state: &u16,
        mut visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (mv, _) in (0..).zip(&self.0[usize::from(*state)].moves) {
            visit(mv)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, state: &mut u16, mv: u8) -> u16 {
        let next = self.0[usize::from(*state)].moves[usize::from(mv)].0;
        std::mem::replace(state, next)
    }

    fn undo(&self, state: &mut u16, _: u8, before: u16) {
        *state = before;
    }
}

impl Game for Graph {
    fn to_move(&self, state: &u16) -> Player {
        self.0[usize::from(*state)].mover
    }

    fn result(&self, state: &u16) -> Option<GameResult> {
        self.0[usize::from(*state)].result
    }
}

impl Ranked for Graph {
    fn state_count(&self) -> u64 {
        self.0.len() as u64
    }

    fn rank(&self, state: &u16) -> u64 {
        u64::from(*state)
    }

    fn unrank(&self, rank: u64) -> u16 {
        u16::try_from(rank).unwrap()
    }
}

impl Reversible for Graph {
    fn visit_predecessors<B>(
        &self,
        state: &u16,
        mut visit: impl FnMut(u8, u16) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in self.vertices() {
            for mv in self.moves(&from) {
                if self.successor(&from, mv) == *state {
                    visit(mv, from)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Graphs of up to `most` vertices, where a move counts at most `toll`.
pub(crate) fn graphs(most: usize, toll: u32) -> impl Strategy<Value = Graph> {
    (2..=most).prop_flat_map(move |size| {
        let target = 0..u16::try_from(size).unwrap();
        let vertex = (
            prop_oneof![Just(Player::First), Just(Player::Second)],
            prop_oneof![
                6 => Just(None),
                1 => Just(Some(GameResult::Win(Player::First))),
                1 => Just(Some(GameResult::Win(Player::Second))),
                1 => Just(Some(GameResult::Draw)),
            ],
            prop::collection::vec((target, 0..=toll), 1..4),
        );
        prop::collection::vec(
            vertex.prop_map(|(mover, result, moves)| Vertex {
                mover,
                result,
                moves: if result.is_some() { Vec::new() } else { moves },
            }),
            size,
        )
        .prop_map(Graph)
    })
}

/// The least cost at which each player can force a win from each vertex, `u64::MAX` if not at all:
/// what can be forced within one ply, two plies, and so on.
pub(crate) fn forced_wins(graph: &Graph, toll: impl Fn(u16, u8) -> u32) -> [Vec<u64>; 2] {
    [Player::First, Player::Second].map(|winner| {
        let mut costs: Vec<u64> = graph
            .vertices()
            .map(|v| if graph.result(&v) == Some(GameResult::Win(winner)) { 0 } else { u64::MAX })
            .collect();
        for _ in 0..=graph.0.len() {
            costs = graph
                .vertices()
                .map(|v| {
                    let totals = graph.moves(&v).into_iter().map(|mv| {
                        let there = costs[usize::from(graph.successor(&v, mv))];
                        there.saturating_add(toll(v, mv).into())
                    });
                    let best =
                        if graph.to_move(&v) == winner { totals.min() } else { totals.max() };
                    best.unwrap_or(costs[usize::from(v)])
                })
                .collect();
        }
        costs
    })
}

/// From which drawn vertices each player can force an end, if neither player throws the draw away.
pub(crate) fn forced_ends(graph: &Graph, drawn: &[bool]) -> [Vec<bool>; 2] {
    [Player::First, Player::Second].map(|ender| {
        let mut forced: Vec<bool> =
            graph.vertices().map(|v| graph.result(&v) == Some(GameResult::Draw)).collect();
        for _ in 0..=graph.0.len() {
            forced = graph
                .vertices()
                .map(|v| {
                    let mut keeping = graph
                        .moves(&v)
                        .into_iter()
                        .map(|mv| usize::from(graph.successor(&v, mv)))
                        .filter(|&next| drawn[next]);
                    let now = if graph.to_move(&v) == ender {
                        keeping.any(|next| forced[next])
                    } else {
                        keeping.all(|next| forced[next])
                    };
                    let over = graph.result(&v).is_some();
                    drawn[usize::from(v)] && if over { forced[usize::from(v)] } else { now }
                })
                .collect();
        }
        forced
    })
}
