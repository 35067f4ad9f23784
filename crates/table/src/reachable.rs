//! Building a table of any game in memory: by retrograde analysis, or from values found elsewhere.

use std::path::Path;

use tesuji_core::{Game, Meter, NamedGame, Wdl};
use tesuji_retrograde::{Exact, Plies, PlyValue, Reachable, Space, Table};

use crate::TableError;
use crate::file::{OWN_BYTES, TableWriter, write_table};
use crate::heading::Heading;
use crate::key::{ByText, Key, Numbering};
use crate::sort::sort_within;

/// This number of texts is sorted in some hundredths of a second.
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
        let value = PlyValue::of_exact(value).ok_or(TableError::TooLong)?;
        entries.push((texts.len(), key.len(), value));
        texts.extend_from_slice(key.as_bytes());
        meter.charge(1)?;
    }
    let text = |&(start, length, _): &(usize, usize, PlyValue)| &texts[start..start + length];
    sort_within(&mut entries, PIECE, |one, other| text(one).cmp(text(other)), meter)?;
    let positions = entries.len() as u64;
    let heading = Heading::new::<G, ByText>(game, start, positions);
    let fill = |writer: &mut TableWriter<'_, Box<str>>, meter: &mut Meter| {
        writer.begin(0, positions)?;
        for together in entries.chunks(PIECE) {
            meter.look()?;
            for entry in together {
                let key = Box::<str>::read(text(entry)).expect("the text of a position");
                writer.push(&key, Some(entry.2))?;
            }
        }
        Ok(())
    };
    write_table(path, &heading, fill, meter)
}

/// Writes the table of the positions that can be reached from `start` to `path`, from their values: each
/// position with its outcome for the player to move and the plies to the win or loss, in any order.
///
/// The file is the one that [`build_by_layers`](crate::build_by_layers) or [`build_in_memory`] makes,
/// by `N`.
///
/// # Errors
/// A limit was reached, the file cannot be written, or a game is longer than tables can store.
pub fn write_values<G: Game + NamedGame, N: Numbering<G>>(
    game: &G,
    start: &G::State,
    path: &Path,
    values: impl IntoIterator<Item = (G::State, Wdl, u32)>,
    meter: &mut Meter,
) -> Result<(), TableError> {
    let own = if N::Key::ranks(&[]).is_some() { OWN_BYTES } else { 0 };
    meter.claim(own)?;
    let mut entries = Vec::new();
    for (state, wdl, plies) in values {
        let (layer, key) = N::place(game, &state);
        meter.claim(key.heap_bytes())?;
        meter.make_room(&mut entries)?;
        entries.push((layer, key, PlyValue::new(wdl, plies).ok_or(TableError::TooLong)?));
    }
    meter.look()?;
    entries.sort_unstable_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    let heading = Heading::new::<G, N>(game, start, entries.len() as u64);
    let fill = |writer: &mut TableWriter<'_, N::Key>, meter: &mut Meter| {
        for layer in entries.chunk_by(|one, other| one.0 == other.0) {
            writer.begin(layer[0].0, layer.len() as u64)?;
            for (_, key, value) in layer {
                writer.push(key, Some(*value))?;
            }
            meter.look()?;
        }
        Ok(())
    };
    let end = write_table(path, &heading, fill, meter);
    meter.release(own);
    end
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tesuji_connect_four::ConnectFour;
    use tesuji_core::{Budget, Rules, Silent};

    use super::*;
    use crate::{ByRank, SolvedGame, build_by_layers};

    #[test]
    fn a_table_is_the_same_from_values_and_by_layers() {
        let game = ConnectFour::new(4, 4).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let [layers, values] = ["layers", "values"].map(|name| directory.path().join(name));
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        build_by_layers(&game, &game.initial(), &layers, 1, &mut meter).unwrap();
        let table = SolvedGame::<ConnectFour>::open(&layers).unwrap();
        assert_eq!(table.verify(1, &mut meter).unwrap(), 161_029);
        let states = table.states(0, u64::MAX).unwrap();
        let of_state = |state| {
            let value = table.value(&state).unwrap().expect("a position of the table");
            (state, value.wdl().expect("a proved value"), value.plies().unwrap_or(0))
        };
        let all = states.into_iter().rev().map(of_state);
        write_values::<_, ByRank>(&game, &game.initial(), &values, all, &mut meter).unwrap();
        let [one, other] = [&layers, &values].map(|path| fs::read(path).unwrap());
        assert!(one == other);
    }
}
