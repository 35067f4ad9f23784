//! The bibliography of the book: one data file, the page that is written from it, and the check that
//! pages and data agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::run::say;

/// The works, by key.
const DATA: &str = "docs/bibliography.toml";

/// The page that is written from them.
const PAGE: &str = "docs/bibliography.md";

/// A work that the book cites.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Work {
    authors: String,
    title: String,
    venue: String,
    year: u16,
    /// A later edition, print or translation.
    reprint: Option<String>,
    doi: Option<String>,
    /// The address of the work itself.
    url: Option<String>,
    /// The address of a page about the work, for a work without the others.
    about: Option<String>,
}

/// Sites whose pages are about works.
const ABOUT: [&str; 3] = ["wikipedia.org", "chessprogramming.org", "dblp.org"];

impl Work {
    /// What is wrong with the entry, if anything.
    fn fault(&self, key: &str) -> Option<String> {
        let Work { authors, title, venue, year, doi, url, about, .. } = self;
        if [authors, title, venue].iter().any(|text| text.trim().is_empty()) {
            return Some(format!("{key} has an empty field"));
        }
        if !(1600..=2100).contains(year) || !key.contains(&format!("-{year}")) {
            return Some(format!("{key} does not contain its year, {year}"));
        }
        match (doi, url, about) {
            (Some(doi), None, None) if doi.starts_with("10.") => None,
            (None, Some(url), None) if ABOUT.iter().any(|site| url.contains(site)) => {
                Some(format!("the url of {key} is not the work: call it `about`"))
            }
            (None, Some(url), None) | (None, None, Some(url)) if url.starts_with("http") => None,
            _ => Some(format!("{key} needs a doi that begins with 10., or else a url or `about`")),
        }
    }

    /// The link to the work, or to a page about it. A parenthesis would end an address in Markdown.
    fn link(&self) -> String {
        let (shown, address) = match (&self.doi, &self.url, &self.about) {
            (Some(doi), ..) => (format!("doi:{doi}"), format!("https://doi.org/{doi}")),
            (None, Some(url), _) => (url.clone(), url.clone()),
            (None, None, about) => {
                let about = about.clone().unwrap_or_default();
                (format!("about it: {about}"), about)
            }
        };
        format!("[{shown}]({})", address.replace('(', "%28").replace(')', "%29"))
    }
}

type Works = BTreeMap<String, Work>;

/// Writes the page.
pub(crate) fn write() -> Result<()> {
    let works = works()?;
    agree(&works, &citations(Path::new("docs"))?)?;
    fs::write(PAGE, page(&works)).with_context(|| format!("cannot write {PAGE}"))?;
    say!("{PAGE}: {} works", works.len())?;
    Ok(())
}

/// Fails if an entry is incomplete, a citation has no entry, an entry is not cited, or the page is
/// not the one that [`write()`] would write.
pub(crate) fn check() -> Result<()> {
    let works = works()?;
    agree(&works, &citations(Path::new("docs"))?)?;
    let written = fs::read_to_string(PAGE).with_context(|| format!("cannot read {PAGE}"))?;
    ensure!(written == page(&works), "{PAGE} is out of date: run `cargo xtask bibliography`");
    Ok(())
}

fn works() -> Result<Works> {
    let text = fs::read_to_string(DATA).with_context(|| format!("cannot read {DATA}"))?;
    let works: Works = toml::from_str(&text).with_context(|| format!("cannot parse {DATA}"))?;
    let faults: Vec<_> = works.iter().filter_map(|(key, work)| work.fault(key)).collect();
    ensure!(faults.is_empty(), "{DATA}: {}", faults.join("; "));
    Ok(works)
}

/// The keys that the pages in a folder and those below it cite, each with a page that does: the
/// fragments of links to the bibliography.
fn citations(folder: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.append(&mut citations(&path)?);
        } else if path.extension().is_some_and(|kind| kind == "md") {
            let text = fs::read_to_string(&path)?;
            found.extend(cited(&text).map(|key| (key.to_owned(), path.clone())));
        }
    }
    Ok(found)
}

/// The keys that a text cites.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    let is_key = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let links = text.split("bibliography.md#").skip(1).filter_map(|rest| rest.split_once(')'));
    links.map(|(key, _)| key).filter(move |key| key.chars().all(is_key))
}

/// Fails unless the works are those that are cited.
fn agree(works: &Works, cited: &BTreeMap<String, PathBuf>) -> Result<()> {
    let unknown: Vec<_> = cited
        .iter()
        .filter(|(key, _)| !works.contains_key(*key))
        .map(|(key, page)| format!("{key} in {}", page.display()))
        .collect();
    ensure!(unknown.is_empty(), "{DATA} does not have {}", unknown.join(", "));
    let unused: BTreeSet<_> = works.keys().filter(|key| !cited.contains_key(*key)).collect();
    ensure!(unused.is_empty(), "no page cites {unused:?} of {DATA}");
    Ok(())
}

/// The page of all works, in the order of their keys.
fn page(works: &Works) -> String {
    let mut page =
        "# Bibliography\n\nWritten by `cargo xtask bibliography` from `bibliography.toml`. A work \
         has its DOI; if none is known here, its address; and if it has no lasting one, *about it* \
         is a page about the work, its author or its journal.\n"
            .to_owned();
    for (key, work) in works {
        let Work { authors, title, venue, year, reprint, .. } = work;
        let title = title.replace('*', "\\*");
        let reprint = reprint.as_ref().map_or_else(String::new, |reprint| format!("; {reprint}"));
        let link = work.link();
        write!(
            page,
            "\n<a id=\"{key}\"></a>{authors}, “{title}”, {venue}, {year}{reprint}.\n{link}\n"
        )
        .expect("a string takes everything");
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(text: &str) -> Works {
        toml::from_str(text).unwrap()
    }

    const KORF: &str = "[korf-1985]\nauthors = \"R. E. Korf\"\ntitle = \"IDA*\"\nvenue = \"AI\"\n\
                        year = 1985\ndoi = \"10.1016/0004-3702(85)90084-0\"\n";

    #[test]
    fn an_entry_needs_every_field_and_one_address() {
        assert_eq!(example(KORF)["korf-1985"].fault("korf-1985"), None);
        for (part, replacement) in [
            ("R. E. Korf", " "),
            ("year = 1985", "year = 1984"),
            ("doi = \"10.", "doi = \"11."),
            ("doi = ", "url = "),
            ("year = 1985", "year = 1985\nurl = \"https://example.org\""),
            ("year = 1985", "year = 1985\nabout = \"https://example.org\""),
            ("doi = \"10.1016/0004-3702(85)90084-0\"", "url = \"https://en.wikipedia.org/wiki/A\""),
        ] {
            let works = example(&KORF.replace(part, replacement));
            assert!(works["korf-1985"].fault("korf-1985").is_some(), "{replacement}");
        }
    }

    #[test]
    fn citations_and_works_must_be_the_same() {
        let text = "[A](../bibliography.md#korf-1985), [b](bibliography.md#hart-1968), \
                    `bibliography.md#KEY` (a)";
        let keys: Vec<_> = cited(text).collect();
        assert_eq!(keys, ["korf-1985", "hart-1968"]);
        let of = |keys: &[&str]| keys.iter().map(|key| (key.to_string(), "p.md".into())).collect();
        let works = example(KORF);
        agree(&works, &of(&["korf-1985"])).unwrap();
        let unknown = agree(&works, &of(&["korf-1985", "hart-1968"])).unwrap_err();
        assert!(unknown.to_string().ends_with("hart-1968 in p.md"), "{unknown}");
        agree(&works, &of(&[])).unwrap_err();
    }

    #[test]
    fn the_page_links_to_each_work() {
        let page_of = |text: &str| page(&example(text));
        let page = page_of(KORF);
        let entry = "<a id=\"korf-1985\"></a>R. E. Korf, “IDA\\*”, AI, 1985.\n\
                     [doi:10.1016/0004-3702(85)90084-0]\
                     (https://doi.org/10.1016/0004-3702%2885%2990084-0)\n";
        assert!(page.ends_with(entry), "{page}");
        let doi = "doi = \"10.1016/0004-3702(85)90084-0\"";
        let known = KORF.replace(doi, "reprint = \"2nd 1990\"\nabout = \"https://example.org\"");
        let page = page_of(&known);
        let entry = "AI, 1985; 2nd 1990.\n[about it: https://example.org](https://example.org)\n";
        assert!(page.ends_with(entry), "{page}");
    }
}
