use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use tesuji::catalogue::Catalogue;
use tesuji::core::quoted;

use super::Run;
use crate::exit::Exit;

#[derive(Debug, Subcommand)]
pub(crate) enum New {
    Game(Game),
}

/// Write a crate with a small working game, to be replaced by your own
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji new game domineering
  tesuji new game river-crossing --puzzle --path puzzles/river-crossing
  tesuji new game domineering --tesuji ../tesuji     (another checkout of tesuji)

In the new directory, `cargo run -- play domineering` plays it, `cargo run -- --help` lists the
other commands, and `cargo test` checks the rules. README.md there says what to replace.")]
pub(crate) struct Game {
    /// The name of the game and of the crate: lower-case words joined by hyphens
    name: String,
    /// Write a puzzle, for one player, instead of a game for two
    #[arg(long)]
    puzzle: bool,
    /// The directory of the crate, which must not exist [default: the name]
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// The checkout of tesuji to depend on [default: the one that this program was compiled from;
    /// if it is gone, the published version]
    #[arg(long, value_name = "DIR")]
    tesuji: Option<PathBuf>,
}

/// What a kind of game is written from: the path of each file, and its text, in which the names of
/// the template stand for those of the new crate.
struct Templates {
    kind: &'static str,
    /// The value of the initial position, as the test in `tests/laws.rs` prints it.
    solution: &'static str,
    files: [(&'static str, &'static str); 7],
}

const GAME: Templates = Templates {
    kind: "game",
    solution: "Loss in Some(6)",
    files: [
        ("Cargo.toml", include_str!("../../templates/manifest.toml")),
        ("README.md", include_str!("../../templates/README.md")),
        ("src/lib.rs", include_str!("../../templates/game/lib.rs")),
        ("src/main.rs", include_str!("../../templates/main.rs")),
        ("src/bin/site.rs", include_str!("../../templates/site.rs")),
        ("tests/laws.rs", include_str!("../../templates/game/laws.rs")),
        ("benches/speed.rs", include_str!("../../templates/game/speed.rs")),
    ],
};

const PUZZLE: Templates = Templates {
    kind: "puzzle",
    solution: "Solved in Some(5)",
    files: [
        ("Cargo.toml", include_str!("../../templates/manifest.toml")),
        ("README.md", include_str!("../../templates/README.md")),
        ("src/lib.rs", include_str!("../../templates/puzzle/lib.rs")),
        ("src/main.rs", include_str!("../../templates/main.rs")),
        ("src/bin/site.rs", include_str!("../../templates/site.rs")),
        ("tests/laws.rs", include_str!("../../templates/puzzle/laws.rs")),
        ("benches/speed.rs", include_str!("../../templates/puzzle/speed.rs")),
    ],
};

impl Run for New {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let New::Game(game) = self;
        game.write(catalogue, out)
    }
}

impl Game {
    fn write(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let templates = if self.puzzle { &PUZZLE } else { &GAME };
        let names = Names::new(&self.name, templates)?;
        ensure!(
            catalogue.game(&self.name).is_err(),
            "there is a game {} already: choose another name",
            quoted(&self.name)
        );
        let [dependencies, program] = self.dependencies()?;
        let root = self.path.clone().unwrap_or_else(|| PathBuf::from(&self.name));
        ensure!(!root.exists(), "{} exists already: choose another --path", root.display());
        for (file, template) in templates.files {
            let text = names.fill(template);
            let text = text.replace("DEPENDENCIES", &dependencies);
            let text = text.replace("PROGRAM", &program);
            let text = text.replace("KIND", templates.kind).replace("SOLUTION", templates.solution);
            write(&root.join(file), &text)?;
        }
        let (name, kind) = (&self.name, templates.kind);
        writeln!(out, "created the {kind} {name} in {}", root.display())?;
        writeln!(out, "\n  cd {}\n  cargo run -- play {name}\n  cargo test", root.display())?;
        Ok(Exit::Solved)
    }

    /// The lines of the manifest that name tesuji, by its version or a checkout, and those that name
    /// its command line.
    fn dependencies(&self) -> Result<[String; 2]> {
        let checkout = self.tesuji.clone().or_else(own_checkout);
        let source = |folder: &str| match &checkout {
            None => Ok(format!("version = {:?}", env!("CARGO_PKG_VERSION"))),
            Some(checkout) => {
                let path = checkout.join("crates").join(folder);
                let path = path.canonicalize().with_context(|| {
                    format!("{} is not a checkout of tesuji", checkout.display())
                })?;
                anyhow::Ok(format!("path = {path:?}"))
            }
        };
        let line = |name: &str, folder, rest: &str| {
            let source = source(folder)?;
            anyhow::Ok(format!("{name} = {{ {source}, default-features = false, {rest} }}"))
        };
        let library = line("tesuji", "tesuji", "features = [\"catalogue\"]")?;
        let site = line("tesuji-site", "site", "optional = true")?;
        let program = line("tesuji-cli", "cli", "features = [\"serve\"]")?;
        Ok([[library, site].join("\n"), program])
    }
}

/// The checkout that this program was compiled from, if it is still there.
fn own_checkout() -> Option<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    folder.join("crates/tesuji/Cargo.toml").exists().then(|| folder.to_owned())
}

fn write(file: &Path, text: &str) -> Result<()> {
    let cannot = || format!("cannot write {file:?}");
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    fs::write(file, text).with_context(cannot)
}

/// The names of a new crate.
struct Names {
    /// Of the crate and of the game.
    game: String,
    /// Of the library in Rust.
    module: String,
    /// Of the type of the rules.
    rules: String,
}

impl Names {
    fn new(name: &str, templates: &Templates) -> Result<Self> {
        const LONGEST: usize = 50;
        let is_word = |word: &str| {
            word.starts_with(|letter: char| letter.is_ascii_lowercase())
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        ensure!(
            name.len() <= LONGEST && name.split('-').all(is_word),
            "{} is not a name for a game: write at most {LONGEST} letters, lower-case words joined \
             by hyphens, as in my-game",
            quoted(name)
        );
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let module = name.replace('-', "_");
        let rules: String = name.split('-').map(capital).collect();
        // The crate may not use the name for something else.
        let texts = templates.files.iter().map(|(_, text)| *text);
        let mut words =
            texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
        let is_taken = RESERVED.contains(&module.as_str()) || words.any(|word| word == rules);
        ensure!(
            !is_taken,
            "{} has a meaning in Rust or in the new crate: choose another name",
            quoted(name)
        );
        Ok(Names { game: name.to_owned(), module, rules })
    }

    fn fill(&self, template: &str) -> String {
        template
            .replace("template-game", &self.game)
            .replace("template_game", &self.module)
            .replace("TemplateGame", &self.rules)
    }
}

/// What no crate of a game can be called: keywords, crates that it uses, and cargo's directories.
const RESERVED: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "criterion",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "insta",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "tesuji",
    "tesuji_cli",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];
