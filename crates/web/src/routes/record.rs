//! A search recorded step by step, with its tree laid out.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tesuji::catalogue::tree::{Layout, Recording};
use tesuji::catalogue::{Catalogue, RecordOptions};

use crate::body::Body;
use crate::error::ApiError;
use crate::position::At;
use crate::search::Spec;
use crate::workers::{Lane, Workers};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    at: At,
    #[serde(default)]
    search: Spec,
    /// The most nodes.
    #[serde(default = "default_nodes")]
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
pub(crate) struct Drawn {
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

/// Records a search and lays out its tree.
pub(crate) async fn record(
    State(catalogue): State<Arc<Catalogue>>,
    State(workers): State<Workers>,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Drawn>, ApiError> {
    if !(1..=MAX_NODES).contains(&wanted.nodes) {
        let message = format!("1 to {MAX_NODES} nodes can be drawn, not {}", wanted.nodes);
        return Err(ApiError::BadRequest(message));
    }
    let position = wanted.at.open(&catalogue)?;
    let mut recorded = RecordOptions::new(wanted.search.search(&*position, &catalogue, &workers)?);
    recorded.nodes = wanted.nodes;
    let work = move |budget| -> Result<_, ApiError> {
        recorded.budget = budget;
        Ok(Json(Drawn::new(position.record(&recorded)?)))
    };
    workers.run(Lane::Long, work).await?
}
