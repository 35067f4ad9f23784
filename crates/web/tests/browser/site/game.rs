//! The site of one small game, which every change is tested by.

use super::{Files, play_to_the_end, watch_without_a_network};
use crate::driver::{Page, Screen};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser and a site; cargo xtask site --test-game"]
async fn a_game_is_played_without_a_server_and_then_without_a_network() {
    let files = Files::serve().await;
    let view = "tic-tac-toe?side=first&opponent=perfect";
    let page = Page::open_at(files.base.clone(), Screen::Desktop, view).await;
    play_to_the_end(&page).await;
    page.until("document.getElementById('counsel').textContent.includes('Nobody has won')").await;
    watch_without_a_network(&page, files, "tic-tac-toe", "tic-tac-toe").await;
    page.close().await;
}
