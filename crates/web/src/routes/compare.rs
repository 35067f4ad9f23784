//! Algorithms side by side, with news while they run.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use tesuji::catalogue::{CatalogueError, Position, Report, SearchOptions};
use tesuji::core::{Budget, Snapshot, StopFlag};
use tokio::sync::mpsc;

use super::advice::Search;
use crate::body::Body;
use crate::error::ApiError;
use crate::position::At;
use crate::workers::{Lane, StopOnDrop, Ticket, Workers};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compare {
    at: At,
    searches: Vec<Search>,
}

/// The most searches in one comparison.
const MAX_SEARCHES: usize = 24;

/// How a search is getting on.
#[derive(Serialize)]
struct News {
    index: usize,
    nodes_expanded: u64,
    nodes_generated: u64,
    peak_bytes: usize,
    seconds: f64,
    lower_bound: u32,
}

impl News {
    fn of(index: usize, snapshot: &Snapshot) -> Self {
        News {
            index,
            nodes_expanded: snapshot.stats.expanded,
            nodes_generated: snapshot.stats.generated,
            peak_bytes: snapshot.stats.peak_bytes,
            seconds: snapshot.elapsed.as_secs_f64(),
            lower_bound: snapshot.lower_bound,
        }
    }
}

/// What a search has said in the end.
#[derive(Serialize)]
struct Done {
    index: usize,
    report: Report,
}

/// Runs the searches one after the other, so that none slows another down, and streams events:
/// `progress` some times a second, `report` or `failure` at the end of each, `end` when all are
/// done. Each may take an equal share of the time that the request has left; between them, others
/// have the worker.
pub(crate) async fn compare(
    State(workers): State<Workers>,
    Body(Compare { at, searches }): Body<Compare>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    if searches.len() > MAX_SEARCHES {
        let message = format!("at most {MAX_SEARCHES} searches can be compared");
        return Err(ApiError::BadRequest(message));
    }
    let position = at.open()?;
    let options: Result<Vec<_>, _> =
        searches.iter().map(|search| search.options(&*position, workers.databases())).collect();
    let plans: Vec<_> = searches.into_iter().zip(options?).collect();
    let ticket = workers.admit(Lane::Long)?;
    let (news, events) = mpsc::channel(64);
    // Falls with the stream, that is when the client is gone.
    let stop = StopOnDrop::default();
    let flag = stop.flag();
    tokio::spawn(async move {
        tokio::select! {
            () = run_all(position.into(), plans, &ticket, &flag, &news) => {}
            // Nobody listens any more; a search that runs ends by the flag.
            () = news.closed() => {}
        }
    });
    let stream = futures_util::stream::unfold((events, stop), |(mut events, stop)| async move {
        let event = events.recv().await?;
        Some((Ok(event), (events, stop)))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Runs each search on a worker of its own and sends its news.
async fn run_all(
    position: Arc<dyn Position>,
    plans: Vec<(Search, SearchOptions)>,
    ticket: &Ticket,
    stop: &StopFlag,
    news: &mpsc::Sender<Event>,
) {
    let count = plans.len();
    for (index, (search, options)) in plans.into_iter().enumerate() {
        let parts = u32::try_from(count - index).ok().and_then(NonZeroU32::new);
        let share = ticket.share(parts.unwrap_or(NonZeroU32::MIN));
        let (position, progress) = (Arc::clone(&position), news.clone());
        let work = move |budget: Budget| {
            let budget = search.within(budget.time(share).start());
            run(index, &*position, &options, &budget, &progress)
        };
        let event = match ticket.run(stop, work).await {
            Ok(Ok(report)) => event("report", &Done { index, report }),
            Ok(Err(error)) => event("failure", &Failure { index, message: error.to_string() }),
            Err(error) => event("failure", &Failure { index, message: error.to_string() }),
        };
        // That nobody listens is noticed by the caller.
        let _ = news.send(event).await;
    }
    let _ = news.send(Event::default().event("end").data("{}")).await;
}

/// Runs one search and sends how it is getting on.
fn run(
    index: usize,
    position: &dyn Position,
    options: &SearchOptions,
    budget: &Budget,
    news: &mpsc::Sender<Event>,
) -> Result<Report, CatalogueError> {
    let mut progress = |snapshot: &Snapshot| {
        // News may be left out when the client is slow; the report comes in any case.
        let _ = news.try_send(event("progress", &News::of(index, snapshot)));
    };
    progress(&Snapshot {
        stats: Default::default(),
        lower_bound: 0,
        depth: None,
        elapsed: std::time::Duration::ZERO,
    });
    position.solve(options, budget, &mut progress)
}

/// A search that could not be done after all.
#[derive(Serialize)]
struct Failure {
    index: usize,
    message: String,
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let text = serde_json::to_string(data).expect("plain data can be written");
    Event::default().event(name).data(text)
}
