//! The site of a game of a user's own: that of `examples/domineering`.

use super::{Files, MOVES, STATE, play_to_the_end, watch_without_a_network};
use crate::driver::{Page, Screen};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser and a site; cargo xtask site --test-example"]
async fn a_game_of_ones_own_is_played_without_a_server_and_then_without_a_network() {
    let files = Files::serve().await;
    let view = "domineering?size=4x4&side=first&opponent=perfect";
    let page = Page::open_at(files.base.clone(), Screen::Desktop, view).await;
    page.until(&format!("{STATE} === 'to-move'")).await;
    assert_eq!(page.text("main h1").await, "Domineering");
    assert_eq!(page.count("#shelf a").await, 6, "the game, saved games, the four other views");

    // A move by a click on the drawing, and the answer of a search.
    let middle = page
        .run(
            "const box = document.querySelector('.drawing').shadowRoot \
                 .querySelector('[data-move=b3]').getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]",
        )
        .await;
    page.click_at(middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap()).await;
    page.until(&format!("{MOVES} === 2 && {STATE} === 'to-move'")).await;
    play_to_the_end(&page).await;
    page.until("document.getElementById('counsel').textContent.includes('You have')").await;
    page.shoot("site-of-an-example").await;
    watch_without_a_network(&page, files, "domineering", "site").await;
    page.close().await;
}
