use tesuji_core::{Evaluator, Game, Player, Score};

/// The initial proof and disproof numbers of a leaf: how hard it seems to prove or disprove that
/// the claimant wins.
///
/// # Contract
/// Both are at least 1 and finite (below `u32::MAX`). They do not change results, only the speed of
/// the search.
pub trait FirstNumbers<G: Game> {
    /// The proof and the disproof number, in this order, of `state`, where the game is not over,
    /// for the claim that `claimant` wins.
    fn numbers(&self, game: &G, state: &G::State, claimant: Player) -> [u32; 2];
}

/// Every position is one leaf: both numbers are 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit;

impl<G: Game> FirstNumbers<G> for Unit {
    #[inline(always)]
    fn numbers(&self, _: &G, _: &G::State, _: Player) -> [u32; 2] {
        [1, 1]
    }
}

/// The numbers of the position after expansion into leaves: 1 for the player to move, who needs one
/// move, and the number of moves for the other, who must answer all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl<G: Game> FirstNumbers<G> for Mobility {
    #[inline(always)]
    fn numbers(&self, game: &G, state: &G::State, claimant: Player) -> [u32; 2] {
        let moves = game.count_moves(state).max(1);
        if game.to_move(state) == claimant { [1, moves] } else { [moves, 1] }
    }
}

/// The numbers of [`Mobility`], larger if the evaluation is worse for the player who has to prove
/// or disprove (Winands & Schadd, "Evaluation-Function Based Proof-Number Search", CG 2010).
///
/// # Example
/// ```
/// use tesuji_breakthrough::{Breakthrough, Position};
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_proof::{DfPn, Estimated};
///
/// let game = Breakthrough::new(3, 4)?;
/// let pawns = |_: &Breakthrough, position: &Position| {
///     let [white, black] = [position.white(), position.black()].map(u64::count_ones);
///     let score = white.cast_signed() - black.cast_signed();
///     if position.turn() == tesuji_core::Player::First { score } else { -score }
/// };
/// let search = DfPn::new().first_numbers(Estimated::new(pawns, 1));
/// assert_eq!(search.solve(&game, &game.initial()).judgement.value, Value::Loss(None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Estimated<E> {
    evaluator: E,
    scale: u32,
}

impl<E> Estimated<E> {
    /// The unit: the number that stands for 1, so that small differences count.
    const UNIT: u32 = 4;

    /// The most that a score adds to a number, in quarters of it.
    const MAX_WORSE: u32 = 1 << 8;

    /// How many times its number a score of the scale adds to it. Steep numbers keep the search
    /// with the lines that look best, which takes fewer nodes than to share them out: on
    /// Breakthrough half as many as with a score of the scale counting once.
    const STEEPNESS: u64 = 20;

    /// Numbers by this evaluator; a score of `scale`, at least 1, makes a number 21 times as large,
    /// and no score makes it more than 65 times as large.
    #[must_use]
    pub fn new(evaluator: E, scale: Score) -> Self {
        Estimated { evaluator, scale: scale.unsigned_abs().max(1) }
    }
}

impl<G: Game, E: Evaluator<G>> FirstNumbers<G> for Estimated<E> {
    #[inline(always)]
    fn numbers(&self, game: &G, state: &G::State, claimant: Player) -> [u32; 2] {
        let mut numbers = Mobility.numbers(game, state, claimant);
        let score = self.evaluator.score(game, state);
        let looks_good = (score > 0) == (game.to_move(state) == claimant);
        let steep = u64::from(Self::UNIT) * Self::STEEPNESS;
        let worse = u64::from(score.unsigned_abs()) * steep / u64::from(self.scale);
        let worse = worse.min(u64::from(Self::MAX_WORSE)) as u32;
        numbers[usize::from(looks_good)] *= Self::UNIT + worse;
        numbers[usize::from(!looks_good)] *= Self::UNIT;
        numbers
    }
}
