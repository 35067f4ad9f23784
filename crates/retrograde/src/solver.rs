use std::collections::HashSet;

use tesuji_core::{
    Game, GameSolver, Judgement, Layered, Limit, Meter, NodeEvent, ObservableGameSolver, Observer,
    Unobserved, Value,
};

use crate::clock::Plies;
use crate::exact::Exact;
use crate::layered::LayeredTable;
use crate::reachable::Reachable;
use crate::table::Table;

/// Solves a game from a position: finds all reachable positions and their exact values, backwards
/// from the finished ones (Ströhlein, "Untersuchungen über kombinatorische Spiele", Ph.D. thesis,
/// Technical University of Munich, 1970).
///
/// For any game whose reachable positions fit in memory, with or without cycles. If the budget ends
/// first, nothing is proved and the value is an estimate of 0. For many positions of a game, use a
/// [`Table`].
///
/// # Complexity
/// Time and memory `O(n + m)`, for `n` reachable positions with `m` moves.
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
        let space = Reachable::explore(game, state, meter);
        judge(game, state, space.and_then(|space| Table::solve_within(space, Plies, meter)))
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
        self.search_observed(game, state, Unobserved, meter)
    }
}

impl<G: Game> ObservableGameSolver<G> for SymmetricRetrograde {
    /// Shows the positions in the order in which they are reached, and then their values in the
    /// order in which retrograde analysis finds them: an iteration for each number of plies to the
    /// end, and one more for those that neither player can win.
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        let reached = if O::IS_ON { reach(game, state, observer, meter) } else { Ok(Vec::new()) };
        let table = reached.and_then(|reached| {
            let space = Reachable::explore_symmetric(game, state, meter)?;
            let table = Table::solve_within(space, Plies, meter)?;
            settle(game, &table, reached, observer);
            Ok(table)
        });
        judge(game, state, table)
    }
}

/// [`SymmetricRetrograde`] for games in layers: where there are many positions it solves them as a
/// [`LayeredTable`] does, which takes a part of the time and of the memory, and several threads. It
/// counts symmetric positions apart then.
///
/// Where layers have no [ranks](Layered::layer_ranks) or these would take more than half of the
/// memory, where far fewer positions are reached than have ranks, and with checkpoints, it searches
/// as [`SymmetricRetrograde`] does, by one thread.
///
/// # Example
/// ```
/// use tesuji_connect_four::ConnectFour;
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_retrograde::RetrogradeByLayers;
///
/// let game = ConnectFour::new(5, 4)?;
/// let answer = RetrogradeByLayers::new(2).solve(&game, &game.initial());
/// assert_eq!(answer.judgement.value, Value::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetrogradeByLayers {
    threads: usize,
}

impl RetrogradeByLayers {
    /// The search with this number of threads, at least one.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        RetrogradeByLayers { threads: threads.max(1) }
    }
}

impl<G: Layered + Sync> GameSolver<G> for RetrogradeByLayers {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        /// A state costs about as much as so many bytes of sets.
        const BYTES_A_STATE: usize = 512;
        /// So few positions are never worth sets.
        const FEW: usize = 1 << 16;
        let sets = LayeredTable::bytes_of_sets(game, state);
        let fits = |&bytes: &usize| !meter.has_checkpoints() && bytes <= meter.bytes_left() / 2;
        let Some(bytes) = sets.filter(fits) else {
            return SymmetricRetrograde.search(game, state, meter);
        };
        match Reachable::explore_few(game, state, FEW.max(bytes / BYTES_A_STATE), meter) {
            Ok(Some(space)) => judge(game, state, Table::solve_within(space, Plies, meter)),
            Ok(None) => match LayeredTable::solve_by_threads(game, state, self.threads, meter) {
                Ok(table) => table.judge(state).expect("the start is in its own table"),
                Err(limit) => unsolved(game, state, limit),
            },
            Err(limit) => unsolved(game, state, limit),
        }
    }
}

impl<G: Layered + Sync> ObservableGameSolver<G> for RetrogradeByLayers {
    /// Shows what [`SymmetricRetrograde`] shows.
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        SymmetricRetrograde.search_observed(game, state, observer, meter)
    }
}

/// A position that was reached, and its number of plies from the start.
type Reached<S, N> = Vec<(S, N, u32)>;

/// Shows every position to the observer, breadth-first; symmetric positions count as one.
fn reach<G: Game, O: Observer<G>>(
    game: &G,
    start: &G::State,
    observer: O,
    meter: &mut Meter,
) -> Result<Reached<G::State, O::Node>, Limit> {
    let mut reached = vec![(start.clone(), observer.root(start), 0)];
    let mut known = HashSet::from([game.canonical(start)]);
    let mut next = 0;
    while let Some((state, node, ply)) = reached.get(next).cloned() {
        next += 1;
        meter.look()?;
        if game.result(&state).is_some() {
            observer.note(node, NodeEvent::Finished);
            continue;
        }
        observer.note(node, NodeEvent::Expanded);
        for mv in game.moves(&state) {
            let child = game.successor(&state, mv);
            let below = observer.child(node, mv, &child);
            if known.insert(game.canonical(&child)) {
                reached.push((child, below, ply + 1));
            } else {
                observer.note(below, NodeEvent::Duplicate);
            }
        }
    }
    Ok(reached)
}

/// Shows the values to the observer, those with the fewest plies to the end first.
fn settle<G: Game, O: Observer<G>>(
    game: &G,
    table: &Table<Reachable<'_, G>, Plies>,
    reached: Reached<G::State, O::Node>,
    observer: O,
) {
    let Some(&(_, root, _)) = reached.first() else { return };
    let plies = |value| match value {
        Exact::Win(plies) | Exact::Loss(plies) => Some(plies),
        Exact::Draw(_) | Exact::Endless => None,
    };
    let valued = reached.into_iter().filter_map(|(state, node, ply)| {
        table.value(&state).map(|value| (plies(value), node, ply, game.to_move(&state), value))
    });
    let mut valued: Vec<_> = valued.collect();
    valued.sort_by_key(|&(plies, ..)| (plies.is_none(), plies));
    let mut wave = None;
    for (plies, node, ply, player, value) in valued {
        if wave.replace(plies) != Some(plies) {
            observer.note(root, NodeEvent::Iteration { bound: plies });
        }
        let from_root = |plies: u32| Some(ply + plies);
        let value = match value {
            Exact::Win(plies) => Value::Win(from_root(plies)),
            Exact::Loss(plies) => Value::Loss(from_root(plies)),
            Exact::Draw(_) | Exact::Endless => Value::Draw,
        };
        observer.note(node, NodeEvent::exactly(player, value));
    }
}

fn judge<G: Game>(
    game: &G,
    state: &G::State,
    table: Result<Table<Reachable<'_, G>, Plies>, Limit>,
) -> Judgement<G::Move> {
    match table {
        Ok(table) => table.judge(state).expect("the start is in its own space"),
        Err(limit) => unsolved(game, state, limit),
    }
}

/// The answer of a search that was stopped: a legal move of unknown value, unless the game is over.
fn unsolved<G: Game>(game: &G, state: &G::State, limit: Limit) -> Judgement<G::Move> {
    if let Some(result) = game.result(state) {
        let value = Value::of_result(result, game.to_move(state));
        return Judgement { value, ..Judgement::of_move(None) };
    }
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
