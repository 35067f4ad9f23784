//! What teaches: the pseudo-code beside a search, the check of a reader's own search, races,
//! lessons.

use crate::driver::{Page, Screen};

async fn write(page: &Page, selector: &str, text: &str) {
    page.run(&format!("document.querySelector('{selector}').value = {text:?}")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn the_pseudocode_marks_the_line_of_each_step() {
    let page = Page::open(Screen::Desktop, "search?game=taquin&search=a*").await;
    page.until("document.querySelectorAll('.pseudocode li').length > 10").await;
    let current = "document.querySelector('.pseudocode li.current')?.textContent";
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..30 {
        page.click("#step-on").await;
        page.until(current).await;
        let line = page.run(&format!("return {current}.trim()")).await;
        seen.insert(line.as_str().unwrap().to_owned());
    }
    assert!(seen.contains("close state"), "{seen:?}");
    assert!(seen.iter().any(|line| line.starts_with("reach(the state after the move")), "{seen:?}");
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_search_of_the_readers_own_is_checked() {
    let page =
        Page::open(Screen::Desktop, "search?game=taquin&search=bfs&position=125374680").await;
    page.until("document.querySelectorAll('.tree .node').length > 5").await;
    page.run("document.querySelectorAll('.more').forEach((one) => { one.open = true; })").await;
    // The two successors may come in either order.
    write(&page, "#order", "125374680\n125374608\n125370684").await;
    page.click("#order-check").await;
    page.until("document.getElementById('counsel').textContent.startsWith('3\u{a0}positions')")
        .await;
    // But none of the next layer before them.
    write(&page, "#order", "125374680\n125370684\n120375684").await;
    page.click("#order-check").await;
    page.until("document.getElementById('counsel').classList.contains('bad')").await;
    let told = page.text("#counsel").await;
    assert!(told.starts_with("Number 3, 120375684"), "{told}");
    assert!(told.contains("125374608"), "what could come is named: {told}");
    page.until("document.querySelector('.tree .node.picked')").await;
    page.shoot("order-deviation").await;
    page.close().await;
}

/// Whether an element can be seen without scrolling.
fn in_sight(selector: &str) -> String {
    format!(
        "(({{ top, bottom, height }}) => height > 0 && top >= 0 && bottom <= innerHeight) \
         (document.querySelector('{selector}').getBoundingClientRect())"
    )
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_verdict_stands_beside_the_button_and_outlives_a_reload() {
    let page = Page::open(Screen::Desktop, "search?game=taquin&search=a*&position=125374680").await;
    page.until("document.querySelectorAll('.tree .node').length > 5").await;
    page.run("document.querySelectorAll('.more').forEach((one) => { one.open = true; })").await;
    write(&page, "#order", "125374680\n125374608\n125304678\n125034678").await;
    page.click("#order-check").await;
    let bad = "document.querySelector('#order-verdict.bad')";
    page.until(bad).await;
    page.until(&in_sight("#order-verdict")).await;
    assert!(page.run(&format!("return {}", in_sight("#order-check"))).await == true);
    let told = page.text("#order-verdict").await;
    // The heuristic is the game's, which the reader did not choose.
    assert!(told.contains("its f = g + h is 8 by walking-distance"), "{told}");
    assert!(page.text(".search-data").await.contains("walking-distance"));

    page.until("location.hash.includes('order=')").await;
    page.client.refresh().await.unwrap();
    page.until(bad).await;
    assert_eq!(page.text("#order-verdict").await, told);
    let pasted = page.run("return document.getElementById('order').value").await;
    assert_eq!(pasted, "125374680\n125374608\n125304678\n125034678");

    // What cannot be read, or is not there, has a message in the same place, and no other verdict
    // stays.
    write(&page, "#order", "nonsense").await;
    page.click("#order-check").await;
    page.until("document.getElementById('order-verdict').textContent.includes('nonsense')").await;
    page.until("!document.getElementById('counsel').classList.contains('bad')").await;
    assert_eq!(page.count(".toast").await, 0);
    write(&page, "#order", "").await;
    page.click("#order-check").await;
    page.until("document.getElementById('order-verdict').textContent.includes('paste')").await;
    page.client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn back_leaves_the_lessons() {
    let page = Page::open(Screen::Desktop, "nim").await;
    page.find(".pebble").await;
    page.click("#shelf a[href^='#/lessons']").await;
    page.until("location.hash.includes('question=1') && document.querySelector('.answer')").await;
    page.client.back().await.unwrap();
    page.until("document.querySelector('.pebble')").await;
    page.go("search?game=simple-nim&search=alpha-beta").await;
    page.until("document.getElementById('to-lesson')?.hidden === false").await;
    page.click("#to-lesson").await;
    page.until("location.hash.includes('question=') && document.querySelector('.answer')").await;
    // A question that was asked for is an entry of its own.
    page.run("document.querySelectorAll('.lesson-list .link')[0].click()").await;
    page.until("location.hash.includes('lesson=1&question=1')").await;
    page.client.back().await.unwrap();
    page.until("location.hash.includes('lesson=4&question=1')").await;
    page.client.back().await.unwrap();
    page.until("document.querySelector('.search-view .tree .node')").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_question_gives_no_answer_away_and_a_wrong_one_has_a_reason() {
    let page = Page::open(Screen::Desktop, "lessons?lesson=4&question=1").await;
    let mut looks = Vec::new();
    for (question, wrong, reason) in
        [(1, 0, "Cut: alpha loss 3 ≥ beta loss 3"), (2, 1, "It comes to take 3")]
    {
        page.go(&format!("lessons?lesson=4&question={question}")).await;
        page.until(
            "document.querySelector('.tree .node.current') && document.querySelector('.answer')",
        )
        .await;
        looks.push(
            page.run(
                "const look = (one, names) => names.map((name) => getComputedStyle(one)[name]); \
                 const data = [...document.querySelectorAll('.search-data tr.current td')]; \
                 return [look(document.querySelector('.tree .node.current'), ['opacity', 'visibility']), \
                   look(document.querySelector('.tree .node.current .shape'), ['stroke', 'strokeDasharray', 'fill']), \
                   look(document.querySelector('.tree .edge.current'), ['stroke', 'strokeDasharray', 'opacity', 'visibility']), \
                   data.map((cell) => cell.textContent)]",
            )
            .await,
        );
        page.run(&format!("document.querySelectorAll('.answer')[{wrong}].click()")).await;
        page.until("document.querySelector('.answer.right')").await;
        let told = page.text("#counsel").await;
        assert!(told.contains(reason), "{told}");
        assert!(page.text(".why").await.contains("Alpha"), "alpha is named");
    }
    assert_eq!(looks[0], looks[1], "the marked nodes look alike");

    // Each answer can be looked at before it is given, also one that has not come to be.
    page.go("lessons?lesson=1&question=2").await;
    page.until("document.querySelectorAll('.answer').length > 1").await;
    page.run("document.querySelectorAll('.answer').forEach((one) => one.dispatchEvent(new Event('focus')))")
        .await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn searches_race_by_nodes_and_by_time() {
    let page =
        Page::open(Screen::Desktop, "race?game=taquin&position=631752048&searches=bfs+a*+ida*")
            .await;
    page.until("!document.getElementById('play').disabled").await;
    assert_eq!(page.count(".lane").await, 3);
    page.slide(".transport .scrub", 100).await;
    page.until("document.querySelectorAll('.lane .node:not(.unborn)').length > 3").await;
    // A* and IDA* are done long before breadth-first search is.
    page.until("document.querySelectorAll('.lane.over').length === 2").await;
    page.shoot("race-under-way").await;
    page.click("#race-last").await;
    page.until("document.querySelectorAll('.lane.over').length === 3").await;
    let told = page.text("#counsel").await;
    assert!(told.contains("is done first") && told.contains("bfs last"), "{told}");
    // In the end the bars compare the searches.
    let bars = page
        .run("return [...document.querySelectorAll('.lane .bar i')].map((one) => parseFloat(one.style.getPropertyValue('--part')))")
        .await;
    let bars: Vec<f64> = serde_json::from_value(bars).unwrap();
    assert!(bars[0] > 99.9 && bars[1] < 20.0 && bars[2] < 20.0, "{bars:?}");
    assert!(told.contains("nodes"), "{told}");
    // Trees that are too large to be read are seen whole in the end.
    page.until("document.querySelector('.lane svg.tree.far')").await;

    page.run("document.querySelector('.segmented input[value=time]').click()").await;
    page.until("location.hash.includes('by=time')").await;
    page.click("#race-last").await;
    page.until("document.querySelector('.clock').textContent.includes('s')").await;
    page.click("#race-add").await;
    page.until("document.querySelectorAll('.lane').length === 4").await;
    page.until("!document.getElementById('race-last').disabled").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn every_lesson_can_be_done_in_both_languages() {
    let page = Page::open(Screen::Desktop, "lessons").await;
    for language in ["en", "fr"] {
        page.run(&format!(
            "localStorage.clear(); localStorage.setItem('tesuji.language', JSON.stringify('{language}'))"
        ))
        .await;
        page.go("lessons").await;
        let mut questions = 0;
        loop {
            page.until("document.querySelector('.answer')").await;
            if questions == 4 {
                page.shoot(&format!("lesson-{language}")).await;
            }
            // One answer after the other, until all that were asked for are found.
            let answers = page.count(".answer").await;
            assert!(answers > 1, "question {questions} leaves no choice");
            for _ in 0..answers {
                page.click(".answer:not(:disabled)").await;
                if !page.text(".why").await.is_empty() {
                    break;
                }
            }
            assert!(page.count(".answer.right").await >= 1, "question {questions}");
            assert!(!page.text(".why").await.is_empty());
            questions += 1;
            if !page.is_visible("#lesson-next").await {
                break;
            }
            let before = page.hash().await;
            page.click("#lesson-next").await;
            page.until(&format!(
                "decodeURIComponent(location.hash) !== {before:?} && !document.querySelector('.answer.right')"
            ))
            .await;
        }
        assert_eq!(page.count(".lesson-list li").await, questions);
        assert_eq!(page.count(".lesson-list li.open").await, 0, "all are done");
        // It is still known after a reload.
        page.go("lessons").await;
        page.until("document.querySelectorAll('.lesson-list li').length > 0").await;
        assert_eq!(page.count(".lesson-list li.open").await, 0);
    }
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_teachers_own_lesson_is_taken_and_its_errors_are_named() {
    let page = Page::open(Screen::Desktop, "lessons").await;
    page.until("document.querySelector('.answer')").await;
    page.run("document.querySelector('.ledger .more').open = true").await;
    write(&page, "#lesson-text", "= Mine\n? Which move loses?\ngame: simple-nim\nask: loosing\n")
        .await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until("document.getElementById('lesson-refused').textContent.startsWith('Line 4:')").await;
    assert_eq!(page.count(".toast").await, 0);
    write(
        &page,
        "#lesson-text",
        "= Mine\n? Take three\ngame: simple-nim\nposition: 4\nask: winning\n",
    )
    .await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until("document.querySelector('.question').textContent === 'Take three'").await;
    page.until("document.querySelectorAll('.answer').length === 3").await;
    page.run("[...document.querySelectorAll('.answer')].find((one) => one.textContent === 'take 1\u{a0}stone from heap 1').click()").await;
    page.until("document.getElementById('counsel').classList.contains('bad')").await;
    page.run("[...document.querySelectorAll('.answer')].find((one) => one.textContent === 'take 3\u{a0}stones from heap 1').click()").await;
    page.until("document.getElementById('counsel').classList.contains('good')").await;
    assert_eq!(page.count(".lesson-list li.later").await, 1);
    // A question of a game that is not there says so.
    write(&page, "#lesson-text", "= Mine\n? What?\ngame: chess\nask: winning\n").await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until("document.getElementById('counsel').textContent.includes('chess')").await;
    page.run("document.getElementById('lesson-library').click()").await;
    page.until("document.querySelectorAll('.lesson-list details').length > 3").await;
    page.client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn a_question_shows_what_it_is_about() {
    let page = Page::open(Screen::Phone, "lessons").await;
    page.until("document.querySelectorAll('.answer').length === 4").await;
    // First in, first out: one answer is right, and the tree is there as far as it has grown.
    let nodes = "[...document.querySelectorAll('.tree .node:not(.unborn)')]";
    page.until(&format!(
        "{nodes}.length === 8 && (() => {{ \
         const frame = document.querySelector('.tree-frame').getBoundingClientRect(); \
         return {nodes}.every((one) => {{ const box = one.getBoundingClientRect(); \
           return box.top >= frame.top && box.bottom <= frame.bottom && box.left >= frame.left && box.right <= frame.right; }}); }})()"
    ))
    .await;
    page.run("document.querySelectorAll('.answer')[1].click()").await;
    page.until("document.querySelector('.answer.wrong')").await;
    page.run("document.querySelectorAll('.answer')[0].click()").await;
    page.until("document.querySelector('.answer.right')").await;
    assert!(page.is_visible("#lesson-watch").await);
    page.run("document.getElementById('lesson-next').click()").await;
    page.until("document.querySelectorAll('.answer').length === 2").await;
    page.until(
        "(({ top, bottom }) => top >= 0 && bottom <= innerHeight) \
         (document.querySelector('.question').getBoundingClientRect())",
    )
    .await;

    // A node that is marked can be seen to be, before it is there; its board and its rules are
    // beside it.
    page.go("lessons?search=alpha-beta").await;
    page.until("document.querySelector('.tree .node.current')").await;
    let looks = page
        .run(
            "const node = document.querySelector('.tree .node.unborn.current'); \
             const seal = getComputedStyle(document.querySelector('#lesson-next')).backgroundColor; \
             return [getComputedStyle(node).opacity, getComputedStyle(node.querySelector('.shape')).stroke === seal, \
               node.textContent]",
        )
        .await;
    assert_eq!(looks, serde_json::json!(["1", true, "take 2"]));
    let about = page.text(".question-board").await;
    assert!(about.contains("taking the last one loses"), "{about}");
    assert!(page.text(".tree-key").await.contains("the player to move at the root"));

    // What one teacher wrote is what the class gets by its link, and nothing else is.
    page.run("document.querySelector('.ledger .more').open = true").await;
    write(
        &page,
        "#lesson-text",
        "= Mine\n? Which wins?\ngame: simple-nim\nposition: 6\nask: winning\n",
    )
    .await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until("location.hash.includes('text=')").await;
    let link = page.run("return location.hash.slice(2)").await;
    page.run("localStorage.clear()").await;
    page.go(link.as_str().unwrap()).await;
    page.until("document.querySelector('.question').textContent === 'Which wins?'").await;
    page.run("document.getElementById('lesson-library').click()").await;
    page.until("document.querySelectorAll('.lesson-list details').length > 3").await;
    page.run("document.querySelector('.ledger .more').open = true").await;
    // The least cost is best, not the least number of moves.
    write(
        &page,
        "#lesson-text",
        "= Mine\n? Which is best?\ngame: grid\nsettings: directions=4\n\
         position: .9./... 0,0 2,0\nask: best\n",
    )
    .await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until("document.querySelector('.question').textContent === 'Which is best?'").await;
    page.until("document.querySelectorAll('.answer').length === 2").await;
    page.run("document.querySelectorAll('.answer')[0].click()").await;
    page.find(".answer.wrong").await;
    page.until("document.body.textContent.includes('solved in 2\u{a0}moves, at a cost of 10')")
        .await;
    page.run("document.querySelectorAll('.answer')[1].click()").await;
    page.find(".answer.right").await;
    page.run("document.getElementById('lesson-library').click()").await;
    page.until("document.querySelectorAll('.lesson-list details').length > 3").await;
    page.run("document.querySelector('.ledger .more').open = true").await;
    // Every answer would be right.
    write(
        &page,
        "#lesson-text",
        "= Mine\n? Which loses?\ngame: simple-nim\nposition: 5\nask: losing\n",
    )
    .await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until("document.getElementById('counsel').textContent.includes('every answer')").await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask browser"]
async fn what_is_wrong_in_a_lesson_is_quoted_beside_its_text_and_has_no_score() {
    let page = Page::open(Screen::Desktop, "lessons").await;
    page.until("document.querySelector('.answer')").await;
    page.run("document.querySelector('.ledger .more').open = true").await;
    let refused = "document.getElementById('lesson-refused').textContent";
    let question = |text: &str| format!("= Mine\n? Which move wins?\ngame: simple-nim\n{text}\n");
    for (text, line, word) in [
        (question("ask: losin"), "Line 4:", "“losin”"),
        (question("position: 4\nask: winning\nstep: soon"), "Line 6:", "“soon”"),
        (question("settings: misere\nask: winning"), "Line 4:", "“misere”"),
        (question("aks: winning"), "Line 4:", "“aks”"),
        ("# none\nWhat?\n".to_owned(), "Line 2:", "“What?”"),
        (format!("{}= Empty\n", question("ask: winning")), "Line 5:", "“Empty”"),
    ] {
        write(&page, "#lesson-text", &text).await;
        page.run("document.getElementById('lesson-take').click()").await;
        page.until(&format!("{refused}.startsWith('{line}') && {refused}.includes('{word}')"))
            .await;
    }
    assert_eq!(page.count(".toast").await, 0);
    assert!(
        page.run("return document.getElementById('lesson-text').clientHeight").await.as_u64()
            > Some(300)
    );

    // A question that is answered has a tick; changed into one that cannot be asked, it has none.
    write(&page, "#lesson-text", &question("position: 4\nask: winning")).await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until("document.querySelectorAll('.answer').length === 3").await;
    // The board is there to be looked at.
    page.find(".question-board [inert] .nim").await;
    page.run("document.querySelectorAll('.answer')[2].click()").await;
    page.until("document.querySelector('.score').textContent === '1 / 1'").await;
    // What passes, as a server that is busy, takes no tick away.
    page.refuse("", Some("busy")).await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until("document.getElementById('counsel').classList.contains('bad')").await;
    assert_eq!(page.text(".score").await, "1 / 1");
    page.refuse("", None).await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until("document.querySelectorAll('.answer').length === 3").await;
    assert_eq!(page.count(".lesson-list li.first, .lesson-list li.later").await, 1);
    write(&page, "#lesson-text", &question("position: 5\nask: winning")).await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.find(".lesson-list li.failed").await;
    page.until("document.querySelector('.score').textContent === '0 / 0'").await;
    page.until(&format!("{refused}.includes('in line 2, cannot be asked')")).await;
    assert_eq!(page.count(".lesson-list li:is(.first, .later)").await, 0);
    page.shoot("lesson-refused").await;
    // Nothing is shown at a step that the search does not come to.
    write(
        &page,
        "#lesson-text",
        &question("position: 4\nsearch: alpha-beta\nnode: 1:3\nstep: 999\nask: value"),
    )
    .await;
    page.run("document.getElementById('lesson-take').click()").await;
    page.until(&format!("{refused}.includes('after step 999')")).await;
    page.close().await;
}
