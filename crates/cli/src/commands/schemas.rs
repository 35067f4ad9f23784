use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use tesuji::catalogue::{
    Catalogue, CountReport, DatabaseReport, GameReport, GeneratedReport, MatchReport, PerftReport,
    Report, SpaceReport, StrategyReport, TableBuildReport, TableInfo, TableReport,
    TableStatsReport, TournamentReport, TuningReport, TuningStep,
};

use super::Run;
use super::{batch, compare, enumerate, list, pdb, show, shuffle, table, tree, verify};
use crate::exit::Exit;
use crate::output::{self, Known};

/// Write JSON schemas of what --json and --jsonl print
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  tesuji schemas schemas                     (then: schemas/solve.json, schemas/match-line.json, …)

NAME.json describes `tesuji NAME --json`, and NAME-line.json a line of --jsonl. A command that a
limit ends may print what limit.json describes instead.")]
pub(crate) struct Schemas {
    /// The directory for the schemas, which is created if it does not exist
    directory: PathBuf,
}

impl Run for Schemas {
    fn run(&self, _: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let directory = &self.directory;
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot write {directory:?}"))?;
        for (name, schema) in all() {
            let text = serde_json::to_string_pretty(&schema)? + "\n";
            output::write("schema", &directory.join(format!("{name}.json")), text, out)?;
        }
        Ok(Exit::Solved)
    }
}

/// A line of `tune --jsonl`: an iteration, or in the end the result.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, clippy::large_enum_variant, reason = "only its schema is used")]
enum TuneLine {
    Step(TuningStep),
    Result(TuningReport),
}

/// The name and the schema of each output.
fn all() -> Vec<(&'static str, Schema)> {
    Vec::from([
        ("algorithms", of::<Vec<list::AlgorithmReport>>()),
        ("compare", of::<Vec<compare::Row>>()),
        ("compare-line", of::<compare::Row>()),
        ("count", of::<CountReport>()),
        ("enumerate", of::<SpaceReport>()),
        ("enumerate-line", of::<enumerate::Layer>()),
        ("games", of::<Vec<list::GameDescription<'_>>>()),
        ("generate", of::<Vec<GeneratedReport>>()),
        ("limit", of::<Known<'_, Vec<serde_json::Value>>>()),
        ("match", of::<MatchReport>()),
        ("match-line", of::<GameReport>()),
        ("pdb-build", of::<Vec<DatabaseReport>>()),
        ("pdb-list", of::<Vec<pdb::FileReport>>()),
        ("perft", of::<PerftReport>()),
        ("show", of::<show::Report>()),
        ("shuffle", of::<Vec<shuffle::One>>()),
        ("shuffle-line", of::<shuffle::One>()),
        ("solve", of::<Report>()),
        ("solve-line", of::<batch::JsonLine<'_, Report>>()),
        ("strategy", of::<StrategyReport>()),
        ("table-build", of::<TableBuildReport>()),
        ("table-info", of::<TableInfo>()),
        ("table-query", of::<TableReport>()),
        ("table-query-line", of::<batch::JsonLine<'_, TableReport>>()),
        ("table-stats", of::<TableStatsReport>()),
        ("table-verify", of::<table::VerifyReport>()),
        ("tournament", of::<TournamentReport>()),
        ("tree", of::<tree::Report<'_>>()),
        ("tune", of::<TuningReport>()),
        ("tune-line", of::<TuneLine>()),
        ("verify", of::<verify::Report>()),
        ("verify-line", of::<verify::JsonLine<'_>>()),
        #[cfg(feature = "games")]
        ("lab", of::<tesuji::catalogue::LabReport>()),
        #[cfg(feature = "games")]
        ("nim-values", of::<tesuji::catalogue::NimValuesReport>()),
    ])
}

fn of<T: JsonSchema>() -> Schema {
    // What is printed, not what could be read: a field that may be null is there.
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
