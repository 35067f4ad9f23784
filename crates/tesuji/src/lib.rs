//! Solve puzzles and two-player games with every classical search.
//!
//! This crate is the facade: it re-exports the others. Read [`catalogue::Catalogue`] first, which
//! takes every game and algorithm by name; to search rules of your own, begin with [`search`],
//! which takes closures, and go on to [`core::Rules`].
//!
//! # Example
//! By name:
//! ```
//! use tesuji::catalogue::Catalogue;
//! use tesuji::core::{Budget, Silent};
//!
//! let catalogue = Catalogue::standard();
//! let taquin = catalogue.game("taquin")?;
//! let position = taquin.open(Some("806547231"), &Default::default())?;
//! let report = position.solve(&taquin.search("a*")?, &Budget::unlimited(), &mut Silent)?;
//! assert_eq!(report.length, Some(31));
//! # Ok::<(), tesuji::catalogue::CatalogueError>(())
//! ```
//! By type, with no choice left to run time:
//! ```
//! use tesuji::core::{Notation, Solver};
//! use tesuji::informed::AStar;
//! use tesuji::taquin::{Goal, Manhattan, Taquin};
//!
//! let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
//! let start = taquin.parse_state("806547231")?;
//! let answer = AStar::new(Manhattan::new(&taquin)).solve(&taquin, &start);
//! assert!(answer.outcome.is_optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! * `catalogue` (default): games and algorithms by name; of the games those whose features are on.
//! * `games`, `searches`: all re-exports; or one feature for each, as in
//!   `default-features = false, features = ["taquin", "informed"]`, which compiles in seconds.
//! * `storage`: files that are replaced whole; pattern databases, tables and proof stores in files.
//!   On with `catalogue`.
//! * `table`: solved games as tables in files. On with `catalogue`.
//! * `cluster`: whole spaces by several threads, processes and hosts; not for a browser.
//! * `serde`: the reports of [`catalogue`] and [`arena`] can be serialized.
//! * `schema`: and have a JSON schema.
#![forbid(unsafe_code)]

mod closures;

pub use closures::{Against, Alone, Start, Steps, search};
#[cfg(feature = "adversarial")]
pub use tesuji_adversarial as adversarial;
#[cfg(feature = "arena")]
pub use tesuji_arena as arena;
#[cfg(feature = "breakthrough")]
pub use tesuji_breakthrough as breakthrough;
#[cfg(feature = "catalogue")]
pub use tesuji_catalogue as catalogue;
#[cfg(feature = "certificate")]
pub use tesuji_certificate as certificate;
#[cfg(feature = "cluster")]
pub use tesuji_cluster as cluster;
#[cfg(feature = "connect-four")]
pub use tesuji_connect_four as connect_four;
pub use tesuji_core as core;
#[cfg(feature = "grid")]
pub use tesuji_grid as grid;
#[cfg(feature = "informed")]
pub use tesuji_informed as informed;
#[cfg(feature = "montecarlo")]
pub use tesuji_montecarlo as montecarlo;
#[cfg(feature = "nim")]
pub use tesuji_nim as nim;
#[cfg(feature = "proof")]
pub use tesuji_proof as proof;
#[cfg(feature = "retrograde")]
pub use tesuji_retrograde as retrograde;
#[cfg(feature = "rocks")]
pub use tesuji_rocks as rocks;
#[cfg(feature = "rush-hour")]
pub use tesuji_rush_hour as rush_hour;
#[cfg(feature = "sokoban")]
pub use tesuji_sokoban as sokoban;
#[cfg(feature = "storage")]
pub use tesuji_storage as storage;
#[cfg(feature = "table")]
pub use tesuji_table as table;
#[cfg(feature = "taquin")]
pub use tesuji_taquin as taquin;
#[cfg(feature = "tic-tac-toe")]
pub use tesuji_tic_tac_toe as tic_tac_toe;
#[cfg(feature = "uninformed")]
pub use tesuji_uninformed as uninformed;
pub use tesuji_zobrist as zobrist;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
