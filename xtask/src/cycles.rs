//! Checks the files of each crate for cycles of imports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use syn::visit::{self, Visit};

use crate::run;

/// The names of a module below the root of its crate.
type Module = Vec<String>;

/// Fails if in a crate more than two files import each other in a cycle, so that there is none to
/// begin reading at.
pub(crate) fn check() -> Result<()> {
    let text = run::output(&["metadata", "--no-deps", "--format-version", "1"])?;
    let metadata: serde_json::Value = serde_json::from_str(&text)?;
    let mut found = Vec::new();
    let packages = metadata["packages"].as_array().context("packages in the metadata")?;
    for target in packages.iter().flat_map(|package| package["targets"].as_array()).flatten() {
        let kinds = target["kind"].as_array().context("the kind of a target")?;
        if !kinds.iter().any(|kind| kind.as_str().is_some_and(|kind| kind.ends_with("lib"))) {
            continue;
        }
        let root = Path::new(target["src_path"].as_str().context("the path of a target")?);
        if let Some(cycle) = Imports::of(root)?.cycle() {
            let folder = root.parent().unwrap_or(root).display();
            found.push(format!("\n{folder}: {}", cycle.join(" -> ")));
        }
    }
    ensure!(found.is_empty(), "files that import each other in a cycle:{}", found.concat());
    Ok(())
}

/// The files of a crate, and what each imports from the others.
#[derive(Default)]
struct Imports {
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
            let file = syn::parse_file(&text).with_context(|| path.display().to_string())?;
            let mut names = Names { module: module.clone(), ..Names::default() };
            names.visit_file(&file);
            for child in names.children {
                let below = [&module[..], &[child]].concat();
                let file = |end: &str| file_of(root, &below, end);
                let found = [file(".rs"), file("/mod.rs")].into_iter().find(|path| path.exists());
                waiting.extend(found.map(|path| (path, below)));
            }
            imports.exports.extend(names.exports);
            imports.files.insert(module, names.named);
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

    fn import(&mut self, tree: &syn::UseTree, path: &mut Module, is_export: bool) {
        match tree {
            syn::UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.import(&step.tree, path, is_export);
                path.pop();
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, path, is_export));
            }
            syn::UseTree::Name(name) => self.name(&name.ident, &name.ident, path, is_export),
            syn::UseTree::Rename(name) => self.name(&name.ident, &name.rename, path, is_export),
            syn::UseTree::Glob(_) => self.named.extend(self.whole(path)),
        }
    }

    fn name(&mut self, name: &syn::Ident, here: &syn::Ident, path: &Module, is_export: bool) {
        let path = [&path[..], &[name.to_string()]].concat();
        let path = if name == "self" { path[..path.len() - 1].to_vec() } else { path };
        let Some(whole) = self.whole(&path) else { return };
        if is_export {
            let here = [&self.module[..], &[here.to_string()]].concat();
            self.exports.push((here, whole));
        } else {
            self.named.push(whole);
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_file(&mut self, file: &'ast syn::File) {
        let modules = file.items.iter().filter_map(|item| match item {
            syn::Item::Mod(module) if module.content.is_none() => Some(module.ident.to_string()),
            _ => None,
        });
        self.children.extend(modules);
        visit::visit_file(self, file);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_export = !matches!(item.vis, syn::Visibility::Inherited);
        self.import(&item.tree, &mut Module::new(), is_export);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        // Modules within a file, and tests, are read for themselves: none imports for the file.
        if module.content.is_some() {
            let is_test = module.attrs.iter().any(|one| {
                let condition = one.parse_args::<syn::Path>();
                one.path().is_ident("cfg") && condition.is_ok_and(|path| path.is_ident("test"))
            });
            if !is_test {
                visit::visit_item_mod(self, module);
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Module = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if parts.len() > 1 {
            self.named.extend(self.whole(&parts));
        }
        visit::visit_path(self, path);
    }
}
