use tesuji_core::{Game, GameSolver, Judgement, Limit, Meter, Value};

use crate::clock::Plies;
use crate::reachable::Reachable;
use crate::table::Table;

/// Solves a game from a position: finds all reachable positions and their exact values.
///
/// For any game whose reachable positions fit in memory, with or without cycles. If the budget ends
/// first, nothing is proved and the value is an estimate of 0. For many positions of a game, use a
/// [`Table`].
///
/// # Example
/// ```
/// use tesuji_breakthrough::Breakthrough;
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_retrograde::Retrograde;
///
/// let game = Breakthrough::new(2, 4)?;
/// let answer = Retrograde.solve(&game, &game.initial());
/// assert_eq!(answer.judgement.value, Value::Loss(Some(8)));
/// assert_eq!(answer.judgement.pv.len(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retrograde;

impl<G: Game> GameSolver<G> for Retrograde {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        judge(game, state, Reachable::explore(game, state, meter), meter)
    }
}

/// [`Retrograde`] for games with symmetries, where symmetric positions count once. It is worthwhile
/// for many symmetries, such as the permutations of heaps.
///
/// # Example
/// ```
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_nim::{Convention, Grundy, Nim};
/// use tesuji_retrograde::{Retrograde, SymmetricRetrograde};
///
/// let game = Nim::new(Grundy, Convention::Normal, &[3, 4, 5])?;
/// let all = Retrograde.solve(&game, &game.initial());
/// let few = SymmetricRetrograde.solve(&game, &game.initial());
/// assert_eq!(few.judgement, all.judgement);
/// assert_eq!((few.stats.expanded, all.stats.expanded), (42, 108));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymmetricRetrograde;

impl<G: Game> GameSolver<G> for SymmetricRetrograde {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        judge(game, state, Reachable::explore_symmetric(game, state, meter), meter)
    }
}

fn judge<G: Game>(
    game: &G,
    state: &G::State,
    space: Result<Reachable<'_, G>, Limit>,
    meter: &mut Meter,
) -> Judgement<G::Move> {
    match space.and_then(|space| Table::solve_within(space, Plies, meter)) {
        Ok(table) => table.judge(state).expect("the start is in its own space"),
        Err(limit) => unsolved(game, state, limit),
    }
}

/// The answer of a search that was stopped: a legal move of unknown value.
fn unsolved<G: Game>(game: &G, state: &G::State, limit: Limit) -> Judgement<G::Move> {
    Judgement {
        value: Value::Estimate(0),
        best: game.moves(state).first().copied(),
        best_moves: Vec::new(),
        pv: game.moves(state).into_iter().take(1).collect(),
        depth: None,
        limit: Some(limit),
        proof_numbers: None,
    }
}
