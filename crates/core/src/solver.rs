use crate::Instant;
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::{Answer, Budget, Cost, Meter, Outcome, Plan, Progress, Puzzle, Silent, Stats};

/// A search for one agent with its settings: reusable, and independent of the puzzle.
///
/// Implement [`search`](Self::search); call [`solve`](Self::solve) or
/// [`solve_within`](Self::solve_within).
///
/// # Example
/// Breadth-first tree search, for any puzzle. Every move costs at least 1, so the length of a plan
/// is a lower bound of its cost.
/// ```
/// use std::collections::VecDeque;
/// use tesuji_core::{Budget, Limit, Meter, Outcome, Plan, Puzzle, Rules, Silent, Solver};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/climb.rs")); }
/// # use toy::Climb;
/// # impl Puzzle for Climb {
/// #     fn is_goal(&self, &state: &u32) -> bool { state == 10 }
/// # }
/// struct Shortest;
/// impl<P: Puzzle> Solver<P> for Shortest {
///     fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
///         let mut open = VecDeque::from([(start.clone(), Plan { moves: Vec::new(), cost: 0 })]);
///         while let Some((state, plan)) = open.pop_front() {
///             let lower_bound = plan.moves.len() as u32;
///             if puzzle.is_goal(&state) {
///                 return Outcome::with_bound(plan, lower_bound);
///             }
///             if let Err(limit) = meter.charge(1) {
///                 return Outcome::Unknown { limit, lower_bound };
///             }
///             for mv in puzzle.moves(&state) {
///                 let moves = [&plan.moves[..], &[mv]].concat();
///                 let cost = plan.cost + puzzle.cost(&state, mv);
///                 open.push_back((puzzle.successor(&state, mv), Plan { moves, cost }));
///             }
///         }
///         Outcome::Unsolvable
///     }
/// }
/// let answer = Shortest.solve(&Climb, &2);
/// assert_eq!(answer.outcome, Outcome::Optimal(Plan { moves: vec![4, 5, 10], cost: 3 }));
///
/// let little = Budget::unlimited().nodes(2);
/// let answer = Shortest.solve_within(&Climb, &2, &little, &mut Silent);
/// assert_eq!(answer.outcome, Outcome::Unknown { limit: Limit::Nodes, lower_bound: 1 });
/// ```
pub trait Solver<P: Puzzle> {
    /// Searches from `start`, charging its work to `meter`.
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move>;

    /// Searches without limits.
    fn solve(&self, puzzle: &P, start: &P::State) -> Answer<P::Move> {
        self.solve_within(puzzle, start, &Budget::unlimited(), &mut Silent)
    }

    /// Searches within `budget` and reports to `progress`.
    fn solve_within(
        &self,
        puzzle: &P,
        start: &P::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Answer<P::Move> {
        let search = &mut |meter: &mut Meter| self.search(puzzle, start, meter);
        let (outcome, stats, elapsed) = measured(budget, progress, search);
        Answer { outcome: outcome.within_costs(), stats, elapsed }
    }
}

/// What a search finds, its counters, and how long it took. A function of its own, so that it is
/// compiled once for each type of answer, not for each search.
pub(crate) fn measured<T>(
    budget: &Budget,
    progress: &mut dyn Progress,
    search: &mut dyn FnMut(&mut Meter) -> T,
) -> (T, Stats, Duration) {
    let started = Instant::now();
    let mut meter = Meter::new(budget, progress);
    let found = search(&mut meter);
    (found, meter.stats(), started.elapsed())
}

/// The plan through `states`, each a successor of the one before.
///
/// Searches that store states without moves recover their plans with it. If several moves lead to
/// the same state, the plan has the first of the cheapest.
///
/// # Panics
/// If no legal move leads from one of the states to the next.
pub fn plan_through<'s, P: Puzzle<State: 's>>(
    puzzle: &P,
    states: impl IntoIterator<Item = &'s P::State>,
) -> Plan<P::Move> {
    let mut states = states.into_iter();
    let mut plan = Plan { moves: Vec::new(), cost: 0 };
    let Some(mut from) = states.next() else { return plan };
    for to in states {
        let moves = puzzle.moves(from).into_iter();
        let (cost, mv) = moves
            .filter(|&mv| puzzle.successor(from, mv) == *to)
            .map(|mv| (puzzle.cost(from, mv), mv))
            .min_by_key(|&(cost, _)| cost)
            .unwrap_or_else(|| panic!("no move leads from {from:?} to {to:?}"));
        plan.moves.push(mv);
        plan.cost = plan.cost.saturating_add(cost);
        from = to;
    }
    plan
}

/// The plan of these legal moves with the sum of their costs, at most [`Cost::MAX`]. Each is played
/// once; whether the last leads to a goal is not checked.
///
/// # Example
/// ```
/// use tesuji_core::plan_of;
/// # use std::ops::ControlFlow;
/// # use tesuji_core::{Puzzle, Rules};
/// # struct Doubling;
/// # impl Rules for Doubling {
/// #     type State = u32;
/// #     type Move = u32;
/// #     type Undo = ();
/// #     fn initial(&self) -> u32 { 1 }
/// #     fn visit_moves<B>(
/// #         &self, _: &u32, mut visit: impl FnMut(u32) -> ControlFlow<B>,
/// #     ) -> ControlFlow<B> { visit(2) }
/// #     fn play(&self, state: &mut u32, factor: u32) { *state *= factor; }
/// #     fn undo(&self, state: &mut u32, factor: u32, (): ()) { *state /= factor; }
/// # }
/// # impl Puzzle for Doubling {
/// #     fn is_goal(&self, &state: &u32) -> bool { state == 8 }
/// #     fn cost(&self, &state: &u32, _: u32) -> u32 { state }
/// # }
/// // Each move costs what the number is before it.
/// assert_eq!(plan_of(&Doubling, &1, vec![2; 3]).cost, 1 + 2 + 4);
/// ```
pub fn plan_of<P: Puzzle>(puzzle: &P, start: &P::State, moves: Vec<P::Move>) -> Plan<P::Move> {
    let mut state = start.clone();
    let mut cost: Cost = 0;
    for &mv in &moves {
        cost = cost.saturating_add(puzzle.cost(&state, mv));
        puzzle.play(&mut state, mv);
    }
    Plan { moves, cost }
}

/// Why a plan is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckPlanError {
    /// A move is not legal where it is played.
    IllegalMove {
        /// The number of the move, from 1.
        number: usize,
        /// The move as [`Debug`](fmt::Debug) writes it.
        text: String,
    },
    /// The moves do not lead to a goal.
    NotAGoal,
    /// The plan's cost is not the cost of its moves.
    WrongCost {
        /// The cost that the plan states.
        claimed: Cost,
        /// The cost of the moves.
        actual: Cost,
    },
}

impl fmt::Display for CheckPlanError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CheckPlanError::IllegalMove { number, text } => {
                write!(out, "move {number} ({text}) is not legal")
            }
            CheckPlanError::NotAGoal => out.write_str("the moves do not lead to a goal"),
            CheckPlanError::WrongCost { claimed, actual } => {
                write!(out, "the moves cost {actual}, not {claimed}")
            }
        }
    }
}

impl Error for CheckPlanError {}

/// Replays a plan by the rules alone and checks its moves, its end and its cost.
///
/// # Errors
/// The first thing that is wrong with the plan.
pub fn check_plan<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    plan: &Plan<P::Move>,
) -> Result<(), CheckPlanError> {
    let mut state = start.clone();
    let mut actual: Cost = 0;
    for (index, &mv) in plan.moves.iter().enumerate() {
        let legal = puzzle.visit_moves(&state, |legal| {
            if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if legal.is_continue() {
            let text = format!("{mv:?}");
            return Err(CheckPlanError::IllegalMove { number: index + 1, text });
        }
        actual = actual.saturating_add(puzzle.cost(&state, mv));
        puzzle.play(&mut state, mv);
    }
    if !puzzle.is_goal(&state) {
        return Err(CheckPlanError::NotAGoal);
    }
    if actual != plan.cost {
        return Err(CheckPlanError::WrongCost { claimed: plan.cost, actual });
    }
    Ok(())
}
