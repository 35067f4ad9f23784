use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tesuji_core::{Budget, StopFlag, quoted};

use super::{Algorithm, Players, SearchOption, SearchOptions, UnknownAlgorithm};

/// An engine by name: an algorithm with its settings, joined by colons, or `random`.
///
/// `depth` is in plies, `heuristic` the name of an evaluator, `nodes` and `time` are limits for one move, `table` is the most memory for
/// a transposition table; `playouts` are the simulations of a Monte-Carlo search for one move, and
/// `sight=no` makes it play every game to its end. An engine without a limit of its own may think
/// about a move for as long as [`limits`](Self::limits) or the algorithm allow.
///
/// # Example
/// ```
/// use tesuji_catalogue::EngineSpec;
///
/// let engine: EngineSpec = "pvs:time=50ms:table=64MiB".parse()?;
/// assert_eq!(engine.to_string(), "pvs:time=50ms:table=64MiB");
/// let error = "pvs:speed=9".parse::<EngineSpec>().unwrap_err().to_string();
/// assert_eq!(
///     error,
///     "engines have no setting \"speed\"; \
///      there are depth, heuristic, nodes, playouts, sight, table, time"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EngineSpec {
    text: String,
    /// None for a player who draws lots.
    options: Option<SearchOptions>,
    limits: Limits,
    stop: Option<StopFlag>,
}

/// What an engine may use for a move.
#[derive(Clone, Copy, Debug, Default)]
struct Limits {
    nodes: Option<u64>,
    time: Option<Duration>,
}

/// Why a text names no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineSpecError {
    /// There is no algorithm of that name.
    #[error(transparent)]
    UnknownAlgorithm(#[from] UnknownAlgorithm),
    /// The algorithm does not play.
    #[error("{0} is a search for one player")]
    OnePlayer(Algorithm),
    /// A setting has no value.
    #[error("{} is no setting: those are written as in depth=6", quoted(.0))]
    NoValue(String),
    /// A player who draws lots has nothing to set.
    #[error("random has no settings")]
    RandomSetting,
    /// The algorithm does nothing with a setting.
    #[error("{algorithm} takes no {option}")]
    Unused {
        /// The algorithm.
        algorithm: Algorithm,
        /// What was set.
        option: SearchOption,
    },
    /// There is no setting of that name.
    #[error(
        "engines have no setting {name}; there are {}",
        settings().join(", "),
        name = quoted(.name)
    )]
    UnknownSetting {
        /// What was set.
        name: String,
    },
    /// A setting makes no sense.
    #[error("{value} is no {name}: {expected}", value = quoted(.value))]
    BadValue {
        /// What was set.
        name: &'static str,
        /// To what.
        value: String,
        /// What it should look like.
        expected: &'static str,
    },
}

/// What a setting is called by, what its values look like, and how one is read: not if it makes no
/// sense.
type Setting<K, T> = (K, &'static str, fn(&mut T, &str) -> Option<()>);

/// What can be said of a search.
const OPTIONS: [Setting<SearchOption, SearchOptions>; 5] = [
    (SearchOption::Depth, "a number of plies", |search, value| {
        search.depth = Some(positive(value)?.try_into().ok()?);
        Some(())
    }),
    // Whether the game has it, it says itself.
    (SearchOption::Heuristic, "a name", |search, value| {
        search.heuristic = Some(value.to_owned()).filter(|name| !name.is_empty());
        search.heuristic.is_some().then_some(())
    }),
    (SearchOption::Playouts, "a whole number", |search, value| {
        search.playouts = Some(positive(value)?);
        Some(())
    }),
    (SearchOption::Sight, "yes or no", |search, value| {
        search.sight = match value {
            "yes" => true,
            "no" => false,
            _ => return None,
        };
        Some(())
    }),
    (SearchOption::Table, "as in 64MiB", |search, value| {
        search.table_bytes = Some(parse_bytes(value)?);
        Some(())
    }),
];

/// What can be said of any search, as the limits for a move.
const LIMITS: [Setting<&str, Limits>; 2] = [
    ("nodes", "a whole number", |limits, value| {
        limits.nodes = Some(positive(value)?);
        Some(())
    }),
    ("time", "as in 50ms or 2s", |limits, value| {
        limits.time = Some(parse_time(value)?);
        Some(())
    }),
];

/// The names of all settings.
fn settings() -> Vec<&'static str> {
    let options = OPTIONS.iter().map(|(option, ..)| option.name());
    let mut names: Vec<_> = options.chain(LIMITS.iter().map(|limit| limit.0)).collect();
    names.sort_unstable();
    names
}

impl EngineSpec {
    /// A search with these options and without limits of its own, by its name.
    #[must_use]
    pub fn searching(options: SearchOptions) -> Self {
        let text = options.algorithm.name().to_owned();
        EngineSpec { text, options: Some(options), limits: Limits::default(), stop: None }
    }

    /// The same engine, called something else.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Self {
        self.text = name.into();
        self
    }

    /// The same engine with these limits for a move, if it has none of its own, of any kind.
    #[must_use]
    pub fn limits(mut self, nodes: Option<u64>, time: Option<Duration>) -> Self {
        if !self.is_limited() {
            self.limits = Limits { nodes, time };
        }
        self
    }

    /// The same engine, which moves at once when this flag is raised.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Whether it has a limit of its own.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        let Limits { nodes, time } = self.limits;
        let by_search =
            |options: &SearchOptions| options.depth.is_some() || options.playouts.is_some();
        nodes.is_some() || time.is_some() || self.options.as_ref().is_none_or(by_search)
    }

    /// The algorithm, unless it plays at random.
    #[must_use]
    pub fn algorithm(&self) -> Option<Algorithm> {
        self.options().map(|options| options.algorithm)
    }

    /// The algorithm with its settings, unless it plays at random.
    #[must_use]
    pub fn options(&self) -> Option<&SearchOptions> {
        self.options.as_ref()
    }

    /// The limits for one move.
    pub(crate) fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(nodes) = self.limits.nodes {
            budget = budget.nodes(nodes);
        }
        if let Some(time) = self.limits.time {
            budget = budget.time(time);
        }
        match &self.stop {
            Some(flag) => budget.stop(flag.clone()),
            None => budget,
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), EngineSpecError> {
        let Some(search) = &mut self.options else {
            return Err(EngineSpecError::RandomSetting);
        };
        let bad =
            |name, expected| EngineSpecError::BadValue { name, value: value.to_owned(), expected };
        if let Some((name, expected, read)) = LIMITS.into_iter().find(|limit| limit.0 == name) {
            return read(&mut self.limits, value).ok_or_else(|| bad(name, expected));
        }
        let found = OPTIONS.into_iter().find(|(option, ..)| option.name() == name);
        let (option, expected, read) =
            found.ok_or_else(|| EngineSpecError::UnknownSetting { name: name.to_owned() })?;
        let algorithm = search.algorithm;
        if !algorithm.takes(option) {
            return Err(EngineSpecError::Unused { algorithm, option });
        }
        read(search, value).ok_or_else(|| bad(option.name(), expected))
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.pad(&self.text)
    }
}

impl FromStr for EngineSpec {
    type Err = EngineSpecError;

    fn from_str(text: &str) -> Result<Self, EngineSpecError> {
        let text = text.trim();
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let options = if name.eq_ignore_ascii_case("random") {
            None
        } else {
            let algorithm: Algorithm = name.parse()?;
            if algorithm.players() != Players::Two {
                return Err(EngineSpecError::OnePlayer(algorithm));
            }
            Some(SearchOptions::new(algorithm))
        };
        let mut spec =
            EngineSpec { text: text.to_owned(), options, limits: Limits::default(), stop: None };
        for part in parts {
            let (name, value) =
                part.split_once('=').ok_or_else(|| EngineSpecError::NoValue(part.to_owned()))?;
            spec.set(name, value)?;
        }
        Ok(spec)
    }
}

fn positive(text: &str) -> Option<u64> {
    text.replace('_', "").parse().ok().filter(|&number| number > 0)
}

/// Splits a number from its unit.
fn measure(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    (number > 0.0).then_some((number, &text[end..]))
}

fn parse_time(text: &str) -> Option<Duration> {
    let (number, unit) = measure(text)?;
    let seconds = match unit {
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number * seconds).ok()
}

fn parse_bytes(text: &str) -> Option<usize> {
    let (number, unit) = measure(text)?;
    let bytes = match unit.to_ascii_lowercase().as_str() {
        "b" => 1.0,
        "kib" => 1024.0,
        "mib" => 1024f64.powi(2),
        "gib" => 1024f64.powi(3),
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        _ => return None,
    };
    // What is too large for the machine saturates, and is refused there.
    Some((number * bytes) as usize)
}
