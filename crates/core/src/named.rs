use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::{Notation, Render, quoted};

/// A game or puzzle that programs and files refer to by name, and whose rules are built from text.
///
/// # Contract
/// `open(&rules.settings(), None)` returns the same rules.
///
/// # Example
/// ```
/// use tesuji_core::{BoardSize, NamedGame, OpenError, Setting, Settings};
/// # use std::{fmt, ops::ControlFlow};
/// # use tesuji_core::{Notation, Render, Rules};
///
/// /// A token on a row of cells walks to the right.
/// struct Walk { cells: usize }
/// # impl Rules for Walk {
/// #     type State = usize;
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn initial(&self) -> usize { 1 }
/// #     fn visit_moves<B>(
/// #         &self,
/// #         &cell: &usize,
/// #         mut visit: impl FnMut(u8) -> ControlFlow<B>,
/// #     ) -> ControlFlow<B> {
/// #         if cell < self.cells { visit(1) } else { ControlFlow::Continue(()) }
/// #     }
/// #     fn play(&self, cell: &mut usize, _: u8) { *cell += 1 }
/// #     fn undo(&self, cell: &mut usize, _: u8, (): ()) { *cell -= 1 }
/// # }
/// # impl Notation for Walk {
/// #     type Error = std::num::ParseIntError;
/// #     fn parse_state(&self, text: &str) -> Result<usize, Self::Error> { text.parse() }
/// #     fn write_state(&self, cell: &usize, out: &mut impl fmt::Write) -> fmt::Result {
/// #         write!(out, "{cell}")
/// #     }
/// #     fn parse_move(&self, _: &usize, text: &str) -> Result<u8, Self::Error> { text.parse() }
/// #     fn write_move(&self, _: &usize, mv: u8, out: &mut impl fmt::Write) -> fmt::Result {
/// #         write!(out, "{mv}")
/// #     }
/// # }
/// # impl Render for Walk {}
///
/// impl NamedGame for Walk {
///     const NAME: &'static str = "walk";
///     const SUMMARY: &'static str = "a token walks to the right end of a row";
///     const NOTATION: &'static str = "the number of the token's cell, from 1";
///     const SETTINGS: &'static [Setting] =
///         &[Setting { name: "cells", value: "N", summary: "the length of the row; 8 by default" }];
///
///     fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
///         Ok(Walk { cells: settings.parse("cells")?.unwrap_or(8) })
///     }
///
///     fn settings(&self) -> Settings {
///         Settings::new().with("cells", self.cells)
///     }
/// }
/// let walk = Walk::open(&Settings::new().with("cells", 5), None)?;
/// assert_eq!(walk.settings().get("cells"), Some("5"));
/// let error = Walk::open(&Settings::new().with("cells", "many"), None).err().unwrap();
/// assert_eq!(error.to_string(), "cells \"many\" is not valid");
/// # Ok::<(), OpenError>(())
/// ```
pub trait NamedGame: Notation + Render + Sized {
    /// The game's name: lower-case words joined by hyphens.
    const NAME: &'static str;

    /// Other names of the game.
    const ALIASES: &'static [&'static str] = &[];

    /// What the game is, in one line.
    const SUMMARY: &'static str;

    /// How its positions and moves are written, in one line.
    const NOTATION: &'static str;

    /// The settings that a user may give: on the command line `--NAME`, or `--game-NAME` if
    /// commands have an option of that name, such as `--seed`.
    const SETTINGS: &'static [Setting] = &[];

    /// The rules that `settings` describe. A setting that is missing is inferred from `position`,
    /// the text of a position, if there is one; otherwise it has its default. Only
    /// [`parse_state`](Notation::parse_state) checks that `position` is a position of these rules.
    ///
    /// # Errors
    /// A setting is not valid, or the rules cannot be inferred from the position.
    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError>;

    /// The settings that these rules are built from, in a fixed order. They may include names that
    /// are not in [`SETTINGS`](Self::SETTINGS), for what is usually inferred from the position.
    fn settings(&self) -> Settings;

    /// Facts about a position that need no search: pairs of a name and a value.
    fn facts(&self, state: &Self::State) -> Vec<(&'static str, String)> {
        vec![("legal moves", self.moves(state).len().to_string())]
    }
}

/// A setting of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setting {
    /// The setting's name.
    pub name: &'static str,
    /// The placeholder for its value in a help text, such as `WxH`.
    pub value: &'static str,
    /// Its meaning, values and default, in one line.
    pub summary: &'static str,
}

/// Settings of a game: names with values as text, in the order in which they were added.
///
/// # Example
/// ```
/// use tesuji_core::{BoardSize, Settings};
///
/// let settings = Settings::new().with("size", "4x3").with("goal", "blank-last");
/// assert_eq!(settings.parse("size")?, Some(BoardSize { width: 4, height: 3 }));
/// assert_eq!(settings.get("rows"), None);
/// # Ok::<(), tesuji_core::OpenError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<(String, String)>);

impl Settings {
    /// No settings: every setting has its default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// These settings with one added or replaced.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        let (name, value) = (name.into(), value.to_string());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
        self
    }

    /// These settings with one removed.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.0.retain(|(known, _)| known != name);
        self
    }

    /// The value of a setting as text, if it is set.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// The names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// A name with the settings after it, as in `connect-four size=4x4`.
    #[must_use]
    pub fn after(&self, name: &str) -> String {
        let add = |text: String, (name, value): (&str, &str)| text + &format!(" {name}={value}");
        self.iter().fold(name.to_owned(), add)
    }

    /// The value of a setting, if it is set.
    ///
    /// # Errors
    /// Its text is not a `T`.
    pub fn parse<T>(&self, name: &'static str) -> Result<Option<T>, OpenError>
    where
        T: FromStr<Err: Error + Send + Sync + 'static>,
    {
        let read = |text: &str| text.parse().map_err(|error| self.error(name, error));
        self.get(name).map(read).transpose()
    }

    /// The error for a setting that is not valid; `source` says why.
    pub fn error(
        &self,
        name: &'static str,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> OpenError {
        let text = self.get(name).unwrap_or("default").to_owned();
        OpenError::Setting { name, text, source: source.into() }
    }
}

impl<N: Into<String>, V: ToString> FromIterator<(N, V)> for Settings {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(items: I) -> Self {
        items.into_iter().fold(Settings::new(), |all, (name, value)| all.with(name, value))
    }
}

/// Serializes as a map.
#[cfg(feature = "serde")]
impl serde::Serialize for Settings {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// An object of strings.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Settings {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Settings".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeMap::<String, String>::json_schema(generator)
    }
}

/// Why text does not describe rules or a position. The [source](Error::source) says what is wrong
/// and where.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// A setting is not valid.
    Setting {
        /// Its name.
        name: &'static str,
        /// Its text.
        text: String,
        /// What is wrong with it.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A text is not a position.
    Position {
        /// The text.
        text: String,
        /// What is wrong with it, and where.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl OpenError {
    /// The error for a text that is not a position; `source` says why.
    pub fn position(text: &str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        OpenError::Position { text: text.to_owned(), source: source.into() }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Setting { name, text, .. } => {
                write!(out, "{name} {} is not valid", quoted(text))
            }
            OpenError::Position { text, .. } => write!(out, "{} is not a position", quoted(text)),
        }
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            OpenError::Setting { source, .. } | OpenError::Position { source, .. } => {
                Some(&**source)
            }
        }
    }
}

/// The size of a board, written as width and height: `5x6` is 5 cells wide and 6 high. Each game
/// decides which sizes are valid.
///
/// # Example
/// ```
/// use tesuji_core::BoardSize;
///
/// let size: BoardSize = "5x6".parse()?;
/// assert_eq!((size.width, size.height, size.to_string()), (5, 6, "5x6".to_owned()));
/// assert!("5".parse::<BoardSize>().is_err());
/// # Ok::<(), tesuji_core::ParseSizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    /// The number of cells in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

impl FromStr for BoardSize {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Self, ParseSizeError> {
        let number = |side: &str| side.trim().parse().ok();
        text.split_once(['x', 'X', '×'])
            .and_then(|(width, height)| {
                Some(BoardSize { width: number(width)?, height: number(height)? })
            })
            .ok_or_else(|| ParseSizeError(text.to_owned()))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.width, self.height)
    }
}

/// The error for a text that is not a board size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSizeError(String);

impl fmt::Display for ParseSizeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = quoted(&self.0);
        write!(out, "{text} is not a board size such as 5x6 (5 cells in a row, 6 rows)")
    }
}

impl Error for ParseSizeError {}
