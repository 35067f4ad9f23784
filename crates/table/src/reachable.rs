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
use crate::sort::sort_within;

/// So many texts are sorted in some hundredths of a second.
const PIECE: usize = 1 << 16;

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
    let (mut texts, mut entries) = (Vec::new(), Vec::new());
    for index in 0..space.len() {
        let state = space.state(&space.node(index));
        // Every position of a solved space has a value.
        let value = table.value(&state).unwrap_or(Exact::Endless);
        let (_, key) = ByText::place(game, &state);
        meter.make_room_for(&mut texts, key.len())?;
        meter.make_room(&mut entries)?;
        entries.push((texts.len(), key.len(), Code::of_exact(value)?));
        texts.extend_from_slice(key.as_bytes());
        meter.charge(1)?;
    }
    let text = |&(start, length, _): &(usize, usize, Code)| &texts[start..start + length];
    sort_within(&mut entries, PIECE, |one, other| text(one).cmp(text(other)), meter)?;
    let positions = entries.len() as u64;
    let heading = Heading::new::<G, ByText>(game, start, "retrograde", positions);
    let written = tesuji_storage::write_with::<Written>(path, |out| {
        let mut writer = TableWriter::new(out, &heading)?;
        writer.begin(0, positions)?;
        for together in entries.chunks(PIECE) {
            meter.look().map_err(TableError::from)?;
            for entry in together {
                let key = Box::<str>::read(text(entry)).expect("the text of a position");
                writer.push(&key, Some(entry.2))?;
            }
        }
        writer.finish()
    });
    written.map_err(|error| error.at(path))
}
