use tesuji_core::{Budget, Game, Limit, Meter, Player, Rules, Silent};

use crate::clock::{Clock, Plies};
use crate::space::Space;
use crate::sure::Prospect;
use crate::value_iteration::{NEVER, Problem, UNCERTAIN, error_bound};

/// The least expected cost to win, from every position of a space, against an opponent who plays
/// uniformly at random.
///
/// # Example
/// A coin: after each `Toss` of the first player the second, at random, stops or goes on.
/// ```
/// use std::ops::ControlFlow;
/// use tesuji_core::{Game, GameResult, Player, Rules};
/// use tesuji_retrograde::{Expectation, Expected, MovesOf, Reachable};
///
/// struct Coin;
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// enum State { Toss, InTheAir, Tails }
///
/// impl Rules for Coin {
///     type State = State;
///     type Move = State;
///     type Undo = State;
///     fn initial(&self) -> State { State::Toss }
///     fn visit_moves<B>(
///         &self,
///         state: &State,
///         mut visit: impl FnMut(State) -> ControlFlow<B>,
///     ) -> ControlFlow<B> {
///         match state {
///             State::Toss => visit(State::InTheAir),
///             State::InTheAir => { visit(State::Toss)?; visit(State::Tails) }
///             State::Tails => ControlFlow::Continue(()),
///         }
///     }
///     fn play(&self, state: &mut State, next: State) -> State { std::mem::replace(state, next) }
///     fn undo(&self, state: &mut State, _: State, before: State) { *state = before }
/// }
/// impl Game for Coin {
///     fn to_move(&self, state: &State) -> Player {
///         if *state == State::InTheAir { Player::Second } else { Player::First }
///     }
///     fn result(&self, state: &State) -> Option<GameResult> {
///         (*state == State::Tails).then_some(GameResult::Win(Player::First))
///     }
/// }
///
/// let first = Player::First;
/// let space = Reachable::explore_all(&Coin, &State::Toss);
/// let table = Expected::solve(space, MovesOf(first), first, 1e-9)?;
/// let Some(Expectation::Cost(tosses)) = table.expectation(&State::Toss) else { panic!() };
/// assert!((tosses - 2.0).abs() <= 1e-9);
/// # Ok::<(), tesuji_retrograde::ExpectedError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expected<S, K = Plies> {
    pub(crate) space: S,
    pub(crate) clock: K,
    pub(crate) player: Player,
    /// Costs; below zero [`UNCERTAIN`] and [`NEVER`].
    pub(crate) values: Vec<f64>,
    /// δ in the error bound.
    pub(crate) defect: f64,
}

/// The value of a position against a random opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expectation {
    /// The player wins with probability 1, at this least expected cost.
    Cost(f64),
    /// The player can win, but not with probability 1.
    Uncertain,
    /// The player cannot win.
    Never,
}

/// The reason for which a table of expected costs cannot be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpectedError {
    /// A limit was reached.
    #[error("{}", .0.reached())]
    Stopped(Limit),
    /// A move of the player costs 0, so expected costs do not bound the length of games.
    #[error("a move of the player in {state} costs 0")]
    FreeMove {
        /// The position in debug form.
        state: String,
    },
    /// The opponent alone can repeat positions.
    #[error("the opponent can repeat {state} without a move of the player")]
    OpponentCycle {
        /// The position in debug form.
        state: String,
    },
    /// The precision of 53 bits is not sufficient.
    #[error("the error can be reduced to {reached:e}, not to {wanted:e}")]
    TooFine {
        /// The requested error.
        wanted: f64,
        /// The least possible error.
        reached: f64,
    },
}

impl From<Limit> for ExpectedError {
    fn from(limit: Limit) -> Self {
        ExpectedError::Stopped(limit)
    }
}

impl<S: Space, K: Clock<S::Game>> Expected<S, K> {
    /// Solves for `player`, with an error of at most `tolerance` in every value.
    ///
    /// # Errors
    /// [`ExpectedError::FreeMove`] and [`ExpectedError::OpponentCycle`] if the method does not
    /// apply, [`ExpectedError::TooFine`] if the tolerance cannot be reached.
    pub fn solve(
        space: S,
        clock: K,
        player: Player,
        tolerance: f64,
    ) -> Result<Self, ExpectedError> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        Self::solve_within(space, clock, player, tolerance, &mut meter)
    }

    /// The same within the limits of a meter's budget.
    ///
    /// Memory: 8 bytes per position, and about 16 per move during the computation.
    ///
    /// # Errors
    /// Also [`ExpectedError::Stopped`].
    pub fn solve_within(
        space: S,
        clock: K,
        player: Player,
        tolerance: f64,
        meter: &mut Meter,
    ) -> Result<Self, ExpectedError> {
        let problem = Problem::new(&space, &clock, player, meter)?;
        let mut values = meter.claimed_vec(0.0, space.len())?;
        for (value, prospect) in values.iter_mut().zip(&problem.prospects) {
            *value = match prospect {
                Prospect::Sure => 0.0,
                Prospect::Uncertain => UNCERTAIN,
                Prospect::Never => NEVER,
            };
        }
        let defect = problem.iterate(&mut values, tolerance, meter)?;
        problem.release(meter);
        Ok(Expected { space, clock, player, values, defect })
    }

    /// The player whose costs these are.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The space of the table.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The value of `state`; `None` if it is not in the space.
    pub fn expectation(&self, state: &<S::Game as Rules>::State) -> Option<Expectation> {
        let index = self.space.index(state)?;
        self.values.get(index).map(|&value| read(value))
    }

    /// A bound on the error of every value.
    #[must_use]
    pub fn error_bound(&self) -> f64 {
        error_bound(self.values.iter().copied().fold(0.0, f64::max), self.defect)
    }

    /// The value of each move from `state`, the cost of the move included, in the order of the
    /// rules.
    pub fn moves(
        &self,
        state: &<S::Game as Rules>::State,
    ) -> Vec<(<S::Game as Rules>::Move, Expectation)> {
        let game = self.space.game();
        let static_bounds = |mv| {
            let there = self.expectation(&game.successor(state, mv))?;
            Some((
                mv,
                match there {
                    Expectation::Cost(cost) => {
                        Expectation::Cost(cost + f64::from(self.clock.ticks(game, state, mv)))
                    }
                    Expectation::Uncertain | Expectation::Never => there,
                },
            ))
        };
        game.moves(state).into_iter().filter_map(static_bounds).collect()
    }

    /// The player's best move in `state`, the first of several; `None` if it is not the player's
    /// turn, the game is over, or the win is not certain.
    pub fn best_move(&self, state: &<S::Game as Rules>::State) -> Option<<S::Game as Rules>::Move> {
        if self.space.game().to_move(state) != self.player {
            return None;
        }
        let mut best: Option<(<S::Game as Rules>::Move, f64)> = None;
        for (mv, expectation) in self.moves(state) {
            if let Expectation::Cost(cost) = expectation
                && best.is_none_or(|(_, least)| cost < least)
            {
                best = Some((mv, cost));
            }
        }
        best.map(|(mv, _)| mv)
    }

    /// Checks the table against the rules: certain wins are recomputed, and every cost is compared
    /// with those of its successors. If this succeeds, no cost has an error above
    /// [`error_bound`](Self::error_bound).
    ///
    /// # Errors
    /// The first wrong entry, or the reason for which the check was not possible.
    pub fn check(&self) -> Result<(), CheckExpectedError> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let problem = Problem::new(&self.space, &self.clock, self.player, &mut meter)?;
        problem.check(&self.values, self.defect)
    }
}

fn read(value: f64) -> Expectation {
    if value >= 0.0 {
        Expectation::Cost(value)
    } else if value == UNCERTAIN {
        Expectation::Uncertain
    } else {
        Expectation::Never
    }
}

/// An error in a table of expected costs.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckExpectedError {
    /// An entry does not follow from the rules and its successors.
    #[error(
        "entry {index} ({state}) is {claimed}, but {actual} follows from the rules and its successors"
    )]
    Contradiction {
        /// Which entry.
        index: usize,
        /// Its position in debug form.
        state: String,
        /// What it says.
        claimed: f64,
        /// What follows.
        actual: f64,
    },
    /// The check is not possible.
    #[error(transparent)]
    Impossible(#[from] ExpectedError),
}
