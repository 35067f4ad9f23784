//! The server holds: a bounded queue, budgets, and an end to searches whose client has gone.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use axum::Router;
use serde_json::{Value, json};
use tesuji::catalogue::Catalogue;
use tesuji_web::{Limits, router};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use crate::over_tcp::{request, served, status};
use crate::{Answer, post_to};

/// One worker, and no place to wait.
fn narrow() -> Limits {
    let mut limits = Limits::default();
    limits.workers = NonZeroUsize::MIN;
    limits.queue = 0;
    limits
}

/// A search that would take for ever: breadth-first on fifteen tiles, far from the goal, is stopped
/// by its limits alone.
fn endless() -> Value {
    let position = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    json!({ "at": { "game": "taquin", "position": position }, "search": "ids" })
}

fn quick() -> Value {
    json!({ "at": { "game": "taquin", "position": "125374680" } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_turns_away_and_is_free_again_afterwards() {
    let router = router(Catalogue::standard(), narrow());
    let busy = loop {
        let busy = {
            let router = router.clone();
            tokio::spawn(async move { post_to(&router, "/api/solve", &endless()).await })
        };
        tokio::time::sleep(Duration::from_millis(50)).await;
        let answer = post_to(&router, "/api/solve", &quick()).await;
        if answer.status == 503 && !busy.is_finished() {
            assert_eq!(answer.json()["error"]["code"], "busy");
            assert_eq!(answer.headers["retry-after"], "1");
            break busy;
        }
        // The other way round: the quick one had the worker, or it has not come that far.
        busy.abort();
    };
    // The client goes away, and the search with it.
    busy.abort();
    free_again(|| async { post_to(&router, "/api/solve", &quick()).await.status.as_u16() }).await;
}

/// Waits until an answer is 200.
async fn free_again<F: Future<Output = u16>>(ask: impl Fn() -> F) {
    let started = Instant::now();
    while ask().await != 200 {
        assert!(started.elapsed() < Duration::from_secs(5), "the search goes on without a client");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_search_ends_at_its_limits() {
    let mut limits = narrow();
    limits.time = Duration::from_millis(200);
    let answer =
        post_to(&router(Catalogue::standard(), limits), "/api/solve", &endless()).await.json();
    assert_eq!((&answer["outcome"], &answer["limit"]), (&json!("unknown"), &json!("time")));

    let mut limits = narrow();
    limits.nodes = 50_000;
    let answer =
        post_to(&router(Catalogue::standard(), limits), "/api/solve", &endless()).await.json();
    assert_eq!(answer["limit"], "nodes");

    let mut limits = narrow();
    limits.memory = 1 << 20;
    let mut question = endless();
    question["search"] = json!("bfs");
    let answer =
        post_to(&router(Catalogue::standard(), limits), "/api/solve", &question).await.json();
    assert_eq!(answer["limit"], "memory");
    assert!(answer["peak_bytes"].as_u64().unwrap() <= 1 << 20);
}

/// What is to be recorded is little, but its heuristic has to be built first.
#[tokio::test]
async fn a_recording_ends_at_its_limits() {
    let position = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let at = json!({ "game": "taquin", "position": position });
    let question = json!({ "at": at, "search": "ida*:heuristic=pdb:6-6-3" });
    let mut limits = narrow();
    limits.time = Duration::from_millis(5);
    let answer = post_to(&router(Catalogue::standard(), limits), "/api/record", &question).await;
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("limit on time"), "{}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_hangs_up_ends_its_search() {
    let address = served(narrow()).await;
    for (path, mut body) in [
        ("/api/solve", endless()),
        ("/api/compare", json!({ "at": endless()["at"], "searches": [endless()["search"]] })),
        ("/api/generate", json!({ "at": { "game": "rush-hour" }, "min_moves": 25, "seed": 1 })),
    ] {
        let probe = request("/api/solve", &quick());
        let stream = loop {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(request(path, &body).as_bytes()).await.unwrap();
            tokio::time::sleep(Duration::from_millis(5)).await;
            if status(address, &probe).await == 503 {
                break stream;
            }
            // A fast machine has the board of most seeds before it is asked again.
            if let Some(seed) = body.get_mut("seed") {
                *seed = json!(seed.as_u64().unwrap() + 1);
            }
        };
        drop(stream);
        free_again(|| status(address, &probe)).await;
    }
}

/// A comparison of as many endless searches as there may be.
fn longest_comparison() -> Value {
    json!({ "at": endless()["at"], "searches": vec![endless()["search"].clone(); 24] })
}

fn ask(router: &Router, path: &'static str, body: Value) -> JoinHandle<Answer> {
    let router = router.clone();
    tokio::spawn(async move { post_to(&router, path, &body).await })
}

#[tokio::test(flavor = "multi_thread")]
async fn long_requests_do_not_delay_a_hint() {
    for workers in [1, 2] {
        let mut limits = Limits::default();
        limits.workers = NonZeroUsize::new(workers).unwrap();
        limits.queue = 1;
        let router = router(Catalogue::standard(), limits);
        // Two at work, or one that waits, and two that are turned away.
        let long: Vec<_> =
            (0..4).map(|_| ask(&router, "/api/compare", longest_comparison())).collect();
        tokio::time::sleep(Duration::from_millis(200)).await;
        for _ in 0..3 {
            let started = Instant::now();
            let hint = json!({ "at": { "game": "tic-tac-toe" } });
            let answer = post_to(&router, "/api/hint", &hint).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        }
        long.iter().for_each(JoinHandle::abort);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comparison_gives_its_worker_back_between_its_searches() {
    let mut limits = narrow();
    limits.queue = 2;
    let router = router(Catalogue::standard(), limits);
    let mut comparison = longest_comparison();
    comparison["searches"].as_array_mut().unwrap().truncate(8);
    comparison["milliseconds"] = json!(250);
    let comparison = ask(&router, "/api/compare", comparison);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let answer = post_to(&router, "/api/solve", &quick()).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(!comparison.is_finished(), "the other searches were not waited for");
    assert!(comparison.await.unwrap().text.contains("event: end"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_has_one_deadline_for_all_its_searches() {
    let mut limits = narrow();
    limits.time = Duration::from_millis(1200);
    let router = router(Catalogue::standard(), limits);
    let started = Instant::now();
    let answer = post_to(&router, "/api/compare", &longest_comparison()).await;
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert_eq!(answer.text.matches("event: report").count(), 24, "{}", answer.text);
    assert!(answer.text.contains("event: end"));
}

#[tokio::test(flavor = "multi_thread")]
async fn comparisons_that_share_a_worker_leave_time_for_all_of_their_searches() {
    let mut limits = narrow();
    (limits.queue, limits.time) = (2, Duration::from_secs(4));
    let router = router(Catalogue::standard(), limits);
    let mut comparison = longest_comparison();
    comparison["searches"].as_array_mut().unwrap().truncate(4);
    let other = ask(&router, "/api/compare", comparison.clone());
    let answers = [post_to(&router, "/api/compare", &comparison).await, other.await.unwrap()];
    for answer in answers {
        let reports = answer.text.split("event: report").skip(1);
        let seconds: Vec<f64> = reports
            .map(|report| {
                let data = report.split_once("data: ").unwrap().1.lines().next().unwrap();
                let report: serde_json::Value = serde_json::from_str(data).unwrap();
                report["report"]["seconds"].as_f64().unwrap()
            })
            .collect();
        assert_eq!(seconds.len(), 4, "{}", answer.text);
        assert!(seconds.iter().all(|&seconds| seconds > 0.05), "{seconds:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_in_the_queue_for_longer_than_the_limit() {
    let mut limits = narrow();
    (limits.queue, limits.wait) = (1, Duration::from_millis(200));
    let router = router(Catalogue::standard(), limits);
    let busy = ask(&router, "/api/solve", endless());
    tokio::time::sleep(Duration::from_millis(100)).await;
    // Until the other search has the worker, this one is answered.
    let answer = loop {
        let started = Instant::now();
        let answer = post_to(&router, "/api/solve", &quick()).await;
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!((answer.status.as_u16(), &answer.json()["error"]["code"]), (503, &json!("busy")));
    assert_eq!(answer.headers["retry-after"], "1");
    busy.abort();
}

#[tokio::test]
async fn what_is_no_search_by_name_ends_at_its_limits_as_well() {
    let lab = json!({ "at": { "game": "rush-hour-rocks" }, "opponent": "lab:depth=5" });
    let ladder = json!({
        "at": { "game": "taquin", "settings": { "size": "5x2" } }, "seed": 1, "distance": 3,
    });
    for (path, question) in [("/api/shuffle", ladder), ("/api/reply", lab)] {
        let mut limits = narrow();
        limits.nodes = 1000;
        let answer = post_to(&router(Catalogue::standard(), limits), path, &question).await;
        assert_eq!(answer.status, 400, "{path}");
        assert!(answer.text.contains("limit on nodes"), "{}", answer.text);
    }
}

/// Most of the time goes to what is done with the distances when they are there.
#[tokio::test]
async fn a_shuffle_by_distance_ends_in_time() {
    let at = json!({ "game": "taquin", "settings": { "size": "5x2" } });
    let question = json!({ "at": at, "seed": 1, "distance": 3 });
    let mut limits = narrow();
    limits.time = Duration::from_millis(30);
    let started = Instant::now();
    let answer = post_to(&router(Catalogue::standard(), limits), "/api/shuffle", &question).await;
    assert_eq!(answer.status, 400, "{}", answer.text);
    assert!(answer.text.contains("limit on time"), "{}", answer.text);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

/// Limits are numbers that a user types.
#[tokio::test]
async fn extreme_limits_are_limits() {
    let mut limits = Limits::default();
    (limits.workers, limits.queue) = (NonZeroUsize::MAX, usize::MAX);
    (limits.time, limits.wait) = (Duration::MAX, Duration::MAX);
    (limits.patience, limits.grace, limits.memory) = (Duration::MAX, Duration::MAX, usize::MAX);
    assert_eq!(limits.total_memory(), usize::MAX);
    assert_eq!(status(served(limits).await, &request("/api/hint", &quick())).await, 200);
}
