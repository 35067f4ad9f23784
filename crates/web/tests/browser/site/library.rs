//! The site of the library's games.

use serde_json::{Value, json};
use tesuji::catalogue::Catalogue;
use tesuji_api::{Grant, Service};

use super::{Files, site, version};
use crate::driver::{Page, Screen};

/// Whether the board is there, and a hint can be asked for.
const READY: &str = "document.querySelector('.taquin .tile') \
    && document.querySelector('#hint:not([disabled])')";

/// What asks in the page.
const API: &str =
    "const api = await import(new URL('api.js', document.querySelector('script').src));";

/// Runs a piece of JavaScript that may wait, and returns what it returns.
async fn run_waiting(page: &Page, script: &str) -> Value {
    let script = format!(
        "const done = arguments[arguments.length - 1]; \
         (async () => {{ {API} {script} }})().then(done, (error) => done(`failed: ${{error.stack}}`))"
    );
    page.run_later(&script).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask site --test"]
async fn a_site_solves_and_stops_without_a_server_and_then_without_a_network() {
    let mut files = Files::serve().await;
    let page =
        Page::open_at(files.base.clone(), Screen::Desktop, "taquin?position=125374680").await;
    page.until(READY).await;
    let times = page
        .run(
            "const paint = performance.getEntriesByName('first-contentful-paint')[0]; \
             return [Math.round(paint.startTime), Math.round(performance.now())]",
        )
        .await;
    println!("milliseconds to the first paint, and to the position: {times}");
    page.click("#hint").await;
    page.until("document.getElementById('counsel').textContent.includes('6\u{a0}moves')").await;
    page.shoot("site").await;

    // A search of the hardest 24-puzzle runs beside the page, which goes on drawing, and ends when
    // it is told to.
    let stopped = run_waiting(
        &page,
        "const stop = new AbortController(); \
         const at = { game: 'taquin', settings: { size: '5x5' }, \
             position: '24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0' }; \
         const search = api.post('solve', { at, search: 'ida*:heuristic=manhattan' }, stop.signal) \
             .then(() => 'solved', (error) => error.name); \
         let frames = 0; \
         const count = () => { frames += 1; requestAnimationFrame(count); }; \
         requestAnimationFrame(count); \
         await new Promise((resolve) => setTimeout(resolve, 1000)); \
         const hint = await api.post('hint', { at: { game: 'taquin', position: '125374680' } }); \
         stop.abort(); \
         return { end: await search, frames, length: hint.length };",
    )
    .await;
    assert_eq!(
        (&stopped["end"], &stopped["length"]),
        (&json!("AbortError"), &json!(6)),
        "{stopped}"
    );
    assert!(stopped["frames"].as_u64().unwrap() > 5, "the page stood still: {stopped}");

    // Without a network, once the browser has kept the page.
    let kept = format!(
        "await navigator.serviceWorker.ready; \
         for (;;) {{ \
             if (await caches.match('{}/modules/taquin.wasm.gz')) return true; \
             await new Promise((resolve) => setTimeout(resolve, 50)); \
         }}",
        version(&site())
    );
    assert_eq!(run_waiting(&page, &kept).await, true);
    files.server.kill().await.unwrap();
    page.go("taquin?position=125374680").await;
    page.until(READY).await;
    page.click("#hint").await;
    page.until("document.getElementById('counsel').textContent.includes('6\u{a0}moves')").await;
    page.go("search?game=taquin").await;
    page.click("#step-last").await;
    page.until("document.querySelectorAll('.tree .node').length > 5").await;
    page.go("compare?game=taquin").await;
    page.until("document.querySelectorAll('.checks input:checked').length > 1").await;
    page.click("#run").await;
    page.until("document.getElementById('counsel').textContent.includes('All have ended')").await;
    page.close().await;
}

/// Questions about two hundred positions whose answers take the same nodes on every machine.
fn questions(service: &Service) -> Vec<(&'static str, Value)> {
    const SEARCHES: [&str; 9] = [
        "bfs",
        "bidirectional",
        "ids",
        "uniform-cost",
        "greedy:heuristic=manhattan",
        "a*:heuristic=linear-conflict",
        "weighted-a*:heuristic=manhattan:weight=2",
        "ida*:heuristic=manhattan",
        "ida*:heuristic=linear-conflict",
    ];
    let ask = |seed: usize| {
        let size = if seed % 4 == 3 { "4x4" } else { "3x3" };
        let at = json!({ "game": "taquin", "settings": { "size": size } });
        let question = json!({ "at": at, "seed": seed, "walk": 16 });
        let shuffled = tesuji_api::answer(service, "shuffle", &question.to_string()).unwrap();
        let shuffled: Value = serde_json::from_str(&shuffled).unwrap();
        let at = json!({
            "game": "taquin", "settings": { "size": size }, "position": shuffled["position"],
        });
        let search = SEARCHES[seed % SEARCHES.len()];
        let record = json!({ "at": at, "search": search, "nodes": 200 });
        let solve = json!({ "at": at, "search": search });
        [("solve", solve), ("record", record), ("shuffle", question)]
    };
    (0..200).flat_map(ask).collect()
}

/// An answer without what the clock and the width of the machine decide, and with numbers as
/// JavaScript has them. Breadth-first search ends within a batch of nodes, and how many duplicates
/// of it are counted by then depends on the places of a hash table.
fn comparable(answer: Value) -> Value {
    match answer {
        Value::Object(parts) => {
            let left_out = ["seconds", "peak_bytes", "duplicates"];
            let is_kept = |name: &String| !left_out.contains(&name.as_str());
            let kept = parts.into_iter().filter(|(name, _)| is_kept(name));
            kept.map(|(name, part)| (name, comparable(part))).collect()
        }
        Value::Array(parts) => parts.into_iter().map(comparable).collect(),
        Value::Number(number) => json!(number.as_f64()),
        other => other,
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser; cargo xtask site --test"]
async fn a_site_and_a_server_give_the_same_answers_node_for_node() {
    let service = Service::new(Catalogue::standard(), Grant::default());
    let questions = questions(&service);
    let files = Files::serve().await;
    let page = Page::open_at(files.base.clone(), Screen::Desktop, "taquin").await;
    // In parts, as a script of the driver has its time.
    for part in questions.chunks(60) {
        let ask = format!(
            "const questions = {}; \
             return Promise.all(questions.map(([path, body]) => api.post(path, body)));",
            json!(part),
        );
        let answers = run_waiting(&page, &ask).await;
        let answers = answers.as_array().unwrap_or_else(|| panic!("{answers}")).clone();
        assert_eq!(answers.len(), part.len());
        for ((path, question), answer) in part.iter().zip(answers) {
            let expected = tesuji_api::answer(&service, path, &question.to_string()).unwrap();
            let expected = serde_json::from_str(&expected).unwrap();
            assert_eq!(comparable(answer), comparable(expected), "{path} {question}");
        }
    }
    page.close().await;
}
