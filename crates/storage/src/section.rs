use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

/// A part of a regular file, read as if it were a file of its own.
#[derive(Debug)]
pub struct Section {
    file: File,
    range: Range<u64>,
    /// The position of the file, from its own beginning.
    at: u64,
}

impl Section {
    /// Opens these bytes of a file, or all of it.
    ///
    /// # Errors
    /// Those of [`open`](crate::open); [`io::ErrorKind::UnexpectedEof`] if the file is shorter.
    pub fn open(path: impl AsRef<Path>, range: Option<Range<u64>>) -> io::Result<Self> {
        let mut file = crate::open(path)?;
        let size = file.seek(SeekFrom::End(0))?;
        let range = range.unwrap_or(0..size);
        if range.start > range.end || range.end > size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let at = file.seek(SeekFrom::Start(range.start))?;
        Ok(Section { file, range, at })
    }
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.range.end.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let length = buffer.len().min(left);
        let read = self.file.read(&mut buffer[..length])?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Section {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(by) => (self.range.start.checked_add(by), 0),
            SeekFrom::End(by) => (Some(self.range.end), by),
            SeekFrom::Current(by) => (Some(self.at), by),
        };
        let at = from.and_then(|from| from.checked_add_signed(by));
        let at = at.filter(|&at| at >= self.range.start).ok_or(io::ErrorKind::InvalidInput)?;
        self.at = self.file.seek(SeekFrom::Start(at))?;
        Ok(at - self.range.start)
    }
}
