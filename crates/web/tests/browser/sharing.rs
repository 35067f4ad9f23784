//! What is in the address, and what can be taken away and brought in.

use crate::driver::{Page, Screen};

const MOVES: &str = "document.querySelectorAll('.record li').length";

async fn record(page: &Page) -> String {
    let moves = page
        .run("return [...document.querySelectorAll('.record li')].map((one) => one.textContent).join(' ')")
        .await;
    moves.as_str().unwrap().to_owned()
}

/// Opens everything that is folded away.
async fn unfold(page: &Page) {
    page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })").await;
}

/// Keeps the files that the page offers, as text or as a data URL, instead of saving them.
const CATCH: &str = "window.files = []; HTMLAnchorElement.prototype.click = function () { \
    fetch === fetch; const name = this.download; window.offered.then((blob) => { \
    const reader = new FileReader(); reader.onload = () => window.files.push([name, reader.result]); \
    reader.readAsDataURL(blob); }); }; \
    const make = URL.createObjectURL.bind(URL); \
    URL.createObjectURL = (blob) => { window.offered = Promise.resolve(blob); return make(blob); }";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn back_reload_and_another_view_keep_the_game() {
    let page = Page::open(Screen::Desktop, "tic-tac-toe?side=both").await;
    page.find(".tic-tac-toe .open").await;
    for (done, cell) in ["b2", "a1", "c3"].iter().enumerate() {
        page.click(&format!("[data-cell='{cell}']")).await;
        page.until(&format!("{MOVES} === {}", done + 1)).await;
    }
    assert!(page.hash().await.contains("moves=b2 a1 c3"), "{}", page.hash().await);

    page.client.refresh().await.unwrap();
    page.until(&format!("{MOVES} === 3")).await;
    assert_eq!(record(&page).await, "b2 a1 c3");
    assert_eq!(page.count("[data-mark=X]").await, 2);

    // Another game and back, by the browser and by the menu.
    page.click("#shelf a[href^='#/nim']").await;
    page.find(".pebble").await;
    page.client.back().await.unwrap();
    page.until(&format!("document.querySelector('.tic-tac-toe') && {MOVES} === 3")).await;
    page.click("#shelf a[href^='#/nim']").await;
    page.find(".pebble").await;
    page.click("#shelf a[href^='#/tic-tac-toe']").await;
    page.until(&format!("document.querySelector('.tic-tac-toe') && {MOVES} === 3")).await;

    // A new game is one step back from the one before; another language is the same game.
    page.click("#new-game").await;
    page.until(&format!("{MOVES} === 0")).await;
    page.client.back().await.unwrap();
    page.until(&format!("{MOVES} === 3")).await;
    page.click("#language").await;
    page.until("document.documentElement.lang === 'fr'").await;
    page.until(&format!("{MOVES} === 3")).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn what_a_link_opens_is_shown_as_it_stands_and_is_kept() {
    let optimum = "[...document.querySelectorAll('.figure')].find((one) => one.textContent.startsWith('Optimum')).querySelector('dd').textContent";
    let page = Page::open(Screen::Desktop, "taquin?size=3x3&position=142305678&moves=4 1").await;
    page.until(&format!("/^\\d+$/.test({optimum})")).await;
    let first = page.run(&format!("return {optimum}")).await;
    page.go("taquin?size=3x3&position=142305678").await;
    page.until(&format!("{optimum} === {first}")).await;
    page.go("grid?position=s..g&moves=e").await;
    page.until(&format!("/\\d/.test({optimum})")).await;

    // A game that goes on does not begin; the line that won is marked.
    page.go("connect-four?size=4x4&side=both&moves=1 2 1").await;
    page.until("document.getElementById('counsel').textContent.includes('goes on')").await;
    page.click("#shelf a[href^='#/nim']").await;
    page.find(".pebble").await;
    page.click("#shelf a[href^='#/connect-four']").await;
    page.until("document.querySelectorAll('.stone').length === 3").await;
    page.go("tic-tac-toe?side=both&moves=a1 a2 b1 b2 c1").await;
    page.until("document.querySelectorAll('.cell.won').length === 3").await;
    assert!(!page.is_visible(".stage .help").await && !page.is_visible("#new-game").await);
    // The editor has the board of the size that is chosen.
    page.go("connect-four?size=7x6&side=both").await;
    page.find(".column.open").await;
    unfold(&page).await;
    page.until("document.querySelectorAll('.editor-cell').length === 42").await;
    page.run("document.querySelector('.segmented input[value=\"4x4\"]').click()").await;
    page.until("document.querySelectorAll('.editor-cell').length === 16").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn puzzles_and_searches_are_kept_as_well() {
    let page = Page::open(Screen::Desktop, "taquin?size=3x3&position=142305678&moves=4 1").await;
    page.find(".taquin.solved").await;
    page.click("#undo").await;
    page.until("location.hash.endsWith('moves=4')").await;
    page.client.refresh().await.unwrap();
    page.until("document.querySelector('.figures dd')?.textContent === '1'").await;

    page.go("rush-hour").await;
    page.until("/^\\d+$/.test(document.querySelectorAll('.figures dd')[1]?.textContent)").await;
    for _ in 0..2 {
        page.click("#hint").await;
    }
    page.until("document.querySelector('.figures dd')?.textContent === '1'").await;
    page.client.refresh().await.unwrap();
    page.until("document.querySelector('.figures dd')?.textContent === '1'").await;

    page.go("search?game=tic-tac-toe&search=alpha-beta&step=30").await;
    let step = "document.querySelector('.figures dd')?.textContent?.startsWith('31 /')";
    page.until("document.querySelector('.figures dd')?.textContent?.startsWith('30 /')").await;
    page.click("#step-on").await;
    page.until(step).await;
    page.until("location.hash.includes('step=31')").await;
    page.client.refresh().await.unwrap();
    page.until(step).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_game_is_taken_away_and_brought_in() {
    let page = Page::open(Screen::Desktop, "connect-four?size=4x4&side=both&moves=1 2").await;
    page.until(&format!("{MOVES} === 2")).await;
    page.run(CATCH).await;
    unfold(&page).await;

    page.click("#copy-link").await;
    page.until("document.querySelector('.toast')?.textContent === 'Copied.'").await;
    // The QR code holds the link: its size is that of a text of this length.
    page.click("#qr").await;
    page.find(".qr path").await;
    page.click("#save-text").await;
    for kind in ["svg", "png"] {
        page.click(&format!("[data-save=board-{kind}]")).await;
        page.until("!document.querySelector('[data-save][aria-busy]')").await;
    }
    page.until("window.files.length === 3").await;
    let files = page
        .run("return window.files.map(([name, data]) => [name, data.split(',')[0], atob(data.split(',')[1]).slice(0, 400)])")
        .await;
    let files: Vec<(String, String, String)> = serde_json::from_value(files).unwrap();
    assert_eq!(files[0].0, "connect-four.txt");
    assert!(files[0].2.starts_with("view connect-four\nsize 4x4\n"), "{}", files[0].2);
    assert!(files[0].2.contains("\nmoves 1 2\n"), "{}", files[0].2);
    assert!(files[1].1.contains("svg") && files[1].2.contains("<svg"), "{files:?}");
    assert!(files[2].1.contains("png") && files[2].2.contains("PNG"), "{files:?}");

    // The text brings the game back; a position starts one; nonsense is refused and changes
    // nothing.
    let text = files[0].2.clone();
    let paste = async |text: &str| {
        let text = serde_json::to_string(text).unwrap();
        page.run(&format!("document.getElementById('pasted').value = {text}")).await;
        page.run("document.getElementById('import').click()").await;
    };
    paste("..../..../..../xo..").await;
    page.until(&format!("{MOVES} === 0 && document.querySelectorAll('.stone').length === 2")).await;
    paste(&text).await;
    page.until(&format!("{MOVES} === 2")).await;
    unfold(&page).await;
    paste("no such position").await;
    // It says so beside the field, whose text stays to be mended.
    page.until("document.getElementById('import-refused').textContent.includes('no such')").await;
    assert_eq!(page.count(".toast.bad").await, 0);
    let kept = page.run("return document.getElementById('pasted').value").await;
    assert_eq!(kept, "no such position");
    assert_eq!(record(&page).await, "1 2");
    paste("").await;
    page.until("document.getElementById('import-refused').textContent.includes('paste')").await;
    page.client.clone().close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn trees_and_charts_are_saved() {
    let page = Page::open(Screen::Desktop, "search?game=tic-tac-toe&search=alpha-beta").await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    page.click("#step-last").await;
    page.run(CATCH).await;
    unfold(&page).await;
    for kind in ["svg", "png"] {
        page.click(&format!("[data-save=tree-{kind}]")).await;
    }
    page.until("window.files.length === 2").await;
    let drawn = "atob(window.files.find(([name]) => name.endsWith('.svg'))[1].split(',')[1])";
    assert!(page.run(&format!("return {drawn}.split('<path').length")).await.as_u64() > Some(20));
    let small = page.run("return window.files.some(([, data]) => data.length < 5000)").await;
    assert_eq!(small, false, "a picture is nearly empty");
    // Files are called by the game that is shown, not by the first one.
    page.run(
        "const menu = document.querySelector('.ledger select'); menu.value = 'taquin'; \
         menu.dispatchEvent(new Event('change'))",
    )
    .await;
    page.until("location.hash.includes('game=taquin')").await;
    page.click("[data-save=tree-svg]").await;
    page.until("window.files.length === 3").await;
    assert_eq!(page.run("return window.files[2][0]").await, "search-taquin-tree.svg");

    // On a dark page as well, in the colours of the light one and under a title.
    page.run("localStorage.setItem('tesuji.theme', '\"dark\"')").await;
    page.go("compare?game=taquin&position=631752048&searches=bfs a*").await;
    page.run(CATCH).await;
    unfold(&page).await;
    page.click("#run").await;
    page.until("document.querySelectorAll('.bars tr.done').length === 2").await;
    page.click("[data-save=comparison-svg]").await;
    page.until("window.files.length === 1").await;
    let drawn = "decodeURIComponent(escape(atob(window.files[0][1].split(',')[1])))";
    assert_eq!(page.run(&format!("return {drawn}.includes('optimal: 10')")).await, true);
    for part in ["<title>Taquin, ", "631752048", "fill=\"#fff\"", "fill=\"rgb(38, 33, 27)\""] {
        let found =
            page.run(&format!("return {drawn}.includes({})", serde_json::json!(part))).await;
        assert_eq!(found, true, "{part}");
    }

    // Ivory stones are no yellow ones, on the small board nor in a picture.
    page.go("compare?game=connect-four&settings=size%3D4x4&position=..../..../..../xo..").await;
    page.find(".asked .connect-four .stone.second").await;
    page.run(CATCH).await;
    unfold(&page).await;
    page.click("[data-save=board-svg]").await;
    page.until("window.files.length === 1").await;
    for (part, is_there) in
        [("#efe2c6", true), ("fill:#fff", true), ("f6c915", false), ("@media", false)]
    {
        let found = page.run(&format!("return {drawn}.includes('{part}')")).await;
        assert_eq!(found, is_there, "{part}");
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn boards_are_edited_by_touch_and_by_keyboard() {
    let page = Page::open(Screen::Phone, "tic-tac-toe?side=both").await;
    page.find(".tic-tac-toe .open").await;
    unfold(&page).await;
    page.click(".editor [data-edit='4']").await;
    page.run(
        "[...document.querySelectorAll('.editor input')].find((one) => one.value === 'O').click()",
    )
    .await;
    page.click(".editor [data-edit='0']").await;
    page.click("#editor-play").await;
    page.until("document.querySelector('[data-cell=b2]').dataset.mark === 'X'").await;
    page.until("document.querySelector('[data-cell=a3]').dataset.mark === 'O'").await;
    assert!(page.hash().await.contains("position=O...X...."), "{}", page.hash().await);

    // Tiles change places by Enter; the arrow keys walk over the cells.
    page.go("taquin?size=3x3&position=142305678").await;
    page.until("document.querySelectorAll('.taquin .tile').length === 8").await;
    unfold(&page).await;
    page.run("document.querySelector('.editor [data-edit=\"0\"]').focus()").await;
    page.press("\u{e007}\u{e014}\u{e007}").await;
    page.click("#editor-play").await;
    page.until("location.hash.includes('position=412305678')").await;

    page.go("nim?kind=nim&heaps=3-4-5&side=both").await;
    page.find(".pebble").await;
    unfold(&page).await;
    page.click(".editor [data-edit='0-']").await;
    page.click("#editor-play").await;
    page.until("location.hash.includes('heaps=2-4-5')").await;
    page.close().await;
}
