use tesuji_adversarial::{Driver, Hints, Search};
use tesuji_core::{Budget, Evaluator, Game, GameSolver, Judgement, Rules, Silent, Value};
use tesuji_retrograde::{Clock, Space, Table};

/// Somebody who can judge every position that a strategy leads to: all that it takes to make a
/// certificate.
///
/// Nobody has to believe an oracle. With a wrong one there is no certificate.
pub trait Oracle<G: Game> {
    /// What `state`, which is not over, is worth to the player to move; none if that is not known.
    fn value(&mut self, game: &G, state: &G::State) -> Option<Value>;

    /// Moves by which the player to move makes sure of `least` in `state`, which is not over; none
    /// if none is known. A win or loss in so many plies stands for one no later, or no sooner.
    fn moves(&mut self, game: &G, state: &G::State, least: Value) -> Vec<G::Move>;
}

/// The moves that a judgement calls best.
fn best<M>(judgement: Judgement<M>) -> Vec<M> {
    match judgement {
        Judgement { value: Value::Estimate(_), .. } => Vec::new(),
        Judgement { best_moves, best, .. } if best_moves.is_empty() => best.into_iter().collect(),
        Judgement { best_moves, .. } => best_moves,
    }
}

/// A table of exact values knows all moves that win soonest and hold out longest, and what to do
/// where play can go on for ever.
///
/// Where moves win as soon as possible, the strategy is small, too: on 3×5 Breakthrough 1,169
/// entries, while the moves that make the fewest new entries, whatever they win in, come to 1,413;
/// and 298 against 1,950 from a position of 4×5.
impl<S: Space, K: Clock<S::Game>> Oracle<S::Game> for &Table<S, K> {
    fn value(&mut self, _: &S::Game, state: &<S::Game as Rules>::State) -> Option<Value> {
        Table::judge(self, state).map(|judgement| judgement.value)
    }

    fn moves(
        &mut self,
        _: &S::Game,
        state: &<S::Game as Rules>::State,
        _: Value,
    ) -> Vec<<S::Game as Rules>::Move> {
        Table::judge(self, state).map(best).unwrap_or_default()
    }
}

/// A search that is asked anew about every position. It had better remember what it found, and
/// leave the line alone.
#[derive(Clone, Debug)]
pub struct Asking<S> {
    solver: S,
    budget: Budget,
}

impl<S> Asking<S> {
    /// Asks this search, each time within this budget.
    pub fn new(solver: S, budget: Budget) -> Self {
        Asking { solver, budget }
    }
}

impl<G: Game, S: GameSolver<G>> Oracle<G> for Asking<S> {
    fn value(&mut self, game: &G, state: &G::State) -> Option<Value> {
        let answer = self.solver.solve_within(game, state, &self.budget, &mut Silent);
        Some(answer.judgement.value).filter(|value| value.is_proved())
    }

    fn moves(&mut self, game: &G, state: &G::State, _: Value) -> Vec<G::Move> {
        best(self.solver.solve_within(game, state, &self.budget, &mut Silent).judgement)
    }
}

/// An alpha-beta search that is asked for one good move after the other, of a game that ends by
/// itself.
///
/// Its table knows from the first search how the game is won; asking again costs nothing. But a
/// proof wins in its own time, and quick wins make a small certificate. So it looks first for those
/// of a few plies, by a search of its own: their failures must not push the proof out of the table,
/// which keeps one bound for each position. On 5×5 Breakthrough the proof alone comes to 486,757
/// entries, with the wins within 11 plies to 120,324, for about the same time; with those within 15
/// to 72,801 for nearly twice as long.
#[derive(Debug)]
pub struct Proving<D, E, H> {
    proof: Search<D, E, H>,
    quick: Search<D, E, H>,
    budget: Budget,
}

/// Within how many plies it looks for a win before any will do. Sooner ones a certificate leaves
/// out.
const QUICK: [u32; 4] = [5, 7, 9, 11];

impl<D: Driver, E: Clone, H: Clone> Proving<D, E, H> {
    /// Asks this search, each time within this budget. If it was used on the same position before
    /// and remembers, it need not prove anything again.
    pub fn new(search: Search<D, E, H>, budget: Budget) -> Self {
        let proof = search.remember(true).whole_pv(false);
        Proving { quick: proof.clone(), proof, budget }
    }
}

impl<G, D, E, H> Oracle<G> for Proving<D, E, H>
where
    G: Game,
    D: Driver,
    E: Evaluator<G>,
    H: Hints<G>,
{
    fn value(&mut self, game: &G, state: &G::State) -> Option<Value> {
        let answer = self.proof.solve_within(game, state, &self.budget, &mut Silent);
        Some(answer.judgement.value).filter(|value| value.is_proved())
    }

    fn moves(&mut self, game: &G, state: &G::State, least: Value) -> Vec<G::Move> {
        let quick: &[u32] = match least {
            Value::Win(most) => {
                let fewer = QUICK.partition_point(|&plies| most.is_none_or(|most| plies < most));
                &QUICK[..fewer]
            }
            Value::Draw | Value::Loss(_) | Value::Estimate(_) => &[],
        };
        let quick = quick.iter().find_map(|&plies| {
            self.quick.reach(game, state, Value::Win(Some(plies)), &self.budget)
        });
        let mv = quick.or_else(|| self.proof.reach(game, state, least, &self.budget));
        mv.into_iter().collect()
    }
}
