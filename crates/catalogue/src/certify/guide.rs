use tesuji_certificate::{Ask, Checker, Chooser, Claim, Duty, Length, Outline, Rejection};
use tesuji_core::{Game, NamedGame, Value};

use super::Oracle;

/// A chooser of strategy moves: among those that an oracle calls good enough, the one that adds the
/// fewest entries immediately. It can leave positions to a search of the checker.
#[derive(Clone, Debug)]
pub struct Guide<O> {
    pub(super) oracle: O,
    /// The most work and the most plies of a search of the checker.
    pub(super) search: (u64, u32),
    /// The most entries of the certificate.
    pub(super) positions: u64,
}

impl<O> Guide<O> {
    /// A chooser by an oracle, which chooses a move in each position.
    pub fn new(oracle: O) -> Self {
        Guide { oracle, search: (0, 0), positions: Checker::POSITIONS }
    }

    /// Limits the entries of the certificate, by default to
    /// [as many](tesuji_certificate::Checker::POSITIONS) as a checker keeps positions in memory. The
    /// tables of its searches come on top of them, so that a file near the limit may need a higher one
    /// to be [checked](tesuji_certificate::Checker::positions).
    #[must_use]
    pub fn positions(mut self, max: u64) -> Self {
        self.positions = max;
        self
    }

    /// Leaves each position to the checker that its search of at most `plies` plies proves in at
    /// most `work` units of its [work](tesuji_certificate::Checker::budget): the more, the smaller
    /// the certificate and the longer the check.
    ///
    /// The plies are limited to [`Outline::MAX_SEARCH`]. If a defence for a number of plies is to be
    /// proved, searches need as many.
    #[must_use]
    pub fn search(mut self, work: u64, plies: u32) -> Self {
        self.search = (work, plies);
        self
    }

    /// The outline of the strategies for a claim.
    ///
    /// The checker finds wins within three plies by itself; symmetric positions count as one.
    pub(super) fn outline(&self, claim: Claim) -> Outline {
        let length = match claim {
            Claim::Wins { length: Length::Within(plies) | Length::Exactly(plies), .. } => plies,
            _ => Outline::MAX_SEARCH,
        };
        let search = match self.search {
            (0, _) => 0,
            (_, plies) => plies.min(length).min(Outline::MAX_SEARCH),
        };
        Outline { leaves: 3, symmetry: true, search }
    }
}

impl<G: Game + NamedGame, O: Oracle<G>> Chooser<G> for Guide<O> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        if ask.search_proves(self.search.0) {
            return Ok(ask.moves.len());
        }
        if ask.moves.len() == 1 {
            return Ok(0);
        }
        let unknown = || Rejection::NoMoveKnown { position: ask.game.state_text(ask.state) };
        let least = match ask.duty {
            Duty::Win(plies) => Value::Win(plies),
            Duty::Survive(None) => Value::Draw,
            Duty::Survive(plies) => Value::Loss(plies),
            Duty::Value => match self.oracle.value(ask.game, ask.state).ok_or_else(unknown)? {
                Value::Win(_) => Value::Win(None),
                other => other,
            },
        };
        let good = match (ask.duty, least) {
            // Every move of a lost position keeps its value.
            (Duty::Value, Value::Loss(_)) => ask.moves.to_vec(),
            _ => self.oracle.moves(ask.game, ask.state, least),
        };
        let smallest = match good.as_slice() {
            [] | [_] => good.first().copied(),
            several => several.iter().copied().min_by_key(|&mv| ask.new_entries(mv)),
        };
        smallest
            .and_then(|smallest| ask.moves.iter().position(|&mv| mv == smallest))
            .ok_or_else(unknown)
    }
}
