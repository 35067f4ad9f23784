use tesuji_adversarial::{Driver, Hints, TableSearch};
use tesuji_core::{Budget, Evaluator, Game, GameSolver, Judgement, Rules, Silent, Value};
use tesuji_retrograde::{Clock, Space, Table};

/// A source of values and moves for every position that a strategy reaches.
///
/// An oracle need not be trusted: if it is wrong, no certificate passes the check.
pub trait Oracle<G: Game> {
    /// The value of the unfinished `state` for the player to move; none if it is not known.
    fn value(&mut self, game: &G, state: &G::State) -> Option<Value>;

    /// Moves that guarantee the player to move at least `least` in the unfinished `state`; none if
    /// none is known. A win in `n` plies means in at most `n`, a loss in `n` plies in at least `n`.
    fn moves(&mut self, game: &G, state: &G::State, least: Value) -> Vec<G::Move>;
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for &mut O {
    fn value(&mut self, game: &G, state: &G::State) -> Option<Value> {
        (**self).value(game, state)
    }

    fn moves(&mut self, game: &G, state: &G::State, least: Value) -> Vec<G::Move> {
        (**self).moves(game, state, least)
    }
}

/// The best moves of a judgement.
fn best<M>(judgement: Judgement<M>) -> Vec<M> {
    match judgement {
        Judgement { value: Value::Estimate(_), .. } => Vec::new(),
        Judgement { best_moves, best, .. } if best_moves.is_empty() => best.into_iter().collect(),
        Judgement { best_moves, .. } => best_moves,
    }
}

/// A table of exact values: its moves win fastest or defend longest, in games with cycles too.
///
/// Fastest wins also make small certificates: on 3×5 Breakthrough 1,169 entries, against 1,413 if
/// each move is the winning one that adds the fewest entries; 298 against 1,950 from a position of
/// 4×5.
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

/// An oracle that searches every position. Its search should keep its table between calls, and
/// need not complete the principal variation.
#[derive(Clone, Debug)]
pub struct Asking<S> {
    solver: S,
    budget: Budget,
}

impl<S> Asking<S> {
    /// An oracle that runs `solver` within `budget` for each question.
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

/// An alpha-beta oracle, for games without cycles.
///
/// The table of the first search contains the proof, so that further questions cost almost nothing.
/// But its wins are not the fastest, and fast wins make a small certificate. A second search
/// therefore first looks for wins of a few plies; it has its own table, because a table keeps one
/// bound per position and failed attempts would overwrite the proof. On 5×5 Breakthrough the proof
/// alone has 486,757 entries; with wins within 11 plies 120,324, in about the same time; with wins
/// within 15 plies 72,801, in nearly twice the time.
#[derive(Debug)]
pub struct Proving<D, E, H> {
    proof: TableSearch<D, E, H>,
    quick: TableSearch<D, E, H>,
    budget: Budget,
}

/// The depths in plies at which fast wins are tried. The checker finds shorter ones by itself.
const QUICK: [u32; 4] = [5, 7, 9, 11];

impl<D: Driver, E: Clone, H: Clone> Proving<D, E, H> {
    /// An oracle that runs `search` within `budget` for each question. If the search has solved the
    /// position before and kept its table, it reuses the proof.
    pub fn new(search: TableSearch<D, E, H>, budget: Budget) -> Self {
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
