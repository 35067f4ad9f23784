mod contest;
mod play;
mod tree;

use std::io::Read;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::{
    Adversary, Algorithm, AnyPosition, CourseOptions, GameEntry, Making, OpponentModel, Parallel,
    Players, ProofFile, SearchOption, SearchOptions, Settings, game,
};
use tesuji::core::quoted;
use tesuji::informed::Weight;
use tesuji::rush_hour::Language;

pub(crate) use contest::Contest;
pub(crate) use play::Play;
pub(crate) use tree::Tree;

/// Solves puzzles with every classical search, and says how sure it is.
#[derive(Debug, Parser)]
#[command(name = "tesuji", version, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 solved, 1 proved unsolvable, 2 bad input, \
    3 unknown (a limit was reached), 4 a file, a stream or the network failed.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve a position
    #[command(after_help = "Examples:
  tesuji solve taquin 806547231
  tesuji solve taquin 631752048 --with bfs --show
  tesuji solve taquin 806547231 --with ida* --heuristic manhattan --json
  tesuji solve taquin 123456708 --goal blank-last
  tesuji solve taquin 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 --time 60s
  tesuji solve taquin 15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0 --heuristic pdb:7-8 --threads 2
  tesuji solve taquin 1 2 3 0 / 4 5 6 7 --svg board.svg
  tesuji solve rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE. --metric slides --show
  tesuji solve rush-hour-rocks B..CCCB..D.FAA.DEFGGG.EF..I.KKHHIJJ. --strategy moves.csv
  tesuji solve rush-hour-rocks --adversary random
  tesuji solve breakthrough --with expectimax --depth 4 --opponent pessimistic
  tesuji solve tic-tac-toe XX.OO....
  tesuji solve nim 3-4-5 --rules misere --with alpha-beta --all
  tesuji solve breakthrough --size 4x5 --time 30s
  tesuji solve breakthrough --size 5x5 --with grave --playouts 10000

Exit codes: 0 solved, 1 proved unsolvable, 2 bad input, 3 unknown (a limit was reached), 4 a file
cannot be read or written. Ctrl-C ends a search with what it knows; --time is for the whole command.

With one thread and without --time, two runs print the same but for times. With several threads the
proved value or length is the same; nodes, moves as good, and estimates are not. Which heuristic a
4x4 board is searched with depends on the pattern databases there are (`tesuji pdb list`); the answer
names it, and --heuristic chooses it.")]
    Solve(Solve),
    /// Solve a position by every algorithm, side by side
    #[command(after_help = "Examples:
  tesuji compare taquin 631752048
  tesuji compare simple-nim 15                   (the nodes of minimax and its kin on Nim)
  tesuji compare taquin 125374680 --algorithms bfs,a*,ida* --heuristic manhattan
  tesuji compare taquin --depths                 (one 3x3 position for each distance, 2 to 31)
  tesuji compare taquin --depths 20-25 --algorithms ids,ida* --time 1s
  tesuji compare rush-hour-rocks --depth 3       (what ignores --depth stops at 1,000,000 nodes)

Each search has the limits for itself: 20 s unless --time or --nodes is given; without them, what
ignores --depth or may go in circles stops at 1,000,000 nodes, and its row says so. Rows appear as
they are known.")]
    Compare(Compare),
    /// Make solvable positions at random
    #[command(after_help = "Examples:
  tesuji shuffle taquin
  tesuji shuffle taquin --size 4x4 --seed 7
  tesuji shuffle taquin --walk 20 --count 5
  tesuji shuffle taquin --walk 20 --moves
  tesuji solve taquin $(tesuji shuffle taquin --size 4x4)")]
    Shuffle(ShuffleOptions),
    /// Visit every state of a space and count them by distance from the goal
    #[command(after_help = "Examples:
  tesuji enumerate taquin 3x3
  tesuji enumerate taquin 2x5 --json
  tesuji enumerate taquin 4x3                    (239,500,800 states, 86 MiB, some 10 s)
  tesuji enumerate rush-hour BB...CD..E.CDAAE.CD..E..F...GGF.HHH. --metric slides")]
    Enumerate(Enumerate),
    /// Make hard positions to order
    #[command(after_help = "Examples:
  tesuji generate rush-hour --min-moves 30 --seed 7
  tesuji generate rush-hour --min-moves 15 --metric slides --walls 2 --count 3 --show
  tesuji generate rush-hour --min-moves 12 --size 5x5 --json

Exit codes: 0 made, 2 bad input, 3 not all were found in so many tries or within a limit.")]
    Generate(Generate),
    /// Have a search of the course on Rush Hour play a game, and count what it visits
    #[command(after_help = "Examples:
  tesuji course rush-hour-rocks --depth 3                      (15,984 states visited)
  tesuji course rush-hour-rocks --depth 3 --with alpha-beta    (5,560)
  tesuji course rush-hour-rocks --with expectimax --opponent optimistic --as-written    (13,724)
  tesuji course rush-hour-rocks --with expectimax --seed 7 --words fr
  tesuji course rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE. --depth 1 --show")]
    Course(Course),
    /// Draw a position, and tell how it stands and its moves
    #[command(after_help = "Examples:
  tesuji show rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE.
  tesuji show rush-hour-rocks --words fr
  tesuji show taquin 230518674                   (why it cannot be solved)
  tesuji show tic-tac-toe XX.OO.... --svg board.svg")]
    Show(Show),
    /// Count the lines of exactly so many moves from a position, by their first move
    #[command(after_help = "Examples:
  tesuji perft breakthrough 6                    (from the start)
  tesuji perft breakthrough --size 5x5 8 --json
  tesuji perft connect-four 4453 7
  tesuji perft tic-tac-toe --complete            (255,168 complete games)
  tesuji perft simple-nim 6 --complete           (24)
  tesuji perft taquin 806547231 20")]
    Perft(Perft),
    /// Count the positions that can be reached, by the fewest moves to them
    #[command(after_help = "Examples:
  tesuji count tic-tac-toe --values
  tesuji count connect-four --size 4x5
  tesuji count breakthrough --size 3x5 --json
  tesuji count taquin --size 4x4 --memory 1GiB   (as far as that goes)")]
    Count(Count),
    /// Compute the nim-values of heaps, and prove their period
    #[command(after_help = "Examples:
  tesuji nim-values 0.77                         (Kayles)
  tesuji nim-values 1-3 --heaps 50
  tesuji nim-values grundy --heaps 1000000       (Grundy's game, a third of a second)
  tesuji nim-values 0.376 --heaps 5000000 --json")]
    NimValues(NimValues),
    /// Check a certificate by the rules alone
    #[command(after_help = "Examples:
  tesuji solve breakthrough --size 4x4 --certificate second-wins.tesuji
  tesuji verify second-wins.tesuji
  tesuji verify second-wins.tesuji --dump
  tesuji nim-values 0.77 --certificate kayles.tesuji
  tesuji verify kayles.tesuji --time 10s
  tesuji verify - < kayles.tesuji

Exit codes: 0 what it claims is proved, 1 it is rejected, 2 bad input, 3 unknown: a limit was reached,
or Ctrl-C ended it.")]
    Verify(Verify),
    /// Serve the page: play, get a hint, watch a search think
    #[command(after_help = "Examples:
  tesuji serve
  tesuji serve --port 0                          (any port that is free)
  tesuji serve --address 0.0.0.0 --workers 2 --queue 16 --time 5s

A request has one deadline (--time) for all that it asks: its wait in the queue and its searches.
In all, the server takes at most (workers + 2) x memory + 64 MiB, and says when it starts how much
that is: one share for each worker, one for the worker that is kept for hints, replies and the
values of moves, and one for pattern databases.

It needs a file for each connection and some for itself: where the limit on open files (ulimit -n)
is below that, it is raised, if that is allowed.

At Ctrl-C or SIGTERM it takes no more connections, completes the responses that it owes, within
--grace, and ends with 0; a second signal ends it at once. Where it owes too much already, it says
so with status 503 or 429 and Retry-After.")]
    Serve(Serve),
    /// Play a game or puzzle in the terminal, with hints
    #[command(after_help = "Examples:
  tesuji play tic-tac-toe
  tesuji play connect-four --against alpha-beta:depth=6 --as second
  tesuji play breakthrough --size 5x5 --against pvs:time=50ms
  tesuji play taquin $(tesuji shuffle taquin)
  tesuji play rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE.

Say `help` there for what you can say: a move, hint, value, undo, give up, quit.")]
    Play(Play),
    /// Play a match of two engines: who is stronger, by how much, and how sure that is
    #[command(after_help = "Examples:
  tesuji match breakthrough --size 5x5 --players pvs:depth=4,alpha-beta:depth=4 --games 200
  tesuji match connect-four --players pvs:nodes=2000,random --games 20 --json
  tesuji match breakthrough --players pvs:time=50ms,pvs:time=20ms --sprt 0,50 --threads 2

Exit codes: 0 done, 2 bad input, 3 unknown (--sprt undecided, or ended before all games).
A seed repeats a match exactly unless engines are limited by time or take several threads.")]
    Match(Contest),
    /// Draw the tree that a search walks, with values or proof numbers and what was cut
    #[command(after_help = "Examples:
  tesuji tree tic-tac-toe XX.OO....
  tesuji tree simple-nim 6 --with minimax --svg tree.svg
  tesuji tree simple-nim 6 --with pn --dot tree.dot
  tesuji tree connect-four 4453 --depth 3
  tesuji tree taquin 125374680 --with bfs --nodes 200
  tesuji tree taquin 125374680 --heuristic manhattan --json")]
    Tree(Tree),
    /// Build, list and check pattern databases
    #[command(
        after_help = "They are kept in the user's cache directory, or where TESUJI_CACHE says."
    )]
    #[command(subcommand)]
    Pdb(Pdb),
    /// List the algorithms
    Algorithms,
    /// List the games, their notation and their heuristics
    Games,
    /// Print a completion script for a shell
    #[command(after_help = "Example:
  tesuji completions bash > ~/.local/share/bash-completion/completions/tesuji")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

impl Command {
    /// Whether standard output is to be one JSON value.
    pub(crate) fn is_json(&self) -> bool {
        match self {
            Command::Solve(options) => options.json,
            Command::Compare(options) => options.json,
            Command::Shuffle(options) => options.json,
            Command::Enumerate(options) => options.json,
            Command::Generate(options) => options.json,
            Command::Course(options) => options.json,
            Command::Perft(options) => options.json,
            Command::Count(options) => options.json,
            Command::NimValues(options) => options.json,
            Command::Verify(options) => options.json,
            Command::Match(options) => options.json,
            Command::Tree(options) => options.json,
            Command::Pdb(Pdb::Build(options)) => options.json,
            Command::Pdb(Pdb::Verify(options)) => options.json,
            Command::Pdb(Pdb::List { json }) => *json,
            Command::Show(_)
            | Command::Serve(_)
            | Command::Play(_)
            | Command::Algorithms
            | Command::Games
            | Command::Completions { .. } => false,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) start: Start,
    /// The algorithm; `tesuji algorithms` lists them
    /// [default: what serves the game best, such as ida* or pvs]
    #[arg(long = "with", value_name = "ALGORITHM")]
    algorithm: Option<String>,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Against whom, in games that offer both: best, or random for the least expected cost
    #[arg(long)]
    adversary: Option<Adversary>,
    /// Let the search find out even where parity alone proves a position unsolvable; by bfs unless
    /// --with names another
    #[arg(long)]
    exhaust: bool,
    /// Where the random numbers of a Monte-Carlo search start [default: 0]
    #[arg(long, value_parser = whole::<u64>)]
    seed: Option<u64>,
    /// List all moves that are as good as the best, in a game for two players
    #[arg(long)]
    all: bool,
    /// Write the best strategy to this file, for games that offer one: a move for every position
    /// that the opponent can bring about; as JSON if the name ends in .json, otherwise as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: Option<std::path::PathBuf>,
    /// Draw the board after every move
    #[arg(long, conflicts_with = "json")]
    pub(crate) show: bool,
    /// Describe the moves in words, for games that do: en (English) or fr (French)
    #[arg(long, value_name = "LANGUAGE", conflicts_with = "json")]
    pub(crate) words: Option<Language>,
    /// Write a picture of the position to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<std::path::PathBuf>,
    /// Write a certificate of the answer to this file: a proof that `tesuji verify` checks by the
    /// rules alone
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<std::path::PathBuf>,
    /// Start df-pn from the proved results in this file, and add what it proves to them; the file
    /// is made if it is not there
    #[arg(long, value_name = "FILE")]
    store: Option<std::path::PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl Solve {
    pub(crate) fn options(&self) -> Result<SearchOptions> {
        let game = game(&self.start.game)?;
        let algorithm = match (&self.algorithm, game.default_algorithm()) {
            (Some(name), _) => algorithm_for(game, name)?,
            // Of searches that end with the last state, this one meets each only once.
            (None, Algorithm::IdaStar) if self.exhaust => Algorithm::BreadthFirst,
            (None, best) => best,
        };
        let mut given = self.search.given();
        given.extend([
            (self.seed.is_some(), SearchOption::Seed),
            (self.all, SearchOption::EquallyGood),
            (self.store.is_some(), SearchOption::Store),
        ]);
        check_use(&given, &[algorithm])?;
        self.search.check_together()?;
        let mut options = self.search.options(algorithm);
        ensure!(!self.exhaust || game.players() == Players::One, "--exhaust is for puzzles");
        options.arguments = !self.exhaust;
        if let Some(adversary) = self.adversary {
            ensure!(game.players() == Players::Two, "--adversary is for games of two players");
            ensure!(
                adversary == Adversary::Best || !self.all,
                "--all is for --adversary best: against a random one there is one best move"
            );
            options.adversary = adversary;
        }
        options.best_moves = self.all;
        options.anytime = true;
        options.seed = self.seed.unwrap_or(options.seed);
        options.store = self.store.as_ref().map(ProofFile::new);
        Ok(options)
    }
}

/// The algorithm of that name; an error lists those for as many players as the game has.
fn algorithm_for(game: &dyn GameEntry, name: &str) -> Result<Algorithm> {
    let players = game.players();
    name.parse().ok().with_context(|| {
        let known = Algorithm::all().filter(|algorithm| algorithm.players() == players);
        let known: Vec<_> = known.map(Algorithm::name).collect();
        let name = quoted(name);
        format!("there is no algorithm {name} for {players}; there are {}", known.join(", "))
    })
}

/// Refuses an option that would change nothing: who gives one means something by it.
fn check_use(given: &[(bool, SearchOption)], algorithms: &[Algorithm]) -> Result<()> {
    for &(_, option) in given.iter().filter(|(is_given, _)| *is_given) {
        if algorithms.iter().any(|algorithm| algorithm.takes(option)) {
            continue;
        }
        // Those for as many players, if there are any.
        let takers = Algorithm::all().filter(|algorithm| algorithm.takes(option));
        let (alike, others): (Vec<_>, Vec<_>) =
            takers.partition(|one| algorithms.iter().any(|own| own.players() == one.players()));
        let takers = if alike.is_empty() { others } else { alike };
        let takers: Vec<_> = takers.into_iter().map(Algorithm::name).collect();
        let who = match algorithms {
            [one] => format!("{one} takes no"),
            _ => "none of these searches takes".to_owned(),
        };
        bail!("{who} --{option}; it is for {}", takers.join(", "));
    }
    Ok(())
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The game; `tesuji games` lists them
    game: String,
    /// The position, unless it is the initial one; words are joined by spaces, `-` reads it from
    /// standard input
    #[arg(conflicts_with = "depths")]
    position: Vec<String>,
    #[command(flatten)]
    pub(crate) board: Board,
    /// Take one random position for each distance from the goal instead
    #[arg(long, value_name = "FROM-TO", num_args = 0..=1, default_missing_value = "2-31")]
    pub(crate) depths: Option<Depths>,
    /// The algorithms, separated by commas; all that fit the game by default
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    pub(crate) algorithms: Vec<String>,
    #[command(flatten)]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// The seed for --depths [default: 1]
    #[arg(long, requires = "depths", value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,
    /// Leave out times, so that two runs print the same
    #[arg(long, conflicts_with = "json")]
    pub(crate) no_times: bool,
    /// Print a JSON array, an object for each search
    #[arg(long)]
    pub(crate) json: bool,
}

impl Compare {
    pub(crate) fn game(&self) -> Result<&'static dyn GameEntry> {
        Ok(game(&self.game)?)
    }

    pub(crate) fn open(&self) -> Result<AnyPosition> {
        self.board.open(&self.game, &self.position)
    }

    /// The algorithms that were asked for, or all that fit the game.
    pub(crate) fn algorithms(&self) -> Result<Vec<Algorithm>> {
        let game = self.game()?;
        let algorithms: Vec<_> = if self.algorithms.is_empty() {
            Algorithm::all().filter(|algorithm| algorithm.players() == game.players()).collect()
        } else {
            let named = self.algorithms.iter().map(|name| algorithm_for(game, name));
            named.collect::<Result<_>>()?
        };
        check_use(&self.search.given(), &algorithms)?;
        self.search.check_together()?;
        Ok(algorithms)
    }
}

#[derive(Debug, Args)]
pub(crate) struct ShuffleOptions {
    /// The game; `tesuji games` lists them
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) board: Board,
    /// Walk this many random moves from the goal, instead of drawing among all positions
    #[arg(long, value_name = "MOVES", value_parser = walk)]
    pub(crate) walk: Option<u32>,
    /// How many positions
    #[arg(long, default_value_t = 1, value_parser = positive)]
    pub(crate) count: u64,
    /// The seed; a random one by default, told on standard error
    #[arg(long, value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) time: TimeLimit,
    /// Print the moves of --walk, too, from the goal to the position: of a taquin the same tiles in
    /// the opposite order are a way back
    #[arg(long, requires = "walk")]
    pub(crate) moves: bool,
    /// Draw the boards
    #[arg(long, conflicts_with = "json")]
    pub(crate) show: bool,
    /// Print a JSON array with an object for each position
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Enumerate {
    /// The game; `tesuji games` lists them
    pub(crate) game: String,
    /// The size of the board, as in 3x3 (width x height), or a position of the space
    #[arg(value_name = "SIZE|POSITION")]
    of: Vec<String>,
    /// The goal, as in `solve`
    #[arg(long)]
    goal: Option<String>,
    /// What counts as a move of Rush Hour: steps or slides
    #[arg(long)]
    metric: Option<String>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

impl Enumerate {
    pub(crate) fn settings(&self) -> Settings {
        set([("goal", &self.goal), ("metric", &self.metric)])
    }

    /// The size or position, if there is one.
    pub(crate) fn of(&self) -> Option<String> {
        (!self.of.is_empty()).then(|| self.of.join(" "))
    }
}

#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The game; `tesuji games` lists them
    pub(crate) game: String,
    /// The fewest moves to the goal, at least
    #[arg(long, value_name = "MOVES", value_parser = whole::<u32>)]
    min_moves: u32,
    /// At most so many walls
    #[arg(long, default_value_t = 0, value_parser = whole::<usize>)]
    walls: usize,
    /// Give up after looking at so many boards
    #[arg(long, default_value_t = 100_000, value_parser = positive)]
    tries: u64,
    /// The size of the board, as in 5x6 (width x height)
    #[arg(long)]
    size: Option<String>,
    /// What counts as a move of Rush Hour: steps or slides
    #[arg(long)]
    metric: Option<String>,
    /// How many positions, from as many seeds
    #[arg(long, default_value_t = 1, value_parser = positive)]
    pub(crate) count: u64,
    /// The seed; a random one by default, told on standard error
    #[arg(long, value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Draw the boards
    #[arg(long, conflicts_with = "json")]
    pub(crate) show: bool,
    /// Print a JSON array
    #[arg(long)]
    pub(crate) json: bool,
}

impl Generate {
    pub(crate) fn settings(&self) -> Settings {
        set([("size", &self.size), ("metric", &self.metric)])
    }

    pub(crate) fn making(&self) -> Making {
        Making { min_moves: self.min_moves, walls: self.walls, tries: self.tries }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Course {
    /// The game: rush-hour-rocks, or rush-hour for the search of one agent
    pub(crate) game: String,
    /// The board, unless it is the course's first; words are joined by spaces
    board: Vec<String>,
    /// How many plies the search looks ahead, 1 to 8
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(crate) depth: u32,
    /// minimax or, against rocks, alpha-beta or expectimax
    #[arg(long = "with", value_name = "ALGORITHM", default_value = "minimax")]
    algorithm: Algorithm,
    /// What expectimax takes the adversary to do, who then draws his rocks so: uniform (the
    /// default), pessimistic or optimistic
    #[arg(long, value_name = "MODEL")]
    opponent: Option<OpponentModel>,
    /// How hot a pessimistic or optimistic adversary is, in the unit of the course's evaluation
    /// [default: 5]
    #[arg(long, value_parser = positive_number, conflicts_with = "as_written")]
    temperature: Option<f64>,
    /// Take what the authors of the course wrote and called expectimax, which takes no expectation:
    /// of an optimistic one max-max, of a pessimistic one minimax, of a uniform one a sample
    #[arg(long)]
    as_written: bool,
    /// Where the random rocks of expectimax start [default: 0]
    #[arg(long, value_parser = whole::<u64>)]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Describe the moves in words: en (English) or fr (French)
    #[arg(long, value_name = "LANGUAGE", conflicts_with = "json")]
    pub(crate) words: Option<Language>,
    /// Draw the board after every move
    #[arg(long, conflicts_with = "json")]
    pub(crate) show: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl Course {
    pub(crate) fn board(&self) -> Option<String> {
        (!self.board.is_empty()).then(|| self.board.join(" "))
    }

    pub(crate) fn options(&self) -> Result<CourseOptions> {
        let is_expectimax = self.algorithm == Algorithm::Expectimax;
        let given = [
            (self.opponent.is_some(), "opponent"),
            (self.temperature.is_some(), "temperature"),
            (self.as_written, "as-written"),
            (self.seed.is_some(), "seed"),
        ];
        for (_, option) in given.iter().filter(|(is_given, _)| *is_given) {
            let algorithm = self.algorithm;
            ensure!(is_expectimax, "{algorithm} takes no --{option}; it is for expectimax");
        }
        let model = self.opponent.unwrap_or_default();
        ensure!(
            self.temperature.is_none() || model != OpponentModel::Uniform,
            "a uniform adversary has no temperature: --temperature is for --opponent pessimistic or \
             optimistic"
        );
        ensure!(
            self.seed.is_none() || !self.as_written || model == OpponentModel::Uniform,
            "nothing is left to chance there: with --as-written, --seed is for --opponent uniform"
        );
        let mut options = CourseOptions::new(self.algorithm, self.depth);
        options.opponent = self.opponent.unwrap_or(options.opponent);
        options.temperature = self.temperature.unwrap_or(options.temperature);
        options.as_written = self.as_written;
        options.seed = self.seed.unwrap_or(options.seed);
        Ok(options)
    }
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Write a picture of the position to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<std::path::PathBuf>,
    /// Describe the moves in words, for games that do: en (English) or fr (French)
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) words: Option<Language>,
}

/// The settings that were given.
fn set<const N: usize>(given: [(&'static str, &Option<String>); N]) -> Settings {
    given.into_iter().fold(Settings::new(), |settings, (name, value)| match value {
        Some(value) => settings.with(name, value),
        None => settings,
    })
}

#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// The game; `tesuji games` lists them
    game: String,
    /// The position, unless it is the initial one, then how many moves unless --complete; `-` reads
    /// the position from standard input
    #[arg(required_unless_present = "complete", value_name = "[POSITION] DEPTH")]
    words: Vec<String>,
    /// Count the complete games, of any length, instead; in games that always end
    #[arg(long)]
    complete: bool,
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

impl Perft {
    /// No count of longer lines would end.
    const DEEPEST: u32 = 255;

    pub(crate) fn open(&self) -> Result<AnyPosition> {
        let moves = usize::from(!self.complete);
        self.board.open(&self.game, &self.words[..self.words.len() - moves])
    }

    /// How many moves; none for complete games.
    pub(crate) fn depth(&self) -> Result<Option<u32>> {
        if self.complete {
            return Ok(None);
        }
        let word = self.words.last().context("how many moves?")?;
        let depth = word.parse().ok().filter(|depth| *depth <= Self::DEEPEST);
        depth.map(Some).with_context(|| {
            let deepest = Self::DEEPEST;
            format!(
                "{} is no number of moves from 0 to {deepest}: \
                 did you forget it after the position?",
                quoted(word)
            )
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The certificate; `-` reads it from standard input
    pub(crate) file: std::path::PathBuf,
    /// List every entry: its number, the position, the move
    #[arg(long, conflicts_with = "json")]
    pub(crate) dump: bool,
    /// Give up on a proof that takes more positions than this [default: 20 million]
    #[arg(long, value_parser = positive)]
    pub(crate) positions: Option<u64>,
    /// Give up after so much work: moves tried and sums of nim-values [default: 20 billion]
    #[arg(long, value_parser = positive)]
    pub(crate) work: Option<u64>,
    /// Give up after this time, as in 90s, 5m, 1h 30m
    #[arg(long, value_parser = positive_time)]
    pub(crate) time: Option<Duration>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NimValues {
    /// The rule: grundy, an octal code such as 0.77, or what may be taken: any, 1-3, 1,4
    pub(crate) rule: String,
    /// How many heaps, from the empty one on
    #[arg(long, default_value_t = 1000, value_parser = heaps)]
    pub(crate) heaps: usize,
    #[command(flatten)]
    pub(crate) time: TimeLimit,
    #[command(flatten)]
    pub(crate) memory: MemoryLimit,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a certificate of the period, or of the values, to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<std::path::PathBuf>,
}

/// What to do with pattern databases. They are kept in the user's cache directory, or where the
/// variable `TESUJI_CACHE` says.
#[derive(Debug, Subcommand)]
pub(crate) enum Pdb {
    /// Build the databases of a heuristic, unless they are there already
    #[command(after_help = "Examples:
  tesuji pdb build 6-6-3
  tesuji pdb build 7-8                           (288 MB, half a minute by 0.7 GB of memory)
  tesuji pdb build 6-6-6-6                       (255 MB, for 5x5)
  TESUJI_CACHE=/tmp/tables tesuji pdb build 5-5-5 --goal blank-last")]
    Build(PdbBuild),
    /// List the databases there are
    List {
        /// Print a JSON array of files
        #[arg(long)]
        json: bool,
    },
    /// Hold databases against their checksums
    Verify(PdbVerify),
}

#[derive(Debug, Args)]
pub(crate) struct PdbBuild {
    /// The heuristic, with or without `pdb:`
    heuristic: String,
    /// The game
    #[arg(long, default_value = "taquin")]
    pub(crate) game: String,
    /// The goal, as in `solve`
    #[arg(long)]
    goal: Option<String>,
    /// Build what is there already, too
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Print a JSON array of databases
    #[arg(long)]
    pub(crate) json: bool,
}

impl PdbBuild {
    pub(crate) fn heuristic(&self) -> String {
        format!("pdb:{}", self.heuristic.trim_start_matches("pdb:"))
    }

    pub(crate) fn settings(&self) -> Settings {
        set([("goal", &self.goal)])
    }
}

#[derive(Debug, Args)]
pub(crate) struct PdbVerify {
    /// The files; all that `list` lists by default
    pub(crate) files: Vec<std::path::PathBuf>,
    #[command(flatten)]
    pub(crate) time: TimeLimit,
    /// Print a JSON array of files
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Count {
    /// The game; `tesuji games` lists them
    game: String,
    /// The position, unless it is the initial one; words are joined by spaces, `-` reads it from
    /// standard input
    position: Vec<String>,
    #[command(flatten)]
    board: Board,
    /// Solve them all, too, and count those won, lost and drawn for the player to move
    #[arg(long)]
    pub(crate) values: bool,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

impl Count {
    pub(crate) fn open(&self) -> Result<AnyPosition> {
        self.board.open(&self.game, &self.position)
    }
}

/// A game and a position.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// The game; `tesuji games` lists them
    game: String,
    /// The position, unless it is the initial one; words are joined by spaces, `-` reads it from
    /// standard input
    position: Vec<String>,
    #[command(flatten)]
    board: Board,
}

impl Start {
    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    pub(crate) fn open(&self) -> Result<AnyPosition> {
        self.board.open(&self.game, &self.position)
    }
}

/// What a game is told besides a position; `tesuji games` lists what each game knows.
#[derive(Debug, Args)]
pub(crate) struct Board {
    /// The size of the board, as in 4x3 (width x height), where the position does not tell
    #[arg(long)]
    size: Option<String>,
    /// The goal of a taquin: blank-first (the default), blank-last, or a position
    #[arg(long)]
    goal: Option<String>,
    /// Rows of pawns that each side of Breakthrough starts with: 1 or 2
    #[arg(long)]
    rows: Option<String>,
    /// Which rules of Nim: normal or misere
    #[arg(long)]
    rules: Option<String>,
    /// How many tokens a move of Nim may take: any, 1-3, or 1,3,4
    #[arg(long)]
    take: Option<String>,
    /// What counts as a move of Rush Hour: steps or slides
    #[arg(long)]
    metric: Option<String>,
    /// The octal code of a take-and-break game
    #[arg(long)]
    code: Option<String>,
}

impl Board {
    /// Opens the position that some words make, or the initial one if there are none; `-` reads
    /// it from standard input.
    fn open(&self, name: &str, words: &[String]) -> Result<AnyPosition> {
        let game = game(name)?;
        let text = match words {
            [] => None,
            [word] if word == "-" => Some(standard_input()?),
            words => Some(words.join(" ")),
        };
        Ok(game.open(text.as_deref(), &self.settings())?)
    }

    pub(crate) fn settings(&self) -> Settings {
        set([
            ("size", &self.size),
            ("goal", &self.goal),
            ("rows", &self.rows),
            ("rules", &self.rules),
            ("take", &self.take),
            ("metric", &self.metric),
            ("code", &self.code),
        ])
    }
}

/// The position on standard input. No more of it is read than a position can take.
fn standard_input() -> Result<String> {
    const MAX_BYTES: u64 = 64 << 10;
    let mut bytes = Vec::new();
    let mut input = std::io::stdin().lock().take(MAX_BYTES + 1);
    input.read_to_end(&mut bytes).context("cannot read standard input")?;
    ensure!(
        bytes.len() as u64 <= MAX_BYTES,
        "standard input is longer than {MAX_BYTES} bytes, and so is no position"
    );
    let text = str::from_utf8(&bytes).ok().context("standard input is not text in UTF-8")?;
    Ok(text.trim().to_owned())
}

/// The details of a search.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// The heuristic of an informed search, or for two players the evaluator; the game's best by
    /// default
    #[arg(long, visible_alias = "evaluator")]
    pub(crate) heuristic: Option<String>,
    /// How much weighted A* weighs estimates [default: 1.5]
    #[arg(long)]
    weight: Option<Weight>,
    /// How deep depth-limited search goes [default: 31; in `compare` to the optimum]
    #[arg(long, value_name = "MOVES", value_parser = whole::<u32>)]
    pub(crate) depth_limit: Option<u32>,
    /// How many threads a search takes, for those that can use several: ida*, pvs, mtd-f,
    /// bisection, df-pn and the Monte-Carlo tree searches [default: 1]
    #[arg(long, value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// What the threads of a Monte-Carlo search share: the tree, or the root alone [default: tree]
    #[arg(long, value_name = "WHAT")]
    parallel: Option<Parallel>,
    /// How many plies a search for two players looks ahead [default: to the end of the game]
    #[arg(long, value_name = "PLIES", value_parser = plies)]
    depth: Option<u32>,
    /// What expectimax takes the opponent to do: uniform (the default), pessimistic or optimistic
    #[arg(long, value_name = "MODEL")]
    opponent: Option<OpponentModel>,
    /// How hot a pessimistic or optimistic opponent is, where a win is worth 1000: the hotter, the
    /// closer to uniform [default: 100; 5 to a --depth in games with a heuristic]
    #[arg(long, value_parser = positive_number)]
    temperature: Option<f64>,
    /// The most memory for a transposition table, as in 64MiB, or for a Monte-Carlo tree with its
    /// table; 0 for no table, where a search can do without (Monte-Carlo trees are then those of
    /// uct-tree and rave-tree) [default: 256 MiB; for ids and ida* 0,
    /// unless many paths lead to one state or with --exhaust]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    table: Option<ByteSize>,
    /// Compare whole positions in the transposition table, not only their keys, so that no proof
    /// rests on a key
    #[arg(long)]
    verified_table: bool,
    /// How many simulations a Monte-Carlo search runs
    /// [default: 10000, or as many as --time or --nodes allow]
    #[arg(long, value_parser = positive)]
    playouts: Option<u64>,
}

impl Search {
    /// Whether a depth was given.
    pub(crate) fn has_depth(&self) -> bool {
        self.depth.is_some()
    }

    /// Whether a number of simulations was given.
    pub(crate) fn has_playouts(&self) -> bool {
        self.playouts.is_some()
    }

    /// Which options were given.
    fn given(&self) -> Vec<(bool, SearchOption)> {
        vec![
            (self.heuristic.is_some(), SearchOption::Heuristic),
            (self.weight.is_some(), SearchOption::Weight),
            (self.depth_limit.is_some(), SearchOption::DepthLimit),
            (self.threads.is_some(), SearchOption::Threads),
            (self.parallel.is_some(), SearchOption::Parallel),
            (self.depth.is_some(), SearchOption::Depth),
            (self.opponent.is_some(), SearchOption::Opponent),
            (self.temperature.is_some(), SearchOption::Temperature),
            (self.table.is_some(), SearchOption::Table),
            (self.verified_table, SearchOption::VerifiedTable),
            (self.playouts.is_some(), SearchOption::Playouts),
        ]
    }

    /// Refuses an option that changes nothing without another one.
    fn check_together(&self) -> Result<()> {
        let model = self.opponent.unwrap_or_default();
        ensure!(
            self.temperature.is_none() || model != OpponentModel::Uniform,
            "--temperature is for --opponent pessimistic or optimistic: a uniform one has none"
        );
        ensure!(
            self.parallel.is_none() || self.threads.is_some_and(|threads| threads.get() > 1),
            "--parallel is for several threads: give --threads, 2 or more"
        );
        Ok(())
    }

    pub(crate) fn options(&self, algorithm: Algorithm) -> SearchOptions {
        let mut options = SearchOptions::new(algorithm);
        options.heuristic.clone_from(&self.heuristic);
        options.weight = self.weight.unwrap_or(options.weight);
        if let Some(limit) = self.depth_limit {
            options.depth_limit = limit;
        }
        options.depth = self.depth;
        options.opponent = self.opponent.unwrap_or(options.opponent);
        options.temperature = self.temperature;
        options.threads = self.threads.map_or(options.threads, NonZeroUsize::get);
        options.parallel = self.parallel.unwrap_or(options.parallel);
        options.databases = Databases::of_user();
        if let Some(bytes) = self.table.and_then(|size| usize::try_from(size.as_u64()).ok()) {
            options.table_bytes = Some(bytes);
        }
        options.verified_table = self.verified_table;
        options.playouts = self.playouts;
        options
    }
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 8321)]
    pub(crate) port: u16,
    /// The address to listen on; only this machine reaches the default
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) address: IpAddr,
    /// How many searches run at one time, besides one for short requests such as hints
    /// [default: one for each processor]
    #[arg(long, value_parser = threads)]
    workers: Option<NonZeroUsize>,
    /// How many requests may wait for a worker, and as many short ones; more get status 503
    /// [default: 128]
    #[arg(long, value_parser = queue)]
    queue: Option<usize>,
    /// The longest that a request may wait for a worker; then it gets status 503 [default: 10s]
    #[arg(long, value_parser = positive_time)]
    wait: Option<Duration>,
    /// The longest that a request may take, with all its searches and the wait [default: 30s]
    #[arg(long, value_parser = positive_time)]
    time: Option<Duration>,
    /// The most that the tables of one search may take [default: 256 MiB]
    #[arg(long, value_parser = positive_size)]
    memory: Option<ByteSize>,
    /// How many connections are open at one time; one more closes the one that is idle longest
    /// [default: 512]
    #[arg(long, value_parser = connections)]
    connections: Option<NonZeroUsize>,
    /// How many of them come from one address, or one /64 network of IPv6: more behind a proxy
    /// [default: 128]
    #[arg(long, value_parser = connections)]
    per_address: Option<NonZeroUsize>,
    /// How long a client may take for the head of a request, for its body, and between two
    /// [default: 10s]
    #[arg(long, value_parser = positive_time)]
    patience: Option<Duration>,
    /// How long requests may still take after Ctrl-C or SIGTERM [default: 10s]
    #[arg(long, value_parser = positive_time)]
    grace: Option<Duration>,
}

impl Serve {
    /// What each visitor is granted.
    pub(crate) fn limits(&self) -> tesuji_web::Limits {
        let mut limits = tesuji_web::Limits::default();
        let set = |limit: &mut Duration, given: Option<Duration>| *limit = given.unwrap_or(*limit);
        set(&mut limits.wait, self.wait);
        set(&mut limits.time, self.time);
        set(&mut limits.patience, self.patience);
        set(&mut limits.grace, self.grace);
        limits.workers = self.workers.unwrap_or(limits.workers);
        limits.queue = self.queue.unwrap_or(limits.queue);
        limits.connections = self.connections.unwrap_or(limits.connections);
        limits.connections_per_address = self.per_address.unwrap_or(limits.connections_per_address);
        if let Some(size) = self.memory {
            limits.memory = usize::try_from(size.as_u64()).unwrap_or(usize::MAX);
        }
        limits
    }
}

/// When to stop.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Limits {
    /// Stop after generating this many nodes
    #[arg(long, value_parser = positive)]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) time: TimeLimit,
    #[command(flatten)]
    pub(crate) memory: MemoryLimit,
}

/// When to stop, by the clock.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct TimeLimit {
    /// Stop after this time, as in 90s, 5m, 1h 30m
    #[arg(long, value_parser = positive_time)]
    pub(crate) time: Option<Duration>,
}

/// When to stop, by what is kept.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct MemoryLimit {
    /// Stop before the tables outgrow this, as in 512MiB, 4GB; a search whose table has a fixed size
    /// (pvs, mtd-f, bisection, df-pn) goes on with a smaller one
    /// [default: three quarters of the memory that is free]
    #[arg(long, value_parser = positive_size)]
    pub(crate) memory: Option<ByteSize>,
}

impl From<TimeLimit> for Limits {
    fn from(time: TimeLimit) -> Self {
        Limits { time, ..Limits::default() }
    }
}

fn positive(text: &str) -> Result<u64> {
    let number: u64 = whole(&text.replace('_', ""))?;
    ensure!(number > 0, "0 leaves nothing to do");
    Ok(number)
}

fn positive_number(text: &str) -> Result<f64> {
    let number: f64 = text.parse().context("not a number")?;
    ensure!(number > 0.0 && number.is_finite(), "it must be above 0");
    Ok(number)
}

/// A whole number, in words that tell what else it is.
fn whole<T: std::str::FromStr>(text: &str) -> Result<T> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    ensure!(digits, "not a whole number");
    text.parse().ok().context("too large a number")
}

/// A number of heaps.
fn heaps(text: &str) -> Result<usize> {
    let heaps = whole(text)?;
    ensure!(heaps > 0, "0 heaps leave nothing to do");
    Ok(heaps)
}

/// A number of plies to look ahead.
fn plies(text: &str) -> Result<u32> {
    let plies = whole(text)?;
    ensure!(plies > 0, "there has to be at least 1");
    Ok(plies)
}

/// A number of moves at random.
fn walk(text: &str) -> Result<u32> {
    const MAX: u32 = 10_000_000;
    let moves = whole(text)?;
    ensure!(moves <= MAX, "at most {MAX} moves: more shuffle no better");
    Ok(moves)
}

/// So many threads. Each takes memory and time to start, so a slip of the finger is refused.
fn threads(text: &str) -> Result<NonZeroUsize> {
    const MOST: usize = 256;
    let threads = NonZeroUsize::new(whole(text)?).context("there has to be at least 1")?;
    ensure!(threads.get() <= MOST, "{threads} are too many: at most {MOST} help");
    Ok(threads)
}

/// So many requests that wait. Each holds a connection, and none waits for ever.
fn queue(text: &str) -> Result<usize> {
    const MAX: usize = 1_000_000;
    let requests = whole(text)?;
    ensure!(requests <= MAX, "{requests} are too many: at most {MAX} can wait");
    Ok(requests)
}

/// So many connections, each with an open file.
fn connections(text: &str) -> Result<NonZeroUsize> {
    const MAX: usize = 1_000_000;
    let connections = NonZeroUsize::new(whole(text)?).context("there has to be at least 1")?;
    ensure!(connections.get() <= MAX, "{connections} are too many: at most {MAX} can be open");
    Ok(connections)
}

fn positive_time(text: &str) -> Result<Duration> {
    if whole::<u64>(text).is_ok_and(|number| number > 0) {
        bail!("a time has a unit, as in {text}s");
    }
    let time = humantime::parse_duration(text).context("not a time such as 90s or 5m")?;
    ensure!(!time.is_zero(), "a limit of 0 leaves nothing to do");
    Ok(time)
}

fn size(text: &str) -> Result<ByteSize> {
    text.parse().map_err(|_| anyhow::anyhow!("not a size such as 512MiB or 4GB"))
}

fn positive_size(text: &str) -> Result<ByteSize> {
    let size = size(text)?;
    ensure!(size.as_u64() > 0, "a limit of 0 leaves nothing to do");
    Ok(size)
}

/// A range of distances, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depths {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

impl std::str::FromStr for Depths {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let number =
            |part: &str| part.parse().with_context(|| format!("{} is no depth", quoted(part)));
        let depths = Depths { from: number(from)?, to: number(to)? };
        ensure!(depths.from <= depths.to, "{} ends before it begins", quoted(text));
        Ok(depths)
    }
}
