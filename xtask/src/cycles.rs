//! Checks the files of each crate for cycles of imports, and for files that are no module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::run;

/// The names of a module below the root of its crate.
type Module = Vec<String>;

/// Fails if in a crate more than two files import each other in a cycle, so that there is none to
/// begin reading at, or if no module names a file, which the compiler then passes over.
pub(crate) fn check() -> Result<()> {
    let text = run::output(&["metadata", "--no-deps", "--format-version", "1"])?;
    let metadata: serde_json::Value = serde_json::from_str(&text)?;
    let (mut cycles, mut unnamed) = (Vec::new(), Vec::new());
    for package in metadata["packages"].as_array().context("packages in the metadata")? {
        let mut named = BTreeSet::new();
        for target in package["targets"].as_array().context("the targets of a package")? {
            let kinds = target["kind"].as_array().context("the kind of a target")?;
            let is = |end| kinds.iter().any(|kind| kind.as_str().is_some_and(|k| k.ends_with(end)));
            if !is("lib") && !is("bin") {
                continue;
            }
            let root = Path::new(target["src_path"].as_str().context("the path of a target")?);
            let imports = Imports::of(root)?;
            if is("lib")
                && let Some(cycle) = imports.cycle()
            {
                let folder = root.parent().unwrap_or(root).display();
                cycles.push(format!("\n{folder}: {}", cycle.join(" -> ")));
            }
            named.extend(imports.paths);
        }
        let manifest = package["manifest_path"].as_str().context("the manifest of a package")?;
        let mut folders = vec![Path::new(manifest).with_file_name("src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten() {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|end| end == "rs") && !named.contains(&path)
                {
                    unnamed.push(format!("\n{}", path.display()));
                }
            }
        }
    }
    ensure!(cycles.is_empty(), "files that import each other in a cycle:{}", cycles.concat());
    ensure!(unnamed.is_empty(), "files that no module names:{}", unnamed.concat());
    Ok(())
}

/// The files of a crate, and what each imports from the others.
#[derive(Default)]
struct Imports {
    /// All files.
    paths: Vec<PathBuf>,
    /// The modules that are files, and what these name of the crate.
    files: BTreeMap<Module, Vec<Module>>,
    /// Where a name that a file exports comes from.
    exports: BTreeMap<Module, Module>,
}

impl Imports {
    fn of(root: &Path) -> Result<Self> {
        let mut imports = Imports::default();
        let mut waiting = vec![(root.to_owned(), Module::new())];
        while let Some((path, module)) = waiting.pop() {
            let text = fs::read_to_string(&path)?;
            let names = Names::read(&module, &text).with_context(|| path.display().to_string())?;
            for child in names.children {
                let below = [&module[..], &[child]].concat();
                let file = |end: &str| file_of(root, &below, end);
                let found = [file(".rs"), file("/mod.rs")].into_iter().find(|path| path.exists());
                waiting.extend(found.map(|path| (path, below)));
            }
            imports.exports.extend(names.exports);
            imports.files.insert(module, names.named);
            imports.paths.push(path);
        }
        Ok(imports)
    }

    /// The file that defines what is named: the names that files export are followed.
    fn definer(&self, named: &Module) -> Option<&Module> {
        let mut named = named.clone();
        for _ in 0..self.files.len() {
            let known = (0..=named.len()).rev().find_map(|length| {
                // A function may have the name of a module.
                let prefix = &named[..length];
                let origin =
                    self.exports.get(prefix).filter(|_| !self.files.contains_key(prefix))?;
                Some([&origin[..], &named[length..]].concat())
            });
            match known {
                Some(origin) if origin != named => named = origin,
                _ => break,
            }
        }
        let mut prefixes = (0..=named.len()).rev().map(|length| &named[..length]);
        prefixes.find_map(|prefix| self.files.get_key_value(prefix)).map(|(file, _)| file)
    }

    /// The shortest cycle of more than two files; the root, which declares all others, does not count.
    fn cycle(&self) -> Option<Vec<String>> {
        let mut edges: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
        for (file, named) in &self.files {
            let others = named.iter().filter_map(|named| self.definer(named));
            let others = others.filter(|other| *other != file && !other.is_empty());
            edges.insert(file, others.collect());
        }
        edges.remove(&Module::new());
        let cycles = edges.iter().flat_map(|(&file, next)| {
            next.iter().filter_map(|other| way_back(&edges, other, file))
        });
        let cycle = cycles.min_by_key(Vec::len)?;
        Some(cycle.into_iter().map(|module| module.join("::")).collect())
    }
}

/// The shortest way from one file to another that is not the import in return.
fn way_back<'a>(
    edges: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
    from: &'a Module,
    to: &'a Module,
) -> Option<Vec<&'a Module>> {
    let mut before = BTreeMap::from([(from, from)]);
    let mut wave = vec![from];
    while !wave.is_empty() && !before.contains_key(to) {
        let mut next = Vec::new();
        for file in wave {
            for &other in edges.get(file).into_iter().flatten() {
                let is_return = file == from && other == to;
                if !is_return && !before.contains_key(other) {
                    before.insert(other, file);
                    next.push(other);
                }
            }
        }
        wave = next;
    }
    before.contains_key(to).then(|| {
        let mut way = vec![to];
        while way[way.len() - 1] != from {
            way.push(before[way[way.len() - 1]]);
        }
        way.push(to);
        way.reverse();
        way
    })
}

/// The path of the file of a module.
fn file_of(root: &Path, module: &[String], end: &str) -> PathBuf {
    let folder = root.parent().unwrap_or(root);
    folder.join(module.join("/") + end)
}

/// What a file names of its crate, and what it passes on.
#[derive(Default)]
struct Names {
    module: Module,
    children: Vec<String>,
    named: Vec<Module>,
    exports: Vec<(Module, Module)>,
}

impl Names {
    /// Reads the tokens of a file.
    fn read(module: &Module, text: &str) -> Result<Self> {
        let tokens: TokenStream = text.parse().map_err(|error| anyhow!("{error}"))?;
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut names = Names { module: module.clone(), ..Names::default() };
        for part in tokens.windows(3) {
            if is_word(&part[0], "mod") && is_mark(&part[2], ';') {
                names.children.push(part[1].to_string());
            }
        }
        names.scan(&tokens);
        Ok(names)
    }

    /// Takes the names out of some code; that of tests names what it tests.
    fn scan(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            let rest = &tokens[at..];
            let is_test = matches!(rest, [TokenTree::Group(condition), word, ..]
                if is_word(word, "mod") && condition.to_string().replace(' ', "") == "[cfg(test)]");
            if is_test {
                // The condition, `mod`, the name and the code.
                at += 4;
            } else if is_word(&rest[0], "use") {
                let end = rest.iter().position(|token| is_mark(token, ';')).unwrap_or(rest.len());
                let is_export = at > 0 && is_visibility(&tokens[..at]);
                self.import(&rest[1..end], &Module::new(), is_export);
                at += end;
            } else if let TokenTree::Group(group) = &rest[0] {
                self.scan(&group.stream().into_iter().collect::<Vec<_>>());
                at += 1;
            } else {
                let path = path(rest);
                let is_first = at == 0 || !is_mark(&tokens[at - 1], ':');
                if path.len() > 1 && is_first {
                    self.named.extend(self.whole(&path));
                }
                // Each word but the first has two colons before it.
                at += (3 * path.len()).saturating_sub(2).max(1);
            }
        }
    }

    /// Takes the names out of the tree of a `use`, below a path.
    fn import(&mut self, tree: &[TokenTree], above: &Module, is_export: bool) {
        let path = path(tree);
        let after = (3 * path.len()).saturating_sub(2);
        let whole = [&above[..], &path].concat();
        match &tree[after..] {
            // A group, or everything.
            [TokenTree::Punct(_), TokenTree::Punct(_), TokenTree::Group(group)] => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for branch in inner.split(|token| is_mark(token, ',')) {
                    self.import(branch, &whole, is_export);
                }
            }
            [TokenTree::Punct(_), TokenTree::Punct(_), TokenTree::Punct(_)] => {
                self.named.extend(self.whole(&whole));
            }
            rest => {
                let whole = if whole.last().is_some_and(|name| name == "self") {
                    whole[..whole.len() - 1].to_vec()
                } else {
                    whole
                };
                let Some(named) = self.whole(&whole) else { return };
                let here = rest.get(1).map(TokenTree::to_string);
                match here.or_else(|| whole.last().cloned()).filter(|_| is_export) {
                    Some(here) => self.exports.push(([&self.module[..], &[here]].concat(), named)),
                    None => self.named.push(named),
                }
            }
        }
    }

    /// The whole path of a name below the root; `None` if it is not of this crate.
    fn whole(&self, path: &[String]) -> Option<Module> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([&self.module[..], &path[1..]].concat()),
            "super" => {
                let above = self.module.len().checked_sub(supers)?;
                Some([&self.module[..above], &path[supers..]].concat())
            }
            child if self.children.iter().any(|known| known == child) => {
                Some([&self.module[..], path].concat())
            }
            _ => None,
        }
    }
}

/// The words that tokens begin with, joined by `::`.
fn path(tokens: &[TokenTree]) -> Module {
    let mut path = Module::new();
    let mut rest = tokens;
    while let [TokenTree::Ident(word), after @ ..] = rest {
        path.push(word.to_string());
        match after {
            [one, other, next @ ..] if is_mark(one, ':') && is_mark(other, ':') => rest = next,
            _ => break,
        }
    }
    path
}

/// Whether the tokens end with `pub`, or `pub(…)`.
fn is_visibility(tokens: &[TokenTree]) -> bool {
    match tokens {
        [.., word, TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            is_word(word, "pub")
        }
        [.., word] => is_word(word, "pub"),
        [] => false,
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(own) if own == word)
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(own) if own.as_char() == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cycle in a crate of these files, `lib.rs` first.
    fn cycle(files: &[(&str, &str)]) -> Option<Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Imports::of(&folder.path().join(files[0].0)).unwrap().cycle()
    }

    #[test]
    fn cycles_of_three_files_are_found_and_shorter_ones_are_not() {
        let root =
            ("lib.rs", "mod a; mod b; mod c; pub use a::A; pub(crate) use b::make as build;");
        let [a, b] = [("a.rs", "pub struct A;"), ("b.rs", "use crate::c::C; pub fn make() {}")];
        let c = |text| cycle(&[root, a, b, ("c.rs", text)]);
        assert_eq!(c("use crate::{a, b};"), None);
        // A name that the root exports is that of the file which defines it.
        let [a, b] = [("a.rs", "fn f() { crate::build(); }"), ("b.rs", "use crate::c::{self, C};")];
        let c = |text| cycle(&[root, a, b, ("c.rs", text)]);
        let found = c("fn g() -> crate::A { vec![super::a::A] }").unwrap();
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(c("#[cfg(test)] mod tests { use crate::A; }"), None);
        assert_eq!(c("mod inner { use crate::A; }").unwrap().len(), 4);
    }
}
