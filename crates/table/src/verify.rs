use tesuji_core::{Game, Inserted, Limit, Meter, NamedGame, StateTable, Value, Wdl};
use tesuji_retrograde::{Exact, PlyValue};

use crate::TableError;
use crate::file::{BlockInfo, Entries, TableFile};
use crate::heading::Detail;
use crate::in_turn::by_threads;
use crate::key::{Key, Numbering};
use crate::solved::{CACHE_BYTES, SolvedGame};

/// A table of texts with at most this number of positions is verified in memory, where the
/// successors need no texts.
pub(crate) const IN_MEMORY: u64 = 1 << 22;

/// The numbers of positions of each value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableStats<S, M> {
    /// The numbers of wins of the player to move, by plies; all at 0 in a table of outcomes alone.
    pub wins: Vec<u64>,
    /// The numbers of losses, by plies.
    pub losses: Vec<u64>,
    /// The number of draws.
    pub draws: u64,
    /// A position whose win or loss takes longest, its value and the principal variation.
    pub longest: Option<(S, Value, Vec<M>)>,
}

/// The values of many positions, such as those of a file in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableValues {
    /// 1 for a win of the player to move, 0 for a draw, -1 for a loss.
    pub outcomes: Vec<i8>,
    /// The distance of a win or loss in plies; 0 for a draw.
    pub plies: Vec<u16>,
}

impl TableValues {
    /// No values, with room for those of `positions` positions: three bytes each.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the budget of `meter` or the machine has less.
    pub fn with_room(positions: usize, meter: &mut Meter) -> Result<Self, Limit> {
        let mut values = TableValues::default();
        meter.make_room_for(&mut values.outcomes, positions)?;
        meter.make_room_for(&mut values.plies, positions)?;
        Ok(values)
    }

    /// Adds a value whose distance is in plies.
    ///
    /// # Errors
    /// [`TableError::TooLong`] if the distance is longer than tables can store.
    pub fn push(&mut self, value: Exact) -> Result<(), TableError> {
        self.add(PlyValue::of_exact(value).ok_or(TableError::TooLong)?);
        Ok(())
    }

    fn add(&mut self, value: PlyValue) {
        self.outcomes.push(value.outcome());
        self.plies.push(value.plies());
    }
}

impl<G: Game + NamedGame, N: Numbering<G>> SolvedGame<G, N> {
    /// Checks every byte of the file and the value of every position against those of its successors,
    /// by `threads` threads, at least one, and returns the number of positions.
    ///
    /// A table that passes is right by the rules alone, no matter how it was built. For wins and
    /// losses this follows by induction on the distance. Among the draws that were wrong there
    /// would be one with the shortest distance to its win or loss; the entries that decide it would
    /// be right, and it would contradict them. So play may also go in cycles.
    ///
    /// # Complexity
    /// Every position is expanded once. Each thread has the index and up to 32 MiB of blocks in
    /// memory: with less, there are fewer blocks, and then fewer threads. A table of at most 2²²
    /// positions that have no ranks is read into memory, if the budget has room for it.
    ///
    /// # Errors
    /// The first thing that is wrong, in the order of the file; or a limit was reached.
    pub fn verify(&self, threads: usize, meter: &mut Meter) -> Result<u64, TableError>
    where
        G: Game<State: Sync> + Sync,
    {
        meter.to_expand = Some(self.heading().positions);
        self.verify_blocks(threads, meter)
    }

    pub(crate) fn verify_blocks(&self, threads: usize, meter: &mut Meter) -> Result<u64, TableError>
    where
        G: Game<State: Sync> + Sync,
    {
        /// Blocks that follow one another share successors.
        const TOGETHER: usize = 16;
        let blocks = self.block_count();
        let left = meter.bytes_left();
        let own = self.file().reader_bytes();
        meter.claim(own)?;
        let known = self.in_memory(meter)?;
        let more_threads = threads.saturating_sub(1).min(meter.bytes_left() / own);
        meter.claim(more_threads * own)?;
        let threads = 1 + more_threads;
        let cache_bytes = (meter.bytes_left() / threads).min(CACHE_BYTES);
        meter.claim(threads * cache_bytes)?;
        let start = || Ok::<_, TableError>((self.reopen(cache_bytes)?, Entries::default()));
        let work = |(file, entries): &mut (_, _), piece: usize, meter: &mut Meter| {
            let first = piece * TOGETHER;
            (first..blocks.min(first + TOGETHER)).try_for_each(|block| {
                self.verify_block(file, known.as_ref(), block, entries, meter)
            })
        };
        let pieces = blocks.div_ceil(TOGETHER);
        let end = by_threads(meter, threads, pieces, start, work);
        drop(known);
        meter.release(left - meter.bytes_left());
        end?;
        if self.value(&self.start()?)?.is_none() {
            let position = self.heading().start.clone();
            return Err(TableError::Missing { position, why: "its start" });
        }
        Ok(self.heading().positions)
    }

    /// The values by positions, in the order of the file; `None` if they are too many, or the file is
    /// damaged.
    fn in_memory(
        &self,
        meter: &mut Meter,
    ) -> Result<Option<StateTable<G::State, PlyValue>>, Limit> {
        let positions = self.heading().positions;
        if N::Key::of_rank(0).is_some() || positions > IN_MEMORY {
            return Ok(None);
        }
        // A lower estimate, so that nothing is read in vain for much longer than this.
        let bytes = positions as usize * (size_of::<(G::State, PlyValue)>() + size_of::<u32>());
        if bytes > meter.bytes_left() {
            return Ok(None);
        }
        let (left, mut entries) = (meter.bytes_left(), Entries::default());
        let mut known = StateTable::new();
        for block in 0..self.block_count() {
            meter.look()?;
            let read = self.file().read(block, &mut entries).ok().and_then(|()| {
                entries.keys.iter().zip(&entries.values).try_for_each(|(key, &value)| {
                    let state = N::state(self.game(), key)?;
                    let inserted = known.insert(state, value, meter).ok()?;
                    matches!(inserted, Inserted::New(_)).then_some(())
                })
            });
            if read.is_none() {
                meter.release(left - meter.bytes_left());
                return Ok(None);
            }
        }
        Ok(Some(known))
    }

    fn verify_block(
        &self,
        file: &mut TableFile<N::Key>,
        known: Option<&StateTable<G::State, PlyValue>>,
        block: usize,
        entries: &mut Entries<N::Key>,
        meter: &mut Meter,
    ) -> Result<(), TableError> {
        let game = self.game();
        file.read(block, entries)?;
        let layer = file.blocks()[block].layer;
        if let (Some(last), Some(after)) = (entries.keys.last(), file.blocks().get(block + 1))
            && (layer, last) >= (after.layer, &after.first)
        {
            return Err(TableError::Misplaced { block });
        }
        let before = file.blocks()[block].before;
        for ((number, key), &claimed) in (before..).zip(&entries.keys).zip(&entries.values) {
            let is_here = |state: &G::State| N::place(game, state) == (layer, key.clone());
            let state = match known {
                Some(known) => {
                    let index = u32::try_from(number).ok().filter(|&index| index < known.len());
                    index.map(|index| known.state(index).clone())
                }
                None => N::state(game, key),
            };
            let Some(state) = state.filter(is_here) else {
                return Err(TableError::Misplaced { block });
            };
            // A value without a distance has none in the file either.
            if self.heading().detail.stored(claimed) != claimed {
                return Err(TableError::Misplaced { block });
            }
            let mut best: Option<PlyValue> = None;
            let mut moves = 0;
            let find = |child: &G::State, track| {
                if let Some(known) = known
                    && let Some(index) = known.find(child)
                {
                    return Ok(Some(*known.datum(index)));
                }
                let (layer, key) = N::place(game, child);
                file.find(layer, &key, track)
            };
            self.visit_valued_moves(&state, find, |_, value| {
                moves += 1;
                best = best.max(Some(value));
            })?;
            let actual = match (best, game.result(&state)) {
                (Some(best), None) => best,
                (None, Some(result)) => PlyValue::new(result.seen_by(game.to_move(&state)), 0)
                    .ok_or(TableError::TooLong)?,
                (_, _) => return Err(TableError::Misplaced { block }),
            };
            if actual != claimed {
                return Err(TableError::Contradiction {
                    position: game.state_text(&state),
                    claimed: self.heading().detail.value(claimed),
                    actual: self.heading().detail.value(actual),
                });
            }
            meter.tally.expanded += 1;
            meter.charge(1 + moves)?;
        }
        Ok(())
    }

    /// Counts the positions of each value, and finds one whose win or loss takes longest.
    ///
    /// # Errors
    /// The file cannot be read or is damaged, or a limit was reached.
    pub fn stats(&self, meter: &mut Meter) -> Result<TableStats<G::State, G::Move>, TableError> {
        meter.to_expand = Some(self.heading().positions);
        self.count(meter)
    }

    pub(crate) fn count(
        &self,
        meter: &mut Meter,
    ) -> Result<TableStats<G::State, G::Move>, TableError> {
        let (mut wins, mut losses, mut draws) = (Vec::new(), Vec::new(), 0);
        let mut longest: Option<(PlyValue, N::Key)> = None;
        let mut entries = Entries::default();
        let (blocks, detail) = (self.block_count(), self.heading().detail);
        for block in 0..blocks {
            self.file().read(block, &mut entries)?;
            meter.tally.expanded += entries.keys.len() as u64;
            for (key, &value) in entries.keys.iter().zip(&entries.values) {
                match value.wdl() {
                    Wdl::Win => increment(&mut wins, value.plies()),
                    Wdl::Loss => increment(&mut losses, value.plies()),
                    Wdl::Draw => {
                        draws += 1;
                        continue;
                    }
                }
                if detail == Detail::Plies
                    && longest.as_ref().is_none_or(|(longest, _)| value.plies() > longest.plies())
                {
                    longest = Some((value, key.clone()));
                }
            }
            meter.charge(u32::try_from(entries.keys.len()).unwrap_or(u32::MAX))?;
        }
        let longest = match longest {
            None => None,
            Some((value, key)) => {
                let missing = TableError::Misplaced { block: 0 };
                let state = N::state(self.game(), &key).ok_or(missing)?;
                let pv = self.pv(&state)?;
                Some((state, value.value(), pv))
            }
        };
        Ok(TableStats { wins, losses, draws, longest })
    }

    /// The value of every position, in the order of the file; [`states`](Self::states) returns the
    /// positions in this order.
    ///
    /// # Complexity
    /// Every block is read once. Memory: three bytes for each position.
    ///
    /// # Errors
    /// The file cannot be read or is damaged, or a limit was reached.
    pub fn values(&self, meter: &mut Meter) -> Result<TableValues, TableError> {
        let positions = usize::try_from(self.heading().positions).map_err(|_| Limit::Memory)?;
        let mut values = TableValues::with_room(positions, meter)?;
        self.add_values(&mut values, meter)?;
        Ok(values)
    }

    pub(crate) fn add_values(
        &self,
        values: &mut TableValues,
        meter: &mut Meter,
    ) -> Result<(), TableError> {
        let mut entries = Entries::<N::Key>::default();
        for block in 0..self.block_count() {
            self.file().read(block, &mut entries)?;
            entries.values.iter().for_each(|&value| values.add(value));
            meter.charge(u32::try_from(entries.keys.len()).unwrap_or(u32::MAX))?;
        }
        Ok(())
    }

    /// At most `count` positions in the order of the file, from the one of index `first` on.
    ///
    /// # Errors
    /// The file cannot be read or is damaged.
    pub fn states(&self, first: u64, count: u64) -> Result<Vec<G::State>, TableError> {
        let end = first.saturating_add(count);
        let (mut states, mut entries) = (Vec::new(), Entries::<N::Key>::default());
        let mut file = self.file();
        for block in 0..file.blocks().len() {
            let BlockInfo { before, count, .. } = file.blocks()[block];
            let place =
                |number: u64| (number.clamp(before, before + u64::from(count)) - before) as usize;
            let places = place(first)..place(end);
            if places.is_empty() {
                continue;
            }
            file.read(block, &mut entries)?;
            for key in &entries.keys[places] {
                let state = N::state(self.game(), key);
                states.push(state.ok_or(TableError::Misplaced { block })?);
            }
        }
        Ok(states)
    }
}

fn increment(counts: &mut Vec<u64>, plies: u16) {
    let plies = usize::from(plies);
    if counts.len() <= plies {
        counts.resize(plies + 1, 0);
    }
    counts[plies] += 1;
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use tempfile::NamedTempFile;
    use tesuji_core::{Budget, Rules, Silent};
    use tesuji_tic_tac_toe::TicTacToe;

    use super::*;
    use crate::error::Written;
    use crate::file::{Content, TableWriter, write_table};
    use crate::{ByRank, ByText, Heading, build_by_layers, build_outcomes_by_layers};

    /// An entry with its layer.
    type Placed = (u32, u64, PlyValue);

    fn every_entry(path: &Path) -> Vec<Placed> {
        let mut file = TableFile::<u64>::open(path, Content::Values).unwrap();
        let (mut entries, mut all) = (Entries::default(), Vec::new());
        for block in 0..file.blocks().len() {
            file.read(block, &mut entries).unwrap();
            let layer = file.blocks()[block].layer;
            let pairs = entries.keys.iter().zip(&entries.values);
            all.extend(pairs.map(|(&key, &value)| (layer, key, value)));
        }
        all
    }

    fn write(path: &Path, entries: &[Placed]) {
        let game = TicTacToe::new();
        let positions = entries.len() as u64;
        write_as(path, &Heading::new::<_, ByRank>(&game, &game.initial(), positions), entries);
    }

    fn write_as(path: &Path, heading: &Heading, entries: &[Placed]) {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let fill = |writer: &mut TableWriter<'_, u64>, _: &mut Meter| {
            for layer in entries.chunk_by(|one, other| one.0 == other.0) {
                writer.begin(layer[0].0, layer.len() as u64)?;
                for (_, key, value) in layer {
                    writer.push(key, Some(*value))?;
                }
            }
            Ok(())
        };
        write_table(path, heading, fill, &mut Meter::new(&budget, &mut silent)).unwrap();
    }

    fn verify(path: &Path) -> Result<u64, TableError> {
        let budget = Budget::unlimited();
        let table = SolvedGame::<TicTacToe>::open(path)?;
        table.verify(1, &mut Meter::new(&budget, &mut Silent))
    }

    #[test]
    fn a_table_with_a_wrong_or_missing_entry_is_rejected() {
        let directory = tempfile::tempdir().unwrap();
        let [whole, path] = ["whole", "wrong"].map(|name| directory.path().join(name));
        let (game, budget) = (TicTacToe::new(), Budget::unlimited());
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        build_by_layers(&game, &game.initial(), &whole, 1, &mut meter).unwrap();
        let entries = every_entry(&whole);
        write(&path, &entries);
        assert_eq!(fs::read(&path).unwrap(), fs::read(&whole).unwrap());
        assert_eq!(verify(&path).unwrap(), 5_478);
        for index in (0..entries.len()).step_by(97) {
            let mut wrong = entries.clone();
            // A win becomes a longer one, a draw a loss, and so on.
            let others = [0, 1, 2, 5, 6].map(|code| PlyValue::of_code(code).unwrap());
            for value in others.into_iter().filter(|value| *value != entries[index].2) {
                wrong[index].2 = value;
                write(&path, &wrong);
                let error = verify(&path).expect_err("a wrong value");
                assert!(matches!(error, TableError::Contradiction { .. }), "{index}: {error}");
            }
            wrong.remove(index);
            write(&path, &wrong);
            let error = verify(&path).expect_err("a missing entry");
            assert!(matches!(error, TableError::Missing { .. }), "{index}: {error}");
        }
    }

    #[test]
    fn entries_in_a_wrong_place_are_rejected() {
        let file = NamedTempFile::new().unwrap();
        let path = file.path();
        let (game, budget) = (TicTacToe::new(), Budget::unlimited());
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        build_by_layers(&game, &game.initial(), path, 1, &mut meter).unwrap();
        let entries = every_entry(path);
        let mut other_layer = entries.clone();
        other_layer.last_mut().unwrap().0 += 1;
        let mut no_position = entries.clone();
        no_position.push((9, 5_478, PlyValue::DRAW));
        for wrong in [other_layer, no_position] {
            write(path, &wrong);
            let error = verify(path).expect_err("a wrong place");
            let is_seen =
                matches!(error, TableError::Misplaced { .. } | TableError::Missing { .. });
            assert!(is_seen, "{error}");
        }
    }

    #[test]
    fn outcomes_alone_are_refused_where_play_may_go_in_cycles() {
        let (game, file) = (TicTacToe::new(), NamedTempFile::new().unwrap());
        let path = file.path();
        let heading = Heading::new::<_, ByText>(&game, &game.initial(), 0);
        for detail in [Detail::Plies, Detail::Outcome] {
            let heading = Heading { detail, ..heading.clone() };
            let written = tesuji_storage::write_with::<Written>(path, |out| {
                TableWriter::<Box<str>>::new(out, &heading, None)?.finish()
            });
            assert!(written.is_ok());
            let end = SolvedGame::<TicTacToe, ByText>::open(path).map(drop);
            match detail {
                Detail::Plies => end.unwrap(),
                Detail::Outcome => {
                    assert!(end.unwrap_err().to_string().contains("outcomes alone"));
                }
            }
        }
    }

    #[test]
    fn a_wrong_outcome_is_rejected_and_so_is_a_distance_among_outcomes() {
        let file = NamedTempFile::new().unwrap();
        let path = file.path();
        let (game, budget, mut silent) = (TicTacToe::new(), Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        build_outcomes_by_layers(&game, &game.initial(), path, 1, &mut meter).unwrap();
        let entries = every_entry(path);
        assert_eq!(verify(path).unwrap(), 5_478);
        let heading = Heading::read(path).unwrap();
        for index in (0..entries.len()).step_by(97) {
            for code in [0, 1, 2, 3, 4] {
                let value = PlyValue::of_code(code).unwrap();
                let mut wrong = entries.clone();
                wrong[index].2 = value;
                write_as(path, &heading, &wrong);
                assert_eq!(verify(path).is_ok(), value == entries[index].2, "{index}: {code}");
            }
        }
    }
}
