use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tesuji_core::{Game, GameSolver, Judgement, Meter, NamedGame, Value};
use tesuji_retrograde::PlyValue;

use crate::TableError;
use crate::file::{Content, TableFile};
use crate::heading::{Detail, Heading};
use crate::key::{ByRank, Numbering};
use crate::open::open_container;

/// The table of a solved game in a file: the value of every position that can be reached from its
/// start.
///
/// The index of the file and at most 32 MiB of its blocks are in memory, whatever its size.
///
/// # Example
/// ```
/// use tesuji_connect_four::ConnectFour;
/// use tesuji_core::{Budget, Meter, Notation, Rules, Silent, Value};
/// use tesuji_table::{SolvedGame, TableError, build_by_layers};
///
/// let game = ConnectFour::new(3, 4)?;
/// let path = std::env::temp_dir().join(format!("four-{}.table", std::process::id()));
/// let (budget, mut silent) = (Budget::unlimited().memory(16 << 20), Silent);
/// build_by_layers(&game, &game.initial(), &path, 1, &mut Meter::new(&budget, &mut silent))?;
///
/// let table = SolvedGame::<ConnectFour>::open(&path)?;
/// assert_eq!(table.value(&game.initial())?, Some(Value::Draw));
/// let position = game.parse_state("112233")?;
/// let answer = table.answer(&position)?.expect("it can be reached");
/// assert_eq!((answer.moves.len(), answer.value), (3, Value::Draw));
/// # drop(table);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SolvedGame<G: Game, N: Numbering<G> = ByRank> {
    game: G,
    heading: Heading,
    file: Mutex<TableFile<N::Key>>,
    /// The memory for its blocks.
    cache_bytes: usize,
}

/// What a table says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableAnswer<M> {
    /// The value for the player to move.
    pub value: Value,
    /// Every move, in the order of the rules, with its value for the player to move; distances are
    /// from the position.
    pub moves: Vec<(M, Value)>,
    /// The principal variation, by the first of the best moves: to the end of the game, or in a draw
    /// until a position repeats.
    pub pv: Vec<M>,
}

impl<M: Copy> TableAnswer<M> {
    /// The best moves: those that keep the value and the distance.
    pub fn best_moves(&self) -> impl Iterator<Item = M> {
        self.moves.iter().filter(|(_, value)| *value == self.value).map(|&(mv, _)| mv)
    }
}

type Found = Result<Option<PlyValue>, TableError>;

impl<M: Copy> From<TableAnswer<M>> for Judgement<M> {
    fn from(answer: TableAnswer<M>) -> Self {
        Judgement {
            value: answer.value,
            best: answer.pv.first().copied(),
            best_moves: answer.best_moves().collect(),
            pv: answer.pv,
            ..Judgement::of_move(None)
        }
    }
}

/// The memory for blocks.
pub(crate) const CACHE_BYTES: usize = 32 << 20;

impl<G: Game + NamedGame, N: Numbering<G>> SolvedGame<G, N> {
    /// Opens the table in a file, with the rules that the file names.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is not a table of this game. Its blocks are checked
    /// when they are read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TableError> {
        Self::open_part(path.as_ref(), None, CACHE_BYTES)
    }

    /// Opens the table in these bytes of a file, with so much memory for its blocks.
    pub(crate) fn open_part(
        path: &Path,
        range: Option<Range<u64>>,
        cache_bytes: usize,
    ) -> Result<Self, TableError> {
        let heading = Heading::of(&open_container(path, range.clone())?, path)?;
        let (found, expected) = (heading.game.clone(), G::NAME);
        if found != expected {
            return Err(TableError::OtherGame { found, expected });
        }
        let wrong = |what| TableError::NotATable { path: path.to_owned(), what };
        if (&*heading.keys, &*heading.method) != (N::NAME, N::METHOD) {
            return Err(wrong(
                "its positions are told apart in another way, or solved by another method",
            ));
        }
        if heading.detail == Detail::Outcome && N::METHOD != "layers" {
            let what = "it has outcomes alone, which prove nothing where play can go in cycles";
            return Err(wrong(what));
        }
        let game = G::open(&heading.settings, Some(&heading.start))
            .map_err(|error| TableError::Game(error.into()))?;
        if game.settings() != heading.settings {
            return Err(wrong("its settings are not complete"));
        }
        if !N::is_available(&game) {
            return Err(wrong("the positions of its game have no ranks"));
        }
        let mut file = TableFile::open_part(path, range, Content::Values)?;
        // One of the two is used: the first one for texts, the second one for ranks.
        file.keep(cache_bytes, cache_bytes);
        if file.positions() != heading.positions {
            return Err(wrong("it has another number of positions than it says"));
        }
        Ok(SolvedGame { game, heading, file: Mutex::new(file), cache_bytes })
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What the table is of.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// The start of the table.
    ///
    /// # Errors
    /// It is not a position of the game.
    pub fn start(&self) -> Result<G::State, TableError> {
        let read = self.game.parse_state(&self.heading.start);
        read.map_err(|error| TableError::Game(error.into()))
    }

    /// The size of the file in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.file().size()
    }

    /// The most bytes that the index, the models and the blocks take in memory.
    pub fn max_memory(&self) -> usize {
        self.cache_bytes + self.file().index_bytes()
    }

    /// The number of blocks in the file.
    pub fn block_count(&self) -> usize {
        self.file().blocks().len()
    }

    /// The layers with their numbers of positions, the first one first.
    pub fn layers(&self) -> Vec<(u32, u64)> {
        let mut layers: Vec<(u32, u64)> = Vec::new();
        for block in self.file().blocks() {
            let count = u64::from(block.count);
            match layers.last_mut() {
                Some((layer, positions)) if *layer == block.layer => *positions += count,
                _ => layers.push((block.layer, count)),
            }
        }
        layers
    }

    /// The value of a position for the player to move; `None` if it is not in the table.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn value(&self, state: &G::State) -> Result<Option<Value>, TableError> {
        Ok(self.find(state)?.map(|value| self.heading.detail.value(value)))
    }

    /// The value of a position with that of every move, and the principal variation; `None` if the
    /// position is not in the table.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or lacks the successor of one of its positions.
    pub fn answer(&self, state: &G::State) -> Result<Option<TableAnswer<G::Move>>, TableError> {
        let Some(value) = self.find(state)? else { return Ok(None) };
        let moves = self.moves(state)?;
        let pv = self.pv(state)?;
        let detail = self.heading.detail;
        let moves = moves.into_iter().map(|(mv, value)| (mv, detail.value(value))).collect();
        Ok(Some(TableAnswer { value: detail.value(value), moves, pv }))
    }

    /// The principal variation from a position of the table.
    ///
    /// # Errors
    /// Those of [`answer`](Self::answer).
    pub fn pv(&self, state: &G::State) -> Result<Vec<G::Move>, TableError> {
        let (mut state, mut pv, mut seen) = (state.clone(), Vec::new(), HashSet::new());
        while seen.insert(state.clone()) {
            let moves = self.moves(&state)?;
            // The first of the best.
            let best = moves.into_iter().rev().max_by_key(|&(_, value)| value);
            let Some((mv, _)) = best else { break };
            self.game.play(&mut state, mv);
            pv.push(mv);
        }
        Ok(pv)
    }

    /// Each move with the value of the position for the player to move if it is played.
    fn moves(&self, state: &G::State) -> Result<Vec<(G::Move, PlyValue)>, TableError> {
        let mut moves = Vec::new();
        self.visit_valued_moves(
            state,
            |child, _| self.find(child),
            |mv, value| {
                moves.push((mv, value));
            },
        )?;
        Ok(moves)
    }

    /// Visits the moves with their values; `find` finds the value of a successor, and is given the
    /// number of the move.
    pub(crate) fn visit_valued_moves(
        &self,
        state: &G::State,
        mut find: impl FnMut(&G::State, usize) -> Found,
        mut visit: impl FnMut(G::Move, PlyValue),
    ) -> Result<(), TableError> {
        let game = &self.game;
        let mover = game.to_move(state);
        let mut track = 0;
        game.try_visit_moves(state, |mv| {
            let child = game.successor(state, mv);
            let value = find(&child, track)?.ok_or_else(|| TableError::Missing {
                position: game.state_text(&child),
                why: "which a move leads to",
            })?;
            track += 1;
            let before = value.before(game.to_move(&child) == mover);
            visit(mv, self.heading.detail.stored(before.ok_or(TableError::TooLong)?));
            Ok(())
        })
    }

    fn find(&self, state: &G::State) -> Result<Option<PlyValue>, TableError> {
        let (layer, key) = N::place(&self.game, state);
        self.file().look_up(layer, &key)
    }

    /// The file, opened once more, to read blocks or to find values, not to look them up, with
    /// `cache_bytes` of memory for blocks.
    pub(crate) fn reopen(&self, cache_bytes: usize) -> Result<TableFile<N::Key>, TableError> {
        let mut file = self.file().reopen()?;
        file.keep(cache_bytes, 0);
        Ok(file)
    }

    pub(crate) fn file(&self) -> MutexGuard<'_, TableFile<N::Key>> {
        // A panic leaves nothing half done that a later look-up would rely on: what the cache has is
        // what the file has.
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks positions up; one that is not in the table, or cannot be read, has an estimate of 0.
impl<G: Game + NamedGame, N: Numbering<G>> GameSolver<G> for SolvedGame<G, N> {
    fn search(&self, game: &G, state: &G::State, _: &mut Meter) -> Judgement<G::Move> {
        match self.answer(state) {
            Ok(Some(answer)) => answer.into(),
            Ok(None) | Err(_) => Judgement::of_move(game.moves(state).first().copied()),
        }
    }
}
