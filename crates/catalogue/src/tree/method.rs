use std::fmt;
use std::str::FromStr;

use crate::Players;

/// A search that can be recorded, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// [`breadth_first`](super::breadth_first).
    BreadthFirst,
    /// [`depth_first`](super::depth_first).
    DepthFirst,
    /// [`ida_star`](super::ida_star).
    IdaStar,
    /// [`minimax`](super::minimax).
    Minimax,
    /// [`alpha_beta`](super::alpha_beta).
    AlphaBeta,
    /// [`who_wins`](super::who_wins).
    WhoWins,
    /// [`proof_numbers`](super::proof_numbers).
    ProofNumbers,
}

/// There is no search of that name that can be recorded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no search {name:?} can be drawn; there are {}", names().join(", "))]
pub struct UnknownMethod {
    /// What was asked for.
    pub name: String,
}

fn names() -> Vec<&'static str> {
    Method::ALL.iter().map(|method| method.name()).collect()
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 7] = [
        Method::BreadthFirst,
        Method::DepthFirst,
        Method::IdaStar,
        Method::Minimax,
        Method::AlphaBeta,
        Method::WhoWins,
        Method::ProofNumbers,
    ];

    /// The name it is called by, which is that of the search it records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::BreadthFirst => "bfs",
            Method::DepthFirst => "dfs",
            Method::IdaStar => "ida*",
            Method::Minimax => "minimax",
            Method::AlphaBeta => "alpha-beta",
            Method::WhoWins => "who-wins",
            Method::ProofNumbers => "pn",
        }
    }

    /// Who plays the games it is for.
    #[must_use]
    pub fn players(self) -> Players {
        match self {
            Method::BreadthFirst | Method::DepthFirst | Method::IdaStar => Players::One,
            Method::Minimax | Method::AlphaBeta | Method::WhoWins | Method::ProofNumbers => {
                Players::Two
            }
        }
    }

    /// What is drawn for a game of so many players if nothing is asked for.
    #[must_use]
    pub fn default_for(players: Players) -> Self {
        match players {
            Players::One => Method::IdaStar,
            Players::Two => Method::AlphaBeta,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(text: &str) -> Result<Self, UnknownMethod> {
        let name = text.to_lowercase();
        let same = |method: &&Method| {
            method.name().replace(['-', '*'], "") == name.replace(['-', '*'], "")
        };
        let longer = match name.as_str() {
            "breadth-first" => Some(Method::BreadthFirst),
            "depth-first" => Some(Method::DepthFirst),
            "ida-star" | "idastar" => Some(Method::IdaStar),
            "pns" | "pnsearch" | "proof-number" => Some(Method::ProofNumbers),
            _ => None,
        };
        longer
            .or_else(|| Method::ALL.iter().find(same).copied())
            .ok_or_else(|| UnknownMethod { name: text.to_owned() })
    }
}
