//! The views that look inside: a search step by step, and algorithms side by side.

use crate::driver::{Page, Screen};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_search_is_stepped_through_to_its_line() {
    let page = Page::open(Screen::Desktop, "search?game=tic-tac-toe&search=alpha-beta").await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    assert_eq!(page.count(".tree .node:not(.unborn)").await, 1);
    for _ in 0..12 {
        page.click("#step-on").await;
    }
    let grown = page.count(".tree .node:not(.unborn)").await;
    assert!(grown > 2, "the tree has grown to {grown}");
    page.find(".tree .node.current").await;
    page.shoot("search-growing").await;
    page.click("#step-last").await;
    page.find(".tree .node.line").await;
    assert!(page.count(".tree .node.refuted").await > 0, "cut branches are shown");
    assert_eq!(page.text("#counsel").await, "It settles on c3: a win in 1.");
    page.shoot("search-settled").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn every_recorded_search_comes_to_its_end() {
    let page = Page::open(Screen::Desktop, "search?game=taquin&search=bfs").await;
    for view in [
        "search?game=taquin&search=bfs",
        "search?game=taquin&search=ida*",
        "search?game=simple-nim&search=minimax",
        "search?game=tic-tac-toe&search=pn",
        "search?game=breakthrough&search=alpha-beta",
        "search?game=rush-hour&search=dfs",
        "search?game=taquin&search=bidirectional",
        "search?game=tic-tac-toe&search=retrograde&nodes=2000",
        "search?game=connect-four&search=df-pn",
    ] {
        page.turn_to(view).await;
        page.until("document.querySelectorAll('.tree .node').length > 5").await;
        page.click("#step-last").await;
        page.until("document.getElementById('counsel').classList.contains('good')").await;
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn algorithms_are_compared_while_they_run() {
    let page = Page::open(Screen::Desktop, "compare?game=taquin&position=631752048").await;
    page.until("document.querySelectorAll('.checks input:checked').length > 3").await;
    page.click("#run").await;
    page.until("document.getElementById('counsel').textContent.includes('All have ended')").await;
    let rows = page.count(".bars tbody tr").await;
    assert!(rows > 3);
    assert_eq!(page.count(".bars tbody tr.done").await, rows);
    assert!(page.text(".bars tbody").await.contains("optimal: 10"));
    page.shoot("compare-done").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_mean_result_is_no_guess() {
    let searches = "expectimax expectimax:opponent=pessimistic flat-monte-carlo:playouts=1000";
    let page = Page::open(
        Screen::Desktop,
        &format!("compare?game=simple-nim&position=5&searches={searches}"),
    )
    .await;
    page.click("#run").await;
    page.until("document.getElementById('counsel').classList.contains('good')").await;
    let claims = page
        .run("return [...document.querySelectorAll('.bars .claim')].map((one) => one.textContent)")
        .await;
    let claims: Vec<String> = serde_json::from_value(claims).unwrap();
    assert_eq!(claims[0], "mean result 0.33");
    assert!(claims[1].starts_with("mean result "), "{claims:?}");
    // The sentence on it does not say how the opponent chooses: that is an option of the search.
    let told = page
        .run_later(
            "const done = arguments[arguments.length - 1]; \
             import('/js/views/judgement.js').then(({ verdict }) => \
               done(verdict('nim', { outcome: 'expected', expected: 0.5 }, { state: 'to-move' })))",
        )
        .await;
    assert_eq!(told, "A mean result of 0.5 against the opponent that the search assumes.");
    page.shoot("compare-means").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_comparison_can_be_cancelled() {
    let page = Page::open(Screen::Desktop, "compare?game=tic-tac-toe&position=.........").await;
    // Fifteen tiles, thoroughly mixed: nothing blind ends here.
    page.go("compare?game=taquin&position=14%2013%2015%207%2011%2012%209%205%206%200%202%201%204%208%2010%203").await;
    page.until("document.querySelectorAll('.checks input:checked').length > 3").await;
    page.click("#run").await;
    page.find(".bars tr.running").await;
    page.click("#run").await;
    page.until("document.getElementById('counsel').textContent === 'Cancelled.'").await;
    assert!(page.count(".bars tr.stopped").await > 0);
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn another_position_has_no_rows_of_the_comparison_before() {
    let page =
        Page::open(Screen::Desktop, "compare?game=breakthrough&searches=minimax&seconds=20").await;
    page.click("#run").await;
    page.until("document.querySelector('.bars .running')").await;
    page.run(
        "const menu = document.querySelector('.asked select'); menu.value = 'tic-tac-toe'; \
         menu.dispatchEvent(new Event('change'))",
    )
    .await;
    page.until("location.hash.includes('tic-tac-toe')").await;
    page.until("document.getElementById('run').textContent === 'Run'").await;
    assert_eq!(page.count(".bars .stopped").await, 0);
    assert_eq!(page.text("#counsel").await, "Choose a position and run.");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_mistyped_address_shows_a_view() {
    let page = Page::open(Screen::Desktop, "%E0%A4%A").await;
    assert_eq!(page.text("main h1").await, "Taquin");
    for mistyped in ["step=abc", "nodes=abc"] {
        page.go(&format!("search?{mistyped}")).await;
        page.until("document.getElementById('counsel').textContent.includes('Alpha-beta')").await;
    }
    page.go("tic-tac-toe?side=zz").await;
    page.until("location.hash.includes('side=first')").await;
    page.close().await;
}

/// Counts what changes in the tree while a piece of JavaScript runs, and how long it takes until
/// the browser has laid the page out, in milliseconds.
async fn changes(page: &Page, script: &str) -> (u64, f64) {
    let measured = page
        .run(&format!(
            "const sheet = document.querySelector('svg.tree'); \
             const observer = new MutationObserver(() => {{}}); \
             observer.observe(sheet, {{ attributes: true, childList: true, subtree: true }}); \
             const start = performance.now(); {script}; sheet.getBoundingClientRect(); \
             const took = performance.now() - start; \
             const changes = observer.takeRecords().length; observer.disconnect(); \
             return [changes, took]"
        ))
        .await;
    (measured[0].as_u64().unwrap(), measured[1].as_f64().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_tree_of_two_thousand_nodes_changes_only_where_it_must() {
    let page = Page::open(Screen::Desktop, "taquin").await;
    page.go("search?game=taquin&search=bfs&position=806547231&nodes=2000").await;
    page.until("document.querySelectorAll('.tree .node').length === 2000").await;
    page.until("!document.getElementById('step-on').disabled").await;
    let click = |id: &str| format!("document.getElementById('{id}').click()");
    let (all, whole) = changes(&page, &click("step-last")).await;
    assert!(all >= 2000, "every node comes to be: {all} changes");
    let (back, one) = changes(&page, &click("step-back")).await;
    assert!(back < 100, "a step back changes {back} things");
    let wheel = "sheet.dispatchEvent(new WheelEvent('wheel', { deltaY: -60, clientX: 400, clientY: 400, cancelable: true, ctrlKey: true }))";
    let (zoomed, zoom) = changes(&page, wheel).await;
    assert!(zoomed <= 3, "a turn of the wheel changes {zoomed} things");
    // Frames while the wheel turns: from one to the next, what the browser needs to draw the tree.
    page.run(
        "const sheet = document.querySelector('svg.tree'); const times = []; let last = null; \
         const frame = (now) => { if (last !== null) times.push(now - last); last = now; \
           if (times.length === 12) { window.frames12 = times; return; } \
           const deltaY = times.length % 2 ? -60 : 60; \
           sheet.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX: 400, clientY: 400, cancelable: true, ctrlKey: true })); \
           requestAnimationFrame(frame); }; requestAnimationFrame(frame)",
    )
    .await;
    page.until("window.frames12").await;
    let frames = page.run("return window.frames12").await;
    let mut frames: Vec<f64> =
        frames.as_array().unwrap().iter().map(|time| time.as_f64().unwrap()).collect();
    frames.sort_by(f64::total_cmp);
    println!(
        "2,000 nodes: all drawn {whole:.1} ms, a step {one:.1} ms, a turn of the wheel {zoom:.1} ms; \
         a frame while zooming {:.1} ms in the middle, {:.1} ms at most",
        frames[frames.len() / 2],
        frames[frames.len() - 1],
    );
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn only_what_a_game_has_is_offered() {
    let page = Page::open(Screen::Desktop, "search?game=tic-tac-toe&search=alpha-beta").await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    let depth = ".search-view .slider:has(output[for])";
    assert!(page.is_visible(depth).await);
    let menus = "[...document.querySelectorAll('.ledger select')]";
    // From a game for two to a puzzle and back: each search is one that the game has.
    for (game, search) in [("taquin", "ida*"), ("tic-tac-toe", "alpha-beta")] {
        page.run(&format!(
            "const menu = {menus}[0]; menu.value = '{game}'; \
             menu.dispatchEvent(new Event('change'))"
        ))
        .await;
        page.until(&format!("{menus}[1].value === '{search}'")).await;
        page.until(&format!(
            "document.querySelector('svg.tree').getAttribute('aria-label').includes('{search}')"
        ))
        .await;
        let sliders = "[...document.querySelectorAll('.ledger .slider')] \
             .filter((one) => one.offsetParent !== null).length";
        let wanted = if game == "taquin" { 2 } else { 3 };
        page.until(&format!("{sliders} === {wanted}")).await;
    }
    assert_eq!(page.count(".toast").await, 0);

    // A random opponent looks no plies ahead.
    page.go("tic-tac-toe?side=first&opponent=alpha-beta").await;
    page.find(".cell.open").await;
    page.until("document.querySelector('.ledger .slider')").await;
    assert!(page.is_visible(".ledger .slider").await);
    page.go("tic-tac-toe?side=first&opponent=random").await;
    page.find(".cell.open").await;
    assert!(!page.is_visible(".ledger .slider").await);
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_options_of_a_search_can_be_set() {
    let page = Page::open(Screen::Desktop, "search?game=tic-tac-toe&search=alpha-beta").await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    page.run("document.querySelector('.more').open = true").await;
    let only = "[...document.querySelectorAll('.more .toggle')] \
         .find((one) => one.textContent === 'Outcome only')";
    page.until(only).await;
    page.run(&format!("({only}).click()")).await;
    page.until(
        "document.querySelector('svg.tree').getAttribute('aria-label') \
         .includes('alpha-beta:outcome-only')",
    )
    .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_comparison_shows_its_position_and_starts_at_once_on_a_phone() {
    let page = Page::open(Screen::Phone, "compare?game=taquin").await;
    page.find(".asked .taquin .tile").await;
    assert!(page.is_visible(".asked .taquin").await);
    let bottom = page
        .run("return document.getElementById('run').getBoundingClientRect().bottom + scrollY")
        .await;
    assert!(bottom.as_f64().unwrap() < 844.0, "the button lies {bottom} pixels down");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_tree_opens_to_be_read_and_says_why_it_cuts() {
    let page = Page::open(Screen::Desktop, "search?game=taquin&search=a*").await;
    page.until("document.querySelectorAll('.tree .node').length > 5").await;
    assert_eq!(page.count(".tree-key .key-min").await, 0, "a puzzle has no opponent");
    page.click("#step-last").await;
    assert!(page.text(".search-data").await.contains("f = g + h"));
    assert!(page.count(".search-data .data").await == 2, "an open and a closed list");

    // Before the first step, what is to come can be seen; from afar, the words that matter.
    page.go("search?game=tic-tac-toe&search=alpha-beta&position=.........&nodes=600&step=0").await;
    page.until("document.querySelectorAll('.tree .node').length > 100").await;
    let faint = "Number(getComputedStyle(document.querySelector('.tree .node.unborn')).opacity)";
    assert!(page.run(&format!("return {faint}")).await.as_f64() > Some(0.3));
    page.run("[...document.querySelectorAll('.transport .quiet')].at(-1).click()").await;
    page.find("svg.tree.far").await;
    let word = "document.querySelector('.tree .node.current .move, .tree .node.current .value')";
    page.until(&format!("getComputedStyle({word}).display !== 'none'")).await;
    // Where words would lie over each other, a node of the result has one.
    page.go("search?game=taquin&search=bfs&position=125374680&nodes=600").await;
    page.until("document.querySelectorAll('.tree .node').length > 50").await;
    page.click("#step-last").await;
    page.run("[...document.querySelectorAll('.transport .quiet')].at(-1).click()").await;
    page.find("svg.tree.far .node.line").await;
    let words = page
        .run(
            "return [...document.querySelectorAll('.tree .node.line')].map((node) => \
             [...node.querySelectorAll('text')].filter((one) => \
             one.textContent && getComputedStyle(one).display !== 'none').length)",
        )
        .await;
    let words: Vec<u64> = serde_json::from_value(words).unwrap();
    assert!(words.len() > 2 && words.iter().all(|&count| count == 1), "{words:?}");

    // A sentence for a cut names alpha and beta.
    page.go("search?game=connect-four&search=alpha-beta:depth=4&nodes=300").await;
    page.until("document.querySelectorAll('.tree .node').length > 20").await;
    for _ in 0..300 {
        page.run("document.getElementById('step-on').click()").await;
        if page.text("#counsel").await.starts_with("Cut: alpha") {
            break;
        }
    }
    let told = page.text("#counsel").await;
    assert!(told.starts_with("Cut: alpha") && told.contains("≥ beta"), "{told}");
    assert!(told.contains("here the opponent is sure of 0, elsewhere the player"), "{told}");
    // The line from the root has the same window.
    let line = page.run(
        "return [...document.querySelectorAll('.search-data tbody tr')].map((row) => [...row.cells].slice(1, 3).map((cell) => cell.textContent).join(' ≥ '))",
    );
    let line: Vec<String> = serde_json::from_value(line.await).unwrap();
    let window = told.trim_start_matches("Cut: alpha ").split('.').next().unwrap();
    assert!(line.contains(&window.replace("beta ", "")), "{told} {line:?}");
    // No line of the pseudo-code is cut off at the side.
    page.until(
        "[...document.querySelectorAll('.pseudocode li')].every((one) => one.scrollWidth <= one.clientWidth) \
         && document.querySelector('.pseudocode .help')",
    )
    .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_node_has_the_window_of_its_last_visit() {
    for search in ["pvs", "mtd-f", "mtd-bi"] {
        let view = format!("search?game=tic-tac-toe&search={search}&position=XOX.O....");
        let page = Page::open(Screen::Desktop, &view).await;
        // The table of each step that comes to a node with a window has this window, and beside a
        // draw no bare number.
        let wrong = page
            .run_later(&format!(
                "const done = arguments[arguments.length - 1]; \
                 (async () => {{ \
                   const {{ recorded }} = await import('/js/views/recorded.js'); \
                   const {{ createReplay }} = await import('/js/replay.js'); \
                   const {{ searchData }} = await import('/js/views/search_data.js'); \
                   const at = {{ game: 'tic-tac-toe', position: 'XOX.O....' }}; \
                   const {{ recording }} = await recorded( \
                     'record', {{ at, search: '{search}', nodes: 300 }}); \
                   const replay = createReplay(recording); \
                   const wrong = []; \
                   for (let step = 1; step <= replay.length; step += 1) {{ \
                     const {{ event, node, window }} = replay.eventOf(step); \
                     replay.seek(step); \
                     if (event !== 'visited' || !window) continue; \
                     const table = searchData(recording, replay.states, node, '{search}')[0]; \
                     const cells = table.querySelector('tr.current').cells; \
                     const told = [window[0]?.text ?? '−∞', window[1]?.text ?? '+∞']; \
                     const isTold = (end, index) => cells[index + 1].textContent === end; \
                     const isBare = told.includes('draw') && told.some((end) => /1$/.test(end)); \
                     if (!told.every(isTold) || isBare) wrong.push(step); \
                   }} \
                   return [replay.length > 100, wrong]; \
                 }})().then(done, (error) => done(String(error.stack)))"
            ))
            .await;
        assert_eq!(wrong, serde_json::json!([true, []]), "{search}");
        page.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn what_is_proved_for_the_opponent_has_the_colour_of_a_loss() {
    let page = Page::open(
        Screen::Desktop,
        "search?game=tic-tac-toe&search=pn&position=X...O....&nodes=1000",
    )
    .await;
    page.click("#step-last").await;
    let tones = |label: &str| {
        format!(
            "[...document.querySelectorAll('.tree .node')] \
             .filter((one) => one.querySelector('.value').textContent === '{label}') \
             .map((one) => one.dataset.tone)"
        )
    };
    let (proved, disproved) = (tones("opponent:0 / ∞"), tones("opponent:∞ / 0"));
    page.until(&format!("{proved}.length > 0 && {proved}.every((tone) => tone === 'loss')")).await;
    page.until(&format!("{disproved}.length > 0 && {disproved}.every((tone) => tone === 'plain')"))
        .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn controls_stay_in_place_from_step_to_step() {
    let page = Page::open(Screen::Desktop, "search?game=tic-tac-toe&search=alpha-beta").await;
    for language in ["en", "fr"] {
        page.run(&format!("localStorage.setItem('tesuji.language', JSON.stringify('{language}'))"))
            .await;
        for search in ["game=tic-tac-toe&search=alpha-beta", "game=taquin&search=a*"] {
            page.go(&format!("search?{search}")).await;
            page.until("document.querySelectorAll('.tree .node').length > 10").await;
            let places = page
                .run(
                    "const on = document.getElementById('step-on'); const places = new Set(); \
                     for (let step = 0; step < 60 && !on.disabled; step += 1) { \
                       places.add(on.getBoundingClientRect().top); on.click(); } \
                     return [...places]",
                )
                .await;
            assert_eq!(places.as_array().unwrap().len(), 1, "{search}: {places}");
            // And they are in sight together with the lists.
            let bottom = page
                .run("return document.getElementById('step-on').getBoundingClientRect().bottom")
                .await;
            assert!(bottom.as_f64().unwrap() < 800.0, "{bottom}");
            let top = page
                .run("return document.querySelector('.search-data').getBoundingClientRect().top")
                .await;
            assert!(top.as_f64().unwrap() < 600.0, "{top}");
        }
    }
    // The open list begins with the node that is taken next, and says so.
    page.until(
        "(() => { const back = document.getElementById('step-back'); \
         for (let step = 0; step < 30; step += 1) { back.click(); \
           const head = document.querySelector('.search-data tbody th'); \
           if (head?.textContent.startsWith('→')) return true; } })()",
    )
    .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn menus_keep_the_focus_and_a_tree_steps_by_keys() {
    let page = Page::open(Screen::Desktop, "search?game=tic-tac-toe&search=alpha-beta").await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    let changed = async |selector: &str, to: &str| {
        page.run(&format!(
            "const menu = document.querySelector('{selector}'); menu.focus(); \
             menu.value = '{to}'; menu.dispatchEvent(new Event('change'))"
        ))
        .await;
        page.until(&format!(
            "document.activeElement.value === '{to}' && document.activeElement.isConnected"
        ))
        .await;
    };
    changed(".ledger .fields select", "minimax").await;
    page.run("document.querySelector('svg.tree').focus()").await;
    page.until("!document.getElementById('step-on').disabled").await;
    page.press("\u{e014}\u{e014}\u{e014}\u{e012}").await;
    page.until("document.querySelector('.figure dd').textContent.startsWith('2 /')").await;
    page.press(" ").await;
    page.until("document.getElementById('play').textContent === 'Pause'").await;
    // The wheel is the page's.
    let scale = "document.querySelector('.tree .world').style.transform";
    page.run("document.getElementById('play').click()").await;
    let before = page.run(&format!("return {scale}")).await;
    page.run("document.querySelector('svg.tree').dispatchEvent(new WheelEvent('wheel', { deltaY: -60, clientX: 400, clientY: 400, cancelable: true }))").await;
    assert_eq!(page.run(&format!("return {scale}")).await, before);

    // A race takes the search along with its options.
    page.go("search?game=taquin&search=a*:heuristic=manhattan").await;
    page.until("document.querySelectorAll('.tree .node').length > 5").await;
    page.click("[data-inside=race]").await;
    page.until("decodeURIComponent(location.hash).includes('searches=a*:heuristic=manhattan')")
        .await;
    page.go("tic-tac-toe?side=first").await;
    page.find(".cell.open").await;
    changed(".duel-view .fields select", "strong").await;
    page.close().await;
}

const POSITION: &str = "document.querySelector('.ledger > form.entry input')";

/// Sends another position to the view.
async fn set_position(page: &Page, position: &str) {
    page.run(&format!("{POSITION}.value = '{position}'; {POSITION}.form.requestSubmit()")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn what_is_refused_changes_nothing_and_what_is_new_begins_anew() {
    let refused = "document.querySelector('.toast.bad')";
    let page = Page::open(Screen::Desktop, "search?game=tic-tac-toe&search=alpha-beta").await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    set_position(&page, "XXX").await;
    page.until(refused).await;
    page.click("#step-on").await;
    page.until("location.hash.includes('step=1')").await;
    assert!(page.hash().await.contains("position=XX.OO...."), "{}", page.hash().await);
    // An address that cannot be read shows the sample, and says why.
    page.go("search?game=tic-tac-toe&search=alpha-beta&position=XXX").await;
    page.until(refused).await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    // A search that cannot be done leaves nothing to step through.
    page.go("search?game=taquin&search=a*:heuristic=none&position=125374680").await;
    page.until("document.getElementById('play').disabled").await;
    assert!(page.text("#counsel").await.contains("none"));
    // Nor to save.
    assert_eq!(page.count("[data-save^=tree]:disabled").await, 2);

    for view in ["race?game=taquin&position=125374680", "compare?game=taquin&position=125374680"] {
        page.go(view).await;
        page.until("location.hash.includes('searches=')").await;
        set_position(&page, "999").await;
        page.until(refused).await;
        assert!(page.hash().await.contains("position=125374680"), "{}", page.hash().await);
    }
    page.click("#run").await;
    page.until("document.getElementById('counsel').classList.contains('good')").await;
    page.click("#shuffle").await;
    // The searches that are chosen are listed before they run.
    page.until("document.querySelectorAll('.bars tbody tr:not(.chosen)').length === 0").await;
    let chosen = page.count(".checks input:checked").await;
    assert_eq!(page.count(".bars tbody tr.chosen").await, chosen);
    page.until("document.getElementById('counsel').textContent.startsWith('Choose')").await;
    // One that is added is in the address.
    page.run("const added = document.querySelector('.checks ~ .entry input'); added.value = 'a*:heuristic=misplaced'; added.form.requestSubmit()").await;
    page.until("decodeURIComponent(location.hash).includes('a*:heuristic=misplaced')").await;
    page.client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_position_of_a_game_is_taken_along_into_searches() {
    let page = Page::open(Screen::Desktop, "connect-four?size=5x4&side=both&moves=1 2").await;
    page.until("document.querySelectorAll('.stone').length === 2").await;
    page.click("[data-inside=search]").await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    assert!(
        page.hash().await.contains("settings=size=5x4&position=...../...../...../xo..."),
        "{}",
        page.hash().await
    );
    assert_eq!(page.count(".small-board .stone").await, 2);
    page.click("[data-inside=race]").await;
    page.until("document.querySelectorAll('.lane .node').length > 10").await;
    page.click("[data-inside=compare]").await;
    page.until("document.querySelector('.compare-view') && location.hash.includes('searches=')")
        .await;
    page.until("location.hash.startsWith('#/compare') && location.hash.includes('size%3D5x4')")
        .await;
    // And the settings can be changed there.
    page.run("const size = document.querySelector('.subject-settings input'); size.value = '6x5'; size.form.requestSubmit()").await;
    page.until("location.hash.includes('size%3D6x5')").await;
    assert!(!page.hash().await.contains("position="), "another board has another first position");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn one_language_comes_compressed_and_a_page_without_scripts_can_be_read() {
    let page = Page::open(Screen::Desktop, "taquin").await;
    page.find(".taquin .tile").await;
    let loaded = page
        .run("return performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\\//, ''))")
        .await;
    let loaded: Vec<String> = serde_json::from_value(loaded).unwrap();
    assert!(loaded.contains(&"en.js".to_owned()) && !loaded.contains(&"fr.js".to_owned()));
    let plain = page
        .run(
            "return performance.getEntriesByType('resource') \
             .filter(({ name }) => /\\.(js|css)$|\\/games$/.test(name)) \
             .filter(({ encodedBodySize, decodedBodySize }) => encodedBodySize >= decodedBodySize) \
             .map(({ name }) => name)",
        )
        .await;
    assert_eq!(plain, serde_json::json!([]), "these came without compression");
    let without = page.run("return document.querySelector('noscript').textContent").await;
    let without = without.as_str().unwrap();
    assert!(without.contains("tesuji solve") && without.contains("casse-têtes"), "{without}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_map_shows_what_a_search_has_visited_and_what_is_to_come() {
    let page = Page::open(Screen::Desktop, "search?game=grid&search=a*").await;
    let cells = |look: &str| {
        format!(
            "[...document.querySelector('.map .drawing')?.shadowRoot \
             .querySelectorAll('[data-look={look}]') ?? []].map((one) => one.dataset.cell)"
        )
    };
    for search in [
        "bfs",
        "dfs",
        "dls",
        "ids",
        "bidirectional",
        "uniform-cost",
        "greedy",
        "a*",
        "weighted-a*",
        "ida*",
    ] {
        page.turn_to(&format!(
            "search?game=grid&search={search}&settings=directions%3D4&position=s..../.##../....g"
        ))
        .await;
        page.click("#step-last").await;
        page.until(&format!("{}.includes('0,0')", cells("closed"))).await;
        let line = "document.querySelector('.map .drawing').shadowRoot.querySelector('polyline')";
        assert!(
            page.run(&format!("return {line}.points.length")).await.as_u64() >= Some(7),
            "{search}"
        );
    }
    // In step with the lists: what is closed and what is open, with a key to the colours.
    page.go("search?game=grid&search=a*&settings=directions%3D4&position=s..../.##../....g").await;
    page.until("!document.getElementById('step-last').disabled").await;
    let mut seen = Vec::new();
    for step in [12, 24, 36, 24] {
        page.slide(".transport .scrub", step).await;
        let (closed, open) = (cells("closed"), cells("open"));
        page.until(&format!("{closed}.length > 0 && {open}.length > 0")).await;
        let told = page.run(&format!("return [{closed}.sort(), {open}.sort()]")).await;
        let [closed, open]: [Vec<String>; 2] = serde_json::from_value(told).unwrap();
        assert!(!closed.iter().any(|cell| open.contains(cell)), "{closed:?} {open:?}");
        let caption = page.text(".data:nth-of-type(2) caption").await;
        assert!(caption.starts_with(&format!("Closed list: {}", closed.len())), "{caption}");
        seen.push((closed, open));
    }
    assert!(seen[0].0.len() < seen[1].0.len() && seen[1].0.len() < seen[2].0.len(), "{seen:?}");
    assert_eq!(seen[1], seen[3], "back at the same step");
    assert_eq!(page.count(".map-key span").await, 4);
    page.shoot("search-map").await;
    // Other games have their board.
    page.go("search?game=taquin&search=a*").await;
    page.find(".small-board .taquin .tile").await;
    assert_eq!(page.count(".map").await, 0);
    page.close().await;
}
