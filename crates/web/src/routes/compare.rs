//! Algorithms side by side, with news while they run.

use std::convert::Infallible;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use tesuji::catalogue::{Position, Report, SearchOptions};
use tesuji::core::{Budget, Snapshot};
use tokio::sync::mpsc;

use super::advice::Search;
use crate::body::Body;
use crate::error::ApiError;
use crate::position::At;
use crate::workers::{StopOnDrop, Workers};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compare {
    at: At,
    searches: Vec<Search>,
}

/// The most searches in one comparison.
const MOST_SEARCHES: usize = 24;

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
/// `progress` some times a second, `report` at the end of each, `end` when all are done.
pub(crate) async fn compare(
    State(workers): State<Workers>,
    Body(Compare { at, searches }): Body<Compare>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    if searches.len() > MOST_SEARCHES {
        let message = format!("at most {MOST_SEARCHES} searches can be compared");
        return Err(ApiError::BadRequest(message));
    }
    let position = at.open()?;
    let options: Result<Vec<_>, _> =
        searches.iter().map(|search| search.options(&*position)).collect();
    let plans: Vec<_> = searches.into_iter().zip(options?).collect();
    let ticket = workers.admit()?;
    let granted = workers.limits().time;
    let (news, events) = mpsc::channel(64);
    // Falls with the stream, that is when the client is gone.
    let stop = StopOnDrop::default();
    let flag = stop.flag();
    tokio::spawn(async move {
        let work = move |budget: Budget| {
            for (index, (search, options)) in plans.iter().enumerate() {
                let budget = search.within(budget.clone(), granted);
                if run(index, &*position, options, &budget, &news).is_none() {
                    return;
                }
            }
            // Nobody listening is no concern of ours.
            let _ = news.blocking_send(Event::default().event("end").data("{}"));
        };
        ticket.run(flag, work).await
    });
    let stream = futures_util::stream::unfold((events, stop), |(mut events, stop)| async move {
        let event = events.recv().await?;
        Some((Ok(event), (events, stop)))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Runs one search and sends its news; nothing if nobody listens any more.
fn run(
    index: usize,
    position: &dyn Position,
    options: &SearchOptions,
    budget: &Budget,
    news: &mpsc::Sender<Event>,
) -> Option<()> {
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
    let report = position.solve(options, budget, &mut progress);
    let event = match report {
        Ok(report) => event("report", &Done { index, report }),
        Err(error) => event("failure", &Failure { index, message: error.to_string() }),
    };
    news.blocking_send(event).ok()
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
