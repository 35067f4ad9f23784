//! Games of a user's own, which the page has no view for: a drawing to click on, and a button for
//! each move.

use fantoccini::Locator;
use tesuji::catalogue::{Catalogue, OnePlayer, TwoPlayers};

use crate::driver::{Page, Screen};
use crate::toys::{Dominoes, Lamps};

const MOVES: &str = "document.querySelectorAll('.record li').length";
const STATE: &str = "document.getElementById('status').dataset.state";
const SHUFFLED: &str = "!document.querySelector('#shuffle[aria-busy]')";
const DRAWING: &str = "document.querySelector('.drawing').shadowRoot";

fn toys() -> Catalogue {
    Catalogue::standard().with(TwoPlayers::<Dominoes>::new()).with(OnePlayer::<Lamps>::new())
}

/// Clicks the cell of a drawing with the mouse.
async fn click_cell(page: &Page, name: &str) {
    page.until(&format!("{DRAWING}.querySelector('[data-move={name}]')")).await;
    let middle = page
        .run(&format!(
            "const cell = {DRAWING}.querySelector('[data-move={name}]'); \
             cell.scrollIntoView({{ block: 'center' }}); \
             const box = cell.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]"
        ))
        .await;
    page.click_at(middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap()).await;
}

/// That nothing of a drawing has come into the page but what draws.
async fn assert_only_drawn(page: &Page) {
    let harmful = page
        .run(&format!(
            "return [...{DRAWING}.querySelectorAll('*')].filter((one) => \
             ['script', 'a', 'image', 'foreignObject', 'iframe'].includes(one.localName) \
             || one.hasAttribute('onclick')).length"
        ))
        .await;
    assert_eq!(harmful, 0);
    let title = page.client.title().await.unwrap();
    assert!(title.ends_with("– tesuji"), "a script of the drawing has run: {title}");
    let fill = page
        .run(&format!("return getComputedStyle({DRAWING}.querySelector('[data-move]')).fill"))
        .await;
    assert_ne!(fill, "rgb(0, 0, 0)", "the drawing has its own styles");
    let style = format!("getComputedStyle({DRAWING}.querySelector('[data-move]')).strokeOpacity");
    assert_eq!(page.run(&format!("return {style}")).await, "0.5");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_game_of_ones_own_is_played_by_clicks_and_by_buttons() {
    let page = Page::open_with(toys(), Screen::Desktop, "square-dominoes?size=3&side=both").await;
    page.until(&format!("{STATE} === 'to-move'")).await;
    assert_eq!(page.text("main h1").await, "Square dominoes");
    assert_eq!(page.text("main .lead").await, "Place a domino, or lose.");
    assert!(page.text("#shelf").await.contains("Square dominoes"));

    // By clicks on the drawing: a domino upright, then one flat; none where none fits.
    assert_eq!(page.count(".moves .chip").await, 6);
    click_cell(&page, "a3").await;
    click_cell(&page, "b2").await;
    page.until(&format!("{MOVES} === 1 && {STATE} === 'to-move'")).await;
    assert_eq!(page.run("return document.querySelector('.record').textContent").await, "b2");
    assert_only_drawn(&page).await;
    click_cell(&page, "a1").await;
    page.until(&format!("{MOVES} === 2")).await;
    page.shoot("dominoes-drawn").await;

    // Taken back, and again by a button.
    page.click("#undo").await;
    page.until(&format!("{MOVES} === 1")).await;
    page.click(".toggle").await;
    page.until("document.querySelectorAll('.moves .chip[data-value]').length === 2").await;
    page.click(".moves [data-cell='a1']").await;
    page.until(&format!("{MOVES} === 2")).await;

    // A hint is marked in the drawing, and played.
    page.click("#hint").await;
    page.until(&format!("{DRAWING}.querySelector('.tesuji-hinted')")).await;
    page.click("#hint").await;
    page.until(&format!("{MOVES} === 3")).await;
    // Where it has ended the game, nothing more is asked of the position.
    page.run("document.getElementById('worth').click()").await;
    page.until("!document.querySelector('#worth[aria-busy]')").await;

    // To the end.
    for played in 3..9 {
        page.until(&format!("{MOVES} === {played}")).await;
        if page.run(&format!("return {STATE}")).await == "won" {
            break;
        }
        page.click(".moves .chip").await;
    }
    page.until(&format!("{STATE} === 'won'")).await;
    assert_eq!(page.count(".moves .chip").await, 0);
    page.click("#again").await;
    page.until(&format!("{MOVES} === 0 && {STATE} === 'to-move'")).await;

    // Another board by the fields of the settings.
    let field = page.find(".fields input[name=size]").await;
    field.clear().await.unwrap();
    field.send_keys("2").await.unwrap();
    page.click(".fields button").await;
    page.until(&format!("{DRAWING}.querySelectorAll('[data-move]').length === 4")).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_game_of_ones_own_is_won_against_an_opponent_on_a_phone() {
    let view = "square-dominoes?size=3&side=first&opponent=pvs";
    let page = Page::open_with(toys(), Screen::Phone, view).await;
    page.until(&format!("{STATE} === 'to-move'")).await;
    // The first player wins by the cell in the middle, and always has an answer afterwards.
    click_cell(&page, "b1").await;
    page.until(&format!("{MOVES} >= 1")).await;
    while page.run(&format!("return {STATE}")).await == "to-move" {
        page.until(&format!("{STATE} !== 'to-move' || document.querySelector('.moves .chip')"))
            .await;
        if page.run(&format!("return {STATE}")).await == "to-move" {
            page.click("#hint").await;
            page.until("document.getElementById('hint').textContent === 'Play it'").await;
            page.click("#hint").await;
            page.until("document.getElementById('hint').textContent === 'Hint'").await;
        }
    }
    page.until("document.getElementById('counsel').textContent.includes('You have won')").await;
    page.shoot("dominoes-on-a-phone").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_puzzle_of_ones_own_is_shuffled_hinted_and_given_up() {
    let page = Page::open_with(toys(), Screen::Desktop, "lamps").await;
    let optimum = "document.querySelectorAll('.figures dd')[1].textContent";
    page.until(&format!("{optimum} === '1'")).await;
    assert_eq!(page.text("main h1").await, "Lamps");

    // The one switch of the first position, by a click.
    click_cell(&page, "a1").await;
    page.until("document.getElementById('counsel').textContent.includes('Nobody can do better')")
        .await;
    assert_only_drawn(&page).await;

    // Shuffled until two moves or more are left, with a hint, and given up at full speed.
    page.click("#shuffle").await;
    page.until(&format!("{SHUFFLED} && {optimum} !== '…'")).await;
    while page.run(&format!("return Number({optimum})")).await.as_u64().unwrap() < 2 {
        page.click("#shuffle").await;
        page.until(&format!("{SHUFFLED} && {optimum} !== '…'")).await;
    }
    page.until("!document.getElementById('hint').disabled").await;
    page.click("#hint").await;
    page.until("document.getElementById('hint').textContent === 'Play it'").await;
    page.click("#hint").await;
    page.until(&format!("{MOVES} === 1")).await;
    page.click(".moves .chip").await;
    page.until(&format!("{MOVES} === 2")).await;
    page.slide(".slider input", 9).await;
    page.shoot("lamps").await;
    if page.run("return document.getElementById('give-up').disabled").await == false {
        page.click("#give-up").await;
    }
    page.until("document.querySelector('.figures').textContent.endsWith('0')").await;
    page.until(&format!("{DRAWING}.querySelectorAll('.full').length === 0")).await;

    // A position that has no solution on a board where some have none: 4 by 4.
    page.go("lamps?size=4&position=%23.../..../..../....").await;
    page.until("document.getElementById('counsel').textContent.includes('cannot be solved')").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_game_of_ones_own_is_searched_and_compared() {
    let page = Page::open_with(toys(), Screen::Desktop, "search?game=square-dominoes").await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    page.until(&format!("{DRAWING}.querySelector('[data-move]')")).await;
    page.click("#step-last").await;
    page.until("document.getElementById('counsel').classList.contains('good')").await;
    page.shoot("search-dominoes").await;
    page.go("compare?game=lamps").await;
    page.until("document.querySelectorAll('.checks input:checked').length > 1").await;
    page.click("#run").await;
    page.until("document.getElementById('counsel').textContent.includes('All have ended')").await;
    assert!(page.text(".bars tbody").await.contains("optimal: 1"));
    page.close().await;
}

/// A catalogue may have no game that the page has a view of its own for.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_catalogue_of_one_game_has_a_page() {
    let catalogue = Catalogue::new().with(TwoPlayers::<Dominoes>::new());
    let page = Page::open_with(catalogue, Screen::Desktop, "taquin").await;
    page.until(&format!("{STATE} === 'to-move'")).await;
    assert_eq!(page.text("main h1").await, "Square dominoes");
    let links = page.client.find_all(Locator::Css("#shelf a")).await.unwrap();
    assert_eq!(links.len(), 6, "the game, saved games, the four other views");
    // The library's lessons are about other games.
    page.go("lessons").await;
    page.until("document.getElementById('counsel').textContent.includes('other games')").await;
    page.close().await;
}
