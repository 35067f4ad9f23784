//! The games of the library, for tests by name.

use std::sync::LazyLock;

use tesuji::catalogue::{Catalogue, GameEntry};

/// The entry of that name.
pub(crate) fn game(name: &str) -> &'static dyn GameEntry {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::standard);
    CATALOGUE.game(name).unwrap()
}
