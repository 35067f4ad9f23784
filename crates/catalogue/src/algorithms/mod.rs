//! The algorithms: one table for puzzles and one for games. Each row is an algorithm's description
//! and how it is built from a search's options; names, help texts, menus and engine specifications
//! follow from these rows.

pub(crate) mod games;
pub(crate) mod monte_carlo;
pub(crate) mod puzzles;

use crate::{Algorithm, Ending, Family, Players, options};

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

/// The names of the algorithms that take an option: those for as many players if there are any.
pub(crate) fn takers(option: &str, players: Players) -> Vec<&'static str> {
    let takers = all().filter(|algorithm| algorithm.takes(option));
    let (alike, others): (Vec<&Algorithm>, Vec<&Algorithm>) =
        takers.partition(|one| one.players == players);
    let takers = if alike.is_empty() { others } else { alike };
    takers.into_iter().map(|one| one.name).collect()
}
