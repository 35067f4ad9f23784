//! Checks certificates of every game of the library, without the searches that made them.
//!
//! Read [`verify`] first: it finds the game that a certificate names and calls
//! [`tesuji_certificate::Checker`]. The program `tesuji-check` does the same for files. To audit an
//! answer, one reads this crate, `tesuji-certificate`, the rules of the game at hand and what they
//! take from `tesuji-core`; `docs/certificates.md` specifies the format.
//!
//! This crate depends on no search and no catalogue, and parses its arguments by hand.
#![forbid(unsafe_code)]

use std::io::Read;

use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{Checked, Checker, Entry, Header, Rejection};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{Game, NamedGame, Puzzle, quoted};
use tesuji_grid::Grid;
use tesuji_nim::{Grundy, LargeNim, NamedRule, Nim, OctalCode, TakeSet};
use tesuji_rush_hour::{RushHour, RushHourRocks};
use tesuji_sokoban::Sokoban;
use tesuji_taquin::Taquin;
use tesuji_tic_tac_toe::TicTacToe;

/// Checks a certificate of any game of the library, and shows its entries to `watch`.
///
/// # Errors
/// Why it proves nothing, and where.
///
/// # Example
/// ```
/// use tesuji_certificate::{Certificate, Checker, Proof};
/// use tesuji_core::Notation;
/// use tesuji_taquin::{Goal, Taquin};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let board = taquin.parse_state("230518674")?;
/// let parity = Proof::Argument("parity".to_owned());
/// let file = Certificate::unsolvable(&taquin, &board, parity).to_bytes();
/// let checked = tesuji_check::verify(&Checker::new(), &file[..], None)?;
/// assert_eq!(checked.header.claim.to_string(), "unsolvable");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    checker: &Checker,
    mut reader: impl Read,
    watch: Option<&mut dyn FnMut(Entry)>,
) -> Result<Checked, Rejection> {
    // The header names the game, whose check reads it again.
    let mut head = Vec::new();
    reader.by_ref().take(Header::MAX_BYTES as u64).read_to_end(&mut head)?;
    let header = Header::read(&head[..])?;
    let check = check_of(&header)?;
    check(checker, &mut (&head[..]).chain(reader), watch)
}

/// A check of certificates of one game.
type Check =
    fn(&Checker, &mut dyn Read, Option<&mut dyn FnMut(Entry)>) -> Result<Checked, Rejection>;

/// The check of the game that a header names: all of them are compiled here, and not in each program
/// that calls them.
fn check_of(header: &Header) -> Result<Check, Rejection> {
    Ok(match header.game.as_str() {
        "breakthrough" => game::<Breakthrough>(),
        "connect-four" => {
            either::<ConnectFour>(header, game::<ConnectFour>(), game::<ConnectFour<u128>>())
        }
        "grid" => puzzle::<Grid>(),
        "grundy" => heaps::<Grundy>(header),
        "nim" => heaps::<TakeSet>(header),
        "octal" => heaps::<OctalCode>(header),
        "rush-hour" => puzzle::<RushHour>(),
        "rush-hour-rocks" => game::<RushHourRocks>(),
        "sokoban" => puzzle::<Sokoban>(),
        "taquin" => either::<Taquin>(header, puzzle::<Taquin>(), puzzle::<Taquin<u128>>()),
        "tic-tac-toe" => game::<TicTacToe>(),
        name => return Err(Rejection::NoSuchGame(format!("there is no game {}", quoted(name)))),
    })
}

fn game<G: Game + NamedGame>() -> Check {
    |checker, reader, watch| checker.check_game::<G>(reader, watch)
}

fn puzzle<P: Puzzle + NamedGame>() -> Check {
    |checker, reader, watch| checker.check_puzzle::<P>(reader, watch)
}

/// A game on heaps: the claim is about its rule if there is no position.
fn heaps<R: NamedRule>(header: &Header) -> Check {
    if header.position.is_empty() {
        |checker, reader, watch| checker.check_heaps::<R>(reader, watch)
    } else {
        either::<Nim<R>>(header, game::<Nim<R>>(), game::<LargeNim<R>>())
    }
}

/// The check of the representation that has room for the position: `small` where `G` has.
fn either<G: NamedGame>(header: &Header, small: Check, large: Check) -> Check {
    let position = (!header.position.is_empty()).then_some(header.position.as_str());
    if G::open(&header.settings, position).is_ok() { small } else { large }
}
