//! Building a table of any game in memory, by retrograde analysis.

use std::path::Path;

use tesuji_core::{Game, Meter, NamedGame};
use tesuji_retrograde::{Exact, Plies, Reachable, Space, Table};

use crate::TableError;
use crate::code::Code;
use crate::error::Written;
use crate::file::TableWriter;
use crate::heading::Heading;
use crate::key::{ByText, Key, Numbering};

/// Builds the table of all positions that can be reached from `start`, and writes it to `path`: for
/// games that have no layers, or whose play can go in cycles. A position that neither player can win
/// is a draw, also if play can go on for ever.
///
/// # Complexity
/// All positions with their moves are in memory (see [`Reachable`]).
///
/// # Errors
/// A limit was reached, or the file cannot be written.
pub fn build_in_memory<G: Game + NamedGame>(
    game: &G,
    start: &G::State,
    path: &Path,
    meter: &mut Meter,
) -> Result<(), TableError> {
    let table = Table::solve_within(Reachable::explore(game, start, meter)?, Plies, meter)?;
    let space = table.space();
    let mut entries: Vec<(Box<str>, Code)> = Vec::new();
    for index in 0..space.len() {
        let state = space.state(&space.node(index));
        // Every position of a solved space has a value.
        let value = table.value(&state).unwrap_or(Exact::Endless);
        let (_, key) = ByText::place(game, &state);
        meter.make_room(&mut entries)?;
        meter.claim(key.heap_bytes())?;
        entries.push((key, Code::of_exact(value)?));
        meter.charge(1)?;
    }
    entries.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let positions = entries.len() as u64;
    let heading = Heading::new::<G, ByText>(game, start, "retrograde", positions);
    let written = tesuji_storage::write_with::<Written>(path, |out| {
        let mut writer = TableWriter::new(out, &heading)?;
        writer.begin(0, positions)?;
        for (key, code) in &entries {
            writer.push(key, Some(*code))?;
        }
        writer.finish()
    });
    written.map_err(|error| error.at(path))
}
