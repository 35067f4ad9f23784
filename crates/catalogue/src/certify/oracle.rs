use tesuji_adversarial::{Hints, TableSearch};
use tesuji_core::{Budget, Evaluator, Game, GameSolver, Judgement, Player, Rules, Silent, Value};
use tesuji_proof::{DfPn, FirstNumbers, Proofs};
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

/// An alpha-beta oracle, for games without cycles.
///
/// The table of the first search contains the proof, so that further questions cost almost nothing.
/// But its wins are not the fastest, and fast wins make a small certificate. A second search
/// therefore first looks for wins of a few plies; it has its own table, because a table keeps one
/// bound per position and failed attempts would overwrite the proof. On 5×5 Breakthrough the proof
/// alone has 486,757 entries; with wins within 11 plies 120,324, in about the same time; with wins
/// within 15 plies 72,801, in nearly twice the time.
#[derive(Debug)]
pub struct Proving<E, H> {
    proof: TableSearch<E, H>,
    quick: TableSearch<E, H>,
    budget: Budget,
}

/// The depths in plies at which fast wins are tried. The checker finds shorter ones by itself.
const QUICK: [u32; 4] = [5, 7, 9, 11];

impl<E: Clone, H: Clone> Proving<E, H> {
    /// An oracle that runs `search` within `budget` for each question. If the search has solved the
    /// position before and kept its table, it reuses the proof.
    pub fn new(search: TableSearch<E, H>, budget: Budget) -> Self {
        let proof = search.remember(true).whole_pv(false);
        Proving { quick: proof.clone(), proof, budget }
    }
}

impl<G, E, H> Oracle<G> for Proving<E, H>
where
    G: Game,
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

/// A df-pn oracle, for wins and draws without a number of plies: on large boards it proves who wins
/// where alpha-beta does not.
///
/// The claim that is decided first is also the one that later questions are about, as long as it
/// answers them: a player's win, or, where nothing is drawn, the refutation of the opponent's win. So
/// the table of the first search has their answers, with the moves.
#[derive(Debug)]
pub struct Deciding<H, F, K> {
    search: DfPn<H, F, K>,
    budget: Budget,
    /// The player whose wins decide who wins.
    claimant: Option<Player>,
}

impl<H, F, K> Deciding<H, F, K> {
    /// An oracle that runs `search` within `budget` for each question. Its checkpoints are for the
    /// value alone.
    pub fn new(search: DfPn<H, F, K>, budget: Budget) -> Self {
        Deciding { search: search.remember(true), budget, claimant: None }
    }
}

impl<G, H, F, K> Oracle<G> for Deciding<H, F, K>
where
    G: Game,
    H: Hints<G>,
    F: FirstNumbers<G>,
    K: Proofs<G>,
{
    fn value(&mut self, game: &G, state: &G::State) -> Option<Value> {
        let mover = game.to_move(state);
        let wins = self.search.decide(game, state, mover, &self.budget)?;
        self.claimant = (wins.holds || !wins.drawn).then_some(mover);
        Some(if wins.holds {
            Value::Win(None)
        } else if !wins.drawn || self.search.decide(game, state, mover.other(), &self.budget)?.holds
        {
            Value::Loss(None)
        } else {
            Value::Draw
        })
    }

    fn moves(&mut self, game: &G, state: &G::State, least: Value) -> Vec<G::Move> {
        let mover = game.to_move(state);
        let claimant = match least {
            Value::Win(_) => self.claimant.unwrap_or(mover),
            Value::Draw | Value::Loss(_) | Value::Estimate(_) => mover.other(),
        };
        let budget = &self.budget.without_checkpoints();
        let decision = self.search.decide(game, state, claimant, budget);
        // A refutation wins only where nothing is drawn.
        if matches!(least, Value::Win(_))
            && claimant != mover
            && decision.is_some_and(|one| one.drawn)
        {
            let won = self.search.decide(game, state, mover, budget).filter(|won| won.holds);
            return won.and_then(|won| won.decisive).into_iter().collect();
        }
        let good = decision.filter(|decision| decision.holds == (claimant == mover));
        good.and_then(|good| good.decisive).into_iter().collect()
    }
}
