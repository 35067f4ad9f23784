//! Tasks and their help texts.

use anyhow::{Result, bail};

use crate::run::say;

/// A task: its name, its help, its options, an example call, and the function to run.
pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    /// The arguments after the name, and their meaning. The programs of `benches` have longer help
    /// texts, but would have to be built first.
    pub(crate) options: &'static [(&'static str, &'static str)],
    pub(crate) example: &'static str,
    pub(crate) run: Run,
}

/// The function of a task.
pub(crate) enum Run {
    /// It takes no arguments.
    Alone(fn() -> Result<()>),
    /// It takes arguments.
    With(fn(&[String]) -> Result<()>),
}

impl Task {
    /// Runs the task, or prints its help for `--help`.
    pub(crate) fn run(&self, arguments: &[String]) -> Result<()> {
        if asks_for_help(arguments) {
            return Ok(say!("{}", self.text().trim_end())?);
        }
        match self.run {
            Run::With(run) => run(arguments),
            Run::Alone(run) if arguments.is_empty() => run(),
            Run::Alone(_) => bail!("{} takes no arguments: {}", self.name, arguments.join(" ")),
        }
    }

    /// The entry in the list of tasks.
    pub(crate) fn line(&self) -> String {
        format!("  {:<12} {}\n               {}\n", self.name, self.help, self.example)
    }

    /// The full help text.
    fn text(&self) -> String {
        let Task { name, help, options, example, .. } = self;
        let arguments = if options.is_empty() { "" } else { " [ARGUMENTS]" };
        let mut text = format!("{help}\n\nUsage: cargo xtask {name}{arguments}\n");
        let widest = options.iter().map(|(option, _)| option.len()).max().unwrap_or(0);
        for (option, meaning) in *options {
            text += &format!("  {option:<widest$}  {meaning}\n");
        }
        text + &format!("\nExample: {example}\n")
    }
}

/// Whether `--help` is among the arguments; after `--` it belongs to another program.
fn asks_for_help(arguments: &[String]) -> bool {
    let own = arguments.iter().take_while(|argument| *argument != "--");
    own.into_iter().any(|argument| argument == "-h" || argument == "--help")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;
    use crate::TASKS;

    #[test]
    fn every_task_tells_what_it_is_and_how_it_is_called() {
        let names: BTreeSet<_> = TASKS.iter().map(|task| task.name).collect();
        assert_eq!(names.len(), TASKS.len(), "each name is unique");
        for Task { name, help, options, example, run } in TASKS {
            assert!(!help.is_empty() && !help.ends_with('.') && !help.contains('\n'), "{name}");
            let call = format!("cargo xtask {name}");
            let rest = example.strip_prefix(&call).unwrap_or_else(|| panic!("{name}: {example}"));
            assert!(rest.is_empty() || rest.starts_with(' '), "{name}: {example}");
            let takes_arguments = matches!(run, Run::With(_));
            assert_eq!(takes_arguments, !options.is_empty(), "{name}");
            assert!(takes_arguments || rest.is_empty(), "{name} takes no arguments: {example}");
        }
    }

    #[test]
    fn a_task_that_is_asked_for_help_does_nothing_else() {
        let fails = |_: &[String]| bail!("the task was run");
        for arguments in [&["--help"][..], &["-h"], &["some", "--help"]] {
            let arguments: Vec<_> = arguments.iter().map(|&one| one.to_owned()).collect();
            let task =
                Task { name: "x", help: "", options: &[], example: "", run: Run::With(fails) };
            task.run(&arguments).unwrap();
        }
        let behind = ["--", "--help"].map(str::to_owned);
        let task = Task { name: "x", help: "", options: &[], example: "", run: Run::With(fails) };
        task.run(&behind).unwrap_err();
    }

    #[test]
    fn help_names_every_option_and_the_example() {
        for task in TASKS {
            let text = task.text();
            assert!(text.contains(task.help) && text.ends_with(&format!("{}\n", task.example)));
            assert!(task.options.iter().all(|(option, _)| text.contains(option)), "{text}");
        }
    }

    /// The arguments that a source declares for its program, as on the command line.
    fn declared(source: &str) -> Vec<String> {
        let Some((_, rest)) = source.split_once("#[derive(Parser)]") else { return Vec::new() };
        let fields = rest.lines().take_while(|line| *line != "}").filter_map(|line| {
            let (field, _) = line.strip_prefix("    ")?.split_once(": ")?;
            let is_name = field.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            is_name.then(|| field.replace('_', "-"))
        });
        fields.collect()
    }

    /// The programs of `benches` parse their arguments themselves: the table here must match
    /// them.
    #[test]
    fn the_options_of_programs_are_those_that_they_declare() {
        let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../benches/src/bin");
        for (name, file) in
            [("korf", "korf"), ("korf24", "korf24"), ("prove", "prove"), ("rush-hour", "rush_hour")]
        {
            let source = fs::read_to_string(format!("{sources}/{file}.rs")).unwrap();
            let fields = declared(&source);
            let task = TASKS.iter().find(|task| task.name == name).unwrap();
            let known = task.options.iter().map(|(option, _)| {
                let word = option.trim_start_matches('-').split(' ').next().unwrap_or_default();
                word.to_lowercase()
            });
            assert!(fields.into_iter().eq(known), "{name}: the options differ, or their order");
        }
    }

    #[test]
    fn the_parts_of_the_report_are_those_that_it_has() {
        let parts = concat!(env!("CARGO_MANIFEST_DIR"), "/../benches/src/bin/report");
        let report = TASKS.iter().find(|task| task.name == "report").unwrap();
        let (_, meaning) = report.options[0];
        let mut count = 0;
        for file in fs::read_dir(parts).unwrap().map(|entry| entry.unwrap().path()) {
            let file = if file.is_dir() { file.join("mod.rs") } else { file };
            let source = fs::read_to_string(file).unwrap();
            let Some((_, rest)) = source.split_once("PART: Part = Part {\n    name: \"") else {
                continue;
            };
            let (name, _) = rest.split_once('"').unwrap();
            assert!(meaning.split([' ', ',', ';']).any(|word| word == name), "{name}: {meaning}");
            count += 1;
            for option in declared(&source) {
                let call = format!("{name} --{option}");
                assert!(report.options.iter().any(|(own, _)| own.starts_with(&call)), "{call}");
            }
        }
        assert_eq!(count, meaning.split(';').next().unwrap().split(',').count(), "{meaning}");
    }
}
