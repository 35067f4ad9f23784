//! The puzzles: hint, give up, drag, touch, keyboard.

use std::time::Duration;

use fantoccini::actions::{
    InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use fantoccini::elements::Element;

use crate::driver::{Page, Screen};

/// The tiles row by row, as the board shows them.
const TILES: &str = "[...document.querySelectorAll('.taquin .tile')].reduce((cells, tile) => { \
    const { style } = tile; \
    cells[3 * Number(style.getPropertyValue('--y')) + Number(style.getPropertyValue('--x'))] = tile.dataset.tile; \
    return cells; }, Array(9).fill('0')).join('')";

async fn tiles(page: &Page) -> String {
    page.run(&format!("return {TILES}")).await.as_str().unwrap().to_owned()
}

/// The middle of an element, once it stands still.
async fn middle(element: &Element) -> (f64, f64) {
    let mut before = None;
    loop {
        let now = element.rectangle().await.unwrap();
        if before == Some(now) {
            let (x, y, width, height) = now;
            return (x + width / 2.0, y + height / 2.0);
        }
        before = Some(now);
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
}

/// Drags an element with the mouse, by `right` pixels to the right and `down` pixels down.
async fn drag(page: &Page, element: &Element, (right, down): (f64, f64)) {
    let (x, y) = middle(element).await;
    let duration = Some(Duration::from_millis(80));
    let drag = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveTo { duration: None, x, y })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::MoveBy { duration, x: right, y: down })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    page.client.perform_actions(drag).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn taquin_is_shuffled_hinted_and_given_up_to_the_solved_board() {
    let page = Page::open(Screen::Desktop, "taquin").await;
    page.until("document.querySelectorAll('.taquin .tile').length === 8").await;
    page.until("!document.querySelector('#shuffle[aria-busy]')").await;
    page.click("#shuffle").await;
    page.until("!document.querySelector('#shuffle[aria-busy]')").await;
    page.until("/^\\d+$/.test(document.querySelectorAll('.figures dd')[1].textContent)").await;

    // The hint is shown first, made second.
    let before = tiles(&page).await;
    page.click("#hint").await;
    page.find(".tile.hinted").await;
    assert_eq!(tiles(&page).await, before, "a hint is shown before it is made");
    page.shoot("taquin-hint").await;
    page.click("#hint").await;
    page.until("document.querySelector('.figures dd').textContent === '1'").await;
    assert_ne!(tiles(&page).await, before);

    // Undone, it stands as before.
    page.click("#undo").await;
    page.until("document.querySelector('.figures dd').textContent === '0'").await;
    assert_eq!(tiles(&page).await, before);

    // Given up, stopped, and given up again at full speed.
    page.click("#give-up").await;
    page.until("Number(document.querySelector('.figures dd').textContent) >= 1").await;
    // By a script, as the board may be solved by now, and the button gone.
    page.run("document.getElementById('give-up').click()").await;
    page.until("document.getElementById('give-up').textContent === 'Give up'").await;
    page.slide(".slider input", 9).await;
    page.run("document.getElementById('give-up').click()").await;
    page.find(".taquin.solved").await;
    assert_eq!(tiles(&page).await, "012345678");
    page.shoot("taquin-solved").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn taquin_is_solved_by_mouse_and_by_drag() {
    // Two moves from the goal: 1, then 3 … the blank goes right, then down.
    let page = Page::open(Screen::Desktop, "taquin?size=3x3&position=142305678").await;
    page.until(&format!("{TILES} === '142305678'")).await;
    let optimum = "document.querySelectorAll('.figures dd')[1].textContent";
    page.until(&format!("{optimum} === '2'")).await;
    page.click("#hint").await;
    page.until("document.getElementById('counsel').textContent.startsWith('Slide 4 down')").await;
    let tile = page.find("[data-tile='4']").await;
    drag(&page, &tile, (0.0, 110.0)).await;
    page.until(&format!("{TILES} === '102345678'")).await;
    page.click("[data-tile='1']").await;
    page.until(&format!("{TILES} === '012345678'")).await;
    page.until("document.getElementById('counsel').textContent.includes('Nobody can do better')")
        .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn taquin_is_solved_by_touch_on_a_phone() {
    let page = Page::open(Screen::Phone, "taquin?size=3x3&position=142305678").await;
    page.until(&format!("{TILES} === '142305678'")).await;
    let (x, y) = middle(&page.find("[data-tile='4']").await).await;
    let swipe = TouchActions::new("finger".to_owned())
        .then(PointerAction::MoveTo { duration: None, x, y })
        .then(PointerAction::Down { button: 0 })
        .then(PointerAction::MoveBy { duration: Some(Duration::from_millis(80)), x: 0.0, y: 70.0 })
        .then(PointerAction::Up { button: 0 });
    page.client.perform_actions(swipe).await.unwrap();
    page.until(&format!("{TILES} === '102345678'")).await;
    page.click("[data-tile='1']").await;
    page.find(".taquin.solved").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn taquin_is_solved_without_a_mouse() {
    let page = Page::open(Screen::Desktop, "taquin?size=3x3&position=142305678").await;
    page.until(&format!("{TILES} === '142305678'")).await;
    // Tab until a tile has the focus: the page is walked in its own order.
    for _ in 0..30 {
        page.press("\u{e004}").await;
        if page.run("return document.activeElement.classList.contains('tile')").await == true {
            break;
        }
    }
    assert_eq!(page.run("return document.activeElement.classList.contains('tile')").await, true);
    page.press("\u{e015}").await;
    page.until(&format!("{TILES} === '102345678'")).await;
    page.press("\u{e014}").await;
    page.until(&format!("{TILES} === '012345678'")).await;
    let told = page.text("#live").await;
    assert!(told.starts_with("Solved in 2"), "the reader is told: {told}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_position_that_is_solved_already_is_no_feat() {
    let page = Page::open(Screen::Desktop, "taquin?size=3x3&position=012345678").await;
    page.until("document.getElementById('counsel').classList.contains('good')").await;
    assert_eq!(page.text("#counsel").await, "This position is solved already.");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn an_unsolvable_taquin_says_so_and_nonsense_is_refused() {
    let page = Page::open(Screen::Desktop, "taquin?size=3x3&position=021345678").await;
    page.until("document.getElementById('counsel').textContent.includes('cannot be solved')").await;
    page.run("document.querySelector('.more').open = true").await;
    let entry = page.find(".entry input").await;
    entry.clear().await.unwrap();
    entry.send_keys("0123456788\u{e007}").await.unwrap();
    page.find(".toast.bad").await;
    page.client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_taquin_of_another_size_is_refused_for_one_to_play() {
    let tiles: Vec<String> = (0..16).rev().map(|tile| tile.to_string()).collect();
    let page =
        Page::open(Screen::Desktop, &format!("taquin?size=3x3&position={}", tiles.join("+"))).await;
    page.find(".toast.bad").await;
    page.until("document.querySelectorAll('.taquin .tile').length === 8").await;
    assert_eq!(page.count(".taquin.solved").await, 0);
    page.until("/^[1-9]/.test(document.querySelectorAll('.figures dd')[1].textContent)").await;
    page.client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_tiles_of_an_address_slide_by_the_rules() {
    let page = Page::open(Screen::Desktop, "lessons").await;
    for (board, moves) in [("123045678", "3"), ("012345678", "99")] {
        // Beside the blank only in the order of the cells, and on no cell.
        page.go(&format!("taquin?size=3x3&position={board}&moves={moves}")).await;
        page.find(".toast.bad").await;
        assert_eq!(tiles(&page).await, board);
    }
    page.client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_moves_of_an_address_are_listed_once() {
    let page = Page::open(Screen::Desktop, "lessons").await;
    page.run(
        "window.listed = 0; new MutationObserver((all) => { for (const { addedNodes } of all) \
           window.listed += [...addedNodes].filter((node) => node.matches?.('.record li')).length; \
         }).observe(document, { childList: true, subtree: true });",
    )
    .await;
    page.turn_to(&format!("taquin?size=3x3&position=142305678&moves={}4", "4+".repeat(99))).await;
    page.until("document.querySelectorAll('.record li').length === 100").await;
    page.until("document.querySelectorAll('.figures dd')[1].textContent === '2'").await;
    // And again with the optimum.
    assert_eq!(page.run("return window.listed <= 200").await, true);
    assert_eq!(tiles(&page).await, "142305678");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_taquin_asked_for_last_is_on_the_board() {
    let page = Page::open(Screen::Desktop, "lessons").await;
    page.run(
        "const answered = window.fetch; window.waiting = 0; window.fetch = async (path, how) => { \
           if (String(path).endsWith('/shuffle')) { \
             window.waiting += 1; await new Promise((done) => setTimeout(done, 400)); \
           } \
           const answer = await answered(path, how); \
           if (String(path).endsWith('/shuffle')) setTimeout(() => { window.waiting -= 1; }, 300); \
           return answer; };",
    )
    .await;
    // Another size before the first board is there.
    page.turn_to("taquin?size=3x3").await;
    page.run("document.querySelector('.taquin-view input[value=\"4x4\"]').click()").await;
    page.until("window.waiting === 0 && document.querySelectorAll('.taquin .tile').length > 0")
        .await;
    assert_eq!(page.count(".taquin .tile").await, 15);
    assert_eq!(page.count(".toast").await, 0);

    // A position while the board is shuffled.
    page.turn_to("taquin?size=3x3&position=142305678").await;
    page.until(&format!("{TILES} === '142305678'")).await;
    page.run("document.querySelector('.more').open = true").await;
    let entry = page.find(".entry input").await;
    entry.clear().await.unwrap();
    page.run("document.getElementById('shuffle').click()").await;
    entry.send_keys("102345678\u{e007}").await.unwrap();
    page.until(&format!("window.waiting === 0 && {TILES} === '102345678'")).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn fifteen_tiles_are_given_up_to_the_solved_board() {
    let page = Page::open(Screen::Desktop, "taquin?size=4x4&position=1%202%206%203%204%205%2010%207%208%209%2014%2011%2012%2013%200%2015").await;
    page.until("document.querySelectorAll('.taquin .tile').length === 15").await;
    page.until("/^\\d+$/.test(document.querySelectorAll('.figures dd')[1].textContent)").await;
    page.shoot("taquin-4x4").await;
    page.click("#give-up").await;
    page.find(".taquin.solved").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn rush_hour_is_driven_hinted_and_given_up() {
    let page = Page::open(Screen::Desktop, "rush-hour").await;
    page.until("/^\\d+$/.test(document.querySelectorAll('.figures dd')[1].textContent)").await;
    page.click("#hint").await;
    page.find(".car.hinted").await;
    page.shoot("rush-hour-hint").await;
    page.click("#hint").await;
    page.until("document.querySelector('.figures dd').textContent === '1'").await;

    // Drag a car that has room, and take it back.
    let car = page.find(".car.open").await;
    let level =
        page.run("return document.querySelector('.car.open').classList.contains('level')").await
            == true;
    let label = car.attr("aria-label").await.unwrap().unwrap();
    let on = !label.contains("0 right") && !label.contains("0 down");
    let by = if on { 90.0 } else { -90.0 };
    drag(&page, &car, if level { (by, 0.0) } else { (0.0, by) }).await;
    page.until("document.querySelector('.figures dd').textContent === '2'").await;
    page.click("#undo").await;
    page.until("document.querySelector('.figures dd').textContent === '1'").await;

    page.slide(".slider input", 9).await;
    page.click("#give-up").await;
    page.find(".traffic.out").await;
    page.shoot("rush-hour-out").await;
    page.close().await;
}

/// The rows of the map in the address.
async fn map(page: &Page) -> Vec<String> {
    let hash = page.hash().await;
    let position = hash.split("position=").nth(1).unwrap_or_else(|| panic!("no map in {hash}"));
    position.split(' ').next().unwrap().split('/').map(str::to_owned).collect()
}

/// The middle of a cell of the map.
async fn cell(page: &Page, column: u32, row: u32) -> (f64, f64) {
    let middle = page
        .run(&format!(
            "const drawing = document.querySelector('.drawing').shadowRoot.querySelector('svg'); \
             const {{ left, top, width, height }} = drawing.getBoundingClientRect(); \
             return [left + ({column} + 0.5) * width / 16, top + ({row} + 0.5) * height / 9]"
        ))
        .await;
    (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap())
}

async fn choose(page: &Page, value: &str) {
    page.run(&format!("document.querySelector('.segmented input[value=\"{value}\"]').click()"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_map_that_is_drawn_stays_and_its_costs_are_told() {
    let page = Page::open(Screen::Desktop, "grid").await;
    page.find(".drawn .chip").await;
    choose(&page, "wall").await;
    // From one cell to another with nothing in between, as a fast mouse goes.
    let ((x, y), (to_x, to_y)) = (cell(&page, 4, 0).await, cell(&page, 7, 3).await);
    let stroke = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveTo { duration: None, x, y })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::MoveTo { duration: Some(Duration::ZERO), x: to_x, y: to_y })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    page.client.perform_actions(stroke).await.unwrap();
    page.until("location.hash.includes('position=')").await;
    let drawn = map(&page).await;
    for (row, column) in [(0, 4), (1, 5), (2, 6), (3, 7)] {
        assert_eq!(&drawn[row][column..=column], "#", "{drawn:?}");
    }
    // By keys: a frame begins at the start, and Enter draws.
    page.run("document.querySelector('.drawing').focus()").await;
    page.press("\u{e012}\u{e007}").await;
    page.until("decodeURIComponent(location.hash).split('/').some((row) => row.startsWith('.#'))")
        .await;
    let drawn = map(&page).await;
    assert_eq!(&drawn[2][1..2], "#", "{drawn:?}");
    // It outlives another rule, a move, and a reload.
    choose(&page, "4").await;
    page.until("location.hash.includes('directions=4')").await;
    assert_eq!(map(&page).await, drawn);
    choose(&page, "walk").await;
    page.run("document.querySelector('.drawing').focus()").await;
    page.press("\u{e015}").await;
    page.until("location.hash.includes('moves=s')").await;
    page.client.refresh().await.unwrap();
    page.until("document.querySelector('.figures dd')?.textContent === '1'").await;
    assert_eq!(map(&page).await, drawn);

    // The shortest path in moves is not the cheapest.
    page.go("grid?directions=4&position=s999g/.%23%23%23./.....").await;
    page.until("document.querySelectorAll('.figures dd')[2]?.textContent === '8'").await;
    assert_eq!(page.text(".chip[data-cell=e]").await, "→");
    for moves in 1..=4 {
        page.click(".chip[data-cell=e]").await;
        page.until(&format!("document.querySelector('.figures dd').textContent === '{moves}'"))
            .await;
    }
    page.until("document.getElementById('counsel').textContent.includes('The least cost is 8')")
        .await;
    assert!(page.text("#counsel").await.contains("at a cost of 28"));
    page.go("compare?game=grid&settings=directions%3D4&position=s999g/.%23%23%23./.....&searches=bfs+a*").await;
    page.until("document.querySelectorAll('.checks input:checked').length === 2").await;
    page.click("#run").await;
    page.until("document.querySelectorAll('.bars tr.done').length === 2").await;
    let claims = page.text(".bars tbody").await;
    assert!(claims.contains("cost 28, in 4") && claims.contains("optimal: cost 8"), "{claims}");

    // A setting that is none changes nothing, and does not stay.
    page.go("grid?directions=6").await;
    page.find(".toast.bad").await;
    page.find(".drawn .chip").await;
    page.until("!location.hash.includes('directions=6')").await;
    // Sokoban is walked by keys, and what is shuffled can be solved.
    page.go("sokoban").await;
    page.find(".drawn .chip").await;
    page.run("document.querySelector('.drawing').focus()").await;
    page.press("\u{e013}").await;
    page.until("document.querySelector('.figures dd').textContent === '1'").await;
    page.run("document.getElementById('shuffle').click()").await;
    page.until(
        "document.querySelector('.figures dd').textContent === '0' \
         && !document.querySelector('#shuffle[aria-busy]')",
    )
    .await;
    assert!(!page.text("#counsel").await.contains("no longer"));
    page.client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_solution_is_stepped_through_and_what_is_taken_back_can_be_made_again() {
    let page = Page::open(Screen::Desktop, "taquin?size=3x3&position=142305678").await;
    let moves = "document.querySelector('.figures dd').textContent";
    for view in ["taquin?size=3x3&position=125374680", "rush-hour", "sokoban", "grid"] {
        page.go(view).await;
        page.until("!document.getElementById('hint').disabled").await;
        page.until("document.querySelectorAll('.actions dd')[1].textContent !== '…'").await;
        assert!(!page.is_visible(".steps").await, "{view}: there is nothing to step through");
        page.click("#give-up").await;
        page.until("document.getElementById('counsel').textContent.includes('by the program')")
            .await;
        let all = page.count(".record li").await;
        assert!(all >= 6, "{view}: {all}");

        // By a button, by keys, by the list and by the slider.
        page.click("#step-back").await;
        page.until(&format!("{moves} === '{}'", all - 1)).await;
        assert!(page.text("#counsel").await.starts_with(&format!("Move {} of {all}", all - 1)));
        page.run("document.getElementById('step-back').focus()").await;
        page.press("\u{e012}").await;
        page.until(&format!("{moves} === '{}'", all - 2)).await;
        page.press("\u{e011}").await;
        page.until(&format!("{moves} === '0'")).await;
        assert_eq!(page.count(".record li.ahead").await, all);
        page.click(".record li:nth-child(2) button").await;
        page.until(&format!("{moves} === '2'")).await;
        page.until("document.querySelector('.record [aria-current=step]')").await;
        page.slide(".steps .scrub", 4).await;
        page.until(&format!("{moves} === '4'")).await;
        page.until("location.hash.includes('moves=')").await;

        // Taken back, and made again; a hint is on the way, and asks nothing anew.
        page.click("#undo").await;
        page.until(&format!("{moves} === '3'")).await;
        page.click("#step-on").await;
        page.until(&format!("{moves} === '4'")).await;
        page.click("#hint").await;
        page.until("document.getElementById('hint').textContent === 'Play it'").await;
        let left = page.text(".figures .figure:last-child dd").await;
        assert_eq!(left, (all - 4).to_string(), "{view}");
        page.click("#restart").await;
        page.until(&format!("{moves} === '0'")).await;
        page.click("#step-last").await;
        page.until(&format!("{moves} === '{all}'")).await;
    }
    page.shoot("grid-stepped").await;

    // What is made in place of the program's moves is the player's own.
    page.go("taquin?size=3x3&position=142305678").await;
    page.until("document.querySelectorAll('.actions dd')[1].textContent === '2'").await;
    page.click("#give-up").await;
    page.find(".taquin.solved").await;
    page.click("#restart").await;
    page.until(&format!("{moves} === '0'")).await;
    page.click("[data-tile='5']").await;
    page.until("document.querySelectorAll('.record li').length === 1").await;
    page.click("#undo").await;
    page.click("[data-tile='4']").await;
    page.click("[data-tile='1']").await;
    page.until("document.getElementById('counsel').textContent.includes('Nobody can do better')")
        .await;
    page.close().await;
}

/// Drags from one cell of the map to another.
async fn drag_cell(page: &Page, from: (u32, u32), to: (u32, u32)) {
    let ((x, y), (to_x, to_y)) = (cell(page, from.0, from.1).await, cell(page, to.0, to.1).await);
    let duration = Some(Duration::from_millis(80));
    let drag = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveTo { duration: None, x, y })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::MoveTo { duration, x: to_x, y: to_y })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    page.client.perform_actions(drag).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn what_is_not_drawn_leaves_no_mark_and_fast_edits_keep_their_order() {
    let page = Page::open(Screen::Desktop, "grid").await;
    page.find(".drawn .chip").await;
    let marks = "document.querySelector('.drawing').shadowRoot.querySelectorAll('.tesuji-marks rect').length";
    // The goal goes away and back.
    let before = page.hash().await;
    let ((x, y), (to_x, to_y)) = (cell(&page, 13, 4).await, cell(&page, 15, 8).await);
    let duration = Some(Duration::from_millis(80));
    let drag = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveTo { duration: None, x, y })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::MoveTo { duration, x: to_x, y: to_y })
        .then(PointerAction::MoveTo { duration, x, y })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    page.client.perform_actions(drag).await.unwrap();
    page.until(&format!("{marks} === 0")).await;
    assert_eq!(page.hash().await, before);
    assert_eq!(page.count("#draw-undo:disabled").await, 1);
    // What the server refuses.
    choose(&page, "wall").await;
    page.refuse("/position", Some("busy")).await;
    drag_cell(&page, (0, 0), (3, 0)).await;
    page.find(".toast").await;
    page.until(&format!("{marks} === 0")).await;
    assert_eq!(page.count("#draw-undo:disabled").await, 1);
    page.refuse("/position", None).await;

    // The answers to all but the last edit come too late, whatever their order.
    drag_cell(&page, (0, 0), (3, 0)).await;
    page.until("location.hash.includes('position=%23%23%23%23.')").await;
    drag_cell(&page, (0, 1), (0, 1)).await;
    page.until("location.hash.includes('%2F%23')").await;
    page.run(
        "let wait = 600; const answered = window.fetch; window.fetch = async (path, how) => { \
           if (String(path).endsWith('/position')) await new Promise((done) => setTimeout(done, wait -= 200)); \
           return answered(path, how); }; \
         const [undo, redo] = ['undo', 'redo'].map((name) => document.getElementById(`draw-${name}`)); \
         undo.click(); undo.click(); redo.click();",
    )
    .await;
    tokio::time::sleep(Duration::from_millis(900)).await;
    let rows = map(&page).await;
    assert!(rows[0].starts_with("####.") && rows[1].starts_with('.'), "{rows:?}");
    assert_eq!(page.count(".draw-tools button:enabled").await, 2, "either way there is a drawing");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn giving_up_ends_where_the_server_does_not_answer() {
    let page = Page::open(Screen::Desktop, "grid").await;
    page.until("/^\\d+$/.test(document.querySelectorAll('.figures dd')[1].textContent)").await;
    page.refuse("/move", Some("busy")).await;
    page.click("#give-up").await;
    page.find(".toast").await;
    page.until("document.getElementById('give-up').textContent === 'Give up'").await;
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(page.count(".toast").await, 1);
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn start_and_goal_are_dragged_and_a_drawing_is_undone() {
    let page = Page::open(Screen::Desktop, "grid").await;
    page.find(".drawn .chip").await;
    let ends = |text: &str| format!("decodeURIComponent(location.hash).includes('+{text}')");
    drag_cell(&page, (2, 2), (4, 5)).await;
    page.until(&ends("4,5+13,4")).await;
    drag_cell(&page, (13, 4), (15, 8)).await;
    page.until(&ends("4,5+15,8")).await;
    // With a tool at hand as well, and onto no wall.
    choose(&page, "wall").await;
    drag_cell(&page, (15, 8), (14, 0)).await;
    page.until(&ends("4,5+14,0")).await;
    drag_cell(&page, (14, 0), (10, 1)).await;
    page.until(&ends("4,5+11,1")).await;
    page.click("#draw-undo").await;
    page.until(&ends("4,5+14,0")).await;
    page.click("#draw-redo").await;
    page.until(&ends("4,5+11,1")).await;

    // Mud of any cost; undone by keys.
    choose(&page, "costly").await;
    page.slide(".draw-tools .slider input", 9).await;
    drag_cell(&page, (0, 0), (3, 0)).await;
    page.until("location.hash.includes('position=9999.')").await;
    page.run("document.querySelector('.drawing').focus()").await;
    page.press("\u{e009}z\u{e000}").await;
    page.until("location.hash.includes('position=.....')").await;
    page.shoot("grid-drawn").await;

    // A new map of any size, or the reason why there is none.
    let size = async |text: &str| {
        page.run(&format!(
            "const size = document.querySelector('#new-map input'); size.value = '{text}'; size.form.requestSubmit()"
        ))
        .await;
    };
    size("99x3").await;
    page.until("document.getElementById('map-refused').textContent.includes('99x3')").await;
    size("8 x 5").await;
    page.until("decodeURIComponent(location.hash).endsWith('=......../......../......../......../........+0,2+7,2')").await;
    assert!(!page.is_visible("#map-refused").await);
    page.close().await;

    // By a finger: the goal while it walks, the start with a tool at hand; else it swipes the agent
    // on.
    let page = Page::open(Screen::Phone, "grid").await;
    page.find(".drawn .chip").await;
    let swipe = async |from: (u32, u32), to: (u32, u32)| {
        page.run("document.querySelector('.drawing').scrollIntoView({ block: 'center' })").await;
        let ((x, y), (to_x, to_y)) =
            (cell(&page, from.0, from.1).await, cell(&page, to.0, to.1).await);
        let duration = Some(Duration::from_millis(80));
        let swipe = TouchActions::new("finger".to_owned())
            .then(PointerAction::MoveTo { duration: None, x, y })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::MoveTo { duration, x: to_x, y: to_y })
            .then(PointerAction::Up { button: 0 });
        page.client.perform_actions(swipe).await.unwrap();
    };
    swipe((13, 4), (15, 7)).await;
    page.until(&ends("2,2+15,7")).await;
    swipe((2, 2), (5, 2)).await;
    page.until("location.hash.includes('moves=e')").await;
    choose(&page, "land").await;
    swipe((3, 2), (0, 0)).await;
    page.until(&ends("0,0+15,7")).await;
    assert!(!page.hash().await.contains("moves="), "a stroke is no step");
    page.close().await;
}
