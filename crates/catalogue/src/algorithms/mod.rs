//! The algorithms: one table for puzzles and one for games. Each row is an algorithm's description
//! and how it is built from a search's options; names, help texts, menus and engine specifications
//! follow from these rows.

pub(crate) mod games;
pub(crate) mod monte_carlo;
pub(crate) mod puzzles;

use crate::options::{self, OptionError, SearchOption};
use crate::{Algorithm, CatalogueError, Ending, Family, Players, ProofFile, Search};

/// The theory of sums of games, for the Nim family alone.
pub(crate) const THEORY: Algorithm = Algorithm {
    name: "theory",
    aliases: &["nim-values", "sprague-grundy"],
    summary: "the winner by nim-values, in misère play by theorems or a small search; for the Nim family",
    guarantee: "exact",
    players: Players::Two,
    family: Family::Own,
    ending: Ending::Always,
    options: &[options::BEST_MOVES.name],
};

/// Makes of the rows of a table the list of its descriptions, and the function that gives each row
/// with its builder for a type of game.
macro_rules! table {
    (
        $(#[$doc:meta])*
        fn rows<$($name:ident),+> -> $row:ty where { $($bounds:tt)* }
        $($algorithm:ident { $($field:ident: $value:expr),+ $(,)? } => $build:expr;)+
    ) => {
        $(
            pub(crate) const $algorithm: Algorithm = Algorithm { $($field: $value),+ };
        )+

        /// The descriptions, in the order in which the algorithms are taught.
        pub(crate) static ALL: &[Algorithm] = &[$($algorithm),+];

        $(#[$doc])*
        pub(crate) fn rows<$($name),+>() -> Vec<$row>
        where
            $($bounds)*
        {
            vec![$(($algorithm, $build)),+]
        }
    };
}
pub(crate) use table;

/// The algorithms of the library, those for puzzles first. A game or puzzle may lack some of them
/// and have others.
pub fn all() -> impl Iterator<Item = &'static Algorithm> {
    let (before, after) = puzzles::ALL.split_at(puzzles::BIDIRECTIONAL_PLACE);
    let puzzles = before.iter().chain([&puzzles::BIDIRECTIONAL]).chain(after);
    puzzles.chain(games::ALL).chain([&THEORY])
}

impl Search {
    /// Sets an option; `no` unsets a switch.
    ///
    /// # Errors
    /// There is no such option, the algorithm does not take it, or the value is not valid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option =
            SearchOption::named(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        if !self.algorithm.takes(option.name) {
            let takers = takers(option.name, self.algorithm.players);
            let (algorithm, option) = (self.algorithm.name, option.name);
            return Err(OptionError::Unused { algorithm, option, takers });
        }
        option.check(value).map_err(|problem| {
            let (option, value) = (option.name, value.to_owned());
            OptionError::Value { option, value, problem }
        })?;
        if option.name == options::STORE.name {
            self.store = Some(ProofFile::new(value));
        }
        self.options.insert(option.name, value.to_owned());
        Ok(())
    }

    /// Sets an option that is not set.
    ///
    /// # Errors
    /// It is set, or those of [`set`](Self::set).
    pub fn add(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some((option, _)) = self.options().find(|(known, _)| *known == name) {
            return Err(OptionError::Twice { search: self.to_string(), option });
        }
        self.set(name, value)
    }
}

/// The names of the algorithms that take an option: those for as many players if there are any.
pub(crate) fn takers(option: &str, players: Players) -> Vec<&'static str> {
    let takers = all().filter(|algorithm| algorithm.takes(option));
    let (alike, others): (Vec<&Algorithm>, Vec<&Algorithm>) =
        takers.partition(|one| one.players == players);
    let takers = if alike.is_empty() { others } else { alike };
    takers.into_iter().map(|one| one.name).collect()
}

/// The algorithm of that name.
///
/// # Errors
/// There is none of that name in the list; one that is for games with another number of players is
/// distinguished from an unknown one.
pub(crate) fn named(
    game: &'static str,
    players: Players,
    algorithms: &[Algorithm],
    name: &str,
) -> Result<Algorithm, CatalogueError> {
    if let Some(found) = algorithms.iter().find(|algorithm| algorithm.is_called(name)) {
        return Ok(*found);
    }
    let other = all().find(|one| one.is_called(name) && one.players != players);
    Err(match other {
        Some(other) => {
            let (algorithm, known) = (other.name, names(algorithms));
            CatalogueError::WrongPlayers { algorithm, game, players, known }
        }
        None => unknown(game, algorithms, name),
    })
}

/// The error that a game has no algorithm of that name.
pub(crate) fn unknown(game: &'static str, algorithms: &[Algorithm], name: &str) -> CatalogueError {
    CatalogueError::UnknownAlgorithm { game, name: name.to_owned(), known: names(algorithms) }
}

fn names(algorithms: &[Algorithm]) -> String {
    algorithms.iter().map(|one| one.name).collect::<Vec<_>>().join(", ")
}
