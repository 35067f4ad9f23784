//! The file of the tables of several starts: `TESUJITS`, the tables, each a container, one after the
//! other, and the directory, a container too; then the position of the directory in 8 bytes, and
//! `TESUJITE`.
//!
//! The directory has a record for each table, in their order: the checksum of its
//! [rules](rules_sum), by which they are sorted, its position, its length and its number of
//! positions, 8 bytes each. A block has at most 2,048 records, and the first checksum as its label.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tesuji_core::Settings;
use tesuji_storage::container::{Container, Writer, checksum};
use tesuji_storage::{Fields, Section};

use crate::TableError;
use crate::heading::Heading;
use crate::open::open_container;

const MAGIC: [u8; 8] = *b"TESUJITS";
const END_MAGIC: [u8; 8] = *b"TESUJITE";
const TRAILER: u64 = 16;
const FIRST_LINE: &str = "tables of values, version 1";
const TOGETHER: usize = 2048;

/// A table in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) rules: u64,
    pub(crate) start: u64,
    pub(crate) length: u64,
    pub(crate) positions: u64,
}

impl Part {
    const BYTES: usize = 32;

    fn write(&self, out: &mut Vec<u8>) {
        let Part { rules, start, length, positions } = *self;
        [rules, start, length, positions]
            .iter()
            .for_each(|number| out.extend(number.to_le_bytes()));
    }

    fn read(bytes: &[u8; Self::BYTES]) -> Self {
        let (numbers, _) = bytes.as_chunks::<8>();
        let number = |place: usize| u64::from_le_bytes(numbers[place]);
        let (rules, start, length, positions) = (number(0), number(1), number(2), number(3));
        Part { rules, start, length, positions }
    }

    /// Its bytes in the file.
    pub(crate) fn range(&self) -> std::ops::Range<u64> {
        self.start..self.start.saturating_add(self.length)
    }
}

/// The checksum of the rules: of the text of a container's metadata whose first line is the game and
/// whose fields are all settings.
pub(crate) fn rules_sum(game: &str, settings: &Settings) -> u64 {
    checksum(Fields::of(settings.iter()).to_text(game).as_bytes())
}

/// What a file of tables says of all of them together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// The number of starts that were given.
    pub(crate) starts: u64,
    /// The number of tables.
    pub(crate) parts: u64,
    pub(crate) blocks: usize,
    /// The number of positions of each layer that has any.
    pub(crate) layers: BTreeMap<u32, u64>,
}

/// The directory of a file of tables, which is read.
pub(crate) struct Directory {
    path: PathBuf,
    container: Container<Section>,
    /// Its position.
    start: u64,
    /// The heading of the first start, with the number of all positions.
    pub(crate) heading: Heading,
    pub(crate) totals: Totals,
    pub(crate) bytes: u64,
    content: Vec<u8>,
    /// The block that was read last.
    block: Option<usize>,
}

impl Directory {
    /// Whether the file begins as one of several tables.
    pub(crate) fn is_at(path: &Path) -> Result<bool, TableError> {
        let failed = |source| TableError::File { path: path.to_owned(), source };
        let mut file = tesuji_storage::open(path).map_err(failed)?;
        let mut magic = [0; 8];
        match file.read_exact(&mut magic) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            read => read.map(|()| magic == MAGIC).map_err(failed),
        }
    }

    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        let failed = |source| TableError::File { path: path.to_owned(), source };
        let wrong = |what| TableError::NotATable { path: path.to_owned(), what };
        let mut file = tesuji_storage::open(path).map_err(failed)?;
        let bytes = file.seek(SeekFrom::End(0)).map_err(failed)?;
        let cut = || wrong("it is truncated, or damaged at its end");
        let end = bytes.checked_sub(TRAILER).ok_or_else(cut)?;
        file.seek(SeekFrom::Start(end)).map_err(failed)?;
        let mut trailer = [0; TRAILER as usize];
        file.read_exact(&mut trailer).map_err(failed)?;
        let (start, magic) = trailer.split_first_chunk().ok_or_else(cut)?;
        let start = u64::from_le_bytes(*start);
        if magic != END_MAGIC || !(MAGIC.len() as u64..end).contains(&start) {
            return Err(cut());
        }
        let container = open_container(path, Some(start..end))?;
        let fields = Fields::read(FIRST_LINE, container.metadata())
            .ok_or_else(|| wrong("its first line is not that of this version"))?;
        let heading = Heading::of_fields(&fields, path)?;
        let layer = |text: &str| {
            let (layer, positions) = text.split_once(':')?;
            Some((layer.parse().ok()?, positions.parse().ok()?))
        };
        let numbers = || {
            let layers = fields.get("layers")?.split_whitespace();
            Some(Totals {
                starts: fields.parsed("starts")?,
                parts: fields.parsed("parts")?,
                blocks: fields.parsed("blocks")?,
                layers: layers.map(layer).collect::<Option<_>>()?,
            })
        };
        let totals = numbers().ok_or_else(|| wrong("it does not say how large it is"))?;
        let (path, content) = (path.to_owned(), Vec::new());
        Ok(Directory { path, container, start, heading, totals, bytes, content, block: None })
    }

    /// The memory it takes, about.
    pub(crate) fn memory(&self) -> usize {
        40 * self.container.block_count() + TOGETHER * Part::BYTES
    }

    /// The tables of rules with this checksum, in their order.
    pub(crate) fn of_rules(&mut self, rules: u64) -> Result<Vec<Part>, TableError> {
        let label =
            |block| self.container.label(block).try_into().map_or(u64::MAX, u64::from_le_bytes);
        // They may begin in the block before the first one that begins with them.
        let (mut from, mut to) = (0, self.container.block_count());
        while from < to {
            let middle = from.midpoint(to);
            if label(middle) < rules { from = middle + 1 } else { to = middle }
        }
        let mut found = Vec::new();
        for block in from.saturating_sub(1)..self.container.block_count() {
            let parts = self.block(block)?;
            found.extend(parts.iter().filter(|part| part.rules == rules));
            if parts.last().is_some_and(|last| last.rules > rules) {
                break;
            }
        }
        Ok(found)
    }

    /// The number of blocks of records.
    pub(crate) fn blocks(&self) -> usize {
        self.container.block_count()
    }

    /// The records of a block.
    pub(crate) fn block(&mut self, block: usize) -> Result<Vec<Part>, TableError> {
        if self.block != Some(block) {
            self.block = None;
            let read = self.container.read(block, &mut self.content);
            read.map_err(|source| TableError::Container { path: self.path.clone(), source })?;
            self.block = Some(block);
        }
        let (records, rest) = self.content.as_chunks::<{ Part::BYTES }>();
        let parts: Vec<Part> = records.iter().map(Part::read).collect();
        if parts.is_empty() || !rest.is_empty() {
            return Err(self.wrong());
        }
        Ok(parts)
    }

    /// Checks that the tables follow one another without a gap, sorted by their rules.
    pub(crate) fn check(&mut self) -> Result<(), TableError> {
        let (mut at, mut rules, mut count, mut positions) = (MAGIC.len() as u64, 0, 0, 0u64);
        for block in 0..self.blocks() {
            let parts = self.block(block)?;
            let first = parts[0].rules.to_le_bytes();
            let mut is_right = self.container.label(block) == first;
            for part in parts {
                is_right &= part.start == at && part.rules >= rules;
                (at, rules) = (part.range().end, part.rules);
                (count, positions) = (count + 1, positions.saturating_add(part.positions));
            }
            if !is_right {
                return Err(self.wrong());
            }
        }
        let found = (at, count, positions);
        let expected = (self.start, self.totals.parts, self.heading.positions);
        if found == expected { Ok(()) } else { Err(self.wrong()) }
    }

    pub(crate) fn wrong(&self) -> TableError {
        let what = "its directory does not have the tables that it says";
        TableError::NotATable { path: self.path.clone(), what }
    }
}

/// Writes the file of these tables, each with its rules' checksum, its number of positions and its
/// file, sorted by the checksums.
pub(crate) fn write(
    out: &mut dyn Write,
    heading: &Heading,
    totals: &Totals,
    tables: impl IntoIterator<Item = (u64, u64, PathBuf)>,
) -> Result<(), crate::error::Written> {
    out.write_all(&MAGIC)?;
    let (mut at, mut parts) = (MAGIC.len() as u64, Vec::new());
    for (rules, positions, path) in tables {
        let mut file = File::open(&path)?;
        let length = io::copy(&mut file, out)?;
        parts.push(Part { rules, start: at, length, positions });
        at += length;
    }
    let Totals { starts, parts: count, blocks, layers } = totals;
    let layers = layers.iter().map(|(layer, positions)| format!("{layer}:{positions}"));
    let layers: Vec<String> = layers.collect();
    let mut fields = heading.to_fields();
    fields.extend([
        ("starts".to_owned(), starts.to_string()),
        ("parts".to_owned(), count.to_string()),
        ("blocks".to_owned(), blocks.to_string()),
        ("layers".to_owned(), layers.join(" ")),
    ]);
    let mut writer = Writer::new(&mut *out, &Fields::of(fields).to_text(FIRST_LINE))?;
    let mut content = Vec::new();
    for together in parts.chunks(TOGETHER) {
        content.clear();
        together.iter().for_each(|part| part.write(&mut content));
        writer.block(&together[0].rules.to_le_bytes(), &content)?;
    }
    writer.finish()?;
    out.write_all(&at.to_le_bytes())?;
    Ok(out.write_all(&END_MAGIC)?)
}
