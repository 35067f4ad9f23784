//! Checkpoints of best-first search: one section has the answers to the claims so far and the tree
//! of the next one, another the table. A tree does not fit the answers of another moment; entries
//! of a table always hold.

use std::io;
use std::iter;

use tesuji_core::checkpoint::Word;
use tesuji_core::{Game, Limit, Meter, Observer, Rules, StateReader, StateWriter};
use tesuji_zobrist::Transpositions;

use super::tree::{Link, NewChild, ROOT, Tree};
use crate::entry::Entry;
use crate::judge::Proof;
use crate::numbers::Numbers;

/// The tree of a search of a game, with an observer.
type TreeOf<G, O> = Tree<<G as Rules>::Move, <O as Observer<G>>::Node>;

/// What a search has found out about its claims, in the order in which they are asked: the same
/// answers lead to the same claims.
pub(crate) struct Saved {
    /// What the checkpoints of the tree and of the table are called.
    tree_section: String,
    table_section: String,
    answers: Vec<Answer>,
    /// How many of them were asked for.
    asked: usize,
    /// Whether a checkpoint may have a tree that was not read yet.
    may_have_tree: bool,
    /// Whether a disproof in what was saved may rest on draws.
    drawn: bool,
}

/// The key of a claim, whether it holds, the number of the move that shows it, and whether a
/// disproof until then may rest on draws.
#[derive(Clone, Copy, Debug)]
struct Answer {
    key: u64,
    holds: bool,
    decisive: Option<u32>,
    drawn: bool,
}

impl Saved {
    /// Takes up a search from its checkpoint, if there is one. `None` if nothing is to be saved.
    pub(crate) fn resume<G: Game>(
        game: &G,
        state: &G::State,
        table: &mut impl Transpositions<G::State, Entry>,
        meter: &mut Meter,
    ) -> Option<Self> {
        if !meter.has_checkpoints() {
            return None;
        }
        let name = format!("proof-number search from {:016x}", game.key(state));
        let [tree_section, table_section] = ["tree", "table"].map(|part| format!("{name}: {part}"));
        let mut drawn = false;
        // Without a checkpoint it begins again.
        let _ = meter.resume(&table_section, |input, _| {
            // What a checkpoint that is refused leaves in the table may rest on draws.
            let was_drawn = std::mem::replace(&mut drawn, true);
            table.load(input)?;
            drawn = was_drawn || input.number()? != 0;
            Ok(())
        });
        let (answers, asked, may_have_tree) = (Vec::new(), 0, true);
        Some(Saved { tree_section, table_section, answers, asked, may_have_tree, drawn })
    }

    /// The tree of the next claim, about `state`, if it was saved; before the first claim, the
    /// answers are read as well. The counters are those of the tree.
    ///
    /// # Errors
    /// There is no memory for the tree.
    pub(crate) fn tree<G: Game, O: Observer<G>>(
        &mut self,
        game: &G,
        (state, key): (&G::State, u64),
        seen: (O, O::Node),
        meter: &mut Meter,
    ) -> Result<Option<TreeOf<G, O>>, Limit> {
        let is_answered = self.asked < self.answers.len();
        if is_answered || !std::mem::take(&mut self.may_have_tree) {
            return Ok(None);
        }
        let known = meter.resume(&self.tree_section, |input, meter| {
            let answers = read_answers(input)?;
            let [of, drawn] = [input.number()?, input.number()?];
            if answers.len() != self.asked || of != key {
                // It is of a later claim or, if a limit ended one before, of another one.
                skip_tree(input)?;
                return Ok((answers, None));
            }
            Ok((answers, Some((read_tree(game, state, seen, input, meter)?, drawn != 0))))
        })?;
        let (answers, tree) = known.unwrap_or_default();
        if self.asked == 0 {
            self.may_have_tree = !answers.is_empty();
            self.answers = answers;
        }
        let (tree, drawn) = tree.unzip();
        self.drawn |= drawn == Some(true);
        Ok(tree)
    }

    /// The answer to the next claim, about `state`, if it is known, and whether a disproof until
    /// then may rest on draws. If another claim was asked at this place, because a limit had ended
    /// the one before, what is known ends there.
    pub(crate) fn answer<G: Rules>(
        &mut self,
        game: &G,
        (state, claim): (&G::State, u64),
    ) -> Option<(Proof<G::Move>, bool)> {
        let &Answer { key, holds, decisive, drawn } = self.answers.get(self.asked)?;
        if key != claim {
            self.answers.truncate(self.asked);
            self.may_have_tree = false;
            return None;
        }
        self.asked += 1;
        let decisive = decisive.and_then(|index| game.moves(state).get(index as usize).copied());
        Some((Proof { holds, decisive }, drawn))
    }

    /// Adds the answer to a claim that was searched.
    pub(crate) fn add<G: Rules>(
        &mut self,
        game: &G,
        (state, key): (&G::State, u64),
        Proof { holds, decisive }: Proof<G::Move>,
        drawn: bool,
    ) {
        let decisive = decisive.map(|mv| index_of(mv, &game.moves(state)));
        self.answers.push(Answer { key, holds, decisive, drawn });
        self.asked += 1;
    }

    /// Saves the table, and then the answers with the tree of the next claim, about `state`.
    /// `drawn` says whether a disproof until now may rest on draws.
    pub(crate) fn save<G: Game, N: Copy>(
        &self,
        game: &G,
        (state, key): (&G::State, u64),
        (table, tree): (&impl Transpositions<G::State, Entry>, &Tree<G::Move, N>),
        drawn: bool,
        meter: &mut Meter,
    ) {
        if table.is_savable() {
            meter.save(&self.table_section, |out| {
                table.save(out)?;
                out.number(drawn.into())
            });
        }
        meter.save(&self.tree_section, |out| {
            write_answers(&self.answers, out)?;
            out.number(key)?;
            out.number(drawn.into())?;
            write_tree(game, state, tree, out)
        });
    }

    /// Whether a disproof in the table or in the tree that was saved may rest on draws.
    pub(crate) fn is_drawn(&self) -> bool {
        self.drawn
    }
}

fn write_answers(answers: &[Answer], out: &mut StateWriter) -> io::Result<()> {
    out.number(answers.len() as u64)?;
    for &Answer { key, holds, decisive, drawn } in answers {
        out.number(key)?;
        out.number(holds.into())?;
        out.number(drawn.into())?;
        out.number(decisive.map_or(0, |index| u64::from(index) + 1))?;
    }
    Ok(())
}

fn read_answers(input: &mut StateReader) -> io::Result<Vec<Answer>> {
    let mut answers = Vec::new();
    for _ in 0..input.number()? {
        let key = input.number()?;
        let [holds, drawn] = [input.number_up_to(1)? == 1, input.number_up_to(1)? == 1];
        let decisive = input.small::<u32>()?.checked_sub(1);
        answers.push(Answer { key, holds, decisive, drawn });
    }
    Ok(answers)
}

/// The number of a move of a position.
fn index_of<M: PartialEq>(mv: M, moves: &[M]) -> u32 {
    let index = moves.iter().position(|other| *other == mv).expect("a move of the position");
    index.try_into().expect("the position has fewer moves")
}

/// Set in the number of a move that leads to a node with children.
const INNER: u32 = 1 << 31;

/// Writes a tree whose root is about `state`: of each node with children, the number of each
/// child's move and the child's numbers, and then what is below them, the first child first.
fn write_tree<G: Game, N: Copy>(
    game: &G,
    state: &G::State,
    tree: &Tree<G::Move, N>,
    out: &mut StateWriter,
) -> io::Result<()> {
    out.words(&tree.node(ROOT).numbers)?;
    let mut waiting = vec![(ROOT, state.clone())];
    let blocks = iter::from_fn(|| {
        let (link, state) = waiting.pop()?;
        let moves = game.moves(&state);
        let (first, children) = tree.children(link);
        let mut block = Vec::with_capacity(children.len());
        for (index, child) in children.iter().enumerate().rev() {
            let place = first + index as Link;
            let mv = child.mv.expect("not the root");
            let mut word = index_of(mv, &moves);
            if !tree.is_leaf(place) {
                word |= INNER;
                waiting.push((place, game.successor(&state, mv)));
            }
            block.push([word, child.numbers[0], child.numbers[1]]);
        }
        Some(block)
    });
    out.records(blocks, |block, bytes| {
        (block.len() as u32).put(bytes);
        block.iter().rev().flatten().for_each(|word| word.put(bytes));
    })
}

/// Passes over what [`write_tree`] wrote.
fn skip_tree(input: &mut StateReader) -> io::Result<()> {
    input.words(&mut Numbers::default())?;
    input.records(|bytes| {
        *bytes = &[];
        Ok(())
    })
}

/// Reads what [`write_tree`] wrote, for an observer that knows the root as `seen`.
fn read_tree<G: Game, O: Observer<G>>(
    game: &G,
    state: &G::State,
    (observer, seen): (O, O::Node),
    input: &mut StateReader,
    meter: &mut Meter,
) -> io::Result<TreeOf<G, O>> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "it is no tree of the game");
    let full = |_| io::Error::from(io::ErrorKind::OutOfMemory);
    let mut numbers = Numbers::default();
    input.words(&mut numbers)?;
    let mut tree = Tree::new();
    tree.plant(numbers, seen, meter).map_err(full)?;
    let mut waiting = vec![(ROOT, state.clone())];
    let mut block: Vec<NewChild<G::Move, O::Node>> = Vec::new();
    let mut inner = Vec::new();
    input.records(|bytes| {
        let (link, state) = waiting.pop().ok_or_else(damaged)?;
        let (moves, seen) = (game.moves(&state), tree.node(link).seen);
        block.clear();
        for index in 0..take(bytes)? {
            let word = take(bytes)?;
            let mv = *moves.get((word & !INNER) as usize).ok_or_else(damaged)?;
            let child = game.successor(&state, mv);
            block.push((mv, [take(bytes)?, take(bytes)?], observer.child(seen, mv, &child)));
            if word & INNER != 0 {
                inner.push((index, child));
            }
        }
        if !block.is_empty() {
            tree.grow(link, &block, meter).map_err(full)?;
        }
        let (first, _) = tree.children(link);
        waiting.extend(inner.drain(..).rev().map(|(index, child)| (first + index, child)));
        Ok(())
    })?;
    if waiting.is_empty() { Ok(tree) } else { Err(damaged()) }
}

/// Takes a word from the front of the bytes.
fn take(bytes: &mut &[u8]) -> io::Result<u32> {
    let (word, rest) =
        bytes.split_at_checked(size_of::<u32>()).ok_or(io::ErrorKind::UnexpectedEof)?;
    *bytes = rest;
    Ok(u32::take(word))
}
