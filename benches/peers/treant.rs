//! Games of this workspace for `treant`, as its users would write them: their rules and random
//! playouts, with tree reuse.

use std::cell::RefCell;
use std::marker::PhantomData;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Game, GameResult, Player};
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, ProvenValue, SearchHandle};

/// A game that threads may share, as this library asks of all.
pub(crate) trait Shared:
    Game<State: Send + Sync, Move: Send + Sync> + Send + Sync + 'static
{
}

impl<G: Game<State: Send + Sync, Move: Send + Sync> + Send + Sync + 'static> Shared for G {}

/// A position with its rules.
struct Board<G: Game + 'static> {
    rules: &'static G,
    state: G::State,
}

impl<G: Game> Clone for Board<G> {
    fn clone(&self) -> Self {
        Board { rules: self.rules, state: self.state.clone() }
    }
}

impl<G: Shared> GameState for Board<G> {
    type Move = G::Move;
    type Player = Player;
    type MoveList = Vec<G::Move>;

    fn current_player(&self) -> Player {
        self.rules.to_move(&self.state)
    }

    fn available_moves(&self) -> Vec<G::Move> {
        self.rules.moves(&self.state)
    }

    fn make_move(&mut self, mv: &G::Move) {
        self.rules.play(&mut self.state, *mv);
    }

    fn terminal_value(&self) -> Option<ProvenValue> {
        self.rules.result(&self.state).map(|result| match result {
            // Only the player who has just moved can have won.
            GameResult::Win(_) => ProvenValue::Loss,
            GameResult::Draw => ProvenValue::Draw,
        })
    }
}

/// UCT with its solver.
struct Uct<G>(PhantomData<fn() -> G>);

impl<G> Default for Uct<G> {
    fn default() -> Self {
        Uct(PhantomData)
    }
}

impl<G: Shared> MCTS for Uct<G> {
    type State = Board<G>;
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

impl<G: Shared> Evaluator<Uct<G>> for Playouts {
    type StateEvaluation = GameResult;

    fn evaluate_new_state(
        &self,
        board: &Board<G>,
        moves: &Vec<G::Move>,
        _: Option<SearchHandle<Uct<G>>>,
    ) -> (Vec<()>, GameResult) {
        (vec![(); moves.len()], play_out(board))
    }

    fn evaluate_existing_state(
        &self,
        board: &Board<G>,
        _: &GameResult,
        _: SearchHandle<Uct<G>>,
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

fn play_out<G: Game>(board: &Board<G>) -> GameResult {
    thread_local! {
        static RANDOM: RefCell<Pcg64Mcg> = RefCell::new(Pcg64Mcg::seed_from_u64(1));
    }
    RANDOM.with_borrow_mut(|random| board.rules.playout(&board.state, random))
}

/// Its search, which keeps the part of the tree below the game's next position.
pub(crate) struct Search<G: Shared> {
    rules: &'static G,
    simulations: u64,
    known: Option<(MCTSManager<Uct<G>>, G::State)>,
}

impl<G: Shared> Search<G> {
    pub(crate) fn new(rules: &'static G, simulations: u64) -> Self {
        Search { rules, simulations, known: None }
    }

    pub(crate) fn choose(&mut self, state: &G::State) -> Option<G::Move> {
        // Ours uses the same constant in the mean plus c √(ln N / n); here that is 2 c.
        const EXPLORATION: f64 = 0.3;
        let kept = self
            .known
            .take()
            .and_then(|(manager, before)| advanced(manager, self.rules, &before, state));
        let fresh = || {
            let board = Board { rules: self.rules, state: state.clone() };
            MCTSManager::new(board, Uct::default(), Playouts, UCTPolicy::new(EXPLORATION), ())
        };
        let mut manager = kept.unwrap_or_else(fresh);
        manager.playout_n(self.simulations);
        let best = manager.best_move()?;
        let next = || self.rules.successor(state, best);
        self.known = manager.advance(&best).ok().map(|()| (manager, next()));
        Some(best)
    }
}

/// The search at `state`, one move after the position `before`; `None` if its tree lacks it.
fn advanced<G: Shared>(
    mut manager: MCTSManager<Uct<G>>,
    rules: &G,
    before: &G::State,
    state: &G::State,
) -> Option<MCTSManager<Uct<G>>> {
    let mut moves = rules.moves(before).into_iter();
    let mv = moves.find(|&mv| rules.successor(before, mv) == *state)?;
    manager.advance(&mv).ok()?;
    Some(manager)
}
