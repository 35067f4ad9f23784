//! Tests of the page in a browser, and under load.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Result, anyhow, bail, ensure};

use crate::run::{self, cargo, command, test_program};

/// The version of axe-core: a later one may have rules that the page has not been tested by.
const AXE_VERSION: &str = "4.14.1";

/// The programs that can be a browser, the fastest first. That of Debian without a window is named by
/// its place: the script on the path that starts it does not end with it.
const BROWSERS: [&str; 6] = [
    "chrome-headless-shell",
    "/usr/lib/chromium/chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
];

/// The tests of the page without a server, which have to be given one.
const SITE_TESTS: &str = "site::";

/// Runs the browser tests of the page; installs a browser and axe-core if there are none.
pub(crate) fn browser(arguments: &[String]) -> Result<()> {
    in_browser(&["--skip", SITE_TESTS], arguments, &[])
}

/// Runs browser tests of the page without a server in this folder.
pub(crate) fn test_site(folder: &Path, tests: &str) -> Result<()> {
    let folder = folder.canonicalize()?.display().to_string();
    in_browser(&[], &[tests.to_owned()], &[("SITE", &folder)])
}

fn in_browser(options: &[&str], arguments: &[String], variables: &[(&str, &str)]) -> Result<()> {
    let Tools { chrome, driver, axe } = TOOLS.as_ref().map_err(|error| anyhow!("{error}"))?;
    let [chrome, driver, axe] = [chrome, driver, axe].map(|file| file.display().to_string());
    let program = test_program("browser")?;
    // Two browsers at a time: more only wait for each other on a small machine.
    let mut tests = Command::new(program);
    tests.args(arguments).args(["--ignored", "--test-threads=2"]).args(options);
    tests.envs([("CHROME", &chrome), ("CHROMEDRIVER", &driver), ("AXE", &axe)]);
    let status = tests.envs(variables.iter().copied()).status()?;
    ensure!(status.success(), "tests in the browser failed");
    Ok(())
}

/// Runs the load tests against the release build, one at a time.
pub(crate) fn load() -> Result<()> {
    cargo(&["build", "--release", "--package", "tesuji-cli"], &[], &[])?;
    let program = env::current_dir()?.join(run::target()).join("release/tesuji");
    let program = program.display().to_string();
    let call = ["test", "--package", "tesuji-web", "--test", "load"];
    let after = ["--", "--ignored", "--nocapture", "--test-threads=1"];
    command(&call, &after, &[], &[("TESUJI", &program)])
}

/// What the tests run: a browser, the program that drives it, and axe-core.
struct Tools {
    chrome: PathBuf,
    driver: PathBuf,
    axe: PathBuf,
}

/// Found, or installed, when they are first asked for.
static TOOLS: LazyLock<Result<Tools, String>> = LazyLock::new(|| {
    let tools = || {
        let (chrome, driver) = find_or_install()?;
        Ok(Tools { chrome, driver, axe: find_or_install_axe()? })
    };
    tools().map_err(|error: anyhow::Error| format!("{error:#}"))
});

/// Installs what [`browser`] runs before it is needed, which reports a failure.
pub(crate) fn prepare() {
    LazyLock::force(&TOOLS);
}

/// Finds a browser with its driver, or installs Debian's, or else its makers' own: without a window,
/// it starts in half the time.
fn find_or_install() -> Result<(PathBuf, PathBuf)> {
    if let Some(found) = find() {
        return Ok(found);
    }
    eprintln!("no chromium with chromedriver found: trying to install them");
    run::install(&["chromium-headless-shell", "chromium-driver"]);
    if let Some(found) = find() {
        return Ok(found);
    }
    let fetch = ["npx", "--yes", "@puppeteer/browsers", "install"];
    let into = ["--path", "target/browser"];
    for what in ["chrome-headless-shell@stable", "chromedriver@stable"] {
        run::succeeds(&[&fetch[..], &[what], &into].concat());
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    bail!(
        "no browser found to test the page in, and neither apt-get nor npx could install one; \
         install chromium and chromedriver, or name them in CHROME and CHROMEDRIVER"
    )
}

/// Finds axe-core, which tests the page for people who cannot see or point, or installs it.
fn find_or_install_axe() -> Result<PathBuf> {
    if let Some(file) = named("AXE") {
        return Ok(file);
    }
    let folder = Path::new("target/axe");
    let file = folder.join("node_modules/axe-core/axe.min.js");
    let into = folder.display().to_string();
    let package = format!("axe-core@{AXE_VERSION}");
    let install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", &into, &package];
    if !file.is_file() && !run::succeeds(&install) {
        bail!("npm could not install axe-core; name its axe.min.js in AXE");
    }
    Ok(file.canonicalize()?)
}

fn find() -> Option<(PathBuf, PathBuf)> {
    let chrome = named("CHROME")
        .or_else(|| on_path(&BROWSERS))
        .or_else(|| below(Path::new("target/browser/chrome-headless-shell"), BROWSERS[0]))?;
    let driver = named("CHROMEDRIVER")
        .or_else(|| on_path(&["chromedriver"]))
        .or_else(|| below(Path::new("target/browser/chromedriver"), "chromedriver"))?;
    Some((chrome, driver))
}

fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from)
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<_> = env::split_paths(&path).collect();
    let all = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|file| file.is_file())
}

/// A file of this name two directories down: version, then platform.
fn below(folder: &Path, name: &str) -> Option<PathBuf> {
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let platforms = inside(folder).into_iter().flat_map(|version| inside(&version));
    let mut files = platforms.map(|platform| platform.join(name));
    let found = files.find(|file| file.is_file())?;
    found.canonicalize().ok()
}
