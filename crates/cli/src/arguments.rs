//! The command line as a whole. The arguments of a command are beside the command.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use tesuji::catalogue::Catalogue;
use tesuji::core::quoted;

use crate::colors::When;
use crate::commands::{self, Run};
use crate::exit::Exit;
use crate::flags;
use crate::output::OUTPUT;
use crate::progress::{self, Shown};

/// Solves puzzles and two-player games by all classical searches, plays them and proves its answers.
#[derive(Debug, Parser)]
#[command(name = "tesuji", version, max_term_width = 100)]
#[command(after_long_help = "Exit codes: 0 done, 1 proved unsolvable, 2 bad input, \
    3 unknown (a limit was reached), 4 a file, a stream or the network failed, \
    5 answered without a proof for --certificate.")]
struct Arguments {
    /// When boards and results have colours: auto (on a terminal, unless NO_COLOR is set), always or
    /// never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    color: When,
    /// How progress is shown on standard error: auto (on a terminal), json (an object each second) or
    /// never
    #[arg(
        long,
        global = true,
        value_name = "HOW",
        default_value = "auto",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    progress: Shown,
    #[command(subcommand)]
    command: Command,
}

/// The commands in the order and under the headings in which the help lists them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Solve and prove", &["solve", "compare", "tree", "lab", "verify", "job"]),
    ("Play", &["play", "match", "tournament", "tune", "replay", "engine", "serve"]),
    ("Positions", &["show", "shuffle", "generate"]),
    ("Count", &["perft", "count", "enumerate", "nim-values", "cluster"]),
    (
        "Set up",
        &["algorithms", "games", "pdb", "table", "new", "completions", "man", "schemas", "help"],
    ),
];

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(commands::solve::Solve),
    Compare(commands::compare::Compare),
    Shuffle(commands::shuffle::Shuffle),
    Enumerate(commands::enumerate::Enumerate),
    #[cfg(feature = "cluster")]
    #[command(subcommand)]
    Cluster(commands::cluster::Cluster),
    Generate(commands::generate::Generate),
    #[command(subcommand)]
    Job(commands::job::Job),
    #[cfg(feature = "games")]
    Lab(commands::lab::Lab),
    Show(commands::show::Show),
    Perft(commands::perft::Perft),
    Count(commands::count::Count),
    #[cfg(feature = "games")]
    NimValues(commands::nim_values::NimValues),
    Verify(commands::verify::Verify),
    #[cfg(feature = "serve")]
    Serve(commands::serve::Serve),
    Play(commands::play::Play),
    Match(commands::contest::Contest),
    Tournament(commands::tournament::TournamentArguments),
    Tune(commands::tune::Tune),
    Replay(commands::replay::Replay),
    Engine(commands::engine::Engine),
    Tree(commands::tree::Tree),
    /// Build, list and check pattern databases
    #[command(subcommand, after_long_help = commands::pdb::PLACE)]
    Pdb(commands::pdb::Pdb),
    #[command(subcommand)]
    Table(commands::table::Table),
    Algorithms(commands::list::Algorithms),
    Games(commands::list::Games),
    /// Write a crate for a game or puzzle of your own
    #[command(subcommand)]
    New(commands::new::New),
    Completions(commands::list::Completions),
    Man(commands::man::Man),
    Schemas(commands::schemas::Schemas),
}

impl Run for Command {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        self.chosen().run(catalogue, out)
    }
}

impl Command {
    fn chosen(&self) -> &dyn Run {
        match self {
            Command::Solve(command) => command,
            Command::Compare(command) => command,
            Command::Shuffle(command) => command,
            Command::Enumerate(command) => command,
            #[cfg(feature = "cluster")]
            Command::Cluster(command) => command,
            Command::Generate(command) => command,
            Command::Job(command) => command,
            #[cfg(feature = "games")]
            Command::Lab(command) => command,
            Command::Show(command) => command,
            Command::Perft(command) => command,
            Command::Count(command) => command,
            #[cfg(feature = "games")]
            Command::NimValues(command) => command,
            Command::Verify(command) => command,
            #[cfg(feature = "serve")]
            Command::Serve(command) => command,
            Command::Play(command) => command,
            Command::Match(command) => command,
            Command::Tournament(command) => command,
            Command::Tune(command) => command,
            Command::Replay(command) => command,
            Command::Engine(command) => command,
            Command::Tree(command) => command,
            Command::Pdb(command) => command,
            Command::Table(command) => command,
            Command::Algorithms(command) => command,
            Command::Games(command) => command,
            Command::New(command) => command,
            Command::Completions(command) => command,
            Command::Man(command) => command,
            Command::Schemas(command) => command,
        }
    }
}

/// The command line with the flags of a catalogue's games, and the help.
pub(crate) fn command(catalogue: &Catalogue) -> clap::Command {
    let all = without_help(catalogue);
    let command = with_own_examples(all.clone(), &all, catalogue);
    let list = list(&command);
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{list}{{options}}{{after-help}}"
    ))
}

/// The command line without what only its help shows, which takes as long to make as all the rest.
fn without_help(catalogue: &Catalogue) -> clap::Command {
    with_negative_numbers(flags::with_settings(Arguments::command(), catalogue))
}

/// The command with options whose value may begin with a minus and a digit, so that the option's
/// name is told when it is refused.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        if argument.is_positional() || !argument.get_action().takes_values() {
            return argument;
        }
        let argument = argument.allow_negative_numbers(true);
        // -1s is no number.
        match argument.get_value_parser().type_id() == TypeId::of::<Duration>() {
            true => argument.allow_hyphen_values(true),
            false => argument,
        }
    });
    command.mut_subcommands(with_negative_numbers)
}

/// The command without the examples that name a game which the catalogue does not have.
fn with_own_examples(
    command: clap::Command,
    all: &clap::Command,
    catalogue: &Catalogue,
) -> clap::Command {
    let is_own = |line: &&str| {
        let Some(example) = line.strip_prefix("  tesuji ") else { return true };
        let (mut called, mut words) = (all, example.split_whitespace().peekable());
        while let Some(next) = words.peek().and_then(|word| called.find_subcommand(word)) {
            called = next;
            words.next();
        }
        let takes_game = called.get_positionals().next().is_some_and(|one| one.get_id() == "game");
        let game = words.next().filter(|word| takes_game && !word.starts_with('-'));
        game.is_none_or(|game| catalogue.game(game).is_ok())
    };
    let own = |text: Option<&StyledStr>| {
        let text = text?.to_string();
        let lines: Vec<&str> = text.lines().filter(is_own).collect();
        let text = lines.join("\n");
        // The heading goes with the last example.
        let rest = text.strip_prefix("Examples:");
        let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with("\n\n"));
        Some(rest.map_or(&*text, str::trim_start).to_owned())
    };
    let (short, long) = (own(command.get_after_help()), own(command.get_after_long_help()));
    let mut command = command.mut_subcommands(|command| with_own_examples(command, all, catalogue));
    if let Some(text) = short {
        command = command.after_help(text);
    }
    if let Some(text) = long {
        command = command.after_long_help(text);
    }
    command
}

/// The commands by group, each with what it does, and the heading of the options.
fn list(command: &clap::Command) -> String {
    let heading = command.get_styles().get_header();
    let name_style = command.get_styles().get_literal();
    let mut text = String::new();
    for (group, names) in GROUPS {
        text += &format!("{heading}{group}:{heading:#}\n");
        for name in names {
            let about = match command.find_subcommand(name) {
                Some(one) => one.get_about().map(ToString::to_string).unwrap_or_default(),
                // It is added later.
                None if *name == "help" => "Print the help of a command".to_owned(),
                None => continue,
            };
            text += &format!("  {name_style}{name:<11}{name_style:#}  {about}\n");
        }
        text.push('\n');
    }
    text + &format!("{heading}Options:{heading:#}\n")
}

/// How a command answers, whichever it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) color: When,
    /// Whether standard output is to be one JSON value.
    pub(crate) is_json: bool,
    /// Whether another process, which was started with this one, says what is wrong with the input.
    pub(crate) is_echo: bool,
}

/// Reads the arguments of the program.
pub(crate) fn parse(catalogue: &Catalogue) -> Result<(Command, Manner), clap::Error> {
    let (arguments, matches, known) = arguments(catalogue, std::env::args_os())?;
    progress::show(arguments.progress);
    let (mut command, mut own) = (&known, &matches);
    while let Some((name, inner)) = own.subcommand()
        && let Some(below) = command.find_subcommand(name)
    {
        (command, own) = (below, inner);
    }
    flags::warn_of_settings(catalogue, command, own);
    let has = |name| matches!(own.try_get_one(name), Ok(Some(true)));
    let is_first = matches!(own.try_get_one::<usize>("process"), Ok(Some(0)));
    let color = arguments.color;
    let manner = Manner { color, is_json: has("json"), is_echo: has("with_input") && !is_first };
    Ok((arguments.command, manner))
}

/// What shows the help.
const HELP: [ErrorKind; 2] =
    [ErrorKind::DisplayHelp, ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand];

/// Reads a command with its arguments, without the program.
pub(crate) fn read(
    catalogue: &Catalogue,
    words: &[impl AsRef<OsStr>],
) -> Result<Command, clap::Error> {
    let program = OsString::from("tesuji");
    let words = std::iter::once(program).chain(words.iter().map(OsString::from));
    arguments(catalogue, words).map(|(arguments, ..)| arguments.command)
}

fn arguments(
    catalogue: &Catalogue,
    words: impl Iterator<Item = OsString>,
) -> Result<(Arguments, ArgMatches, clap::Command), clap::Error> {
    let words: Vec<_> = words.collect();
    let mut known = without_help(catalogue);
    let mut read = known.try_get_matches_from_mut(&words);
    if read.as_ref().is_err_and(|error| HELP.contains(&error.kind())) {
        known = command(catalogue);
        read = known.try_get_matches_from_mut(words);
    }
    let matches = read.map_err(shortened)?;
    match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => Ok((arguments, matches, known)),
        Err(error) => Err(shortened(error.format(&mut known))),
    }
}

/// The same error with what was given cut short.
fn shortened(mut error: clap::Error) -> clap::Error {
    let long: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| {
            let text = value.to_string();
            let short = quoted(&text).to_string();
            let short = short.trim_matches('"').to_owned();
            (text.chars().count() > short.chars().count()).then_some((kind, short))
        })
        .collect();
    for (kind, short) in long {
        let value = match kind {
            // A suggestion that repeats a long text is of no help.
            ContextKind::Suggested => ContextValue::StyledStrs(Vec::new()),
            _ => ContextValue::String(short),
        };
        error.insert(kind, value);
    }
    error
}
