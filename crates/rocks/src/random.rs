use tesuji_core::{Budget, Meter, Player, Silent};
use tesuji_retrograde::{Expectation, Expected, ExpectedError, MovesOf, Reachable};
use tesuji_rush_hour::{RocksMove, RocksState, RushHourRocks};

/// The least expected number of the driver's moves from every position, against rocks drawn
/// uniformly. A [blocked](tesuji_rush_hour::Blocked) driver must pass, at the cost of a move.
///
/// # Example
/// ```
/// use tesuji_core::Rules;
/// use tesuji_retrograde::Expectation;
/// use tesuji_rocks::RandomRocks;
/// use tesuji_rush_hour::{Blocked, RushHourRocks};
///
/// let card = "....B.....BC.AA.BC.D.....D.....DEEE.".parse()?;
/// let game = RushHourRocks::with(card, Blocked::Passes);
/// let table = RandomRocks::solve(&game, &game.initial())?;
/// let Some(Expectation::Cost(moves)) = table.expectation(&game.initial()) else { panic!() };
/// assert!((moves - 9.0021715041).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RandomRocks<'g> {
    expected: Expected<Reachable<'g, RushHourRocks>, MovesOf>,
}

/// The maximum error of an expectation.
const TOLERANCE: f64 = 1e-10;

impl<'g> RandomRocks<'g> {
    /// Solves the game from `start` on. A blocked driver should
    /// [pass](tesuji_rush_hour::Blocked::Passes); where he loses, a win may be uncertain.
    ///
    /// # Errors
    /// If the precision of 53 bits does not suffice: on no known board.
    pub fn solve(game: &'g RushHourRocks, start: &RocksState) -> Result<Self, ExpectedError> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        Self::solve_within(game, start, &mut Meter::new(&budget, &mut silent))
    }

    /// Solves the game within the budget of `meter`.
    ///
    /// # Errors
    /// Also [`ExpectedError::Stopped`].
    pub fn solve_within(
        game: &'g RushHourRocks,
        start: &RocksState,
        meter: &mut Meter,
    ) -> Result<Self, ExpectedError> {
        let space = Reachable::explore(game, start, meter)?;
        let driver = Player::First;
        let expected = Expected::solve_within(space, MovesOf(driver), driver, TOLERANCE, meter)?;
        Ok(RandomRocks { expected })
    }

    /// The expectation of a position; `None` if it is not reachable.
    #[must_use]
    pub fn expectation(&self, state: &RocksState) -> Option<Expectation> {
        self.expected.expectation(state)
    }

    /// The driver's best move; `None` if it is not his turn, the game is over, or he cannot win.
    #[must_use]
    pub fn best_move(&self, state: &RocksState) -> Option<RocksMove> {
        self.expected.best_move(state)
    }

    /// A bound on the error of every expectation.
    #[must_use]
    pub fn error_bound(&self) -> f64 {
        self.expected.error_bound()
    }
}
