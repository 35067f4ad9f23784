//! The JSON interface: each question of `tesuji-api` has an address of its name.

use std::convert::Infallible;
use std::num::NonZeroU32;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::Stream;
use tesuji::core::{Budget, StopFlag};
use tesuji_api::{
    Compare, Comparison, Lane, Question, Refusal, Service, Visitor, Work, visit_questions,
};
use tokio::sync::mpsc;

use crate::DESCRIPTION;
use crate::body::Body;
use crate::error::ApiError;
use crate::site::Site;
use crate::workers::{StopOnDrop, Ticket, Workers};

pub(crate) fn api() -> Router<Site> {
    struct Routes(Router<Site>);

    impl Visitor for Routes {
        fn visit<Q: Question + Send + 'static>(&mut self) {
            let method = if Q::HAS_PARTS { post(ask::<Q>) } else { get(tell::<Q>) };
            self.0 = std::mem::take(&mut self.0).route(&format!("/{}", Q::NAME), method);
        }
    }

    let mut routes = Routes(Router::new());
    visit_questions(&mut routes);
    let Routes(router) = routes;
    router
        .route(&format!("/{}", Compare::NAME), post(compare))
        .route("/openapi.json", get(description))
}

async fn description() -> impl IntoResponse {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], DESCRIPTION)
}

/// Answers a question that is posted.
async fn ask<Q: Question>(
    service: State<Service>,
    workers: State<Workers>,
    Body(question): Body<Q>,
) -> Result<Json<Q::Answer>, ApiError> {
    answer(service, workers, question).await
}

/// Answers a question that has no parts, and is asked without a body.
async fn tell<Q: Question>(
    service: State<Service>,
    workers: State<Workers>,
) -> Result<Json<Q::Answer>, ApiError> {
    let question: Q = serde_json::from_str("{}").map_err(Refusal::Body)?;
    answer(service, workers, question).await
}

async fn answer<Q: Question>(
    State(service): State<Service>,
    State(workers): State<Workers>,
    question: Q,
) -> Result<Json<Q::Answer>, ApiError> {
    let answer = match question.prepare(&service)? {
        Work::Done(answer) => answer,
        Work::Search(lane, job) => workers.run(lane, job).await??,
    };
    Ok(Json(answer))
}

/// Runs the searches one after the other and streams what happens. Each may take an equal share of
/// the time that the request has left; between them, others have the worker.
async fn compare(
    State(service): State<Service>,
    State(workers): State<Workers>,
    Body(question): Body<Compare>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let comparison = question.prepare(&service)?;
    let ticket = workers.admit(Lane::Long)?;
    let (news, events) = mpsc::channel(64);
    // It is dropped with the stream, that is when the client is gone.
    let stop = StopOnDrop::default();
    let flag = stop.flag();
    tokio::spawn(async move {
        tokio::select! {
            () = run_all(&comparison, &ticket, &flag, &news) => {}
            // The client is gone; a search that runs ends by the flag.
            () = news.closed() => {}
        }
    });
    let stream = futures_util::stream::unfold((events, stop), |(mut events, stop)| async move {
        let event = events.recv().await?;
        Some((Ok(event), (events, stop)))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Runs each search on a worker of its own and sends its progress.
async fn run_all(
    comparison: &Comparison,
    ticket: &Ticket,
    stop: &StopFlag,
    news: &mpsc::Sender<Event>,
) {
    for index in 0..comparison.len() {
        let parts = u32::try_from(comparison.len() - index).ok().and_then(NonZeroU32::new);
        let share = ticket.share(parts.unwrap_or(NonZeroU32::MIN));
        let (comparison, progress) = (comparison.clone(), news.clone());
        let work = move |budget: Budget| {
            // Progress may be left out if the client is slow; the end is always sent.
            let tell = |event: &tesuji_api::Event| drop(progress.try_send(sent(event)));
            comparison.run(index, budget.time(share).start(), tell)
        };
        let done = ticket.run(stop, work).await;
        let event =
            done.unwrap_or_else(|error| tesuji_api::Event::failure(index, error.to_string()));
        // The caller notices that the client is gone.
        let _ = news.send(sent(&event)).await;
    }
    let _ = news.send(sent(&tesuji_api::Event::End {})).await;
}

fn sent(event: &tesuji_api::Event) -> Event {
    Event::default().event(event.name()).data(event.data())
}
