//! A server, a browser, and what the tests ask of them.

use std::env;
use std::path::Path;
use std::process::Stdio;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper::Method;
use serde_json::{Value, json};
use tesuji::catalogue::Catalogue;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

/// The longest that anything on the page may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait before the page is asked again.
const PAUSE: Duration = Duration::from_millis(40);

/// What the browser shows the page on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    Desktop,
    /// 390 points wide, with a touch screen.
    Phone,
    /// The same, held on its side.
    PhoneOnItsSide,
}

/// The page, open in a browser.
pub(crate) struct Page {
    pub(crate) client: Client,
    base: String,
    /// How often it was loaded.
    loads: AtomicU32,
    /// Ended when the page is dropped.
    _driver: Child,
}

impl Page {
    /// Opens a view of the page in a browser, with the library's games.
    pub(crate) async fn open(screen: Screen, view: &str) -> Page {
        Page::open_at(standard().to_owned(), screen, view).await
    }

    /// The same for the games of a catalogue.
    pub(crate) async fn open_with(catalogue: Catalogue, screen: Screen, view: &str) -> Page {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(tesuji_web::serve(
            listener,
            catalogue,
            tesuji_web::Limits::default(),
            std::future::pending(),
        ));
        Page::open_at(base, screen, view).await
    }

    /// The same at an address.
    pub(crate) async fn open_at(base: String, screen: Screen, view: &str) -> Page {
        // A browser does not always start on a busy machine.
        let mut tries = 1..=3;
        let (driver, client) = loop {
            let error = match start_driver().await {
                Ok((driver, address)) => {
                    let connector = hyper_util::client::legacy::connect::HttpConnector::new();
                    let mut builder = ClientBuilder::new(connector);
                    match builder.capabilities(capabilities(screen)).connect(&address).await {
                        Ok(client) => break (driver, client),
                        Err(error) => error.to_string(),
                    }
                }
                Err(error) => error,
            };
            assert!(tries.next().is_some(), "no browser starts: {error}");
        };
        let page = Page { client, base, loads: AtomicU32::new(0), _driver: driver };
        page.go(view).await;
        page
    }

    /// Opens a view, as in `taquin?position=125374680`.
    pub(crate) async fn go(&self, view: &str) {
        // An address that differs after its `#` alone would not load anew. A way over `about:blank`
        // does, by another process of the browser, which costs more than the page.
        let load = self.loads.fetch_add(1, Relaxed);
        self.client.goto(&format!("{}/?{load}#/{view}", self.base)).await.unwrap();
        self.find("main h1").await;
    }

    /// Opens a view as its link does, without loading the page anew.
    pub(crate) async fn turn_to(&self, view: &str) {
        let hash = json!(format!("#/{view}"));
        self.run("document.querySelector('main').replaceChildren()").await;
        // A browser drops changes of the address beyond some hundred in a few seconds: it is asked
        // again.
        self.until(&format!(
            "((hash) => location.hash === hash ? dispatchEvent(new HashChangeEvent('hashchange')) \
             : (location.hash = hash, location.hash === hash))(new URL({hash}, location).hash)"
        ))
        .await;
        self.find("main h1").await;
    }

    /// The first element that fits the selector, as soon as it is there.
    pub(crate) async fn find(&self, selector: &str) -> Element {
        let wait = self.client.wait().at_most(PATIENCE);
        let found = wait.for_element(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// Moves a slider to a value.
    pub(crate) async fn slide(&self, selector: &str, to: u32) {
        self.run(&format!(
            "const slider = document.querySelector('{selector}'); slider.value = {to}; \
             slider.dispatchEvent(new Event('input'))"
        ))
        .await;
    }

    /// Clicks the first element that fits the selector, as soon as it may be clicked.
    pub(crate) async fn click(&self, selector: &str) {
        let quoted = json!(selector);
        self.until(&format!("!document.querySelector({quoted})?.disabled")).await;
        self.with(selector, async |element| element.click().await).await;
    }

    /// What `ask` returns of the first element that fits the selector: asked again if the element
    /// was replaced since it was found, or is not yet shown.
    async fn with<T>(
        &self,
        selector: &str,
        ask: impl AsyncFn(Element) -> Result<T, CmdError>,
    ) -> T {
        let started = Instant::now();
        loop {
            match ask(self.find(selector).await).await {
                Ok(told) => return told,
                Err(error)
                    if (error.is_stale_element_reference()
                        || error.is_element_not_interactable())
                        && started.elapsed() < PATIENCE => {}
                Err(error) => panic!("{selector}: {error}"),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Clicks a point of the screen with the mouse.
    pub(crate) async fn click_at(&self, x: f64, y: f64) {
        let click = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(click).await.unwrap();
    }

    /// Whether an element is there for the eye.
    pub(crate) async fn is_visible(&self, selector: &str) -> bool {
        let found = self.client.find(Locator::Css(selector)).await;
        match found {
            Ok(element) => element.is_displayed().await.unwrap(),
            Err(_) => false,
        }
    }

    pub(crate) async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.unwrap().len()
    }

    pub(crate) async fn text(&self, selector: &str) -> String {
        self.with(selector, async |element| element.text().await).await
    }

    /// Runs a piece of JavaScript and returns what it returns.
    pub(crate) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until an expression is true.
    pub(crate) async fn until(&self, expression: &str) {
        let started = Instant::now();
        while self.run(&format!("return Boolean({expression})")).await != json!(true) {
            if started.elapsed() >= PATIENCE {
                let counsel =
                    self.run("return document.getElementById('counsel')?.textContent").await;
                panic!("never true: {expression}; the page says {counsel}");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub(crate) async fn press(&self, keys: &str) {
        self.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    /// The role and the name of everything that a screen reader is told of, in its order.
    pub(crate) async fn accessible(&self) -> Vec<(String, String)> {
        let tree = self.client.issue_cmd(Chromium::AccessibilityTree).await.unwrap();
        let nodes = tree["nodes"].as_array().expect("the tree is a list of nodes");
        let text = |node: &Value, key: &str| node[key]["value"].as_str().unwrap_or("").to_owned();
        let told = nodes.iter().filter(|node| node["ignored"] != true);
        told.map(|node| (text(node, "role"), text(node, "name").trim().to_owned())).collect()
    }

    /// Runs a piece of JavaScript that calls its last argument with what it returns.
    pub(crate) async fn run_later(&self, script: &str) -> Value {
        self.client.execute_async(script, Vec::new()).await.unwrap()
    }

    /// The address after its `#`.
    pub(crate) async fn hash(&self) -> String {
        let hash = self.run("return decodeURIComponent(location.hash.replaceAll('+', ' '))").await;
        hash.as_str().unwrap().to_owned()
    }

    /// Saves what the browser shows.
    pub(crate) async fn shoot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        let picture = self.client.screenshot().await.unwrap();
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }

    /// From now on what is asked of the server at paths that end so is refused with this code, or
    /// answered again.
    pub(crate) async fn refuse(&self, ending: &str, code: Option<&str>) {
        let code = code.map_or("null".to_owned(), |code| format!("'{code}'"));
        self.run(&format!(
            "window.answered ??= window.fetch; const code = {code}; \
             window.fetch = (path, how) => code && String(path).endsWith('{ending}') \
               ? Promise.resolve(Response.json({{ error: {{ code, message: code }} }}, {{ status: 503 }})) \
               : window.answered.call(window, path, how);"
        ))
        .await;
    }

    /// Ends the session, after a look at what the browser complained of: an error in a script, a
    /// breach of the content policy, a request to somewhere else.
    pub(crate) async fn close(self) {
        let log = self.client.issue_cmd(Chromium::Log).await.unwrap();
        let complaints: Vec<_> = log
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["level"] == "SEVERE")
            .map(|entry| entry["message"].to_string())
            .collect();
        self.client.close().await.unwrap();
        assert!(complaints.is_empty(), "the browser complains: {complaints:#?}");
    }
}

/// The address of the server with the library's games, which all tests share.
fn standard() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        // A runtime of its own: that of a test ends with the test.
        std::thread::spawn(|| {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).unwrap();
                let limits = tesuji_web::Limits::default();
                tesuji_web::serve(listener, Catalogue::standard(), limits, std::future::pending())
                    .await
            })
        });
        address
    })
}

/// Starts a driver on a port of its choice.
async fn start_driver() -> Result<(Child, String), String> {
    let program = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
    let mut child = Command::new(&program)
        .args(["--port=0", "--log-level=SEVERE"])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}; `cargo xtask browser` installs it"));
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if let Some((_, port)) = line.split_once("successfully on port ") {
            return Ok((child, format!("http://127.0.0.1:{}", port.trim_end_matches('.'))));
        }
    }
    // Another program may have taken the port meanwhile.
    Err(format!("{program} did not start"))
}

fn capabilities(screen: Screen) -> Capabilities {
    let binary = env::var("CHROME").ok();
    // A page of the same height: a window has 87 points more.
    let has_window = binary.as_ref().is_none_or(|program| !program.ends_with("headless-shell"));
    let height = if has_window { 960 } else { 873 };
    let mut options = json!({
        "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--hide-scrollbars", format!("--window-size=1360,{height}"), "--lang=en",
            "--force-prefers-reduced-motion",
        ],
        "prefs": { "intl.accept_languages": "en" },
    });
    if let Some(binary) = binary {
        options["binary"] = json!(binary);
    }
    let size = match screen {
        Screen::Desktop => None,
        Screen::Phone => Some((390, 844)),
        Screen::PhoneOnItsSide => Some((844, 390)),
    };
    if let Some((width, height)) = size {
        let metrics = json!({ "width": width, "height": height, "pixelRatio": 2.0, "touch": true });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
    }
    let all = json!({
        "goog:chromeOptions": options,
        "goog:loggingPrefs": { "browser": "ALL" },
        "timeouts": { "script": 120_000 },
    });
    let Value::Object(all) = all else { unreachable!("it is an object") };
    all
}

/// Chromium's own commands.
#[derive(Debug)]
enum Chromium {
    /// What its console says.
    Log,
    /// The page as a screen reader has it.
    AccessibilityTree,
}

impl WebDriverCompatibleCommand for Chromium {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        let path = match self {
            Chromium::Log => "se/log",
            Chromium::AccessibilityTree => "goog/cdp/execute",
        };
        base.join(&format!("session/{}/{path}", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (Method, Option<String>) {
        let body = match self {
            Chromium::Log => json!({ "type": "browser" }),
            Chromium::AccessibilityTree => {
                json!({ "cmd": "Accessibility.getFullAXTree", "params": {} })
            }
        };
        (Method::POST, Some(body.to_string()))
    }
}
