//! The rules keep the contracts of the traits, and the solution is as it was.

use template_game::{TemplateGame, entry};
use tesuji::catalogue::{Catalogue, Search};
use tesuji::core::{Budget, NamedGame, Settings, Silent, laws};

#[test]
fn the_rules_keep_their_contracts() {
    let game = TemplateGame::open(&Settings::new(), None).unwrap();
    laws::rules(&game, 1000);
    laws::game(&game, 1000);
    laws::notation(&game, 1000);
    let again = TemplateGame::open(&game.settings(), None).unwrap();
    assert_eq!(again.settings(), game.settings());
}

#[test]
fn the_initial_position_is_solved() {
    let catalogue = Catalogue::new().with(entry());
    let game = catalogue.game(TemplateGame::NAME).unwrap();
    let position = game.open(None, &Settings::new()).unwrap();
    let search = Search::new(game.default_algorithm());
    let report = position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap();
    let (outcome, length) = (report.outcome, report.length);
    insta::assert_snapshot!(format!("{outcome:?} in {length:?}"), @"SOLUTION");
}
