//! Flags that follow from the library: a search option or a game's setting is defined there alone,
//! and is a flag here.

use std::collections::BTreeSet;

use anyhow::Result;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, FromArgMatches, ValueHint};
use tesuji::catalogue::options::{self, SearchOption};
use tesuji::catalogue::{AnyPosition, Catalogue, Search};
use tesuji::core::{Setting, Settings};

use crate::inputs;
use crate::output::to_stderr;

/// The options of searches that were given as flags, with their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchFlags(Vec<(&'static str, String)>);

impl SearchFlags {
    /// Sets each option in a search that is specified by text or by default.
    ///
    /// # Errors
    /// The search does not take an option, a value is not valid, or the text sets it as well.
    pub(crate) fn set(&self, search: &mut Search) -> Result<()> {
        for (name, value) in self.iter() {
            search.add(name, value)?;
        }
        Ok(search.check()?)
    }

    /// Takes out the value of an option that has another meaning in the command.
    pub(crate) fn take(&mut self, name: &str) -> Option<String> {
        let place = self.0.iter().position(|(known, _)| *known == name)?;
        Some(self.0.remove(place).1)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.iter().any(|(known, _)| known == name)
    }

    /// The names and values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The options of a command, by its name: in a comparison and in a drawing some have no effect.
    fn of(command: &Command) -> impl Iterator<Item = &'static SearchOption> {
        let alone = [
            options::SEED.name,
            options::BEST_MOVES.name,
            options::ADVERSARY.name,
            options::STORE.name,
            options::EXHAUST.name,
        ];
        let drawn = [options::HEURISTIC.name, options::DEPTH.name, options::OUTCOME_ONLY.name];
        let command = command.get_name().to_owned();
        options::ALL.iter().filter(move |option| match command.as_str() {
            "compare" => !alone.contains(&option.name),
            "tree" => drawn.contains(&option.name),
            _ => true,
        })
    }
}

/// The options of searches that `-h` lists.
const COMMON: [&str; 6] = [
    options::HEURISTIC.name,
    options::DEPTH.name,
    options::BEST_MOVES.name,
    options::TABLE.name,
    options::PLAYOUTS.name,
    options::THREADS.name,
];

/// What `-h` says: the help without what is said of special cases and defaults.
fn in_short(help: &str) -> &str {
    let mut depth = 0;
    let end = help.find(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0 && matches!(letter, ';' | '[')
    });
    help[..end.unwrap_or(help.len())].trim_end()
}

/// The identifier of an option: a flag of the command may have its name.
fn option_id(name: &str) -> String {
    format!("option:{name}")
}

impl Args for SearchFlags {
    fn augment_args(command: Command) -> Command {
        let flags = Self::of(&command).map(|option| {
            let flag = Arg::new(option_id(option.name))
                .long(option.name)
                .help(in_short(option.help))
                .long_help(option.help)
                .hide_short_help(!COMMON.contains(&option.name))
                .help_heading("Options of the search");
            let flag = match option.value {
                None => flag.action(ArgAction::SetTrue),
                Some("FILE") => flag.value_name("FILE").value_hint(ValueHint::FilePath),
                Some(value) => flag.value_name(value),
            };
            let is_heuristic = option.name == options::HEURISTIC.name;
            if is_heuristic { flag.visible_alias("evaluator") } else { flag }
        });
        let flags: Vec<_> = flags.collect();
        command.args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SearchFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = options::ALL.iter().filter_map(|option| {
            let id = option_id(option.name);
            let value = match option.value {
                None => matches
                    .try_get_one::<bool>(&id)
                    .ok()
                    .flatten()
                    .filter(|&&on| on)
                    .map(|_| "yes".to_owned()),
                Some(_) => matches.try_get_one::<String>(&id).ok().flatten().cloned(),
            };
            value.map(|value| (option.name, value))
        });
        Ok(SearchFlags(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The settings of games that were given as flags. Which flags there are depends on the games of the
/// catalogue: [`with_settings`] adds them to each command that has these arguments.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingFlags(Settings);

impl SettingFlags {
    pub(crate) fn settings(&self) -> &Settings {
        &self.0
    }

    /// Opens the position that these words are, or the initial one if there are none; `-` reads
    /// it from standard input.
    pub(crate) fn open(
        &self,
        catalogue: &Catalogue,
        game: &str,
        words: &[String],
    ) -> Result<AnyPosition> {
        let game = catalogue.game(game)?;
        let text = match words {
            [] => None,
            [word] if word == "-" => Some(inputs::standard_input()?),
            words => Some(words.join(" ")),
        };
        Ok(game.open(text.as_deref(), &self.0)?)
    }
}

/// Marks a command that has the settings of games.
const SETTINGS: &str = "settings";

/// What the identifier of a setting begins with: a setting may have the name of another flag.
const SETTING: &str = "setting:";

impl Args for SettingFlags {
    fn augment_args(command: Command) -> Command {
        command.group(ArgGroup::new(SETTINGS))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SettingFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = matches.ids().filter_map(|id| {
            let name = id.as_str().strip_prefix(SETTING)?;
            let value = matches.try_get_one::<String>(id.as_str()).ok().flatten()?;
            Some((name, value))
        });
        Ok(SettingFlags(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The command with a flag for each setting of the catalogue's games, wherever it takes them. The
/// flag has the setting's name, or `game-` and the name if a command has a flag of that name.
pub(crate) fn with_settings(command: Command, catalogue: &Catalogue) -> Command {
    let taken = longs(&command);
    let mut flags: Vec<Arg> = Vec::new();
    let mut seen = BTreeSet::new();
    let all = catalogue.games().iter().flat_map(|game| game.info().settings);
    for name in all.map(|setting| setting.name).filter(|name| seen.insert(*name)) {
        let long = if taken.contains(name) { format!("game-{name}") } else { name.to_owned() };
        let (value, help) = described(catalogue, name);
        let flag = Arg::new(format!("{SETTING}{name}")).long(long).value_name(value);
        let in_short = help.lines().map(in_short).collect::<Vec<_>>().join("\n");
        let flag = flag.help(in_short).long_help(help);
        flags.push(flag.help_heading("Settings of the game"));
    }
    add(command, &flags)
}

/// Warns of an option that was given and has the name of a setting of the game, whose flag is another.
pub(crate) fn warn_of_settings(catalogue: &Catalogue, command: &Command, given: &ArgMatches) {
    let Ok(Some(game)) = given.try_get_one::<String>("game") else { return };
    let Ok(game) = catalogue.game(game) else { return };
    let is_given =
        |flag: &Arg| given.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine);
    for name in game.info().settings.iter().map(|setting| setting.name) {
        let id = format!("{SETTING}{name}");
        let own = command.get_arguments().find(|flag| flag.get_id() == id.as_str());
        let called = command.get_arguments().find(|flag| flag.get_long() == Some(name));
        if let Some((own, long)) = own.and_then(|own| Some((own, own.get_long()?)))
            && called.is_some_and(is_given)
            && !is_given(own)
        {
            let game = game.name();
            to_stderr!("warning: --{name} is not the setting {name} of {game}: that is --{long}");
        }
    }
}

fn add(command: Command, flags: &[Arg]) -> Command {
    let takes = command.get_groups().any(|group| group.get_id() == SETTINGS);
    let command = if takes { command.args(flags) } else { command };
    command.mut_subcommands(|command| add(command, flags))
}

/// The flags of a command and of those below it.
fn longs(command: &Command) -> BTreeSet<String> {
    let mut all: BTreeSet<_> = ["help", "version"].map(str::to_owned).into();
    for argument in command.get_arguments() {
        all.extend(argument.get_long().map(str::to_owned));
        all.extend(argument.get_all_aliases().unwrap_or_default().into_iter().map(str::to_owned));
    }
    all.extend(command.get_subcommands().flat_map(longs));
    all
}

/// What stands for the value of a setting, and what it means in which games.
fn described(catalogue: &Catalogue, name: &str) -> (&'static str, String) {
    let mut meanings: Vec<(Setting, Vec<&str>)> = Vec::new();
    for game in catalogue.games() {
        let Some(setting) = game.info().settings.iter().find(|setting| setting.name == name) else {
            continue;
        };
        match meanings.iter_mut().find(|(known, _)| known.summary == setting.summary) {
            Some((_, games)) => games.push(game.name()),
            None => meanings.push((*setting, vec![game.name()])),
        }
    }
    let value = meanings.first().map_or("VALUE", |(setting, _)| setting.value);
    let lines = meanings.iter().map(|(setting, games)| {
        let games = games.join(", ");
        format!("{games}: {}", setting.summary)
    });
    (value, lines.collect::<Vec<_>>().join("\n"))
}
