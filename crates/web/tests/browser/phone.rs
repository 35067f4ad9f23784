//! The page on a phone, upright and on its side.

use serde_json::json;

use crate::driver::{Page, Screen};
use crate::looks::{LOADED, VIEWS, keep_games};

/// Games with the settings whose boards are the largest, the widest and the tallest.
const BOARDS: [&str; 14] = [
    "taquin?size=3x3&position=142305678",
    "taquin?size=4x4&position=1 2 6 3 4 5 10 7 8 9 14 11 12 13 0 15",
    "rush-hour",
    "grid",
    "sokoban",
    "rocks",
    "nim?kind=nim&side=both",
    "nim?kind=simple-nim&side=both",
    "tic-tac-toe?side=both",
    "connect-four?size=7x6&side=both",
    "connect-four?size=10x6&side=both",
    "breakthrough?size=5x5&side=both",
    "breakthrough?size=8x8&side=both",
    "breakthrough?size=2x10&side=both",
];

/// The board of any view.
const BOARD: &str = ".taquin, .traffic, .nim, .tic-tac-toe, .connect-four, .breakthrough, .drawing";

/// How many pixels of the page hang over the edge of the screen.
async fn hangs_over(page: &Page) -> i64 {
    let script =
        "const root = document.documentElement; return root.scrollWidth - root.clientWidth";
    page.run(script).await.as_i64().unwrap()
}

/// Waits until a move can be made, and a message about the position has come.
async fn opened(page: &Page, view: &str) {
    page.turn_to(view).await;
    page.until(LOADED).await;
    page.until("!document.getElementById('hint').disabled").await;
    page.until("document.querySelectorAll('.actions dd')[1]?.textContent !== '…'").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn no_view_is_wider_than_a_phone_in_any_state() {
    let page = Page::open(Screen::Phone, "rush-hour").await;
    page.until(LOADED).await;
    page.slide(".slider input", 9).await;
    page.click("#give-up").await;
    page.find(".traffic.out").await;
    page.until("document.getAnimations().every(({ playState }) => playState === 'finished')").await;
    assert_eq!(hangs_over(&page).await, 0, "a solved Rush Hour");
    page.shoot("rush-hour-out-phone").await;
    // The next board is at hand.
    assert!(!page.is_visible("#hint").await);
    page.click("#next").await;
    page.until("!document.getElementById('hint').hidden && document.getElementById('next').hidden")
        .await;

    // Values have room side by side: each is no wider than what it stands on.
    for (view, least) in
        [("connect-four?size=10x6", 10), ("connect-four?size=7x6", 7), ("breakthrough?size=8x8", 6)]
    {
        page.turn_to(&format!("{view}&side=both&values=1")).await;
        page.find("[aria-busy] ~ .legend .busy").await;
        page.until(&format!("document.querySelectorAll('[data-value]').length >= {least}")).await;
        assert_eq!(hangs_over(&page).await, 0, "{view} with values");
        let wide = page
            .run(
                "return [...document.querySelectorAll('[data-value]')].filter((one) => { \
                     const style = getComputedStyle(one, '::after'); \
                     const sides = ['width', 'paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth']; \
                     return sides.reduce((sum, side) => sum + parseFloat(style[side]), 0) > one.clientWidth; \
                 }).map((one) => one.dataset.value)",
            )
            .await;
        assert_eq!(wide, json!([]), "{view}");
        page.shoot(&format!("{}-values-phone", view.replace("?size=", "-"))).await;
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn on_its_side_a_phone_shows_the_whole_board_of_each_game() {
    let page = Page::open(Screen::PhoneOnItsSide, "taquin").await;
    let outside = format!(
        "const top = document.getElementById('shelf').getBoundingClientRect().bottom; \
         return [...document.querySelectorAll('{BOARD}, .drawn > .moves, #hint')] \
             .filter((one) => !one.closest('.small-board')) \
             .map((one) => [one.className, one.getBoundingClientRect()]) \
             .filter(([, box]) => box.top < top || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) \
             .map(([name, box]) => `${{name}} ${{JSON.stringify(box)}} of ${{innerHeight}}, scrolled ${{scrollY}}`)"
    );
    for view in BOARDS {
        opened(&page, view).await;
        assert_eq!(page.run(&outside).await, json!([]), "{view}");
        page.click("#hint").await;
        page.find(".hinted, .drawing").await;
        page.until("document.getElementById('counsel').classList.contains('hint')").await;
        assert_eq!(page.run(&outside).await, json!([]), "{view} with a hint");
        assert_eq!(page.run("return scrollY").await, json!(0), "{view}");
        page.shoot(&format!("{}-side", view.replace(['?', '&', '=', ' '], "-"))).await;
    }
    keep_games(&page).await;
    for view in VIEWS {
        page.turn_to(view).await;
        page.until(LOADED).await;
        assert_eq!(hangs_over(&page).await, 0, "{view}");
        // The list of views shows which one this is.
        let current = "const { left, right } = document.querySelector('#shelf [aria-current]').getBoundingClientRect(); \
                       return left >= 0 && right <= innerWidth";
        assert_eq!(page.run(current).await, json!(true), "{view}");
    }
    // A tree with what steps through it.
    page.turn_to("search?game=tic-tac-toe&search=alpha-beta").await;
    page.until(LOADED).await;
    let seen = "const boxes = [...document.querySelectorAll('.tree-frame, #play')].map((one) => one.getBoundingClientRect()); \
                return boxes.every(({ top, bottom }) => top > 0 && bottom <= innerHeight)";
    assert_eq!(page.run(seen).await, json!(true));
    page.shoot("search-side").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn nothing_to_touch_lies_under_the_docked_panel() {
    let page = Page::open(Screen::Phone, "taquin").await;
    let covered = "const panel = document.querySelector('.actions').getBoundingClientRect(); \
        return [...document.querySelectorAll('main :is(button, a, summary, input, select, .drawing)')] \
            .filter((one) => !one.closest('.actions')) \
            .filter((one) => { const box = one.getBoundingClientRect(); \
                return box.height > 0 && box.bottom > panel.top + 1 && box.top < panel.bottom - 1; }) \
            .map((one) => one.outerHTML.slice(0, 90))";
    for view in BOARDS {
        opened(&page, &format!("{view}{}values=1", if view.contains('?') { '&' } else { '?' }))
            .await;
        assert_eq!(page.run(covered).await, json!([]), "{view}");
        page.click("#hint").await;
        page.until("document.getElementById('counsel').classList.contains('hint')").await;
        // The page may have to make room for a long message.
        page.until(&format!("(() => {{ {covered} }})().length === 0")).await;
        let panel = "const { top, bottom } = document.querySelector('.actions').getBoundingClientRect(); \
                     return top > 0 && bottom <= innerHeight";
        assert_eq!(page.run(panel).await, json!(true), "{view}");
    }
    // A message is shown whole.
    let cut = "const { scrollHeight, clientHeight } = document.getElementById('counsel'); return scrollHeight - clientHeight";
    assert_eq!(page.run(cut).await, json!(0));
    // The theory of Nim can be opened while values are shown.
    opened(&page, "nim?kind=nim&side=both&values=1").await;
    page.find(".pebble[data-value]").await;
    page.click(".stage .more summary").await;
    assert!(page.is_visible(".theory table").await);
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_finger_scrolls_the_page_where_it_drags_nothing() {
    let page = Page::open(Screen::Phone, "taquin?size=3x3&position=142305678").await;
    page.until(LOADED).await;
    let action = async |selector: &str| {
        page.find(selector).await;
        page.run(&format!(
            "return getComputedStyle(document.querySelector(\"{selector}\")).touchAction"
        ))
        .await
    };
    // The blank is in the middle.
    for (selector, expected) in [
        (".taquin", "auto"),
        ("[data-tile='2']", "auto"),
        ("[data-tile='5']", "pan-y pinch-zoom"),
        ("[data-tile='4']", "pan-x pinch-zoom"),
    ] {
        assert_eq!(action(selector).await, json!(expected), "{selector}");
    }
    page.go("rush-hour").await;
    for (selector, expected) in [
        (".lot", "auto"),
        (".car.level.open", "pan-y pinch-zoom"),
        (".car.open:not(.level)", "pan-x pinch-zoom"),
    ] {
        assert_eq!(action(selector).await, json!(expected), "{selector}");
    }
    page.close().await;
}

/// The contrasts of all pieces with what they stand on: the best of their parts counts.
const CONTRASTS: &str = "\
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true }); \
    const light = (colour) => { \
        context.fillStyle = colour; context.fillRect(0, 0, 1, 1); \
        const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255) \
            .map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4); \
        return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2]; }; \
    const contrast = (one, other) => { \
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + .05) / (low + .05); }; \
    const style = (element) => getComputedStyle(element); \
    const parts = { \
        pawn: (one) => { const { fill, stroke } = style(one.querySelector('path')); return [[fill, stroke], style(one.parentElement).backgroundColor]; }, \
        stone: (one) => [[style(one).backgroundImage.match(/rgb[^)]*\\)/g).at(-1)], style(one.closest('.connect-four')).backgroundColor], \
        car: (one) => [[style(one.querySelector('.body')).backgroundColor], style(one.closest('.lot')).backgroundColor] }; \
    return Object.entries(parts).flatMap(([name, of]) => [...document.querySelectorAll(`.${name}`)].map((one) => { \
        const [colours, ground] = of(one); return Math.max(...colours.map((colour) => contrast(colour, ground))); }))";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn pieces_and_marks_stand_out_in_light_and_dark() {
    let page = Page::open(Screen::Phone, "taquin").await;
    for theme in ["light", "dark"] {
        page.run(&format!("localStorage.setItem('tesuji.theme', JSON.stringify('{theme}'))")).await;
        page.go("taquin").await;
        for (view, pieces) in [
            ("breakthrough?size=5x5&side=both&moves=b2-b3 b4-a3", 19),
            ("connect-four?size=7x6&side=both&moves=1 2 1 2 1 2 1", 7),
            ("rush-hour", 6),
        ] {
            page.turn_to(view).await;
            page.until(LOADED).await;
            page.until(&format!("(() => {{ {CONTRASTS} }})().length >= {pieces}")).await;
            let contrasts = page.run(CONTRASTS).await;
            let least = contrasts
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one.as_f64().unwrap())
                .fold(9.0, f64::min);
            assert!(least >= 3.0, "{view} in {theme}: {contrasts}");
        }
        // The last move shows on squares of both colours.
        page.turn_to("breakthrough?size=5x5&side=both&moves=b2-b3").await;
        page.find(".cell.last").await;
        let unlike = "const colours = (selector) => [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one).backgroundColor); \
                      const plain = colours('.cell:not(.last)'); \
                      return colours('.cell.last').every((colour) => !plain.includes(colour)) && document.querySelectorAll('.cell.dark.last').length";
        assert_eq!(page.run(unlike).await, json!(1), "{theme}");
        // So does the four that has won.
        page.turn_to("connect-four?size=7x6&side=both&moves=1 2 1 2 1 2 1").await;
        page.find(".hole.won").await;
        assert_eq!(page.count(".hole.won").await, 4);
        page.shoot(&format!("connect-four-won-{theme}")).await;
    }
    // Nothing stays lit where a finger has been.
    page.go("breakthrough?size=5x5&side=both").await;
    page.click("[data-cell='b2']").await;
    page.click("[data-cell='b3']").await;
    page.find("[data-cell='b3'].last").await;
    let shadow = "return getComputedStyle(document.querySelector(\"[data-cell='b3']\")).boxShadow";
    assert_eq!(page.run(shadow).await, json!("none"));
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn what_was_asked_for_comes_into_sight() {
    let seen = |selector: &str| {
        format!(
            "(() => {{ const box = document.querySelector('{selector}')?.getBoundingClientRect(); \
             return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight; }})()"
        )
    };
    // The data of a node, above the tree.
    let page = Page::open(Screen::Phone, "search?game=tic-tac-toe&search=alpha-beta").await;
    page.until(LOADED).await;
    page.click("#step-last").await;
    let told = page.text("#counsel").await;
    for node in [".tree .node[data-node='0'] .shape", ".tree .node.refuted .shape"] {
        let middle = "const box = document.querySelector(NODE).getBoundingClientRect(); \
                      return [box.left + box.width / 2, box.top + box.height / 2]";
        let middle = page.run(&middle.replace("NODE", &format!("\"{node}\""))).await;
        page.click_at(middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap()).await;
        page.find(".tree .node.picked").await;
        page.until("document.querySelector('#counsel code')?.textContent.includes('XX')").await;
    }
    assert_ne!(page.text("#counsel").await, told);
    page.until(&seen("#counsel")).await;
    // What a right answer means, and the next question.
    page.go("lessons").await;
    page.until(LOADED).await;
    page.until(
        "(() => { const next = document.getElementById('lesson-next'); if (!next.hidden) return true; \
         document.querySelector('.answer:not(:disabled)')?.click(); return false; })()",
    )
    .await;
    page.until(&format!("{} && {}", seen("#lesson-next"), seen(".why"))).await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_game_and_the_searches_of_a_race_are_chosen_before_the_lanes() {
    let page = Page::open(Screen::Phone, "race").await;
    page.until(LOADED).await;
    let below = "const top = document.querySelector('.lanes').getBoundingClientRect().top; \
        return [...document.querySelectorAll('.asked > .field select, .asked > .more summary')] \
            .filter((one) => one.getBoundingClientRect().bottom > Math.min(top, innerHeight)).length";
    assert_eq!(page.run(below).await, json!(0));
    page.click(".asked > .more summary").await;
    page.until("document.querySelectorAll('.asked .fields select').length === 3").await;
    assert!(page.is_visible(".asked .fields select").await);
    page.close().await;
}
