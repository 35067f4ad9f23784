use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

use crate::Rejection;
use crate::claim::Claim;
use crate::stream::Source;

/// The first line of every certificate, with the version of the format.
pub(crate) const MAGIC: &str = "tesuji certificate 1";

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

impl Proof {
    /// Whether a certificate can have it.
    pub(crate) fn is_usual(self) -> bool {
        match self {
            Proof::Strategy(outline) => outline.is_usual(),
            Proof::Layers
            | Proof::Balls
            | Proof::Exhaustion
            | Proof::Parity
            | Proof::HemmedIn
            | Proof::LeastExcluded { .. } => true,
        }
    }
}

/// What a strategy leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outline {
    /// Positions that the player wins within so many plies, as the checker finds by trying all
    /// moves: an odd number up to [`MAX_LEAVES`](Self::MAX_LEAVES), or 0 for none.
    pub leaves: u32,
    /// Positions that are mirror images of others, or turned.
    pub symmetry: bool,
}

impl Outline {
    /// The most that a checker is asked to try.
    pub const MAX_LEAVES: u32 = 7;

    /// Whether a certificate can have it.
    fn is_usual(self) -> bool {
        self.leaves == 0 || self.leaves % 2 == 1 && self.leaves <= Self::MAX_LEAVES
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
#[error("{} is no kind of proof", quoted(.0))]
pub struct ParseProofError(String);

impl FromStr for Proof {
    type Err = ParseProofError;

    /// Tries the proofs there are with the number of the text, so that there is one way to write
    /// each.
    fn from_str(text: &str) -> Result<Self, ParseProofError> {
        let number: u16 = text.split(' ').find_map(|word| word.parse().ok()).unwrap_or(0);
        let leaves = u32::from(number);
        let strategy = |symmetry| Proof::Strategy(Outline { leaves, symmetry });
        let all = [
            strategy(false),
            strategy(true),
            Proof::Layers,
            Proof::Balls,
            Proof::Exhaustion,
            Proof::Parity,
            Proof::HemmedIn,
            Proof::LeastExcluded { mask: number },
        ];
        let found = all.into_iter().find(|proof| proof.is_usual() && proof.to_string() == text);
        found.ok_or_else(|| ParseProofError(text.to_owned()))
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
    /// The most bytes that it has.
    pub const MAX_BYTES: usize = 4096;

    /// Reads what a certificate says before its entries. Nothing of it is checked.
    ///
    /// # Errors
    /// It is no certificate, or cannot be read.
    pub fn read(reader: impl std::io::Read) -> Result<Self, Rejection> {
        Source::open(reader).map(|(header, _)| header)
    }

    /// Reads a header, its empty line included.
    pub(crate) fn parse(text: &str) -> Result<Self, Rejection> {
        let mut lines = Lines { rest: text, number: 0 };
        lines.take(MAGIC).map_err(|_| Rejection::NotACertificate)?;
        let game = lines.take("game ")?.to_owned();
        let mut settings = Vec::new();
        while let Ok(setting) = lines.take("set ") {
            let (name, value) = setting.split_once(' ').unwrap_or((setting, ""));
            settings.push((name.to_owned(), value.to_owned()));
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
            return Err(lines.error("this is not the usual way to write it"));
        }
        Ok(header)
    }

    /// The text of a setting.
    pub(crate) fn setting(&self, name: &str) -> Result<&str, Rejection> {
        let found = self.settings.iter().find(|(found, _)| found == name);
        let missing = || Rejection::NoSuchGame(format!("{} needs the setting {name:?}", self.game));
        found.map(|(_, value)| value.as_str()).ok_or_else(missing)
    }

    /// That the settings and the position are these, written in the one way there is.
    pub(crate) fn is_usual(
        &self,
        settings: &[(&'static str, String)],
        position: &str,
    ) -> Result<(), Rejection> {
        let given = self.settings.iter().map(|(name, value)| (name.as_str(), value));
        if position == self.position
            && settings.iter().map(|(name, value)| (*name, value)).eq(given)
        {
            return Ok(());
        }
        let text = format!("the usual way to write it is {settings:?} {position}");
        Err(Rejection::NoSuchGame(text))
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

/// The lines of a header that are left, and the number of the last that was taken.
struct Lines<'t> {
    rest: &'t str,
    number: usize,
}

impl<'t> Lines<'t> {
    fn error(&self, problem: impl fmt::Display) -> Rejection {
        Rejection::Header { line: self.number, problem: problem.to_string() }
    }

    /// The rest of the next line, which begins like this.
    fn take(&mut self, beginning: &str) -> Result<&'t str, Rejection> {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        let Some(content) = line.strip_prefix(beginning) else {
            let (line, problem) = (self.number + 1, format!("{beginning:?} should stand here"));
            return Err(Rejection::Header { line, problem });
        };
        (self.rest, self.number) = (rest, self.number + 1);
        Ok(content)
    }

    fn parse<T: FromStr<Err: fmt::Display>>(&mut self, beginning: &str) -> Result<T, Rejection> {
        self.take(beginning)?.parse().map_err(|error| self.error(error))
    }
}
