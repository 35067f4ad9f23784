//! Searches compiled for other rules than those of the game.

use std::borrow::Cow;
use std::marker::PhantomData;

use tesuji_arena::{Engine, Forfeit, Turn};
use tesuji_core::{
    Budget, GameAnswer, GameSolver, Judgement, Meter, ObservableGameSolver, Progress, Value,
};
use tesuji_montecarlo::Findings;

use crate::Search;
use crate::algorithms::games::{Answering, Purpose, SearchedGame};
use crate::algorithms::monte_carlo::Simulations;
use crate::certify::Oracle;

/// The rules that the searches of a game are compiled for. Games that differ by their type alone
/// share them, and so the code of all searches.
pub(crate) trait SearchAs<G: SearchedGame>: 'static {
    /// Rules with the same positions and moves.
    type Rules: SearchedGame<State = G::State, Move = G::Move>;

    /// The rules for a game.
    fn rules(game: &G) -> Cow<'_, Self::Rules>;
}

/// The rules of the game itself.
pub(crate) struct Itself;

impl<G: SearchedGame> SearchAs<G> for Itself {
    type Rules = G;

    fn rules(game: &G) -> Cow<'_, G> {
        Cow::Borrowed(game)
    }
}

/// A search, engine or oracle for the rules that a game is searched as.
pub(crate) struct As<V, S>(S, PhantomData<fn() -> V>);

impl<V, S> As<V, S> {
    pub(crate) fn new(inner: S) -> Self {
        As(inner, PhantomData)
    }
}

impl<G: SearchedGame, V: SearchAs<G>, S: GameSolver<V::Rules>> GameSolver<G> for As<V, S> {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.0.search(&V::rules(game), state, meter)
    }
}

impl<G: SearchedGame, V: SearchAs<G>> Simulations<G> for As<V, Box<dyn Simulations<V::Rules>>> {
    fn analyse(
        &self,
        game: &G,
        state: &G::State,
        search: &Search,
        meter: &mut Meter,
    ) -> Findings<G::Move> {
        self.0.analyse(&V::rules(game), state, search, meter)
    }

    fn engine(self: Box<Self>, threads: usize, budget: Budget) -> Box<dyn Engine<G>> {
        Box::new(As::<V, _>::new(self.0.engine(threads, budget)))
    }
}

impl<G: SearchedGame, V: SearchAs<G>> Engine<G> for As<V, Box<dyn Engine<V::Rules>>> {
    fn choose(
        &mut self,
        game: &G,
        turn: &Turn<G>,
        progress: &mut dyn Progress,
    ) -> Result<GameAnswer<G::Move>, Forfeit> {
        let &Turn { start, moves, state, limits, clocks } = turn;
        let turn = Turn { start, moves, state, limits, clocks };
        self.0.choose(&V::rules(game), &turn, progress)
    }
}

impl<G: SearchedGame, V: SearchAs<G>, O: Oracle<V::Rules>> Oracle<G> for As<V, O> {
    fn value(&mut self, game: &G, state: &G::State) -> Option<Value> {
        self.0.value(&V::rules(game), state)
    }

    fn moves(&mut self, game: &G, state: &G::State, least: Value) -> Vec<G::Move> {
        self.0.moves(&V::rules(game), state, least)
    }
}

/// Searches that answer, compiled for the rules that a game is searched as.
pub(crate) struct ToAnswerAs<G, V>(PhantomData<fn() -> (G, V)>);

impl<G: SearchedGame, V: SearchAs<G>> Purpose<V::Rules> for ToAnswerAs<G, V> {
    type Built = Answering<G>;

    fn observable(search: impl ObservableGameSolver<V::Rules> + 'static) -> Answering<G> {
        <Self as Purpose<V::Rules>>::solver(search)
    }

    fn solver(search: impl GameSolver<V::Rules> + 'static) -> Answering<G> {
        let search: Box<dyn GameSolver<V::Rules>> = Box::new(search);
        Answering::Solver(Box::new(As::<V, _>::new(search)))
    }

    fn playouts(
        search: impl Simulations<V::Rules> + ObservableGameSolver<V::Rules> + 'static,
    ) -> Answering<G> {
        <Self as Purpose<V::Rules>>::flat(search)
    }

    fn flat(search: impl Simulations<V::Rules> + 'static) -> Answering<G> {
        let search: Box<dyn Simulations<V::Rules>> = Box::new(search);
        Answering::Playouts(Box::new(As::<V, _>::new(search)))
    }
}
