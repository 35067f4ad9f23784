//! Searches as questions specify them.

use serde::Deserialize;
use std::time::Duration;

use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::options::{self, SearchOption};
use tesuji::catalogue::{Algorithm, GamePosition, Players, Search};
use tesuji::core::Budget;

use crate::refusal::Refusal;
use crate::service::Service;

/// A search as a question specifies it, as in `pvs:depth=6`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub(crate) struct Spec(
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_TEXT)))] Option<String>,
);

/// A transposition table of this size is quickly allocated for each question.
const TABLE_BYTES: usize = 32 << 20;

/// The longest specification.
const MAX_TEXT: usize = 200;

/// Whether a question may set an option: those that name a file of the server, or have a search take
/// more than its worker's thread, are the server's own.
pub(crate) fn is_open(option: &str) -> bool {
    ![options::STORE.name, options::THREADS.name, options::PARALLEL.name].contains(&option)
}

/// The options that questions may set.
pub(crate) fn open_options() -> impl Iterator<Item = &'static SearchOption> {
    options::ALL.iter().filter(|option| is_open(option.name))
}

impl Spec {
    pub(crate) fn new(text: String) -> Self {
        Spec(Some(text))
    }

    /// The search for a position, within what the service grants; the game's default if the question
    /// specifies none.
    pub(crate) fn search(
        &self,
        position: &dyn GamePosition,
        service: &Service,
    ) -> Result<Search, Refusal> {
        let entry = service.catalogue().game(position.game())?;
        let search = match &self.0 {
            None => Search::new(entry.default_algorithm()),
            Some(text) if text.chars().count() > MAX_TEXT => {
                let message = format!("a search has at most {MAX_TEXT} characters here");
                return Err(Refusal::BadRequest(message));
            }
            Some(text) => entry.search(text)?,
        };
        if let Some((name, _)) = search.options().find(|(name, _)| !is_open(name)) {
            return Err(Refusal::BadRequest(format!("the option {name} cannot be set here")));
        }
        let memory = service.grant().memory;
        if search.get(options::TABLE).is_some_and(|bytes| bytes > memory) {
            let message = format!("a table has at most {memory} bytes here");
            return Err(Refusal::BadRequest(message));
        }
        let search = prepared(search, service.databases())?;
        position.check(&search)?;
        Ok(search)
    }
}

/// A search by an algorithm of a position, if it has one of that name.
pub(crate) fn by_name(
    position: &dyn GamePosition,
    name: &str,
    databases: Databases,
) -> Option<Search> {
    let algorithm = position.algorithms().iter().find(|one| one.name == name)?;
    prepared(Search::new(*algorithm), databases).ok()
}

/// The search with the pattern databases of the service, and for two players with a table that is
/// quickly allocated, unless its size is set.
fn prepared(mut search: Search, databases: Databases) -> Result<Search, Refusal> {
    search.databases = databases;
    let Algorithm { players, .. } = search.algorithm;
    let has_table = players == Players::Two && search.algorithm.takes(options::TABLE.name);
    if has_table && search.get(options::TABLE).is_none() {
        search.set(options::TABLE.name, &format!("{TABLE_BYTES}B"))?;
    }
    Ok(search)
}

/// A budget with less time, if the question wants less.
pub(crate) fn within(milliseconds: Option<u64>, budget: Budget) -> Budget {
    match milliseconds {
        Some(wanted) => budget.time(Duration::from_millis(wanted)),
        None => budget,
    }
}
