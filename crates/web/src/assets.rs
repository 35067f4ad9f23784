use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::ApiError;

/// The files of the page. A release has them inside; a debug build reads them from the source
/// tree, so that a change shows on reload.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// The files of the page, with their paths.
pub fn page_files() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    Page::iter().filter_map(|path| Some((path.to_string(), Page::get(&path)?.data)))
}

/// A file of the page. The browser keeps it, but asks each time whether it is still the same.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Page::get(path) else {
        return ApiError::NotFound(uri.path().to_owned()).into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = HeaderValue::try_from(format!("\"{tag}\"")).expect("hexadecimal digits");
    let known = headers.get(header::IF_NONE_MATCH) == Some(&tag);
    let head = [
        (header::CONTENT_TYPE, content_type(path)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::ETAG, tag),
    ];
    if known {
        (StatusCode::NOT_MODIFIED, head).into_response()
    } else {
        (head, file.data.into_owned()).into_response()
    }
}

fn content_type(path: &str) -> HeaderValue {
    let known = match path.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "json")) => "application/json",
        Some((_, "txt")) => "text/plain; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "application/octet-stream",
    };
    HeaderValue::from_static(known)
}
