//! Checking certificates by the name of their game.

use std::io::Read;

use tesuji_breakthrough::Breakthrough;
use tesuji_certificate::{Checked, Checker, Entry, Header, Proof, Rejection};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{HeapGame, NamedGame, quoted};
use tesuji_nim::{Grundy, Nim, OctalCode, TakeSet};
use tesuji_rush_hour::{RushHour, RushHourRocks};
use tesuji_taquin::Taquin;
use tesuji_tic_tac_toe::TicTacToe;

/// Checks a certificate of any game in the catalogue by the rules alone, and shows each entry to
/// `watch` as it is read. Nothing is proved before the end.
///
/// # Errors
/// Why the certificate proves nothing, and where; also that there is no game of its name.
pub fn verify(
    checker: &Checker,
    mut certificate: impl Read,
    watch: Option<&mut dyn FnMut(Entry)>,
) -> Result<Checked, Rejection> {
    // The header is read twice: for the name of the game, and by the check.
    let mut beginning = Vec::new();
    certificate.by_ref().take(Header::MAX_BYTES as u64).read_to_end(&mut beginning)?;
    let header = Header::read(beginning.as_slice())?;
    check(checker, &header, &mut beginning.as_slice().chain(certificate), watch)
}

fn check(
    checker: &Checker,
    header: &Header,
    file: &mut dyn Read,
    watch: Option<&mut dyn FnMut(Entry)>,
) -> Result<Checked, Rejection> {
    let nim_values = matches!(header.proof, Proof::LeastExcluded { .. });
    match (header.game.as_str(), nim_values) {
        (TakeSet::NAME, false) => checker.check_game::<Nim<TakeSet>>(file, watch),
        (TakeSet::NAME, true) => checker.check_heaps::<TakeSet>(file, watch),
        (Grundy::NAME, false) => checker.check_game::<Nim<Grundy>>(file, watch),
        (Grundy::NAME, true) => checker.check_heaps::<Grundy>(file, watch),
        (OctalCode::NAME, false) => checker.check_game::<Nim<OctalCode>>(file, watch),
        (OctalCode::NAME, true) => checker.check_heaps::<OctalCode>(file, watch),
        (Breakthrough::NAME, _) => checker.check_game::<Breakthrough>(file, watch),
        (TicTacToe::NAME, _) => checker.check_game::<TicTacToe>(file, watch),
        (RushHourRocks::NAME, _) => checker.check_game::<RushHourRocks>(file, watch),
        (RushHour::NAME, _) => checker.check_puzzle::<RushHour>(file, watch),
        // Small boards fit in 64 bits.
        (ConnectFour::<u64>::NAME, _) if opens::<ConnectFour<u64>>(header) => {
            checker.check_game::<ConnectFour<u64>>(file, watch)
        }
        (ConnectFour::<u128>::NAME, _) => checker.check_game::<ConnectFour<u128>>(file, watch),
        (Taquin::<u64>::NAME, _) if opens::<Taquin<u64>>(header) => {
            checker.check_puzzle::<Taquin<u64>>(file, watch)
        }
        (Taquin::<u128>::NAME, _) => checker.check_puzzle::<Taquin<u128>>(file, watch),
        // A game that there is not may be one whose name was damaged, which any check reports.
        (name, _) => checker.check_game::<TicTacToe>(file, watch).map_err(|error| match error {
            Rejection::OtherGame { .. } => {
                Rejection::NoSuchGame(format!("there is no game {}", quoted(name)))
            }
            error => error,
        }),
    }
}

/// Whether these rules have the settings of a header.
fn opens<G: NamedGame>(header: &Header) -> bool {
    G::open(&header.settings, Some(&header.position)).is_ok()
}
