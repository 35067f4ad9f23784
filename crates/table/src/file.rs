//! Files of entries: blocks of keys, with or without values, sorted by layer and key.
//!
//! A block's label has its layer and its number of entries, four bytes each, and its first key. The
//! content is one page of all entries, or in a file with a dictionary pages of 1,536.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use tesuji_core::Meter;
use tesuji_retrograde::PlyValue;
use tesuji_storage::container::{Container, ContainerError, StoredBlock, Writer, train_dictionary};

use crate::TableError;
use crate::cache::Cache;
use crate::error::Written;
use crate::heading::Heading;
use crate::key::{Key, read_number};
use crate::page::{PAGE, Page, Pages, place, starts};

/// Whether a file has values for its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Keys,
    Values,
}

/// The largest number of entries of a block.
const MAX_ENTRIES: u32 = 1 << 16;

/// The keys of a block have no more bytes than this and a key besides their own size.
pub(crate) const MAX_HEAP: usize = 1 << 24;

/// Tables of so many positions have a dictionary and pages: they are too large for a cache.
pub(crate) const MIN_PAGED: u64 = if cfg!(test) { 1 << 14 } else { 1 << 22 };

/// The bytes of a dictionary.
const DICTIONARY_BYTES: usize = 1 << 15;

/// The blocks of which samples are taken for a dictionary.
const SAMPLED_BLOCKS: u64 = 1 << 7;

/// The bytes of the samples of a block, or a page more.
const SAMPLE_BYTES: usize = 1 << 14;

/// The memory for the training of a dictionary.
pub(crate) const TRAINING_BYTES: usize = 12 << 20;

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
    /// The number of entries of a page.
    page: usize,
    cache: Cache<Entries<K>>,
    looked_up: Cache<LookedUp<K>>,
    /// The block that was found last on each [track](Self::find).
    last: [usize; TRACKS],
    buffer: Vec<u8>,
}

const TRACKS: usize = 16;

/// The pages of a block in which keys were looked up.
struct LookedUp<K> {
    /// The keys at which the pages start.
    starts: Vec<K>,
    pages: Vec<Option<Page<K>>>,
}

impl<K: Key> TableFile<K> {
    /// Opens a file; one block is kept in memory until [`keep`](Self::keep) allows more.
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
        let (cache, looked_up) = (Cache::new(blocks.len()), Cache::new(blocks.len()));
        let (path, page) = (path.to_owned(), page_of(container.has_dictionary()));
        Ok(TableFile {
            path,
            content,
            container,
            blocks,
            page,
            cache,
            looked_up,
            last: [0; TRACKS],
            buffer: Vec::new(),
        })
    }

    /// Lets [`find`](Self::find) and [`look_up`](Self::look_up) keep at most so many bytes of blocks and
    /// of pages, but one of them at least.
    pub(crate) fn keep(&mut self, blocks: usize, pages: usize) {
        self.cache.max_bytes = blocks;
        self.looked_up.max_bytes = pages;
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

    /// The value of the position at this place; `None` if there is no such entry. For places all over
    /// the file: no more of a block is decompressed than a page.
    pub(crate) fn look_up(&mut self, layer: u32, key: &K) -> Result<Option<PlyValue>, TableError> {
        let Some(block) = self.block_of(layer, key, 0) else { return Ok(None) };
        if let Some(slot) = self.looked_up.get(block) {
            let LookedUp { starts, pages } = self.looked_up.item(slot);
            if let Some(page) = &pages[place(starts, key)] {
                return page.find(key).ok_or_else(|| self.no_entries());
            }
        }
        self.look_up_in_file(block, key)
    }

    #[cold]
    #[inline(never)]
    fn look_up_in_file(&mut self, block: usize, key: &K) -> Result<Option<PlyValue>, TableError> {
        let info = &self.blocks[block];
        let (mut keys, mut number) = (Vec::new(), usize::MAX);
        let choose = |directory: &[u8]| {
            keys = starts(&info.first, directory);
            number = if keys.is_empty() { usize::MAX } else { place(&keys, key) };
            number
        };
        let mut buffer = std::mem::take(&mut self.buffer);
        let read = self.container.read_page(block, choose, &mut buffer);
        read.map_err(|source| self.damaged(source))?;
        let count = (info.count as usize).saturating_sub(number.saturating_mul(self.page));
        let page = Page::read(&buffer, &keys[number], number == 0, count.min(self.page));
        self.buffer = buffer;
        let page = page.ok_or_else(|| self.no_entries())?;
        let found = page.find(key).ok_or_else(|| self.no_entries())?;
        let own = keys.capacity() * size_of::<K>() + keys.len() * size_of::<Option<Page<K>>>();
        let heap = keys.iter().map(Key::heap_bytes).sum::<usize>();
        let memory = page.memory();
        self.looked_up.make_room(own + heap + memory);
        let looked_up = match self.looked_up.get(block) {
            Some(slot) => self.looked_up.grow(slot, memory),
            None => {
                let pages = keys.iter().map(|_| None).collect();
                let empty = LookedUp { starts: keys, pages };
                let slot = self.looked_up.insert(block, empty, own + heap);
                self.looked_up.grow(slot, memory)
            }
        };
        looked_up.pages[number] = Some(page);
        Ok(found)
    }

    /// The block that has the place of a key, if there is one.
    #[inline]
    fn block_of(&mut self, layer: u32, key: &K, track: usize) -> Option<usize> {
        let last = &mut self.last[track % TRACKS];
        if !is_in_block(&self.blocks, *last, layer, key) {
            let place = |block: &BlockInfo<K>| (block.layer, &block.first) <= (layer, key);
            let block = self.blocks.partition_point(place).checked_sub(1)?;
            if self.blocks[block].layer != layer {
                return None;
            }
            *last = block;
        }
        Some(*last)
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
        let Some(block) = self.block_of(layer, key, track) else { return Ok(None) };
        let entries = match self.cache.get(block) {
            Some(slot) => self.cache.item(slot),
            None => self.load(block)?,
        };
        Ok(entries.keys.binary_search(key).ok().map(|place| entries.values[place]))
    }

    #[cold]
    #[inline(never)]
    fn load(&mut self, block: usize) -> Result<&Entries<K>, TableError> {
        let needed = self.blocks[block].count as usize * (size_of::<K>() + size_of::<PlyValue>());
        let mut entries = self.cache.make_room(needed).unwrap_or_default();
        self.read(block, &mut entries)?;
        let bytes = entries.bytes();
        let slot = self.cache.insert(block, entries, bytes);
        Ok(self.cache.item(slot))
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
        let read = decode(&buffer, info, self.page, self.content, entries);
        self.buffer = buffer;
        read.ok_or_else(|| self.no_entries())
    }

    /// A block as it is in the file, with its label.
    pub(crate) fn stored(&mut self, block: usize) -> Result<(&[u8], StoredBlock), TableError> {
        let stored = self
            .container
            .stored(block)
            .map_err(|source| TableError::Container { path: self.path.clone(), source })?;
        Ok((self.container.label(block), stored))
    }

    fn damaged(&self, source: ContainerError) -> TableError {
        TableError::Container { path: self.path.clone(), source }
    }

    fn no_entries(&self) -> TableError {
        let what = "a block does not have the entries that its label says";
        TableError::NotATable { path: self.path.clone(), what }
    }
}

/// The number of entries of a page in files with a dictionary, and in those without.
fn page_of(has_dictionary: bool) -> usize {
    if has_dictionary { PAGE } else { MAX_ENTRIES as usize }
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
    page: usize,
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
    keys.push(key.clone());
    values.reserve(if content == Content::Values { count } else { 0 });
    for first in (0..count).step_by(page) {
        let end = count.min(first + page);
        let length = usize::try_from(read_number(&mut bytes)?).ok()?;
        let mut differences;
        (differences, bytes) = bytes.split_at_checked(length)?;
        for _ in first.max(1)..end {
            // Keys that share much with the one before are far larger than their differences.
            if heap >= MAX_HEAP {
                return None;
            }
            key = K::read_after(&key, &mut differences)?;
            heap += key.heap_bytes();
            keys.push(key.clone());
        }
        if !differences.is_empty() {
            return None;
        }
        if content == Content::Values {
            for _ in first..end {
                values.push(PlyValue::of_code(u16::try_from(read_number(&mut bytes)?).ok()?)?);
            }
        }
    }
    bytes.is_empty().then_some(())
}

/// A file of entries that is written.
pub(crate) struct TableWriter<'a, K> {
    sink: Sink<'a>,
    layer: u32,
    /// The number of entries of a full block.
    full: u32,
    /// The first and the last key of the block.
    ends: Option<(K, K)>,
    count: u32,
    /// The memory of its keys besides their own size.
    heap: usize,
    pages: Pages<K>,
    label: Vec<u8>,
    /// The number of entries before the block.
    written: u64,
}

/// What becomes of the blocks.
enum Sink<'a> {
    /// They are written.
    File(Writer<&'a mut dyn Write>),
    /// Of those that have an entry whose number is a multiple of `every`, some pages are samples.
    Samples { every: u64, samples: Vec<Vec<u8>> },
}

/// Writes a table whose entries `fill` adds, which is called once more before if the table is so large
/// that it has a dictionary.
pub(crate) fn write_table<K: Key>(
    path: &Path,
    heading: &Heading,
    mut fill: impl FnMut(&mut TableWriter<'_, K>, &mut Meter) -> Result<(), Written>,
    meter: &mut Meter,
) -> Result<(), TableError> {
    let mut dictionary = None;
    if heading.positions >= MIN_PAGED {
        meter.claim(TRAINING_BYTES)?;
        let trained = train(heading.positions, |writer| fill(writer, meter));
        meter.release(TRAINING_BYTES);
        dictionary = trained.map_err(|error| error.at(path))?;
    }
    let written = tesuji_storage::write_with::<Written>(path, |out| {
        let mut writer = TableWriter::new(out, heading, dictionary.as_deref())?;
        fill(&mut writer, meter)?;
        writer.finish()
    });
    written.map_err(|error| error.at(path))
}

/// A dictionary for the pages of the entries that `fill` adds.
fn train<K: Key>(
    positions: u64,
    fill: impl FnOnce(&mut TableWriter<'_, K>) -> Result<(), Written>,
) -> Result<Option<Vec<u8>>, Written> {
    let (every, samples) = ((positions / SAMPLED_BLOCKS).max(1), Vec::new());
    let mut writer = TableWriter::to(Sink::Samples { every, samples }, true);
    fill(&mut writer)?;
    writer.flush()?;
    let Sink::Samples { samples, .. } = writer.sink else { return Ok(None) };
    Ok(train_dictionary(&samples, DICTIONARY_BYTES))
}

impl<'a, K: Key> TableWriter<'a, K> {
    /// A block has no more bytes than this and an entry.
    const MAX_BYTES: usize = 1 << 20;

    pub(crate) fn new(
        out: &'a mut dyn Write,
        heading: &Heading,
        dictionary: Option<&[u8]>,
    ) -> Result<Self, Written> {
        let mut writer = Writer::new(out, &heading.to_text())?;
        if let Some(dictionary) = dictionary {
            writer.dictionary(dictionary)?;
        }
        Ok(Self::to(Sink::File(writer), dictionary.is_some()))
    }

    fn to(sink: Sink<'a>, has_dictionary: bool) -> Self {
        TableWriter {
            sink,
            layer: 0,
            full: 0,
            ends: None,
            count: 0,
            heap: 0,
            pages: Pages::new(page_of(has_dictionary)),
            label: Vec::new(),
            written: 0,
        }
    }

    /// Whether anything becomes of the next block if it has so many entries; if not, it can be
    /// [passed over](Self::pass_over).
    pub(crate) fn wants(&self, count: u32) -> bool {
        let end = self.written + u64::from(count);
        match self.sink {
            Sink::File(_) => true,
            Sink::Samples { every, .. } => self.written.div_ceil(every) < end.div_ceil(every),
        }
    }

    /// Counts a block of so many entries without adding them.
    pub(crate) fn pass_over(&mut self, count: u32) {
        self.written += u64::from(count);
    }

    /// Whether blocks of files without a dictionary can be copied.
    pub(crate) fn can_copy(&self) -> bool {
        self.pages.full > PAGE
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
        self.pages.push(self.ends.as_ref().map(|(_, last)| last), key, value);
        match &mut self.ends {
            None => self.ends = Some((key.clone(), key.clone())),
            Some((_, last)) => last.clone_from(key),
        }
        self.count += 1;
        self.heap += key.heap_bytes();
        let is_large = self.pages.bytes() >= Self::MAX_BYTES || self.heap >= MAX_HEAP;
        if self.count >= self.full || is_large { self.flush() } else { Ok(()) }
    }

    /// Copies a block of another file.
    pub(crate) fn copy(&mut self, label: &[u8], block: &StoredBlock) -> Result<(), Written> {
        match &mut self.sink {
            Sink::File(writer) => Ok(writer.stored_block(label, block)?),
            Sink::Samples { .. } => Ok(()),
        }
    }

    fn flush(&mut self) -> Result<(), Written> {
        let Some((first, _)) = self.ends.take() else { return Ok(()) };
        self.label.clear();
        self.label.extend(self.layer.to_le_bytes());
        self.label.extend(self.count.to_le_bytes());
        first.write(&mut self.label);
        self.pages.end();
        let is_wanted = self.wants(self.count);
        let Pages { contents, directory, .. } = &mut self.pages;
        match &mut self.sink {
            Sink::File(writer) if contents.len() > 1 => {
                writer.pages(&self.label, directory, contents)?;
            }
            Sink::File(writer) => writer.block(&self.label, &contents[0])?,
            Sink::Samples { samples, .. } if is_wanted => {
                let mut bytes = 0;
                samples.extend(contents.drain(..).take_while(|page| {
                    let is_next = bytes < SAMPLE_BYTES;
                    bytes += page.len();
                    is_next
                }));
            }
            Sink::Samples { .. } => {}
        }
        self.pass_over(self.count);
        self.pages.clear();
        (self.count, self.heap) = (0, 0);
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<(), Written> {
        self.flush()?;
        match self.sink {
            Sink::File(writer) => Ok(writer.finish()?),
            Sink::Samples { .. } => Ok(()),
        }
    }
}

/// The number of entries of a block in a layer of so many: large layers have larger blocks, so that
/// their index stays small.
fn entries_of_a_block(positions: u64) -> u32 {
    const MIN: u64 = 3 * PAGE as u64;
    const MAX_BLOCKS: u64 = 1 << 15;
    let entries = positions.div_ceil(MAX_BLOCKS).max(MIN).next_multiple_of(PAGE as u64);
    u32::try_from(entries).map_or(MAX_ENTRIES, |entries| entries.min(MAX_ENTRIES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_in_files_with_and_without_pages() {
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        let (mut layers, mut key) = (Vec::new(), 5);
        for layer in [0, 1, 4] {
            let entries = (0..10_500 - layer).map(|_| {
                key += 2 + random(40) * random(40) / 40 * random(9);
                // Most codes have one byte, and in the last layer some have two.
                let code = random(if layer == 4 { 200 } else { 20 });
                (key, PlyValue::of_code(u16::try_from(code).unwrap()).unwrap())
            });
            layers.push((layer, entries.collect::<Vec<_>>()));
        }
        let fill = |writer: &mut TableWriter<'_, u64>| {
            for (layer, entries) in &layers {
                writer.begin(*layer, entries.len() as u64)?;
                entries.iter().try_for_each(|(key, value)| writer.push(key, Some(*value)))?;
            }
            Ok(())
        };
        let Ok(Some(dictionary)) = train(31_495, fill) else { panic!("no dictionary") };
        let heading = Heading {
            game: String::new(),
            settings: tesuji_core::Settings::new(),
            start: String::new(),
            keys: String::new(),
            method: String::new(),
            detail: crate::heading::Detail::Plies,
            positions: 31_495,
        };
        let name = format!("tesuji-{}-pages", std::process::id());
        let path = std::env::temp_dir().join(name);
        for dictionary in [None, Some(&dictionary[..])] {
            let written = tesuji_storage::write_with::<Written>(&path, |out| {
                let mut writer = TableWriter::new(out, &heading, dictionary)?;
                fill(&mut writer)?;
                writer.finish()
            });
            assert!(written.is_ok());
            for bytes in [0, 20_000, 1 << 20] {
                let mut file = TableFile::<u64>::open(&path, Content::Values).unwrap();
                assert_eq!((file.positions(), file.blocks().len()), (31_495, 9));
                file.keep(bytes, bytes);
                for (layer, entries) in &layers {
                    let (first, last) = (entries[0].0, entries[entries.len() - 1].0);
                    for index in (0..entries.len()).step_by(if bytes > 20_000 { 1 } else { 97 }) {
                        let (key, value) = entries[index * 31 % entries.len()];
                        assert_eq!(file.look_up(*layer, &key).unwrap(), Some(value));
                        assert_eq!(file.find(*layer, &key, 0).unwrap(), Some(value));
                        assert_eq!(file.look_up(*layer, &(key - 1)).unwrap(), None);
                    }
                    for absent in [0, first - 1, last + 1, u64::MAX] {
                        assert_eq!(file.look_up(*layer, &absent).unwrap(), None);
                    }
                    assert_eq!(file.look_up(3, &first).unwrap(), None);
                }
            }
        }
        std::fs::remove_file(path).unwrap();
    }

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
            let mut content = Vec::new();
            crate::key::write_number(bytes.len() as u64, &mut content);
            content.append(&mut bytes);
            let info = BlockInfo { layer: 0, count, first };
            decode(&content, &info, page_of(false), Content::Keys, &mut entries)
                .map(|()| entries.keys.len())
        };
        assert_eq!(growing(1 << 20, 10), Some(10));
        assert_eq!(growing(1 << 20, 30), None);
        let label = |count: u32| [[0; 4], count.to_le_bytes(), [b'a'; 4]].concat();
        assert!(BlockInfo::<Box<str>>::read(&label(MAX_ENTRIES)).is_some());
        assert!(BlockInfo::<Box<str>>::read(&label(MAX_ENTRIES + 1)).is_none());
        assert!(BlockInfo::<Box<str>>::read(&label(0)).is_none());
    }
}
