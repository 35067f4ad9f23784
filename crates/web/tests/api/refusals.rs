//! What makes no sense is refused with a message, and nothing panics.

use axum::body::Body;
use axum::http::{Request, header};
use proptest::prelude::*;
use serde_json::json;
use tesuji::catalogue::Catalogue;
use tesuji_web::{Limits, router};

use crate::{ask, get, post};

#[tokio::test]
async fn messages_read_well() {
    let mut told = Vec::new();
    for (path, body) in [
        ("/api/position", json!({ "game": "go" })),
        ("/api/position", json!({ "game": "taquin", "position": "0123456788" })),
        ("/api/position", json!({ "game": "taquin", "settings": { "komi": "6" } })),
        ("/api/position", json!({ "game": "taquin", "settings": { "size": "9x9" } })),
        ("/api/position", json!({ "game": "nim", "position": "400-4000000000" })),
        ("/api/position", json!({ "game": "nim", "position": "400-4000" })),
        ("/api/position", json!({ "game": "nim", "position": "1".repeat(2000) })),
        ("/api/move", json!({ "at": { "game": "taquin", "position": "123456780" }, "move": "1" })),
        ("/api/shuffle", json!({ "at": { "game": "taquin" }, "seed": 1, "distance": 32 })),
        (
            "/api/shuffle",
            json!({ "at": { "game": "taquin" }, "seed": 1, "distance": 3, "walk": 3 }),
        ),
        ("/api/solve", json!({ "at": { "game": "taquin" }, "search": "pvs" })),
        ("/api/solve", json!({ "at": { "game": "taquin" }, "search": "magic" })),
        ("/api/solve", json!({ "at": { "game": "taquin" }, "search": "a*:weight=2" })),
        ("/api/solve", json!({ "at": { "game": "taquin" }, "search": "weighted-a*:weight=light" })),
        ("/api/solve", json!({ "at": { "game": "nim" }, "search": "df-pn:store=/etc/passwd" })),
        ("/api/solve", json!({ "at": { "game": "nim" }, "search": "pvs:threads=200" })),
        ("/api/solve", json!({ "at": { "game": "nim" }, "search": "pvs:table=1TiB" })),
        ("/api/solve", json!({ "at": { "game": "nim" }, "search": "x".repeat(300) })),
        ("/api/reply", json!({ "at": { "game": "nim" }, "opponent": "lab" })),
        ("/api/reply", json!({ "at": { "game": "rush-hour-rocks" }, "opponent": "lab:depth=9" })),
        ("/api/record", json!({ "at": { "game": "taquin" }, "search": "pn" })),
        ("/api/record", json!({ "at": { "game": "taquin" }, "search": "bfs", "nodes": 9999 })),
        ("/api/record", json!({ "at": { "game": "taquin" }, "search": "bfs", "nodes": 0 })),
        ("/api/generate", json!({ "at": { "game": "rush-hour" }, "min_moves": 60, "seed": 1 })),
        ("/api/generate", json!({ "at": { "game": "taquin" }, "min_moves": 6, "seed": 1 })),
    ] {
        let answer = post(path, &body).await;
        assert_eq!(answer.status, 400, "{path} {body}: {}", answer.text);
        let error = &answer.json()["error"];
        assert_eq!(error["code"], "bad-request");
        // What there is instead grows with the workspace.
        let message = error["message"].as_str().unwrap();
        let message = message.split(", only").next().unwrap().split("; there are").next().unwrap();
        told.push(format!("{path}\n    {message}"));
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[tokio::test]
async fn what_is_no_request_is_refused_as_json() {
    let router = router(Catalogue::standard(), Limits::default());
    let json = "application/json";
    let long = format!("{{\"game\": \"{}\"}}", "x".repeat(20_000));
    for (kind, body, status) in [
        (json, "{", 400),
        (json, "{\"game\": 3}", 422),
        (json, "", 400),
        (json, long.as_str(), 413),
        ("text/plain", "{}", 415),
    ] {
        let request = Request::post("/api/position").header(header::CONTENT_TYPE, kind);
        let answer = ask(&router, request.body(Body::from(body.to_owned())).unwrap()).await;
        assert_eq!(answer.status, status, "{body:.40}");
        assert_eq!(answer.json()["error"]["code"], "bad-body");
    }
    let settings = json!({ "game": "taquin", "settings": "x".repeat(9000) });
    let message = post("/api/position", &settings).await.json()["error"]["message"].to_string();
    assert!(message.chars().count() < 300 && message.contains("xx…, expected a map"), "{message}");
    let answer = get("/api/position").await;
    assert_eq!(
        (answer.status.as_u16(), &answer.json()["error"]["code"]),
        (405, &json!("bad-method"))
    );
    for path in ["/api/nothing", "/nothing", "/../Cargo.toml", "/js/../../Cargo.toml"] {
        let answer = get(path).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["error"]["code"]),
            (404, &json!("not-found"))
        );
    }
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    for path in ["/", "/js/main.js", "/api/games", "/api/nothing"] {
        let headers = get(path).await.headers;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
    }
}

#[tokio::test]
async fn the_page_is_kept_until_it_changes() {
    let first = get("/").await;
    assert!(first.text.contains("<title>tesuji</title>"));
    let request = Request::get("/").header(header::IF_NONE_MATCH, &first.headers[header::ETAG]);
    let again = ask(
        &router(Catalogue::standard(), Limits::default()),
        request.body(Body::empty()).unwrap(),
    )
    .await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
}

#[tokio::test]
async fn the_page_asks_nobody_else() {
    let page = get("/").await.text;
    assert!(!page.contains("http"), "no address of another host");
    assert!(!page.contains("<script>") && !page.contains("style="), "nothing inline");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever stands for a position, a setting or a move, there is an answer, and it is no
    /// breakdown.
    #[test]
    fn nonsense_is_refused_and_never_breaks(
        game in prop::sample::select(vec![
            "taquin", "rush-hour", "rush-hour-rocks", "simple-nim", "nim", "grundy", "octal",
            "tic-tac-toe", "connect-four", "breakthrough", "grid", "sokoban",
        ]),
        position in "[ -~]{0,40}|[0-9 ,/.-]{0,40}|[A-Zx./]{36}",
        mv in "[ -~]{0,8}",
        size in prop::option::of("[0-9x]{0,5}"),
    ) {
        let settings = size.map_or(json!({}), |size| json!({ "size": size }));
        let at = json!({ "game": game, "settings": settings, "position": position });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let status = runtime.block_on(async {
            let opened = post("/api/position", &at).await.status;
            let played = post("/api/move", &json!({ "at": at, "move": mv })).await.status;
            (opened.as_u16(), played.as_u16())
        });
        prop_assert!(matches!(status, (200 | 400, 200 | 400)), "{status:?}");
    }
}
