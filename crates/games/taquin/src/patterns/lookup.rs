use std::marker::PhantomData;

use tesuji_core::{Cost, EntryChange, Form, Heuristic, Patterns};

use crate::board::{Board, Word};
use crate::heuristics::Manhattan;
use crate::patterns::group;
use crate::patterns::orders::MAX_TILES;
use crate::patterns::partition::Partition;
use crate::rules::{Slide, Taquin};
use crate::size::Size;

/// The image of a board that is looked up: the board itself, or its mirror image.
pub trait View: Copy + Send + Sync + 'static {
    /// The side of the square boards that have this view; `None` if all boards have it.
    const SIDE: Option<u8>;

    /// The image of a cell; the map is its own inverse.
    fn see(cell: u8) -> u8;
}

/// The board as it is.
#[derive(Clone, Copy, Debug)]
pub struct Upright;

impl View for Upright {
    const SIDE: Option<u8> = None;

    #[inline]
    fn see(cell: u8) -> u8 {
        cell
    }
}

/// A square board of `SIDE` × `SIDE` with rows and columns swapped. If the blank's goal is on the
/// diagonal, this is another state of the same puzzle at the same distance from the goal
/// (Culberson & Schaeffer 1998).
#[derive(Clone, Copy, Debug)]
pub struct Mirrored<const SIDE: u8>;

impl<const SIDE: u8> View for Mirrored<SIDE> {
    const SIDE: Option<u8> = Some(SIDE);

    #[inline]
    fn see(cell: u8) -> u8 {
        cell % SIDE * SIDE + cell / SIDE
    }
}

/// Checks that a board has this view.
pub(crate) fn check_view<W: Word, V: View>(taquin: &Taquin<W>) -> Result<(), LookupError> {
    let (size, blank_home) = (taquin.board_size(), taquin.goal.blank());
    let square = |side| taquin.width == side && taquin.height == side;
    if !V::SIDE.is_none_or(square) || V::see(blank_home) != blank_home {
        return Err(LookupError::NoMirror { size, blank_home });
    }
    Ok(())
}

/// The entries of boards in the databases of a [`Partition`], as a [`View`] shows them.
///
/// The number of an entry is a sum with a term for each tile and each pair of tiles of the group,
/// so a slide changes it by the tile's own step and by a term for each cell between in reading
/// order: a few additions, and no loop over the group.
#[derive(Clone, Debug)]
pub struct TilePatterns<W: Word, V = Upright> {
    partition: Partition,
    /// For each group, the first bit of its entry in the keys, and a mask of the entry's length.
    lanes: Vec<(u8, u32)>,
    /// For each tile, its group in this view, and that group's lane.
    parts: [u8; 32],
    shifts: [u8; 32],
    masks: [u32; 32],
    /// The change of the keys when a tile steps to the next cell, and to the next row.
    steps: [W; 32],
    strides: [W; 32],
    /// The additional change when the first tile passes the second. What is large is kept apart, so
    /// that the patterns can be moved on a small stack.
    passes: Box<[[W; 32]; 32]>,
    /// The bases of all groups together, equal in every view.
    manhattan: Box<Manhattan>,
    view: PhantomData<V>,
}

/// An error for a partition that cannot be looked up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// The board is not its own mirror image.
    #[error("a {size} board with the blank of cell {blank_home} is not its own mirror image")]
    NoMirror {
        /// The size of the board.
        size: Size,
        /// Where the blank belongs, from 0.
        blank_home: u8,
    },
    /// There are too many groups.
    #[error("a partition has at most {max} groups, not {found}")]
    TooManyGroups {
        /// The number of groups.
        found: usize,
        /// The maximum.
        max: usize,
    },
    /// The entries do not fit into the board's word.
    #[error("the entries of the groups take {bits} bits; the board's word has {room}")]
    TooLarge {
        /// The bits they take.
        bits: u32,
        /// The bits of the word.
        room: u32,
    },
}

impl<W: Word, V: View> TilePatterns<W, V> {
    /// Returns the patterns of `partition`, which must be one of `taquin`.
    ///
    /// # Errors
    /// The board has no such view, or the entries do not fit into a word.
    pub fn new(taquin: &Taquin<W>, partition: &Partition) -> Result<Self, LookupError> {
        check_view::<W, V>(taquin)?;
        let mut bits = 0;
        let mut lanes = Vec::new();
        for group in partition.groups() {
            let length = (group.state_count() - 1).checked_ilog2().map_or(0, |top| top + 1);
            lanes.push((bits, length));
            bits += length;
        }
        let room = W::BITS;
        if bits > room || lanes.iter().any(|&(_, length)| length > u32::BITS) {
            return Err(LookupError::TooLarge { bits, room });
        }
        let lanes = lanes.iter().map(|&(shift, length)| {
            let mask = u32::try_from((1u64 << length) - 1).expect("at most 32 bits");
            (u8::try_from(shift).expect("at most 128"), mask)
        });
        let mut it = TilePatterns {
            partition: partition.clone(),
            lanes: lanes.collect(),
            parts: [0; 32],
            shifts: [0; 32],
            masks: [0; 32],
            steps: [W::ZERO; 32],
            strides: [W::ZERO; 32],
            passes: Box::new([[W::ZERO; 32]; 32]),
            manhattan: Box::new(Manhattan::new(taquin)),
            view: PhantomData,
        };
        let place = |tile: u8| {
            let home = V::see(taquin.goal_cells[usize::from(tile)]);
            partition.place(home).expect("a partition has every tile")
        };
        for tile in 1..taquin.cells() {
            let (part, index) = place(tile);
            let own_weight = partition.groups()[part].weight(index);
            let (shift, mask) = it.lanes[part];
            let term = |weight: u64| W::number(weight).shifted(shift.into());
            let row = usize::from(tile);
            it.parts[row] = u8::try_from(part).expect("few groups");
            (it.shifts[row], it.masks[row]) = (shift, mask);
            it.steps[row] = term(own_weight);
            it.strides[row] = term(own_weight * u64::from(taquin.width));
            for other in (1..taquin.cells()).filter(|&other| other != tile) {
                let (other_part, other_index) = place(other);
                // A cell counts for a tile unless an earlier tile of the group stands there.
                it.passes[row][usize::from(other)] = if other_part != part {
                    W::ZERO
                } else if other_index < index {
                    W::ZERO.minus(it.steps[row])
                } else {
                    term(partition.groups()[part].weight(other_index))
                };
            }
        }
        Ok(it)
    }

    /// The partition of the databases.
    #[must_use]
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    #[inline]
    fn entry_of(&self, keys: W, tile: u8) -> usize {
        let row = usize::from(tile & 31);
        (keys.low_bits_from(self.shifts[row]) & self.masks[row]) as usize
    }
}

impl<W: Word, V: View> Patterns<Taquin<W>> for TilePatterns<W, V> {
    type Keys = W;

    const FORM: Form = group::FORM;

    fn parts(&self) -> usize {
        self.partition.groups().len()
    }

    fn start(&self, taquin: &Taquin<W>, board: &Board<W>) -> W {
        let mut cells = [0; 32];
        for cell in 0..taquin.cells() {
            let home = V::see(taquin.goal_cells[usize::from(board.tile(cell))]);
            cells[usize::from(home)] = V::see(cell);
        }
        let mut keys = W::ZERO;
        for (group, &(shift, _)) in self.partition.groups().iter().zip(&self.lanes) {
            let mut standing = [0; MAX_TILES];
            for (place, &home) in standing.iter_mut().zip(group.homes()) {
                *place = cells[usize::from(home)];
            }
            let entry = group.entry_of(&standing[..group.homes().len()]);
            keys = keys.plus(W::number(entry).shifted(shift.into()));
        }
        keys
    }

    fn entry(&self, keys: W, part: usize) -> usize {
        let (shift, mask) = self.lanes[part];
        (keys.low_bits_from(shift) & mask) as usize
    }

    fn base(&self, taquin: &Taquin<W>, board: &Board<W>) -> Cost {
        self.manhattan.start(taquin, board)
    }

    #[inline]
    fn advance(
        &self,
        _: &Taquin<W>,
        keys: W,
        parent: &Board<W>,
        slide: Slide,
        _: &Board<W>,
    ) -> EntryChange<W> {
        let tile = parent.tile(slide.from);
        let row = usize::from(tile & 31);
        let base_change = self.manhattan.change(slide, tile);
        let (from, to) = (V::see(slide.from), V::see(slide.to));
        let (near, far) = if from < to { (from, to) } else { (to, from) };
        let mut change = if far - near == 1 { self.steps[row] } else { self.strides[row] };
        for between in near + 1..far {
            let passed = parent.tile(V::see(between));
            change = change.plus(self.passes[row][usize::from(passed & 31)]);
        }
        let keys = if from < to { keys.plus(change) } else { keys.minus(change) };
        let (part, entry) = (self.parts[row].into(), self.entry_of(keys, tile));
        EntryChange { keys, part, entry, base_change }
    }
}
