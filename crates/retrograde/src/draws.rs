//! What becomes of the positions that neither player can win.

use tesuji_core::{Limit, Meter, Player};

use crate::cells::{Cell, EITHER_ENDS, FRESH, INEVITABLE, drawn_code};
use crate::graph::release;
use crate::space::Space;

/// Distinguishes endless play from draws by the rules, in cells where all wins and losses are
/// decided, and the counts are of the moves that keep the draw.
pub(crate) fn classify<S: Space, C: Cell>(
    space: &S,
    cells: &mut [C],
    meter: &mut Meter,
) -> Result<(), Limit> {
    let is_end = |cell: &C| cell.code() == EITHER_ENDS;
    if cells.iter().any(is_end) {
        mark_inevitable(space, cells, meter)?;
        if cells.iter().any(|&cell| is_open(cell)) {
            return mark_forced(space, cells, meter);
        }
    }
    for cell in cells {
        match cell.code() {
            INEVITABLE => *cell = C::pack(EITHER_ENDS),
            _ if is_open(*cell) => *cell = C::pack(drawn_code(0)),
            _ => {}
        }
    }
    Ok(())
}

#[inline(always)]
fn is_open<C: Cell>(cell: C) -> bool {
    cell.code() == FRESH || cell.code() >= C::UNDECIDED
}

/// Whether the position of a cell is drawn, classified or not.
#[inline(always)]
fn is_drawn<C: Cell>(cell: C) -> bool {
    is_open(cell) || cell.code() <= EITHER_ENDS
}

/// Marks the positions from which every line without a blunder ends: all of them, in a game
/// that cannot go on for ever. Uses the counts up.
fn mark_inevitable<S: Space, C: Cell>(
    space: &S,
    cells: &mut [C],
    meter: &mut Meter,
) -> Result<(), Limit> {
    let mut waiting: Vec<S::Node> = Vec::new();
    for index in 0..cells.len() {
        if cells[index].code() != EITHER_ENDS {
            continue;
        }
        let mut next = Some(space.node(index));
        while let Some(node) = next {
            let (mut seen, mut end) = (0, Ok(()));
            space.visit_predecessors(&node, |index, from| {
                seen += 1;
                let code = cells[index].code();
                if !is_open(cells[index]) {
                    return;
                }
                let before = if code == FRESH { space.degree(from) } else { code & !C::UNDECIDED };
                // A count that outgrows the cell stays what it was, one move too many in the
                // worst case for the slow way to sort out.
                if before == 1 {
                    cells[index] = C::pack(INEVITABLE);
                    match meter.make_room(&mut waiting) {
                        Ok(()) => waiting.push(from.clone()),
                        Err(limit) => end = Err(limit),
                    }
                } else if let Some(code) = C::count(before - 1) {
                    cells[index] = C::pack(code);
                }
            });
            end?;
            meter.charge(seen)?;
            next = waiting.pop();
        }
    }
    release(&waiting, meter);
    Ok(())
}

/// Marks the positions from which each player can force the end, by looking back from the ends
/// once for each player.
fn mark_forced<S: Space, C: Cell>(
    space: &S,
    cells: &mut [C],
    meter: &mut Meter,
) -> Result<(), Limit> {
    let mut enders = meter.claimed_vec(0u8, cells.len())?;
    for player in [Player::First, Player::Second] {
        let bit = 1 << player as u8;
        // For positions of the other player: how many moves keep the draw and may avoid the end.
        let mut ways_out = meter.claimed_vec(u32::MAX, cells.len())?;
        let mut waiting: Vec<S::Node> = Vec::new();
        for index in 0..cells.len() {
            if !matches!(cells[index].code(), EITHER_ENDS | INEVITABLE) {
                continue;
            }
            // An inevitable end is forced too; it is looked back from like an end.
            enders[index] |= bit;
            let mut next = Some(space.node(index));
            while let Some(node) = next {
                let (mut seen, mut end) = (0, Ok(()));
                space.visit_predecessors(&node, |index, from| {
                    seen += 1;
                    if !is_open(cells[index]) || enders[index] & bit != 0 {
                        return;
                    }
                    if space.mover(from) != player {
                        let count = &mut ways_out[index];
                        if *count == u32::MAX {
                            *count = 0;
                            space.visit_successors(from, |to| {
                                *count += u32::from(is_drawn(cells[to]));
                            });
                        }
                        *count -= 1;
                        if *count > 0 {
                            return;
                        }
                    }
                    enders[index] |= bit;
                    match meter.make_room(&mut waiting) {
                        Ok(()) => waiting.push(from.clone()),
                        Err(limit) => end = Err(limit),
                    }
                });
                end?;
                meter.charge(seen)?;
                next = waiting.pop();
            }
        }
        release(&waiting, meter);
        release(&ways_out, meter);
    }
    for (cell, &bits) in cells.iter_mut().zip(&enders) {
        if is_open(*cell) || cell.code() == INEVITABLE {
            *cell = C::pack(drawn_code(bits));
        }
    }
    release(&enders, meter);
    Ok(())
}
