use tesuji_core::{Game, Judgement, Limit, Score, Value, Wdl};
use tesuji_zobrist::UctStatistics;

/// What a Monte-Carlo search found out about a position.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Findings<M> {
    /// Every legal move, in the order of the rules.
    pub moves: Vec<MoveFindings<M>>,
    /// What the position is worth to the player to move: proved, or the mean result of the best
    /// move in thousandths.
    pub value: Value,
    /// The principal variation: the best move, the best answer, and so on. Empty if the game is
    /// over.
    pub pv: Vec<M>,
    /// How many simulations the findings rest on.
    pub playouts: u64,
    /// The limit that ended the search; `None` if it ended by itself.
    pub limit: Option<Limit>,
}

/// What a Monte-Carlo search found out about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFindings<M> {
    /// The move.
    pub mv: M,
    /// How many simulations began with it.
    pub visits: u32,
    /// Their mean result for who makes the move, from −1 to 1; what is proved, where something is;
    /// 0 without visits.
    pub mean: f64,
    /// What the move is worth for certain.
    pub proved: Option<Wdl>,
}

impl<M: Copy + PartialEq> Findings<M> {
    /// The move to play; none only if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.pv.first().copied()
    }

    /// The same as every search for two players states it.
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
        let mean = proved.map_or(results.mean().unwrap_or(0.0), |proved| proved.sign().into());
        MoveFindings { mv, visits: results.visits, mean, proved }
    }

    /// Between these the mean of playouts like those that were made lies with a chance of 95%
    /// (Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of
    /// the American Statistical Association 22, 1927). A proved move is worth what it is worth.
    ///
    /// It tells how much chance there is in the mean, as if all its playouts were alike. In a tree
    /// they get better as the search goes on: no promise about the move's true value. With draws
    /// the interval is wider than it need be.
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

/// What there is to find out about a finished game.
pub(crate) fn finished<G: Game>(game: &G, state: &G::State) -> Option<Findings<G::Move>> {
    let value = Value::of_result(game.result(state)?, game.to_move(state));
    Some(Findings { moves: Vec::new(), value, pv: Vec::new(), playouts: 0, limit: None })
}

/// What is said of a position whose value is `proved`, or else looks like `mean`.
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
