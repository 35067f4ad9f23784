//! How the page looks, and that nothing hangs over the edge: in light and dark, on a desk and on a
//! phone.

use crate::driver::{Page, Screen};
use crate::saved_games::SAVED;

pub(crate) const VIEWS: [&str; 14] = [
    "taquin",
    "rush-hour",
    "grid",
    "sokoban",
    "rocks",
    "nim",
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "search",
    "compare",
    "race",
    "replay",
    "lessons",
];

/// Whether the view shows something to play with.
pub(crate) const LOADED: &str = "document.querySelector(document.querySelector('.search-view, .race-view') \
    ? '.tree .node' : '.taquin .tile, .answer, .car, .pebble, .cell, .column, .checks input, .drawn .chip')";

/// Puts a file of saved games where the page keeps the last one.
pub(crate) async fn keep_games(page: &Page) {
    let text = serde_json::json!(serde_json::json!(SAVED).to_string());
    page.run(&format!("localStorage.setItem('tesuji.replay.text', {text})")).await;
}

async fn all_views(screen: Screen, theme: &str) {
    let page = Page::open(screen, "taquin").await;
    page.run(&format!("localStorage.setItem('tesuji.theme', JSON.stringify('{theme}'))")).await;
    keep_games(&page).await;
    page.go("taquin").await;
    for view in VIEWS {
        page.turn_to(view).await;
        assert_eq!(page.run("return document.documentElement.dataset.theme").await, theme);
        page.until(LOADED).await;
        let over = page
            .run(
                "const root = document.documentElement; return root.scrollWidth - root.clientWidth",
            )
            .await;
        assert!(over.as_i64().unwrap() <= 0, "{view} hangs over by {over} pixels");
        page.shoot(&format!("{view}-{theme}-{screen:?}").to_lowercase()).await;
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn light_on_a_desk() {
    all_views(Screen::Desktop, "light").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn dark_on_a_desk() {
    all_views(Screen::Desktop, "dark").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn light_on_a_phone() {
    all_views(Screen::Phone, "light").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn dark_on_a_phone() {
    all_views(Screen::Phone, "dark").await;
}

/// What can be worked with a keyboard, and what a reader jumps to.
const NAMED: [&str; 12] = [
    "button",
    "checkbox",
    "combobox",
    "form",
    "heading",
    "image",
    "link",
    "navigation",
    "radio",
    "slider",
    "switch",
    "textbox",
];

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_screen_reader_is_told_what_everything_is() {
    let page = Page::open(Screen::Desktop, "taquin").await;
    keep_games(&page).await;
    for view in VIEWS {
        page.turn_to(view).await;
        page.until(LOADED).await;
        let told = page.accessible().await;
        let count = |wanted: &str| told.iter().filter(|(role, _)| role == wanted).count();
        assert_eq!((count("main"), count("navigation")), (1, 1), "{view}");
        let nameless: Vec<_> = told
            .iter()
            .filter(|(role, name)| NAMED.contains(&role.as_str()) && name.is_empty())
            .collect();
        assert!(nameless.is_empty(), "{view}: {nameless:?}");
        assert!(count("heading") >= 1 && count("button") >= 3, "{view}: {told:?}");
        assert!(count("status") + count("log") >= 1, "{view} has no live region");
    }
    page.turn_to("taquin?size=3x3&position=142305678").await;
    page.until(LOADED).await;
    let told = page.accessible().await;
    let tiles = told.iter().filter(|(role, name)| role == "button" && name.starts_with("Tile "));
    assert_eq!(tiles.count(), 8, "each tile is a button with its number: {told:?}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn french_is_kept_and_every_control_has_a_name() {
    let page = Page::open(Screen::Desktop, "taquin").await;
    keep_games(&page).await;
    page.click("#language").await;
    page.until("document.documentElement.lang === 'fr'").await;
    page.until("document.getElementById('hint')?.textContent === 'Aide'").await;
    assert_eq!(page.text("#give-up").await, "Abandon");
    page.go("taquin").await;
    for view in VIEWS {
        page.turn_to(view).await;
        page.until(LOADED).await;
        assert_eq!(page.run("return document.documentElement.lang").await, "fr");
        let nameless = page
            .run(
                "return [...document.querySelectorAll('button, input, select, [role=group], [role=img]')] \
                 .filter((one) => !one.closest('[aria-hidden=true]')) \
                 .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length)) \
                 .map((one) => one.outerHTML.slice(0, 120))",
            )
            .await;
        assert_eq!(nameless, serde_json::json!([]), "{view}");
        // A word that is not in the tables shows as its key.
        let keys = page
            .run("return document.body.innerText.match(/\\b[a-z-]+\\.[a-z-]+(\\.[a-z-]+)*\\b/g) ?? []")
            .await;
        assert_eq!(keys, serde_json::json!([]), "{view} has words without a translation");
        // A sign is not torn from the word before it.
        let torn =
            page.run("return document.body.innerText.match(/.{0,20} [;:!?»].?/g) ?? []").await;
        assert_eq!(torn, serde_json::json!([]), "{view} has spaces that may break");
        page.shoot(&format!("{view}-french")).await;
    }
    page.close().await;
}
