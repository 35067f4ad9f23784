use tesuji_core::{Budget, Meter, Player, Silent};
use tesuji_retrograde::{Expectation, Expected, ExpectedError, MovesOf, Reachable};
use tesuji_rush_hour::{RocksMove, RocksState, RushHourRocks};

/// The least expected number of the driver's moves from every position, when each rock falls on any
/// of the cells it may, all as likely. A driver who is [blocked](tesuji_rush_hour::Blocked) must
/// pass, at the cost of a move.
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

/// No expectation is off by more.
const TOLERANCE: f64 = 1e-10;

impl<'g> RandomRocks<'g> {
    /// Solves the game from `start` on. It should be one in which a blocked driver
    /// [passes](tesuji_rush_hour::Blocked::Passes); where he loses, the win may not be certain.
    ///
    /// # Errors
    /// Numbers of 53 bits are not fine enough: not on any board that is known.
    pub fn solve(game: &'g RushHourRocks, start: &RocksState) -> Result<Self, ExpectedError> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        Self::solve_within(game, start, &mut Meter::new(&budget, &mut silent))
    }

    /// Solves the game within the limits of a meter's budget.
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

    /// What the driver can hope for; none if the position cannot be reached.
    #[must_use]
    pub fn expectation(&self, state: &RocksState) -> Option<Expectation> {
        self.expected.expectation(state)
    }

    /// The driver's best move; none if it is not his turn, or the game is over, or he cannot win.
    #[must_use]
    pub fn best_move(&self, state: &RocksState) -> Option<RocksMove> {
        self.expected.best_move(state)
    }

    /// How far any expectation can be from the truth.
    #[must_use]
    pub fn error_bound(&self) -> f64 {
        self.expected.error_bound()
    }
}
