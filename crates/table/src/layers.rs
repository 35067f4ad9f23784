//! Building a table layer by layer.
//!
//! First all layers get their keys, from the first to the last: the successors of a layer are
//! gathered, as bits if the ranks of the layer follow each other and there is memory for a bit for
//! each; otherwise they are sorted and rid of repetitions, and what does not fit in memory is written
//! as sorted runs, which are merged. Then all layers get their values, from the last to the first:
//! the value of a position follows from the entries of its successors, in memory or from the files of
//! the layers above. Sorted positions have successors that are close together, so that few blocks
//! need to be in memory. Each finished layer is a file, from which the same call goes on after an
//! interruption.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ops::Range;
use std::path::Path;

use tesuji_core::{Layered, Limit, Meter, NamedGame};
use tesuji_retrograde::{PlyValue, RankIndex, RankSet, RankedValues};

use crate::TableError;
use crate::error::Written;
use crate::file::{
    Content, Entries, OWN_BYTES, TableFile, TableWriter, training_bytes, write_table,
};
use crate::folder::{Folder, Run, lock};
use crate::frontier::Frontier;
use crate::heading::{Detail, Heading};
use crate::key::ByRank;

/// The memory of a run that is merged.
const RUN_BYTES: usize = 1 << 16;

/// How many runs are merged at once: each is an open file.
const MAX_RUNS: usize = 128;

/// Builds the table of all positions that can be reached from `start`, and writes it to `path`.
///
/// The positions are sorted on disk and solved layer by layer (see [`Layered`]). If a limit ends the
/// build, the finished layers stay in a directory beside `path`
/// ([`layers_directory`](crate::layers_directory)), and the same call continues with them.
///
/// # Complexity
/// Every position is expanded twice. Memory: what the meter's budget allows, at least some 8 MiB, or
/// 20 MiB for a million positions or more; with less, more of the work is done on disk. The disk
/// holds up to about twice the table.
///
/// # Errors
/// A limit was reached, a file cannot be read or written, the rules have no ranks, or the directory
/// has the layers of another table.
pub fn build_by_layers<G: Layered + NamedGame>(
    game: &G,
    start: &G::State,
    path: &Path,
    meter: &mut Meter,
) -> Result<(), TableError> {
    build(game, start, path, Detail::Plies, meter)
}

/// Builds the table of the outcomes alone, which is smaller, as [`build_by_layers`] builds the one with
/// distances.
///
/// # Errors
/// Those of [`build_by_layers`].
pub fn build_outcomes_by_layers<G: Layered + NamedGame>(
    game: &G,
    start: &G::State,
    path: &Path,
    meter: &mut Meter,
) -> Result<(), TableError> {
    build(game, start, path, Detail::Outcome, meter)
}

fn build<G: Layered + NamedGame>(
    game: &G,
    start: &G::State,
    path: &Path,
    detail: Detail,
    meter: &mut Meter,
) -> Result<(), TableError> {
    let max_step = game.max_step().ok_or(TableError::NoRanks)?;
    let folder = Folder::of(path);
    let _lock = lock(folder.path(), meter)?;
    folder.create()?;
    let heading = Heading { detail, ..Heading::new::<G, ByRank>(game, start, 0) };
    let left = meter.bytes_left();
    meter.claim(OWN_BYTES)?;
    let mut build = Build { game, max_step, folder, heading, meter };
    let end = build.run(start, path);
    // Also what an error left behind.
    meter.release(left - meter.bytes_left());
    end
}

struct Build<'a, 'm, G> {
    game: &'a G,
    max_step: u32,
    folder: Folder,
    heading: Heading,
    meter: &'a mut Meter<'m>,
}

impl<G: Layered + NamedGame> Build<'_, '_, G> {
    fn run(&mut self, start: &G::State, path: &Path) -> Result<(), TableError> {
        let progress = self.folder.progress()?;
        self.check_folder(progress.keys.iter().next(), progress.values.iter().next())?;
        if !progress.enumerated {
            self.enumerate(start)?;
            let done = self.folder.enumerated();
            tesuji_storage::write(&done, "").map_err(|error| self.folder.failed(error))?;
        }
        let layers = self.evaluate()?;
        self.assemble(&layers, path)?;
        // First what says that the directory is complete, in case the removal is interrupted.
        self.folder.remove(&self.folder.enumerated())?;
        self.folder.remove_all()
    }

    /// Checks that the directory is that of this table.
    fn check_folder(&self, keys: Option<&u32>, values: Option<&u32>) -> Result<(), TableError> {
        let keys = keys.map(|&layer| self.folder.keys(layer));
        let values = values.map(|&layer| self.folder.values(layer));
        for path in keys.into_iter().chain(values) {
            if Heading::read(&path)? != self.heading {
                return Err(TableError::OtherBuild(self.folder.path().to_owned()));
            }
        }
        Ok(())
    }

    /// Finds the keys of all layers.
    fn enumerate(&mut self, start: &G::State) -> Result<(), TableError> {
        let progress = self.folder.progress()?;
        let mut next = progress.keys.last().copied();
        if let Some(last) = next {
            // What was found from the last layer may be incomplete, and it is complete itself.
            for run in progress.runs {
                if run.source >= last || run.layer <= last {
                    self.folder.remove(&self.folder.run(run))?;
                }
            }
        } else {
            let layer = self.game.layer(start);
            let rank = self.game.rank(start);
            self.write_keys(&self.folder.keys(layer), layer, |writer, _| writer.push(&rank, None))?;
            next = Some(layer);
        }
        while let Some(layer) = next {
            next = self.expand(layer)?;
            self.meter.complete(layer);
        }
        Ok(())
    }

    /// Finds the successors of a layer, and completes the next layer, which it returns.
    fn expand(&mut self, layer: u32) -> Result<Option<u32>, TableError> {
        let game = self.game;
        let mut file = TableFile::<u64>::open(&self.folder.keys(layer), Content::Keys)?;
        let mut frontier = match self.ranks_as_bits(layer + 1, file.positions()) {
            Some(ranks) => Frontier::in_set(RankSet::new(&ranks, self.meter)?),
            None => Frontier::new(self.max_step, self.meter)?,
        };
        let (mut entries, mut runs) = (Entries::default(), 0);
        for block in 0..file.blocks().len() {
            file.read(block, &mut entries)?;
            let ranks = entries.keys.iter().copied();
            game.visit_successors_in_order(ranks, |_, successors, skipped| {
                self.gather(layer, &mut frontier, successors, skipped, &mut runs)
            })?;
        }
        let waiting = self.folder.progress()?.runs;
        let in_memory = frontier.first().map(|index| layer + 1 + index as u32);
        let Some(next) = waiting.first().map(|run| run.layer).into_iter().chain(in_memory).min()
        else {
            frontier.release(self.meter);
            return Ok(None);
        };
        let index = (next - layer) as usize;
        self.spill(layer, &mut frontier, index, &mut runs)?;
        let path = self.folder.keys(next);
        if waiting.first().is_some_and(|run| run.layer == next) {
            self.spill(layer, &mut frontier, 0, &mut runs)?;
            frontier.release(self.meter);
            self.merge(next)?;
        } else {
            self.write_frontier(&path, next, &mut frontier, index - 1)?;
            frontier.release(self.meter);
        }
        Ok(Some(next))
    }

    /// The ranks of a layer that has about so many positions, if bits for them are worth their
    /// memory.
    fn ranks_as_bits(&self, layer: u32, positions: u64) -> Option<Range<u64>> {
        /// So many ranks take little memory in any case.
        const FEW: u64 = 1 << 23;
        /// With fewer positions among so many ranks, they are found faster by sorting.
        const SPARSE: u64 = 512;
        let ranks = self.game.layer_ranks(layer).filter(|_| self.max_step == 1)?;
        let is_dense = (ranks.end - ranks.start) <= FEW.max(positions.saturating_mul(SPARSE));
        (is_dense && RankSet::bytes(&ranks) <= self.meter.bytes_left() / 2).then_some(ranks)
    }

    /// Adds the successors of a position to the frontier.
    #[inline]
    fn gather(
        &mut self,
        layer: u32,
        frontier: &mut Frontier,
        successors: &[u64],
        skipped: &[u32],
        runs: &mut u32,
    ) -> Result<(), TableError> {
        self.meter.tally.expanded += 1;
        self.meter.charge(u32::try_from(successors.len()).unwrap_or(u32::MAX))?;
        for (&key, &skipped) in successors.iter().zip(skipped) {
            if frontier.push(skipped as usize, key, self.meter)? {
                self.spill(layer, frontier, 0, runs)?;
            }
        }
        Ok(())
    }

    /// Writes the lists of the frontier from the index `from` on as runs, and empties them.
    fn spill(
        &mut self,
        source: u32,
        frontier: &mut Frontier,
        from: usize,
        number: &mut u32,
    ) -> Result<(), TableError> {
        for (layer, index) in (source + 1..).zip(0..frontier.layers()).skip(from) {
            if !frontier.is_empty(index) {
                let path = self.folder.run(Run { layer, source, number: *number });
                self.write_frontier(&path, layer, frontier, index)?;
                *number += 1;
                frontier.clear(index);
            }
        }
        Ok(())
    }

    /// Merges the runs of a layer, if memory does not suffice for all at once in several passes.
    fn merge(&mut self, layer: u32) -> Result<(), TableError> {
        let mut runs = self.folder.progress()?.runs;
        runs.retain(|run| run.layer == layer);
        let together = (self.meter.bytes_left() / RUN_BYTES).clamp(2, MAX_RUNS);
        while runs.len() > together {
            let number = runs.iter().map(|run| run.number + 1).max().unwrap_or(0);
            let some: Vec<Run> = runs.drain(..together).collect();
            // Of the earliest source: a build that continues repeats the later ones.
            let source = some.iter().map(|run| run.source).min().unwrap_or(0);
            let merged = Run { layer, source, number };
            self.merge_into(&self.folder.run(merged), &some)?;
            runs.push(merged);
        }
        self.merge_into(&self.folder.keys(layer), &runs)
    }

    /// Merges these runs of a layer into a file, and removes them.
    fn merge_into(&mut self, path: &Path, runs: &[Run]) -> Result<(), TableError> {
        let memory = runs.len() * RUN_BYTES;
        self.meter.claim(memory)?;
        let open = |run: &Run| RunReader::open(&self.folder.run(*run));
        let merged = Merged::new(runs.iter().map(open).collect::<Result<_, _>>()?)?;
        self.write_keys(path, runs[0].layer, |writer, meter| {
            for (number, key) in (1u64..).zip(merged) {
                writer.push(&key?, None)?;
                if number.is_multiple_of(1 << 16) {
                    meter.look()?;
                }
            }
            Ok(())
        })?;
        self.meter.release(memory);
        runs.iter().try_for_each(|run| self.folder.remove(&self.folder.run(*run)))
    }

    /// Writes the keys of the frontier's layer with this index.
    fn write_frontier(
        &mut self,
        path: &Path,
        layer: u32,
        frontier: &mut Frontier,
        index: usize,
    ) -> Result<(), TableError> {
        self.write_keys(path, layer, |writer, meter| {
            frontier.visit_sorted(index, meter, |key| writer.push(&key, None))
        })
    }

    /// Writes the keys of a layer, which `fill` adds.
    fn write_keys(
        &mut self,
        path: &Path,
        layer: u32,
        fill: impl FnOnce(&mut TableWriter<'_, u64>, &mut Meter) -> Result<(), Written>,
    ) -> Result<(), TableError> {
        let written = tesuji_storage::write_with::<Written>(path, |out| {
            let mut writer = TableWriter::new(out, &self.heading, None)?;
            writer.begin(layer, 0)?;
            fill(&mut writer, self.meter)?;
            writer.finish()
        });
        written.map_err(|error| error.at(path))
    }

    /// Finds the values of all layers, which it returns.
    fn evaluate(&mut self) -> Result<BTreeSet<u32>, TableError> {
        let progress = self.folder.progress()?;
        let layers: BTreeSet<u32> = progress.keys.union(&progress.values).copied().collect();
        let (mut positions, mut to_expand) = (0, 0);
        for layer in &layers {
            let is_done = progress.values.contains(layer);
            let path = if is_done { self.folder.values(*layer) } else { self.folder.keys(*layer) };
            let of_layer = TableFile::<u64>::open(&path, Content::Keys)?.positions();
            positions += of_layer;
            to_expand += if is_done { 0 } else { of_layer };
        }
        self.meter.to_expand = Some(self.meter.tally.expanded + to_expand);
        // Now rather than when all is done, if there is no memory for it.
        let training = training_bytes(positions);
        self.meter.claim(training)?;
        self.meter.release(training);
        let mut above = Above::default();
        for &layer in layers.iter().rev() {
            above.drop_beyond(layer + self.max_step, self.meter);
            if !progress.values.contains(&layer) {
                self.evaluate_layer(layer, &mut above)?;
                self.meter.complete(layer);
            }
            self.folder.remove(&self.folder.keys(layer))?;
            above.drop_beyond(layer + self.max_step - 1, self.meter);
            let values = self.load(layer, above.layers.len())?;
            above.layers.insert(layer, values);
        }
        above.release(self.meter);
        Ok(layers)
    }

    /// The values of a finished layer, in memory or with memory for some blocks; `others` layers
    /// have theirs.
    fn load(&mut self, layer: u32, others: usize) -> Result<Values, TableError> {
        /// A key and a code, and what goes with a block.
        const ENTRY_BYTES: usize = 11;
        let path = self.folder.values(layer);
        let mut file = TableFile::open(&path, Content::Values)?;
        let positions = file.positions();
        if let Some(ranks) = self.ranks_as_bits(layer, positions)
            && RankedValues::<PlyValue>::bytes(&ranks, positions) <= self.meter.bytes_left()
            && u32::try_from(positions).is_ok()
        {
            return Ok(Values::InMemory(Values::read(file, layer, &ranks, self.meter)?));
        }
        let all = usize::try_from(positions).unwrap_or(usize::MAX).saturating_mul(ENTRY_BYTES);
        let absent = (self.max_step as usize).saturating_sub(others).max(1);
        let bytes = all.min(self.meter.bytes_left() / absent);
        self.meter.claim(bytes)?;
        file.keep(bytes, 0);
        Ok(Values::OnDisk(Box::new(file), bytes))
    }

    fn evaluate_layer(&mut self, layer: u32, above: &mut Above) -> Result<(), TableError> {
        let game = self.game;
        let mut keys = TableFile::<u64>::open(&self.folder.keys(layer), Content::Keys)?;
        let mut layers: Vec<Option<&mut Values>> = Vec::new();
        layers.resize_with(self.max_step as usize, || None);
        for (&other, values) in &mut above.layers {
            layers[(other - layer - 1) as usize] = Some(values);
        }
        let path = self.folder.values(layer);
        let written = tesuji_storage::write_with::<Written>(&path, |out| {
            let mut writer = TableWriter::new(out, &self.heading, None)?;
            writer.begin(layer, keys.positions())?;
            let mut entries = Entries::default();
            for block in 0..keys.blocks().len() {
                keys.read(block, &mut entries)?;
                let ranks = entries.keys.iter().copied();
                game.visit_successors_in_order(ranks, |rank, successors, skipped| {
                    let value = self.value(rank, layer, successors, skipped, &mut layers)?;
                    writer.push(&rank, Some(value))
                })?;
            }
            writer.finish()
        });
        written.map_err(|error| error.at(&path))
    }

    /// The value of a position, from those of its successors.
    #[inline]
    fn value(
        &mut self,
        rank: u64,
        layer: u32,
        successors: &[u64],
        skipped: &[u32],
        layers: &mut [Option<&mut Values>],
    ) -> Result<PlyValue, TableError> {
        // What the opponent likes least.
        let mut best: Option<PlyValue> = None;
        for (track, (key, &skipped)) in successors.iter().zip(skipped).enumerate() {
            let found = match layers.get_mut(skipped as usize) {
                Some(Some(Values::InMemory(values))) => values.get(*key),
                Some(Some(Values::OnDisk(file, _))) => {
                    file.find(layer + 1 + skipped, key, track)?
                }
                _ => None,
            };
            let value = found.ok_or_else(|| self.missing(rank))?;
            best = Some(best.map_or(value, |best| best.min(value)));
        }
        self.meter.tally.expanded += 1;
        self.meter.charge(1 + u32::try_from(successors.len()).unwrap_or(u32::MAX))?;
        match best {
            Some(value) => value.before(false).map(|value| self.heading.detail.stored(value)),
            None => {
                PlyValue::new(self.game.end_of_rank(rank).ok_or_else(|| self.missing(rank))?, 0)
            }
        }
        .ok_or(TableError::TooLong)
    }

    fn missing(&self, rank: u64) -> TableError {
        let position = self.game.state_text(&self.game.unrank(rank));
        TableError::Missing { position, why: "or for one of its successors" }
    }

    /// Copies the blocks of all layers into the table.
    fn assemble(&mut self, layers: &BTreeSet<u32>, path: &Path) -> Result<(), TableError> {
        let open =
            |&layer: &u32| TableFile::<u64>::open(&self.folder.values(layer), Content::Values);
        let mut positions = 0;
        for layer in layers {
            positions += open(layer)?.positions();
        }
        let heading = Heading { positions, ..self.heading.clone() };
        let mut entries = Entries::default();
        let fill = |writer: &mut TableWriter<'_, u64>, meter: &mut Meter| {
            for layer in layers {
                let mut file = open(layer)?;
                writer.begin(*layer, file.positions())?;
                for block in 0..file.blocks().len() {
                    if writer.wants_block() {
                        file.read(block, &mut entries)?;
                        for (key, &value) in entries.keys.iter().zip(&entries.values) {
                            writer.push(key, Some(value))?;
                        }
                    } else {
                        writer.skip_block();
                    }
                    meter.look()?;
                }
            }
            Ok(())
        };
        write_table(path, &heading, fill, self.meter)
    }
}

/// The values of the layers that the moves from a layer lead to.
#[derive(Default)]
struct Above {
    layers: BTreeMap<u32, Values>,
}

/// The values of a layer.
enum Values {
    InMemory(RankedValues<PlyValue>),
    /// With the memory for the blocks of the file.
    OnDisk(Box<TableFile<u64>>, usize),
}

impl Values {
    fn release(self, meter: &mut Meter) {
        match self {
            Values::InMemory(values) => values.release(meter),
            Values::OnDisk(_, bytes) => meter.release(bytes),
        }
    }

    /// Reads all the values of a layer with these ranks.
    fn read(
        mut file: TableFile<u64>,
        layer: u32,
        ranks: &Range<u64>,
        meter: &mut Meter,
    ) -> Result<RankedValues<PlyValue>, TableError> {
        let positions = usize::try_from(file.positions()).map_err(|_| Limit::Memory)?;
        let mut set = RankSet::new(ranks, meter)?;
        let mut values = meter.claimed_vec(PlyValue::DRAW, positions)?;
        values.clear();
        let mut entries = Entries::default();
        for block in 0..file.blocks().len() {
            file.read(block, &mut entries)?;
            let all_within = entries.keys.iter().all(|rank| ranks.contains(rank));
            if file.blocks()[block].layer != layer || !all_within {
                return Err(TableError::Misplaced { block });
            }
            entries.keys.iter().for_each(|&rank| set.insert(rank));
            values.extend_from_slice(&entries.values);
            meter.look()?;
        }
        let index = RankIndex::new(set, meter)?;
        if index.len() != values.len() {
            let (path, what) = (file.path().to_owned(), "a position is there twice");
            return Err(TableError::NotATable { path, what });
        }
        Ok(RankedValues::new(index, values))
    }
}

impl Above {
    /// Drops the layers beyond this one.
    fn drop_beyond(&mut self, last: u32, meter: &mut Meter) {
        for values in self.layers.split_off(&(last + 1)).into_values() {
            values.release(meter);
        }
    }

    fn release(self, meter: &mut Meter) {
        for values in self.layers.into_values() {
            values.release(meter);
        }
    }
}

/// The keys of a run, one after the other.
struct RunReader {
    file: TableFile<u64>,
    block: usize,
    entries: Entries<u64>,
    next: usize,
}

impl RunReader {
    fn open(path: &Path) -> Result<Self, TableError> {
        let file = TableFile::open(path, Content::Keys)?;
        Ok(RunReader { file, block: 0, entries: Entries::default(), next: 0 })
    }

    fn next(&mut self) -> Result<Option<u64>, TableError> {
        if self.next == self.entries.keys.len() {
            if self.block == self.file.blocks().len() {
                return Ok(None);
            }
            self.file.read(self.block, &mut self.entries)?;
            self.block += 1;
            self.next = 0;
        }
        self.next += 1;
        Ok(Some(self.entries.keys[self.next - 1]))
    }
}

/// The keys of several runs in ascending order, without repetitions.
struct Merged {
    runs: Vec<RunReader>,
    /// The next key of each run that has one.
    heads: BinaryHeap<Reverse<(u64, usize)>>,
}

impl Merged {
    fn new(mut runs: Vec<RunReader>) -> Result<Self, TableError> {
        let mut heads = BinaryHeap::new();
        for (index, run) in runs.iter_mut().enumerate() {
            heads.extend(run.next()?.map(|key| Reverse((key, index))));
        }
        Ok(Merged { runs, heads })
    }

    /// Moves a run past its head.
    fn advance(&mut self, index: usize) -> Result<(), TableError> {
        self.heads.extend(self.runs[index].next()?.map(|key| Reverse((key, index))));
        Ok(())
    }
}

impl Iterator for Merged {
    type Item = Result<u64, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((key, index)) = self.heads.pop()?;
        if let Err(error) = self.advance(index) {
            return Some(Err(error));
        }
        while let Some(&Reverse((other, index))) = self.heads.peek()
            && other == key
        {
            self.heads.pop();
            if let Err(error) = self.advance(index) {
                return Some(Err(error));
            }
        }
        Some(Ok(key))
    }
}
