//! The JSON interface: what it answers, what it refuses, and that it does as its description says.

mod answers;
mod description;
mod holds;
mod over_tcp;
mod pseudocode;
mod refusals;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use tesuji::catalogue::Catalogue;
use tesuji_web::{Limits, router};
use tower::ServiceExt;

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

async fn ask(router: &Router, request: Request<Body>) -> Answer {
    let response = router.clone().oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    Answer { status: head.status, headers: head.headers, text }
}

async fn get(path: &str) -> Answer {
    let request = Request::get(path).body(Body::empty()).unwrap();
    ask(&router(Catalogue::standard(), Limits::default()), request).await
}

async fn post(path: &str, body: &Value) -> Answer {
    post_to(&router(Catalogue::standard(), Limits::default()), path, body).await
}

async fn post_to(router: &Router, path: &str, body: &Value) -> Answer {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    ask(router, request.body(Body::from(body.to_string())).unwrap()).await
}
