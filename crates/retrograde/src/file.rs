//! Tables as files.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `TESUJIRT` |
//! | 4 | version of the format: 1 |
//! | 1 | content: 0 exact values, 1 or 2 expected costs of the first or second player |
//! | 1 | bytes for each entry: 1, 2 or 4 for exact values, 8 for expected costs |
//! | 8 | number of entries |
//! | 8 | for expected costs, how exact they are (δ, a double); otherwise 0 |
//! | 4 + n | length and text of the game's identity, in UTF-8 |
//! | 4 + n | length and text of the clock's name, in UTF-8 |
//! | 8 | checksum of all before |
//! | | the entries, in blocks of 65,536 bytes or what is left, 8 bytes of checksum after each |

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use tesuji_core::hash::checksum;
use tesuji_core::{Player, quoted};

use crate::cells::Cells;
use crate::clock::Clock;
use crate::expected::Expected;
use crate::space::Space;
use crate::table::Table;

const MAGIC: [u8; 8] = *b"TESUJIRT";
const VERSION: u32 = 1;
const BLOCK: usize = 1 << 16;
/// The maximum length of a text.
const MAX_TEXT: usize = 1 << 16;

/// The reason for which a file is not the expected table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableFileError {
    /// An input or output error.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is of another kind.
    #[error("not a table: it begins with {found:?}, not with \"TESUJIRT\"")]
    Foreign {
        /// The first bytes, as text.
        found: String,
    },
    /// The format has another version.
    #[error("version {found} of the format; this program reads version 1")]
    Version {
        /// The one in the file.
        found: u32,
    },
    /// The header is damaged.
    #[error("the header, bytes 0 to {end}, is damaged")]
    Header {
        /// Its end.
        end: u64,
    },
    /// The header is intact, but impossible.
    #[error("the header says {what}")]
    Nonsense {
        /// The impossible value.
        what: String,
    },
    /// The file is truncated.
    #[error("the file ends at byte {found}, in the middle of {what}")]
    Truncated {
        /// Its end.
        found: u64,
        /// The part that is incomplete.
        what: String,
    },
    /// A block of entries is damaged.
    #[error("block {block}, entries {first} to {last}, is damaged")]
    Block {
        /// Which block, from 0.
        block: u64,
        /// Its first entry.
        first: u64,
        /// Its last entry.
        last: u64,
    },
    /// The file continues after the table.
    #[error("the file continues after the end of the table at byte {end}")]
    TooLong {
        /// Where the table ends.
        end: u64,
    },
    /// The table is of another game, or of the same with other parameters.
    #[error(
        "the table is of {found}, not of {expected}",
        found = quoted(.found),
        expected = quoted(.expected)
    )]
    Identity {
        /// The one in the file.
        found: String,
        /// The expected one.
        expected: String,
    },
    /// The table counts costs by another clock.
    #[error("the table counts {found}, not {expected}")]
    Clock {
        /// The one in the file.
        found: String,
        /// The expected one.
        expected: String,
    },
    /// The table holds values of another kind.
    #[error("the table holds {found}, not {expected}")]
    Content {
        /// The one in the file.
        found: &'static str,
        /// The expected one.
        expected: &'static str,
    },
    /// The table is of a space of another size.
    #[error("the table has {entries} entries for {positions} positions")]
    Size {
        /// The number of entries.
        entries: u64,
        /// The number of positions.
        positions: u64,
    },
}

impl<S: Space, K: Clock<S::Game>> Table<S, K> {
    /// Writes the table into a file that names the game by `identity`: name, parameters, and where
    /// the space depends on it the start. `file.rs` describes the format.
    ///
    /// # Example
    /// ```
    /// use tesuji_core::Rules;
    /// use tesuji_retrograde::{TableFileError, Numbered, Plies, Table};
    /// use tesuji_tic_tac_toe::TicTacToe;
    ///
    /// let game = TicTacToe::new();
    /// let table = Table::solve(Numbered::new(&game));
    /// let path = std::env::temp_dir().join(format!("tic-tac-toe-{}.table", std::process::id()));
    /// table.save(&path, "tic-tac-toe")?;
    /// let loaded = Table::load(Numbered::new(&game), Plies, &path, "tic-tac-toe")?;
    /// std::fs::remove_file(&path)?;
    /// assert_eq!(loaded.value(&game.initial()), table.value(&game.initial()));
    /// # Ok::<(), TableFileError>(())
    /// ```
    ///
    /// # Errors
    /// Those of the system; [`TableFileError::Nonsense`] for an identity of more than 65,536 bytes.
    pub fn save(&self, path: impl AsRef<Path>, identity: &str) -> Result<(), TableFileError> {
        tesuji_storage::write_with(path, |mut out| self.write_to(&mut out, identity))
    }

    /// Writes what [`save`](Self::save) writes.
    ///
    /// # Errors
    /// Those of `out`, and of `save`.
    pub fn write_to(&self, out: &mut impl Write, identity: &str) -> Result<(), TableFileError> {
        let header = Header {
            content: Content::Exact,
            width: self.cells.width(),
            entries: self.cells.len() as u64,
            defect: 0.0,
            identity: identity.to_owned(),
            clock: self.clock.name(),
        };
        write(out, &header, &self.cells.to_bytes())
    }

    /// Reads the table of `space` from a file.
    ///
    /// This detects any damage to the file. [`check`](Self::check) verifies the values.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is not the table of `space`.
    pub fn load(
        space: S,
        clock: K,
        path: impl AsRef<Path>,
        identity: &str,
    ) -> Result<Self, TableFileError> {
        Self::read_from(space, clock, &mut BufReader::new(File::open(path)?), identity)
    }

    /// Reads what [`write_to`](Self::write_to) wrote.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn read_from(
        space: S,
        clock: K,
        input: &mut impl Read,
        identity: &str,
    ) -> Result<Self, TableFileError> {
        let mut input = Input { inner: input, at: 0 };
        let header = Header::read(&mut input)?;
        header.check(Content::Exact, identity, &clock.name(), space.len())?;
        let body = read_body(&mut input, &header)?;
        let cells = Cells::from_bytes(header.width, body).expect("the header's width is checked");
        Ok(Table { space, clock, cells })
    }
}

impl<S: Space, K: Clock<S::Game>> Expected<S, K> {
    /// Writes the table into a file, as [`Table::save`] does.
    ///
    /// # Errors
    /// The same.
    pub fn save(&self, path: impl AsRef<Path>, identity: &str) -> Result<(), TableFileError> {
        tesuji_storage::write_with(path, |mut out| self.write_to(&mut out, identity))
    }

    /// Writes what [`save`](Self::save) writes.
    ///
    /// # Errors
    /// Those of `out`, and of `save`.
    pub fn write_to(&self, out: &mut impl Write, identity: &str) -> Result<(), TableFileError> {
        let header = Header {
            content: Content::Expected(self.player),
            width: 8,
            entries: self.values.len() as u64,
            defect: self.defect,
            identity: identity.to_owned(),
            clock: self.clock.name(),
        };
        let body: Vec<u8> = self.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        write(out, &header, &body)
    }

    /// Reads the table of `player` in `space` from a file, as [`Table::load`] does.
    ///
    /// # Errors
    /// The same.
    pub fn load(
        space: S,
        clock: K,
        player: Player,
        path: impl AsRef<Path>,
        identity: &str,
    ) -> Result<Self, TableFileError> {
        Self::read_from(space, clock, player, &mut BufReader::new(File::open(path)?), identity)
    }

    /// Reads what [`write_to`](Self::write_to) wrote.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn read_from(
        space: S,
        clock: K,
        player: Player,
        input: &mut impl Read,
        identity: &str,
    ) -> Result<Self, TableFileError> {
        let mut input = Input { inner: input, at: 0 };
        let header = Header::read(&mut input)?;
        header.check(Content::Expected(player), identity, &clock.name(), space.len())?;
        let body = read_body(&mut input, &header)?;
        let values = body
            .chunks_exact(8)
            .map(|bytes| f64::from_le_bytes(bytes.try_into().expect("eight bytes")))
            .collect();
        Ok(Expected { space, clock, player, values, defect: header.defect })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Exact,
    Expected(Player),
}

impl Content {
    fn code(self) -> u8 {
        match self {
            Content::Exact => 0,
            Content::Expected(Player::First) => 1,
            Content::Expected(Player::Second) => 2,
        }
    }

    fn from_code(code: u8) -> Option<Content> {
        [Content::Exact, Content::Expected(Player::First), Content::Expected(Player::Second)]
            .into_iter()
            .find(|content| content.code() == code)
    }

    fn name(self) -> &'static str {
        match self {
            Content::Exact => "exact values",
            Content::Expected(Player::First) => "expected costs of the first player",
            Content::Expected(Player::Second) => "expected costs of the second player",
        }
    }

    /// Whether a table can be so far from exact.
    fn has_defect(self, defect: f64) -> bool {
        match self {
            Content::Exact => defect.to_bits() == 0,
            Content::Expected(_) => defect >= 0.0,
        }
    }

    fn has_width(self, width: usize) -> bool {
        match self {
            Content::Exact => matches!(width, 1 | 2 | 4),
            Content::Expected(_) => width == 8,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Header {
    content: Content,
    /// Bytes of an entry.
    width: usize,
    entries: u64,
    defect: f64,
    identity: String,
    clock: String,
}

impl Header {
    fn to_bytes(&self) -> Result<Vec<u8>, TableFileError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(self.content.code());
        bytes.push(u8::try_from(self.width).expect("at most eight"));
        bytes.extend(self.entries.to_le_bytes());
        bytes.extend(self.defect.to_le_bytes());
        for text in [&self.identity, &self.clock] {
            if text.len() > MAX_TEXT {
                let what = format!("a text of {} bytes; {MAX_TEXT} are the most", text.len());
                return Err(TableFileError::Nonsense { what });
            }
            bytes.extend(u32::try_from(text.len()).expect("a short text").to_le_bytes());
            bytes.extend(text.bytes());
        }
        Ok(bytes)
    }

    fn read(input: &mut Input<impl Read>) -> Result<Header, TableFileError> {
        let mut bytes = Vec::new();
        let mut take = |input: &mut Input<_>, count: usize| {
            let start = bytes.len();
            bytes.resize(start + count, 0);
            input.fill(&mut bytes[start..], || "the header".to_owned())?;
            Ok::<_, TableFileError>(bytes[start..].to_vec())
        };
        let magic = take(input, 8)?;
        if magic != MAGIC {
            let found = String::from_utf8_lossy(&magic).into_owned();
            return Err(TableFileError::Foreign { found });
        }
        let found = u32::from_le_bytes(take(input, 4)?.try_into().expect("four bytes"));
        if found != VERSION {
            return Err(TableFileError::Version { found });
        }
        let (content, width) = (take(input, 1)?[0], take(input, 1)?[0]);
        let entries = u64::from_le_bytes(take(input, 8)?.try_into().expect("eight bytes"));
        let defect = f64::from_le_bytes(take(input, 8)?.try_into().expect("eight bytes"));
        let mut texts = [Vec::new(), Vec::new()];
        for text in &mut texts {
            let length = u32::from_le_bytes(take(input, 4)?.try_into().expect("four bytes"));
            if length as usize > MAX_TEXT {
                return Err(TableFileError::Header { end: input.at });
            }
            *text = take(input, length as usize)?;
        }
        let sum = checksum(0, &bytes);
        let mut stored = [0; 8];
        input.fill(&mut stored, || "the header's checksum".to_owned())?;
        if u64::from_le_bytes(stored) != sum {
            return Err(TableFileError::Header { end: input.at });
        }
        let width = usize::from(width);
        let Some(content) = Content::from_code(content).filter(|content| content.has_width(width))
        else {
            let what = format!("content {content} with {width} bytes for each entry");
            return Err(TableFileError::Nonsense { what });
        };
        if !content.has_defect(defect) {
            let what = format!("{} with a defect of {defect}", content.name());
            return Err(TableFileError::Nonsense { what });
        }
        let [identity, clock] = texts.map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok(Header { content, width, entries, defect, identity, clock })
    }

    /// Whether this is what was asked for.
    fn check(
        &self,
        content: Content,
        identity: &str,
        clock: &str,
        positions: usize,
    ) -> Result<(), TableFileError> {
        let Header { identity: found, clock: counted, entries, .. } = self;
        let (entries, positions) = (*entries, positions as u64);
        if self.content != content {
            return Err(TableFileError::Content {
                found: self.content.name(),
                expected: content.name(),
            });
        }
        if found != identity {
            let (found, expected) = (found.clone(), identity.to_owned());
            return Err(TableFileError::Identity { found, expected });
        }
        if counted != clock {
            let (found, expected) = (counted.clone(), clock.to_owned());
            return Err(TableFileError::Clock { found, expected });
        }
        if entries != positions {
            return Err(TableFileError::Size { entries, positions });
        }
        Ok(())
    }
}

fn write(out: &mut impl Write, header: &Header, body: &[u8]) -> Result<(), TableFileError> {
    let bytes = header.to_bytes()?;
    out.write_all(&bytes)?;
    out.write_all(&checksum(0, &bytes).to_le_bytes())?;
    for (number, block) in (1..).zip(body.chunks(BLOCK)) {
        out.write_all(block)?;
        out.write_all(&checksum(number, block).to_le_bytes())?;
    }
    Ok(())
}

/// Reads as many entries as the header says, which must be no more than there is memory for.
fn read_body(input: &mut Input<impl Read>, header: &Header) -> Result<Vec<u8>, TableFileError> {
    let width = header.width as u64;
    let length = usize::try_from(header.entries * width).expect("the size of a space in memory");
    let mut body = vec![0; length];
    for (number, block) in (1..).zip(body.chunks_mut(BLOCK)) {
        let first = (number - 1) * (BLOCK as u64 / width);
        let last = first + block.len() as u64 / width - 1;
        let name = || format!("block {}, entries {first} to {last}", number - 1);
        input.fill(block, name)?;
        let mut stored = [0; 8];
        input.fill(&mut stored, name)?;
        if u64::from_le_bytes(stored) != checksum(number, block) {
            return Err(TableFileError::Block { block: number - 1, first, last });
        }
    }
    let end = input.at;
    if input.inner.read(&mut [0])? > 0 {
        return Err(TableFileError::TooLong { end });
    }
    Ok(body)
}

/// What is being read, and how far.
struct Input<'a, R> {
    inner: &'a mut R,
    at: u64,
}

impl<R: Read> Input<'_, R> {
    fn fill(&mut self, buffer: &mut [u8], what: impl Fn() -> String) -> Result<(), TableFileError> {
        let mut rest = buffer;
        while !rest.is_empty() {
            match self.inner.read(rest) {
                Ok(0) => return Err(TableFileError::Truncated { found: self.at, what: what() }),
                Ok(count) => {
                    self.at += count as u64;
                    rest = &mut rest[count..];
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
