//! The notation of every game: an input is the game's name, a line of settings, the position, and
//! moves, a line each.

use std::sync::LazyLock;

use tesuji::catalogue::{Catalogue, GamePosition, Status};
use tesuji::core::Settings;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::standard);

pub(crate) const WORDS: &[&str] = &[
    "taquin",
    "rush-hour",
    "rush-hour-rocks",
    "nim",
    "simple-nim",
    "grundy",
    "octal",
    "breakthrough",
    "connect-four",
    "tic-tac-toe",
    "grid",
    "sokoban",
    "directions=4",
    "microban=7",
    "metric=pushes",
    " 0,0 3,1",
    "s.#/.5g",
    "####/#-.#/#@$#",
    "size=",
    "goal=",
    "take=",
    "rules=misere",
    "code=0.77",
    "start=",
    "rows=1",
    "metric=slides",
    "blank-last",
    " second",
    " w",
    " b",
    "driver",
    "adversary",
    "5-5-5",
    "1,3-4",
    "x",
    "..",
    "/",
    "255",
    "4x4",
    "2x9",
    "no rock",
];

pub(crate) fn feed(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut lines = text.split('\n');
    let Some(entry) = lines.next().and_then(|name| CATALOGUE.game(name).ok()) else { return };
    let mut settings = Settings::new();
    for setting in lines.next().unwrap_or_default().split(';') {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        if let Some(info) = entry.info().settings.iter().find(|info| info.name == name) {
            settings = settings.with(info.name, value);
        }
    }
    let Ok(mut position) = entry.open(lines.next(), &settings) else { return };
    show(&*position);
    for text in lines {
        let Ok(after) = position.after(text) else { continue };
        show(&*after);
        position = after;
    }
}

/// Asks a position all that can be asked without a search.
fn show(position: &dyn GamePosition) {
    let entry = CATALOGUE.game(position.game()).expect("a game has its own name");
    let notation = position.notation();
    let again = entry.open(Some(&notation), &position.settings());
    let again = again.unwrap_or_else(|error| panic!("{notation:?} is not read again: {error}"));
    assert_eq!(again.notation(), notation, "one notation for each position");
    assert_eq!(again.settings(), position.settings());
    let _ = (position.text(), position.svg(), position.facts());
    let moves = position.moves();
    if matches!(position.status(), Status::Finished(_)) {
        assert!(moves.is_empty(), "{notation:?} is over and has moves");
    }
    // Some games have a thousand.
    for mv in moves.iter().take(10).chain(moves.last()) {
        position.after(mv).unwrap_or_else(|error| panic!("{notation:?}, move {mv:?}: {error}"));
    }
}
