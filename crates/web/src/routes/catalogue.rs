//! What there is to play and to search with.

use axum::Json;
use serde::Serialize;
use tesuji::catalogue::{self, Algorithm, GameEntry, Players};

#[derive(Serialize)]
pub(crate) struct Catalogue {
    games: Vec<GameView>,
    algorithms: Vec<AlgorithmView>,
}

#[derive(Serialize)]
struct GameView {
    name: &'static str,
    summary: &'static str,
    players: u8,
    notation: &'static str,
    settings: Vec<Named>,
    heuristics: Vec<Named>,
    default_algorithm: &'static str,
}

#[derive(Serialize)]
struct AlgorithmView {
    name: &'static str,
    summary: &'static str,
    players: u8,
    informed: bool,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    summary: &'static str,
}

fn count(players: Players) -> u8 {
    match players {
        Players::One => 1,
        Players::Two => 2,
    }
}

fn game_view(entry: &&'static dyn GameEntry) -> GameView {
    let settings = entry.settings().iter();
    let heuristics = entry.heuristics().iter();
    GameView {
        name: entry.name(),
        summary: entry.summary(),
        players: count(entry.players()),
        notation: entry.notation(),
        settings: settings.map(|one| Named { name: one.name, summary: one.summary }).collect(),
        heuristics: heuristics.map(|one| Named { name: one.name, summary: one.summary }).collect(),
        default_algorithm: entry.default_algorithm().name(),
    }
}

/// Every game and every algorithm, with what can be set.
pub(crate) async fn games() -> Json<Catalogue> {
    let algorithms = Algorithm::all().map(|one| AlgorithmView {
        name: one.name(),
        summary: one.summary(),
        players: count(one.players()),
        informed: one.is_informed(),
    });
    let games = catalogue::games().iter().map(game_view).collect();
    Json(Catalogue { games, algorithms: algorithms.collect() })
}
