//! The folder of files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use base64::prelude::{BASE64_STANDARD, Engine};
use bytesize::ByteSize;
use clap::Parser;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tesuji_api::{Grant, Question, Service, Visitor, visit_questions};

use crate::module::{self, Program, Size};
use crate::{Part, Site};

/// Makes the page without a server: files for any web server, with the searches as WebAssembly.
#[derive(Debug, Parser)]
struct Arguments {
    /// The folder to make; the site that is there is replaced.
    #[arg(long, value_name = "FOLDER", default_value = "target/site")]
    out: PathBuf,
    /// Make only these parts of the site, which leaves out the games of the others.
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    only: Vec<String>,
    /// Compile quickly: for tests, as modules are large and slow.
    #[arg(long)]
    quick: bool,
}

/// The file that says which module knows a game.
const MODULES: &str = "answers/modules.json";
/// The first file of the page.
const INDEX: &str = "index.html";
/// The answer that the page begins with.
const GAMES: &str = "answers/games.json";

/// The script beside the page, by whose beginning a folder is recognised as a site.
const SERVICE_WORKER: &str = "service-worker.js";
const SERVICE_WORKER_BEGINNING: &str = "const FILES = ";

/// The page asks this module who answers it.
const BACKEND: &str = "js/backend.js";
/// The page's first script.
const MAIN: &str = "js/main.js";
const WORKER_BACKEND: &str = "// Who answers: workers of this browser.\n\n\
    export { get, post, reach, stream } from \"./backends/worker.js\";\n";

/// The page runs its own scripts and modules, and asks its own folder; nothing inline, nothing from
/// elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

/// Makes the folder.
pub(crate) fn make(site: &Site) -> Result<()> {
    let arguments = Arguments::parse();
    let program = Program::running()?;
    let parts = parts(site, &program, &arguments.only)?;
    let games: Vec<_> = parts.iter().flat_map(|part| part.games.clone()).collect();
    let mut folder = Folder::create(&arguments.out)?;
    module::prepare()?;

    let mut page = String::new();
    for (path, content) in tesuji_web::page_files() {
        match &*path {
            INDEX => page = String::from_utf8(content.into_owned())?,
            _ => folder.write(&path, &content)?,
        }
    }
    folder.write(BACKEND, WORKER_BACKEND.as_bytes())?;
    let page = index(&page, &scripts(&folder)?)?;
    let service = Service::new(site.catalogue.clone(), Grant::default());
    for (name, answer) in answers(&service, &games)? {
        folder.write(&format!("answers/{name}.json"), answer.as_bytes())?;
    }
    let modules: BTreeMap<_, _> =
        parts.iter().flat_map(|part| part.games.iter().map(|game| (*game, &part.name))).collect();
    folder.write(MODULES, json!(modules).to_string().as_bytes())?;
    let mut sizes = Vec::new();
    for part in &parts {
        let module = program.compile(&part.name, &part.features, arguments.quick)?;
        folder.keep(&format!("modules/{}.js", part.name), module.glue.as_bytes())?;
        let path = format!("modules/{}.wasm.gz", part.name);
        folder.keep(&path, &module.packed)?;
        // Some servers announce the packing, and the browser undoes it before it compares.
        folder.hashes.insert(path, integrity(&[&module.packed, &module.plain]));
        sizes.push((&part.name, module.size()));
    }
    let page = folder.name_version(page)?;
    folder.write(INDEX, page.as_bytes())?;
    folder.write("openapi.json", tesuji_web::DESCRIPTION.as_bytes())?;
    let service_worker = service_worker(&folder);
    folder.keep(SERVICE_WORKER, service_worker.as_bytes())?;
    let page_bytes = ByteSize(folder.packed_bytes as u64);
    folder.finish(&arguments.out)?;

    println!("{}: the page is {page_bytes}", arguments.out.display());
    for (name, Size { plain, packed }) in sizes {
        println!("{name:<14} {:>10}, gzip {:>10}", ByteSize(plain), ByteSize(packed));
    }
    println!("try it: python3 -m http.server --directory {}", arguments.out.display());
    Ok(())
}

/// A part of the site, with all that is known of it.
struct Wanted {
    name: String,
    features: Vec<&'static str>,
    games: Vec<&'static str>,
}

/// The parts of the site, or those that are wanted.
fn parts(site: &Site, program: &Program, only: &[String]) -> Result<Vec<Wanted>> {
    let all: Vec<_> = site.catalogue.games().iter().map(|entry| entry.name()).collect();
    let mut parts: Vec<_> = site
        .parts
        .iter()
        .map(|&Part { name, features, games }| Wanted {
            name: name.to_owned(),
            features: features.to_vec(),
            games: games.to_vec(),
        })
        .collect();
    if parts.is_empty() {
        let name = program.name().to_owned();
        parts.push(Wanted { name, features: Vec::new(), games: all.clone() });
    }
    for game in &all {
        let count = parts.iter().filter(|part| part.games.contains(game)).count();
        ensure!(count == 1, "the game {game} is in {count} parts of the site, not in one");
    }
    for name in only {
        let names: Vec<_> = parts.iter().map(|part| &*part.name).collect();
        ensure!(names.contains(&&**name), "no part {name:?}; there are {}", names.join(", "));
    }
    parts.retain(|part| only.is_empty() || only.contains(&part.name));
    for part in &parts {
        if let Some(unknown) = part.games.iter().find(|game| !all.contains(game)) {
            bail!("there is no game {unknown:?} for the part {}", part.name);
        }
    }
    Ok(parts)
}

/// The answers to all questions without parts, for these games.
fn answers(service: &Service, games: &[&str]) -> Result<Vec<(String, String)>> {
    struct Answers<'a>(&'a Service, Vec<Result<(String, String)>>);

    impl Visitor for Answers<'_> {
        fn visit<Q: Question>(&mut self) {
            if !Q::HAS_PARTS {
                let answer = tesuji_api::answer(self.0, Q::NAME, "{}");
                self.1.push(answer.map(|text| (Q::NAME.to_owned(), text)).map_err(Into::into));
            }
        }
    }

    let mut answers = Answers(service, Vec::new());
    visit_questions(&mut answers);
    let mut answers = answers.1.into_iter().collect::<Result<Vec<_>>>()?;
    for (_, text) in &mut answers {
        let mut answer: Value = serde_json::from_str(text)?;
        if let Some(all) = answer["games"].as_array_mut() {
            all.retain(|game| game["name"].as_str().is_some_and(|name| games.contains(&name)));
            *text = answer.to_string();
        }
    }
    Ok(answers)
}

/// The page's first script and those that it imports, and so on.
fn scripts(folder: &Folder) -> Result<Vec<String>> {
    let mut found = vec![MAIN.to_owned()];
    let mut read = 0;
    while let Some(path) = found.get(read) {
        let text = folder.read(path)?;
        let (home, _) = path.rsplit_once('/').context("scripts are in a folder")?;
        let home = home.to_owned();
        for import in text.split(" from \"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let mut place: Vec<_> = home.split('/').collect();
            for step in import.split('/') {
                match step {
                    "." => {}
                    ".." => drop(place.pop()),
                    name => place.push(name),
                }
            }
            let place = place.join("/");
            if !found.contains(&place) {
                found.push(place);
            }
        }
        read += 1;
    }
    Ok(found)
}

/// The first file of the page, for where there is no server that says what the page may do, and
/// none that programs could ask. A browser asks for what the page begins with at once, and not for
/// one file after the other has named it.
fn index(page: &str, scripts: &[String]) -> Result<String> {
    let mut head = format!(
        "<meta charset=\"utf-8\">\n  \
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n  \
         <meta name=\"referrer\" content=\"no-referrer\">"
    );
    for path in scripts {
        head += &format!("\n  <link rel=\"modulepreload\" href=\"{path}\">");
    }
    for path in [GAMES, MODULES] {
        head += &format!("\n  <link rel=\"preload\" as=\"fetch\" crossorigin href=\"{path}\">");
    }
    let with_head = page.replacen("<meta charset=\"utf-8\">", &head, 1);
    ensure!(with_head != page, "the page has no <meta charset> to put its policy after");
    Ok(with_head.lines().filter(|line| !line.contains("/api/")).collect::<Vec<_>>().join("\n"))
}

/// The script that keeps the page for when there is no network. Its text changes with any file, by
/// which browsers notice a new version.
fn service_worker(folder: &Folder) -> String {
    let (modules, mut files): (BTreeMap<_, _>, BTreeMap<_, _>) =
        folder.hashes.iter().partition(|(path, _)| path.contains("/modules/"));
    let first = "./".to_owned();
    files.extend(folder.hashes.get(INDEX).map(|hash| (&first, hash)));
    let (files, modules) = (json!(files), json!(modules));
    format!(
        "{SERVICE_WORKER_BEGINNING}{files};\nconst MODULES = {modules};\nconst VERSION = {};\n\n{}",
        json!(integrity(&[format!("{files}{modules}").as_bytes()])),
        include_str!("service-worker.js"),
    )
}

/// The hashes of a file that may have any of these contents, as browsers compare them.
fn integrity(contents: &[&[u8]]) -> String {
    let hash =
        |content: &&[u8]| format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)));
    contents.iter().map(hash).collect::<Vec<_>>().join(" ")
}

/// Whether a folder is a site that this program has made.
fn is_site(folder: &Path) -> bool {
    let script = fs::read_to_string(folder.join(SERVICE_WORKER));
    script.is_ok_and(|text| text.starts_with(SERVICE_WORKER_BEGINNING))
}

/// A folder that is being made beside its place.
struct Folder {
    root: PathBuf,
    /// The folder in it that files are written to.
    home: &'static str,
    /// The files and their hashes.
    hashes: BTreeMap<String, String>,
    /// What the files take when they are packed.
    packed_bytes: usize,
}

impl Folder {
    fn create(out: &Path) -> Result<Self> {
        let is_free = match fs::read_dir(out) {
            Ok(mut entries) => entries.next().is_none() || is_site(out),
            Err(_) => !out.exists(),
        };
        if !is_free {
            bail!("{} is no site, and is not replaced by one", out.display());
        }
        let mut name = out.file_name().context("the folder has no name")?.to_owned();
        name.push(".unfinished");
        let root = out.with_file_name(name);
        if root.exists() {
            fs::remove_dir_all(&root)
                .with_context(|| format!("cannot empty {}", root.display()))?;
        }
        fs::create_dir_all(&root).with_context(|| format!("cannot make {}", root.display()))?;
        Ok(Folder { root, home: "files", hashes: BTreeMap::new(), packed_bytes: 0 })
    }

    fn read(&self, path: &str) -> Result<String> {
        let path = self.root.join(self.home).join(path);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<()> {
        self.packed_bytes += module::pack(content)?.len();
        self.keep(path, content)
    }

    /// Writes a file that is packed already.
    fn keep(&mut self, path: &str, content: &[u8]) -> Result<()> {
        let file = self.root.join(self.home).join(path);
        let written = file.parent().map_or(Ok(()), fs::create_dir_all);
        let written = written.and_then(|()| fs::write(&file, content));
        written.with_context(|| format!("cannot write {}", file.display()))?;
        self.hashes.insert(path.to_owned(), integrity(&[content]));
        Ok(())
    }

    /// Names the folder of all files so far by their contents, and returns a page that has their names
    /// with these paths. What is written from now on is beside that folder.
    ///
    /// A page so finds the files of its own version or, once they are replaced, none: a browser that
    /// keeps nothing compares no hashes.
    fn name_version(&mut self, mut page: String) -> Result<String> {
        let hash = Sha256::digest(json!(self.hashes).to_string());
        let version: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let named = fs::rename(self.root.join(self.home), self.root.join(&version));
        named.with_context(|| format!("cannot name a folder {version}"))?;
        self.home = "";
        for (path, hash) in std::mem::take(&mut self.hashes) {
            let named = format!("{version}/{path}");
            page = page.replace(&format!("\"{path}\""), &format!("\"{named}\""));
            self.hashes.insert(named, hash);
        }
        Ok(page)
    }

    /// Moves the folder to its place.
    fn finish(self, out: &Path) -> Result<()> {
        if out.exists() {
            fs::remove_dir_all(out).with_context(|| format!("cannot replace {}", out.display()))?;
        }
        fs::rename(&self.root, out).with_context(|| format!("cannot make {}", out.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_names_files_of_its_own_version_alone() {
        let place = tempfile::tempdir().unwrap();
        let version_with = |glue: &[u8]| {
            let mut folder = Folder::create(&place.path().join("site")).unwrap();
            folder.write(MAIN, b"import { dom } from \"./dom.js\";").unwrap();
            folder.write("js/dom.js", b"").unwrap();
            folder.keep("modules/nim.js", glue).unwrap();
            let page = "<meta charset=\"utf-8\"><script src=\"js/main.js\">";
            let page = index(page, &scripts(&folder).unwrap()).unwrap();
            let page = folder.name_version(page).unwrap();
            let mut versions: Vec<_> =
                folder.hashes.keys().filter_map(|path| path.split('/').next()).collect();
            versions.dedup();
            let [version] = versions[..] else { panic!("{versions:?}") };
            for path in [MAIN, "js/dom.js"] {
                let parts = page.matches(path).count();
                assert_eq!(page.matches(&format!("{version}/{path}")).count(), parts, "{page}");
                assert!(parts > 0 && folder.root.join(version).join(path).exists(), "{page}");
            }
            version.to_owned()
        };
        assert_eq!(version_with(b"one"), version_with(b"one"));
        assert_ne!(version_with(b"one"), version_with(b"another"));
    }
}
