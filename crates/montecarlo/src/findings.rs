use tesuji_core::{Game, Judgement, Limit, Score, Value, Wdl};
use tesuji_zobrist::UctStatistics;

/// The result of a Monte-Carlo search of a position.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Findings<M> {
    /// Every legal move, in the order of the rules.
    pub moves: Vec<MoveFindings<M>>,
    /// The value for the player to move: proved, or estimated as the mean result of the best move
    /// in thousandths.
    pub value: Value,
    /// The principal variation: the best move, the best answer, and so on. Empty if the game is
    /// over.
    pub pv: Vec<M>,
    /// The number of simulations.
    pub playouts: u64,
    /// The limit that ended the search; `None` if it ended by itself.
    pub limit: Option<Limit>,
}

/// The result of a Monte-Carlo search for a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFindings<M> {
    /// The move.
    pub mv: M,
    /// The number of simulations that began with it.
    pub visits: u32,
    /// Their mean result for the player who makes the move, from −1 to 1; the proved result if
    /// there is one; 0 without visits.
    pub mean: f64,
    /// The proved outcome for the player who makes the move, if any.
    pub proved: Option<Wdl>,
}

impl<M: Copy + PartialEq> Findings<M> {
    /// The move to play; `None` only if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.pv.first().copied()
    }

    /// The result in the form of all searches for two players.
    pub fn judgement(self) -> Judgement<M> {
        Judgement {
            value: self.value,
            best: self.best(),
            best_moves: Vec::new(),
            pv: self.pv,
            depth: None,
            limit: self.limit,
            proof_numbers: None,
        }
    }
}

impl<M: Copy> MoveFindings<M> {
    pub(crate) fn new(mv: M, results: UctStatistics, proved: Option<Wdl>) -> Self {
        // Threads that counted at the same time may have lost some visits and not their results.
        let mean = results.mean().map_or(0.0, |mean| mean.clamp(-1.0, 1.0));
        let mean = proved.map_or(mean, |proved| proved.sign().into());
        MoveFindings { mv, visits: results.visits, mean, proved }
    }

    /// The 95% confidence interval of the mean (Wilson, "Probable Inference, the Law of Succession,
    /// and Statistical Inference", Journal of the American Statistical Association 22, 1927). For a
    /// proved move both ends are its result.
    ///
    /// It assumes independent playouts from one distribution. In a tree the distribution changes as
    /// the search goes on, so the interval does not bound the true value. With draws it is wider
    /// than necessary.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        if self.proved.is_some() {
            return (self.mean, self.mean);
        }
        if self.visits == 0 {
            return (-1.0, 1.0);
        }
        const Z: f64 = 1.959_963_985;
        let visits = f64::from(self.visits);
        let share = f64::midpoint(self.mean, 1.0);
        let shrink = 1.0 + Z * Z / visits;
        let centre = (share + Z * Z / (2.0 * visits)) / shrink;
        let spread = (share * (1.0 - share) / visits + (Z / (2.0 * visits)).powi(2)).sqrt();
        let half = Z * spread / shrink;
        (2.0 * (centre - half) - 1.0, 2.0 * (centre + half) - 1.0)
    }
}

/// The findings for a finished game.
pub(crate) fn finished<G: Game>(game: &G, state: &G::State) -> Option<Findings<G::Move>> {
    let value = Value::of_result(game.result(state)?, game.to_move(state));
    Some(Findings { moves: Vec::new(), value, pv: Vec::new(), playouts: 0, limit: None })
}

/// The value of a position: `proved`, or else an estimate by `mean`.
pub(crate) fn value(proved: Option<Wdl>, mean: f64) -> Value {
    let estimate = || Value::Estimate((1000.0 * mean).round() as Score);
    proved.map_or_else(estimate, |proved| proved.value(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        // 7 of 10: 0.3968 to 0.8922 (any statistics package).
        let findings = MoveFindings::new((), UctStatistics { visits: 10, total: 4 }, None);
        let (low, high) = findings.interval();
        assert!((low - (2.0 * 0.396_778 - 1.0)).abs() < 1e-5, "{low}");
        assert!((high - (2.0 * 0.892_209 - 1.0)).abs() < 1e-5, "{high}");
        let untried = MoveFindings::new((), UctStatistics::default(), None);
        assert_eq!(untried.interval(), (-1.0, 1.0));
    }
}
