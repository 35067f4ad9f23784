//! Measured results for people: pages of tables and pictures under `docs/results`.

mod chart;
mod page;

pub use chart::Chart;
pub use page::Page;
