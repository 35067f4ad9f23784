use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man as Page;
use tesuji::catalogue::Catalogue;

use super::Run;
use crate::arguments;
use crate::exit::Exit;
use crate::output;

/// Write the manual pages
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  tesuji man ~/.local/share/man/man1             (then: man tesuji-solve)")]
pub(crate) struct Man {
    /// The directory for the pages, which is created if it does not exist
    directory: PathBuf,
}

impl Run for Man {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let directory = &self.directory;
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot write {directory:?}"))?;
        let mut command = arguments::command(catalogue);
        // Names such as `tesuji-pdb-build`, and the flags that all commands share.
        command.build();
        self.write(&command, out)?;
        Ok(Exit::Solved)
    }
}

impl Man {
    /// Writes the page of a command and those of the commands below it.
    fn write(&self, command: &Command, out: &mut dyn Write) -> Result<()> {
        let page = Page::new(command.clone());
        let mut text = Vec::new();
        page.render(&mut text)?;
        output::write("page", &self.directory.join(page.get_filename()), text, out)?;
        let mut below = command.get_subcommands().filter(|one| one.get_name() != "help");
        below.try_for_each(|one| self.write(one, out))
    }
}
