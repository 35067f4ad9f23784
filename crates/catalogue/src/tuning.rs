//! Tuning the numbers of an engine by games.

use tesuji_core::Instant;

use tesuji_arena::{BadRange, Match, Parameter, Spsa};
use tesuji_core::hash::mix;
use tesuji_core::{Settings, quoted};

use crate::options::{SearchOption, number};
use crate::{CatalogueError, EngineSpec, GamePosition, MatchReport};

/// A number of an engine that is tuned.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The name of the option.
    pub name: String,
    /// Its range.
    pub parameter: Parameter,
}

/// Why a number cannot be tuned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TunedError {
    /// The engine is not a search by name.
    #[error("a search is tuned, not {0}")]
    NoSearch(String),
    /// No search has an option of that name.
    #[error("there is no option {name}", name = quoted(.0))]
    UnknownOption(String),
    /// The option has other values.
    #[error("the values of {0} are no numbers")]
    NoNumbers(&'static str),
    /// The engine sets the option to something else.
    #[error("{name} starts at {text}, no number", text = quoted(.text))]
    NoNumber {
        /// The option.
        name: String,
        /// What it is set to.
        text: String,
    },
    /// The range ends before it begins, or is a single number.
    #[error("the first number of {name}={low}..{high} must be the smaller one")]
    Order {
        /// The option.
        name: String,
        /// The first number.
        low: f64,
        /// The second number.
        high: f64,
    },
    /// The engine sets the option to a number outside of the range.
    #[error("{name} starts at {start}, which is not in its range from {low} to {high}")]
    Outside {
        /// The option.
        name: String,
        /// What it is set to.
        start: f64,
        /// The low end.
        low: f64,
        /// The high end.
        high: f64,
    },
    /// An end of the range is no value of the option.
    #[error("{low}..{high} is not a range of {name}: {reason}")]
    End {
        /// The option.
        name: &'static str,
        /// The low end.
        low: f64,
        /// The high end.
        high: f64,
        /// What a value should look like.
        reason: String,
    },
    /// There is no number to try in the range.
    #[error(transparent)]
    Range(#[from] BadRange),
}

impl Tuned {
    /// The option of this name between two numbers, `low` first. It starts at what it is set to, or
    /// else in the middle.
    ///
    /// # Errors
    /// What it is set to is no number of the range, or that is none.
    pub fn new(
        name: &str,
        [low, high]: [f64; 2],
        set: Option<&str>,
        is_whole: bool,
    ) -> Result<Self, TunedError> {
        let name = name.to_owned();
        if low >= high {
            return Err(TunedError::Order { name, low, high });
        }
        let start = match set.map(|text| number(text).map_err(|_| text)).transpose() {
            Ok(start) => start,
            Err(text) => return Err(TunedError::NoNumber { name, text: text.to_owned() }),
        };
        if let Some(start) = start.filter(|start| !(low..=high).contains(start)) {
            return Err(TunedError::Outside { name, start, low, high });
        }
        Ok(Tuned { name, parameter: Parameter::new(low, high, start, is_whole)? })
    }

    /// [`new`](Self::new) for an option of an engine that is a search.
    ///
    /// # Errors
    /// Those of `new`; the engine is no search, there is no such option, or its values are no numbers
    /// or not these.
    pub fn of_search(engine: &EngineSpec, name: &str, range: [f64; 2]) -> Result<Self, TunedError> {
        let search = engine.search().ok_or_else(|| TunedError::NoSearch(engine.to_string()))?;
        let option = SearchOption::named(name);
        let option = option.ok_or_else(|| TunedError::UnknownOption(name.to_owned()))?;
        let takes = |text| option.value.is_some() && option.check(text).is_ok();
        let name = option.name;
        if takes("one") || !(takes("1") || takes("0.5")) {
            return Err(TunedError::NoNumbers(name));
        }
        let set = search.options().find(|(known, _)| *known == name);
        let tuned = Self::new(name, range, set.map(|(_, text)| text), !takes("0.5"))?;
        let [low, high] = range;
        for end in range {
            let checked = option.check(&end.to_string());
            checked.map_err(|reason| TunedError::End { name, low, high, reason })?;
        }
        Ok(tuned)
    }
}

/// The text of an engine with these values of its options in place of its own.
#[must_use]
pub fn engine_with(engine: &str, values: &[(&str, String)]) -> String {
    let is_set = |part: &str| {
        part.split_once('=').is_some_and(|(set, _)| values.iter().any(|(name, _)| *name == set))
    };
    let parts = engine.trim().split(':').filter(|part| !is_set(part)).map(str::to_owned);
    let values = values.iter().map(|(name, value)| format!("{name}={value}"));
    parts.chain(values).collect::<Vec<_>>().join(":")
}

/// The settings of a tuning.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The number of iterations.
    pub iterations: u64,
    /// How each iteration is played.
    pub games: Match,
    /// The number of games that the tuned engine plays against the given one; 0 for none.
    pub check: u64,
}

/// The result of a tuning.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TuningReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings of the game.
    pub settings: Settings,
    /// The position that the openings start from.
    pub position: String,
    /// The engine as it was given.
    pub engine: String,
    /// The engine with the tuned numbers.
    pub tuned: String,
    /// The numbers.
    pub parameters: Vec<ParameterReport>,
    /// The number of completed iterations.
    pub iterations: u64,
    /// The number of games of them.
    pub games: u64,
    /// How many of these an engine lost by an illegal move, on time or by a failure.
    pub forfeits: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of random plies at the beginning of each pair of games.
    pub opening_plies: u32,
    /// The match of the tuned engine, the first contestant, against the given one.
    pub check: Option<MatchReport>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The limit that ended the tuning early, which the caller sets.
    pub limit: Option<String>,
}

/// A tuned number.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ParameterReport {
    /// The name of the option.
    pub name: String,
    /// The low end of the range.
    pub low: f64,
    /// The high end of the range.
    pub high: f64,
    /// Where the tuning started.
    pub start: f64,
    /// The tuned value.
    pub value: f64,
}

/// An iteration of a tuning.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TuningStep {
    /// The number of the iteration, from 1.
    pub iteration: u64,
    /// The values of the first engine, in the order of the parameters.
    pub up: Vec<f64>,
    /// The values of the second engine.
    pub down: Vec<f64>,
    /// The points of the first engine, as a share.
    pub points: f64,
    /// The values that the tuning would end with.
    pub values: Vec<f64>,
}

/// Makes an engine with values of its options, as pairs of a name and a text.
pub type MakeEngine<'e> = dyn Fn(&[(&str, String)]) -> Result<EngineSpec, CatalogueError> + 'e;

/// Tunes the numbers of an engine by SPSA, see [`Spsa`]. `engine` makes it with values of its options,
/// and as it was given if there are none. `openings` are positions, which the pairs of games begin
/// from in turn; `progress` receives each iteration.
///
/// # Errors
/// The game has one player, an engine cannot be made or cannot play it, or an opening is not valid.
///
/// # Example
/// ```
/// use tesuji_arena::{Match, Parameter};
/// use tesuji_catalogue::{Catalogue, Tuned, Tuning, tune};
///
/// let catalogue = Catalogue::standard();
/// let game = catalogue.game("tic-tac-toe")?;
/// let start = game.open(None, &Default::default())?;
/// let parameter = Parameter::new(0.05, 5.0, None, false).expect("a range");
/// let tuned = [Tuned { name: "exploration".to_owned(), parameter }];
/// let engine = |values: &[(&str, String)]| {
///     let options: String = values.iter().map(|(name, value)| format!(":{name}={value}")).collect();
///     game.engine(&format!("uct:playouts=20{options}"))
/// };
/// let settings = Tuning { iterations: 10, games: Match::new(2), check: 0 };
/// let report = tune(&*start, &tuned, &engine, &settings, &[], &mut |_| {})?;
/// assert_eq!((report.iterations, report.games), (10, 20));
/// assert!(report.tuned.starts_with("uct:playouts=20:exploration="));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
pub fn tune(
    position: &dyn GamePosition,
    tuned: &[Tuned],
    engine: &MakeEngine,
    settings: &Tuning,
    openings: &[String],
    progress: &mut dyn FnMut(&TuningStep),
) -> Result<TuningReport, CatalogueError> {
    let started = Instant::now();
    let with = |values: &[f64]| {
        let texts = tuned.iter().zip(values);
        let texts: Vec<_> =
            texts.map(|(one, value)| (one.name.as_str(), value.to_string())).collect();
        engine(&texts)
    };
    let given = engine(&[])?;
    let parameters: Vec<_> = tuned.iter().map(|one| one.parameter.clone()).collect();
    let seed = settings.games.seed;
    let mut spsa = Spsa::new(parameters, settings.iterations, seed);
    let mut openings = openings.to_vec();
    let (mut games, mut forfeits, pairs) = (0, 0, settings.games.games.div_ceil(2));
    while let Some([up, down]) = spsa.candidates() {
        let iteration = spsa.completed() + 1;
        let own = settings.games.clone().seed(mix(&(seed, iteration)));
        let players = [with(&up)?, with(&down)?];
        let report = position.contest(&players, &own, &openings, &mut |_, _| {})?;
        if settings.games.stop.is_raised() {
            break;
        }
        games += report.games;
        forfeits += report.forfeits.iter().sum::<u64>();
        let points = report.pentanomial.score();
        spsa.learn(2.0 * points - 1.0);
        progress(&TuningStep { iteration, up, down, points, values: spsa.values() });
        if let Some(count) = openings.len().checked_sub(1) {
            openings.rotate_left((pairs % (count as u64 + 1)) as usize);
        }
    }
    let values = spsa.values();
    let best = with(&values)?;
    let is_stopped = settings.games.stop.is_raised();
    let check = if settings.check == 0 || is_stopped {
        None
    } else {
        let mut own = settings.games.clone().seed(mix(&(seed, 0_u64)));
        own.games = settings.check;
        Some(position.contest(&[best.clone(), given.clone()], &own, &openings, &mut |_, _| {})?)
    };
    let parameters = tuned.iter().zip(&values).map(|(Tuned { name, parameter }, &value)| {
        let Parameter { low, high, start, .. } = *parameter;
        ParameterReport { name: name.clone(), low, high, start, value }
    });
    Ok(TuningReport {
        game: position.game(),
        settings: position.settings(),
        position: position.notation(),
        engine: given.to_string(),
        tuned: best.to_string(),
        parameters: parameters.collect(),
        iterations: spsa.completed(),
        games,
        forfeits,
        seed,
        opening_plies: settings.games.opening_plies,
        check,
        seconds: started.elapsed().as_secs_f64(),
        limit: None,
    })
}
