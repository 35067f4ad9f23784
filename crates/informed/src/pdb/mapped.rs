//! Files in memory: the one place of this crate that needs `unsafe`.

use std::fs::File;
use std::io;
use std::ops::Range;

use memmap2::Mmap;

/// A part of a file, read by memory map: it takes memory only as it is looked at, and what
/// several processes look at they share.
#[derive(Debug)]
pub(super) struct Mapped {
    map: Mmap,
    part: Range<usize>,
}

impl Mapped {
    /// Maps a whole file for reading and presents a part of it, which must lie within.
    pub(super) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: a map must not change while it is borrowed, and another program could write to
        // the file. Files of databases are written under another name, renamed when they are
        // complete, and never written to again; whoever overwrites one in place all the same gets
        // wrong estimates, or an error of the system where the file was cut short, as with any map
        // of a file.
        #[expect(unsafe_code, reason = "no map of a file is without it")]
        let map = unsafe { Mmap::map(file)? };
        Ok(Mapped { part: 0..map.len(), map })
    }

    /// The same with this part of the bytes only, counted in the whole file.
    pub(super) fn narrow(mut self, part: Range<usize>) -> Self {
        assert!(part.start <= part.end && part.end <= self.map.len(), "a part of the file");
        self.part = part;
        self
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.map[self.part.clone()]
    }
}
