use tesuji_core::{GameSolver, Judgement, Limit, Meter, Rules, Value};
use tesuji_retrograde::Exact;
use tesuji_rush_hour::{RocksMove, RocksState, RushHourRocks};

use super::RocksTable;

/// [`RocksTable`] as a [`GameSolver`]: solves the whole game from the given position, and returns
/// its value in plies.
///
/// # Example
/// ```
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_rocks::RocksSolver;
/// use tesuji_rush_hour::RushHourRocks;
///
/// let game = RushHourRocks::new("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
/// let answer = RocksSolver::new().solve(&game, &game.initial());
/// assert_eq!(answer.judgement.value, Value::Win(Some(19)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RocksSolver {
    best_moves: bool,
}

impl RocksSolver {
    /// Returns a solver with the default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to report all moves that are as good as the best.
    #[must_use]
    pub fn best_moves(mut self, wanted: bool) -> Self {
        self.best_moves = wanted;
        self
    }

    /// Returns a solved table's judgement of `state`.
    pub fn judge(self, table: &RocksTable, state: &RocksState) -> Judgement<RocksMove> {
        let pv = table.principal_variation(state);
        let value = table.value(state).unwrap_or(Exact::Endless);
        Judgement {
            value: in_plies(value, pv.len()),
            best: pv.first().copied(),
            best_moves: if self.best_moves { table.best_moves(state) } else { Vec::new() },
            pv,
            depth: None,
            limit: None,
            proof_numbers: None,
        }
    }
}

impl GameSolver<RushHourRocks> for RocksSolver {
    fn search(
        &self,
        game: &RushHourRocks,
        state: &RocksState,
        meter: &mut Meter,
    ) -> Judgement<RocksMove> {
        match RocksTable::solve_within(game, state, meter) {
            Ok(table) => self.judge(&table, state),
            Err(limit) => unknown(game, state, limit),
        }
    }
}

/// Returns the judgement after a limit ended the search: the first move, with an unknown value.
pub fn unknown(game: &RushHourRocks, state: &RocksState, limit: Limit) -> Judgement<RocksMove> {
    let first = game.moves(state).first().copied();
    Judgement { limit: Some(limit), ..Judgement::of_move(first) }
}

/// A value in plies, by the length of its principal variation.
pub fn in_plies(value: Exact, plies: usize) -> Value {
    value.wdl().value(u32::try_from(plies).ok())
}
