//! Proves who wins a game, and checks the proof: `cargo run -p tesuji --release --example prove`.

use tesuji::adversarial::TableSearch;
use tesuji::breakthrough::Breakthrough;
use tesuji::breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji::catalogue::Catalogue;
use tesuji::catalogue::certify::{self, Proving};
use tesuji::certificate::{Certificate, Checker};
use tesuji::connect_four::ConnectFour;
use tesuji::connect_four::ConnectFourHints;
use tesuji::core::{Budget, Rules, Silent};
use tesuji::retrograde::{Reachable, Table};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Everything by name.
    let budget = Budget::unlimited();
    let catalogue = Catalogue::standard();
    let board = catalogue.open("tic-tac-toe", Some("XO./.../..."), &Default::default())?;
    let search = catalogue.game("tic-tac-toe")?.search("df-pn")?;
    let report = board.solve(&search, &budget, &mut Silent)?;
    show(&board.certify(&report, &search, &budget)?)?;

    // A small game: a table of all its positions knows the best moves.
    let game = Breakthrough::new(3, 4)?;
    let table = Table::solve(Reachable::explore_all(&game, &game.initial()));
    show(&certify::value(&game, &game.initial(), &table, true, &budget)?.0)?;

    // A larger one: alpha-beta proves the value, and is then asked for each move of the strategy.
    let game = Breakthrough::new(4, 5)?;
    let search = TableSearch::mtd_bi().hints(BreakthroughHints).evaluator(PawnsAndRows);
    let oracle = Proving::new(search, budget.clone());
    show(&certify::value(&game, &game.initial(), oracle, false, &budget)?.0)?;

    // A draw: each player has a strategy that does not lose.
    let game = ConnectFour::new(5, 4)?;
    let oracle = Proving::new(TableSearch::mtd_bi().hints(ConnectFourHints), budget.clone());
    show(&certify::value(&game, &game.initial(), oracle, false, &budget)?.0)?;
    Ok(())
}

/// Checks the file that the certificate would be, without the search.
fn show(certificate: &Certificate) -> Result<(), Box<dyn std::error::Error>> {
    let file = certificate.to_bytes();
    let header = Catalogue::standard().verify(&Checker::new(), file.as_slice(), None)?.header;
    println!("{}: {}, {} entries, {} bytes", header.game, header.claim, header.entries, file.len());
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
