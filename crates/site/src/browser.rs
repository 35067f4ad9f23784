//! In the browser: what its workers call. Each has the module for itself.

use std::cell::OnceCell;

use js_sys::Function;
use tesuji::catalogue::Catalogue;
use tesuji_api::{Grant, Refusal, Service};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static SERVICE: OnceCell<Service> = const { OnceCell::new() };
}

/// Keeps the games for the questions that come.
pub(crate) fn serve(catalogue: Catalogue) {
    SERVICE.with(|service| {
        assert!(service.set(Service::new(catalogue, Grant::default())).is_ok(), "runs once");
    });
}

fn with_service<T>(ask: impl FnOnce(&Service) -> Result<T, Refusal>) -> Result<T, String> {
    SERVICE.with(|service| {
        ask(service.get().expect("main has run")).map_err(|refusal| refusal.to_json())
    })
}

/// Answers the question of a name. What is thrown says in JSON what is wrong.
#[wasm_bindgen]
pub fn answer(name: &str, question: &str) -> Result<String, String> {
    with_service(|service| tesuji_api::answer(service, name, question))
}

/// Compares searches, and calls `tell` with the name and the data of each event.
#[wasm_bindgen]
pub fn compare(question: &str, tell: &Function) -> Result<(), String> {
    with_service(|service| {
        tesuji_api::compare(service, question, |event| {
            // What the page makes of it cannot stop the search.
            let _ = tell.call2(&JsValue::NULL, &event.name().into(), &event.data().into());
        })
    })
}
