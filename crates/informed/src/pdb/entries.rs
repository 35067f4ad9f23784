//! The entries of a database as bytes, in either [`Form`].
//!
//! The highest number that a byte or half a byte can hold stands for an entry from which no goal
//! can be reached; the next lower for a distance without room, too. What is left of the last word
//! counts as not reached.

use tesuji_core::{Cost, Form};

/// How many bytes are looked up together.
pub(super) const WORD: usize = 8;

/// What stands for an entry from which no goal can be reached.
pub(super) const UNREACHED: u8 = u8::MAX;
pub(super) const UNREACHED_HALF: u8 = 15;

/// What is known of a database's entries together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) entries: usize,
    pub(super) greatest: Cost,
    pub(super) cut: u64,
}

/// How many entries a byte holds.
pub(super) fn in_a_byte(form: Form) -> usize {
    match form {
        Form::Bytes => 1,
        Form::Packed { .. } => 2,
    }
}

/// The number of bytes of `entries` entries, in whole words.
pub(super) fn bytes_for(form: Form, entries: usize) -> usize {
    entries.div_ceil(in_a_byte(form) * WORD) * WORD
}

/// The number in half a byte: by how many steps the distance of an entry exceeds its base.
#[inline]
pub(super) fn half(words: &[[u8; WORD]], entry: usize) -> u64 {
    // A shift goes by the low bits of its length: no mask is needed to find the half in the word.
    u64::from_le_bytes(words[entry / (2 * WORD)]).wrapping_shr((entry as u32) << 2) & 15
}

/// The distance of an entry with this base; none if there is none.
pub(super) fn distance(form: Form, bytes: &[u8], entry: usize, base: Cost) -> Option<Cost> {
    match form {
        Form::Bytes => match bytes[entry] {
            UNREACHED => None,
            distance => Some(distance.into()),
        },
        Form::Packed { step } => match bytes[entry / 2] >> (4 * (entry % 2)) & 15 {
            UNREACHED_HALF => None,
            steps => Some(base + Cost::from(step) * Cost::from(steps)),
        },
    }
}

/// What is kept of a distance, for an entry with this base, and whether it had no room.
///
/// # Panics
/// The distance is less than the base, or exceeds it by no multiple of the step.
#[inline]
pub(super) fn kept(form: Form, distance: Cost, base: Cost) -> (u8, bool) {
    let (wanted, max) = match form {
        Form::Bytes => (distance, UNREACHED - 1),
        Form::Packed { step } => {
            let excess = distance.checked_sub(base).expect("a distance is at least its base");
            let steps = excess / Cost::from(step);
            assert!(steps * Cost::from(step) == excess, "{distance} from base {base}");
            (steps, UNREACHED_HALF - 1)
        }
    };
    (wanted.min(max.into()) as u8, wanted > max.into())
}
