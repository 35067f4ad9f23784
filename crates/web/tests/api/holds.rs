//! The server holds: a bounded queue, budgets, and an end to searches that nobody waits for.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tesuji_web::{Limits, router, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::post_to;

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
    json!({ "at": { "game": "taquin", "position": position }, "search": { "algorithm": "ids" } })
}

fn quick() -> Value {
    json!({ "at": { "game": "taquin", "position": "125374680" } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_turns_away_and_is_free_again_afterwards() {
    let router = router(narrow());
    let busy = loop {
        let busy = {
            let router = router.clone();
            tokio::spawn(async move { post_to(&router, "/api/solve", &endless()).await })
        };
        tokio::time::sleep(Duration::from_millis(50)).await;
        let answer = post_to(&router, "/api/hint", &quick()).await;
        if answer.status == 429 && !busy.is_finished() {
            assert_eq!(answer.json()["error"]["code"], "busy");
            assert_eq!(answer.headers["retry-after"], "1");
            break busy;
        }
        // The other way round: the hint had the worker, or it has not come that far.
        busy.abort();
    };
    // The client goes away, and the search with it.
    busy.abort();
    free_again(|| async { post_to(&router, "/api/hint", &quick()).await.status.as_u16() }).await;
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
    let answer = post_to(&router(limits), "/api/solve", &endless()).await.json();
    assert_eq!((&answer["outcome"], &answer["limit"]), (&json!("unknown"), &json!("time")));

    let mut limits = narrow();
    limits.nodes = 50_000;
    let answer = post_to(&router(limits), "/api/solve", &endless()).await.json();
    assert_eq!(answer["limit"], "nodes");

    let mut limits = narrow();
    limits.memory = 1 << 20;
    let mut question = endless();
    question["search"]["algorithm"] = json!("bfs");
    let answer = post_to(&router(limits), "/api/solve", &question).await.json();
    assert_eq!(answer["limit"], "memory");
    assert!(answer["peak_bytes"].as_u64().unwrap() <= 1 << 20);
}

/// What is to be recorded is little, but its heuristic has to be built first.
#[tokio::test]
async fn a_recording_ends_at_its_limits() {
    let position = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let at = json!({ "game": "taquin", "position": position });
    let question = json!({ "at": at, "method": "ida*", "heuristic": "pdb:6-6-3" });
    let mut limits = narrow();
    limits.time = Duration::from_millis(5);
    let answer = post_to(&router(limits), "/api/record", &question).await;
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("limit on time"), "{}", answer.text);
}

async fn served(limits: Limits) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, limits));
    address
}

fn request(path: &str, host: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

async fn status(address: std::net::SocketAddr, request: &str) -> u16 {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text.split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_hangs_up_ends_its_search() {
    let address = served(narrow()).await;
    for (path, body) in [
        ("/api/solve", endless()),
        ("/api/compare", json!({ "at": endless()["at"], "searches": [endless()["search"]] })),
        ("/api/rush-hour/generate", json!({ "slides": 25, "seed": 1 })),
    ] {
        let hint = request("/api/hint", "localhost", &quick());
        let stream = loop {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(request(path, "localhost", &body).as_bytes()).await.unwrap();
            tokio::time::sleep(Duration::from_millis(50)).await;
            if status(address, &hint).await == 429 {
                break stream;
            }
        };
        drop(stream);
        free_again(|| status(address, &hint)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_this_machine_answers_for_no_other_name() {
    let address = served(Limits::default()).await;
    for (host, expected) in [
        ("localhost", 200),
        ("127.0.0.1:80", 200),
        ("[::1]:8321", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example:80", 421),
    ] {
        assert_eq!(
            status(address, &request("/api/position", host, &json!({ "game": "nim" }))).await,
            expected,
            "{host}"
        );
    }
}
