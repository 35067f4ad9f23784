//! Entries that several threads write in no order.
//!
//! Two entries may share a byte, and to look for each in memory as it is found would be one wait
//! after the other. So a thread collects what it has found for each part of the table, and writes
//! it when there is enough: a part fits a processor's cache, and is one thread's alone as long.

use std::mem;
use std::sync::{Mutex, PoisonError};

use tesuji_core::Form;

use crate::pdb::entries::{UNREACHED, UNREACHED_HALF, in_a_byte};

/// How many entries a part has at most.
const PART: usize = 1 << 22;
/// Into how many parts a small table is divided, so that threads seldom wait for each other.
const PARTS: usize = 64;
/// How many notes are written together.
const BATCH: usize = 1024;

/// The bytes of entries, in parts.
pub(super) struct Table<'t> {
    form: Form,
    /// How many entries a part has, as a power of 2.
    part_bits: u32,
    parts: Vec<Mutex<&'t mut [u8]>>,
}

impl<'t> Table<'t> {
    pub(super) fn new(form: Form, bytes: &'t mut [u8]) -> Self {
        let entries = bytes.len() * in_a_byte(form);
        let part = (entries / PARTS).next_power_of_two().clamp(BATCH, PART);
        let parts = bytes.chunks_mut(part / in_a_byte(form)).map(Mutex::new).collect();
        Table { form, part_bits: part.trailing_zeros(), parts }
    }

    /// A thread's notes, of which there are none.
    pub(super) fn notes(&self) -> Notes<'_, 't> {
        Notes { table: self, of_parts: vec![Vec::new(); self.parts.len()] }
    }

    fn write(&self, part: usize, notes: &[u32]) {
        let mut bytes = self.parts[part].lock().unwrap_or_else(PoisonError::into_inner);
        for &note in notes {
            let (entry, kept) = ((note >> u8::BITS) as usize, note as u8);
            match self.form {
                Form::Bytes => bytes[entry] = kept,
                Form::Packed { .. } => {
                    // All bits of the half are set, and so may be those of the other, which stay.
                    let lane = 4 * (entry % 2);
                    bytes[entry / 2] &= !(UNREACHED_HALF << lane) | kept << lane;
                }
            }
        }
    }
}

/// What a thread has found for each part, to be written when it is enough, and at the end.
pub(super) struct Notes<'n, 't> {
    table: &'n Table<'t>,
    /// The number of an entry in its part, and what is kept for it in the lowest byte.
    of_parts: Vec<Vec<u32>>,
}

impl Notes<'_, '_> {
    /// Notes what is kept for an entry that is not reached so far.
    #[inline]
    pub(super) fn add(&mut self, entry: usize, kept: u8) {
        debug_assert!(kept < UNREACHED, "that stands for an entry without a distance");
        let part = entry >> self.table.part_bits;
        let notes = &mut self.of_parts[part];
        let place = entry & ((1 << self.table.part_bits) - 1);
        notes.push((place as u32) << u8::BITS | u32::from(kept));
        if notes.len() == BATCH {
            self.table.write(part, notes);
            notes.clear();
        }
    }
}

impl Drop for Notes<'_, '_> {
    fn drop(&mut self) {
        for (part, notes) in mem::take(&mut self.of_parts).iter().enumerate() {
            self.table.write(part, notes);
        }
    }
}
