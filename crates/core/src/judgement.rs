use std::ops::ControlFlow;
use std::time::Duration;

use crate::solver::measured;
use crate::{
    Budget, Game, GameResult, Limit, Meter, NodeEvent, Observer, Player, Progress, Score, Silent,
    Stats, no_moves,
};

/// The value of a position for the player to move: proved or estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Proved: the player to move wins; the distance to win in plies, if known.
    Win(Option<u32>),
    /// Proved: a draw with best play on both sides.
    Draw,
    /// Proved: the player to move loses; the distance to loss in plies, if known.
    Loss(Option<u32>),
    /// Not proved: the score of the search.
    Estimate(Score),
}

impl Value {
    /// The value of a finished game for `to_move`, whose turn it would be.
    #[must_use]
    pub fn of_result(result: GameResult, to_move: Player) -> Self {
        result.seen_by(to_move).value(Some(0))
    }

    /// The value as seen by the opponent, at the same distance.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Value::Win(plies) => Value::Loss(plies),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies),
            Value::Estimate(score) => Value::Estimate(-score),
        }
    }

    /// The distance to win or to loss in plies, if it is proved and known.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => plies,
            Value::Draw | Value::Estimate(_) => None,
        }
    }

    /// Whether the value is proved.
    #[must_use]
    pub fn is_proved(self) -> bool {
        !matches!(self, Value::Estimate(_))
    }
}

/// The result of searching a position of a two-player game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Judgement<M> {
    /// The value of the position for the player to move.
    pub value: Value,
    /// A best move: one that keeps a proved value, or has the best estimate. `None` only if the
    /// game is over. In a lost position it delays the loss longest, as far as distances are known.
    pub best: Option<M>,
    /// All best moves, in the order of the rules; empty unless requested.
    pub best_moves: Vec<M>,
    /// The principal variation: the best play for both sides that the search found, `best` first.
    pub pv: Vec<M>,
    /// The depth in plies of the last completed search; `None` for searches without a depth.
    pub depth: Option<u32>,
    /// The limit that ended the search; `None` if it completed.
    pub limit: Option<Limit>,
    /// The proof numbers of the root, if a limit ended a proof-number search.
    pub proof_numbers: Option<ProofNumbersOf>,
}

/// The proof and disproof number of the claim that a player wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbersOf {
    /// The player whose win is to be proved or disproved.
    pub claimant: Player,
    /// The least number of leaves to prove in order to prove the claim.
    pub proof: u32,
    /// The least number of leaves to disprove in order to disprove the claim.
    pub disproof: u32,
}

impl<M: Copy> Judgement<M> {
    /// A move, if there is one, of unknown value: the result of a search that has found nothing.
    pub fn of_move(best: Option<M>) -> Self {
        Judgement {
            value: Value::Estimate(0),
            best,
            best_moves: Vec::new(),
            pv: best.into_iter().collect(),
            depth: None,
            limit: None,
            proof_numbers: None,
        }
    }
}

/// Counts the root of a search, and judges it if the game is over there or if there is no budget even
/// for that. `observed` is the observer with its handle to the root.
///
/// # Panics
/// If the game is not over and there is no move ([`no_moves`]).
pub fn judge_finished<G: Game, O: Observer<G>>(
    game: &G,
    state: &G::State,
    (observer, root): (O, O::Node),
    meter: &mut Meter,
) -> Option<Judgement<G::Move>> {
    let limit = meter.charge(1).err();
    let value = game.result(state).map(|result| Value::of_result(result, game.to_move(state)));
    if let Some(value) = value {
        observer.note(root, NodeEvent::exactly(game.to_move(state), value));
        observer.note(root, NodeEvent::Finished);
    } else if game.visit_moves(state, |_| ControlFlow::Break(())).is_continue() {
        no_moves(state);
    }
    (value.is_some() || limit.is_some()).then(|| Judgement {
        value: value.unwrap_or(Value::Estimate(0)),
        limit: limit.filter(|_| value.is_none()),
        ..Judgement::of_move(game.moves(state).first().copied())
    })
}

/// The answer of a search for two players: its judgement and the work it took.
#[derive(Clone, Debug)]
#[must_use]
pub struct GameAnswer<M> {
    /// The result.
    pub judgement: Judgement<M>,
    /// Counters; with one thread, the same in every run.
    pub stats: Stats,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// A search for two players with its settings: reusable, and independent of the game.
///
/// Implement [`search`](Self::search); call [`solve`](Self::solve) or
/// [`solve_within`](Self::solve_within).
///
/// # Example
/// A search that finds wins in one ply, for any game. In this one two players take one or two
/// tokens from a heap; the player who takes the last one wins.
/// ```
/// use tesuji_core::{Game, GameResult, GameSolver, Judgement, Meter, Player, Rules, Value};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); }
/// # use toy::Take;
/// # impl Game for Take {
/// #     fn to_move(&self, &(_, player): &(u8, Player)) -> Player { player }
/// #     fn result(&self, &(left, player): &(u8, Player)) -> Option<GameResult> {
/// #         (left == 0).then_some(GameResult::Win(player.other()))
/// #     }
/// # }
/// struct ShortSighted;
/// impl<G: Game> GameSolver<G> for ShortSighted {
///     fn search(&self, game: &G, state: &G::State, _: &mut Meter) -> Judgement<G::Move> {
///         let player = game.to_move(state);
///         if let Some(result) = game.result(state) {
///             let value = Value::of_result(result, player);
///             return Judgement { value, ..Judgement::of_move(None) };
///         }
///         let won = Some(GameResult::Win(player));
///         let moves = game.moves(state);
///         match moves.iter().find(|&&mv| game.result(&game.successor(state, mv)) == won) {
///             Some(&mv) => {
///                 Judgement { value: Value::Win(Some(1)), ..Judgement::of_move(Some(mv)) }
///             }
///             None => Judgement::of_move(moves.first().copied()),
///         }
///     }
/// }
/// let judgement = ShortSighted.solve(&Take, &(2, Player::First)).judgement;
/// assert_eq!((judgement.value, judgement.best), (Value::Win(Some(1)), Some(2)));
/// let judgement = ShortSighted.solve(&Take, &(7, Player::First)).judgement;
/// assert!(!judgement.value.is_proved());
/// ```
pub trait GameSolver<G: Game> {
    /// Searches from `state`, charging its work to `meter`.
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move>;

    /// Searches without limits other than those of the algorithm itself.
    fn solve(&self, game: &G, state: &G::State) -> GameAnswer<G::Move> {
        self.solve_within(game, state, &Budget::unlimited(), &mut Silent)
    }

    /// Searches within `budget` and reports to `progress`.
    fn solve_within(
        &self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> GameAnswer<G::Move> {
        let search = &mut |meter: &mut Meter| self.search(game, state, meter);
        let (judgement, stats, elapsed) = measured(budget, progress, search);
        GameAnswer { judgement, stats, elapsed }
    }
}

impl<G: Game, S: GameSolver<G> + ?Sized> GameSolver<G> for Box<S> {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        (**self).search(game, state, meter)
    }
}
