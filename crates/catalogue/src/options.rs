//! The options of searches: each is defined once, here.

use std::str::FromStr;
use std::time::Duration;

use bytesize::ByteSize;
use tesuji_adversarial::OpponentModel;
use tesuji_core::{named_values, quoted};
use tesuji_informed::Weight;

/// An option of searches, as command lines, pages and engine specifications offer it.
#[derive(Clone, Copy, Debug)]
pub struct SearchOption {
    /// The name that it is set by.
    pub name: &'static str,
    /// What stands for its value in a help text; none for a switch, whose value is `yes` or `no`.
    pub value: Option<&'static str>,
    /// What it does, with its default.
    pub help: &'static str,
    check: fn(&str) -> Result<(), String>,
}

impl SearchOption {
    /// The option of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static SearchOption> {
        ALL.iter().find(|option| option.name == name)
    }

    /// Checks the text of a value.
    ///
    /// # Errors
    /// What the value should look like.
    pub fn check(&self, value: &str) -> Result<(), String> {
        (self.check)(value)
    }
}

/// The name of an option with the type of its value.
#[derive(Debug)]
pub struct Key<T: 'static> {
    /// The option's name.
    pub name: &'static str,
    parse: fn(&str) -> Result<T, String>,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Key<T> {}

impl<T> Key<T> {
    /// Reads a value.
    ///
    /// # Errors
    /// What the value should look like.
    pub fn parse(&self, value: &str) -> Result<T, String> {
        (self.parse)(value)
    }
}

macro_rules! options {
    ($($(#[$doc:meta])* $key:ident: $type:ty = $name:literal $value:expr, $parse:expr, $help:expr;)*) => {
        $(
            $(#[$doc])*
            #[doc = ""]
            #[doc = $help]
            pub const $key: Key<$type> = Key { name: $name, parse: $parse };
        )*

        /// All options, in the order in which a help text lists them.
        pub static ALL: &[SearchOption] = &[
            $(SearchOption {
                name: $name,
                value: $value,
                help: $help,
                check: |value| $key.parse(value).map(drop),
            },)*
        ];
    };
}

options! {
    /// The heuristic of an informed search, or the evaluator of a game.
    HEURISTIC: String = "heuristic" Some("NAME"), name,
        "The heuristic of an informed search, or for two players the evaluator; the game's best by default";
    /// The weight of weighted A*.
    WEIGHT: Weight = "weight" Some("W"), from_str,
        "The factor of the heuristic in weighted A* [default: 1.5]";
    /// The depth limit of depth-limited search.
    DEPTH_LIMIT: u32 = "depth-limit" Some("MOVES"), whole,
        "The depth limit of depth-limited search [default: 31; in `compare` the optimal length]";
    /// The depth of a search for two players.
    DEPTH: u32 = "depth" Some("PLIES"), positive,
        "The depth in plies of a search for two players [default: to the end of the game]";
    /// Whether only the outcome is wanted.
    OUTCOME_ONLY: bool = "outcome-only" None, switch,
        "Search with the window (-1, +1): find the winner, not the distance to the end";
    /// Whether moves are tried in reverse.
    REVERSE_MOVES: bool = "reverse-moves" None, switch,
        "Try the moves in reverse order";
    /// Whether all best moves are listed.
    BEST_MOVES: bool = "all" None, switch,
        "List all best moves, in a game for two players";
    /// The memory for a table or tree.
    TABLE: usize = "table" Some("SIZE"), bytes,
        "The maximum memory of a transposition table, as in 64MiB, or of a Monte-Carlo tree with \
         its table; 0 for no table, if the search works without one [default: 512 MiB; for ids and \
         ida* 0, unless many paths lead to one state or with --exhaust]";
    /// Whether a table compares whole positions.
    VERIFIED_TABLE: bool = "verified-table" None, switch,
        "Compare whole positions in the transposition table, not only their keys, so that no proof \
         depends on a key";
    /// The number of simulations.
    PLAYOUTS: u64 = "playouts" Some("N"), positive,
        "How many simulations a Monte-Carlo search runs [default: 10000, or as many as --time or \
         --nodes allow]";
    /// Whether simulations are adjudicated early.
    ADJUDICATE: bool = "adjudicate" Some("yes|no"), switch,
        "Whether a simulation ends as soon as the game's hints decide the result [default: yes]";
    /// The constant of the exploration term.
    EXPLORATION: f64 = "exploration" Some("C"), number_from_0,
        "How much a Monte-Carlo search tries moves of which little is known: the constant of the term \
         that is added to their mean [default: 0.6; for puct 1.5, for rave 0]";
    /// The assumed bias of the mean of all moves as first.
    AMAF_BIAS: f64 = "amaf-bias" Some("B"), number_from_0,
        "The bias that rave and grave assume of the mean of all simulations with a move: the larger, \
         the sooner its own mean counts [default: 0.001]";
    /// The number of visits from which a position's statistics are used below it.
    REFERENCE: u32 = "reference" Some("N"), whole,
        "More than how many simulations a position needs for its statistics to serve the positions \
         below it in grave [default: 100]";
    /// The weight of a bonus.
    BONUS: f64 = "bonus" Some("W"), number_from_0,
        "The weight of the evaluator in uct-biased [default: 5], and of proof numbers in pn-mcts \
         [default: 1]";
    /// The seed of a Monte-Carlo search.
    SEED: u64 = "seed" Some("SEED"), whole,
        "The seed of the random numbers of a Monte-Carlo search [default: 0]";
    /// The number of threads.
    THREADS: usize = "threads" Some("N"), threads,
        "The number of threads, for searches that can use several [default: 1]";
    /// What the threads of a Monte-Carlo search share.
    PARALLEL: Parallel = "parallel" Some("tree|root"), from_str,
        "What the threads of a Monte-Carlo search share: the tree, or only the root [default: tree]";
    /// The opponent model of expectimax.
    OPPONENT: OpponentModel = "opponent" Some("MODEL"), from_str,
        "The opponent model of expectimax: uniform (the default), pessimistic or optimistic";
    /// The temperature of the opponent model.
    TEMPERATURE: f64 = "temperature" Some("T"), positive_number,
        "The temperature of a pessimistic or optimistic opponent, where a win is worth 1000: the \
         higher, the closer to uniform [default: 100; with --depth, half of what the evaluator \
         counts as a clear difference]";
    /// The adversary against whom a game is solved.
    ADVERSARY: Adversary = "adversary" Some("best|random"), from_str,
        "The adversary, in games that offer both: best (the default), or random for the least \
         expected cost";
    /// A file of proved results.
    STORE: String = "store" Some("FILE"), name,
        "Start df-pn from the proved results in this file, and add what it proves to them; the file \
         is created if it does not exist";
    /// Whether the search must find out itself that there is no solution.
    EXHAUST: bool = "exhaust" None, switch,
        "Search even if an argument proves the position unsolvable without a search; with bfs \
         unless --with names another algorithm";
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The algorithm does nothing with the option.
    #[error("{algorithm} takes no {option}; {}", for_whom(takers))]
    Unused {
        /// The algorithm.
        algorithm: &'static str,
        /// The option.
        option: &'static str,
        /// The algorithms that take it; none if it is for some games alone.
        takers: Vec<&'static str>,
    },
    /// There is no option of that name.
    #[error("there is no option {}; there are {}", quoted(.0), known().join(", "))]
    Unknown(String),
    /// A value is not valid.
    #[error("{} is not valid for {option}: {problem}", quoted(.value))]
    Value {
        /// The option.
        option: &'static str,
        /// The value.
        value: String,
        /// What it should look like.
        problem: String,
    },
    /// An option without its value.
    #[error("{option} needs a value, as in {option}={value}")]
    Missing {
        /// The option.
        option: &'static str,
        /// What stands for its value in a help text.
        value: &'static str,
    },
    /// An option is set a second time.
    #[error("{search} sets {option} already: give it once")]
    Twice {
        /// The search with its options so far.
        search: String,
        /// The option.
        option: &'static str,
    },
    /// An engine does nothing with the option.
    #[error("engines do nothing with {0}")]
    NoEngine(&'static str),
    /// Two options do not go together, or one needs another.
    #[error("{0}")]
    Together(&'static str),
}

fn for_whom(takers: &[&str]) -> String {
    match takers {
        [] => "only some games have it".to_owned(),
        _ => format!("it is for {}", takers.join(", ")),
    }
}

fn known() -> Vec<&'static str> {
    ALL.iter().map(|option| option.name).collect()
}

/// What the threads of a Monte-Carlo search share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// [`TreeParallel`](tesuji_montecarlo::TreeParallel): one tree.
    #[default]
    Tree,
    /// [`RootParallel`](tesuji_montecarlo::RootParallel): the root; each thread has its own tree.
    Root,
}

/// The adversary against whom a game is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Adversary {
    /// Makes the best moves.
    #[default]
    Best,
    /// Makes each move with the same probability: the least expected cost is wanted.
    Random,
}

named_values!(Parallel: "tree" => Tree, "root" => Root);
named_values!(Adversary: "best" => Best, "random" => Random);

/// More threads than this help no search, and each takes memory and time to start.
pub const MAX_THREADS: usize = 256;

fn from_str<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn name(text: &str) -> Result<String, String> {
    if text.is_empty() { Err("a name is expected".to_owned()) } else { Ok(text.to_owned()) }
}

fn switch(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("yes or no is expected".to_owned()),
    }
}

/// Reads a whole number, as in `5000000`, `5_000_000`, `5M` or `5e6`; `k` is a thousand and `G` a
/// thousand million.
///
/// # Errors
/// The text is not a whole number, or it is too large.
///
/// # Example
/// ```
/// use tesuji_catalogue::options::whole;
///
/// let same = ["20000", "20_000", "20k", "2e4"];
/// assert!(same.iter().all(|text| whole(text) == Ok(20_000u16)));
/// for wrong in ["", "k", "e4", "2e", "2e4k", "2.5k", "-1", "2K"] {
///     assert_eq!(whole::<u64>(wrong), Err("not a whole number".to_owned()), "{wrong}");
/// }
/// assert_eq!(whole::<u8>("1k"), Err("too large a number".to_owned()));
/// ```
pub fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    let mut digits = text.replace('_', "");
    for (unit, zeros) in [("k", "e3"), ("M", "e6"), ("G", "e9")] {
        if digits.ends_with(unit) {
            digits.replace_range(digits.len() - 1.., zeros);
        }
    }
    let (digits, zeros) = digits.split_once('e').unwrap_or((&digits, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(digits) || !is_number(zeros) {
        return Err("not a whole number".to_owned());
    }
    // No type has more digits.
    let zeros = zeros.parse().unwrap_or(usize::MAX).min(40);
    let number = format!("{digits}{}", "0".repeat(zeros)).parse();
    number.map_err(|_| "too large a number".to_owned())
}

/// Reads a whole number above 0.
///
/// # Errors
/// The text is not a whole number, it is 0, or it is too large.
pub fn positive<T: FromStr + Default + PartialEq>(text: &str) -> Result<T, String> {
    let number: T = whole(text)?;
    if number == T::default() { Err("it must be at least 1".to_owned()) } else { Ok(number) }
}

/// Reads a finite number; a whole one as [`whole`] does.
///
/// # Errors
/// The text is something else.
pub fn number(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let number = whole::<u64>(text).map(|number| number as f64).or_else(|_| real(text))?;
    if number.is_finite() { Ok(number) } else { Err("not a finite number".to_owned()) }
}

fn real(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "not a number".to_owned())
}

fn number_from_0(text: &str) -> Result<f64, String> {
    let number = real(text)?;
    if number >= 0.0 && number.is_finite() {
        Ok(number)
    } else {
        Err("it must be at least 0".to_owned())
    }
}

fn positive_number(text: &str) -> Result<f64, String> {
    let number = real(text)?;
    if number > 0.0 && number.is_finite() {
        Ok(number)
    } else {
        Err("it must be above 0".to_owned())
    }
}

fn threads(text: &str) -> Result<usize, String> {
    let threads = positive(text)?;
    if threads > MAX_THREADS {
        return Err(format!("{threads} threads are too many: at most {MAX_THREADS} help"));
    }
    Ok(threads)
}

/// Reads a number of bytes such as `64MiB` or `4GB`; what is too large for the machine saturates.
///
/// # Errors
/// The text is not a size.
pub fn bytes(text: &str) -> Result<usize, String> {
    let size: ByteSize = text.parse().map_err(|_| "not a size such as 512MiB or 4GB".to_owned())?;
    Ok(usize::try_from(size.as_u64()).unwrap_or(usize::MAX))
}

/// Reads a time above 0 such as `90s`, `5m` or `1h 30m`.
///
/// # Errors
/// The text is not a time, or it is 0.
pub fn time(text: &str) -> Result<Duration, String> {
    let time = time_or_zero(text)?;
    if time.is_zero() { Err("a limit of 0 leaves nothing to do".to_owned()) } else { Ok(time) }
}

/// Reads a time such as `90s`, `5m` or `0s`.
///
/// # Errors
/// The text is not a time.
pub fn time_or_zero(text: &str) -> Result<Duration, String> {
    if whole::<u64>(text).is_ok_and(|number| number > 0) {
        return Err(format!("a time has a unit, as in {text}s"));
    }
    humantime::parse_duration(text).map_err(|_| "not a time such as 90s or 5m".to_owned())
}
