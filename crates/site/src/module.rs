//! Compiling this program to WebAssembly.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// The profile that modules are compiled by, whatever the crate's own profiles are. Compiled for
/// size, searches are as fast as compiled for speed: the browser optimises them once more.
const PROFILE: &str = "small-module";
const SETTINGS: [&str; 5] =
    ["inherits=\"release\"", "codegen-units=1", "debug=false", "lto=\"fat\"", "opt-level=\"s\""];
/// The crate's own profile for tests serves for a quick module, because the macros that it needs
/// are compiled by it already.
const QUICK_PROFILE: &str = "dev";

/// As much stack as a thread has elsewhere: the linker's own megabyte is too small for searches.
const STACK: &str = "link-arg=-zstack-size=8388608";

/// This program, as cargo knows it.
pub(crate) struct Program {
    name: String,
    manifest: PathBuf,
    features: Vec<String>,
    target_directory: PathBuf,
}

/// A module, and the script that runs it.
pub(crate) struct Module {
    pub(crate) glue: String,
    pub(crate) plain: Vec<u8>,
    pub(crate) packed: Vec<u8>,
}

/// The size of a module in bytes.
pub(crate) struct Size {
    pub(crate) plain: u64,
    pub(crate) packed: u64,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
    #[serde(default, rename = "required-features")]
    required_features: Vec<String>,
}

impl Program {
    /// The program that runs.
    ///
    /// # Errors
    /// It was not started by `cargo run`, which alone can compile it again.
    pub(crate) fn running() -> Result<Self> {
        const HOW: &str = "this program compiles itself: start it by `cargo run`";
        let name = env::current_exe()?.file_stem().context(HOW)?.to_string_lossy().into_owned();
        let folder = env::var_os("CARGO_MANIFEST_DIR").context(HOW)?;
        let manifest = Path::new(&folder).join("Cargo.toml");
        let call = ["metadata", "--format-version=1", "--no-deps", "--manifest-path"];
        let output = cargo().args(call).arg(&manifest).output().context("cannot run cargo")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let Metadata { packages, target_directory } = serde_json::from_slice(&output.stdout)?;
        let package = packages.into_iter().find(|package| package.manifest_path == manifest);
        let mut targets = package.context(HOW)?.targets.into_iter();
        let is_this = |target: &Target| target.name == name && target.kind == ["bin"];
        let features = targets.find(is_this).context(HOW)?.required_features;
        Ok(Program { name, manifest, features, target_directory })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Compiles the program with these features besides those that it requires.
    pub(crate) fn compile(&self, name: &str, features: &[&str], is_quick: bool) -> Result<Module> {
        let mut all: Vec<&str> = self.features.iter().map(String::as_str).collect();
        all.extend(features);
        let mut call = cargo();
        let profile = if is_quick { QUICK_PROFILE } else { PROFILE };
        call.args(["rustc", "--target", TARGET, "--profile", profile, "--bin", &self.name])
            .args(["--no-default-features", "--features", &all.join(",")])
            .arg("--manifest-path")
            .arg(&self.manifest);
        if is_quick {
            call.args(["--config", &format!("profile.{QUICK_PROFILE}.opt-level=0")]);
        }
        for setting in SETTINGS {
            call.args(["--config", &format!("profile.{PROFILE}.{setting}")]);
        }
        call.args(["--", "-C", STACK]);
        eprintln!("\n{name}: cargo rustc --target {TARGET} --features {}", all.join(","));
        ensure!(call.status().context("cannot run cargo")?.success(), "{name} does not compile");
        let folder = if is_quick { "debug" } else { PROFILE };
        let built = self.target_directory.join(TARGET).join(folder);
        let built = built.join(format!("{}.wasm", self.name));
        let work = self.target_directory.join(TARGET).join("modules").join(name);
        bind(&built, name, &work)?;
        let wasm = work.join(format!("{name}_bg.wasm"));
        let plain = fs::read(&wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
        let glue = fs::read_to_string(work.join(format!("{name}.js")))?;
        Ok(Module { glue, packed: pack(&plain)?, plain })
    }
}

/// Makes the script that passes strings to and from the module.
fn bind(wasm: &Path, name: &str, work: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(work)
}

/// Has rustup add the target if it is missing.
pub(crate) fn prepare() -> Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let call = ["--print", "target-libdir", "--target", TARGET];
    let library = Command::new(rustc).args(call).output().context("cannot run rustc")?;
    let library = String::from_utf8_lossy(&library.stdout).trim().to_owned();
    if !Path::new(&library).exists() {
        eprintln!("\n$ rustup target add {TARGET}");
        let added = Command::new("rustup").args(["target", "add", TARGET]).status();
        if !added.is_ok_and(|status| status.success()) {
            bail!("Rust's standard library for {TARGET} is missing, and rustup cannot add it");
        }
    }
    Ok(())
}

impl Module {
    pub(crate) fn size(&self) -> Size {
        Size { plain: self.plain.len() as u64, packed: self.packed.len() as u64 }
    }
}

/// The bytes as gzip packs them at its best.
pub(crate) fn pack(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
