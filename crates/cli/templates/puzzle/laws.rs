//! The rules keep the contracts of the traits, and the solution is as it was.

use template_game::{TemplateGame, entry, jumps};
use tesuji::catalogue::{Catalogue, Search};
use tesuji::core::{Budget, FromFn, NamedGame, Settings, Silent, laws};

#[test]
fn the_rules_keep_their_contracts() {
    let puzzle = TemplateGame::open(&Settings::new(), None).unwrap();
    laws::rules(&puzzle, 1000);
    laws::costs(&puzzle, 1000);
    laws::undirected_goals(&puzzle, 1000);
    laws::heuristic(&puzzle, &FromFn(jumps), &laws::states(&puzzle, 1000));
    laws::notation(&puzzle, 1000);
    let again = TemplateGame::open(&puzzle.settings(), None).unwrap();
    assert_eq!(again.settings(), puzzle.settings());
}

#[test]
fn the_initial_state_is_solved() {
    let catalogue = Catalogue::new().with(entry());
    let game = catalogue.game(TemplateGame::NAME).unwrap();
    let position = game.open(None, &Settings::new()).unwrap();
    let search = Search::new(game.default_algorithm());
    let report = position.solve(&search, &Budget::unlimited(), &mut Silent).unwrap();
    let (outcome, length) = (report.outcome, report.length);
    insta::assert_snapshot!(format!("{outcome:?} in {length:?}"), @"SOLUTION");
}
