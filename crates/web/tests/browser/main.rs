//! The page in a real browser, driven by WebDriver: `cargo xtask browser` runs these tests.
//! Screenshots go to `target/screenshots`.

mod driver;
mod duels;
mod french;
mod looks;
mod own;
mod phone;
mod puzzles;
mod saved_games;
mod sharing;
mod site;
mod teaching;
mod toys;
mod views;
mod walk;
