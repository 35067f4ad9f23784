//! Building a table layer by layer.
//!
//! First all layers get their keys, from the first to the last: the successors of a layer are
//! gathered, as bits if the ranks of the layer follow each other and there is memory for a bit for
//! each; otherwise they are sorted and rid of repetitions, and what does not fit in memory is written
//! as sorted runs, which are merged. Then all layers get their values, from the last to the first:
//! the value of a position follows from the entries of its successors, in memory or from the files of
//! the layers above. Sorted positions have successors that are close together, so that few blocks
//! need to be in memory. Several threads each take some blocks of a layer. Each finished layer is a
//! file, from which the same call goes on after an interruption.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::fs::{self, File};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use tesuji_core::{Layered, Meter, NamedGame};
use tesuji_retrograde::{PlyValue, RankIndex, RankSet, RankedValues};

use crate::TableError;
use crate::error::Written;
use crate::file::{
    Content, Encoder, Entries, OWN_BYTES, PackedBlock, TableFile, TableWriter, entries_of_a_block,
    train_part, training_bytes,
};
use crate::folder::{Folder, Run, lock};
use crate::frontier::Frontier;
use crate::heading::{Detail, Heading};
use crate::in_turn::{by_threads, in_turn};
use crate::key::ByRank;
use crate::pages::Trainer;

/// How many runs are merged at once: each is an open file.
const MAX_RUNS: usize = 128;

/// How many bytes of keys that have their values may stay on the disk: removing them takes a moment.
const MAX_REPLACED: u64 = 1 << 20;

/// The memory for the blocks that a thread reads and writes, and for those that wait for their turn.
const THREAD_BYTES: usize = 4 << 20;

/// Builds the table of all positions that can be reached from `start` by `threads` threads, and writes
/// it to `path`.
///
/// The positions are sorted on disk and solved layer by layer (see [`Layered`]). If a limit ends the
/// build, the finished layers stay in a directory beside `path`
/// ([`layers_directory`](crate::layers_directory)), and the same call continues with them.
///
/// # Complexity
/// Every position is expanded twice. Memory: what the meter's budget allows, at least some 8 MiB, or
/// 22 MiB for a million positions or more; with less, more of the work is done on disk, and by fewer
/// threads. One thread gathers the successors of a layer that are not gathered as bits. The disk holds
/// up to about twice the table.
///
/// # Errors
/// A limit was reached, a file cannot be read or written, the rules have no ranks, or the directory
/// has the layers of another table.
pub fn build_by_layers<G: Layered + NamedGame + Sync>(
    game: &G,
    start: &G::State,
    path: &Path,
    threads: usize,
    meter: &mut Meter,
) -> Result<(), TableError> {
    build(game, start, (path, Detail::Plies), threads, meter)
}

/// Builds the table of the outcomes alone, which is smaller, as [`build_by_layers`] builds the one with
/// distances.
///
/// # Errors
/// Those of [`build_by_layers`].
pub fn build_outcomes_by_layers<G: Layered + NamedGame + Sync>(
    game: &G,
    start: &G::State,
    path: &Path,
    threads: usize,
    meter: &mut Meter,
) -> Result<(), TableError> {
    build(game, start, (path, Detail::Outcome), threads, meter)
}

fn build<G: Layered + NamedGame + Sync>(
    game: &G,
    start: &G::State,
    (path, detail): (&Path, Detail),
    threads: usize,
    meter: &mut Meter,
) -> Result<(), TableError> {
    let max_step = game.max_step().ok_or(TableError::NoRanks)?;
    let folder = Folder::of(path);
    let _lock = lock(folder.path(), meter)?;
    folder.create()?;
    let heading = Heading { detail, ..Heading::new::<G, ByRank>(game, start, 0) };
    let left = meter.bytes_left();
    meter.claim(OWN_BYTES)?;
    // Each thread opens the files of all layers that moves lead to, and leaves the memory that the
    // training of the models will take.
    let threads = threads.min(MAX_RUNS / max_step.max(1) as usize).max(1);
    let spare = meter.bytes_left().saturating_sub(training_bytes(u64::MAX));
    let more_threads = (threads - 1).min(spare / 4 / THREAD_BYTES);
    meter.claim(more_threads * THREAD_BYTES)?;
    let threads = more_threads + 1;
    let mut build = Build { game, max_step, threads, folder, heading, meter };
    let end = build.run(start, path);
    // Also what an error left behind.
    meter.release(left - meter.bytes_left());
    end
}

struct Build<'a, 'm, G> {
    game: &'a G,
    max_step: u32,
    threads: usize,
    folder: Folder,
    heading: Heading,
    meter: &'a mut Meter<'m>,
}

impl<G: Layered + NamedGame + Sync> Build<'_, '_, G> {
    fn run(&mut self, start: &G::State, path: &Path) -> Result<(), TableError> {
        let progress = self.folder.progress()?;
        self.check_folder(progress.keys.iter().next(), progress.values.iter().next())?;
        if !progress.enumerated {
            self.enumerate(start)?;
            File::create(self.folder.enumerated()).map_err(|error| self.folder.failed(error))?;
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
            self.write_keys(layer, (&self.folder.keys(layer), 1), |writer, _| {
                writer.push(&rank, None)
            })?;
            next = Some(layer);
        }
        let mut keys = None;
        while let Some(layer) = next {
            (next, keys) = self.expand(layer, keys)?;
            self.meter.complete(layer);
        }
        Ok(())
    }

    /// Finds the successors of a layer, whose keys may be in memory, and completes the next layer, which
    /// it returns, with its keys if they are in memory.
    fn expand(
        &mut self,
        layer: u32,
        keys: Option<Keys>,
    ) -> Result<(Option<u32>, Option<Keys>), TableError> {
        let positions = match &keys {
            Some(keys) => keys.count,
            None => self.open_keys(layer)?.positions(),
        };
        if let Some(ranks) = self.ranks_as_bits(layer + 1, positions) {
            return self.expand_to_set(layer, keys, &ranks);
        }
        if let Some(keys) = keys {
            keys.set.release(self.meter);
            // With more memory.
            return self.expand(layer, None);
        }
        Ok((self.expand_to_lists(layer)?, None))
    }

    /// Gathers the successors of a layer as bits.
    fn expand_to_set(
        &mut self,
        layer: u32,
        keys: Option<Keys>,
        ranks: &Range<u64>,
    ) -> Result<(Option<u32>, Option<Keys>), TableError> {
        let (game, found) = (self.game, RankSet::new(ranks, self.meter)?);
        let gather = |ranks: &mut dyn Iterator<Item = u64>, meter: &mut Meter| {
            game.visit_successors_in_order(ranks, |_, successors, _| {
                meter.tally.expanded += 1;
                meter.charge(u32::try_from(successors.len()).unwrap_or(u32::MAX))?;
                successors.iter().for_each(|&rank| found.insert(rank));
                Ok::<(), TableError>(())
            })
        };
        let (meter, threads) = (&mut *self.meter, self.threads);
        match keys {
            Some(keys) => {
                let pieces = Pieces::of(&keys);
                let work = |(): &mut (), piece, meter: &mut Meter| {
                    gather(&mut keys.set.members(pieces.words(piece)), meter)
                };
                by_threads(meter, threads, pieces.count(), || Ok(()), work)?;
                keys.set.release(meter);
            }
            None => {
                let own = game.layer_ranks(layer).unwrap_or_default();
                let path = self.folder.keys(layer);
                let open = || TableFile::<u64>::open(&path, Content::Keys);
                let start = || Ok::<_, TableError>((open()?, Entries::default()));
                let work = |(file, entries): &mut (TableFile<u64>, Entries<u64>),
                            block: usize,
                            meter: &mut Meter| {
                    file.read(block, entries)?;
                    if !entries.keys.iter().all(|rank| own.contains(rank)) {
                        return Err(TableError::Misplaced { block });
                    }
                    gather(&mut entries.keys.iter().copied(), meter)
                };
                by_threads(meter, threads, open()?.blocks().len(), start, work)?;
            }
        }
        let found = Keys { count: found.len(), set: found };
        if found.count == 0 {
            found.set.release(self.meter);
            return Ok((None, None));
        }
        let pieces = Pieces::of(&found);
        self.write_keys(layer + 1, (&self.folder.keys(layer + 1), 0), |writer, meter| {
            let work = |(encoder, entries): &mut (Encoder, Entries<u64>),
                        piece: usize,
                        meter: &mut Meter| {
                let (mut blocks, mut members) =
                    (Vec::new(), found.set.members(pieces.words(piece)));
                loop {
                    entries.keys.clear();
                    entries.keys.extend(members.by_ref().take(Pieces::MAX_KEYS));
                    meter.look()?;
                    if entries.keys.is_empty() {
                        return Ok(blocks);
                    }
                    blocks.push(encoder.encode(layer + 1, entries)?);
                }
            };
            let start = || Ok::<_, Written>((Encoder::without_pages()?, Entries::default()));
            in_turn(meter, threads, pieces.count(), start, work, |blocks: Vec<PackedBlock>| {
                blocks.iter().try_for_each(|block| writer.write(block))
            })
        })?;
        Ok((Some(layer + 1), Some(found)))
    }

    /// Gathers the successors of a layer as lists.
    fn expand_to_lists(&mut self, layer: u32) -> Result<Option<u32>, TableError> {
        let game = self.game;
        let mut file = self.open_keys(layer)?;
        let mut frontier = Frontier::new(self.max_step, self.meter)?;
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

    fn open_keys(&self, layer: u32) -> Result<TableFile<u64>, TableError> {
        TableFile::open(&self.folder.keys(layer), Content::Keys)
    }

    /// The ranks of a layer of about `positions` positions, if bits for them are worth their
    /// memory.
    fn ranks_as_bits(&self, layer: u32, positions: u64) -> Option<Range<u64>> {
        /// This number of ranks takes little memory in any case.
        const FEW: u64 = 1 << 23;
        /// With more ranks than this for each position, positions are found faster by sorting.
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
        loop {
            let (readers, memory) = self.open_runs(&runs)?;
            let number = runs.iter().map(|run| run.number + 1).max().unwrap_or(0);
            let rest = runs.split_off(readers.len());
            // Of the earliest source: a build that continues repeats the later ones.
            let source = runs.iter().map(|run| run.source).min().unwrap_or(0);
            let merged = (!rest.is_empty()).then_some(Run { layer, source, number });
            let path = merged.map_or_else(|| self.folder.keys(layer), |run| self.folder.run(run));
            self.merge_into(&path, layer, readers)?;
            self.meter.release(memory);
            self.folder.remove_replaced(runs.iter().map(|run| self.folder.run(*run)))?;
            let Some(merged) = merged else { return Ok(()) };
            runs = rest;
            runs.push(merged);
        }
    }

    /// Opens the first of these runs, as many as there is memory for, and returns the memory that was
    /// claimed, too.
    fn open_runs(&mut self, runs: &[Run]) -> Result<(Vec<RunReader>, usize), TableError> {
        let (mut readers, mut memory) = (Vec::new(), 0);
        for run in &runs[..runs.len().min(MAX_RUNS)] {
            let reader = RunReader::open(&self.folder.run(*run))?;
            let mut bytes = reader.file.reader_bytes();
            if readers.len() < 2 {
                // Two at least can be merged: if they are small, by what every build has claimed.
                bytes = bytes.saturating_sub(OWN_BYTES / 16);
            } else if bytes > self.meter.bytes_left() {
                break;
            }
            self.meter.claim(bytes)?;
            memory += bytes;
            readers.push(reader);
        }
        Ok((readers, memory))
    }

    /// Merges runs of a layer into a file.
    fn merge_into(
        &mut self,
        path: &Path,
        layer: u32,
        runs: Vec<RunReader>,
    ) -> Result<(), TableError> {
        let merged = Merged::new(runs)?;
        let at_most = merged.runs.iter().map(|run| run.file.positions()).sum();
        self.write_keys(layer, (path, at_most), |writer, meter| {
            for (number, key) in (1u64..).zip(merged) {
                writer.push(&key?, None)?;
                if number.is_multiple_of(1 << 16) {
                    meter.look()?;
                }
            }
            Ok(())
        })
    }

    /// Writes the keys of the frontier's layer with this index.
    fn write_frontier(
        &mut self,
        path: &Path,
        layer: u32,
        frontier: &mut Frontier,
        index: usize,
    ) -> Result<(), TableError> {
        let at_most = frontier.len(index) as u64;
        self.write_keys(layer, (path, at_most), |writer, meter| {
            frontier.visit_sorted(index, meter, |key| writer.push(&key, None))
        })
    }

    /// Writes the keys of a layer, at most `at_most`, which `fill` adds.
    fn write_keys(
        &mut self,
        layer: u32,
        (path, at_most): (&Path, u64),
        fill: impl FnOnce(&mut TableWriter<'_, u64>, &mut Meter) -> Result<(), Written>,
    ) -> Result<(), TableError> {
        let written = tesuji_storage::place_with::<Written>(path, |out| {
            let mut writer = TableWriter::new(out, &self.heading, None)?;
            writer.begin(layer, at_most)?;
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
        // The rest is removed with the directory.
        let (mut replaced, mut replaced_bytes) = (Vec::new(), 0);
        let mut above = Above::default();
        for &layer in layers.iter().rev() {
            above.drop_beyond(layer + self.max_step, self.meter);
            let mut found = None;
            if !progress.values.contains(&layer) {
                found = self.evaluate_layer(layer, &above)?;
                self.meter.complete(layer);
            }
            let keys = self.folder.keys(layer);
            replaced_bytes += fs::metadata(&keys).map_or(0, |file| file.len());
            replaced.push(keys);
            if replaced_bytes >= MAX_REPLACED {
                self.folder.remove_replaced(replaced.drain(..))?;
                replaced_bytes = 0;
            }
            above.drop_beyond(layer + self.max_step - 1, self.meter);
            let values = match found {
                Some(found) => Values::InMemory(found),
                None => self.load(layer, above.layers.len())?,
            };
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
        let mut file = TableFile::open(&self.folder.values(layer), Content::Values)?;
        let positions = file.positions();
        if let Some(mut collector) = self.collector(layer, positions)? {
            let mut entries = Entries::default();
            for block in 0..file.blocks().len() {
                file.read(block, &mut entries)?;
                let is_here = file.blocks()[block].layer == layer;
                collector
                    .add(&entries)
                    .filter(|()| is_here)
                    .ok_or(TableError::Misplaced { block })?;
                self.meter.look()?;
            }
            return Ok(Values::InMemory(collector.finish(file.path(), self.meter)?));
        }
        let all = usize::try_from(positions).unwrap_or(usize::MAX).saturating_mul(ENTRY_BYTES);
        let absent = (self.max_step as usize).saturating_sub(others).max(1);
        let bytes = all.min(self.meter.bytes_left() / absent);
        self.meter.claim(bytes)?;
        Ok(Values::OnDisk(bytes))
    }

    /// What gathers the values of a layer in memory, if there is enough.
    fn collector(&mut self, layer: u32, positions: u64) -> Result<Option<Collector>, TableError> {
        let Some(ranks) = self.ranks_as_bits(layer, positions) else { return Ok(None) };
        let bytes = RankedValues::<PlyValue>::bytes(&ranks, positions);
        if bytes > self.meter.bytes_left() || u32::try_from(positions).is_err() {
            return Ok(None);
        }
        let set = RankSet::new(&ranks, self.meter)?;
        let mut values = self.meter.claimed_vec(PlyValue::DRAW, positions as usize)?;
        values.clear();
        Ok(Some(Collector { ranks, set, values, last: None }))
    }

    /// Finds the values of a layer, and returns them if they are in memory.
    fn evaluate_layer(
        &mut self,
        layer: u32,
        above: &Above,
    ) -> Result<Option<RankedValues<PlyValue>>, TableError> {
        let (game, detail, threads) = (self.game, self.heading.detail, self.threads);
        let file = self.open_keys(layer)?;
        let (blocks, keys_path) = (file.blocks().len(), file.path());
        let mut collector = self.collector(layer, file.positions())?;
        let is_collected = collector.is_some();
        let folder = &self.folder;
        let start = || {
            let values = (0..self.max_step).map(|skipped| {
                let other = layer + 1 + skipped;
                let values = above.layers.get(&other);
                values.map(|values| values.open(&folder.values(other), threads)).transpose()
            });
            let layers = values.collect::<Result<_, _>>()?;
            let rules = Evaluation { game, detail, layer, layers };
            let keys = TableFile::open(keys_path, Content::Keys)?;
            Ok::<_, Written>((rules, keys, Encoder::without_pages()?))
        };
        let work = |(rules, keys, encoder): &mut (Evaluation<'_, G>, TableFile<u64>, Encoder),
                    block: usize,
                    meter: &mut Meter| {
            let mut entries = Entries::default();
            keys.read(block, &mut entries)?;
            let Entries { keys, values } = &mut entries;
            values.reserve(keys.len());
            game.visit_successors_in_order(keys.iter().copied(), |rank, successors, skipped| {
                values.push(rules.value(rank, successors, skipped, meter)?);
                Ok::<(), TableError>(())
            })?;
            Ok((encoder.encode(layer, &entries)?, block, is_collected.then_some(entries)))
        };
        let path = folder.values(layer);
        let meter = &mut *self.meter;
        let written = tesuji_storage::place_with::<Written>(&path, |out| {
            let mut writer = TableWriter::<u64>::new(out, &self.heading, None)?;
            in_turn(meter, threads, blocks, start, work, |(packed, block, entries)| {
                if let (Some(collector), Some(entries)) = (&mut collector, entries) {
                    collector.add(&entries).ok_or(TableError::Misplaced { block })?;
                }
                writer.write(&packed)
            })?;
            writer.finish()
        });
        written.map_err(|error| error.at(&path))?;
        collector.map(|collector| collector.finish(&path, self.meter)).transpose()
    }

    /// Copies the entries of all layers into the table.
    fn assemble(&mut self, layers: &BTreeSet<u32>, path: &Path) -> Result<(), TableError> {
        let open = |layer| TableFile::<u64>::open(&self.folder.values(layer), Content::Values);
        let mut sizes = Vec::new();
        for &layer in layers {
            sizes.push((layer, open(layer)?.positions()));
        }
        let positions = sizes.iter().map(|layer| layer.1).sum();
        let heading = Heading { positions, ..self.heading.clone() };
        let blocks = |positions: u64| {
            let full = u64::from(entries_of_a_block(positions));
            let range = move |block: usize| {
                let first = block as u64 * full;
                first..positions.min(first + full)
            };
            (positions.div_ceil(full) as usize, range)
        };
        let (threads, meter) = (self.threads, &mut *self.meter);
        let groups: Vec<_> = Trainer::new(positions).groups(&sizes).collect();
        let of_a_thread = training_bytes(positions);
        // What a small table needs for this was claimed for one thread.
        let trainers = meter.bytes_left().checked_div(of_a_thread).unwrap_or(1).clamp(1, threads);
        // To the end: the models remain when they are trained.
        let memory = trainers.min(groups.len()) * of_a_thread;
        meter.claim(memory)?;
        let written = tesuji_storage::write_with::<Written>(path, |out| {
            let (mut models, mut bytes) = (Vec::new(), Vec::new());
            let start = || Ok::<_, Written>(Entries::default());
            let work = |entries: &mut Entries<u64>, group: usize, meter: &mut Meter| {
                train_part(positions, |writer: &mut TableWriter<'_, u64>| {
                    for &(layer, positions) in groups[group] {
                        let mut file = open(layer)?;
                        writer.begin(layer, positions)?;
                        let (count, range) = blocks(positions);
                        for block in 0..count {
                            if writer.wants_block() {
                                file.read_range(range(block), entries)?;
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
                })
            };
            in_turn(meter, trainers, groups.len(), start, work, |trained| {
                models.extend(trained.0);
                bytes.extend(trained.1);
                Ok(())
            })?;
            let models: Arc<[_]> = models.into();
            let trained = (Arc::clone(&models), bytes);
            let mut writer = TableWriter::<u64>::new(out, &heading, Some(trained))?;
            for &(layer, positions) in &sizes {
                let (count, range) = blocks(positions);
                let start =
                    || Ok::<_, Written>((open(layer)?, Encoder::new(&models)?, Entries::default()));
                let work =
                    |(file, encoder, entries): &mut (TableFile<u64>, Encoder, Entries<u64>),
                     block: usize,
                     meter: &mut Meter| {
                        file.read_range(range(block), entries)?;
                        meter.look()?;
                        encoder.encode(layer, entries)
                    };
                in_turn(meter, threads, count, start, work, |block| writer.write(&block))?;
            }
            writer.finish()
        });
        self.meter.release(memory);
        written.map_err(|error| error.at(path))
    }
}

/// The keys of a layer in memory.
struct Keys {
    set: RankSet,
    count: u64,
}

/// The words of a set in pieces, each for some thousands of members.
struct Pieces {
    words: usize,
    of_a_piece: usize,
}

impl Pieces {
    /// The maximum number of keys of a block of a piece.
    const MAX_KEYS: usize = 1 << 14;

    fn of(keys: &Keys) -> Self {
        /// The keys of a piece, on average.
        const KEYS: u64 = 1 << 13;
        /// The words of a piece at most, which may have bits in one stretch alone.
        const MAX_WORDS: usize = 1 << 12;
        let words = keys.set.words();
        let pieces = usize::try_from(keys.count / KEYS).unwrap_or(usize::MAX).max(1);
        Pieces { words, of_a_piece: words.div_ceil(pieces).clamp(1, MAX_WORDS) }
    }

    fn count(&self) -> usize {
        self.words.div_ceil(self.of_a_piece)
    }

    fn words(&self, piece: usize) -> Range<usize> {
        let first = piece * self.of_a_piece;
        first..self.words.min(first + self.of_a_piece)
    }
}

/// What the values of a layer follow from.
struct Evaluation<'a, G> {
    game: &'a G,
    detail: Detail,
    layer: u32,
    /// Those of the layers above.
    layers: Vec<Option<OpenValues<'a>>>,
}

impl<G: Layered + NamedGame> Evaluation<'_, G> {
    /// The value of a position, from those of its successors.
    #[inline]
    fn value(
        &mut self,
        rank: u64,
        successors: &[u64],
        skipped: &[u32],
        meter: &mut Meter,
    ) -> Result<PlyValue, TableError> {
        // What the opponent likes least.
        let mut best: Option<PlyValue> = None;
        for (track, (key, &skipped)) in successors.iter().zip(skipped).enumerate() {
            let found = match self.layers.get_mut(skipped as usize) {
                Some(Some(OpenValues::InMemory(values))) => values.get(*key),
                Some(Some(OpenValues::OnDisk(file))) => {
                    file.find(self.layer + 1 + skipped, key, track)?
                }
                _ => None,
            };
            let value = found.ok_or_else(|| self.missing(rank))?;
            best = Some(best.map_or(value, |best| best.min(value)));
        }
        meter.tally.expanded += 1;
        meter.charge(1 + u32::try_from(successors.len()).unwrap_or(u32::MAX))?;
        match best {
            Some(value) => value.before(false).map(|value| self.detail.stored(value)),
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
}

/// The values of the layers that the moves from a layer lead to.
#[derive(Default)]
struct Above {
    layers: BTreeMap<u32, Values>,
}

/// The values of a layer.
enum Values {
    InMemory(RankedValues<PlyValue>),
    /// With so much memory for the blocks of the file.
    OnDisk(usize),
}

/// The values of a layer as a thread reads them.
enum OpenValues<'a> {
    InMemory(&'a RankedValues<PlyValue>),
    OnDisk(Box<TableFile<u64>>),
}

impl Values {
    /// Those in the file at `path`, for one of `threads` threads.
    fn open(&self, path: &Path, threads: usize) -> Result<OpenValues<'_>, TableError> {
        match self {
            Values::InMemory(values) => Ok(OpenValues::InMemory(values)),
            Values::OnDisk(bytes) => {
                let mut file = TableFile::open(path, Content::Values)?;
                file.keep(bytes / threads, 0);
                Ok(OpenValues::OnDisk(Box::new(file)))
            }
        }
    }

    fn release(self, meter: &mut Meter) {
        match self {
            Values::InMemory(values) => values.release(meter),
            Values::OnDisk(bytes) => meter.release(bytes),
        }
    }
}

/// The values of a layer that are gathered, in the order of the ranks.
struct Collector {
    ranks: Range<u64>,
    set: RankSet,
    values: Vec<PlyValue>,
    /// The last rank.
    last: Option<u64>,
}

impl Collector {
    /// Adds some entries; `None` if they are of another layer, too many, or out of order.
    fn add(&mut self, entries: &Entries<u64>) -> Option<()> {
        let has_room = self.values.len() + entries.values.len() <= self.values.capacity();
        let all_within = entries.keys.iter().all(|rank| self.ranks.contains(rank));
        let is_after = self.last < entries.keys.first().copied();
        (has_room && all_within && is_after).then(|| {
            self.last = entries.keys.last().copied();
            entries.keys.iter().for_each(|&rank| self.set.insert(rank));
            self.values.extend_from_slice(&entries.values);
        })
    }

    /// All of them, which are those of the file at `path`.
    fn finish(self, path: &Path, meter: &mut Meter) -> Result<RankedValues<PlyValue>, TableError> {
        let index = RankIndex::new(self.set, meter)?;
        if index.len() != self.values.len() {
            let what = "a position is there twice";
            return Err(TableError::NotATable { path: path.to_owned(), what });
        }
        Ok(RankedValues::new(index, self.values))
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
