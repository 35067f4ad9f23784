//! Pages of tables and pictures under `docs/results`.

mod chart;
mod page;
mod ratios;

pub use chart::Chart;
pub use page::{Page, Picture};
pub use ratios::Ratios;
