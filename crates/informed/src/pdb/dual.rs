use tesuji_core::{Cost, Duality, Heuristic, Puzzle};

/// The heuristic values of the duals of states (Felner, Zahavi, Schaeffer & Holte, "Dual Lookups in
/// Pattern Databases", IJCAI 2005): admissible if the heuristic is.
///
/// Every estimate is computed from scratch, and those of two neighbours may differ by any amount:
/// the heuristic is not consistent. Use it after another, as `Max(regular, Dual)`: a search with a
/// bound evaluates it only if the first does not exceed the bound.
///
/// # Example
/// ```
/// use tesuji_core::{Duality, Max, Notation, Solver};
/// use tesuji_informed::{IdaStar, pdb::Dual};
/// use tesuji_taquin::{Goal, LinearConflict, Taquin, TileDuality};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let duality = TileDuality::<u64>::new(&taquin)?;
/// let duals = duality.puzzles().iter().map(LinearConflict::new).collect();
/// let heuristic = Max(LinearConflict::new(&taquin), Dual::new(&duality, duals)?);
/// let start = taquin.parse_state("8 0 6/5 4 7/2 3 1")?;
/// let answer = IdaStar::new(heuristic).solve(&taquin, &start);
/// assert_eq!(answer.outcome.plan().map(|plan| plan.cost), Some(31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dual<'d, D, H> {
    duality: &'d D,
    heuristics: Vec<H>,
}

/// The reason for which heuristics do not fit the duals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the duals of {puzzles} puzzles need {puzzles} heuristics, not {heuristics}")]
pub struct DualError {
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of heuristics.
    pub heuristics: usize,
}

impl<'d, D, H> Dual<'d, D, H> {
    /// The estimates of duals by the heuristics of their puzzles, in the order of these.
    ///
    /// # Errors
    /// If there is not one for each puzzle.
    pub fn new<P: Puzzle>(duality: &'d D, heuristics: Vec<H>) -> Result<Self, DualError>
    where
        D: Duality<P>,
        H: Heuristic<P>,
    {
        let (puzzles, found) = (duality.puzzles().len(), heuristics.len());
        if puzzles != found {
            return Err(DualError { puzzles, heuristics: found });
        }
        Ok(Dual { duality, heuristics })
    }
}

impl<P: Puzzle, D: Duality<P>, H: Heuristic<P>> Heuristic<P> for Dual<'_, D, H> {
    type Memo = Cost;

    const IS_ZERO_AT_GOALS: bool = H::IS_ZERO_AT_GOALS;

    #[inline]
    fn start(&self, _: &P, state: &P::State) -> Cost {
        let (index, dual) = self.duality.dual(state);
        self.heuristics[index].evaluate(&self.duality.puzzles()[index], &dual)
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}
