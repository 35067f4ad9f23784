//! A search written down step by step, with its tree laid out.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tesuji::catalogue::RecordOptions;
use tesuji::catalogue::tree::{Bounds, Layout, Method, Recording};

use crate::body::Body;
use crate::error::ApiError;
use crate::position::At;
use crate::workers::{Lane, Workers};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    at: At,
    /// The search by name: `bfs`, `dfs`, `ida*`, `minimax`, `alpha-beta`, `who-wins`, `pn`.
    method: String,
    #[serde(default)]
    heuristic: Option<String>,
    /// The most nodes.
    #[serde(default = "usual_nodes")]
    nodes: usize,
    /// How many moves deep a search for two players looks.
    #[serde(default)]
    depth: Option<u32>,
}

/// More than these no page draws smoothly.
const MAX_NODES: usize = 5_000;
/// The room between two nodes, where a node is one wide.
const GAP: f64 = 0.3;

fn usual_nodes() -> usize {
    300
}

/// A recording, and where each node stands: `across[n]` is the middle of node n, a node being one
/// wide.
#[derive(Serialize)]
pub(crate) struct Drawn {
    recording: Recording,
    across: Vec<f64>,
    width: f64,
}

/// Records a search and lays out its tree.
pub(crate) async fn record(
    State(workers): State<Workers>,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Drawn>, ApiError> {
    if !(1..=MAX_NODES).contains(&wanted.nodes) {
        let message = format!("1 to {MAX_NODES} nodes can be drawn, not {}", wanted.nodes);
        return Err(ApiError::BadRequest(message));
    }
    let position = wanted.at.open()?;
    let method: Method = wanted.method.parse()?;
    let mut options = RecordOptions::new(method);
    options.heuristic = wanted.heuristic;
    options.bounds = Bounds::default().nodes(wanted.nodes);
    options.bounds.depth = wanted.depth;
    options.databases = workers.databases();
    let work = move |budget| -> Result<_, ApiError> {
        options.budget = budget;
        let recording = position.record(&options)?;
        let widths = vec![1.0; recording.nodes.len()];
        let layout = Layout::new(&recording.children(), &widths, GAP);
        let across = layout.middles().to_vec();
        Ok(Json(Drawn { recording, across, width: layout.width() }))
    };
    workers.run(Lane::Long, work).await?
}
