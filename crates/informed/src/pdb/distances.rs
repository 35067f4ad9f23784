//! The distances of entries that a search finds: in the table of entries, or in a [log](Log) from
//! which the table is made in the end.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use tesuji_core::{Abstraction, Cost, Form, Limit, Meter, StateReader, StateWriter};

use crate::pdb::entries::{UNREACHED, bytes_for, kept};
use crate::pdb::log::{Log, Pending};
use crate::pdb::table::{Notes, Table};

/// An error while a database is built with a scratch file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A limit was reached.
    #[error("{} while the pattern database was built", .0.reached())]
    Stopped(Limit),
    /// The scratch file cannot be written or read.
    #[error("the scratch file cannot be written or read: {0}")]
    Scratch(io::Error),
}

impl From<io::Error> for BuildError {
    fn from(error: io::Error) -> Self {
        BuildError::Scratch(error)
    }
}

impl From<Limit> for BuildError {
    fn from(limit: Limit) -> Self {
        BuildError::Stopped(limit)
    }
}

/// Where the distances of entries are written.
pub(super) enum Distances {
    /// The entries, as they will be kept.
    Table(Vec<u8>),
    Log(Log),
}

impl Distances {
    /// None are known. The empty file, if there is one, is for the log.
    pub(super) fn new<A: Abstraction>(
        abstraction: &A,
        scratch: Option<File>,
        meter: &mut Meter,
    ) -> Result<Self, Limit> {
        Ok(match scratch {
            None => Distances::Table(table_for(abstraction, meter)?),
            Some(file) => Distances::Log(Log::new(file, abstraction.blocks(), meter)?),
        })
    }

    /// Where they are, for the name of a checkpoint.
    pub(super) fn place(&self) -> &'static str {
        match self {
            Distances::Table(_) => "",
            Distances::Log(_) => " in a log",
        }
    }

    pub(super) fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        match self {
            Distances::Table(bytes) => out.words(bytes),
            Distances::Log(log) => log.save(out),
        }
    }

    pub(super) fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        match self {
            Distances::Table(bytes) => input.words(bytes),
            Distances::Log(log) => log.load(input),
        }
    }

    /// Undoes what a checkpoint that was refused has left.
    pub(super) fn clear(&mut self) {
        match self {
            Distances::Table(bytes) => bytes.fill(UNREACHED),
            Distances::Log(log) => log.clear(),
        }
    }

    /// The table of all entries, and how many of those that only now were put in it are cut.
    pub(super) fn into_table<A: Abstraction>(
        self,
        abstraction: &A,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<(Vec<u8>, u64), BuildError> {
        let log = match self {
            Distances::Table(bytes) => return Ok((bytes, 0)),
            Distances::Log(log) => log,
        };
        let mut bytes = table_for(abstraction, meter)?;
        let cut = read(&log, abstraction, threads, &mut bytes, meter)?;
        log.release(meter);
        Ok((bytes, cut))
    }

    /// The same for several threads.
    pub(super) fn shared(&mut self, form: Form) -> Shared<'_> {
        match self {
            Distances::Table(bytes) => Shared::Table(Table::new(form, bytes)),
            Distances::Log(log) => Shared::Log(log),
        }
    }
}

/// [`Distances`] that several threads write.
pub(super) enum Shared<'t> {
    Table(Table<'t>),
    Log(&'t Log),
}

/// What a thread has found of a level.
pub(super) struct Found<'s, 't> {
    pub(super) count: Count,
    /// The members of a block whose entries were not known.
    new: Vec<u64>,
    output: Output<'s, 't>,
}

/// What a thread is to write of them.
enum Output<'s, 't> {
    Table(Notes<'s, 't>),
    Log(&'t Log, Pending),
}

impl<'s, 't> Found<'s, 't> {
    pub(super) fn new(words: usize, shared: &'s Shared<'t>) -> Self {
        let output = match shared {
            Shared::Table(table) => Output::Table(table.notes()),
            Shared::Log(log) => Output::Log(log, Pending::default()),
        };
        Found { count: Count::default(), new: vec![0; words], output }
    }

    /// Adds the members of a class, and makes their entries known. Those of a block of a single
    /// class were not.
    pub(super) fn add(&mut self, row: &[u64], known: &mut [u64]) {
        if known.is_empty() {
            self.new.copy_from_slice(row);
        }
        for ((new, bits), known) in self.new.iter_mut().zip(row).zip(known) {
            *new |= bits & !*known;
            *known |= bits;
        }
    }

    /// Writes the distance of the members of a block that were added, counts them, and leaves none.
    pub(super) fn write_block<A: Abstraction>(
        &mut self,
        abstraction: &A,
        block: usize,
        distance: Cost,
    ) {
        let Found { count, new, output } = self;
        let entries: u32 = new.iter().map(|bits| bits.count_ones()).sum();
        if entries == 0 {
            return;
        }
        count.entries += u64::from(entries);
        match output {
            Output::Table(notes) => {
                for member in ones(new) {
                    let base = abstraction.base(block, member);
                    let (kept, is_cut) = kept(A::FORM, distance, base);
                    notes.add(abstraction.entry(block, member), kept);
                    count.cut += u64::from(is_cut);
                }
            }
            Output::Log(_, pending) => pending.add(block, distance, new),
        }
        new.fill(0);
    }

    /// Appends what a log is to have so far.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match &mut self.output {
            Output::Table(_) => Ok(()),
            Output::Log(log, pending) => log.append(pending),
        }
    }
}

/// How much there is of a level.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub(super) states: u64,
    /// Entries whose distance it is.
    pub(super) entries: u64,
    /// Those of them that it does not fit.
    pub(super) cut: u64,
}

impl Count {
    pub(super) fn add(&mut self, other: Count) {
        self.states += other.states;
        self.entries += other.entries;
        self.cut += other.cut;
    }
}

/// A table without any entry reached.
fn table_for<A: Abstraction>(abstraction: &A, meter: &mut Meter) -> Result<Vec<u8>, Limit> {
    meter.claimed_vec(UNREACHED, bytes_for(A::FORM, abstraction.entries()))
}

/// Writes the entries whose distances the log has; returns the number of those that it does not
/// fit.
fn read<A: Abstraction>(
    log: &Log,
    abstraction: &A,
    threads: usize,
    bytes: &mut [u8],
    meter: &mut Meter,
) -> Result<u64, BuildError> {
    let (table, blocks) = (Table::new(A::FORM, bytes), AtomicUsize::new(0));
    let work = |_: usize, meter: &mut Meter| {
        let (mut notes, mut cut) = (table.notes(), 0);
        let (mut record, mut distances) = (Vec::new(), Vec::new());
        loop {
            let block = blocks.fetch_add(1, Ordering::Relaxed);
            if block >= abstraction.blocks() {
                return Ok::<u64, BuildError>(cut);
            }
            distances.clear();
            distances.resize(abstraction.members(), Cost::MAX);
            log.read(block, &mut record, |member, distance| distances[member] = distance)?;
            let mut distances = distances.iter();
            abstraction.visit_entries(block, |entry, base| {
                if let Some(&distance) = distances.next()
                    && distance < Cost::MAX
                {
                    let (kept, is_cut) = kept(A::FORM, distance, base);
                    notes.add(entry, kept);
                    cut += u64::from(is_cut);
                }
            });
            meter.look()?;
        }
    };
    meter.share(threads, work).into_iter().sum()
}

/// The places of the bits that are set.
pub(super) fn ones(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| word * 64 + rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            bit
        })
    })
}
