use std::io::{BufReader, ErrorKind, Read};

use crate::Rejection;
use crate::checksum::Checksum;
use crate::header::Header;
use crate::space::Limits;

/// The number of bits that distinguish `count` things.
pub(crate) fn width(count: usize) -> u32 {
    match count {
        0 | 1 => 0,
        _ => (count - 1).ilog2() + 1,
    }
}

/// The entries of a certificate, read once from the first to the last and never kept.
pub(crate) struct Source<'r> {
    reader: BufReader<&'r mut dyn Read>,
    checksum: Checksum,
    /// The number of entries that the header promises, and that of those that were read.
    promised: u64,
    pub(crate) entries: u64,
    /// Bytes of the entries that were not read yet.
    left: u64,
    /// The last byte that was read, and the number of its upper bits that were not used yet.
    byte: u8,
    bits: u32,
}

impl<'r> Source<'r> {
    /// Reads the header.
    pub(crate) fn open(reader: &'r mut dyn Read) -> Result<(Header, Self), Rejection> {
        let (reader, checksum) = (BufReader::new(reader), Checksum::new());
        let (promised, entries, left, byte, bits) = (0, 0, 0, 0, 0);
        let mut source = Source { reader, checksum, promised, entries, left, byte, bits };
        let mut text = Vec::new();
        while !text.ends_with(b"\n\n") {
            if text.len() == Header::MAX_BYTES {
                let problem = format!("no empty line within {} bytes", Header::MAX_BYTES);
                return Err(Rejection::Header { line: 1, problem });
            }
            let [byte] = source.take(|| Rejection::NotACertificate)?;
            text.push(byte);
        }
        let text = String::from_utf8(text).map_err(|_| Rejection::NotACertificate)?;
        let header = Header::parse(&text)?;
        (source.promised, source.left) = (header.entries, header.bytes);
        Ok((header, source))
    }

    /// The next bytes; the rejection where the file ends before.
    fn take<const N: usize>(&mut self, end: impl Fn() -> Rejection) -> Result<[u8; N], Rejection> {
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => end(),
            _ => error.into(),
        })?;
        self.checksum.add(&bytes);
        Ok(bytes)
    }

    /// The next entry, a number of this many bits, the lowest first.
    pub(crate) fn entry(&mut self, width: u32) -> Result<u64, Rejection> {
        let entry = self.entries;
        self.entries += 1;
        if entry == self.promised {
            return Err(self.wrong_number());
        }
        let end = || Rejection::Entries(format!("the file ends before entry {entry}"));
        let mut value = 0;
        for place in 0..width {
            if self.bits == 0 {
                self.left = self.left.checked_sub(1).ok_or_else(end)?;
                [self.byte] = self.take(end)?;
                self.bits = 8;
            }
            value |= u64::from(self.byte & 1) << place;
            self.byte >>= 1;
            self.bits -= 1;
        }
        Ok(value)
    }

    fn wrong_number(&self) -> Rejection {
        let Source { promised, entries, .. } = self;
        let text = format!("the header promises {promised} entries, but the proof has {entries}");
        Rejection::Entries(text)
    }

    /// Checks that there were as many entries as promised, and that they fill their bytes.
    pub(crate) fn check_end(&self) -> Result<(), Rejection> {
        match (self.entries == self.promised, self.left == 0 && self.byte == 0) {
            (true, true) => Ok(()),
            (true, false) => Err(too_long()),
            (false, _) => Err(self.wrong_number()),
        }
    }

    /// Checks that the checksum is right and the last part of the file, whatever the entries are.
    pub(crate) fn finish(mut self, limits: Limits) -> Result<(), Rejection> {
        for _ in 0..self.left {
            (limits.charge)(1)?;
            let [_] = self.take(|| Rejection::Checksum)?;
        }
        let expected = self.checksum.value();
        let found: [u8; Checksum::LENGTH] = self.take(|| Rejection::Checksum)?;
        if u64::from_le_bytes(found) != expected {
            return Err(Rejection::Checksum);
        }
        if self.reader.read(&mut [0])? == 0 { Ok(()) } else { Err(too_long()) }
    }
}

fn too_long() -> Rejection {
    Rejection::Entries("the file goes on after the end of the proof".to_owned())
}
