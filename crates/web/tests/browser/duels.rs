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
    won_by_hints("nim?kind=grundy&heaps=12&side=first&opponent=alpha-beta:depth=3").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn breakthrough_is_won_by_hints() {
    won_by_hints("breakthrough?size=4x5&side=second&opponent=random").await;
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
        &format!("rocks?position={board}&side=second&opponent=alpha-beta:depth=3"),
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
    let page = Page::open(Screen::Desktop, "tic-tac-toe?side=first&opponent=alpha-beta").await;
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
    let view = "connect-four?size=4x4&side=first&opponent=random&moves=1 2 3 4";
    let page = Page::open(Screen::Desktop, view).await;
    page.find(".column.open").await;
    page.click(".toggle").await;
    page.until("document.querySelectorAll('.column .mark[data-value]').length === 4").await;
    let proved = page.count(".column .mark[data-proved=yes]").await;
    assert_eq!(proved, 4, "every move on 4×4 is proved in time");
    page.click(".column[data-cell='2']").await;
    page.until("document.querySelectorAll('.stone').length === 6").await;
    page.until("document.querySelectorAll('.column .mark[data-value]').length >= 1").await;
    page.shoot("connect-four-values").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_pawn_is_picked_and_moved() {
    let page =
        Page::open(Screen::Desktop, "breakthrough?size=5x5&side=first&opponent=pvs:depth=2").await;
    page.click("[data-cell='c2']").await;
    page.find("[data-cell='c3'].target").await;
    page.shoot("breakthrough-picked").await;
    page.click("[data-cell='c3']").await;
    page.until("document.querySelectorAll('.record li').length === 2").await;
    page.click("#undo").await;
    page.until("document.querySelectorAll('.record li').length === 0").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_worth_is_proved_published_or_said_to_be_neither() {
    let page = Page::open(Screen::Desktop, "connect-four?size=7x6&side=both").await;
    page.find(".column.open").await;
    page.click("#worth").await;
    page.until("document.getElementById('counsel').textContent.includes('wins in 41')").await;
    assert!(page.text("#counsel").await.contains("Allis"));

    page.go("breakthrough?size=3x5&side=both").await;
    page.find(".cell.open").await;
    page.click("#worth").await;
    page.until("document.getElementById('counsel').textContent.includes('proved')").await;
    assert!(!page.text("#counsel").await.contains("Nothing"));

    // A search by simulations tells chances, not scores.
    page.go("connect-four?size=7x6&side=second&opponent=uct:playouts=2000").await;
    page.until("document.querySelectorAll('.record li').length === 1").await;
    let told = page.text("#counsel").await;
    assert!(told.contains("simulations") && told.contains('±'), "{told}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn each_way_of_a_car_has_its_value_in_moves_of_the_driver() {
    let board = "....B.....BC.AA.BC.D.....D.....DEEE.";
    let page =
        Page::open(Screen::Desktop, &format!("rocks?position={board}&side=first&values=1")).await;
    page.until("document.querySelectorAll('.car .mark[data-value]').length > 4").await;
    let cars = page.count(".car:has(.mark[data-value])").await;
    let moves = page.count(".car .mark[data-value]").await;
    assert!(moves > cars, "{moves} values on {cars} cars");
    let told =
        page.run("return document.querySelector('.car:has(.mark[data-tone=win])').ariaLabel");
    let told = told.await;
    assert!(told.as_str().unwrap().contains("of the driver"), "{told}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn nim_shows_its_theory() {
    let page = Page::open(Screen::Desktop, "nim?kind=nim&heaps=3-4-5&side=both").await;
    page.find(".theory table").await;
    page.click(".stage .more summary").await;
    assert!(page.is_visible(".theory table").await);
    let sum = page.text(".theory .sum").await;
    assert!(sum.contains("XOR") && sum.contains("010"), "{sum}");
    assert!(page.text(".theory p").await.contains("wins"));
    // The hint makes the sum nothing.
    page.click("#hint").await;
    page.until("document.getElementById('hint').textContent === 'Play it'").await;
    page.click("#hint").await;
    page.until("document.querySelector('.theory .sum').textContent.includes('000')").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_start_that_is_refused_leaves_the_game_to_go_on() {
    let heaps = "document.querySelector('.duel-view .entry input')";
    let refuse = format!("{heaps}.value = '3-x'; {heaps}.form.requestSubmit()");
    let page = Page::open(Screen::Desktop, "nim?kind=nim&heaps=3-4-5&side=first").await;
    page.find(".pebble").await;
    page.run(&refuse).await;
    page.until(&format!("document.querySelector('.toast.bad') && {heaps}.value === '3-4-5'")).await;
    page.click("#hint").await;
    page.until("document.getElementById('hint').textContent === 'Play it'").await;

    // The kind of the game stays, too, and so does the size of a board.
    let choose = "const kind = document.querySelector('option[value=kayles]').parentNode; \
        kind.value = 'kayles'; kind.dispatchEvent(new Event('change'))";
    page.refuse("/position", Some("busy")).await;
    page.run("document.querySelectorAll('.toast').forEach((one) => one.remove())").await;
    page.run(choose).await;
    page.find(".toast.bad").await;
    page.until(&format!(
        "document.querySelector('option[value=kayles]').parentNode.value === 'nim' \
         && {heaps}.value === '3-4-5' && location.hash.includes('kind=nim')"
    ))
    .await;
    page.refuse("/position", None).await;
    page.go("connect-four?size=5x4&side=first").await;
    page.find(".column.open").await;
    page.refuse("/position", Some("busy")).await;
    page.run("document.querySelector('.segmented input[value=\"6x5\"]').click()").await;
    page.find(".toast.bad").await;
    page.until("document.querySelector('.segmented input[value=\"5x4\"]').checked").await;
    // A choice that is refused is none for the next visit.
    let kept = "return ['connect-four.size', 'nim.kind'].map((name) => localStorage.getItem(`tesuji.${name}`))";
    assert_eq!(page.run(kept).await, serde_json::json!([null, null]));

    // An opponent that is thinking is asked again.
    page.refuse("/position", None).await;
    page.run(
        "const ask = window.fetch; let isFirst = true; \
         window.fetch = (path, how) => { \
           if (!String(path).endsWith('/reply') || !isFirst) return ask(path, how); \
           isFirst = false; \
           return new Promise((_, fail) => how.signal.addEventListener('abort', () => fail(how.signal.reason))); \
         };",
    )
    .await;
    page.turn_to("nim?kind=nim&heaps=3-4-5&side=second&opponent=hard").await;
    page.find(".counsel.thinking").await;
    page.run(&refuse).await;
    page.until("document.querySelectorAll('.record li').length === 1").await;
    page.client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn on_a_phone_a_hint_leaves_the_board_in_sight() {
    let page = Page::open(Screen::Phone, "connect-four?side=first").await;
    page.find(".column.open").await;
    let inside = |selector: &str| {
        format!(
            "(() => {{ const box = document.querySelector('{selector}').getBoundingClientRect(); \
             return box.top >= 0 && box.bottom <= innerHeight; }})()"
        )
    };
    page.run("document.querySelector('.connect-four').scrollIntoView({ block: 'start' })").await;
    page.until(&inside("#hint")).await;
    page.run("scrollBy(0, -60)").await;
    page.click("#hint").await;
    page.find(".column.hinted").await;
    page.until(&format!("{} && {}", inside(".connect-four"), inside("#hint"))).await;

    // When the game is over, a new one is at hand, and the board comes back into sight.
    page.go("tic-tac-toe?side=both&moves=b2 a1 b3 a2 b1").await;
    page.until(&format!("{STATE} === 'won'")).await;
    assert!(!page.is_visible("#hint").await && !page.is_visible("#worth").await);
    page.run("scrollTo(0, 500)").await;
    page.click("#again").await;
    page.until(&format!("{STATE} === 'to-move' && {}", inside(".tic-tac-toe"))).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_level_that_is_missing_and_a_number_beside_a_value_are_explained() {
    let page = Page::open(Screen::Desktop, "connect-four?size=7x6&side=both").await;
    page.find(".column.open").await;
    assert!(page.text(".no-perfect").await.contains("“Perfect”"));
    page.go("connect-four?size=4x4&side=both&values=1").await;
    page.find("[data-value]").await;
    assert_eq!(page.count(".no-perfect").await, 0);
    assert!(page.text(".legend .words").await.contains("L 14"));
    // A field of a setting shows an example, not the name of a number.
    page.go("search?game=sokoban").await;
    page.until("document.querySelector('.subject-settings [name=microban]')?.placeholder === '1'")
        .await;
    // A box in a corner is told of in words, counted from 1.
    page.go(
        "sokoban?position=%23%23%23%23%23%23/%23@-.-%23/%23----%23/%23%24--.%23/%23%23%23%23%23%23",
    )
    .await;
    page.until("document.getElementById('counsel').textContent.includes('column 2, row 4')").await;
    page.close().await;
}
