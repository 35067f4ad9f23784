use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tesuji::core::Budget;

use crate::{Refusal, Service};

/// What has a JSON schema, with the feature `schema`; without it, everything.
#[cfg(feature = "schema")]
pub trait Described: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Described for T {}
/// What has a JSON schema, with the feature `schema`; without it, everything.
#[cfg(not(feature = "schema"))]
pub trait Described {}
#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// Something that the page asks.
pub trait Question: DeserializeOwned + Described {
    /// The name that it is asked by.
    const NAME: &'static str;

    /// Whether it has any parts. The server answers one without to `GET`, the others to `POST`.
    const HAS_PARTS: bool = true;

    /// The answer.
    type Answer: Serialize + Described + Send + 'static;

    /// Checks the question and returns the work that answers it.
    ///
    /// # Errors
    /// The question is not valid, or what it asks for is not offered.
    fn prepare(self, service: &Service) -> Result<Work<Self::Answer>, Refusal>;
}

/// The work that answers a question.
pub enum Work<T> {
    /// It is done, because it needed no search.
    Done(T),
    /// Work within a budget.
    Search(Lane, Job<T>),
}

type Job<T> = Box<dyn FnOnce(Budget) -> Result<T, Refusal> + Send>;

impl<T> Work<T> {
    /// Work that a search does.
    pub(crate) fn search(
        lane: Lane,
        job: impl FnOnce(Budget) -> Result<T, Refusal> + Send + 'static,
    ) -> Self {
        Work::Search(lane, Box::new(job))
    }
}

/// How long some work may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A player waits for it: at most four seconds.
    Short,
    /// It may take all the time that is granted.
    Long,
}

/// The longest that short work may take.
const SHORT_TIME: Duration = Duration::from_secs(4);

impl Lane {
    /// The longest that such work may take of the `time` that is left.
    #[must_use]
    pub fn time(self, time: Duration) -> Duration {
        match self {
            Lane::Short => time.min(SHORT_TIME),
            Lane::Long => time,
        }
    }
}
