//! Exhaustive search through an abstraction, backward from its goals, level by level.
//!
//! For each class of states there are rows of bits with a bit for each member: those of the last
//! level, those of the next, and all that were seen. A class takes the next level from the
//! classes that its moves lead to: a whole row at once where the members keep their
//! numbers, and else bit by bit. So each thread writes the rows of its own classes only, and the
//! threads share nothing that changes but the table of distances.

use std::mem;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tesuji_core::{Abstraction, ClassMove, Limit, Meter};

use crate::pdb::database::UNREACHED;

/// How many blocks a thread takes at a time.
const BATCH: usize = 16;

/// The distance of each entry of `abstraction`, [`UNREACHED`] where there is none; greater ones
/// than fit are cut to the greatest that does.
pub(super) fn distances<A: Abstraction>(
    abstraction: &A,
    threads: usize,
    meter: &mut Meter,
) -> Result<Vec<u8>, Limit> {
    let words = abstraction.members().div_ceil(64);
    let blocks = abstraction.blocks();
    let classes = blocks.checked_sub(1).map_or(0, |last| abstraction.classes(last).end);
    let rows_bytes = 3 * classes * (words * size_of::<u64>() + size_of::<u32>());
    meter.claim(rows_bytes)?;
    meter.claim(abstraction.entries())?;
    let mut search = Search {
        abstraction,
        words,
        last: Rows::new(classes, words),
        next: Rows::new(classes, words),
        seen: Rows::new(classes, words),
        table: (0..abstraction.entries()).map(|_| AtomicU8::new(UNREACHED)).collect(),
    };
    let mut reached = search.start();
    let mut distance = 0;
    while reached > 0 {
        charge(reached, meter)?;
        distance += 1;
        meter.lower_bound = distance;
        let written = distance.min(u32::from(UNREACHED) - 1);
        reached = search.step(u8::try_from(written).expect("it is cut"), threads.max(1));
        mem::swap(&mut search.last, &mut search.next);
    }
    meter.release(rows_bytes);
    Ok(search.table.into_iter().map(AtomicU8::into_inner).collect())
}

fn charge(mut nodes: u64, meter: &mut Meter) -> Result<(), Limit> {
    meter.tally.expanded += nodes;
    while nodes > 0 {
        let part = u32::try_from(nodes).unwrap_or(u32::MAX);
        meter.charge(part)?;
        nodes -= u64::from(part);
    }
    Ok(())
}

/// A row of bits for each class.
struct Rows {
    bits: Vec<u64>,
    /// How many bits are set in each row. In the rows of a level, one without any is not kept
    /// clear and may hold anything.
    counts: Vec<u32>,
}

impl Rows {
    fn new(classes: usize, words: usize) -> Self {
        Rows { bits: vec![0; classes * words], counts: vec![0; classes] }
    }

    /// The rows of each block in turn.
    fn by_block<A: Abstraction>(
        &mut self,
        abstraction: &A,
        words: usize,
    ) -> impl Iterator<Item = BlockRows<'_>> {
        let (mut bits, mut counts) = (&mut self.bits[..], &mut self.counts[..]);
        (0..abstraction.blocks()).map(move |block| {
            let classes = abstraction.classes(block).len();
            BlockRows {
                bits: split_off(&mut bits, classes * words),
                counts: split_off(&mut counts, classes),
            }
        })
    }
}

/// The rows of a block's classes.
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
    last: Rows,
    next: Rows,
    seen: Rows,
    table: Vec<AtomicU8>,
}

impl<A: Abstraction> Search<'_, A> {
    /// Makes the goals the last level; says how many there are.
    fn start(&mut self) -> u64 {
        let Search { abstraction, words, last, seen, table, .. } = self;
        abstraction.visit_goals(|class, member| {
            let (word, bit) = (class * *words + member / 64, 1 << (member % 64));
            let new = u32::from(last.bits[word] & bit == 0);
            for rows in [&mut *last, seen] {
                rows.bits[word] |= bit;
                rows.counts[class] += new;
            }
        });
        for block in 0..abstraction.blocks() {
            for class in abstraction.classes(block) {
                for member in ones(&last.bits[class * *words..][..*words]) {
                    table[abstraction.entry(block, member)].store(0, Ordering::Relaxed);
                }
            }
        }
        last.counts.iter().map(|&count| u64::from(count)).sum()
    }

    /// Finds the states at `distance`, one further than the last level; says how many there are.
    fn step(&mut self, distance: u8, threads: usize) -> u64 {
        let Search { abstraction, words, last, next, seen, table } = self;
        let level = Level { abstraction: *abstraction, words: *words, last, table, distance };
        let next_rows = next.by_block(*abstraction, *words);
        let blocks = next_rows.zip(seen.by_block(*abstraction, *words)).enumerate();
        let blocks = Mutex::new(blocks);
        let work = || {
            let mut found = 0;
            loop {
                let batch: Vec<_> = {
                    let mut blocks = blocks.lock().unwrap_or_else(PoisonError::into_inner);
                    blocks.by_ref().take(BATCH).collect()
                };
                if batch.is_empty() {
                    return found;
                }
                for (block, (next, seen)) in batch {
                    found += level.reach(block, next, seen);
                }
            }
        };
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own: u64 = work();
            let join = |helper: thread::ScopedJoinHandle<u64>| {
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            own + helpers.into_iter().map(join).sum::<u64>()
        })
    }
}

/// What the threads share while they look for the states of a level.
struct Level<'a, A> {
    abstraction: &'a A,
    words: usize,
    last: &'a Rows,
    table: &'a [AtomicU8],
    distance: u8,
}

impl<A: Abstraction> Level<'_, A> {
    /// Finds the states of a block that are one move from the last level and were not seen before; says
    /// how many there are.
    fn reach(&self, block: usize, next: BlockRows, seen: BlockRows) -> u64 {
        let all = self.abstraction.members();
        let mut found = 0;
        for (place, class) in self.abstraction.classes(block).enumerate() {
            next.counts[place] = 0;
            if seen.counts[place] as usize == all {
                continue;
            }
            let place_bits = place * self.words..(place + 1) * self.words;
            let row = &mut next.bits[place_bits.clone()];
            if !self.gather(block, class, row) {
                continue;
            }
            let mut new = 0;
            for (bits, seen) in row.iter_mut().zip(&mut seen.bits[place_bits]) {
                *bits &= !*seen;
                *seen |= *bits;
                new += bits.count_ones();
            }
            next.counts[place] = new;
            seen.counts[place] += new;
            if new > 0 {
                found += u64::from(new);
                self.note_distances(block, place, row, seen.bits);
            }
        }
        found
    }

    /// The members of a class that a move takes to the last level; false if no class was there that moves
    /// lead to, and `row` is as it was.
    fn gather(&self, block: usize, class: usize, row: &mut [u64]) -> bool {
        let mut any = false;
        self.abstraction.visit_class_moves(block, class, |ClassMove { to, reordering }| {
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
                    for member in ones(reached) {
                        let origin = usize::from(origins[member]);
                        row[origin / 64] |= 1 << (origin % 64);
                    }
                }
            }
        });
        any
    }

    /// Writes the distance of those members whose entry has none from another class.
    fn note_distances(&self, block: usize, place: usize, row: &[u64], seen: &[u64]) {
        for (number, &bits) in row.iter().enumerate().filter(|&(_, &bits)| bits != 0) {
            let others = seen.chunks_exact(self.words).enumerate();
            let known = others
                .filter(|&(other, _)| other != place)
                .fold(0, |known, (_, row)| known | row[number]);
            for bit in ones(&[bits & !known]) {
                let entry = self.abstraction.entry(block, number * 64 + bit);
                self.table[entry].store(self.distance, Ordering::Relaxed);
            }
        }
    }
}

/// The places of the bits that are set.
fn ones(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| word * 64 + rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            bit
        })
    })
}
