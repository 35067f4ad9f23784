use std::collections::BTreeMap;
use std::str::FromStr;

use super::CatalogueError;

/// What a game is told besides a position, by name: `size` is `4x3`, say. What is not set has the
/// game's default.
///
/// # Example
/// ```
/// use tesuji_catalogue::{Settings, game};
///
/// let settings = Settings::new().with("size", "3x2");
/// assert_eq!(game("taquin")?.open(Some("125340"), &settings)?.notation(), "125340");
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Settings(BTreeMap<&'static str, String>);

/// A setting that a game knows.
#[derive(Clone, Copy, Debug)]
pub struct SettingInfo {
    /// What it is called.
    pub name: &'static str,
    /// One line on what it takes.
    pub summary: &'static str,
}

impl Settings {
    /// Everything by default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with one setting more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.0.insert(name, value.into());
        self
    }

    /// The settings under which a game has these rules.
    pub(crate) fn of<R: tesuji_core::NamedGame>(game: &str, rules: &R) -> Self {
        // The card or the heaps of the start follow from the position.
        let known = super::game(game).map_or(&[][..], |entry| entry.settings());
        let known_name = |name: &str| Some(known.iter().find(|known| known.name == name)?.name);
        let settings = rules.settings();
        let known = settings.iter().filter_map(|(name, value)| Some((known_name(name)?, value)));
        Settings(known.map(|(name, value)| (name, value.to_owned())).collect())
    }

    /// A setting as it was written.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Checks that a game knows everything that is set.
    pub(crate) fn check(
        &self,
        game: &'static str,
        known: &[SettingInfo],
    ) -> Result<(), CatalogueError> {
        let names: Vec<_> = known.iter().map(|setting| setting.name).collect();
        match self.0.keys().find(|name| !names.contains(name)) {
            None => Ok(()),
            Some(name) => {
                let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                Err(CatalogueError::UnknownSetting { game, name, known })
            }
        }
    }

    /// Reads a setting, if it is there.
    pub(crate) fn parse<T: FromStr>(&self, name: &'static str) -> Result<Option<T>, CatalogueError>
    where
        T::Err: std::error::Error + Send + Sync + 'static,
    {
        let read = |text: &str| text.parse().map_err(|error| self.error(name, error));
        self.get(name).map(read).transpose()
    }

    /// That a setting makes no sense.
    pub(crate) fn error(
        &self,
        name: &'static str,
        error: impl std::error::Error + Send + Sync + 'static,
    ) -> CatalogueError {
        let text = self.get(name).unwrap_or("default").to_owned();
        CatalogueError::Setting { what: name, text, source: error.into() }
    }
}
