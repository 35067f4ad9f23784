//! The levels of Microban, by David W. Skinner: 155 small levels, each about one idea.
//!
//! "These sets may be freely distributed provided they remain properly credited."

use std::sync::LazyLock;

use crate::level::Level;

/// All 155, in the author's order.
pub fn microban() -> &'static [Level] {
    static LEVELS: LazyLock<Vec<Level>> = LazyLock::new(|| {
        let file = include_str!("../data/microban.xsb");
        Level::read_all(file).expect("the tests read the levels")
    });
    &LEVELS
}
