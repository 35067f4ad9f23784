//! A walk through everything: each view, level and side, and axe-core on each view.

use std::env;
use std::path::Path;

use crate::driver::{Page, Screen};
use crate::looks::{LOADED, keep_games};

/// Collects the notes that appear on the page from now on, however short they stay.
const WATCH: &str = "window.notes = []; new MutationObserver((all) => all.forEach((one) => \
    one.addedNodes.forEach((node) => window.notes.push(`${location.hash}: ${node.textContent}`)))) \
    .observe(document.getElementById('toasts'), { childList: true })";

const STATE: &str = "document.getElementById('status')?.dataset.state";
const MOVES: &str = "document.querySelectorAll('.record li').length";

async fn assert_no_notes(page: &Page) {
    assert_eq!(page.run("return window.notes").await, serde_json::json!([]));
}

/// The paths in the menu of views.
async fn paths(page: &Page) -> Vec<String> {
    let paths = page
        .run(
            "return [...document.querySelectorAll('#shelf a')] \
             .map((one) => one.getAttribute('href').replace('#/', '').split('?')[0])",
        )
        .await;
    let paths: Vec<String> = serde_json::from_value(paths).unwrap();
    assert!(paths.len() >= 9, "{paths:?}");
    paths
}

/// A board on which the highest levels need no seconds for a move.
fn small(path: &str) -> &'static str {
    match path {
        "connect-four" => "size=4x4&",
        "breakthrough" => "size=3x5&",
        "rocks" => "position=....B.....BC.AA.BC.D.....D.....DEEE.&",
        _ => "",
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn every_level_plays_every_side_of_every_game() {
    let page = Page::open(Screen::Desktop, "taquin").await;
    page.run(WATCH).await;
    let mut played = 0;
    for path in paths(&page).await {
        page.turn_to(&path).await;
        let duel = page.run("return Boolean(document.getElementById('worth'))").await == true;
        if !duel {
            continue;
        }
        page.until(&format!("{STATE} && document.querySelector('.side select')")).await;
        let levels = page
            .run("return [...document.querySelector('.side select').options].map((one) => one.value)")
            .await;
        let levels: Vec<String> = serde_json::from_value(levels).unwrap();
        assert_eq!(levels, ["beginner", "easy", "medium", "strong", "perfect"], "{path}");
        for level in &levels {
            let board = if ["strong", "perfect"].contains(&&**level) { small(&path) } else { "" };
            for (side, moves) in [("first", 0), ("second", 1), ("both", 0), ("none", 2)] {
                let view = format!("{path}?{board}side={side}&opponent={level}");
                page.turn_to(&view).await;
                page.until(&format!("{STATE} && ({STATE} !== 'to-move' || {MOVES} >= {moves})"))
                    .await;
                assert!(!page.text("#counsel").await.contains("no answer"), "{view}");
                played += 1;
            }
        }
    }
    assert!(played >= 100, "{played} games were played");
    page.turn_to("compare").await;
    assert_no_notes(&page).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn every_game_is_watched_and_compared_from_its_menus() {
    let page = Page::open(Screen::Desktop, "search?game=taquin").await;
    page.run(WATCH).await;
    for view in ["search", "compare"] {
        page.turn_to(view).await;
        let menu = "document.querySelector('.ledger select')";
        page.until(menu).await;
        let games = page.run(&format!("return [...{menu}.options].map((one) => one.value)")).await;
        let games: Vec<String> = serde_json::from_value(games).unwrap();
        // There and back: what one game has need not be there in the next.
        for game in games.iter().chain(games.iter().rev()) {
            page.run(&format!(
                "{menu}.value = '{game}'; {menu}.dispatchEvent(new Event('change'))"
            ))
            .await;
            page.until(&format!(
                "new URLSearchParams(location.hash.split('?')[1]).get('game') === '{game}'"
            ))
            .await;
            if view == "search" {
                page.until("document.querySelectorAll('.tree .node').length > 1").await;
            } else {
                // The page's own board, or the drawing of a game that it knows nothing of.
                page.until(
                    "document.querySelector('.asked :is(.tile, .car, .pebble, .cell, .column)') \
                     || document.querySelector('.asked .drawing')?.shadowRoot.querySelector('svg')",
                )
                .await;
            }
        }
    }
    assert_no_notes(&page).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn all_of_the_catalogue_has_words_in_both_languages() {
    let page = Page::open(Screen::Desktop, "taquin").await;
    let missing = page
        .run_later(
            "const done = arguments[arguments.length - 1]; \
             (async () => { \
               const { games, options } = await (await fetch('api/games')).json(); \
               const asked = [ \
                 ...games.flatMap(({ algorithms }) => algorithms.map(({ name }) => [`method.${name}`])), \
                 ...options.flatMap(({ name }) => [[`option.${name}`], [`option.${name}.hint`]]), \
                 ...games.flatMap(({ name: game, settings }) => settings.flatMap(({ name }) => \
                   ['', '.hint'].map((end) => [`${game}.${name}${end}`, `setting.${name}${end}`]))), \
               ]; \
               const missing = []; \
               const keys = {}; \
               for (const language of ['en', 'fr']) { \
                 const { words } = await import(new URL(`js/words/${language}.js`, document.baseURI)); \
                 keys[language] = Object.keys(words); \
                 missing.push(...asked.filter((names) => !names.some((name) => name in words)).map((names) => `${language}: ${names[0]}`)); \
               } \
               missing.push(...keys.en.filter((name) => !keys.fr.includes(name)), ...keys.fr.filter((name) => !keys.en.includes(name))); \
               return [...new Set(missing)]; \
             })().then(done, (error) => done(String(error)))",
        )
        .await;
    assert_eq!(missing, serde_json::json!([]));
    // An address of nothing says so.
    page.go("nonsense").await;
    page.until("document.querySelector('.toast')?.textContent.includes('nonsense')").await;
    page.close().await;
}

/// The file of axe-core.
fn axe() -> String {
    let installed = || {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/axe");
        folder.join("node_modules/axe-core/axe.min.js").display().to_string()
    };
    let file = env::var("AXE").unwrap_or_else(|_| installed());
    std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{file}: {error}; `cargo xtask browser` installs it"))
}

async fn assert_accessible(screen: Screen) {
    let axe = axe();
    let page = Page::open(screen, "taquin").await;
    keep_games(&page).await;
    for theme in ["light", "dark"] {
        page.run(&format!("localStorage.setItem('tesuji.theme', JSON.stringify('{theme}'))")).await;
        page.go("taquin").await;
        page.run(&axe).await;
        for view in paths(&page).await {
            let view = match &*view {
                "rocks" | "tic-tac-toe" => format!("{view}?values=1&side=both"),
                "search" => "search?game=tic-tac-toe&search=alpha-beta&step=30".to_owned(),
                _ => view,
            };
            page.turn_to(&view).await;
            page.until(LOADED).await;
            page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
                .await;
            // What it finds, and contrasts that it cannot tell because of what is painted behind.
            let found = page
                .run_later(
                    "const done = arguments[arguments.length - 1]; \
                     const told = ({ id, nodes }) => [id, nodes.length, nodes[0].html.slice(0, 200)]; \
                     const painted = ({ nodes }) => nodes.flatMap(({ any, html }) => any.map(({ message }) => [message, html.slice(0, 200)])) \
                       .filter(([message]) => /gradient|background image/.test(message)); \
                     axe.run(document).then(({ violations, incomplete }) => done([ \
                       ...violations.map(told), \
                       ...incomplete.filter(({ id }) => id === 'color-contrast').flatMap(painted)]))",
                )
                .await;
            assert_eq!(found, serde_json::json!([]), "{view}, {theme}");
        }
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn axe_finds_nothing_on_a_desk() {
    assert_accessible(Screen::Desktop).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn axe_finds_nothing_on_a_phone() {
    assert_accessible(Screen::Phone).await;
}

/// A server at a port that ends with its connections when it is stopped.
fn serve_at(port: u16) -> (tokio::runtime::Runtime, u16) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = std::net::TcpListener::bind(("127.0.0.1", port)).unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    runtime.spawn(async {
        let listener = tokio::net::TcpListener::from_std(listener).unwrap();
        let limits = tesuji_web::Limits::default();
        let catalogue = tesuji::catalogue::Catalogue::standard();
        tesuji_web::serve(listener, catalogue, limits, std::future::pending()).await
    });
    (runtime, port)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_server_that_is_down_is_told_of_and_all_works_when_it_is_back() {
    let (server, port) = serve_at(0);
    let page = Page::open_at(format!("http://127.0.0.1:{port}"), Screen::Desktop, "taquin").await;
    page.until("!document.getElementById('hint').disabled").await;
    page.until("document.querySelectorAll('.actions dd')[1].textContent !== '…'").await;
    page.run("window.sameLoad = true").await;
    server.shutdown_background();

    let told = "[...document.querySelectorAll('.toast')].some((one) => one.textContent.includes('server cannot be reached'))";
    let current = "document.querySelector('#shelf [aria-current]').textContent";
    for link in ["#shelf a[href^='#/nim']", "#shelf a[href^='#/rush-hour']", "#language"] {
        page.run("document.querySelectorAll('.toast').forEach((one) => one.remove())").await;
        page.click(link).await;
        page.until(told).await;
        page.until("location.hash.startsWith('#/taquin')").await;
        assert_eq!(page.run(&format!("return {current}")).await, "Taquin");
        assert_eq!(page.count(".toast").await, 1);
        assert_eq!(page.run("return document.documentElement.lang").await, "en");
        assert_eq!(page.count(".taquin .tile").await, 8);
    }

    let (server, _) = serve_at(port);
    page.click("#shelf a[href^='#/nim']").await;
    page.find(".pebble").await;
    assert_eq!(page.run(&format!("return {current}")).await, "Nim");
    page.click("#language").await;
    page.until("document.documentElement.lang === 'fr'").await;
    page.until("document.querySelector('.pebble') && document.getElementById('hint')?.textContent === 'Aide'").await;
    page.click("#shelf a[href^='#/taquin']").await;
    page.find(".taquin .tile").await;
    assert_eq!(page.run("return window.sameLoad").await, true, "the page was not loaded anew");
    page.client.clone().close().await.unwrap();
    server.shutdown_background();
}
