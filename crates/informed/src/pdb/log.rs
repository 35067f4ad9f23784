//! The members of blocks whose distances are found, in a file: the table of entries takes no memory
//! until the search has ended.
//!
//! A record has the members of one block at one distance, as half bytes: how many members are
//! passed over before the next, or 15 if there are 15 or more, of which no member follows. It
//! begins with the place of the block's record before.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use tesuji_core::{Cost, Limit, Meter, StateReader, StateWriter};

use crate::pdb::distances::ones;

/// The length of what a record begins with: where the block's record before begins, how long it is,
/// and the distance.
const HEAD: usize = 16;
/// A half byte that no member follows.
const FAR: usize = 15;
/// How many bytes are copied at a time.
const PIECE: usize = 1 << 16;

/// The records of all blocks.
pub(super) struct Log(Mutex<Records>);

struct Records {
    file: File,
    end: u64,
    /// Where the last record of each block begins, and its length; 0 if there is none.
    starts: Vec<u64>,
    lengths: Vec<u32>,
}

/// Records that are to be appended.
#[derive(Default)]
pub(super) struct Pending {
    bytes: Vec<u8>,
    /// The block of each record, and where it begins.
    starts: Vec<(usize, usize)>,
}

impl Log {
    pub(super) fn new(file: File, blocks: usize, meter: &mut Meter) -> Result<Self, Limit> {
        let (starts, lengths) = (meter.claimed_vec(0, blocks)?, meter.claimed_vec(0, blocks)?);
        Ok(Log(Mutex::new(Records { file, end: 0, starts, lengths })))
    }

    /// Gives back the memory that [`new`](Self::new) claimed.
    pub(super) fn release(self, meter: &mut Meter) {
        let Records { starts, lengths, .. } =
            self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        meter.release(size_of_val(&starts[..]) + size_of_val(&lengths[..]));
    }

    /// Appends the records, and leaves none.
    pub(super) fn append(&self, pending: &mut Pending) -> io::Result<()> {
        let Pending { bytes, starts } = pending;
        if starts.is_empty() {
            return Ok(());
        }
        let mut records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = starts.iter().skip(1).map(|&(_, start)| start).chain([bytes.len()]);
        let ends: Vec<_> = ends.collect();
        for (&(block, start), end) in starts.iter().zip(ends) {
            bytes[start..start + 8].copy_from_slice(&records.starts[block].to_le_bytes());
            bytes[start + 8..start + 12].copy_from_slice(&records.lengths[block].to_le_bytes());
            records.starts[block] = records.end + start as u64;
            records.lengths[block] = u32::try_from(end - start).expect("65,536 members at most");
        }
        let end = records.end;
        records.file.seek(SeekFrom::Start(end))?;
        records.file.write_all(bytes)?;
        records.end += bytes.len() as u64;
        bytes.clear();
        starts.clear();
        Ok(())
    }

    /// Shows the members of a block and their distances, by records: the last first.
    pub(super) fn read(
        &self,
        block: usize,
        record: &mut Vec<u8>,
        mut visit: impl FnMut(usize, Cost),
    ) -> io::Result<()> {
        let (mut start, mut length) = {
            let records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            (records.starts[block], records.lengths[block])
        };
        while length > 0 {
            record.resize(length as usize, 0);
            {
                let file = &mut self.0.lock().unwrap_or_else(PoisonError::into_inner).file;
                file.seek(SeekFrom::Start(start))?;
                file.read_exact(record)?;
            }
            let (head, halves) = record.split_first_chunk::<HEAD>().expect("a record has a head");
            let [before, after] = [0, 8]
                .map(|at| u64::from_le_bytes(head[at..at + 8].try_into().expect("eight bytes")));
            (start, length) = (before, after as u32);
            let distance = (after >> 32) as Cost;
            let mut member = 0;
            for half in halves.iter().flat_map(|&byte| [byte & 15, byte >> 4]) {
                member += usize::from(half);
                if usize::from(half) < FAR {
                    visit(member, distance);
                    member += 1;
                }
            }
        }
        Ok(())
    }

    pub(super) fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        let mut records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Records { file, end, starts, lengths } = &mut *records;
        out.number(*end)?;
        out.words(starts)?;
        out.words(lengths)?;
        file.seek(SeekFrom::Start(0))?;
        let mut piece = vec![0; PIECE];
        let mut rest = *end;
        while rest > 0 {
            let piece = &mut piece[..rest.min(PIECE as u64) as usize];
            file.read_exact(piece)?;
            out.words(piece)?;
            rest -= piece.len() as u64;
        }
        Ok(())
    }

    pub(super) fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        let records = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        let end = input.number()?;
        input.words(&mut records.starts)?;
        input.words(&mut records.lengths)?;
        records.file.seek(SeekFrom::Start(0))?;
        let mut piece = vec![0; PIECE];
        let mut rest = end;
        while rest > 0 {
            let piece = &mut piece[..rest.min(PIECE as u64) as usize];
            input.words(piece)?;
            records.file.write_all(piece)?;
            rest -= piece.len() as u64;
        }
        records.end = end;
        Ok(())
    }

    /// Forgets all records.
    pub(super) fn clear(&mut self) {
        let records = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        records.end = 0;
        records.lengths.fill(0);
    }
}

impl Pending {
    /// Adds a record of the members of a block whose bits are set.
    pub(super) fn add(&mut self, block: usize, distance: Cost, row: &[u64]) {
        let Pending { bytes, starts } = self;
        starts.push((block, bytes.len()));
        bytes.extend([0; HEAD - size_of::<Cost>()]);
        bytes.extend(distance.to_le_bytes());
        let (mut halves, mut count) = (0u64, 0);
        let mut put = |half: usize| {
            halves |= (half as u64) << (4 * count);
            count += 1;
            if count == 16 {
                bytes.extend(halves.to_le_bytes());
                (halves, count) = (0, 0);
            }
        };
        let mut next = 0;
        ones(row).for_each(|member| {
            let mut passed = member - next;
            while passed >= FAR {
                put(FAR);
                passed -= FAR;
            }
            put(passed);
            next = member + 1;
        });
        if count > 0 {
            halves |= u64::MAX << (4 * count);
            bytes.extend(halves.to_le_bytes());
        }
    }
}
