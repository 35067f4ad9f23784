use std::fmt;
use std::str::FromStr;

use crate::Rejection;
use crate::claim::Claim;
use crate::stream::Source;

/// The first line of every certificate, with the version of the format.
pub(crate) const MAGIC: &str = "tesuji certificate 1";

/// The most bytes of a header.
pub(crate) const MOST_BYTES: usize = 4096;

/// What a certificate says before its entries: everything that is needed to know the game, the
/// position and the claim.
///
/// It is text, a line for each item, closed by an empty line; `head -9` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// Its settings, each with its name, in the game's own order.
    pub settings: Vec<(String, String)>,
    /// The position in the game's notation; nothing where the claim is about a rule.
    pub position: String,
    /// What is claimed.
    pub claim: Claim,
    /// How it is proved.
    pub proof: Proof,
    /// How many entries there are.
    pub entries: u64,
    /// How many bytes they take.
    pub bytes: u64,
}

/// How a claim is proved. `docs/certificates.md` has the arguments in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// By a strategy, or two: a move for each position that it can lead to.
    Strategy(Outline),
    /// By a solution, and all states that are reached in fewer moves, which the checker goes
    /// through.
    Layers,
    /// By a solution, and two sets of states, around the start and around the goals, that do
    /// not meet.
    Balls,
    /// By all states that can be reached, which the checker goes through.
    Exhaustion,
    /// By the parity of the tiles' order.
    Parity,
    /// By cells of Rush Hour that are covered for ever.
    HemmedIn,
    /// By the definition of nim-values.
    LeastExcluded {
        /// A hint that spares work: few values share an even number of bits with it.
        mask: u16,
    },
}

/// What a strategy leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outline {
    /// Positions that so many plies decide, as the checker finds by trying all moves.
    pub leaves: u32,
    /// Positions that are mirror images of others, or turned.
    pub symmetry: bool,
}

impl Outline {
    /// The most that a checker is asked to try.
    pub const MOST_LEAVES: u32 = 7;
}

impl Default for Outline {
    /// Immediate wins, and nothing else.
    fn default() -> Self {
        Outline { leaves: 1, symmetry: false }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Strategy(Outline { leaves, symmetry }) => {
                let symmetry = if *symmetry { " symmetry" } else { "" };
                write!(out, "strategy leaves {leaves}{symmetry}")
            }
            Proof::Layers => out.write_str("layers"),
            Proof::Balls => out.write_str("balls"),
            Proof::Exhaustion => out.write_str("exhaustion"),
            Proof::Parity => out.write_str("parity"),
            Proof::HemmedIn => out.write_str("hemmed-in"),
            Proof::LeastExcluded { mask } => write!(out, "least-excluded mask {mask}"),
        }
    }
}

/// A text is no kind of proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no kind of proof")]
pub struct ParseProofError(String);

impl FromStr for Proof {
    type Err = ParseProofError;

    fn from_str(text: &str) -> Result<Self, ParseProofError> {
        let bad = || ParseProofError(text.to_owned());
        let words: Vec<&str> = text.split(' ').collect();
        let strategy = |leaves: &str, symmetry| {
            let leaves = leaves.parse().map_err(|_| bad())?;
            Ok(Proof::Strategy(Outline { leaves, symmetry }))
        };
        let proof = match words[..] {
            ["strategy", "leaves", leaves] => strategy(leaves, false)?,
            ["strategy", "leaves", leaves, "symmetry"] => strategy(leaves, true)?,
            ["layers"] => Proof::Layers,
            ["balls"] => Proof::Balls,
            ["exhaustion"] => Proof::Exhaustion,
            ["parity"] => Proof::Parity,
            ["hemmed-in"] => Proof::HemmedIn,
            ["least-excluded", "mask", mask] => {
                Proof::LeastExcluded { mask: mask.parse().map_err(|_| bad())? }
            }
            _ => return Err(bad()),
        };
        match proof {
            Proof::Strategy(outline) if outline.leaves > Outline::MOST_LEAVES => Err(bad()),
            _ if proof.to_string() != text => Err(bad()),
            _ => Ok(proof),
        }
    }
}

impl fmt::Display for Header {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{MAGIC}\ngame {}", self.game)?;
        for (name, value) in &self.settings {
            writeln!(out, "set {name} {value}")?;
        }
        writeln!(out, "position {}\nclaim {}\nproof {}", self.position, self.claim, self.proof)?;
        writeln!(out, "entries {}\nbytes {}\n", self.entries, self.bytes)
    }
}

impl Header {
    /// Reads what a certificate says before its entries. Nothing of it is checked.
    ///
    /// # Errors
    /// It is no certificate, or cannot be read.
    pub fn read(reader: impl std::io::Read) -> Result<Self, Rejection> {
        Source::open(reader).map(|(header, _)| header)
    }

    /// Reads a header, its empty line included.
    pub(crate) fn parse(text: &str) -> Result<Self, Rejection> {
        let mut lines = Lines { lines: text.split('\n'), number: 0, current: "" };
        if lines.advance() != MAGIC {
            return Err(Rejection::NotACertificate);
        }
        lines.advance();
        let game = lines.take("game")?.to_owned();
        let mut settings = Vec::new();
        while lines.current.starts_with("set ") {
            let (name, value) = lines
                .current
                .strip_prefix("set ")
                .and_then(|setting| setting.split_once(' '))
                .ok_or_else(|| lines.error("a setting has a name and a value"))?;
            settings.push((name.to_owned(), value.to_owned()));
            lines.advance();
        }
        let position = lines.take("position")?.to_owned();
        let claim = lines.parse("claim")?;
        let proof = lines.parse("proof")?;
        let header = Header {
            game,
            settings,
            position,
            claim,
            proof,
            entries: lines.parse("entries")?,
            bytes: lines.parse("bytes")?,
        };
        // One way to write each header.
        if header.to_string() != text {
            return Err(lines.error("this is not the usual way to write it"));
        }
        Ok(header)
    }

    /// The text of a setting.
    pub(crate) fn setting(&self, index: usize, name: &str) -> Result<&str, Rejection> {
        match self.settings.get(index) {
            Some((found, value)) if found == name => Ok(value),
            _ => Err(Rejection::NoSuchGame(format!("{} needs the setting {name:?}", self.game))),
        }
    }

    /// That this kind of proof does not prove this kind of claim.
    pub(crate) fn wrong_proof(&self) -> Rejection {
        Rejection::WrongProof {
            game: self.game.clone(),
            claim: self.claim.to_string(),
            proof: self.proof.to_string(),
        }
    }
}

struct Lines<'t> {
    lines: std::str::Split<'t, char>,
    number: usize,
    current: &'t str,
}

impl<'t> Lines<'t> {
    fn advance(&mut self) -> &'t str {
        self.number += 1;
        self.current = self.lines.next().unwrap_or_default();
        self.current
    }

    fn error(&self, problem: impl fmt::Display) -> Rejection {
        Rejection::Header { line: self.number, problem: problem.to_string() }
    }

    /// The rest of a line that begins with this word.
    fn take(&mut self, word: &str) -> Result<&'t str, Rejection> {
        let rest = self.current.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        let rest = rest.ok_or_else(|| self.error(format_args!("{word:?} should stand here")))?;
        self.advance();
        Ok(rest)
    }

    fn parse<T: FromStr<Err: fmt::Display>>(&mut self, word: &str) -> Result<T, Rejection> {
        let number = self.number;
        let text = self.take(word)?;
        text.parse()
            .map_err(|error: T::Err| Rejection::Header { line: number, problem: error.to_string() })
    }
}
