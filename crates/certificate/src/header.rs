use std::fmt;
use std::str::FromStr;

use tesuji_core::{Settings, quoted};

use crate::Rejection;
use crate::claim::Claim;
use crate::rejection::MAGIC;
use crate::stream::Source;

/// The beginning of a certificate, before its entries: the game, the position, the claim and the
/// kind of proof.
///
/// It is text with a line for each item, closed by an empty line; `head -9` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The settings that make the rules of the game, in the game's own order.
    pub settings: Settings,
    /// The position in the game's notation; empty if the claim is about nim-values.
    pub position: String,
    /// The claim.
    pub claim: Claim,
    /// How the claim is proved.
    pub proof: Proof,
    /// The number of entries.
    pub entries: u64,
    /// The bytes of all entries.
    pub bytes: u64,
}

/// How a claim is proved. `docs/certificates.md` explains each kind of proof.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// By one strategy, or two: a move for each position that they can lead to.
    Strategy(Outline),
    /// By all states that can be reached, or by those that can in fewer moves and a solution: the
    /// checker generates them breadth-first.
    Layers,
    /// By all states that can be reached, where every move can be taken back by a move: the checker
    /// generates them breadth-first, and keeps three layers.
    UndirectedLayers,
    /// By a solution, and two sets of states without a common one, around the start and around the
    /// goals, which the checker generates.
    Balls,
    /// By all states that can be reached at a lower cost and a solution: the checker generates them in
    /// the order of their costs.
    Costs,
    /// By a depth-first search of the checker that finds no cheaper solution, with lower bounds from
    /// disjoint patterns of the puzzle's [pieces](tesuji_core::Puzzle::pieces), numbered from 1; and
    /// by a solution, if the claim is that there is one.
    Search(Vec<Vec<u8>>),
    /// By a solution.
    Solution,
    /// By all states that can be reached, which the checker generates.
    Exhaustion,
    /// By one of the puzzle's own [arguments](tesuji_core::Puzzle::ARGUMENTS), such as `parity`.
    /// The name consists of lower-case words joined by hyphens, and is not that of another kind of
    /// proof.
    Argument(String),
    /// By the definition of nim-values.
    LeastExcluded {
        /// A hint that saves work: few values share an even number of bits with it.
        mask: u16,
    },
    /// By the nim-values of all positions that can be reached.
    Nimbers,
    /// By a value of each position that can be reached.
    Values,
}

/// The first words of the kinds of proof that are not arguments.
const KINDS: [&str; 10] = [
    "strategy",
    "layers",
    "balls",
    "costs",
    "search",
    "solution",
    "exhaustion",
    "least-excluded",
    "nimbers",
    "values",
];

impl Proof {
    /// Whether a certificate can have it.
    pub(crate) fn is_valid(&self) -> bool {
        match self {
            Proof::Strategy(outline) => outline.is_valid(),
            Proof::Argument(name) => {
                let is_word = |word: &str| {
                    !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_lowercase())
                };
                name.split('-').all(is_word) && !KINDS.contains(&name.as_str())
            }
            Proof::Search(patterns) => patterns.iter().all(|pattern| !pattern.is_empty()),
            Proof::Layers
            | Proof::UndirectedLayers
            | Proof::Balls
            | Proof::Costs
            | Proof::Solution
            | Proof::Exhaustion
            | Proof::LeastExcluded { .. }
            | Proof::Nimbers
            | Proof::Values => true,
        }
    }
}

/// The positions that a strategy leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outline {
    /// Positions that the player wins within this number of plies, as the checker finds by trying
    /// all moves: an odd number up to [`MAX_LEAVES`](Self::MAX_LEAVES), or 0 for none.
    pub leaves: u32,
    /// Positions that are symmetric to others.
    pub symmetry: bool,
    /// Positions whose entry says that the checker's own search proves them, and the most plies of
    /// such a search, at most [`MAX_SEARCH`](Self::MAX_SEARCH); 0 if there are no such entries.
    pub search: u32,
}

impl Outline {
    /// The largest number of plies that a checker tries in each position.
    pub const MAX_LEAVES: u32 = 7;

    /// The largest number of plies of a search, which may therefore be recursive.
    pub const MAX_SEARCH: u32 = 255;

    /// Whether a certificate can have it.
    fn is_valid(self) -> bool {
        let leaves = self.leaves == 0 || self.leaves % 2 == 1 && self.leaves <= Self::MAX_LEAVES;
        leaves && self.search <= Self::MAX_SEARCH
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Strategy(Outline { leaves, symmetry, search }) => {
                let symmetry = if *symmetry { " symmetry" } else { "" };
                write!(out, "strategy leaves {leaves}{symmetry}")?;
                if *search == 0 { Ok(()) } else { write!(out, " search {search}") }
            }
            Proof::Layers => out.write_str("layers"),
            Proof::UndirectedLayers => out.write_str("layers undirected"),
            Proof::Balls => out.write_str("balls"),
            Proof::Costs => out.write_str("costs"),
            Proof::Search(patterns) => {
                out.write_str("search")?;
                for (number, pattern) in patterns.iter().enumerate() {
                    out.write_str(if number == 0 { " patterns " } else { "/" })?;
                    let pieces: Vec<_> = pattern.iter().map(ToString::to_string).collect();
                    out.write_str(&pieces.join(","))?;
                }
                Ok(())
            }
            Proof::Solution => out.write_str("solution"),
            Proof::Exhaustion => out.write_str("exhaustion"),
            Proof::Argument(name) => out.write_str(name),
            Proof::LeastExcluded { mask } => write!(out, "least-excluded mask {mask}"),
            Proof::Nimbers => out.write_str("nimbers"),
            Proof::Values => out.write_str("values"),
        }
    }
}

/// A text is not a kind of proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a kind of proof", quoted(.0))]
pub struct ParseProofError(String);

impl FromStr for Proof {
    type Err = ParseProofError;

    /// Tries each kind of proof with the numbers of the text, so that there is one way to write it.
    fn from_str(text: &str) -> Result<Self, ParseProofError> {
        let mut numbers = text.split(' ').filter_map(|word| word.parse::<u16>().ok());
        let number = numbers.next().unwrap_or(0);
        let (leaves, search) = (number.into(), numbers.next().unwrap_or(0).into());
        let pieces = |pattern: &str| pattern.split(',').flat_map(str::parse).collect();
        let patterns = text.strip_prefix("search patterns ");
        let patterns = patterns.map(|list| list.split('/').map(pieces).collect());
        let strategy = |symmetry| Proof::Strategy(Outline { leaves, symmetry, search });
        let all = [
            strategy(false),
            strategy(true),
            Proof::Layers,
            Proof::UndirectedLayers,
            Proof::Nimbers,
            Proof::Values,
            Proof::Balls,
            Proof::Costs,
            Proof::Search(patterns.unwrap_or_default()),
            Proof::Solution,
            Proof::Exhaustion,
            Proof::LeastExcluded { mask: number },
            Proof::Argument(text.to_owned()),
        ];
        let found = all.into_iter().find(|proof| proof.is_valid() && proof.to_string() == text);
        found.ok_or_else(|| ParseProofError(text.to_owned()))
    }
}

impl fmt::Display for Header {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{MAGIC}\ngame {}", self.game)?;
        for (name, value) in self.settings.iter() {
            writeln!(out, "set {name} {value}")?;
        }
        writeln!(out, "position {}\nclaim {}\nproof {}", self.position, self.claim, self.proof)?;
        writeln!(out, "entries {}\nbytes {}\n", self.entries, self.bytes)
    }
}

impl Header {
    /// The most bytes that a header has.
    pub const MAX_BYTES: usize = 4096;

    /// Reads the header of a certificate. Nothing that it says is checked.
    ///
    /// # Errors
    /// The file is not a certificate, or cannot be read.
    pub fn read(mut reader: impl std::io::Read) -> Result<Self, Rejection> {
        Source::open(&mut reader).map(|(header, _)| header)
    }

    /// Reads a header, its empty line included.
    pub(crate) fn parse(text: &str) -> Result<Self, Rejection> {
        let mut lines = Lines { rest: text, number: 0 };
        lines.take(MAGIC).map_err(|_| Rejection::NotACertificate)?;
        let game = lines.take("game ")?.to_owned();
        let mut settings = Settings::new();
        while let Ok(setting) = lines.take("set ") {
            let (name, value) = setting.split_once(' ').unwrap_or((setting, ""));
            settings = settings.with(name, value);
        }
        let header = Header {
            game,
            settings,
            position: lines.take("position ")?.to_owned(),
            claim: lines.parse("claim ")?,
            proof: lines.parse("proof ")?,
            entries: lines.parse("entries ")?,
            bytes: lines.parse("bytes ")?,
        };
        // One way to write each header.
        if header.to_string() != text {
            return Err(lines.error("the header is not in its canonical form"));
        }
        Ok(header)
    }

    /// Checks that the settings and the position are these, written in the same way.
    pub(crate) fn check_canonical(
        &self,
        settings: &Settings,
        position: &str,
    ) -> Result<(), Rejection> {
        if self.settings != *settings {
            let list = |settings: &Settings| {
                let texts = settings.iter().map(|(name, value)| format!("{name} {value}"));
                texts.collect::<Vec<_>>().join(", ")
            };
            let (given, canonical) = (list(&self.settings), list(settings));
            let (given, canonical) = (quoted(&given), quoted(&canonical));
            let text = format!("the settings {given} have the canonical form {canonical}");
            return Err(Rejection::NoSuchGame(text));
        }
        if self.position != position {
            let (given, canonical) = (quoted(&self.position), quoted(position));
            let text = format!("the position {given} has the canonical form {canonical}");
            return Err(Rejection::NoSuchGame(text));
        }
        Ok(())
    }

    /// The rejection where this kind of proof cannot prove this kind of claim.
    pub(crate) fn wrong_proof(&self) -> Rejection {
        Rejection::WrongProof {
            game: self.game.clone(),
            claim: self.claim.to_string(),
            proof: self.proof.to_string(),
        }
    }
}

/// The lines of a header that are left, and the number of the last one that was read.
struct Lines<'t> {
    rest: &'t str,
    number: usize,
}

impl<'t> Lines<'t> {
    fn error(&self, problem: impl fmt::Display) -> Rejection {
        Rejection::Header { line: self.number, problem: problem.to_string() }
    }

    /// The rest of the next line, which has this beginning.
    fn take(&mut self, beginning: &str) -> Result<&'t str, Rejection> {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        let Some(content) = line.strip_prefix(beginning) else {
            let problem = format!("expected {beginning:?}, found {}", quoted(line));
            let line = self.number + 1;
            return Err(Rejection::Header { line, problem });
        };
        (self.rest, self.number) = (rest, self.number + 1);
        Ok(content)
    }

    fn parse<T: FromStr<Err: fmt::Display>>(&mut self, beginning: &str) -> Result<T, Rejection> {
        self.take(beginning)?.parse().map_err(|error| self.error(error))
    }
}
