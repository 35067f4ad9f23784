//! A search recorded step by step, with its tree laid out.

use serde::{Deserialize, Serialize};
use tesuji::catalogue::RecordOptions;
use tesuji::catalogue::tree::{Layout, Recording};

use crate::position::At;
use crate::question::{Lane, Question, Work};
use crate::refusal::Refusal;
use crate::search::Spec;
use crate::service::Service;

/// The steps of a search, with its tree laid out.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    at: At,
    #[serde(default)]
    search: Spec,
    /// The most nodes.
    #[serde(default = "default_nodes")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_NODES)))]
    nodes: usize,
}

/// More nodes than these no page draws smoothly.
const MAX_NODES: usize = 5_000;
/// The room between two nodes, in widths of a node.
const GAP: f64 = 0.3;

fn default_nodes() -> usize {
    300
}

/// A recording, and where each node is drawn: `across[n]` is the middle of node n, in widths of a
/// node.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawn {
    recording: Recording,
    across: Vec<f64>,
    width: f64,
}

impl Drawn {
    pub(crate) fn new(recording: Recording) -> Self {
        let widths = vec![1.0; recording.nodes.len()];
        let layout = Layout::new(&recording.children(), &widths, GAP);
        Drawn { recording, across: layout.middles().to_vec(), width: layout.width() }
    }
}

impl Question for Record {
    const NAME: &'static str = "record";
    type Answer = Drawn;

    fn prepare(self, service: &Service) -> Result<Work<Drawn>, Refusal> {
        if !(1..=MAX_NODES).contains(&self.nodes) {
            let message = format!("1 to {MAX_NODES} nodes can be drawn, not {}", self.nodes);
            return Err(Refusal::BadRequest(message));
        }
        let position = self.at.open(service.catalogue())?;
        let mut recorded = RecordOptions::new(self.search.search(&*position, service)?);
        recorded.nodes = self.nodes;
        Ok(Work::search(Lane::Long, move |budget| {
            recorded.budget = budget;
            Ok(Drawn::new(position.record(&recorded)?))
        }))
    }
}
