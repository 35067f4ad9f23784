//! Counting whole games, from a position to their ends.

use tesuji_core::{Budget, Inserted, Limit, Meter, Progress, Rules, StateTable};

/// The number of complete games from a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompleteGames<M> {
    /// Their number; 1 from a state without moves.
    pub total: u64,
    /// The number that begin with each move.
    pub by_move: Vec<(M, u64)>,
}

/// The reason for which complete games were not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Uncounted {
    /// A position can repeat, so games have no maximum length.
    #[error("positions can repeat, so the number of complete games is infinite")]
    Endless,
    /// The number exceeds 64 bits.
    #[error("there are more than {} complete games", u64::MAX)]
    TooMany,
    /// A limit was reached.
    #[error("{}", .0.reached())]
    Stopped(#[from] Limit),
}

/// Counts the complete games from `state`, of any length: the move sequences that end in a state
/// without moves. [`perft`](crate::perft()) counts the sequences of one length instead.
///
/// Each state is expanded once, and its count is stored.
///
/// Time: the number of moves of all reachable states. Memory: these states.
///
/// # Errors
/// Fails if positions can repeat, the number is too large, or a limit is reached.
///
/// # Example
/// ```
/// use tesuji_core::{Budget, Rules, Silent};
/// use tesuji_tic_tac_toe::TicTacToe;
/// use tesuji_uninformed::complete_games;
///
/// let game = TicTacToe::new();
/// let start = game.initial();
/// let games = complete_games(&game, &start, &Budget::unlimited(), &mut Silent)?;
/// assert_eq!(games.total, 255_168);
/// # Ok::<(), tesuji_uninformed::Uncounted>(())
/// ```
pub fn complete_games<R: Rules>(
    rules: &R,
    state: &R::State,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<CompleteGames<R::Move>, Uncounted> {
    let meter = Meter::new(budget, progress);
    let mut count =
        Count { rules, meter, known: StateTable::new(), children: Vec::new(), path: Vec::new() };
    let root = count.insert(state.clone())?;
    let total = count.from(root)?;
    let by_move = rules.moves(state).into_iter().map(|mv| {
        let child = count.insert(rules.successor(state, mv))?;
        Ok((mv, count.from(child)?))
    });
    Ok(CompleteGames { by_move: by_move.collect::<Result<_, Uncounted>>()?, total })
}

/// The progress on a state.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// Nothing yet.
    Met,
    /// It is on the path that is being walked.
    OnPath,
    /// The number of games from there.
    Counted(u64),
}

struct Count<'r, 'm, R: Rules> {
    rules: &'r R,
    meter: Meter<'m>,
    known: StateTable<R::State, Known>,
    /// The successors that are still to be looked at, of each state of the path after those of the
    /// state before it.
    children: Vec<u32>,
    path: Vec<Step>,
}

/// A state of the path.
struct Step {
    index: u32,
    /// Where its successors begin.
    first: usize,
    /// The games from the successors that were looked at.
    games: u64,
}

impl<R: Rules> Count<'_, '_, R> {
    fn insert(&mut self, state: R::State) -> Result<u32, Limit> {
        self.meter.charge(1)?;
        match self.known.insert(state, Known::Met, &mut self.meter)? {
            Inserted::New(index) | Inserted::Known(index) => Ok(index),
        }
    }

    /// The number of games from a state.
    fn from(&mut self, index: u32) -> Result<u64, Uncounted> {
        if let Known::Counted(games) = *self.known.datum(index) {
            return Ok(games);
        }
        self.enter(index)?;
        while let Some(step) = self.path.last_mut() {
            if self.children.len() == step.first {
                let Step { index, games, .. } = *step;
                *self.known.datum_mut(index) = Known::Counted(games);
                self.path.pop();
                continue;
            }
            let child = self.children[self.children.len() - 1];
            match *self.known.datum(child) {
                Known::Counted(games) => {
                    step.games = step.games.checked_add(games).ok_or(Uncounted::TooMany)?;
                    self.children.pop();
                }
                Known::OnPath => return Err(Uncounted::Endless),
                Known::Met => self.enter(child)?,
            }
        }
        self.from(index)
    }

    /// Puts a state on the path, with all its successors.
    fn enter(&mut self, index: u32) -> Result<(), Limit> {
        *self.known.datum_mut(index) = Known::OnPath;
        let first = self.children.len();
        let (rules, state) = (self.rules, self.known.state(index).clone());
        rules.try_visit_moves(&state, |mv| {
            let child = self.insert(rules.successor(&state, mv))?;
            self.meter.make_room(&mut self.children)?;
            self.children.push(child);
            Ok::<(), Limit>(())
        })?;
        let games = u64::from(self.children.len() == first);
        self.meter.make_room(&mut self.path)?;
        self.path.push(Step { index, first, games });
        Ok(())
    }
}
