use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use tesuji_certificate::{Checked, Checker, Entry, Header, Rejection};
use tesuji_core::{GameResult, Settings, quoted};
use tesuji_table::Heading;

use crate::tables::is_outside;
use crate::{
    AnyPosition, AnyTable, CatalogueError, EndingName, GameEntry, GamePosition, GameReport,
    IntoEntry, SolvedTable, Status, Winner, games,
};

/// Games and puzzles by name, each with its algorithms: those of the library, and the user's own.
///
/// # Example
/// ```
/// use tesuji_catalogue::Catalogue;
///
/// let catalogue = Catalogue::standard();
/// assert_eq!(catalogue.game("sliding-tiles")?.name(), "taquin");
/// let error = catalogue.game("chess").unwrap_err();
/// assert!(error.to_string().starts_with("there is no game \"chess\", only taquin, "));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    games: Vec<Arc<dyn GameEntry>>,
    variants: Vec<Arc<dyn GameEntry>>,
    tables: Vec<Arc<dyn SolvedTable>>,
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
        let (games, variants) = games::standard();
        Catalogue { games: games.clone(), variants: variants.clone(), tables: Vec::new() }
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

    /// Games of the library under another name with other defaults, such as the size of a board.
    #[must_use]
    pub fn variants(&self) -> &[Arc<dyn GameEntry>] {
        &self.variants
    }

    /// All tables, in which positions are [looked up](Self::look_up).
    #[must_use]
    pub fn tables(&self) -> &[Arc<dyn SolvedTable>] {
        &self.tables
    }

    /// The game of that name or alias, in whatever case.
    ///
    /// # Errors
    /// There is none.
    pub fn game(&self, name: &str) -> Result<&dyn GameEntry, CatalogueError> {
        let is_name = |known: &str| known.eq_ignore_ascii_case(name);
        let mut games = self.games.iter();
        // A game's own name counts before another's alias.
        let mut names = self.games.iter().chain(&self.variants);
        let by_name = names.find(|entry| is_name(entry.name()));
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

    /// Opens the table in a file, of whatever game of the catalogue.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is not a table of a game of the catalogue.
    pub fn open_table(&self, path: impl AsRef<Path>) -> Result<AnyTable, CatalogueError> {
        let path = path.as_ref();
        self.game(&Heading::read(path)?.game)?.open_table(path)
    }

    /// The same catalogue with the table in a file, in which positions are
    /// [looked up](Self::look_up).
    ///
    /// # Errors
    /// As [`open_table`](Self::open_table).
    pub fn with_table(mut self, path: impl AsRef<Path>) -> Result<Self, CatalogueError> {
        self.tables.push(self.open_table(path)?.into());
        Ok(self)
    }

    /// What a table of the catalogue says of a position: the first one of its rules that has it;
    /// `None` if there is none.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn look_up<T>(
        &self,
        position: &dyn GamePosition,
        ask: impl Fn(&dyn SolvedTable, &str) -> Result<T, CatalogueError>,
    ) -> Result<Option<T>, CatalogueError> {
        let rules = (position.rules_name(), position.settings());
        for table in self.tables.iter().filter(|table| table.rules() == rules) {
            match ask(&**table, &position.notation()) {
                Err(error) if is_outside(&error) => {}
                answer => return answer.map(Some),
            }
        }
        Ok(None)
    }

    /// The positions of a saved game, from the one it started from to the last: the moves are made by
    /// the rules, each once, and the result is checked.
    ///
    /// # Errors
    /// The catalogue has no such game, the game no such position, a move is not legal, or the winner
    /// is not the one of the moves and of the ending.
    pub fn replay(&self, game: &GameReport) -> Result<Vec<AnyPosition>, CatalogueError> {
        let settings: Settings = game.settings.iter().collect();
        let mut positions = vec![self.open(&game.game, Some(&game.position), &settings)?];
        for (number, mv) in (1..).zip(&game.moves) {
            let after = positions[number - 1].after(mv);
            let not_valid = |source| CatalogueError::SavedMove { number, source: Box::new(source) };
            positions.push(after.map_err(not_valid)?);
        }
        let winner = match (positions[game.moves.len()].status(), game.ending) {
            (Status::Finished(result), EndingName::Rules) => Some(result.into()),
            (Status::ToMove(_), EndingName::Length) => Some(Winner::Nobody),
            (
                Status::ToMove(loser),
                EndingName::IllegalMove | EndingName::Time | EndingName::Failure,
            ) => Some(GameResult::Win(loser.other()).into()),
            _ => None,
        };
        if winner != Some(game.winner) {
            return Err(CatalogueError::SavedResult);
        }
        Ok(positions)
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
