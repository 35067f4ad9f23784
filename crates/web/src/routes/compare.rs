//! Searches side by side, with progress while they run.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use tesuji::catalogue::{Catalogue, CatalogueError, Position, Report, Search};
use tesuji::core::{Budget, Snapshot, StopFlag};
use tokio::sync::mpsc;

use crate::body::Body;
use crate::error::ApiError;
use crate::position::At;
use crate::search::{Spec, within};
use crate::workers::{Lane, StopOnDrop, Ticket, Workers};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compare {
    at: At,
    searches: Vec<Spec>,
    /// The most milliseconds for each, within what the server grants.
    #[serde(default)]
    milliseconds: Option<u64>,
}

/// The most searches in one comparison.
const MAX_SEARCHES: usize = 24;

/// The progress of a search.
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

/// The report of a search that has ended.
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
    State(catalogue): State<Arc<Catalogue>>,
    State(workers): State<Workers>,
    Body(Compare { at, searches, milliseconds }): Body<Compare>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    if searches.len() > MAX_SEARCHES {
        let message = format!("at most {MAX_SEARCHES} searches can be compared");
        return Err(ApiError::BadRequest(message));
    }
    let position = at.open(&catalogue)?;
    let searches: Result<Vec<_>, _> =
        searches.iter().map(|spec| spec.search(&*position, &catalogue, &workers)).collect();
    let searches = searches?;
    let ticket = workers.admit(Lane::Long)?;
    let (news, events) = mpsc::channel(64);
    // It is dropped with the stream, that is when the client is gone.
    let stop = StopOnDrop::default();
    let flag = stop.flag();
    tokio::spawn(async move {
        tokio::select! {
            () = run_all(position.into(), searches, milliseconds, &ticket, &flag, &news) => {}
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
    position: Arc<dyn Position>,
    searches: Vec<Search>,
    milliseconds: Option<u64>,
    ticket: &Ticket,
    stop: &StopFlag,
    news: &mpsc::Sender<Event>,
) {
    let count = searches.len();
    for (index, search) in searches.into_iter().enumerate() {
        let parts = u32::try_from(count - index).ok().and_then(NonZeroU32::new);
        let share = ticket.share(parts.unwrap_or(NonZeroU32::MIN));
        let (position, progress) = (Arc::clone(&position), news.clone());
        let work = move |budget: Budget| {
            let budget = within(milliseconds, budget.time(share).start());
            run(index, &*position, &search, &budget, &progress)
        };
        let event = match ticket.run(stop, work).await {
            Ok(Ok(report)) => event("report", &Done { index, report }),
            Ok(Err(error)) => event("failure", &Failure { index, message: error.to_string() }),
            Err(error) => event("failure", &Failure { index, message: error.to_string() }),
        };
        // The caller notices that the client is gone.
        let _ = news.send(event).await;
    }
    let _ = news.send(Event::default().event("end").data("{}")).await;
}

/// Runs one search and sends its progress.
fn run(
    index: usize,
    position: &dyn Position,
    search: &Search,
    budget: &Budget,
    news: &mpsc::Sender<Event>,
) -> Result<Report, CatalogueError> {
    let mut progress = |snapshot: &Snapshot| {
        // Progress may be left out if the client is slow; the report is always sent.
        let _ = news.try_send(event("progress", &News::of(index, snapshot)));
    };
    progress(&Snapshot {
        stats: Default::default(),
        lower_bound: 0,
        depth: None,
        to_expand: None,
        elapsed: std::time::Duration::ZERO,
    });
    position.solve(search, budget, &mut progress)
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
