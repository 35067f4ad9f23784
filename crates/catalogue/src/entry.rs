use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use tesuji_certificate::{Certificate, Checked, Checker, Entry, Header, Rejection};
use tesuji_core::{Budget, NamedGame, Notation, Progress, Rules, Settings};
use tesuji_table::Heading;

use crate::about::GameInfo;
use crate::databases::Databases;
use crate::options::SearchOption;
use crate::position::{Kit, Placed, given_settings};
use crate::tree::Recording;
use crate::{
    Algorithm, AnyPosition, AnyTable, CatalogueError, DatabaseReport, DistributedSearch, Ending,
    EngineSpec, Family, GenerateOptions, GeneratedReport, OptionError, Players, RecordOptions,
    Search, Shuffle, Shuffled, SpaceReport, TableBuildReport, TableDetail, algorithms,
};

/// A game or puzzle in a catalogue, its type hidden: it opens positions and makes others.
///
/// [`TwoPlayers`](crate::TwoPlayers) and [`OnePlayer`](crate::OnePlayer) make entries of types that
/// implement [`NamedGame`](tesuji_core::NamedGame). What a game does not offer is an error that says
/// so.
pub trait GameEntry: Send + Sync {
    /// What there is to know of the game without opening it.
    fn info(&self) -> &GameInfo;

    /// Whether the tree of a search by this algorithm can be recorded.
    fn can_record(&self, algorithm: &Algorithm) -> bool;

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

    /// Makes a position at random, with its moves if it was made by a walk; the same for the same seed
    /// on every machine.
    ///
    /// # Errors
    /// A setting is not valid, or a limit was reached.
    fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
        budget: &Budget,
    ) -> Result<Shuffled, CatalogueError>;

    /// Generates a hard position, the same for the same seed on every machine; none if that many
    /// tries led to none.
    ///
    /// # Errors
    /// The game does not offer it, a setting is not valid, or a limit was reached. With 0 tries it
    /// says no more than that, at once: callers check the settings so.
    fn generate(
        &self,
        settings: &Settings,
        options: GenerateOptions,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError>;

    /// Visits every state of a space, by distance from the goal: `of` is the size of the board or,
    /// where the states of a board are not all connected, a position. `workers` do it, or this thread.
    ///
    /// # Errors
    /// The game does not offer it, the text or a setting is not valid, or the workers cannot do it.
    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError>;

    /// Makes a certificate of a complete report on the space `of` the size or position, and checks it.
    ///
    /// # Errors
    /// The game does not offer it, the report is not complete, or it cannot be checked within the
    /// budget.
    fn certify_space(
        &self,
        of: Option<&str>,
        report: &SpaceReport,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError>;

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

    /// Builds the tables of all positions that can be reached from several starts, in one file, and up
    /// to `threads` of them at the same time. The settings that are not given are to be the same for
    /// all. If a limit ends the build, the tables that are finished stay in a directory beside the file,
    /// from which the same call goes on.
    ///
    /// # Errors
    /// The game has one player, there is no start, a setting or a text is not valid, or the settings of
    /// the starts differ; a limit was reached, or a file cannot be read or written.
    fn build_tables(
        &self,
        starts: &[String],
        settings: &Settings,
        table: (&Path, TableDetail),
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableBuildReport, CatalogueError>;

    /// Opens a table of this game.
    ///
    /// # Errors
    /// The game has one player, or the file cannot be read, is damaged, or is not a table of it.
    fn open_table(&self, path: &Path) -> Result<AnyTable, CatalogueError>;

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

/// The methods that the builders of entries share.
macro_rules! builder_methods {
    ($rules:ident, $players:expr, $solver:ident, $observable:ident, $record:ident) => {
        /// The algorithm that serves best if none is named.
        #[must_use]
        pub fn default_algorithm(mut self, name: &'static str) -> Self {
            self.about.info.default_algorithm = name;
            self
        }

        /// Another name and summary, for an entry of the same game with other defaults.
        #[must_use]
        pub fn called(mut self, name: &'static str, summary: &'static str) -> Self {
            let info = &mut self.about.info;
            (info.name, info.aliases, info.summary) = (name, &[], summary);
            self
        }

        /// Another default for a setting.
        #[must_use]
        pub fn default_setting(mut self, name: &'static str, value: &str) -> Self {
            self.about.defaults = self.about.defaults.with(name, value);
            self
        }

        /// What the game offers besides its rules and searches.
        #[must_use]
        pub fn extras(mut self, extras: impl Extras<$rules> + 'static) -> Self {
            self.about.extras = Arc::new(extras);
            self
        }

        /// Another search, by name: it stands beside the others wherever algorithms are named.
        #[must_use]
        pub fn solver(
            self,
            name: &'static str,
            summary: &'static str,
            build: impl Fn(&$rules, &Search) -> Box<dyn $solver<$rules>> + Send + Sync + 'static,
        ) -> Self {
            self.algorithm(Algorithm::own(name, summary, $players), build)
        }

        /// Another algorithm with its full description; one of the same name is replaced.
        #[must_use]
        pub fn algorithm(
            self,
            algorithm: Algorithm,
            build: impl Fn(&$rules, &Search) -> Box<dyn $solver<$rules>> + Send + Sync + 'static,
        ) -> Self {
            self.add(OwnSearch { algorithm, build: Arc::new(build), record: None })
        }

        /// [`algorithm`](Self::algorithm) for one whose trees can be recorded, drawn and replayed.
        #[must_use]
        pub fn observable_algorithm<S: $observable<$rules> + 'static>(
            self,
            algorithm: Algorithm,
            build: impl Fn(&$rules, &Search) -> S + Clone + Send + Sync + 'static,
        ) -> Self {
            let (name, again) = (algorithm.name, build.clone());
            let record =
                move |rules: &$rules, state: &<$rules as Rules>::State, options: &RecordOptions| {
                    let search = again(rules, &options.search);
                    $record(name, rules, state, &search, &options.limits())
                };
            self.add(OwnSearch {
                algorithm,
                build: Arc::new(move |rules, search| Box::new(build(rules, search))),
                record: Some(Arc::new(record)),
            })
        }
    };
}
pub(crate) use builder_methods;

/// Records the tree of a search.
type RecordTree<R> =
    Arc<dyn Fn(&R, &<R as Rules>::State, &RecordOptions) -> Recording + Send + Sync>;

/// Builds a search, as an `S`.
type BuildSearch<R, S> = Arc<dyn Fn(&R, &Search) -> Box<S> + Send + Sync>;

/// A search that is not in the table, as an `S`.
pub(crate) struct OwnSearch<R: Rules, S: ?Sized> {
    pub(crate) algorithm: Algorithm,
    pub(crate) build: BuildSearch<R, S>,
    pub(crate) record: Option<RecordTree<R>>,
}

impl Algorithm {
    /// The description of a user's own search.
    pub(crate) fn own(name: &'static str, summary: &'static str, players: Players) -> Self {
        Algorithm {
            name,
            aliases: &[],
            summary,
            guarantee: "its author's",
            players,
            family: Family::Own,
            ending: Ending::Always,
            options: &[],
        }
    }
}

/// What can be put into a [`Catalogue`](crate::Catalogue): the builders
/// [`TwoPlayers`](crate::TwoPlayers) and [`OnePlayer`](crate::OnePlayer), and whatever implements
/// [`GameEntry`].
pub trait IntoEntry: Sized {
    /// The finished entry.
    fn into_entry(self) -> Arc<dyn GameEntry>;

    /// An entry of one game in two representations: this one serves where its rules can be made,
    /// such as those of boards that fit a machine word, and `other` elsewhere.
    fn or(self, other: impl IntoEntry) -> Arc<dyn GameEntry> {
        Arc::new(Either(self.into_entry(), other.into_entry()))
    }
}

impl IntoEntry for Arc<dyn GameEntry> {
    fn into_entry(self) -> Arc<dyn GameEntry> {
        self
    }
}

impl fmt::Debug for dyn GameEntry + '_ {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("GameEntry").field(&self.name()).finish()
    }
}

impl dyn GameEntry + '_ {
    /// The name that the game is called by.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// How many players it has.
    pub fn players(&self) -> Players {
        self.info().players
    }

    /// The algorithms that can be asked about its positions, in the order in which they are taught.
    pub fn algorithms(&self) -> &[Algorithm] {
        &self.info().algorithms
    }

    /// The algorithm that serves best if none is named.
    pub fn default_algorithm(&self) -> Algorithm {
        let (info, all) = (self.info(), self.algorithms());
        *all.iter().find(|one| one.name == info.default_algorithm).unwrap_or(&all[0])
    }

    /// The search that plays a game if none is named.
    ///
    /// # Errors
    /// The entry was given an opponent that is not a search of the game.
    pub fn default_opponent(&self) -> Result<Search, CatalogueError> {
        match self.info().default_opponent {
            Some(text) => self.search(text),
            None => Ok(Search::new(self.default_algorithm())),
        }
    }

    /// The algorithm of that name.
    ///
    /// # Errors
    /// The game has none of that name.
    pub fn algorithm(&self, name: &str) -> Result<Algorithm, CatalogueError> {
        algorithms::named(self.name(), self.players(), self.algorithms(), name)
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
            search.add(name, &value)?;
        }
        search.check()?;
        Ok(search)
    }

    /// An engine from its text: a search with limits for one move, as in `pvs:time=50ms:table=64MiB`,
    /// and with `table-file=FILE` for a table of the solved game; or `random`.
    ///
    /// # Errors
    /// The game has no such algorithm, or an option is not valid for it.
    pub fn engine(&self, text: &str) -> Result<EngineSpec, CatalogueError> {
        EngineSpec::read((self.name(), self.players()), text, |search| self.search(search))
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
    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn can_record(&self, algorithm: &Algorithm) -> bool {
        self.0.can_record(algorithm)
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
        // The header says which; the check reads it again.
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
        budget: &Budget,
    ) -> Result<Shuffled, CatalogueError> {
        self.of(settings, None).shuffle(settings, shuffle, seed, budget)
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
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        self.0.enumerate(of, settings, workers, budget, progress)
    }

    fn certify_space(
        &self,
        of: Option<&str>,
        report: &SpaceReport,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        self.0.certify_space(of, report, budget)
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

    fn build_tables(
        &self,
        starts: &[String],
        settings: &Settings,
        table: (&Path, TableDetail),
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableBuildReport, CatalogueError> {
        let entry = self.of(settings, starts.first().map(String::as_str));
        entry.build_tables(starts, settings, table, threads, budget, progress)
    }

    fn open_table(&self, path: &Path) -> Result<AnyTable, CatalogueError> {
        let heading = Heading::read(path)?;
        self.of(&heading.settings, Some(&heading.start)).open_table(path)
    }

    fn warm_up(&self, databases: &Databases, budget: &Budget) -> Result<(), CatalogueError> {
        self.0.warm_up(databases, budget)
    }
}

/// An entry whose representation of the game is a single type.
impl<K: Kit> GameEntry for Arc<K> {
    fn info(&self) -> &GameInfo {
        &self.about().info
    }

    fn can_record(&self, algorithm: &Algorithm) -> bool {
        Kit::can_record(&**self, algorithm)
    }

    fn check_settings(
        &self,
        settings: &Settings,
        position: Option<&str>,
    ) -> Result<(), CatalogueError> {
        // A file names more settings than a user may.
        let settings = self.about().with_defaults(settings, position);
        let opened = K::Rules::open(&settings, position);
        opened.map(drop).map_err(|error| CatalogueError::open(self.about().info.name, error))
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        Placed::read(self, self.about().rules(settings, text)?, text)
    }

    fn check_certificate(
        &self,
        checker: &Checker,
        reader: &mut dyn Read,
        watch: Option<&mut dyn FnMut(Entry)>,
    ) -> Result<Checked, Rejection> {
        Kit::check_certificate(&**self, checker, reader, watch)
    }

    fn shuffle(
        &self,
        settings: &Settings,
        shuffle: Shuffle,
        seed: u64,
        budget: &Budget,
    ) -> Result<Shuffled, CatalogueError> {
        let rules = self.about().rules(settings, None)?;
        let (state, moves) = self.about().extras.shuffle(&rules, shuffle, K::WALK, seed, budget)?;
        Ok(Shuffled { position: Placed::boxed(self, rules, state), moves })
    }

    fn generate(
        &self,
        settings: &Settings,
        options: GenerateOptions,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GeneratedReport>, CatalogueError> {
        let settings = &self.about().with_defaults(settings, None);
        self.about().extras.generate(settings, options, seed, budget, progress)
    }

    fn enumerate(
        &self,
        of: Option<&str>,
        settings: &Settings,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<SpaceReport, CatalogueError> {
        let settings = &self.about().with_defaults(settings, None);
        let report = Kit::enumerate(&**self, of, settings, workers, budget, progress)?;
        Ok(SpaceReport { game: self.about().info.name, ..report })
    }

    fn certify_space(
        &self,
        of: Option<&str>,
        report: &SpaceReport,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        Kit::certify_space(&**self, of, report, budget)
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
        let settings = &self.about().with_defaults(settings, None);
        self.about().extras.build_databases(settings, heuristic, databases, anew, budget, progress)
    }

    fn one_per_distance(
        &self,
        settings: &Settings,
        seed: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Vec<AnyPosition>, CatalogueError> {
        let rules = Arc::new(self.about().rules(settings, None)?);
        let states = self.about().extras.one_per_distance(&rules, seed, budget, progress)?;
        let place = |state| Placed::boxed(self, Arc::clone(&rules), state);
        Ok(states.into_iter().map(place).collect())
    }

    fn build_tables(
        &self,
        starts: &[String],
        settings: &Settings,
        table: (&Path, TableDetail),
        threads: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<TableBuildReport, CatalogueError> {
        let game = self.about().info.name;
        let (mut read, mut given) = (Vec::new(), None);
        for text in starts {
            let rules = self.about().rules(settings, Some(text))?;
            let state = rules
                .parse_state(text)
                .map_err(|error| CatalogueError::position(game, text, error))?;
            let own = given_settings(&rules);
            if *given.get_or_insert_with(|| own.clone()) != own {
                return Err(CatalogueError::OtherSettings(text.clone()));
            }
            read.push((rules.settings(), rules.state_text(&state)));
        }
        if read.is_empty() {
            return Err(self.about().lacks("a table without a start"));
        }
        Kit::build_tables(&**self, &read, table, threads, budget, progress)
    }

    fn open_table(&self, path: &Path) -> Result<AnyTable, CatalogueError> {
        Kit::open_table(&**self, path)
    }

    fn warm_up(&self, databases: &Databases, budget: &Budget) -> Result<(), CatalogueError> {
        self.about().extras.warm_up(databases, budget)
    }
}
