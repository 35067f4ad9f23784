//! Files of entries: blocks of keys, with or without values, sorted by layer and key.
//!
//! A block's label has its layer and its number of entries, four bytes each, and its first key. The
//! content is the other keys, each by its difference from the one before, and then the codes of the
//! values, if there are values.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use tesuji_retrograde::PlyValue;
use tesuji_storage::container::{Container, StoredBlock, Writer};

use crate::TableError;
use crate::cache::Cache;
use crate::error::Written;
use crate::heading::Heading;
use crate::key::{Key, read_number, write_number};

/// Whether a file has values for its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Keys,
    Values,
}

/// The largest number of entries of a block.
const MAX_ENTRIES: u32 = 1 << 16;

/// The keys of a block have no more bytes than this and a key besides their own size.
const MAX_HEAP: usize = 1 << 24;

/// The entries of a block.
pub(crate) struct Entries<K> {
    pub(crate) keys: Vec<K>,
    pub(crate) values: Vec<PlyValue>,
}

impl<K> Default for Entries<K> {
    fn default() -> Self {
        Entries { keys: Vec::new(), values: Vec::new() }
    }
}

impl<K: Key> Entries<K> {
    /// The memory they take.
    pub(crate) fn bytes(&self) -> usize {
        let own =
            self.keys.capacity() * size_of::<K>() + self.values.capacity() * size_of::<PlyValue>();
        own + self.keys.iter().map(Key::heap_bytes).sum::<usize>()
    }
}

/// A block as the index has it.
pub(crate) struct BlockInfo<K> {
    pub(crate) layer: u32,
    pub(crate) count: u32,
    pub(crate) first: K,
}

impl<K: Key> BlockInfo<K> {
    fn read(label: &[u8]) -> Option<Self> {
        let (layer, rest) = label.split_first_chunk()?;
        let (count, first) = rest.split_first_chunk()?;
        let (layer, count) = (u32::from_le_bytes(*layer), u32::from_le_bytes(*count));
        let is_in_range = (1..=MAX_ENTRIES).contains(&count);
        is_in_range.then_some(BlockInfo { layer, count, first: K::read(first)? })
    }
}

/// A file of entries that is read.
pub(crate) struct TableFile<K> {
    path: PathBuf,
    content: Content,
    container: Container<File>,
    blocks: Vec<BlockInfo<K>>,
    cache: Cache<K>,
    /// The block that was found last on each [track](Self::find).
    last: [usize; TRACKS],
    buffer: Vec<u8>,
}

const TRACKS: usize = 16;

impl<K: Key> TableFile<K> {
    /// Opens a file; [`find`](Self::find) keeps one block until [`keep`](Self::keep) allows more.
    pub(crate) fn open(path: &Path, content: Content) -> Result<Self, TableError> {
        let container = Container::open(path)
            .map_err(|source| TableError::Container { path: path.to_owned(), source })?;
        Heading::of(&container, path)?;
        let labels = (0..container.block_count()).map(|block| container.label(block));
        let blocks: Option<Vec<BlockInfo<K>>> = labels.map(BlockInfo::read).collect();
        let wrong = |what| TableError::NotATable { path: path.to_owned(), what };
        let blocks = blocks.ok_or_else(|| wrong("a block has no layer, count and key"))?;
        let place = |block: &BlockInfo<K>| (block.layer, block.first.clone());
        if !blocks.windows(2).all(|pair| place(&pair[0]) < place(&pair[1])) {
            return Err(wrong("its blocks are not in order"));
        }
        let cache = Cache::new(blocks.len());
        let path = path.to_owned();
        Ok(TableFile {
            path,
            content,
            container,
            blocks,
            cache,
            last: [0; TRACKS],
            buffer: Vec::new(),
        })
    }

    /// Lets [`find`](Self::find) keep at most so many bytes of blocks, but one block at least.
    pub(crate) fn keep(&mut self, bytes: usize) {
        self.cache.max_bytes = bytes;
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn blocks(&self) -> &[BlockInfo<K>] {
        &self.blocks
    }

    /// The size of the file in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.container.size()
    }

    /// The number of entries.
    pub(crate) fn positions(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.count)).sum()
    }

    /// The value of the position at this place; `None` if there is no such entry.
    ///
    /// It is faster if the last key on the same `track` was close to this one. The successors of
    /// consecutive positions by their first move are close to each other, those by their second, and
    /// so on; so the number of the move is a track.
    #[inline]
    pub(crate) fn find(
        &mut self,
        layer: u32,
        key: &K,
        track: usize,
    ) -> Result<Option<PlyValue>, TableError> {
        let last = &mut self.last[track % TRACKS];
        if !is_in_block(&self.blocks, *last, layer, key) {
            let place = |block: &BlockInfo<K>| (block.layer, &block.first) <= (layer, key);
            let Some(block) = self.blocks.partition_point(place).checked_sub(1) else {
                return Ok(None);
            };
            if self.blocks[block].layer != layer {
                return Ok(None);
            }
            *last = block;
        }
        let block = *last;
        let entries = match self.cache.get(block) {
            Some(slot) => self.cache.entries(slot),
            None => self.load(block)?,
        };
        Ok(entries.keys.binary_search(key).ok().map(|place| entries.values[place]))
    }

    #[cold]
    #[inline(never)]
    fn load(&mut self, block: usize) -> Result<&Entries<K>, TableError> {
        let mut entries = self.cache.make_room(self.blocks[block].count as usize);
        self.read(block, &mut entries)?;
        Ok(self.cache.insert(block, entries))
    }

    /// Reads a block.
    pub(crate) fn read(
        &mut self,
        block: usize,
        entries: &mut Entries<K>,
    ) -> Result<(), TableError> {
        let mut buffer = std::mem::take(&mut self.buffer);
        self.container.read(block, &mut buffer).map_err(|source| self.damaged(source))?;
        let info = &self.blocks[block];
        let read = decode(&buffer, info, self.content, entries);
        self.buffer = buffer;
        read.ok_or_else(|| TableError::NotATable {
            path: self.path.clone(),
            what: "a block does not have the entries that its label says",
        })
    }

    /// A block as it is in the file, with its label.
    pub(crate) fn stored(&mut self, block: usize) -> Result<(&[u8], StoredBlock), TableError> {
        let stored = self
            .container
            .stored(block)
            .map_err(|source| TableError::Container { path: self.path.clone(), source })?;
        Ok((self.container.label(block), stored))
    }

    fn damaged(&self, source: tesuji_storage::container::ContainerError) -> TableError {
        TableError::Container { path: self.path.clone(), source }
    }
}

/// Whether the place of a key is in this block.
#[inline]
fn is_in_block<K: Key>(blocks: &[BlockInfo<K>], block: usize, layer: u32, key: &K) -> bool {
    blocks.get(block).is_some_and(|own| {
        own.layer == layer
            && own.first <= *key
            && blocks.get(block + 1).is_none_or(|next| next.layer > layer || next.first > *key)
    })
}

fn decode<K: Key>(
    mut bytes: &[u8],
    info: &BlockInfo<K>,
    content: Content,
    entries: &mut Entries<K>,
) -> Option<()> {
    let Entries { keys, values } = entries;
    keys.clear();
    values.clear();
    // Every further entry takes a byte at least.
    let count = usize::try_from(info.count).ok().filter(|&count| count <= bytes.len() + 1)?;
    keys.reserve(count);
    let mut key = info.first.clone();
    let mut heap = key.heap_bytes();
    for _ in 1..count {
        // Keys that share much with the one before are far larger than their differences.
        if heap >= MAX_HEAP {
            return None;
        }
        let next = K::read_after(&key, &mut bytes)?;
        heap += next.heap_bytes();
        keys.push(std::mem::replace(&mut key, next));
    }
    keys.push(key);
    if content == Content::Values {
        values.reserve(count);
        for _ in 0..count {
            values.push(PlyValue::of_code(u16::try_from(read_number(&mut bytes)?).ok()?)?);
        }
    }
    bytes.is_empty().then_some(())
}

/// A file of entries that is written.
pub(crate) struct TableWriter<'a, K> {
    writer: Writer<&'a mut dyn Write>,
    layer: u32,
    /// The number of entries of a full block.
    full: u32,
    /// The first and the last key of the block.
    ends: Option<(K, K)>,
    count: u32,
    /// The memory of its keys besides their own size.
    heap: usize,
    keys: Vec<u8>,
    values: Vec<u8>,
    label: Vec<u8>,
}

impl<'a, K: Key> TableWriter<'a, K> {
    /// A block has no more bytes than this and an entry.
    const MAX_BYTES: usize = 1 << 20;

    pub(crate) fn new(out: &'a mut dyn Write, heading: &Heading) -> Result<Self, Written> {
        Ok(TableWriter {
            writer: Writer::new(out, &heading.to_text())?,
            layer: 0,
            full: 0,
            ends: None,
            count: 0,
            heap: 0,
            keys: Vec::new(),
            values: Vec::new(),
            label: Vec::new(),
        })
    }

    /// Begins a layer of `positions` entries, or about as many.
    pub(crate) fn begin(&mut self, layer: u32, positions: u64) -> Result<(), Written> {
        self.flush()?;
        self.layer = layer;
        self.full = entries_of_a_block(positions);
        Ok(())
    }

    /// Adds an entry of the layer; keys come in ascending order.
    #[inline]
    pub(crate) fn push(&mut self, key: &K, value: Option<PlyValue>) -> Result<(), Written> {
        match &mut self.ends {
            None => self.ends = Some((key.clone(), key.clone())),
            Some((_, last)) => {
                key.write_after(last, &mut self.keys);
                last.clone_from(key);
            }
        }
        if let Some(value) = value {
            write_number(value.code().into(), &mut self.values);
        }
        self.count += 1;
        self.heap += key.heap_bytes();
        let is_large = self.keys.len() >= Self::MAX_BYTES || self.heap >= MAX_HEAP;
        if self.count >= self.full || is_large { self.flush() } else { Ok(()) }
    }

    /// Copies a block of another file.
    pub(crate) fn copy(&mut self, label: &[u8], block: &StoredBlock) -> Result<(), Written> {
        Ok(self.writer.stored_block(label, block)?)
    }

    fn flush(&mut self) -> Result<(), Written> {
        let Some((first, _)) = self.ends.take() else { return Ok(()) };
        self.label.clear();
        self.label.extend(self.layer.to_le_bytes());
        self.label.extend(self.count.to_le_bytes());
        first.write(&mut self.label);
        self.keys.append(&mut self.values);
        self.writer.block(&self.label, &self.keys)?;
        self.keys.clear();
        (self.count, self.heap) = (0, 0);
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<(), Written> {
        self.flush()?;
        Ok(self.writer.finish()?)
    }
}

/// The number of entries of a block in a layer of so many: large layers have larger blocks, so that
/// their index stays small.
fn entries_of_a_block(positions: u64) -> u32 {
    const MIN: u64 = 1 << 12;
    const MAX_BLOCKS: u64 = 1 << 14;
    let entries = positions.div_ceil(MAX_BLOCKS).max(MIN);
    u32::try_from(entries).map_or(MAX_ENTRIES, |entries| entries.min(MAX_ENTRIES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_block_does_not_grow_beyond_all_bounds() {
        // Each key is the one before and a letter.
        let growing = |length: usize, count: u32| {
            let first: Box<str> = "a".repeat(length).into();
            let (mut key, mut bytes) = (first.clone(), Vec::new());
            for _ in 1..count {
                let next: Box<str> = format!("{key}a").into();
                next.write_after(&key, &mut bytes);
                key = next;
            }
            let mut entries = Entries::default();
            let info = BlockInfo { layer: 0, count, first };
            decode(&bytes, &info, Content::Keys, &mut entries).map(|()| entries.keys.len())
        };
        assert_eq!(growing(1 << 20, 10), Some(10));
        assert_eq!(growing(1 << 20, 30), None);
        let label = |count: u32| [[0; 4], count.to_le_bytes(), [b'a'; 4]].concat();
        assert!(BlockInfo::<Box<str>>::read(&label(MAX_ENTRIES)).is_some());
        assert!(BlockInfo::<Box<str>>::read(&label(MAX_ENTRIES + 1)).is_none());
        assert!(BlockInfo::<Box<str>>::read(&label(0)).is_none());
    }
}
