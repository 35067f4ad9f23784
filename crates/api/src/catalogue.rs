//! What there is to play and to search with.

use serde::{Deserialize, Serialize};
use tesuji::catalogue::options::SearchOption;
use tesuji::catalogue::{Family, GameEntry, HeuristicInfo};
use tesuji::core::Setting;

use crate::question::{Question, Work};
use crate::refusal::Refusal;
use crate::search::{is_open, open_options};
use crate::service::Service;

/// Every game with its algorithms, and every option of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogueView {
    games: Vec<GameView>,
    options: Vec<OptionView>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GameView {
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    players: u8,
    notation: &'static str,
    settings: &'static [Setting],
    heuristics: Vec<HeuristicInfo>,
    algorithms: Vec<AlgorithmView>,
    default_algorithm: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AlgorithmView {
    name: &'static str,
    summary: &'static str,
    guarantee: &'static str,
    family: Family,
    options: Vec<&'static str>,
    /// Whether its tree can be recorded.
    recorded: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OptionView {
    name: &'static str,
    /// None for a switch.
    value: Option<&'static str>,
    help: &'static str,
}

impl GameView {
    fn of(entry: &dyn GameEntry) -> Self {
        let info = entry.info();
        let algorithms = info.algorithms.iter().map(|algorithm| AlgorithmView {
            name: algorithm.name,
            summary: algorithm.summary,
            guarantee: algorithm.guarantee,
            family: algorithm.family,
            options: algorithm.options.iter().copied().filter(|name| is_open(name)).collect(),
            recorded: entry.can_record(algorithm),
        });
        GameView {
            name: info.name,
            aliases: info.aliases,
            summary: info.summary,
            players: info.players.count(),
            notation: info.notation,
            settings: info.settings,
            heuristics: info.heuristics.clone(),
            algorithms: algorithms.collect(),
            default_algorithm: entry.default_algorithm().name,
        }
    }
}

/// What there is to play and to search with.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Games {}

impl Question for Games {
    const HAS_PARTS: bool = false;
    const NAME: &'static str = "games";
    type Answer = CatalogueView;

    fn prepare(self, service: &Service) -> Result<Work<CatalogueView>, Refusal> {
        let games = service.catalogue().games().iter().map(|entry| GameView::of(&**entry));
        let options = open_options().map(|&SearchOption { name, value, help, .. }| OptionView {
            name,
            value,
            help,
        });
        Ok(Work::Done(CatalogueView { games: games.collect(), options: options.collect() }))
    }
}
