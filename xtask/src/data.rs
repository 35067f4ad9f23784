//! The data files with known answers, for tests and benches.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::run::say;

/// Lists every data file and fails if one has no source, in its first line or in the `README.md`
/// beside it.
pub(crate) fn list() -> Result<()> {
    let mut folders = vec![PathBuf::from("testdata")];
    for game in fs::read_dir("crates/games")? {
        folders.push(game?.path().join("data"));
    }
    folders.sort();
    let mut unknown = Vec::new();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        let mut files: Vec<_> =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        files.sort();
        for file in files.iter().filter(|file| !file.ends_with("README.md")) {
            let origin = origin(file, &readme)?;
            say!("{} ({} bytes)", file.display(), fs::metadata(file)?.len())?;
            match origin {
                Some(origin) => say!("    {origin}")?,
                None => unknown.push(file.display().to_string()),
            }
        }
    }
    ensure!(unknown.is_empty(), "no source is given for {}", unknown.join(", "));
    Ok(())
}

/// The first line of a text that opens with `#`, or the line of the README that names the file.
fn origin(file: &Path, readme: &str) -> Result<Option<String>> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    if let Some(line) = text.lines().next().and_then(|line| line.strip_prefix('#')) {
        return Ok(Some(line.trim().to_owned()));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Ok(readme.lines().find(|line| line.contains(&*name)).map(str::to_owned))
}
