use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use comfy_table::{CellAlignment, Table, presets};

use crate::machine::made;

/// A picture of a page.
pub trait Picture {
    /// The title of the picture.
    fn title(&self) -> &str;

    /// Returns the picture as an SVG document.
    ///
    /// # Errors
    /// If there is nothing to show.
    fn svg(&self) -> Result<String>;
}

/// A page of measured results: `docs/results/NAME.md` and the pictures beside it. Its head states
/// the command that makes it, the date, the machine, the compiler and the commit.
#[derive(Debug)]
pub struct Page {
    folder: PathBuf,
    name: &'static str,
    text: String,
}

impl Page {
    /// The default directory of pages, from the workspace's root.
    pub const FOLDER: &str = "docs/results";

    /// Returns a page with a title and the command that makes it.
    #[must_use]
    pub fn new(name: &'static str, title: &str, command: &str) -> Self {
        let text = format!("# {title}\n\n{}\n", made(command));
        Page { folder: Self::FOLDER.into(), name, text }
    }

    /// Sets the directory of the page and its pictures.
    pub fn in_folder(&mut self, folder: &Path) {
        self.folder = folder.to_owned();
    }

    /// Adds a heading.
    pub fn heading(&mut self, heading: &str) {
        self.text += &format!("\n## {heading}\n");
    }

    /// Adds a paragraph of Markdown.
    pub fn paragraph(&mut self, markdown: &str) {
        self.text += &format!("\n{}\n", markdown.trim());
    }

    /// Adds a table; all columns but the first are aligned to the right.
    pub fn table<C: Display>(
        &mut self,
        head: impl IntoIterator<Item = impl Display>,
        rows: impl IntoIterator<Item = impl IntoIterator<Item = C>>,
    ) {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(head.into_iter().map(|cell| cell.to_string()));
        for row in rows {
            table.add_row(row.into_iter().map(|cell| cell.to_string()));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        self.text += &format!("\n{}\n", aligned(&table));
    }

    /// Draws a picture into `NAME-PICTURE.svg` and adds it to the page.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn chart(&mut self, picture: &str, chart: &impl Picture) -> Result<()> {
        let file = format!("{}-{picture}.svg", self.name);
        self.write(&file, &chart.svg()?)?;
        self.text += &format!("\n![{}]({file})\n", chart.title());
        Ok(())
    }

    /// Writes the page and returns its path.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<PathBuf> {
        self.write(&format!("{}.md", self.name), &self.text)
    }

    /// Writes a file beside the page and returns its path.
    fn write(&self, file: &str, text: &str) -> Result<PathBuf> {
        let (folder, path) = (&self.folder, self.folder.join(file));
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        tesuji_storage::write(&path, text)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }
}

/// Marks the right-aligned columns with a colon in the rule, as Markdown requires.
fn aligned(table: &Table) -> String {
    let mut lines: Vec<String> = table.to_string().lines().map(str::to_owned).collect();
    if let Some(rule) = lines.get_mut(1) {
        let columns = rule.trim_matches('|').split('|').enumerate();
        let columns: Vec<_> = columns
            .map(|(column, dashes)| match column {
                0 => dashes.to_owned(),
                _ => format!("{}:", &dashes[..dashes.len() - 1]),
            })
            .collect();
        *rule = format!("|{}|", columns.join("|"));
    }
    lines.join("\n")
}
