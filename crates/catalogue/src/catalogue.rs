use std::io::Read;
use std::sync::Arc;

use tesuji_certificate::{Checked, Checker, Entry, Header, Rejection};
use tesuji_core::{Settings, quoted};

use crate::entry::Either;
use crate::{AnyPosition, CatalogueError, GameEntry, games};

/// Games and puzzles by name, each with its algorithms: those of the library, and the user's own.
///
/// # Example
/// ```
/// use tesuji_catalogue::Catalogue;
///
/// let catalogue = Catalogue::standard();
/// assert_eq!(catalogue.game("15-puzzle")?.name(), "taquin");
/// let error = catalogue.game("chess").err().unwrap();
/// assert!(error.to_string().starts_with("there is no game \"chess\", only taquin, "));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
#[derive(Clone, Default)]
pub struct Catalogue {
    games: Vec<Arc<dyn GameEntry>>,
}

/// What can be put into a [`Catalogue`]: the builders [`TwoPlayers`](crate::TwoPlayers) and
/// [`OnePlayer`](crate::OnePlayer), and whatever implements [`GameEntry`].
pub trait IntoEntry: Sized {
    /// The finished entry.
    fn into_entry(self) -> Arc<dyn GameEntry>;

    /// An entry of one game in two representations: this one serves where its rules can be made,
    /// such as those of boards that fit a machine word, and `other` elsewhere.
    fn or(self, other: impl IntoEntry) -> Arc<dyn GameEntry> {
        Arc::new(Either(self.into_entry(), other.into_entry()))
    }
}

impl Catalogue {
    /// A catalogue without games.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The games of the library.
    #[must_use]
    pub fn standard() -> Self {
        Catalogue { games: games::standard().to_vec() }
    }

    /// The same catalogue with one more game; one of the same name is replaced.
    #[must_use]
    pub fn with(mut self, entry: impl IntoEntry) -> Self {
        let entry = entry.into_entry();
        match self.games.iter_mut().find(|known| known.name() == entry.name()) {
            Some(known) => *known = entry,
            None => self.games.push(entry),
        }
        self
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> &[Arc<dyn GameEntry>] {
        &self.games
    }

    /// The game of that name or alias, in whatever case.
    ///
    /// # Errors
    /// There is none.
    pub fn game(&self, name: &str) -> Result<&dyn GameEntry, CatalogueError> {
        let is_name = |known: &str| known.eq_ignore_ascii_case(name);
        let mut games = self.games.iter();
        // A game's own name counts before another's alias.
        let by_name = games.clone().find(|entry| is_name(entry.name()));
        let found = by_name.or_else(|| {
            games.find(|entry| entry.info().aliases.iter().any(|alias| is_name(alias)))
        });
        found.map(|entry| &**entry).ok_or_else(|| {
            let known: Vec<_> = self.games.iter().map(|entry| entry.name()).collect();
            CatalogueError::UnknownGame { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// Opens a position of a game; without a text it is the initial one.
    ///
    /// # Errors
    /// There is no such game, or a setting or the text is not valid.
    pub fn open(
        &self,
        game: &str,
        position: Option<&str>,
        settings: &Settings,
    ) -> Result<AnyPosition, CatalogueError> {
        self.game(game)?.open(position, settings)
    }

    /// Checks a certificate of any game of the catalogue, and shows its entries to `watch`.
    ///
    /// # Errors
    /// Why it proves nothing, and where.
    pub fn verify(
        &self,
        checker: &Checker,
        mut reader: impl Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection> {
        // The header names the game, whose check reads it again.
        let mut head = Vec::new();
        reader.by_ref().take(Header::MAX_BYTES as u64).read_to_end(&mut head)?;
        let header = Header::read(&head[..])?;
        let Ok(entry) = self.game(&header.game) else {
            let problem = format!("there is no game {}", quoted(&header.game));
            return Err(Rejection::NoSuchGame(problem));
        };
        entry.check_certificate(checker, &mut (&head[..]).chain(reader), watch)
    }
}

impl IntoEntry for Arc<dyn GameEntry> {
    fn into_entry(self) -> Arc<dyn GameEntry> {
        self
    }
}
