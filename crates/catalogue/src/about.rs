//! What is known of a game besides its searches.

use std::sync::Arc;

use tesuji_core::{NamedGame, Setting, Settings};

use crate::{Algorithm, CatalogueError, Extras, HeuristicInfo, NoExtras, Players};

/// What there is to know of a game without opening it.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The name that the game is called by.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// What the game is, in one line.
    pub summary: &'static str,
    /// How many players it has.
    pub players: Players,
    /// How its positions and moves are written.
    pub notation: &'static str,
    /// The settings that a user may give.
    pub settings: &'static [Setting],
    /// Its heuristics, weakest first; for two players its evaluators, the default first.
    pub heuristics: Vec<HeuristicInfo>,
    /// The algorithms that can be asked about its positions, in the order in which they are taught.
    pub algorithms: Vec<Algorithm>,
    /// The name of the algorithm that serves best if none is named.
    pub default_algorithm: &'static str,
    /// The search that plays best, with its options, where that is not the default algorithm.
    pub default_opponent: Option<&'static str>,
}

/// What every entry knows: the information, and what the game offers besides its rules and searches.
pub(crate) struct About<R> {
    pub(crate) info: GameInfo,
    /// Settings that replace the game's own defaults.
    pub(crate) defaults: Settings,
    pub(crate) extras: Arc<dyn Extras<R>>,
}

impl<R: NamedGame> About<R> {
    pub(crate) fn new(players: Players, default_algorithm: &'static str) -> Self {
        let info = GameInfo {
            name: R::NAME,
            aliases: R::ALIASES,
            summary: R::SUMMARY,
            players,
            notation: R::NOTATION,
            settings: R::SETTINGS,
            heuristics: Vec::new(),
            algorithms: Vec::new(),
            default_algorithm,
            default_opponent: None,
        };
        About { info, defaults: Settings::new(), extras: Arc::new(NoExtras) }
    }

    /// The rules that a user's settings describe.
    pub(crate) fn rules(
        &self,
        settings: &Settings,
        text: Option<&str>,
    ) -> Result<R, CatalogueError> {
        check_names(self.info.name, R::SETTINGS, settings)?;
        let all = self.with_defaults(settings, text);
        R::open(&all, text).map_err(|error| CatalogueError::open(self.info.name, error))
    }

    /// The settings with the entry's defaults for those that are not given; with the text of a position,
    /// that of the defaults does not count.
    pub(crate) fn with_defaults(&self, settings: &Settings, text: Option<&str>) -> Settings {
        let defaults = self.defaults.clone();
        let defaults = if text.is_some() { defaults.without("start") } else { defaults };
        settings.iter().fold(defaults, |all, (name, value)| all.with(name, value))
    }

    /// The error that the game does not offer this.
    pub(crate) fn lacks(&self, what: &'static str) -> CatalogueError {
        CatalogueError::NotOffered { game: self.info.name, what }
    }

    /// The place of the heuristic that a search uses, if it has one.
    pub(crate) fn place_of_heuristic(&self, name: Option<&'static str>) -> Option<usize> {
        self.info.heuristics.iter().position(|info| Some(info.name) == name)
    }
}

/// Checks that a game has every setting that is set.
pub(crate) fn check_names(
    game: &'static str,
    known: &[Setting],
    settings: &Settings,
) -> Result<(), CatalogueError> {
    let is_known = |name: &str| known.iter().any(|setting| setting.name == name);
    match settings.iter().find(|(name, _)| !is_known(name)) {
        None => Ok(()),
        Some((name, _)) => {
            let names: Vec<_> = known.iter().map(|setting| setting.name).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            Err(CatalogueError::UnknownSetting { game, name: name.to_owned(), known })
        }
    }
}
