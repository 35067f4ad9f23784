//! The page of tesuji without a server: a folder of files for any web server, where the searches
//! are modules of WebAssembly that the browser runs, with the network or without it.
//!
//! Read [`Site`] first. A program whose `main` runs one has two lives: on your machine it makes the
//! folder, and for that compiles itself to WebAssembly; in the browser it answers the page.
//!
//! This crate knows no game; [`tesuji_api`] has the questions and the answers, and `tesuji-web` the
//! page.
//!
//! # Example
//! The program `src/bin/site.rs` of a crate with a game of its own, which
//! `cargo run --features site --bin site` runs:
//! ```no_run
//! use std::process::ExitCode;
//!
//! use tesuji::catalogue::Catalogue;
//! use tesuji_site::Site;
//!
//! fn main() -> ExitCode {
//!     Site::new(Catalogue::new()).run()
//! }
//! ```
//! `Catalogue::new().with(entry)` has the game of an entry.
#![deny(unsafe_code)]

// The browser calls what is public in it.
#[cfg(target_family = "wasm")]
#[allow(unreachable_pub)]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod folder;
#[cfg(not(target_family = "wasm"))]
mod module;

use std::process::ExitCode;

use tesuji::catalogue::Catalogue;

/// A site for the games of a catalogue.
pub struct Site {
    catalogue: Catalogue,
    parts: Vec<Part>,
}

/// Some games of a site that have a module of their own, so that a visitor loads no others.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The name of the module.
    pub name: &'static str,
    /// The features that the program is compiled with, besides those that it requires.
    pub features: &'static [&'static str],
    /// The names of the games.
    pub games: &'static [&'static str],
}

impl Site {
    /// A site with one module for all games.
    #[must_use]
    pub fn new(catalogue: Catalogue) -> Self {
        Site { catalogue, parts: Vec::new() }
    }

    /// A site with a module for each part.
    #[must_use]
    pub fn parts(mut self, parts: impl IntoIterator<Item = Part>) -> Self {
        self.parts.extend(parts);
        self
    }

    /// Makes the folder, as the arguments of the program say; in the browser, answers the page from
    /// now on.
    #[must_use]
    pub fn run(self) -> ExitCode {
        #[cfg(target_family = "wasm")]
        browser::serve(self.catalogue);
        #[cfg(not(target_family = "wasm"))]
        if let Err(error) = folder::make(&self) {
            eprintln!("error: {error:#}");
            return ExitCode::FAILURE;
        }
        ExitCode::SUCCESS
    }
}
