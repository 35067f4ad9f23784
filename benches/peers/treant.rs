//! Breakthrough for `treant`, as its users would write it: the rules and the random playouts of
//! this workspace, with tree reuse.

use std::cell::RefCell;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use tesuji::breakthrough::{Position, Step};
use tesuji::core::{Game, GameResult, Player, Rules};
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, ProvenValue, SearchHandle};

use crate::peer::Board;

impl GameState for Board {
    type Move = Step;
    type Player = Player;
    type MoveList = Vec<Step>;

    fn current_player(&self) -> Player {
        self.position.turn()
    }

    fn available_moves(&self) -> Vec<Step> {
        self.rules.moves(&self.position)
    }

    fn make_move(&mut self, step: &Step) {
        *self = self.after(*step);
    }

    fn terminal_value(&self) -> Option<ProvenValue> {
        // Only the player who has just moved can have won.
        self.rules.result(&self.position).map(|_| ProvenValue::Loss)
    }
}

/// UCT with its solver.
#[derive(Default)]
struct Uct;

impl MCTS for Uct {
    type State = Board;
    type Eval = Playouts;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = ();

    fn solver_enabled(&self) -> bool {
        true
    }
}

/// Evaluates a position by the result of a random playout.
struct Playouts;

impl Evaluator<Uct> for Playouts {
    type StateEvaluation = GameResult;

    fn evaluate_new_state(
        &self,
        board: &Board,
        moves: &Vec<Step>,
        _: Option<SearchHandle<Uct>>,
    ) -> (Vec<()>, GameResult) {
        (vec![(); moves.len()], play_out(board))
    }

    fn evaluate_existing_state(
        &self,
        board: &Board,
        _: &GameResult,
        _: SearchHandle<Uct>,
    ) -> GameResult {
        play_out(board)
    }

    fn interpret_evaluation_for_player(&self, result: &GameResult, player: &Player) -> i64 {
        match result {
            GameResult::Win(winner) if winner == player => 1,
            GameResult::Win(_) => -1,
            GameResult::Draw => 0,
        }
    }
}

fn play_out(board: &Board) -> GameResult {
    thread_local! {
        static RANDOM: RefCell<Pcg64Mcg> = RefCell::new(Pcg64Mcg::seed_from_u64(1));
    }
    RANDOM.with_borrow_mut(|random| board.rules.playout(&board.position, random))
}

/// Its search, which keeps the part of the tree below the game's next position.
pub(crate) struct Search {
    simulations: u64,
    known: Option<(MCTSManager<Uct>, Board)>,
}

impl Search {
    pub(crate) fn new(simulations: u64) -> Self {
        Search { simulations, known: None }
    }

    pub(crate) fn choose(&mut self, board: &Board) -> Option<Step> {
        // Ours uses the same constant in the mean plus c √(ln N / n); here that is 2 c.
        const EXPLORATION: f64 = 0.3;
        let kept =
            self.known.take().and_then(|(manager, before)| advanced(manager, &before, board));
        let fresh = || MCTSManager::new(*board, Uct, Playouts, UCTPolicy::new(EXPLORATION), ());
        let mut manager = kept.unwrap_or_else(fresh);
        manager.playout_n(self.simulations);
        let best = manager.best_move()?;
        self.known = manager.advance(&best).ok().map(|()| (manager, board.after(best)));
        Some(best)
    }
}

/// The search at `board`, one move after the position `before`; `None` if its tree lacks it.
fn advanced(
    mut manager: MCTSManager<Uct>,
    before: &Board,
    board: &Board,
) -> Option<MCTSManager<Uct>> {
    let after = |step: &Step| -> Position { before.after(*step).position };
    let step = before.available_moves().into_iter().find(|step| after(step) == board.position)?;
    manager.advance(&step).ok()?;
    Some(manager)
}
