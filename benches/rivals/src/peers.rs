//! Connect Four for other libraries, as their users would write it: by the rules and the random games
//! of this workspace where a library has no rules of its own.

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
use tesuji_connect_four::{Cell, ConnectFour, Position};
use tesuji_core::{Game, GameResult, Rules};

use crate::treant_peer;

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
pub(crate) struct TreantUct(treant_peer::Search<ConnectFour>);

impl TreantUct {
    pub(crate) fn new(simulations: u64) -> Self {
        TreantUct(treant_peer::Search::new(&*RULES, simulations))
    }
}

impl Choose for TreantUct {
    fn choose(&mut self, position: &Position, _: &[u8]) -> u8 {
        RULES.column_of(self.0.choose(position).expect("the game is not over"))
    }
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
