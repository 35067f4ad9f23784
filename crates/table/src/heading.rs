use std::path::Path;

use tesuji_core::{Game, NamedGame, Settings, Value};
use tesuji_retrograde::PlyValue;
use tesuji_storage::container::Container;
use tesuji_storage::{Fields, Section};

use crate::TableError;
use crate::directory::Directory;
use crate::key::Numbering;
use crate::open::open_container;

/// What a table stores for a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The outcome, and for a win or loss its plies.
    #[default]
    Plies,
    /// The outcome alone: for games in layers, as only distances prove that a win comes to its end
    /// where play can go in cycles.
    Outcome,
}

impl Detail {
    const ALL: [Detail; 2] = [Detail::Plies, Detail::Outcome];

    /// The name in the heading of a file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Detail::Plies => "plies",
            Detail::Outcome => "outcome",
        }
    }

    /// A value as the table stores it: with distance 0 if it has outcomes alone.
    pub(crate) fn stored(self, value: PlyValue) -> PlyValue {
        match self {
            Detail::Plies => value,
            Detail::Outcome => PlyValue::new(value.wdl(), 0).unwrap_or(value),
        }
    }

    /// The value of a position, from the stored one.
    pub(crate) fn value(self, value: PlyValue) -> Value {
        match self {
            Detail::Plies => value.value(),
            Detail::Outcome => value.wdl().value(None),
        }
    }
}

/// What a table is of: the metadata of its file, a line `name: value` for each field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The name of the game.
    pub game: String,
    /// The settings that its rules are opened with.
    pub settings: Settings,
    /// The position from which the positions of the table are reached, in the game's notation.
    pub start: String,
    /// The name of the [`Numbering`].
    pub keys: String,
    /// How the values of such a table are computed in one process: `layers` or `retrograde`.
    pub method: String,
    /// What it stores for a position.
    pub detail: Detail,
    /// The number of positions; 0 in the parts of a table that is being built.
    pub positions: u64,
}

/// The first line of the metadata.
const FIRST_LINE: &str = "values of positions, version 4";
const SETTING: &str = "setting ";

impl Heading {
    pub(crate) fn new<G: Game + NamedGame, N: Numbering<G>>(
        game: &G,
        start: &G::State,
        positions: u64,
    ) -> Self {
        Heading {
            game: G::NAME.to_owned(),
            settings: game.settings(),
            start: game.state_text(start),
            keys: N::NAME.to_owned(),
            method: N::METHOD.to_owned(),
            detail: Detail::Plies,
            positions,
        }
    }

    /// Reads the heading of the table, or of the [tables](crate::SolvedGames), in a file.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is not a table.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, TableError> {
        let path = path.as_ref();
        if Directory::is_at(path)? {
            return Ok(Directory::open(path)?.heading);
        }
        Self::of(&open_container(path, None)?, path)
    }

    pub(crate) fn of(container: &Container<Section>, path: &Path) -> Result<Self, TableError> {
        let what = "its first line is not that of this version";
        let fields = Fields::read(FIRST_LINE, container.metadata())
            .ok_or_else(|| TableError::NotATable { path: path.to_owned(), what })?;
        Self::of_fields(&fields, path)
    }

    pub(crate) fn of_fields(fields: &Fields, path: &Path) -> Result<Self, TableError> {
        let wrong = |what| TableError::NotATable { path: path.to_owned(), what };
        let text =
            |name, missing| fields.get(name).map(str::to_owned).ok_or_else(|| wrong(missing));
        let settings = fields
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix(SETTING)?, value.to_owned())))
            .collect();
        let positions = fields.parsed("positions");
        let detail = text("values", "it does not say what its values tell")?;
        let detail = Detail::ALL.into_iter().find(|known| known.name() == detail);
        Ok(Heading {
            game: text("game", "it names no game")?,
            settings,
            start: text("start", "it names no start")?,
            keys: text("keys", "it does not say how positions are told apart")?,
            method: text("method", "it does not say how the values were computed")?,
            detail: detail.ok_or_else(|| wrong("its values tell something unknown"))?,
            positions: positions.ok_or_else(|| wrong("it has no number of positions"))?,
        })
    }

    pub(crate) fn to_text(&self) -> String {
        Fields::of(self.to_fields()).to_text(FIRST_LINE)
    }

    pub(crate) fn to_fields(&self) -> Vec<(String, String)> {
        let Heading { game, settings, start, keys, method, detail, positions } = self;
        let mut fields = vec![("game".to_owned(), game.clone())];
        fields.extend(
            settings.iter().map(|(name, value)| (format!("{SETTING}{name}"), value.to_owned())),
        );
        let positions = positions.to_string();
        let rest = [
            ("start", &**start),
            ("keys", keys),
            ("method", method),
            ("values", detail.name()),
            ("positions", &positions),
        ];
        fields.extend(rest.map(|(name, value)| (name.to_owned(), value.to_owned())));
        fields
    }
}
