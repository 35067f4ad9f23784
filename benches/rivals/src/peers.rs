//! Connect Four for other libraries, as their users would write it: by the rules and the random games
//! of this workspace where a library has no rules of its own.

use std::cell::RefCell;
use std::convert::Infallible;
use std::sync::LazyLock;

use board_game::ai::Bot;
use board_game::ai::mcts::MCTSBot;
use board_game::ai::solver::SolverBot;
use board_game::board::Board as _;
use board_game::games::connect4::Connect4;
use connect_four_ai::{Position as AiPosition, Solver as AiSolver};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy, Winner};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng as _;
use tesuji_connect_four::{Cell, ConnectFour, Position};
use tesuji_core::{Game, GameResult, Player, Rules};
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, ProvenValue, SearchHandle};

/// A search of another library.
pub(crate) trait Choose {
    /// The column that it plays in a position, which these columns have led to.
    fn choose(&mut self, position: &Position, columns: &[u8]) -> u8;
}

/// The rules, shared by the boards of libraries without a separate rules object.
static RULES: LazyLock<ConnectFour> =
    LazyLock::new(|| ConnectFour::new(7, 6).expect("the usual size"));

#[derive(Clone, Debug)]
struct Board(Position);

impl Board {
    fn after(&self, cell: Cell) -> Board {
        Board(RULES.successor(&self.0, cell))
    }

    fn result(&self) -> Option<GameResult> {
        RULES.result(&self.0)
    }
}

/// `minimax`: UCT that plays each simulation to the end.
pub(crate) struct MinimaxUct(MonteCarloTreeSearch<Peer>);

impl MinimaxUct {
    pub(crate) fn new(simulations: u64) -> Self {
        let mut search = MonteCarloTreeSearch::new(MCTSOptions::default().with_num_threads(1));
        search.set_max_rollouts(simulations.try_into().expect("some thousands"));
        MinimaxUct(search)
    }
}

impl Choose for MinimaxUct {
    fn choose(&mut self, position: &Position, _: &[u8]) -> u8 {
        let cell = self.0.choose_move(&Board(*position)).expect("the game is not over");
        RULES.column_of(cell)
    }
}

#[derive(Clone, Copy, Debug)]
struct Peer;

impl minimax::Game for Peer {
    type S = Board;
    type M = Cell;

    fn generate_moves(board: &Board, cells: &mut Vec<Cell>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            let Ok(()) = RULES.try_visit_moves(&board.0, |cell| {
                cells.push(cell);
                Ok::<(), Infallible>(())
            });
        }
        winner
    }

    fn apply(board: &mut Board, cell: Cell) -> Option<Board> {
        Some(board.after(cell))
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        board.result().map(|result| match result {
            // Only the player who has just moved can have won.
            GameResult::Win(_) => Winner::PlayerJustMoved,
            GameResult::Draw => Winner::Draw,
        })
    }
}

/// `treant`: UCT with its solver and tree reuse, by the random games of this workspace.
pub(crate) struct TreantUct {
    simulations: u64,
    known: Option<(MCTSManager<TreantPeer>, Board)>,
}

impl TreantUct {
    pub(crate) fn new(simulations: u64) -> Self {
        TreantUct { simulations, known: None }
    }
}

impl Choose for TreantUct {
    fn choose(&mut self, position: &Position, _: &[u8]) -> u8 {
        // Ours uses the same constant in the mean plus c √(ln N / n); here that is 2 c.
        const EXPLORATION: f64 = 0.3;
        let board = Board(*position);
        let kept =
            self.known.take().and_then(|(manager, before)| advanced(manager, &before, &board));
        let fresh = || {
            MCTSManager::new(board.clone(), TreantPeer, Playouts, UCTPolicy::new(EXPLORATION), ())
        };
        let mut manager = kept.unwrap_or_else(fresh);
        manager.playout_n(self.simulations);
        let best = manager.best_move().expect("the game is not over");
        self.known = manager.advance(&best).ok().map(|()| (manager, board.after(best)));
        RULES.column_of(best)
    }
}

/// The search at `board`, one move after the position `before`; none if its tree lacks it.
fn advanced(
    mut manager: MCTSManager<TreantPeer>,
    before: &Board,
    board: &Board,
) -> Option<MCTSManager<TreantPeer>> {
    let cell =
        before.available_moves().into_iter().find(|cell| before.after(*cell).0 == board.0)?;
    manager.advance(&cell).ok()?;
    Some(manager)
}

impl GameState for Board {
    type Move = Cell;
    type Player = Player;
    type MoveList = Vec<Cell>;

    fn current_player(&self) -> Player {
        RULES.to_move(&self.0)
    }

    fn available_moves(&self) -> Vec<Cell> {
        RULES.moves(&self.0)
    }

    fn make_move(&mut self, cell: &Cell) {
        *self = self.after(*cell);
    }

    fn terminal_value(&self) -> Option<ProvenValue> {
        self.result().map(|result| match result {
            GameResult::Win(_) => ProvenValue::Loss,
            GameResult::Draw => ProvenValue::Draw,
        })
    }
}

#[derive(Default)]
struct TreantPeer;

impl MCTS for TreantPeer {
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

/// Evaluates a position by the result of a random game.
struct Playouts;

impl Evaluator<TreantPeer> for Playouts {
    type StateEvaluation = GameResult;

    fn evaluate_new_state(
        &self,
        board: &Board,
        moves: &Vec<Cell>,
        _: Option<SearchHandle<TreantPeer>>,
    ) -> (Vec<()>, GameResult) {
        (vec![(); moves.len()], play_out(board))
    }

    fn evaluate_existing_state(
        &self,
        board: &Board,
        _: &GameResult,
        _: SearchHandle<TreantPeer>,
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
    RANDOM.with_borrow_mut(|random| RULES.playout(&board.0, random))
}

/// The board of `board-game`, which has its own Connect Four.
fn board_of(columns: &[u8]) -> Connect4 {
    let mut board = Connect4::default();
    for &column in columns {
        board.play(column).expect("a legal move");
    }
    board
}

/// `board-game`: UCT with a solver.
pub(crate) struct Uct(MCTSBot<SmallRng>);

impl Uct {
    pub(crate) fn new(simulations: u64) -> Self {
        // The constant of its own examples.
        const EXPLORATION: f32 = 2.0;
        Uct(MCTSBot::new(simulations, EXPLORATION, SmallRng::seed_from_u64(1)))
    }
}

impl Choose for Uct {
    fn choose(&mut self, _: &Position, columns: &[u8]) -> u8 {
        self.0.select_move(&board_of(columns)).expect("the game is not over")
    }
}

/// `board-game`: minimax that plays at random what is not decided within its depth.
pub(crate) struct Solver(SolverBot<SmallRng>);

impl Solver {
    pub(crate) fn new(plies: u64) -> Self {
        let plies = plies.try_into().expect("a few plies");
        Solver(SolverBot::new(plies, SmallRng::seed_from_u64(1)))
    }
}

impl Choose for Solver {
    fn choose(&mut self, _: &Position, columns: &[u8]) -> u8 {
        self.0.select_move(&board_of(columns)).expect("the game is not over")
    }
}

/// `connect-four-ai`: the move of the best exact score, with its opening book.
pub(crate) struct Exact(AiSolver);

impl Exact {
    pub(crate) fn new() -> Self {
        Exact(AiSolver::new())
    }
}

impl Choose for Exact {
    fn choose(&mut self, _: &Position, columns: &[u8]) -> u8 {
        let text: String = columns.iter().map(|column| char::from(b'1' + column)).collect();
        let position = AiPosition::from_moves(&text).expect("a position");
        let scores = self.0.get_all_move_scores(&position).into_iter().zip(0..);
        let scored = scores.filter_map(|(score, column)| score.map(|score| (score, column)));
        scored.max_by_key(|(score, _)| *score).expect("the game is not over").1
    }
}
