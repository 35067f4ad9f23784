//! The JSON interface of the server: an input is the path below `/api/` and, from the next line
//! on, the body.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use tesuji::catalogue::Catalogue;
use tesuji_web::{Limits, router};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

pub(crate) const WORDS: &[&str] = &[
    "position",
    "shuffle",
    "move",
    "solve",
    "hint",
    "reply",
    "values",
    "compare",
    "record",
    "generate",
    "\"at\":",
    "\"game\":",
    "\"settings\":{}",
    "\"position\":",
    "\"move\":",
    "\"seed\":",
    "\"distance\":",
    "\"walk\":",
    "\"search\":",
    "\"svg\":true",
    "pvs:depth=2",
    "ida*:heuristic=manhattan",
    "\"nodes\":",
    "null",
    "true",
    "[]",
    "{}",
    "1e999",
    "-1",
    "18446744073709551616",
    "\\u0000",
    "taquin",
    "nim",
    "breakthrough",
    "rush-hour",
    "tic-tac-toe",
    "631752048",
];

static SERVER: LazyLock<(Runtime, Router)> = LazyLock::new(|| {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let mut limits = Limits::default();
    limits.workers = NonZeroUsize::MIN;
    limits.time = Duration::from_millis(5);
    limits.nodes = 20_000;
    limits.memory = 4 << 20;
    let runtime = runtime.expect("a runtime");
    let router = runtime.block_on(async { router(Catalogue::standard(), limits) });
    (runtime, router)
});

pub(crate) fn feed(input: &[u8]) {
    let split = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (path, body) = input.split_at(split);
    let Ok(path) = str::from_utf8(path) else { return };
    let body = body.get(1..).unwrap_or_default().to_vec();
    let request = Request::post(format!("/api/{path}"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body));
    // What is no path never comes this far.
    let Ok(request) = request else { return };
    let (runtime, router) = &*SERVER;
    runtime.block_on(async {
        let response = router.clone().oneshot(request).await.expect("a router always answers");
        let status = response.status();
        let text = to_bytes(response.into_body(), usize::MAX).await.expect("the body is there");
        let text = String::from_utf8_lossy(&text);
        assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{text}");
    });
}
