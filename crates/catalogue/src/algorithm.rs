use std::fmt;

/// What a person or a program may want to know about an algorithm before choosing it. Two algorithms
/// of one game never share a name.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// The name that it is chosen by.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// What it does, in one line.
    pub summary: &'static str,
    /// What it promises: `optimal`, `complete`, `exact`, `a proof`, …
    pub guarantee: &'static str,
    /// How many players the games have that it is for.
    pub players: Players,
    /// What it belongs to.
    pub family: Family,
    /// When it ends if no limit is given.
    pub ending: Ending,
    /// The names of the [options](crate::options) that change what it does.
    pub options: &'static [&'static str],
}

/// How many players a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// One agent looks for a way to a goal.
    One,
    /// Two players play against each other.
    Two,
}

impl Players {
    /// The number.
    #[must_use]
    pub fn count(self) -> u8 {
        match self {
            Players::One => 1,
            Players::Two => 2,
        }
    }
}

impl fmt::Display for Players {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Players::One => "one player",
            Players::Two => "two players",
        })
    }
}

/// What an algorithm belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Family {
    /// Without a heuristic.
    Uninformed,
    /// Led by a heuristic.
    Informed,
    /// Minimax, alpha-beta and its relatives.
    Adversarial,
    /// Proof-number search.
    ProofNumber,
    /// Whole spaces from their ends.
    Retrograde,
    /// Random playouts.
    MonteCarlo,
    /// The game's own theory, or an algorithm added by a user.
    Own,
}

/// When a search ends if no limit is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It ends by itself, whatever the game.
    Always,
    /// It goes straight to its depth or to the end of the game: a search that is cut short has seen
    /// little of anything, and one of a game with cycles needs a depth.
    AtDepth,
    /// The same, but it keeps bounds that a limit leaves in place.
    AtDepthOrLimit,
    /// At the end of the game alone: where play may cycle, perhaps never.
    AtEndOfGame,
}

impl Algorithm {
    /// Whether an option changes anything about this search.
    #[must_use]
    pub fn takes(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    /// Whether it saves [checkpoints](tesuji_core::Budget::checkpoints).
    #[must_use]
    pub fn saves_checkpoints(&self) -> bool {
        match self.family {
            Family::Retrograde | Family::ProofNumber => true,
            Family::Adversarial => self.takes("table"),
            _ => false,
        }
    }

    /// Whether this is its name or one of its aliases, in whatever case.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
            || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.pad(self.name)
    }
}
