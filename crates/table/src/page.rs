//! Pages: entries of a block that are decompressed together.
//!
//! A page is the length of its keys in bytes, the keys, each by its difference from the one before,
//! and the codes of the values, if there are values. The keys of the first page of a block begin with
//! the second one, as the label has the first. The directory of a block has the last key of each page
//! but the last one, the first of them by its difference from the first key of the block, the others
//! by that from the one before.

use tesuji_retrograde::PlyValue;

use crate::file::MAX_HEAP;
use crate::key::{Key, read_number, write_number};

/// The number of entries of a page.
pub(crate) const PAGE: usize = 3 << 9;

/// The keys between two samples.
const STEP: usize = 1 << 6;

/// A page to look entries up in.
pub(crate) struct Page<K> {
    /// Its keys, then its values.
    bytes: Vec<u8>,
    /// The start of the values.
    values: usize,
    /// Whether each value has one byte.
    are_bytes: bool,
    /// The key before every [`STEP`] differences, and where these begin.
    samples: Vec<(K, u32)>,
    /// The number of keys by their differences.
    differences: usize,
    /// The number of entries before the first difference: 1 in the first page of a block.
    before: usize,
}

impl<K: Key> Page<K> {
    /// Reads a page of so many entries; `start` is the first key if it `is_first`, or else the one
    /// before.
    pub(crate) fn read(content: &[u8], start: &K, is_first: bool, count: usize) -> Option<Self> {
        let mut rest = content;
        let keys = usize::try_from(read_number(&mut rest)?).ok()?;
        let bytes = rest.to_vec();
        let mut rest = bytes.get(..keys)?;
        let before = usize::from(is_first);
        let differences = count.checked_sub(before)?;
        let mut samples = Vec::with_capacity(differences / STEP + 1);
        let (mut key, mut heap) = (start.clone(), 0);
        for first in (0..=differences).step_by(STEP) {
            samples.push((key.clone(), u32::try_from(keys - rest.len()).ok()?));
            key.pass(STEP.min(differences - first), &mut rest)?;
            heap += key.heap_bytes();
            if heap >= MAX_HEAP {
                return None;
            }
        }
        if !rest.is_empty() {
            return None;
        }
        let are_bytes = bytes.len() - keys == count;
        let page = Page { values: keys, are_bytes, samples, differences, before, bytes };
        Some(page)
    }

    /// The memory it takes.
    pub(crate) fn memory(&self) -> usize {
        let heap: usize = self.samples.iter().map(|(key, _)| key.heap_bytes()).sum();
        let samples = self.samples.capacity() * size_of::<(K, u32)>();
        size_of::<Self>() + self.bytes.capacity() + samples + heap
    }

    /// The value of a key, `None` if it is not here; the outer `None` if the page makes no sense.
    pub(crate) fn find(&self, wanted: &K) -> Option<Option<PlyValue>> {
        let Some(sample) = self.samples.partition_point(|(key, _)| key <= wanted).checked_sub(1)
        else {
            return Some(None);
        };
        let (key, offset) = &self.samples[sample];
        let mut rest = self.bytes.get(*offset as usize..self.values)?;
        let (mut key, mut passed) = (key.clone(), sample * STEP);
        while key < *wanted && passed < self.differences {
            key = K::read_after(&key, &mut rest)?;
            passed += 1;
        }
        if key != *wanted || passed + self.before == 0 {
            return Some(None);
        }
        self.value(passed + self.before - 1).map(Some)
    }

    /// The value of an entry.
    fn value(&self, entry: usize) -> Option<PlyValue> {
        let mut values = &self.bytes[self.values..];
        if self.are_bytes {
            values = values.get(entry..)?;
        } else {
            for _ in 0..entry {
                read_number(&mut values)?;
            }
        }
        PlyValue::of_code(u16::try_from(read_number(&mut values)?).ok()?)
    }
}

/// The keys at which the pages of a block start, from its first key and its directory; empty if the
/// directory makes no sense.
pub(crate) fn starts<K: Key>(first: &K, mut directory: &[u8]) -> Vec<K> {
    let mut starts = vec![first.clone()];
    while let (false, Some(last)) = (directory.is_empty(), starts.last()) {
        match K::read_after(last, &mut directory) {
            Some(next) => starts.push(next),
            None => return Vec::new(),
        }
    }
    starts
}

/// The number of the page that has a key of the block.
pub(crate) fn place<K: Key>(starts: &[K], key: &K) -> usize {
    // Each start but the first one is the last key of the page before.
    starts.get(1..).map_or(0, |ends| ends.partition_point(|end| end < key))
}

/// The pages of a block that is written.
pub(crate) struct Pages<K> {
    /// The number of entries of a full page.
    pub(crate) full: usize,
    pub(crate) contents: Vec<Vec<u8>>,
    pub(crate) directory: Vec<u8>,
    start: Option<K>,
    count: usize,
    keys: Vec<u8>,
    values: Vec<u8>,
    /// The bytes of the keys of the pages before.
    bytes: usize,
}

impl<K: Key> Pages<K> {
    pub(crate) fn new(full: usize) -> Self {
        let (contents, directory) = (Vec::new(), Vec::new());
        let (keys, values) = (Vec::new(), Vec::new());
        Pages { full, contents, directory, start: None, count: 0, keys, values, bytes: 0 }
    }

    /// The bytes of the block's keys so far.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.keys.len()
    }

    /// Adds an entry after `last`, the one before in the block.
    #[inline]
    pub(crate) fn push(&mut self, last: Option<&K>, key: &K, value: Option<PlyValue>) {
        match last {
            None => self.start = Some(key.clone()),
            Some(last) => {
                if self.count == self.full {
                    self.turn(last);
                }
                key.write_after(last, &mut self.keys);
            }
        }
        if let Some(value) = value {
            write_number(value.code().into(), &mut self.values);
        }
        self.count += 1;
    }

    /// Begins a page after this key.
    #[cold]
    fn turn(&mut self, last: &K) {
        if let Some(start) = &mut self.start {
            last.write_after(start, &mut self.directory);
            start.clone_from(last);
        }
        self.end();
    }

    /// Ends the last page.
    pub(crate) fn end(&mut self) {
        self.bytes += self.keys.len();
        let mut content = Vec::with_capacity(self.keys.len() + self.values.len() + 3);
        write_number(self.keys.len() as u64, &mut content);
        content.append(&mut self.keys);
        content.append(&mut self.values);
        self.contents.push(content);
        self.count = 0;
    }

    pub(crate) fn clear(&mut self) {
        self.contents.clear();
        self.directory.clear();
        self.bytes = 0;
    }
}
