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

    fn from_str(text: &str) -> Result<Self, ParseProofError> {
        // A proof has one text: numbers, for example, have no zeros in front.
        let proof = parse(text).filter(|proof| proof.to_string() == text);
        proof.ok_or_else(|| ParseProofError(text.to_owned()))
    }
}

/// The proof of a text, which may have other texts, too.
fn parse(text: &str) -> Option<Proof> {
    let outline = |leaves: &str, symmetry, search: &str| {
        let (leaves, search): (u32, u8) = (leaves.parse().ok()?, search.parse().ok()?);
        let is_valid = leaves == 0 || leaves % 2 == 1 && leaves <= Outline::MAX_LEAVES;
        is_valid.then_some(Proof::Strategy(Outline { leaves, symmetry, search: search.into() }))
    };
    Some(match text.split(' ').collect::<Vec<_>>()[..] {
        ["strategy", "leaves", leaves] => outline(leaves, false, "0")?,
        ["strategy", "leaves", leaves, "symmetry"] => outline(leaves, true, "0")?,
        ["strategy", "leaves", leaves, "search", plies] => outline(leaves, false, plies)?,
        ["strategy", "leaves", leaves, "symmetry", "search", plies] => {
            outline(leaves, true, plies)?
        }
        ["layers"] => Proof::Layers,
        ["layers", "undirected"] => Proof::UndirectedLayers,
        ["balls"] => Proof::Balls,
        ["costs"] => Proof::Costs,
        ["search"] => Proof::Search(Vec::new()),
        ["search", "patterns", list] => {
            let pieces = |pattern: &str| pattern.split(',').map(str::parse).collect();
            Proof::Search(list.split('/').map(pieces).collect::<Result<_, _>>().ok()?)
        }
        ["solution"] => Proof::Solution,
        ["exhaustion"] => Proof::Exhaustion,
        ["least-excluded", "mask", mask] => Proof::LeastExcluded { mask: mask.parse().ok()? },
        ["nimbers"] => Proof::Nimbers,
        ["values"] => Proof::Values,
        // No argument has the name of another proof.
        ["strategy" | "least-excluded"] => return None,
        [name] => {
            let is_letter = |letter: u8| letter.is_ascii_lowercase();
            let is_word = |word: &str| !word.is_empty() && word.bytes().all(is_letter);
            return name.split('-').all(is_word).then(|| Proof::Argument(name.to_owned()));
        }
        _ => return None,
    })
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
        match header.to_string() == text {
            true => Ok(header),
            false => Err(lines.error("the header is not in its canonical form")),
        }
    }

    /// Checks that the settings and the position are these, written in the same way.
    pub(crate) fn check_canonical(
        &self,
        settings: &Settings,
        position: &str,
    ) -> Result<(), Rejection> {
        let list = |settings: &Settings| {
            let texts = settings.iter().map(|(name, value)| format!("{name} {value}"));
            texts.collect::<Vec<_>>().join(", ")
        };
        let differs = |what, given: &str, canonical: &str| {
            let (given, canonical) = (quoted(given), quoted(canonical));
            let text = format!("the canonical form of the {what} {given} is {canonical}");
            Err(Rejection::NoSuchGame(text))
        };
        if self.settings != *settings {
            return differs("settings", &list(&self.settings), &list(settings));
        }
        match self.position == position {
            true => Ok(()),
            false => differs("position", &self.position, position),
        }
    }

    /// The rejection where this kind of proof cannot prove this kind of claim.
    pub(crate) fn wrong_proof(&self) -> Rejection {
        let (proof, claim) = (self.proof.to_string(), self.claim.to_string());
        let proof = quoted(&proof);
        let text =
            format!("a proof by {proof} cannot prove the claim {claim:?} about {}", self.game);
        Rejection::WrongProof(text)
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
        let content = line.strip_prefix(beginning).ok_or_else(|| {
            let problem = format!("expected {beginning:?}, found {}", quoted(line));
            Rejection::Header { line: self.number + 1, problem }
        })?;
        // A terminal would obey them, and show a verdict that is not the checker's.
        if content.contains(char::is_control) {
            let problem = format!("control characters in {}", quoted(content));
            return Err(Rejection::Header { line: self.number + 1, problem });
        }
        (self.rest, self.number) = (rest, self.number + 1);
        Ok(content)
    }

    fn parse<T: FromStr<Err: fmt::Display>>(&mut self, beginning: &str) -> Result<T, Rejection> {
        self.take(beginning)?.parse().map_err(|error| self.error(error))
    }
}
