//! The checkpoints of a search with its counters.

use std::io;

use super::{Meter, Stats, Tally};
use crate::checkpoint::{StateReader, StateWriter};
use crate::{Cost, Limit};

impl Meter<'_> {
    /// Whether a checkpoint is due: at its next safe point, the search should call
    /// [`save`](Self::save).
    #[inline]
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.is_due
    }

    /// Announces that the search has safe points and, if there is a checkpoint of `section`,
    /// returns what `read` makes of it and restores the counters.
    ///
    /// `read` claims the memory of what it makes; if it refuses a checkpoint, its claims are
    /// undone.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the checkpoint needs more memory than there is: `read` has failed with
    /// [`io::ErrorKind::OutOfMemory`].
    pub fn resume<T>(
        &mut self,
        section: &str,
        mut read: impl FnMut(&mut StateReader, &mut Meter) -> io::Result<T>,
    ) -> Result<Option<T>, Limit> {
        let mut made = None;
        let is_found = self.restored(section, &mut |input, meter| {
            made = Some(read(input, meter)?);
            Ok(())
        })?;
        Ok(made.filter(|_| is_found))
    }

    /// [`resume`](Self::resume), compiled once; whether `read` accepted a checkpoint.
    fn restored(
        &mut self,
        section: &str,
        read: &mut dyn FnMut(&mut StateReader, &mut Meter) -> io::Result<()>,
    ) -> Result<bool, Limit> {
        let Some(checkpoints) = self.budget.checkpoints.clone() else { return Ok(false) };
        self.section = Some(section.into());
        let (bytes, mut is_full) = (self.bytes, false);
        let found = checkpoints.load(section, |input| {
            let counters = Counters::read(input)?;
            let made = read(input, self);
            match &made {
                Ok(()) => self.restore(&counters),
                Err(error) => {
                    is_full |= error.kind() == io::ErrorKind::OutOfMemory;
                    self.bytes = bytes;
                }
            }
            made
        });
        if found.is_none() && is_full {
            // Another limit may have ended the reading.
            self.look()?;
            return Err(Limit::Memory);
        }
        Ok(found.is_some())
    }

    /// Saves a checkpoint of `section`: the counters, and what `write` writes.
    pub fn save(
        &mut self,
        section: &str,
        mut write: impl FnMut(&mut StateWriter) -> io::Result<()>,
    ) {
        self.save_as(section, &mut write);
    }

    /// [`save`](Self::save), compiled once.
    fn save_as(
        &mut self,
        section: &str,
        write: &mut dyn FnMut(&mut StateWriter) -> io::Result<()>,
    ) {
        self.is_due = false;
        if self.grace < Self::GRACE {
            self.grace = 0;
        }
        let Some(checkpoints) = &self.budget.checkpoints else { return };
        let (mut stats, depth, lower_bound) = (self.stats(), self.depth, self.lower_bound);
        if let Some(seat) = &self.seat {
            seat.add_helpers(&mut stats);
        }
        let counters = Counters { stats, depth, lower_bound };
        checkpoints.save(section, &mut |out| {
            counters.write(out)?;
            write(out)
        });
    }

    /// Saves the result of a computation that is followed by another, unless it was quick.
    pub fn save_result(
        &mut self,
        section: &str,
        write: impl FnMut(&mut StateWriter) -> io::Result<()>,
    ) {
        if self.budget.checkpoints.as_ref().is_some_and(|saved| saved.is_worthwhile(section)) {
            self.save(section, write);
        }
    }

    /// Whether the search is to save checkpoints.
    #[must_use]
    pub fn has_checkpoints(&self) -> bool {
        self.budget.checkpoints.is_some()
    }

    /// Warns the user that no checkpoints are saved, and why.
    pub fn no_checkpoints(&mut self, why: &str) {
        if let Some(checkpoints) = &self.budget.checkpoints {
            checkpoints.warn(&format!("no checkpoints are saved: {why}"));
        }
    }

    fn restore(&mut self, counters: &Counters) {
        let Counters { stats, depth, lower_bound } = *counters;
        self.tally = Tally { left: 0, expanded: stats.expanded };
        self.granted = stats.generated;
        self.duplicates = stats.duplicates;
        self.deepest = stats.deepest;
        self.peak_bytes = self.peak_bytes.max(stats.peak_bytes);
        (self.depth, self.lower_bound) = (depth, lower_bound);
    }
}

/// The counters of a meter, as a checkpoint has them.
struct Counters {
    stats: Stats,
    depth: Option<u32>,
    lower_bound: Cost,
}

impl Counters {
    fn write(&self, out: &mut StateWriter) -> io::Result<()> {
        let Stats { expanded, generated, duplicates, deepest, peak_bytes } = self.stats;
        let optional = |number: Option<u32>| number.map_or(0, |number| u64::from(number) + 1);
        let peak_bytes = peak_bytes as u64;
        let numbers = [expanded, generated, duplicates, optional(deepest), peak_bytes];
        numbers.into_iter().try_for_each(|number| out.number(number))?;
        out.number(optional(self.depth))?;
        out.number(self.lower_bound.into())
    }

    fn read(input: &mut StateReader) -> io::Result<Self> {
        let optional = |number: u64| number.checked_sub(1).and_then(|one| one.try_into().ok());
        let stats = Stats {
            expanded: input.number()?,
            generated: input.number()?,
            duplicates: input.number()?,
            deepest: optional(input.number()?),
            peak_bytes: input.small()?,
        };
        let (depth, lower_bound) = (optional(input.number()?), input.small()?);
        Ok(Counters { stats, depth, lower_bound })
    }
}
