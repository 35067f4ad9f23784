//! Searches side by side, with progress while they run.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tesuji::catalogue::{GamePosition, Report, Search};
use tesuji::core::{Budget, Snapshot, with_sources};

use crate::position::At;
use crate::refusal::Refusal;
use crate::search::{Spec, within};
use crate::service::Service;

/// Several searches of one position.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Compare {
    at: At,
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = MAX_SEARCHES)))]
    searches: Vec<Spec>,
    /// The most milliseconds for each, within what the service grants.
    #[serde(default)]
    milliseconds: Option<u64>,
}

/// The most searches in one comparison.
const MAX_SEARCHES: usize = 24;

/// The progress of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct News {
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Done {
    index: usize,
    report: Report,
}

/// A search that could not be done after all.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    index: usize,
    message: String,
}

/// What happens in a comparison.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Event {
    /// Some times a second while a search runs.
    Progress(News),
    /// A search has ended.
    Report(Box<Done>),
    /// A search could not be done.
    Failure(Failure),
    /// All searches are done.
    End {},
}

impl Event {
    /// The event that a search could not be done.
    #[must_use]
    pub fn failure(index: usize, message: String) -> Self {
        Event::Failure(Failure { index, message })
    }

    /// The name of the kind of event.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Event::Progress(_) => "progress",
            Event::Report(_) => "report",
            Event::Failure(_) => "failure",
            Event::End {} => "end",
        }
    }

    /// What is said of it, in JSON.
    #[must_use]
    pub fn data(&self) -> String {
        serde_json::to_string(self).expect("plain data can be written")
    }
}

impl Compare {
    /// The name that it is asked by.
    pub const NAME: &'static str = "compare";

    /// Checks the question.
    ///
    /// # Errors
    /// The position or a search is not valid, or there are none or too many.
    pub fn prepare(self, service: &Service) -> Result<Comparison, Refusal> {
        if !(1..=MAX_SEARCHES).contains(&self.searches.len()) {
            let message = format!("from 1 to {MAX_SEARCHES} searches can be compared");
            return Err(Refusal::BadRequest(message));
        }
        let position = self.at.open(service.catalogue())?;
        let searches = self.searches.iter().map(|spec| spec.search(&*position, service));
        let searches = searches.collect::<Result<_, _>>()?;
        Ok(Comparison { position: position.into(), searches, milliseconds: self.milliseconds })
    }
}

/// A comparison that is checked: searches to run one after the other, so that none slows another
/// down.
#[derive(Clone)]
pub struct Comparison {
    position: Arc<dyn GamePosition>,
    searches: Vec<Search>,
    milliseconds: Option<u64>,
}

impl Comparison {
    /// The number of searches.
    #[must_use]
    pub fn len(&self) -> usize {
        self.searches.len()
    }

    /// Whether there is no search.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// Runs one of the searches, reports its progress to `tell`, and returns the event of its end.
    ///
    /// # Panics
    /// If there is no search of this number.
    pub fn run(&self, index: usize, budget: Budget, mut tell: impl FnMut(&Event)) -> Event {
        let budget = within(self.milliseconds, budget);
        let mut progress = |snapshot: &Snapshot| tell(&Event::Progress(News::of(index, snapshot)));
        progress(&Snapshot {
            stats: Default::default(),
            lower_bound: 0,
            depth: None,
            to_expand: None,
            elapsed: Duration::ZERO,
        });
        match self.position.solve(&self.searches[index], &budget, &mut progress) {
            Ok(report) => Event::Report(Box::new(Done { index, report })),
            Err(error) => Event::failure(index, with_sources(&error)),
        }
    }
}
