//! A game of each kind, to its end.

use crate::driver::{Page, Screen};

const STATE: &str = "document.getElementById('status').dataset.state";
const YOURS: &str = "!document.getElementById('hint').disabled";

/// Plays by hints until the game is over, and returns how it stands.
async fn play_by_hints(page: &Page, longest: usize) -> String {
    page.until(&format!("{STATE} !== undefined")).await;
    for _ in 0..longest {
        page.until(&format!("{YOURS} || {STATE} !== 'to-move'")).await;
        if page.run(&format!("return {STATE}")).await != "to-move" {
            break;
        }
        page.click("#hint").await;
        page.until("document.getElementById('hint').textContent === 'Play it'").await;
        let moves = page.count(".record li").await;
        page.click("#hint").await;
        page.until(&format!("document.querySelectorAll('.record li').length > {moves}")).await;
    }
    page.run(&format!("return {STATE}")).await.as_str().unwrap().to_owned()
}

async fn won_by_hints(view: &str) {
    let page = Page::open(Screen::Desktop, view).await;
    assert_eq!(play_by_hints(&page, 60).await, "won", "{view}");
    page.until("document.getElementById('counsel').textContent.includes('You have won')").await;
    page.shoot(&format!("{}-won", view.split('?').next().unwrap())).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn nim_is_won_by_hints() {
    won_by_hints("nim?kind=nim&heaps=3-4-5&side=first&opponent=random").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn grundys_game_is_won_by_hints() {
    won_by_hints("nim?kind=grundy&heaps=12&side=first&opponent=alpha-beta&level=3").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn breakthrough_is_won_by_hints() {
    won_by_hints("breakthrough?size=4x5&side=first&opponent=random").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_driver_gets_out_between_rocks_by_hints() {
    let board = "....B.....BC.AA.BC.D.....D.....DEEE.";
    won_by_hints(&format!("rocks?position={board}&side=first&opponent=retrograde")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn rocks_are_dropped_by_hand_and_the_value_is_told() {
    let board = "....B.....BC.AA.BC.D.....D.....DEEE.";
    let page = Page::open(
        Screen::Desktop,
        &format!("rocks?position={board}&side=second&opponent=alpha-beta&level=3"),
    )
    .await;
    page.find(".spot:not(:disabled)").await;
    page.click("#worth").await;
    page.until("/gets out in \\d+/.test(document.getElementById('counsel').textContent)").await;
    page.click(".spot:not(:disabled)").await;
    page.until("document.querySelectorAll('.record li').length === 3").await;
    page.find(".rock .boulder").await;
    page.shoot("rocks-dropped").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn tic_tac_toe_is_drawn_by_keyboard_alone() {
    let page =
        Page::open(Screen::Desktop, "tic-tac-toe?side=first&opponent=alpha-beta&level=13").await;
    page.find(".tic-tac-toe .open").await;
    // To the board by Tab, over it by arrows, a move by Enter.
    for _ in 0..30 {
        page.press("\u{e004}").await;
        if page.run("return document.activeElement.classList.contains('cell')").await == true {
            break;
        }
    }
    page.press("\u{e014}\u{e015}").await;
    assert_eq!(page.run("return document.activeElement.dataset.cell").await, "b2");
    page.press("\u{e007}").await;
    page.until("document.querySelectorAll('[data-mark=O]').length === 1").await;
    assert_eq!(play_by_hints(&page, 9).await, "drawn");
    page.shoot("tic-tac-toe-drawn").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn connect_four_is_played_by_clicks_with_values_shown() {
    let page =
        Page::open(Screen::Desktop, "connect-four?size=4x4&side=first&opponent=random").await;
    page.find(".column.open").await;
    page.click(".toggle").await;
    page.until("document.querySelectorAll('.column .mark[data-value]').length === 4").await;
    let proved = page.count(".column .mark[data-proved=yes]").await;
    assert_eq!(proved, 4, "every move on 4×4 is proved in time");
    page.click(".column[data-cell='2']").await;
    page.until("document.querySelectorAll('.stone').length === 2").await;
    page.until("document.querySelectorAll('.column .mark[data-value]').length >= 1").await;
    page.shoot("connect-four-values").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_pawn_is_picked_and_moved() {
    let page =
        Page::open(Screen::Desktop, "breakthrough?size=5x5&side=first&opponent=pvs&level=2").await;
    page.click("[data-cell='c2']").await;
    page.find("[data-cell='c3'].target").await;
    page.shoot("breakthrough-picked").await;
    page.click("[data-cell='c3']").await;
    page.until("document.querySelectorAll('.record li').length === 2").await;
    page.click("#undo").await;
    page.until("document.querySelectorAll('.record li').length === 0").await;
    page.close().await;
}
