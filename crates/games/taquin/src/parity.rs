//! The argument `parity` of certificates, by counting exchanges; it shares no code with
//! [`Taquin::is_solvable`](crate::Taquin::is_solvable), which it confirms.

/// Proves that slides do not turn the tiles `here` into those of the goal, both row by row with 0
/// for the blank.
///
/// A slide exchanges the blank with a tile, and moves the blank between cells of different colours
/// on a chessboard. So if slides lead to the goal, the number of exchanges that turn one order into
/// the other is odd exactly if the blank's cells here and in the goal have different colours.
pub(crate) fn check(here: Vec<u8>, goal: &[u8], width: usize) -> Result<(), String> {
    let place = |tiles: &[u8], tile| tiles.iter().position(|&other| other == tile);
    let (from, to) = place(&here, 0).zip(place(goal, 0)).ok_or("there is no blank")?;
    let way = from / width + from % width + to / width + to % width;
    // Exchanges that bring each cell the tile that the goal has there.
    let (mut tiles, mut exchanges) = (here, 0);
    for (cell, &tile) in goal.iter().enumerate() {
        if tiles[cell] != tile {
            let other = place(&tiles, tile).ok_or("the goal has other tiles")?;
            tiles.swap(cell, other);
            exchanges += 1;
        }
    }
    if (exchanges + way) % 2 == 1 {
        Ok(())
    } else {
        Err("the parity is that of the goal".to_owned())
    }
}
