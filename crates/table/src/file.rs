//! Files of entries: blocks of keys, with or without values, sorted by layer and key.
//!
//! A block's label has its layer and its number of entries, four bytes each, and its first key. The
//! content of a block of ranks is one of [pages](crate::pages), if the first block has models, and each
//! layer some of them. Others are the length of the further keys in bytes, these, and the codes of the
//! values if there are values.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tesuji_core::Meter;
use tesuji_retrograde::PlyValue;
use tesuji_storage::Section;
use tesuji_storage::container::{Container, Packer, StoredBlock, Writer};

use crate::TableError;
use crate::cache::Cache;
use crate::error::Written;
use crate::heading::Heading;
use crate::key::{Key, read_number, write_number};
use crate::open::open_container;
use crate::pages::{Models, PAGE, Trainer};

/// Whether a file has values for its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Keys,
    Values,
}

/// The maximum number of entries of a block.
const MAX_ENTRIES: u32 = 1 << 16;

/// The memory for buffers of files, for compression, and for the models of small tables.
pub(crate) const OWN_BYTES: usize = 6 << 20;

/// The keys of a block have no more bytes than this and a key besides their own size.
pub(crate) const MAX_HEAP: usize = 1 << 24;

/// The memory of the keys of a block that is written, besides their own size, and a key more.
const MAX_WRITTEN: usize = 1 << 20;

/// The label of the block of models, shorter than any other.
const MODELS: &[u8] = b"models";

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
    /// The number of entries in the blocks before it.
    pub(crate) before: u64,
}

impl<K: Key> BlockInfo<K> {
    /// From a label, after blocks of `before` entries, which it is added to.
    fn read(label: &[u8], before: &mut u64) -> Option<Self> {
        let (layer, rest) = label.split_first_chunk()?;
        let (count, first) = rest.split_first_chunk()?;
        let (layer, count) = (u32::from_le_bytes(*layer), u32::from_le_bytes(*count));
        let block = BlockInfo { layer, count, first: K::read(first)?, before: *before };
        *before += u64::from(count);
        (1..=MAX_ENTRIES).contains(&count).then_some(block)
    }
}

/// A file of entries that is read.
pub(crate) struct TableFile<K> {
    path: PathBuf,
    /// The bytes of the file that it has, if not all.
    range: Option<Range<u64>>,
    content: Content,
    container: Container<Section>,
    blocks: Vec<BlockInfo<K>>,
    /// The models of all layers; none if the blocks have no pages.
    models: Vec<Models>,
    cache: Cache<Entries<K>>,
    /// The contents of blocks with pages.
    looked_up: Cache<Vec<u8>>,
    /// The block that was found last on each [track](Self::find).
    last: [usize; TRACKS],
    buffer: Vec<u8>,
}

const TRACKS: usize = 16;

impl<K: Key> TableFile<K> {
    /// Opens a file; one block is kept in memory until [`keep`](Self::keep) allows more.
    pub(crate) fn open(path: &Path, content: Content) -> Result<Self, TableError> {
        Self::open_part(path, None, content)
    }

    /// Opens a file that is a part of another one, in these bytes of it.
    pub(crate) fn open_part(
        path: &Path,
        range: Option<Range<u64>>,
        content: Content,
    ) -> Result<Self, TableError> {
        let mut container = open_container(path, range.clone())?;
        let damaged = |source| TableError::Container { path: path.to_owned(), source };
        Heading::of(&container, path)?;
        let wrong = |what| TableError::NotATable { path: path.to_owned(), what };
        let mut models = Vec::new();
        if container.block_count() > 0 && container.label(0) == MODELS {
            let mut content = Vec::new();
            container.read(0, &mut content).map_err(damaged)?;
            let read = Models::read_all(&content).filter(|models| !models.is_empty());
            models = read.ok_or_else(|| wrong("its models are not complete"))?;
        }
        let first = usize::from(!models.is_empty());
        let labels = (first..container.block_count()).map(|block| container.label(block));
        let mut before = 0;
        let blocks: Option<Vec<BlockInfo<K>>> =
            labels.map(|label| BlockInfo::read(label, &mut before)).collect();
        let blocks = blocks.ok_or_else(|| wrong("a block has no layer, count and key"))?;
        let place = |block: &BlockInfo<K>| (block.layer, block.first.clone());
        if !blocks.windows(2).all(|pair| place(&pair[0]) < place(&pair[1])) {
            return Err(wrong("its blocks are not in order"));
        }
        let (cache, looked_up) = (Cache::new(blocks.len()), Cache::new(blocks.len()));
        let (path, last, buffer) = (path.to_owned(), [0; TRACKS], Vec::new());
        Ok(TableFile {
            path,
            range,
            content,
            container,
            blocks,
            models,
            cache,
            looked_up,
            last,
            buffer,
        })
    }

    /// Lets [`find`](Self::find) and [`look_up`](Self::look_up) keep at most `blocks` bytes of blocks
    /// and `pages` bytes of pages, but one of each at least.
    pub(crate) fn keep(&mut self, blocks: usize, pages: usize) {
        self.cache.max_bytes = blocks;
        self.looked_up.max_bytes = pages;
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The same file, opened once more.
    pub(crate) fn reopen(&self) -> Result<Self, TableError> {
        Self::open_part(&self.path, self.range.clone(), self.content)
    }

    pub(crate) fn blocks(&self) -> &[BlockInfo<K>] {
        &self.blocks
    }

    /// The size of the file in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.container.size()
    }

    /// The memory of the index and the models, about.
    pub(crate) fn index_bytes(&self) -> usize {
        /// The memory of a block in the index.
        const BLOCK_BYTES: usize = 58;
        BLOCK_BYTES * self.blocks.len() + Models::BYTES * self.models.len()
    }

    /// The memory of a reader of all blocks in turn, about: the index, a block as it is in the file,
    /// the same expanded, and its entries.
    pub(crate) fn reader_bytes(&self) -> usize {
        const DECOMPRESSOR_BYTES: usize = 96 << 10;
        let largest = self.blocks.iter().map(|block| block.count).max().unwrap_or(0);
        let entry = 2 * size_of::<u64>() + size_of::<K>() + size_of::<PlyValue>();
        self.index_bytes() + DECOMPRESSOR_BYTES + entry * largest as usize
    }

    /// The number of entries.
    pub(crate) fn positions(&self) -> u64 {
        self.blocks.last().map_or(0, |last| last.before + u64::from(last.count))
    }

    /// [Finds](Self::find) the value of a position, for places all over the file: no more of a block
    /// is decoded than a page, if it has pages.
    pub(crate) fn look_up(&mut self, layer: u32, key: &K) -> Result<Option<PlyValue>, TableError> {
        let Some(rank) = rank_of(key).filter(|_| !self.models.is_empty()) else {
            return self.find(layer, key, 0);
        };
        let Some(block) = self.block_of(layer, key, 0) else { return Ok(None) };
        let slot = match self.looked_up.get(block) {
            Some(slot) => slot,
            None => self.fetch(block)?,
        };
        let content = self.looked_up.item(slot);
        let BlockInfo { count, first, .. } = &self.blocks[block];
        let find = |models: &Models| models.find(content, rank_of(first)?, *count as usize, rank);
        Models::of(&self.models, layer).and_then(find).ok_or_else(|| self.no_entries())
    }

    #[cold]
    #[inline(never)]
    fn fetch(&mut self, block: usize) -> Result<usize, TableError> {
        self.read_content(block)?;
        let needed = size_of::<Vec<u8>>() + self.buffer.len();
        let mut content = self.looked_up.make_room(needed).unwrap_or_default();
        content.clear();
        content.extend_from_slice(&self.buffer);
        content.shrink_to_fit();
        Ok(self.looked_up.insert(block, content, needed))
    }

    /// Reads the content of a block into the buffer.
    fn read_content(&mut self, block: usize) -> Result<(), TableError> {
        let block = block + usize::from(!self.models.is_empty());
        let read = self.container.read(block, &mut self.buffer);
        read.map_err(|source| TableError::Container { path: self.path.clone(), source })
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
        self.read_content(block)?;
        let info = &self.blocks[block];
        let read = if self.models.is_empty() {
            decode(&self.buffer, info, self.content, entries)
        } else {
            Models::of(&self.models, info.layer)
                .and_then(|models| decode_pages(&self.buffer, info, models, entries))
        };
        read.ok_or_else(|| self.no_entries())
    }

    /// Reads the entries with these numbers, of one block or several.
    pub(crate) fn read_range(
        &mut self,
        range: Range<u64>,
        entries: &mut Entries<K>,
    ) -> Result<(), TableError> {
        let block = self.blocks.partition_point(|block| block.before <= range.start);
        let mut block = block.saturating_sub(1);
        if let Some(BlockInfo { before, count, .. }) = self.blocks.get(block)
            && (*before..before + u64::from(*count)) == range
        {
            return self.read(block, entries);
        }
        entries.keys.clear();
        entries.values.clear();
        let mut own = Entries::default();
        while let Some(BlockInfo { before, count, .. }) = self.blocks.get(block)
            && *before < range.end
        {
            let place = |number: u64| number.clamp(*before, before + u64::from(*count)) - before;
            let places = place(range.start) as usize..place(range.end) as usize;
            self.read(block, &mut own)?;
            entries.keys.extend_from_slice(&own.keys[places.clone()]);
            entries.values.extend_from_slice(own.values.get(places).unwrap_or_default());
            block += 1;
        }
        Ok(())
    }

    fn no_entries(&self) -> TableError {
        let what = "a block does not have the entries that its label says";
        TableError::NotATable { path: self.path.clone(), what }
    }
}

/// A key as a rank.
#[inline]
fn rank_of<K: Key>(key: &K) -> Option<u64> {
    K::ranks(std::slice::from_ref(key))?.first().copied()
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

/// Reads a block with pages.
fn decode_pages<K: Key>(
    content: &[u8],
    info: &BlockInfo<K>,
    models: &Models,
    entries: &mut Entries<K>,
) -> Option<()> {
    let Entries { keys, values } = entries;
    keys.clear();
    values.clear();
    keys.reserve(info.count as usize);
    values.reserve(info.count as usize);
    let add = |rank| keys.extend(K::of_rank(rank));
    models.read(content, rank_of(&info.first)?, info.count as usize, add, values)
}

/// Reads a block without pages.
fn decode<K: Key>(
    mut bytes: &[u8],
    info: &BlockInfo<K>,
    content: Content,
    entries: &mut Entries<K>,
) -> Option<()> {
    let Entries { keys, values } = entries;
    keys.clear();
    values.clear();
    let length = usize::try_from(read_number(&mut bytes)?).ok()?;
    let (mut differences, mut codes) = bytes.split_at_checked(length)?;
    // Every further key takes a byte at least.
    let count = usize::try_from(info.count).ok().filter(|&count| count <= length + 1)?;
    keys.reserve(count);
    let mut key = info.first.clone();
    let mut heap = key.heap_bytes();
    keys.push(key.clone());
    for _ in 1..count {
        // Keys that share much with the one before are far larger than their differences.
        if heap >= MAX_HEAP {
            return None;
        }
        key = K::read_after(&key, &mut differences)?;
        heap += key.heap_bytes();
        keys.push(key.clone());
    }
    if content == Content::Values {
        values.reserve(count);
        for _ in 0..count {
            values.push(PlyValue::of_code(u16::try_from(read_number(&mut codes)?).ok()?)?);
        }
    }
    (differences.is_empty() && codes.is_empty()).then_some(())
}

/// Appends a block without pages.
fn encode<K: Key>(entries: &Entries<K>, out: &mut Vec<u8>) {
    let Entries { keys, values } = entries;
    let mut differences = Vec::with_capacity(keys.len());
    for pair in keys.windows(2) {
        pair[1].write_after(&pair[0], &mut differences);
    }
    write_number(differences.len() as u64, out);
    out.append(&mut differences);
    values.iter().for_each(|value| write_number(value.code().into(), out));
}

/// A block that can be written.
pub(crate) struct PackedBlock {
    label: Vec<u8>,
    block: StoredBlock,
}

/// Makes blocks, in any thread.
pub(crate) struct Encoder {
    /// For blocks with pages; none for others.
    models: Arc<[Models]>,
    packer: Packer,
    content: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new(models: &Arc<[Models]>) -> Result<Self, Written> {
        Ok(Encoder { models: models.clone(), packer: Packer::new()?, content: Vec::new() })
    }

    pub(crate) fn without_pages() -> Result<Self, Written> {
        let none: Arc<[Models]> = Arc::new([]);
        Self::new(&none)
    }

    /// The block of these entries of a layer, which are not none.
    pub(crate) fn encode<K: Key>(
        &mut self,
        layer: u32,
        entries: &Entries<K>,
    ) -> Result<PackedBlock, Written> {
        let Entries { keys, values } = entries;
        let mut label = layer.to_le_bytes().to_vec();
        label.extend(u32::try_from(keys.len()).unwrap_or(u32::MAX).to_le_bytes());
        keys[0].write(&mut label);
        let block = match Models::of(&self.models, layer) {
            // There are models if keys are ranks.
            Some(models) => {
                let mut content = Vec::new();
                models.encode(K::ranks(keys).unwrap_or_default(), values, &mut content);
                StoredBlock::plain(content)?
            }
            None => {
                self.content.clear();
                encode(entries, &mut self.content);
                self.packer.pack(&self.content)?
            }
        };
        Ok(PackedBlock { label, block })
    }
}

/// A file of entries that is written.
pub(crate) struct TableWriter<'a, K> {
    sink: Sink<'a>,
    layer: u32,
    /// The number of entries of a full block.
    full: u32,
    /// Those of the block, and the memory of its keys besides their own size.
    entries: Entries<K>,
    heap: usize,
}

/// What becomes of the blocks.
enum Sink<'a> {
    /// They are written.
    File(Writer<&'a mut (dyn Write + Send)>, Encoder),
    /// Some are samples.
    Samples(&'a mut Trainer),
}

/// Models, and how a file has them.
pub(crate) type Trained = (Arc<[Models]>, Vec<u8>);

/// Writes a table whose entries `fill` adds, which is called once more before if its keys are ranks, to
/// find models.
pub(crate) fn write_table<K: Key>(
    path: &Path,
    heading: &Heading,
    mut fill: impl FnMut(&mut TableWriter<'_, K>, &mut Meter) -> Result<(), Written>,
    meter: &mut Meter,
) -> Result<(), TableError> {
    let has_pages = K::ranks(&[]).is_some();
    // To the end: the models remain when they are trained.
    let memory = if has_pages { training_bytes(heading.positions) } else { 0 };
    meter.claim(memory)?;
    let written = tesuji_storage::write_with::<Written>(path, |out| {
        let train = || train(heading.positions, |writer| fill(writer, meter));
        let trained = has_pages.then(train).transpose()?;
        let mut writer = TableWriter::new(out, heading, trained)?;
        fill(&mut writer, meter)?;
        writer.finish()
    });
    meter.release(memory);
    written.map_err(|error| error.at(path))
}

/// The memory for the training of models for a table of `positions` entries, besides [`OWN_BYTES`],
/// which suffice for small tables.
pub(crate) fn training_bytes(positions: u64) -> usize {
    if positions < Trainer::MIN_CLAIMED { 0 } else { Trainer::BYTES }
}

/// Models for the entries that `fill` adds.
pub(crate) fn train<K: Key>(
    positions: u64,
    fill: impl FnOnce(&mut TableWriter<'_, K>) -> Result<(), Written>,
) -> Result<Trained, Written> {
    train_part(positions, fill).map(|(models, bytes)| (models.into(), bytes))
}

/// The same for some layers of a table of `positions` entries, before those of others follow.
pub(crate) fn train_part<K: Key>(
    positions: u64,
    fill: impl FnOnce(&mut TableWriter<'_, K>) -> Result<(), Written>,
) -> Result<(Vec<Models>, Vec<u8>), Written> {
    let mut trainer = Trainer::new(positions);
    let mut writer = TableWriter::to(Sink::Samples(&mut trainer));
    fill(&mut writer)?;
    writer.finish()?;
    Ok(trainer.finish())
}

impl<'a, K: Key> TableWriter<'a, K> {
    /// With these models and their bytes, if the blocks are to have pages.
    pub(crate) fn new(
        out: &'a mut (dyn Write + Send),
        heading: &Heading,
        models: Option<Trained>,
    ) -> Result<Self, Written> {
        let mut writer = Writer::new(out, &heading.to_text())?;
        let (models, bytes) = models.unwrap_or_else(|| (Arc::new([]), Vec::new()));
        if !models.is_empty() {
            writer.block(MODELS, &bytes)?;
        }
        Ok(Self::to(Sink::File(writer, Encoder::new(&models)?)))
    }

    fn to(sink: Sink<'a>) -> Self {
        TableWriter { sink, layer: 0, full: 0, entries: Entries::default(), heap: 0 }
    }

    /// Whether anything becomes of the next block; if not, it can be [skipped](Self::skip_block).
    pub(crate) fn wants_block(&self) -> bool {
        match &self.sink {
            Sink::File(..) => true,
            Sink::Samples(trainer) => trainer.wants(),
        }
    }

    /// Counts a block without adding its entries.
    pub(crate) fn skip_block(&mut self) {
        if let Sink::Samples(trainer) = &mut self.sink {
            trainer.skip_block();
        }
    }

    /// Begins a layer of `positions` entries, or about as many if there are no models.
    pub(crate) fn begin(&mut self, layer: u32, positions: u64) -> Result<(), Written> {
        self.flush()?;
        self.layer = layer;
        self.full = entries_of_a_block(positions);
        if let Sink::Samples(trainer) = &mut self.sink {
            trainer.begin(layer, positions);
        }
        Ok(())
    }

    /// Adds an entry of the layer; keys come in ascending order.
    #[inline]
    pub(crate) fn push(&mut self, key: &K, value: Option<PlyValue>) -> Result<(), Written> {
        self.entries.keys.push(key.clone());
        self.entries.values.extend(value);
        self.heap += key.heap_bytes();
        let is_full = self.entries.keys.len() >= self.full as usize || self.heap >= MAX_WRITTEN;
        if is_full { self.flush() } else { Ok(()) }
    }

    #[inline(never)]
    fn flush(&mut self) -> Result<(), Written> {
        let Entries { keys, values } = &self.entries;
        if keys.is_empty() {
            return Ok(());
        }
        match &mut self.sink {
            // Keys are ranks if there are samples.
            Sink::Samples(trainer) => trainer.add(K::ranks(keys).unwrap_or_default(), values),
            Sink::File(writer, encoder) => {
                let PackedBlock { label, block } = encoder.encode(self.layer, &self.entries)?;
                writer.stored_block(&label, &block)?;
            }
        }
        self.entries.keys.clear();
        self.entries.values.clear();
        self.heap = 0;
        Ok(())
    }

    /// Writes a block that was made elsewhere.
    pub(crate) fn write(&mut self, block: &PackedBlock) -> Result<(), Written> {
        if let Sink::File(writer, _) = &mut self.sink {
            writer.stored_block(&block.label, &block.block)?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<(), Written> {
        self.flush()?;
        match self.sink {
            Sink::File(writer, _) => Ok(writer.finish()?),
            Sink::Samples(_) => Ok(()),
        }
    }
}

/// The number of entries of a block in a layer of `positions`: large layers have larger blocks, so
/// that their index stays small.
pub(crate) fn entries_of_a_block(positions: u64) -> u32 {
    const MIN: u64 = 72 * PAGE as u64;
    const MAX_BLOCKS: u64 = 1 << 15;
    let entries = positions.div_ceil(MAX_BLOCKS).max(MIN).next_multiple_of(PAGE as u64);
    u32::try_from(entries).map_or(MAX_ENTRIES, |entries| entries.min(MAX_ENTRIES))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn entries_are_found_in_files_with_and_without_pages() {
        let mut rng = Pcg64::seed_from_u64(1);
        let mut random = |below: u64| rng.random_range(0..below);
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
        let heading = Heading {
            game: String::new(),
            settings: tesuji_core::Settings::new(),
            start: String::new(),
            keys: String::new(),
            method: String::new(),
            detail: crate::heading::Detail::Plies,
            positions: 31_495,
        };
        let temporary = tempfile::NamedTempFile::new().unwrap();
        let path = temporary.path();
        for with_pages in [false, true] {
            let written = tesuji_storage::write_with::<Written>(path, |out| {
                let models = if with_pages { Some(train(31_495, fill)?) } else { None };
                let mut writer = TableWriter::new(out, &heading, models)?;
                fill(&mut writer)?;
                writer.finish()
            });
            assert!(written.is_ok());
            for bytes in [0, 20_000, 1 << 20] {
                let mut file = TableFile::<u64>::open(path, Content::Values).unwrap();
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
        // No layer is before those of the first models.
        let written = tesuji_storage::write_with::<Written>(path, |out| {
            let models = train(10, |writer: &mut TableWriter<'_, u64>| {
                writer.begin(1, 10)?;
                (0..10).try_for_each(|key| writer.push(&key, Some(PlyValue::DRAW)))
            })?;
            let mut writer = TableWriter::new(out, &heading, Some(models))?;
            fill(&mut writer)?;
            writer.finish()
        });
        assert!(written.is_ok());
        let mut file = TableFile::<u64>::open(path, Content::Values).unwrap();
        assert!(file.blocks()[0].layer == 0 && file.read(0, &mut Entries::default()).is_err());
        assert!(file.look_up(0, &layers[0].1[0].0).is_err());
        let last = file.blocks().len() - 1;
        assert!(file.read(last, &mut Entries::default()).is_ok());
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
            let (mut entries, mut content) = (Entries::default(), Vec::new());
            crate::key::write_number(bytes.len() as u64, &mut content);
            content.append(&mut bytes);
            let info = BlockInfo { layer: 0, count, first, before: 0 };
            decode(&content, &info, Content::Keys, &mut entries).map(|()| entries.keys.len())
        };
        assert_eq!(growing(1 << 20, 10), Some(10));
        assert_eq!(growing(1 << 20, 30), None);
        let label = |count: u32| [[0; 4], count.to_le_bytes(), [b'a'; 4]].concat();
        assert!(BlockInfo::<Box<str>>::read(&label(MAX_ENTRIES), &mut 0).is_some());
        assert!(BlockInfo::<Box<str>>::read(&label(MAX_ENTRIES + 1), &mut 0).is_none());
        assert!(BlockInfo::<Box<str>>::read(&label(0), &mut 0).is_none());
    }
}
