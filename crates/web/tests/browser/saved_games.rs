//! Games that engines played, opened from a file and stepped through.

use serde_json::json;

use crate::driver::{Page, Screen};
use crate::looks::LOADED;

/// Three games as `tesuji tournament --save` writes them.
pub(crate) const SAVED: &str = concat!(
    r#"{"number":1,"game":"tic-tac-toe","settings":{},"players":["pvs","random"],"position":".........","opening_plies":1,"moves":["b2","a1","b3","a2","b1"],"winner":"first","ending":"rules","reason":null}"#,
    "\n",
    r#"{"number":2,"game":"nim","settings":{"rules":"misere","take":"any"},"players":["random","cmd:./engine"],"position":"3-4","opening_plies":0,"moves":["1:3","2:1"],"winner":"second","ending":"time","reason":"no time is left"}"#,
    "\n",
    r#"{"number":3,"game":"breakthrough","settings":{"rows":"2","size":"5x6"},"players":["pvs","uct"],"position":"ppppp/ppppp/5/5/PPPPP/PPPPP w","opening_plies":2,"moves":["a2-b3","c5-d4","e2-e3"],"winner":"nobody","ending":"length","reason":null}"#,
    "\n",
);

const MOVES: &str = "document.querySelectorAll('.record li').length";
/// The page shows another view; the replay itself has a board and a list of moves, too.
const ELSEWHERE: &str = "!location.hash.startsWith('#/replay')";
const ROWS: &str = "document.querySelectorAll('.games tbody tr').length";

/// Gives the file chooser a file.
async fn choose_file(page: &Page, text: &str) {
    page.run(&format!(
        "const files = new DataTransfer(); files.items.add(new File([{}], 'games.jsonl')); \
         const chooser = document.getElementById('replay-file'); chooser.files = files.files; \
         chooser.dispatchEvent(new Event('change'))",
        json!(text)
    ))
    .await;
}

/// What the page says of the position that is shown.
async fn assert_told(page: &Page, text: &str) {
    page.until(&format!(
        "document.getElementById('counsel').textContent.includes({})",
        json!(text)
    ))
    .await;
}

/// Opens a file, steps through its games, and goes over to other views.
pub(super) async fn replay_and_play_on(page: &Page) {
    assert_told(page, "Open a file of saved games").await;
    choose_file(page, SAVED).await;
    page.until(&format!("{ROWS} === 3 && {MOVES} === 5")).await;
    let list = page.text(".games").await;
    assert!(list.contains("Tic-tac-toe") && list.contains("the first player wins"), "{list}");
    assert!(list.contains("cmd:./engine") && list.contains("on time"), "{list}");

    // By buttons, by keys, and by the list of moves.
    page.click("#step-on").await;
    assert_told(page, "Move 1: b2, of the opening.").await;
    page.click("#step-on").await;
    assert_told(page, "Move 2: a1, by random.").await;
    page.find("[data-cell=a1].last").await;
    page.press("\u{e010}").await;
    assert_told(page, "X wins (pvs).").await;
    page.press("\u{e012}").await;
    assert_told(page, "Move 4: a2, by random.").await;
    page.press("\u{e011}").await;
    assert_told(page, "Step through").await;
    page.click(".record li:nth-child(3) button").await;
    assert_told(page, "Move 3: b3, by pvs.").await;
    page.until("document.querySelectorAll('[data-mark=X]').length === 2").await;
    page.until("location.hash.includes('ply=3')").await;

    // Reload and Back keep the games; another one is a step in the history.
    page.client.refresh().await.unwrap();
    page.until(&format!("{ROWS} === 3 && {MOVES} === 5")).await;
    assert_told(page, "Move 3: b3").await;
    page.click(".games tbody tr:nth-child(2) button").await;
    page.until(&format!("{MOVES} === 2")).await;
    page.click("#step-last").await;
    assert_told(page, "Second wins (cmd:./engine), on time (no time is left).").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn saved_games_are_listed_and_stepped_through() {
    let page = Page::open(Screen::Desktop, "replay").await;
    replay_and_play_on(&page).await;
    page.shoot("replay").await;
    page.client.back().await.unwrap();
    assert_told(&page, "Move 3: b3").await;

    // Another browser has the link alone; the address has the whole file, as it is small.
    let link = page.hash().await;
    page.run("localStorage.clear()").await;
    page.go(link.trim_start_matches("#/")).await;
    page.until(&format!("{ROWS} === 3")).await;
    assert_told(&page, "Move 3: b3").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_link_to_a_saved_game_shows_that_game_whatever_file_is_kept() {
    let page = Page::open(Screen::Desktop, "replay").await;
    let keep = async |text: &str| {
        let text = json!(json!(text).to_string());
        page.run(&format!("localStorage.setItem('tesuji.replay.text', {text})")).await;
    };
    // The link of the second game alone, and of all, with another file in which there is a third.
    let lines: Vec<&str> = SAVED.lines().collect();
    choose_file(&page, lines[1]).await;
    page.until("location.hash.includes('text=')").await;
    let one = page.hash().await.trim_start_matches("#/").to_owned();
    choose_file(&page, SAVED).await;
    page.until(&format!("{ROWS} === 3")).await;
    page.click(".games tbody tr:nth-child(2) button").await;
    page.until("location.hash.includes('game=2')").await;
    let all = page.hash().await.trim_start_matches("#/").to_owned();
    let other = [lines[2], lines[0], lines[1], lines[2]].join("\n");
    for kept in [SAVED, &other, lines[0]] {
        for link in [&one, &all] {
            keep(kept).await;
            page.go(link).await;
            page.until("document.querySelector('.status')?.textContent.startsWith('Nim')").await;
            page.until(&format!("{MOVES} === 2")).await;
        }
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_saved_game_is_played_on_and_searched() {
    let page = Page::open(Screen::Desktop, "replay").await;
    choose_file(&page, SAVED).await;
    page.until(&format!("{MOVES} === 5")).await;
    page.click(".record li:nth-child(3) button").await;
    page.click("[data-inside=search]").await;
    page.until("location.hash.includes('position=.X..X.O..')").await;
    page.client.back().await.unwrap();
    assert_told(&page, "Move 3: b3").await;
    page.click("#replay-play").await;
    page.until(&format!("{ELSEWHERE} && document.querySelector('.tic-tac-toe-view')")).await;
    page.until(&format!("{MOVES} >= 3")).await;

    // Rules and sizes that the views do not offer of themselves.
    for (number, view, kept) in
        [(2, "nim-view", "kind=nim-misere"), (3, "breakthrough-view", "size=5x6")]
    {
        page.go("replay").await;
        page.until(&format!("{ROWS} === 3")).await;
        page.click(&format!(".games tbody tr:nth-child({number}) button")).await;
        page.until(&format!("{MOVES} === {number}")).await;
        page.click("#step-on").await;
        page.click("#replay-play").await;
        page.until(&format!("{ELSEWHERE} && document.querySelector('.{view}')")).await;
        page.until(&format!("{MOVES} >= 1")).await;
        page.until(&format!("location.hash.includes('{kept}')")).await;
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn what_is_no_saved_game_is_refused() {
    let page = Page::open(Screen::Phone, "replay").await;
    page.until("document.querySelector('.more[open] #replay-text')").await;
    let paste = async |text: &str| {
        page.run(&format!("document.getElementById('replay-text').value = {}", json!(text))).await;
        page.run("document.getElementById('replay-take').click()").await;
    };
    paste("{\"game\":\"nim\"}").await;
    page.until("document.querySelector('.toast')?.textContent === 'Line 1 is not a saved game.'")
        .await;
    // The back end replays it by the rules.
    paste(&SAVED.lines().next().unwrap().replace("first", "second")).await;
    page.until("document.querySelector('.toast:last-child')?.textContent.includes('not that of the moves')")
        .await;
    paste(SAVED).await;
    page.until(&format!("{LOADED} && {MOVES} === 5")).await;

    // Of a long file the address has the game that is shown, and this browser the others.
    let long = SAVED.lines().next().unwrap().replace("\"pvs\"", "\"engine-of-NUMBER\"");
    let mut number = 0_u64;
    let many: String = (0..900)
        .map(|_| {
            number = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            long.replace("NUMBER", &number.to_string()) + "\n"
        })
        .collect();
    paste(&many).await;
    page.until(&format!("{ROWS} === 900")).await;
    page.click(".games tbody tr:nth-child(899) button").await;
    page.until("location.hash.includes('game=899')").await;
    let hash = page.hash().await;
    assert!(hash.len() < 1000, "{hash}");
    page.client.refresh().await.unwrap();
    page.until(&format!("{ROWS} === 900 && {MOVES} === 5")).await;
    page.run("localStorage.clear()").await;
    page.go(hash.trim_start_matches("#/")).await;
    page.until(&format!("{ROWS} === 1 && {MOVES} === 5")).await;
    page.client.clone().close().await.unwrap();
}
