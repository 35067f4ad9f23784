//! What the games of two players have in common when they are called by name.

use std::fmt::Debug;

use tesuji_core::{Budget, Game, Hashed, Notation, Progress, Render};

use super::position::Named;
use super::{RegistryError, Report, SearchOptions};

/// A game of two players with a name.
pub(crate) trait TwoPlayers:
    Game + Hashed + Notation<State: Send + Sync, Move: Debug> + Render + Clone + Send + Sync + 'static
{
    fn facts(&self, state: &Self::State) -> Vec<(&'static str, String)>;
}

impl<G: TwoPlayers> Named for G {
    fn facts(&self, state: &G::State) -> Vec<(&'static str, String)> {
        TwoPlayers::facts(self, state)
    }

    fn check(&self, game: &'static str, _: &SearchOptions) -> Result<(), RegistryError> {
        Err(RegistryError::NotOffered { game, what: "searches for one agent" })
    }

    fn solve(
        &self,
        game: &'static str,
        _: &G::State,
        options: &SearchOptions,
        _: &Budget,
        _: &mut dyn Progress,
    ) -> Result<Report, RegistryError> {
        Err(self.check(game, options).expect_err("no search is offered"))
    }
}
