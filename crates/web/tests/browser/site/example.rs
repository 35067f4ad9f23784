//! The site of a game of a user's own: that of `examples/domineering`.

use super::Files;
use crate::driver::{Page, Screen};

const STATE: &str = "document.getElementById('status').dataset.state";
const MOVES: &str = "document.querySelectorAll('.record li').length";
const DRAWING: &str = "document.querySelector('.drawing').shadowRoot";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser and a site; cargo xtask site --test-example"]
async fn a_game_of_ones_own_is_played_without_a_server_and_then_without_a_network() {
    let mut files = Files::serve().await;
    let view = "domineering?size=4x4&side=first&opponent=perfect";
    let page = Page::open_at(files.base.clone(), Screen::Desktop, view).await;
    page.until(&format!("{STATE} === 'to-move'")).await;
    assert_eq!(page.text("main h1").await, "Domineering");
    assert_eq!(page.count("#shelf a").await, 5, "the game and the four views of searches");

    // A move by a click on the drawing, and the answer of a search.
    let middle = page
        .run(&format!(
            "const box = {DRAWING}.querySelector('[data-move=b3]').getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]"
        ))
        .await;
    page.click_at(middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap()).await;
    page.until(&format!("{MOVES} === 2 && {STATE} === 'to-move'")).await;

    // To the end by hints. The first player wins on this board.
    page.click("#worth").await;
    page.until("document.getElementById('counsel').textContent.includes('proved')").await;
    while page.run(&format!("return {STATE}")).await == "to-move" {
        let moves = page.run(&format!("return {MOVES}")).await;
        page.click("#hint").await;
        page.until("document.getElementById('hint').textContent === 'Play it'").await;
        page.click("#hint").await;
        page.until(&format!(
            "{STATE} === 'won' || ({MOVES} === {moves} + 2 && {STATE} === 'to-move')"
        ))
        .await;
    }
    page.until("document.getElementById('counsel').textContent.includes('You have')").await;
    page.shoot("site-of-an-example").await;

    // Without a network, once the browser has kept the page.
    page.until("navigator.serviceWorker.controller").await;
    let kept =
        "caches.match('modules/site.wasm.gz').then((found) => { window.kept = Boolean(found); })";
    page.until(&format!("({kept}, window.kept)")).await;
    files.server.kill().await.unwrap();
    page.go("search?game=domineering").await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    page.click("#step-last").await;
    page.until("document.getElementById('counsel').classList.contains('good')").await;
    page.close().await;
}
