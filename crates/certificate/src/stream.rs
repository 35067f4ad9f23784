use std::io::{BufReader, ErrorKind, Read};

use crate::Rejection;
use crate::checksum::Checksum;
use crate::header::Header;
use crate::work::Work;

/// The number of bits that tell `count` things apart.
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
    /// Bytes of the entries that were not read yet.
    left: u64,
    /// The last byte that was read, and the number of its upper bits that were not used yet.
    byte: u8,
    bits: u32,
}

impl<'r> Source<'r> {
    /// Reads the header.
    pub(crate) fn open(reader: &'r mut dyn Read) -> Result<(Header, Self), Rejection> {
        let reader = BufReader::new(reader);
        let mut source = Source { reader, checksum: Checksum::new(), left: 0, byte: 0, bits: 0 };
        let mut text = Vec::new();
        while !text.ends_with(b"\n\n") {
            if text.len() == Header::MAX_BYTES {
                let problem = format!("no empty line within {} bytes", Header::MAX_BYTES);
                return Err(Rejection::Header { line: 1, problem });
            }
            let [byte] = source.take().map_err(|error| match error.kind() {
                ErrorKind::UnexpectedEof => Rejection::NotACertificate,
                _ => error.into(),
            })?;
            text.push(byte);
        }
        let text = String::from_utf8(text).map_err(|_| Rejection::NotACertificate)?;
        let header = Header::parse(&text)?;
        source.left = header.bytes;
        Ok((header, source))
    }

    fn take<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes)?;
        self.checksum.add(&bytes);
        Ok(bytes)
    }

    /// The next `count` bits, the lowest first, which belong to this entry.
    pub(crate) fn bits(&mut self, count: u32, entry: u64) -> Result<u64, Rejection> {
        let mut value = 0;
        for place in 0..count {
            if self.bits == 0 {
                self.left = self.left.checked_sub(1).ok_or(Rejection::Truncated { entry })?;
                [self.byte] = self.take().map_err(|error| match error.kind() {
                    ErrorKind::UnexpectedEof => Rejection::Truncated { entry },
                    _ => error.into(),
                })?;
                self.bits = 8;
            }
            value |= u64::from(self.byte & 1) << place;
            self.byte >>= 1;
            self.bits -= 1;
        }
        Ok(value)
    }

    /// Checks that the entries end here, and the file after its checksum.
    pub(crate) fn finish(self, work: &dyn Work) -> Result<(), Rejection> {
        let too_long = self.left > 0 || self.byte != 0;
        self.check_the_rest(work)?;
        if too_long { Err(Rejection::TooLong) } else { Ok(()) }
    }

    /// Checks that the checksum is right and the last part of the file, whatever the entries are.
    pub(crate) fn check_the_rest(mut self, work: &dyn Work) -> Result<(), Rejection> {
        let damaged = |error: std::io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => Rejection::Checksum,
            _ => error.into(),
        };
        for _ in 0..self.left {
            work.charge(1)?;
            let [_] = self.take().map_err(damaged)?;
        }
        let expected = self.checksum.value();
        let found: [u8; Checksum::LENGTH] = self.take().map_err(damaged)?;
        if u64::from_le_bytes(found) != expected {
            return Err(Rejection::Checksum);
        }
        match self.reader.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(Rejection::TooLong),
        }
    }
}
