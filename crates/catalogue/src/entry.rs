use std::io::Read;
use std::sync::Arc;

use tesuji_certificate::{Checked, Checker, Entry, Header, Rejection};
use tesuji_core::{Budget, Progress, Setting, Settings};

use crate::databases::Databases;
use crate::options::SearchOption;
use crate::{
    Algorithm, AnyPosition, CatalogueError, DatabaseReport, EngineSpec, GenerateOptions,
    GeneratedReport, HeuristicInfo, OptionError, Players, Search, Shuffle, Shuffled, SpaceReport,
    algorithm,
};

/// A game or puzzle in a catalogue, its type hidden: it opens positions and makes others.
///
/// [`TwoPlayers`](crate::TwoPlayers) and [`OnePlayer`](crate::OnePlayer) make entries of types that
/// implement [`NamedGame`](tesuji_core::NamedGame). What a game does not offer is an error that says
/// so.
pub trait GameEntry: Send + Sync {
    /// The name that the game is called by.
    fn name(&self) -> &'static str;

    /// Other names it answers to.
    fn aliases(&self) -> &'static [&'static str];

    /// What the game is, in one line.
    fn summary(&self) -> &'static str;

    /// How many players it has.
    fn players(&self) -> Players;

    /// How its positions and moves are written.
    fn notation(&self) -> &'static str;

    /// The settings that a user may give.
    fn settings(&self) -> &'static [Setting];

    /// Its heuristics, weakest first; for two players its evaluators, the default first.
    fn heuristics(&self) -> &[HeuristicInfo];

    /// The algorithms that can be asked about its positions, in the order in which they are taught.
    fn algorithms(&self) -> &[Algorithm];

    /// The algorithm that serves best if none is named.
    fn default_algorithm(&self) -> Algorithm;

    /// Checks that these settings, and the text of a position if there is one, describe rules of
    /// this entry.
    ///
    /// # Errors
    /// There is no such setting, or one is not valid.
    fn check_settings(
        &self,
        settings: &Settings,
        position: Option<&str>,
    ) -> Result<(), CatalogueError>;

    /// Reads a position; without a text it is the initial one.
    ///
    /// # Errors
    /// A setting or the text is not valid.
    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError>;

    /// Checks a certificate of this game, and shows its entries to `watch`.
    ///
    /// # Errors
    /// Why it proves nothing, and where.
    fn check_certificate(
        &self,
        checker: &Checker,
        reader: &mut dyn Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection>;

    /// Makes a position at random, and after a walk tells its moves; the same for the same seed on
    /// every machine.
    ///
    /// # Errors
    /// A setting is not valid.
    fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
    ) -> Result<Shuffled, CatalogueError>;

    /// Generates a hard position, the same for the same seed on every machine; none if that many
    /// tries led to none.
    ///
    /// # Errors
    /// The game does not offer it, a setting is not valid, or a limit was reached.
    fn generate(
        &self,
        settings: &Settings,
        options: GenerateOptions,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError>;

    /// Visits every state of a space, by distance from the goal: `of` is the size of the board or,
    /// where the states of a board are not all connected, a position.
    ///
    /// # Errors
    /// The game does not offer it, or the text or a setting is not valid.
    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError>;

    /// Builds the pattern databases that a heuristic looks up, and keeps them; existing ones stay as
    /// they are, unless they are to be built `anew`.
    ///
    /// # Errors
    /// There are none for that name, a limit was reached, or a file cannot be read or written.
    fn build_databases(
        &self,
        settings: &Settings,
        heuristic: &str,
        databases: &Databases,
        anew: bool,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<DatabaseReport>, CatalogueError>;

    /// One random position for each distance from the goal: first the goal itself, last one of the
    /// farthest. The same for the same seed on every machine.
    ///
    /// # Errors
    /// The game does not offer it, a setting is not valid, the space is too large, or a limit was
    /// reached.
    fn one_per_distance(
        &self,
        settings: &Settings,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<AnyPosition>, CatalogueError>;

    /// Builds what makes later answers faster and takes a moment, such as small pattern databases,
    /// and keeps it: for a server that starts. By default nothing.
    ///
    /// # Errors
    /// A limit was reached, or a file cannot be read or written.
    fn warm_up(&self, databases: &Databases, budget: &Budget) -> Result<(), CatalogueError> {
        let _ = (databases, budget);
        Ok(())
    }
}

impl dyn GameEntry + '_ {
    /// The algorithm of that name.
    ///
    /// # Errors
    /// The game has none of that name.
    pub fn algorithm(&self, name: &str) -> Result<Algorithm, CatalogueError> {
        algorithm::named(self.name(), self.players(), self.algorithms(), name)
    }

    /// A search from its text: an algorithm with options, as in `pvs:depth=6` or
    /// `alpha-beta:outcome-only`.
    ///
    /// # Errors
    /// The game has no such algorithm, or an option is not valid for it.
    pub fn search(&self, text: &str) -> Result<Search, CatalogueError> {
        let mut parts = text.trim().split(':');
        let mut search = Search::new(self.algorithm(parts.next().unwrap_or_default())?);
        let mut options: Vec<(&str, Option<String>)> = Vec::new();
        for part in parts {
            match (part.split_once('='), options.last_mut()) {
                (Some((name, value)), _) => options.push((name, Some(value.to_owned()))),
                // A value may have a colon in it, as in `heuristic=pdb:6-6-3`.
                (None, Some((_, Some(value)))) if SearchOption::named(part).is_none() => {
                    *value += &format!(":{part}");
                }
                (None, _) => options.push((part, None)),
            }
        }
        for (name, value) in options {
            let value = match (value, SearchOption::named(name)) {
                (Some(value), _) => value,
                (None, Some(SearchOption { name: option, value: Some(value), .. })) => {
                    return Err(OptionError::Missing { option, value }.into());
                }
                // A switch is on by its name alone.
                (None, None | Some(SearchOption { value: None, .. })) => "yes".to_owned(),
            };
            search.set(name, &value)?;
        }
        search.check()?;
        Ok(search)
    }

    /// An engine from its text: a search with limits for one move, as in `pvs:time=50ms:table=64MiB`,
    /// or `random`.
    ///
    /// # Errors
    /// The game has no such algorithm, or an option is not valid for it.
    pub fn engine(&self, text: &str) -> Result<EngineSpec, CatalogueError> {
        EngineSpec::read(self, text)
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

impl From<OptionError> for CatalogueError {
    fn from(error: OptionError) -> Self {
        CatalogueError::Option(error)
    }
}

/// Two representations of one game: the first serves where its rules can be made, such as those of
/// boards that fit a machine word, the second elsewhere.
pub(crate) struct Either(pub(crate) Arc<dyn GameEntry>, pub(crate) Arc<dyn GameEntry>);

impl Either {
    fn of(&self, settings: &Settings, position: Option<&str>) -> &dyn GameEntry {
        if self.0.check_settings(settings, position).is_ok() { &*self.0 } else { &*self.1 }
    }
}

impl GameEntry for Either {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn aliases(&self) -> &'static [&'static str] {
        self.0.aliases()
    }

    fn summary(&self) -> &'static str {
        self.0.summary()
    }

    fn players(&self) -> Players {
        self.0.players()
    }

    fn notation(&self) -> &'static str {
        self.0.notation()
    }

    fn settings(&self) -> &'static [Setting] {
        self.0.settings()
    }

    fn heuristics(&self) -> &[HeuristicInfo] {
        self.0.heuristics()
    }

    fn algorithms(&self) -> &[Algorithm] {
        self.0.algorithms()
    }

    fn default_algorithm(&self) -> Algorithm {
        self.0.default_algorithm()
    }

    fn check_settings(
        &self,
        settings: &Settings,
        position: Option<&str>,
    ) -> Result<(), CatalogueError> {
        self.of(settings, position).check_settings(settings, position)
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        self.of(settings, text).open(text, settings)
    }

    fn check_certificate(
        &self,
        checker: &Checker,
        reader: &mut dyn Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection> {
        // The header tells which; both read it again.
        let mut head = Vec::new();
        (&mut *reader).take(Header::MAX_BYTES as u64).read_to_end(&mut head)?;
        let header = Header::read(&head[..])?;
        let position = (!header.position.is_empty()).then_some(header.position.as_str());
        let entry = self.of(&header.settings, position);
        entry.check_certificate(checker, &mut (&head[..]).chain(reader), watch)
    }

    fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
    ) -> Result<Shuffled, CatalogueError> {
        self.of(settings, None).shuffle(settings, shuffle, seed)
    }

    fn generate(
        &self,
        settings: &Settings,
        options: GenerateOptions,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError> {
        self.of(settings, None).generate(settings, options, seed, budget, progress)
    }

    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        self.0.enumerate(of, settings, budget, progress)
    }

    fn build_databases(
        &self,
        settings: &Settings,
        heuristic: &str,
        databases: &Databases,
        anew: bool,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<DatabaseReport>, CatalogueError> {
        self.0.build_databases(settings, heuristic, databases, anew, budget, progress)
    }

    fn one_per_distance(
        &self,
        settings: &Settings,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<AnyPosition>, CatalogueError> {
        self.of(settings, None).one_per_distance(settings, seed, budget, progress)
    }

    fn warm_up(&self, databases: &Databases, budget: &Budget) -> Result<(), CatalogueError> {
        self.0.warm_up(databases, budget)
    }
}
