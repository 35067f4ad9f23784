//! What a type needs in order to be in a catalogue.

use tesuji_core::{Game, NamedGame, Puzzle};

/// What a type needs in order to be a game in a catalogue: rules for two players with a name.
/// Implemented for every such type.
pub trait CatalogueGame:
    Game<State: Send + Sync, Move: Send + Sync> + NamedGame + Clone + Send + Sync + 'static
{
}

impl<G> CatalogueGame for G where
    G: Game<State: Send + Sync, Move: Send + Sync> + NamedGame + Clone + Send + Sync + 'static
{
}

/// What a type needs in order to be a puzzle in a catalogue: rules for one player with a name.
/// Implemented for every such type.
pub trait CataloguePuzzle:
    Puzzle<State: Send + Sync, Move: Send + Sync> + NamedGame + Clone + Send + Sync + 'static
{
}

impl<P> CataloguePuzzle for P where
    P: Puzzle<State: Send + Sync, Move: Send + Sync> + NamedGame + Clone + Send + Sync + 'static
{
}
