//! Containers: files of compressed blocks that are read at random.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `TESUJICT` |
//! | 4 | version of the format: 2 |
//! | 4 + n | length and text of the metadata, in UTF-8 |
//! | 8 | checksum of all before |
//! | | the blocks, for each: |
//! | 4 | length in the file |
//! | 4 | length of the content |
//! | n | the content: a Zstandard frame, or itself if the two lengths are equal |
//! | 8 | checksum of these bytes, with that of the lengths, seeded by the block's number, as seed |
//! | | the index, for each block: |
//! | 8 | position in the file |
//! | 2 + n | length and bytes of the label |
//! | | the footer: |
//! | 8 | position of the index |
//! | 8 | number of blocks |
//! | 8 | checksum of the index, with the checksum of the header as seed |
//! | 8 | checksum of the three numbers before |
//! | 8 | `TESUJIND` |
//!
//! A checksum is the XXH3 hash of 64 bits. The parts follow one another without a gap, so that
//! every byte of the file is covered by a checksum or compared with a constant.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::thread;

use twox_hash::XxHash3_64;

#[cfg(target_family = "wasm")]
use crate::no_zstd as zstd;
use zstd::bulk::{Compressor, Decompressor};

const MAGIC: [u8; 8] = *b"TESUJICT";
const END_MAGIC: [u8; 8] = *b"TESUJIND";
const VERSION: u32 = 2;
const FOOTER_BYTES: u64 = 40;
/// The bytes of a block besides its content.
const BLOCK_FRAME: u64 = 16;
/// The bytes of a block of content that is written as a whole.
const PIECE: usize = 1 << 20;
/// A good compromise between speed and size.
const LEVEL: i32 = 3;

/// The maximum length of the metadata in bytes.
pub const MAX_METADATA: usize = 1 << 20;

/// The maximum length of a block's content in bytes.
pub const MAX_BLOCK: usize = 1 << 24;

/// The reason for which a file is not a container, or cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerError {
    /// An input or output error.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is of another kind.
    #[error("not a container: it begins with {found:?}, not with \"TESUJICT\"")]
    Foreign {
        /// The first bytes, as text.
        found: String,
    },
    /// The format has another version.
    #[error("version {found} of the container format; this program reads version 2")]
    Version {
        /// The one in the file.
        found: u32,
    },
    /// The header is damaged.
    #[error("the header, bytes 0 to {end}, is damaged")]
    Header {
        /// Its end, as far as it can be read.
        end: u64,
    },
    /// The file does not end with a footer.
    #[error("the file is truncated, or damaged at its end, byte {size}: there is no valid footer")]
    Footer {
        /// The size of the file.
        size: u64,
    },
    /// The index of the blocks is damaged.
    #[error("the index of the blocks, bytes {start} to {end}, is damaged")]
    Index {
        /// Its first byte.
        start: u64,
        /// The first byte after it.
        end: u64,
    },
    /// The content is longer or shorter than it should be.
    #[error("the blocks have {found} bytes, not {expected}")]
    Length {
        /// The length of the content.
        found: u64,
        /// The expected length.
        expected: u64,
    },
    /// A block is damaged.
    #[error("block {block}, bytes {start} to {end}, is damaged")]
    Block {
        /// Which block, from 0.
        block: usize,
        /// Its first byte.
        start: u64,
        /// The first byte after it.
        end: u64,
    },
}

/// Writes a container, block after block, to any output; [`write_with`](crate::write_with) makes
/// it a file that replaces another one whole or not at all.
///
/// # Example
/// ```
/// use std::io::Cursor;
/// use tesuji_storage::container::{Container, Writer};
///
/// let mut bytes = Vec::new();
/// let mut writer = Writer::new(&mut bytes, "two blocks")?;
/// writer.block(b"first", b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaa")?;
/// writer.block(b"second", b"b")?;
/// writer.finish()?;
///
/// let mut container = Container::new(Cursor::new(bytes))?;
/// assert_eq!((container.metadata(), container.block_count()), ("two blocks", 2));
/// assert_eq!(container.label(1), b"second");
/// let mut content = Vec::new();
/// container.read(1, &mut content)?;
/// assert_eq!(content, b"b");
/// # Ok::<(), tesuji_storage::container::ContainerError>(())
/// ```
pub struct Writer<W> {
    out: W,
    /// The number of bytes written.
    at: u64,
    blocks: u64,
    index: Vec<u8>,
    header_sum: u64,
    /// Made for the first block that is compressed.
    packer: Option<Packer>,
}

/// A block as it is in the file, for copying it to another container, or to compress blocks in
/// several threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBlock {
    /// The length of the content.
    length: u32,
    compressed: Vec<u8>,
}

impl StoredBlock {
    /// A block that is stored as it is: its content cannot be compressed.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if the content is longer than [`MAX_BLOCK`].
    pub fn plain(content: Vec<u8>) -> io::Result<Self> {
        Ok(StoredBlock { length: length_of_block(&content)?, compressed: content })
    }
}

/// Compresses the contents of blocks.
pub struct Packer(Compressor<'static>);

impl Packer {
    /// A packer with working memory of its own.
    ///
    /// # Errors
    /// There is no memory.
    pub fn new() -> io::Result<Self> {
        Ok(Packer(Compressor::new(LEVEL)?))
    }

    /// Compresses the content of a block.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if the content is longer than [`MAX_BLOCK`].
    pub fn pack(&mut self, content: &[u8]) -> io::Result<StoredBlock> {
        let length = length_of_block(content)?;
        let mut compressed = Vec::with_capacity(zstd::zstd_safe::compress_bound(content.len()));
        self.0.compress_to_buffer(content, &mut compressed)?;
        if compressed.len() >= content.len() {
            compressed.clear();
            compressed.extend_from_slice(content);
        }
        compressed.shrink_to_fit();
        Ok(StoredBlock { length, compressed })
    }
}

impl<W: Write> Writer<W> {
    /// Writes the header with these metadata.
    ///
    /// # Errors
    /// Those of `out`; [`io::ErrorKind::InvalidInput`] if the metadata are longer than
    /// [`MAX_METADATA`].
    pub fn new(mut out: W, metadata: &str) -> io::Result<Self> {
        if metadata.len() > MAX_METADATA {
            return Err(too_long("the metadata", metadata.len(), MAX_METADATA));
        }
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend(length_of(metadata.len()).to_le_bytes());
        header.extend(metadata.bytes());
        let header_sum = XxHash3_64::oneshot(&header);
        header.extend(header_sum.to_le_bytes());
        out.write_all(&header)?;
        Ok(Writer {
            out,
            at: header.len() as u64,
            blocks: 0,
            index: Vec::new(),
            header_sum,
            packer: None,
        })
    }

    /// Compresses and writes the next block. Its label is part of the index, which readers hold in
    /// memory.
    ///
    /// # Errors
    /// Those of the output; [`io::ErrorKind::InvalidInput`] if the content is longer than
    /// [`MAX_BLOCK`] or the label than 65,535 bytes.
    pub fn block(&mut self, label: &[u8], content: &[u8]) -> io::Result<()> {
        let block = made(&mut self.packer, Packer::new)?.pack(content)?;
        self.stored_block(label, &block)
    }

    /// Writes bytes of any number as blocks of 1 MiB without labels, compressed by all processors,
    /// for [`Container::read_all`].
    ///
    /// # Errors
    /// Those of [`block`](Self::block).
    pub fn blocks(&mut self, content: &[u8]) -> io::Result<()> {
        // To ask for their number takes longer than to compress a small block.
        let threads = match content.len() {
            ..=PIECE => 1,
            _ => thread::available_parallelism().map_or(1, usize::from),
        };
        if threads == 1 {
            return content.chunks(PIECE).try_for_each(|piece| self.block(b"", piece));
        }
        let packers: io::Result<Vec<_>> = (0..threads).map(|_| Packer::new()).collect();
        let mut packers = packers?;
        for pieces in content.chunks(threads * PIECE) {
            let packed: Vec<_> = thread::scope(|scope| {
                let pairs = packers.iter_mut().zip(pieces.chunks(PIECE));
                let workers = pairs.map(|(packer, piece)| scope.spawn(|| packer.pack(piece)));
                let workers: Vec<_> = workers.collect();
                workers
                    .into_iter()
                    .map(|worker| worker.join().expect("it does not panic"))
                    .collect()
            });
            packed.into_iter().try_for_each(|block| self.stored_block(b"", &block?))?;
        }
        Ok(())
    }

    /// Writes a block of another container, or one that was [packed](Packer) elsewhere.
    ///
    /// # Errors
    /// Those of the output; [`io::ErrorKind::InvalidInput`] if the label is longer than 65,535
    /// bytes.
    pub fn stored_block(&mut self, label: &[u8], block: &StoredBlock) -> io::Result<()> {
        let StoredBlock { length, compressed: stored } = block;
        let Ok(label_length) = u16::try_from(label.len()) else {
            return Err(too_long("the label of a block", label.len(), usize::from(u16::MAX)));
        };
        self.index.extend(self.at.to_le_bytes());
        self.index.extend(label_length.to_le_bytes());
        self.index.extend(label);
        let both = u64::from(length_of(stored.len())) | u64::from(*length) << 32;
        let lengths = both.to_le_bytes();
        let sum = block_sum(self.blocks, lengths, stored);
        self.out.write_all(&lengths)?;
        self.out.write_all(stored)?;
        self.out.write_all(&sum.to_le_bytes())?;
        self.at += BLOCK_FRAME + stored.len() as u64;
        self.blocks += 1;
        Ok(())
    }

    /// Writes the index and the footer. A container without them is not valid.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.write_all(&self.index)?;
        let index_sum = XxHash3_64::oneshot_with_seed(self.header_sum, &self.index);
        let mut footer = Vec::with_capacity(40);
        for number in [self.at, self.blocks, index_sum] {
            footer.extend(number.to_le_bytes());
        }
        footer.extend(XxHash3_64::oneshot(&footer).to_le_bytes());
        footer.extend(END_MAGIC);
        self.out.write_all(&footer)
    }
}

fn too_long(what: &str, length: usize, max: usize) -> io::Error {
    let text = format!("{what} of {length} bytes is too long: at most {max} bytes are possible");
    io::Error::new(io::ErrorKind::InvalidInput, text)
}

/// The length of a block's content.
fn length_of_block(content: &[u8]) -> io::Result<u32> {
    if content.len() > MAX_BLOCK {
        return Err(too_long("a block", content.len(), MAX_BLOCK));
    }
    Ok(length_of(content.len()))
}

/// A length of at most [`MAX_BLOCK`], as the format has it.
fn length_of(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// The checksum of some bytes in the format: the XXH3 hash of 64 bits, the same on every machine.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

fn block_sum(number: u64, lengths: [u8; 8], compressed: &[u8]) -> u64 {
    let lengths = XxHash3_64::oneshot_with_seed(number, &lengths);
    XxHash3_64::oneshot_with_seed(lengths, compressed)
}

/// A container that is read, block by block in any order.
///
/// Opening it reads and checks the header, the index and the footer; each block is checked when it
/// is read. The index stays in memory: 16 bytes and the label for each block.
pub struct Container<R = File> {
    input: R,
    size: u64,
    metadata: String,
    /// The positions of the blocks in the file, then that of the index.
    starts: Vec<u64>,
    /// The ends of the labels in `labels`.
    label_ends: Vec<usize>,
    labels: Vec<u8>,
    /// Made for the first block that is compressed.
    decompressor: Option<Decompressor<'static>>,
    /// A block as it is in the file.
    buffer: Vec<u8>,
}

impl Container {
    /// Opens the container in a regular file.
    ///
    /// # Errors
    /// The file cannot be read, or is not an intact container, as far as that is seen without
    /// reading its blocks.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ContainerError> {
        Self::new(crate::open(path)?)
    }
}

impl<R: Read + Seek> Container<R> {
    /// Opens the container in this input.
    ///
    /// # Errors
    /// Those of [`open`](Container::open).
    pub fn new(mut input: R) -> Result<Self, ContainerError> {
        let size = input.seek(SeekFrom::End(0))?;
        input.seek(SeekFrom::Start(0))?;
        let (metadata, header_sum, header_end) = read_header(&mut input, size)?;
        let footer = read_footer(&mut input, size, header_end)?;
        let index_end = size - FOOTER_BYTES;
        let damaged = || ContainerError::Index { start: footer.index_start, end: index_end };
        let length = usize::try_from(index_end - footer.index_start).map_err(|_| damaged())?;
        let mut index = vec![0; length];
        input.seek(SeekFrom::Start(footer.index_start))?;
        input.read_exact(&mut index)?;
        if XxHash3_64::oneshot_with_seed(header_sum, &index) != footer.index_sum {
            return Err(damaged());
        }
        let mut container = Container {
            input,
            size,
            metadata,
            starts: Vec::new(),
            label_ends: Vec::new(),
            labels: Vec::new(),
            decompressor: None,
            buffer: Vec::new(),
        };
        container.read_index(&index).ok_or_else(damaged)?;
        container.starts.push(footer.index_start);
        let is_closed = container.starts[0] == header_end
            && container.starts.is_sorted_by(|a, b| a.saturating_add(BLOCK_FRAME) <= *b)
            && container.block_count() as u64 == footer.blocks;
        if !is_closed {
            return Err(damaged());
        }
        Ok(container)
    }

    fn read_index(&mut self, index: &[u8]) -> Option<()> {
        let mut rest = index;
        while !rest.is_empty() {
            let (start, after) = rest.split_first_chunk()?;
            let (label_length, after) = after.split_first_chunk()?;
            let (label, after) =
                after.split_at_checked(u16::from_le_bytes(*label_length).into())?;
            self.starts.push(u64::from_le_bytes(*start));
            self.labels.extend(label);
            self.label_ends.push(self.labels.len());
            rest = after;
        }
        self.starts.shrink_to_fit();
        self.label_ends.shrink_to_fit();
        self.labels.shrink_to_fit();
        Some(())
    }

    /// The metadata.
    #[must_use]
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// The size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The number of blocks.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.label_ends.len()
    }

    /// The label of a block.
    ///
    /// # Panics
    /// If there is no block of this number.
    #[must_use]
    pub fn label(&self, block: usize) -> &[u8] {
        let start = if block == 0 { 0 } else { self.label_ends[block - 1] };
        &self.labels[start..self.label_ends[block]]
    }

    /// Reads a block into `content`, whose capacity is used again.
    ///
    /// # Errors
    /// The file cannot be read, or the block is damaged.
    ///
    /// # Panics
    /// If there is no block of this number.
    pub fn read(&mut self, block: usize, content: &mut Vec<u8>) -> Result<(), ContainerError> {
        let length = self.fetch(block)? as usize;
        content.clear();
        content.reserve(length);
        let stored = stored(&self.buffer);
        if stored.len() == length {
            content.extend(stored);
            return Ok(());
        }
        let decompressor = made(&mut self.decompressor, Decompressor::new)?;
        match decompressor.decompress_to_buffer(stored, content) {
            Ok(found) if found == length => Ok(()),
            _ => Err(self.damaged(block)),
        }
    }

    /// Reads the content of all blocks, one after the other, with all processors. There are to be
    /// `bytes` in all.
    ///
    /// # Errors
    /// The file cannot be read, a block is damaged, or there are more or fewer bytes
    /// ([`ContainerError::Length`]); [`io::ErrorKind::OutOfMemory`].
    pub fn read_all(&mut self, bytes: usize) -> Result<Vec<u8>, ContainerError> {
        let mut stored = Vec::with_capacity(self.block_count());
        for block in 0..self.block_count() {
            stored.push(self.stored(block)?);
        }
        let found = stored.iter().map(|block| u64::from(block.length)).sum();
        if found != bytes as u64 {
            return Err(ContainerError::Length { found, expected: bytes as u64 });
        }
        let mut content = Vec::new();
        content
            .try_reserve_exact(bytes)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        content.resize(bytes, 0);
        let failed = expand_together(&stored, &mut content);
        failed.map_or(Ok(content), |block| Err(self.damaged(block)))
    }

    /// Reads a block as it is in the file, and checks it.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    ///
    /// # Panics
    /// If there is no block of this number.
    pub fn stored(&mut self, block: usize) -> Result<StoredBlock, ContainerError> {
        let length = self.fetch(block)?;
        Ok(StoredBlock { length, compressed: stored(&self.buffer).to_vec() })
    }

    /// Reads a block as it is in the file into the buffer, checks it, and returns the length of its
    /// content.
    fn fetch(&mut self, block: usize) -> Result<u32, ContainerError> {
        let Range { start, end } = self.range(block);
        let inside = usize::try_from(end - start - BLOCK_FRAME).unwrap_or(usize::MAX);
        if inside > MAX_BLOCK {
            return Err(self.damaged(block));
        }
        self.buffer.resize(inside + BLOCK_FRAME as usize, 0);
        self.input.seek(SeekFrom::Start(start))?;
        self.input.read_exact(&mut self.buffer)?;
        let (Some((head, _)), Some((_, sum))) =
            (self.buffer.split_first_chunk::<8>(), self.buffer.split_last_chunk::<8>())
        else {
            return Err(self.damaged(block));
        };
        let both = u64::from_le_bytes(*head);
        let length = (both >> 32) as u32;
        let is_intact = both & u64::from(u32::MAX) == inside as u64
            && length as usize <= MAX_BLOCK
            && block_sum(block as u64, *head, stored(&self.buffer)) == u64::from_le_bytes(*sum);
        if is_intact { Ok(length) } else { Err(self.damaged(block)) }
    }

    /// The bytes of a block in the file.
    fn range(&self, block: usize) -> Range<u64> {
        self.starts[block]..self.starts[block + 1]
    }

    fn damaged(&self, block: usize) -> ContainerError {
        let Range { start, end } = self.range(block);
        ContainerError::Block { block, start, end }
    }
}

/// The content of a block as it is in the file.
fn stored(block: &[u8]) -> &[u8] {
    &block[8..block.len() - 8]
}

/// Decompresses blocks on all processors. Returns the first that is damaged.
fn expand_together(stored: &[StoredBlock], content: &mut [u8]) -> Option<usize> {
    if stored.len() < 2 {
        return expand(stored, content);
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = stored.len().div_ceil(threads);
    thread::scope(|scope| {
        let (mut rest, mut workers) = (content, Vec::new());
        for (first, blocks) in (0..).step_by(share).zip(stored.chunks(share)) {
            let length = blocks.iter().map(|block| block.length as usize).sum();
            let (own, after) = std::mem::take(&mut rest).split_at_mut(length);
            rest = after;
            workers.push(scope.spawn(move || expand(blocks, own).map(|block| first + block)));
        }
        let ends = workers.into_iter().map(|worker| worker.join().expect("it does not panic"));
        ends.flatten().min()
    })
}

/// What is in this place, made if it is not: to make a compressor or a decompressor takes longer
/// than to copy a small block.
fn made<T>(place: &mut Option<T>, make: impl FnOnce() -> io::Result<T>) -> io::Result<&mut T> {
    match place {
        Some(made) => Ok(made),
        None => Ok(place.insert(make()?)),
    }
}

/// Decompresses blocks, one after the other. Returns the first that is damaged.
fn expand(blocks: &[StoredBlock], mut content: &mut [u8]) -> Option<usize> {
    let mut decompressor = None;
    blocks.iter().position(|block| {
        let (own, rest) = std::mem::take(&mut content).split_at_mut(block.length as usize);
        content = rest;
        if block.compressed.len() == own.len() {
            own.copy_from_slice(&block.compressed);
            return false;
        }
        !made(&mut decompressor, Decompressor::new).is_ok_and(|decompressor| {
            let found = decompressor.decompress_to_buffer(&block.compressed, own);
            found.is_ok_and(|found| found == own.len())
        })
    })
}

/// Returns the metadata, the checksum of the header, and its end.
fn read_header(input: &mut impl Read, size: u64) -> Result<(String, u64, u64), ContainerError> {
    let mut head = [0; 16];
    let present = head.len().min(usize::try_from(size).unwrap_or(usize::MAX));
    input.read_exact(&mut head[..present])?;
    let magic = &head[..present.min(MAGIC.len())];
    if !MAGIC.starts_with(magic) {
        let found = String::from_utf8_lossy(magic).into_owned();
        return Err(ContainerError::Foreign { found });
    }
    if present < head.len() {
        return Err(ContainerError::Footer { size });
    }
    let number =
        |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let (version, length) = (number(8), number(12));
    if version != VERSION {
        return Err(ContainerError::Version { found: version });
    }
    let end = (head.len() + 8) as u64 + u64::from(length);
    if length as usize > MAX_METADATA {
        return Err(ContainerError::Header { end: head.len() as u64 });
    }
    if end > size {
        return Err(ContainerError::Footer { size });
    }
    let mut bytes = head.to_vec();
    bytes.resize(head.len() + length as usize, 0);
    input.read_exact(&mut bytes[head.len()..])?;
    let mut stored = [0; 8];
    input.read_exact(&mut stored)?;
    let sum = XxHash3_64::oneshot(&bytes);
    let text = String::from_utf8(bytes.split_off(head.len()));
    match text {
        Ok(metadata) if sum == u64::from_le_bytes(stored) => Ok((metadata, sum, end)),
        _ => Err(ContainerError::Header { end }),
    }
}

struct Footer {
    index_start: u64,
    blocks: u64,
    index_sum: u64,
}

fn read_footer(
    input: &mut (impl Read + Seek),
    size: u64,
    header_end: u64,
) -> Result<Footer, ContainerError> {
    let missing = ContainerError::Footer { size };
    let Some(start) = size.checked_sub(FOOTER_BYTES).filter(|&start| start >= header_end) else {
        return Err(missing);
    };
    input.seek(SeekFrom::Start(start))?;
    let mut numbers = [0; 4];
    let mut covered = Vec::with_capacity(32);
    for number in &mut numbers {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        *number = u64::from_le_bytes(bytes);
        covered.extend(bytes);
    }
    let mut magic = [0; 8];
    input.read_exact(&mut magic)?;
    let [index_start, blocks, index_sum, sum] = numbers;
    let is_intact = magic == END_MAGIC
        && XxHash3_64::oneshot(&covered[..24]) == sum
        && (header_end..=start).contains(&index_start);
    if is_intact { Ok(Footer { index_start, blocks, index_sum }) } else { Err(missing) }
}
