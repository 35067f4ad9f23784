//! Exhaustive search through an abstraction, backward from its goals, level by level.
//!
//! For each class of states there are rows of bits with a bit for each member: those of the last
//! level of even distance, those of the last of odd distance, and all that were seen. One row is
//! enough where moves are reversible and change the parity of the distance: its states of the level
//! before the last are all that the next level must leave out. A block of several classes has a row
//! of those members whose entry is known. A class takes the next level from the classes that its
//! moves lead to: a whole row at once where the members keep their numbers, and else bit by bit. So
//! each thread writes the rows of its own blocks only, and the threads share nothing that changes
//! but what they write in turns: the table of entries or, where there is a scratch file, a log from
//! which the table is made when the rows are not needed any more.

use std::fs::File;
use std::sync::{Mutex, PoisonError};
use std::{io, mem};

use tesuji_core::{Abstraction, ClassMove, Cost, Limit, Meter, StateReader, StateWriter};

use crate::pdb::distances::{BuildError, Count, Distances, Found, ones};
use crate::pdb::entries::Summary;

/// How many blocks a thread takes at a time.
const BATCH: usize = 16;

/// The entries of `abstraction` in its form, and what there is to say of them. The empty file, if
/// there is one, has the log.
pub(super) fn entries<A: Abstraction>(
    abstraction: &A,
    threads: usize,
    scratch: Option<File>,
    meter: &mut Meter,
) -> Result<(Vec<u8>, Summary), BuildError> {
    let words = abstraction.members().div_ceil(64);
    let blocks = abstraction.blocks();
    let classes = blocks.checked_sub(1).map_or(0, |last| abstraction.classes(last).end);
    let of_several = (0..blocks).map(|block| known_rows(abstraction, block)).sum();
    let places = places(abstraction, classes, meter)?;
    let mut search = Search {
        abstraction,
        words,
        levels: [
            Rows::new(classes_at(abstraction, false), words, meter)?,
            Rows::new(classes_at(abstraction, true), words, meter)?,
        ],
        seen: Rows::new(classes, if places.is_empty() { words } else { 0 }, meter)?,
        known: Rows::new(of_several, words, meter)?,
        places,
        distances: Distances::new(abstraction, scratch, meter)?,
    };
    let states = abstraction.members() as u64 * classes as u64;
    meter.to_expand = Some(states);
    let mut summary = Summary { entries: abstraction.entries(), greatest: 0, cut: 0 };
    let (mut level, mut distance);
    let parities = if search.places.is_empty() { "" } else { " by parity" };
    let place = search.distances.place();
    let section = format!("pattern-database levels{parities}{place} {}", abstraction.identity());
    match meter.resume(&section, |input, _| search.load(input))? {
        Some((saved, found)) => {
            (level, distance) = (found, saved.distance);
            (summary.greatest, summary.cut) = (saved.greatest, saved.cut);
        }
        None => {
            if meter.has_checkpoints() {
                search.clear();
            }
            (level, distance) = (search.start()?, 0);
            charge(level.states, meter)?;
        }
    }
    while level.states > 0 {
        if meter.is_due() {
            let Summary { greatest, cut, .. } = summary;
            let saved = Saved { distance, greatest, cut };
            meter.save(&section, |out| search.save(&saved, level, out));
        }
        if level.entries > 0 {
            summary.greatest = distance;
            summary.cut += level.cut;
        }
        distance += 1;
        meter.lower_bound = distance;
        level = search.step(distance, threads, meter)?;
    }
    for rows in search.rows() {
        meter.release(rows.bytes());
    }
    meter.release(size_of_val(search.places.as_slice()));
    let Search { distances, levels, seen, known, places, .. } = search;
    drop((levels, seen, known, places));
    let (bytes, cut) = distances.into_table(abstraction, threads, meter)?;
    summary.cut += cut;
    Ok((bytes, summary))
}

/// What a checkpoint has besides the rows of bits and the entries.
struct Saved {
    distance: Cost,
    greatest: Cost,
    cut: u64,
}

fn charge(mut nodes: u64, meter: &mut Meter) -> Result<(), Limit> {
    meter.tally.expanded += nodes;
    while nodes > 0 {
        let part = u32::try_from(nodes).unwrap_or(u32::MAX);
        meter.charge(part)?;
        nodes -= u64::from(part);
    }
    meter.look()
}

/// Whether states of a block may be at odd distances, or else at even ones.
fn is_at(abstraction: &impl Abstraction, block: usize, odd: bool) -> bool {
    abstraction.is_odd(block) != Some(!odd)
}

/// The number of classes whose states may be at odd distances, or else at even ones.
fn classes_at(abstraction: &impl Abstraction, odd: bool) -> usize {
    let blocks = (0..abstraction.blocks()).filter(|&block| is_at(abstraction, block, odd));
    blocks.map(|block| abstraction.classes(block).len()).sum()
}

/// The number of each class among those at distances of its parity; empty if there are no parities.
fn places<A: Abstraction>(
    abstraction: &A,
    classes: usize,
    meter: &mut Meter,
) -> Result<Vec<u32>, Limit> {
    if (0..abstraction.blocks()).all(|block| abstraction.is_odd(block).is_none()) {
        return Ok(Vec::new());
    }
    let mut places = meter.claimed_vec(0, classes)?;
    let mut numbers = [0u32; 2];
    for block in 0..abstraction.blocks() {
        let odd = abstraction.is_odd(block).expect("each block has a parity, or none has");
        let number = &mut numbers[usize::from(odd)];
        for place in &mut places[abstraction.classes(block)] {
            *place = *number;
            *number += 1;
        }
    }
    Ok(places)
}

/// How many rows of known members a block has. Those of a single class are known when they are
/// seen.
fn known_rows(abstraction: &impl Abstraction, block: usize) -> usize {
    usize::from(abstraction.classes(block).len() > 1)
}

/// A row of bits for each class, or for each at distances of one parity, or for some blocks.
struct Rows {
    /// Words in a row: none if only the counts are kept.
    words: usize,
    bits: Vec<u64>,
    /// How many bits are set in each row. In the rows of a level, one without any is not kept
    /// clear and may hold anything.
    counts: Vec<u32>,
}

impl Rows {
    fn new(classes: usize, words: usize, meter: &mut Meter) -> Result<Self, Limit> {
        let bits = meter.claimed_vec(0, classes * words)?;
        let counts = meter.claimed_vec(0, classes)?;
        Ok(Rows { words, bits, counts })
    }

    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        out.words(&self.bits)?;
        out.words(&self.counts)
    }

    fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        input.words(&mut self.bits)?;
        input.words(&mut self.counts)
    }

    fn bytes(&self) -> usize {
        size_of_val(self.bits.as_slice()) + size_of_val(self.counts.as_slice())
    }

    /// The rows of blocks in turn, of which `lengths` are the numbers of rows here.
    fn by_block(
        &mut self,
        lengths: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = BlockRows<'_>> {
        let (words, mut bits, mut counts) = (self.words, &mut self.bits[..], &mut self.counts[..]);
        lengths.map(move |rows| BlockRows {
            bits: split_off(&mut bits, rows * words),
            counts: split_off(&mut counts, rows),
        })
    }
}

/// The rows of a block.
struct BlockRows<'a> {
    bits: &'a mut [u64],
    counts: &'a mut [u32],
}

fn split_off<'a, T>(rest: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    let (taken, left) = mem::take(rest).split_at_mut(length);
    *rest = left;
    taken
}

/// Everything that changes while searching.
struct Search<'a, A> {
    abstraction: &'a A,
    /// Words in a row.
    words: usize,
    /// See [`places`].
    places: Vec<u32>,
    /// The rows of the last level of even and of the last of odd distance.
    levels: [Rows; 2],
    /// What was seen; only the counts if there are parities.
    seen: Rows,
    /// The members with a known entry, in blocks of several classes; their counts stay 0.
    known: Rows,
    distances: Distances,
}

impl<A: Abstraction> Search<'_, A> {
    fn rows(&self) -> impl Iterator<Item = &Rows> {
        self.levels.iter().chain([&self.seen, &self.known])
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut Rows> {
        self.levels.iter_mut().chain([&mut self.seen, &mut self.known])
    }

    /// Writes what is known between two levels.
    fn save(&self, saved: &Saved, level: Count, out: &mut StateWriter) -> io::Result<()> {
        let Saved { distance, greatest, cut } = *saved;
        let level = [level.states, level.entries, level.cut];
        for number in [distance.into(), greatest.into(), cut].into_iter().chain(level) {
            out.number(number)?;
        }
        for rows in self.rows() {
            rows.save(out)?;
        }
        self.distances.save(out)
    }

    fn load(&mut self, input: &mut StateReader) -> io::Result<(Saved, Count)> {
        let (distance, greatest) = (input.small()?, input.small()?);
        let saved = Saved { distance, greatest, cut: input.number()? };
        let (states, entries, cut) = (input.number()?, input.number()?, input.number()?);
        for rows in self.rows_mut() {
            rows.load(input)?;
        }
        self.distances.load(input)?;
        Ok((saved, Count { states, entries, cut }))
    }

    /// Undoes what a checkpoint that was refused has left.
    fn clear(&mut self) {
        for rows in self.rows_mut() {
            rows.bits.fill(0);
            rows.counts.fill(0);
        }
        self.distances.clear();
    }

    /// Makes the goals the last level; says how much there is of it.
    fn start(&mut self) -> io::Result<Count> {
        let Search { abstraction, words, places, levels: [last, _], seen, known, distances } = self;
        let all = 0..abstraction.blocks();
        abstraction.visit_goals(|class, member| {
            let (word, bit) = (member / 64, 1 << (member % 64));
            let place = place_of(places, class);
            let new = u32::from(last.bits[place * *words + word] & bit == 0);
            last.bits[place * *words + word] |= bit;
            last.counts[place] += new;
            seen.counts[class] += new;
            if let Some(seen) = seen.bits.get_mut(class * *words + word) {
                *seen |= bit;
            }
        });
        let odd = all.clone().filter(|&block| !is_at(*abstraction, block, false));
        let mut odd = odd.flat_map(|block| abstraction.classes(block));
        assert!(odd.all(|class| seen.counts[class] == 0), "a goal has distance 0, which is even");
        let shared = distances.shared(A::FORM);
        let mut found = Found::new(*words, &shared);
        let known = known.by_block(all.clone().map(|block| known_rows(*abstraction, block)));
        for (block, known) in all.zip(known).filter(|&(block, _)| is_at(*abstraction, block, false))
        {
            for class in abstraction.classes(block) {
                let place = place_of(places, class);
                found.count.states += u64::from(last.counts[place]);
                found.add(&last.bits[place * *words..][..*words], known.bits);
            }
            found.write_block(*abstraction, block, 0);
        }
        found.flush()?;
        Ok(found.count)
    }

    /// Finds the states at `distance`, one further than the last level; says how many there are.
    fn step(
        &mut self,
        distance: Cost,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<Count, BuildError> {
        let Search { abstraction, words, places, levels: [even, odd], seen, known, distances } =
            self;
        let (is_odd, all) = (parity(distance) == 1, 0..abstraction.blocks());
        let (last, next) = if is_odd { (even, odd) } else { (odd, even) };
        let level = Level { abstraction: *abstraction, words: *words, places, last, distance };
        let shared = distances.shared(A::FORM);
        let is_at = |block: &usize| is_at(*abstraction, *block, is_odd);
        let classes = |block: usize| abstraction.classes(block).len();
        let next_rows = next.by_block(all.clone().filter(is_at).map(classes));
        let seen_rows = seen.by_block(all.clone().map(classes));
        let known_rows = known.by_block(all.clone().map(|block| known_rows(*abstraction, block)));
        let own_rows = all.zip(seen_rows.zip(known_rows)).filter(|(block, _)| is_at(block));
        let mut rows = own_rows.zip(next_rows).peekable();
        let mut batches = Vec::new();
        while rows.peek().is_some() {
            batches.push(Mutex::new(rows.by_ref().take(BATCH).collect::<Vec<_>>()));
        }
        let work = |number: usize, meter: &mut Meter| {
            let mut found = Found::new(*words, &shared);
            let mut gathered = vec![0; *words];
            // Each thread begins where it began at the last level, whose rows there its cache has.
            let (before, from) = batches.split_at(batches.len() * number / threads.max(1));
            for batch in from.iter().chain(before) {
                let batch = mem::take(&mut *batch.lock().unwrap_or_else(PoisonError::into_inner));
                let before = found.count.states;
                for ((block, (seen, known)), next) in batch {
                    level.reach(block, next, seen, known.bits, &mut gathered, &mut found);
                }
                found.flush()?;
                charge(found.count.states - before, meter)?;
            }
            Ok::<_, BuildError>(found.count)
        };
        let mut all = Count::default();
        for count in meter.share(threads, work) {
            all.add(count?);
        }
        Ok(all)
    }
}

/// The index of the rows of a distance in [`Search::levels`].
fn parity(distance: Cost) -> usize {
    (distance % 2) as usize
}

/// The number of a class's row in the levels.
#[inline]
fn place_of(places: &[u32], class: usize) -> usize {
    places.get(class).map_or(class, |&place| place as usize)
}

/// What the threads share while they look for the states of a level.
struct Level<'a, A> {
    abstraction: &'a A,
    words: usize,
    places: &'a [u32],
    last: &'a Rows,
    distance: Cost,
}

impl<A: Abstraction> Level<'_, A> {
    /// Finds the states of a block that are one move from the last level and were not seen before,
    /// and counts them.
    fn reach(
        &self,
        block: usize,
        next: BlockRows,
        seen: BlockRows,
        known: &mut [u64],
        gathered: &mut [u64],
        found: &mut Found,
    ) {
        let all = self.abstraction.members();
        for (place, class) in self.abstraction.classes(block).enumerate() {
            let is_clear = mem::take(&mut next.counts[place]) == 0;
            if seen.counts[place] as usize == all || !self.gather(block, class, gathered) {
                continue;
            }
            let place_bits = place * self.words..(place + 1) * self.words;
            let row = &mut next.bits[place_bits.clone()];
            if let Some(seen) = seen.bits.get_mut(place_bits) {
                for ((bits, seen), &gathered) in row.iter_mut().zip(seen).zip(&*gathered) {
                    *bits = gathered & !*seen;
                    *seen |= *bits;
                }
            } else if is_clear {
                row.copy_from_slice(gathered);
            } else {
                for (bits, &gathered) in row.iter_mut().zip(&*gathered) {
                    *bits = gathered & !*bits;
                }
            }
            let new = row.iter().map(|bits| bits.count_ones()).sum();
            next.counts[place] = new;
            seen.counts[place] += new;
            found.count.states += u64::from(new);
            found.add(row, known);
        }
        found.write_block(self.abstraction, block, self.distance);
    }

    /// The members of a class that a move takes to the last level; false if no class was there that
    /// moves lead to, and `row` is as it was.
    fn gather(&self, block: usize, class: usize, row: &mut [u64]) -> bool {
        let mut any = false;
        self.abstraction.visit_class_moves(block, class, |ClassMove { to, reordering }| {
            let to = place_of(self.places, to);
            if self.last.counts[to] == 0 {
                return;
            }
            if !any {
                row.fill(0);
                any = true;
            }
            let reached = &self.last.bits[to * self.words..][..self.words];
            match reordering {
                None => {
                    for (bits, reached) in row.iter_mut().zip(reached) {
                        *bits |= reached;
                    }
                }
                Some(reordering) => {
                    let origins = self.abstraction.origins(reordering);
                    ones(reached).for_each(|member| {
                        let origin = usize::from(origins[member]);
                        row[origin / 64] |= 1 << (origin % 64);
                    });
                }
            }
        });
        any
    }
}
