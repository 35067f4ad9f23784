//! The division of the lines of a card into inner and outer ones.

use crate::card::{Axis, MAX_SIDE};
use crate::lines::{Line, WAYS};
use crate::occupied::Occupied;
use crate::rules::{Board, RushHour};

/// Boards that differ in the inner lines only, a bit each.
pub(super) type Boards = u64;

/// Which lines are inner, with the tables for moves of many boards at a time.
///
/// The inner lines are all rows or all columns, so that their cars cannot meet. A board is the
/// *key* of a block, which has the inner lines in way 0, and a *slot* in it, the number of the ways
/// of the inner lines in a mixed radix.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The nibbles of the inner lines.
    inner_nibbles: u64,
    /// For each slot, the nibbles of the inner lines.
    ways: Vec<u64>,
    lines: Vec<InnerLine>,
    outer_lines: Vec<u8>,
    red_line: u8,
    /// For each way of the red car's line in a key, the goals among the boards of the block.
    goals: [Boards; WAYS],
    /// The moves of the cars of inner lines by one cell.
    pub(super) inner: Vec<InnerStep>,
    /// The moves of the cars of outer lines by one cell, each beside its inverse.
    pub(super) outer: Vec<OuterStep>,
}

#[derive(Clone, Debug)]
struct InnerLine {
    number: u8,
    /// What one more way adds to the slot.
    stride: u32,
    /// The slots in which the line's cars are on none of these cells of it.
    clear: Box<[Boards; 256]>,
}

/// The move of a car of an inner line by one cell in one direction.
#[derive(Clone, Debug)]
pub(super) struct InnerStep {
    shifts: Vec<Shift>,
}

/// What a step does from some ways of its line.
#[derive(Clone, Copy, Debug)]
struct Shift {
    /// The slots with one of these ways.
    from: Boards,
    /// What is added to the slot.
    by: i32,
}

impl InnerStep {
    /// The boards that the step leads to, without regard to the outer lines.
    #[inline]
    pub(super) fn take(&self, boards: Boards) -> Boards {
        self.shifts.iter().fold(0, |all, &Shift { from, by }| {
            let boards = boards & from;
            all | if by > 0 { boards << by } else { boards >> -by }
        })
    }
}

/// The move of a car of an outer line by one cell in one direction.
#[derive(Clone, Debug)]
pub(super) struct OuterStep {
    pub(super) line: u8,
    /// For each way of the line, the boards on which no inner line covers the cell that the car
    /// moves to; none if the car cannot move in its line.
    pub(super) free: [Boards; WAYS],
    /// For each way, the cell that the car moves to: the bit of its row and column.
    cell: [u64; WAYS],
    /// For each way, the change of the line's nibble.
    change: [u8; WAYS],
}

impl OuterStep {
    /// The key of the block that the step leads to.
    #[inline]
    pub(super) fn take(&self, key: Board) -> Board {
        Board(key.0 ^ u64::from(self.change[key.way(self.line)]) << (4 * self.line))
    }
}

impl Layout {
    pub(super) fn new(game: &RushHour) -> Self {
        let lines = game.lines();
        let chosen = [Axis::Horizontal, Axis::Vertical]
            .map(|axis| choose(lines.iter().filter(|line| line.number / MAX_SIDE == axis as u8)));
        let inner =
            if slot_count(&chosen[0]) >= slot_count(&chosen[1]) { &chosen[0] } else { &chosen[1] };
        let is_inner = |line: &Line| inner.iter().any(|other| other.number == line.number);
        let outer: Vec<&Line> = lines.iter().filter(|line| !is_inner(line)).collect();
        let mut ways = vec![0];
        let mut placed = Vec::new();
        for &line in inner {
            placed.push((line, ways.len() as u32));
            ways = (0..line.ways.len())
                .flat_map(|way| {
                    ways.iter().map(move |&below| Board(below).with(line.number, way).0)
                })
                .collect();
        }
        // For each inner line and way, the slots with that way.
        let with_way: Vec<Vec<Boards>> = placed
            .iter()
            .map(|&(line, stride)| {
                let mut slots = vec![0; line.ways.len()];
                for slot in 0..ways.len() {
                    slots[slot / stride as usize % line.ways.len()] |= 1 << slot;
                }
                slots
            })
            .collect();
        let mut layout = Layout {
            inner_nibbles: inner.iter().fold(0, |all, line| all | 15 << (4 * line.number)),
            lines: Vec::new(),
            outer_lines: outer.iter().map(|line| line.number).collect(),
            inner: Vec::new(),
            outer: Vec::new(),
            ways: Vec::new(),
            red_line: game.red_line(),
            goals: [0; WAYS],
        };
        for (&(line, stride), of_way) in placed.iter().zip(&with_way) {
            let mut clear = Box::new([0; 256]);
            for (cells, clear) in clear.iter_mut().enumerate() {
                let ways = of_way.iter().zip(&line.covered);
                *clear = ways
                    .filter(|&(_, &covered)| usize::from(covered) & cells == 0)
                    .fold(0, |all, (boards, _)| all | boards);
            }
            layout.lines.push(InnerLine { number: line.number, stride, clear });
            for step in steps(line) {
                let mut shifts: Vec<Shift> = Vec::new();
                for (way, to) in step.iter().enumerate() {
                    let Some(to) = *to else { continue };
                    let by = (to as i32 - way as i32) * stride as i32;
                    match shifts.iter_mut().find(|shift| shift.by == by) {
                        Some(shift) => shift.from |= of_way[way],
                        None => shifts.push(Shift { from: of_way[way], by }),
                    }
                }
                layout.inner.push(InnerStep { shifts });
            }
        }
        let all = Boards::MAX >> (Boards::BITS as usize - ways.len());
        for line in outer {
            for step in steps(line) {
                let mut outer = OuterStep {
                    line: line.number,
                    free: [0; WAYS],
                    cell: [0; WAYS],
                    change: [0; WAYS],
                };
                for (way, to) in step.iter().enumerate() {
                    let Some(to) = *to else { continue };
                    let covers = |way| game.covered_by(line.number, way).rows();
                    let cell = covers(to) & !covers(way);
                    let mut free = all;
                    for (inner, of_way) in inner.iter().zip(&with_way) {
                        for (other, &boards) in of_way.iter().enumerate() {
                            if game.covered_by(inner.number, other).rows() & cell != 0 {
                                free &= !boards;
                            }
                        }
                    }
                    (outer.free[way], outer.cell[way]) = (free, cell);
                    outer.change[way] = (way ^ to) as u8;
                }
                layout.outer.push(outer);
            }
        }
        let exits = (0..WAYS).filter(|way| game.exits() >> way & 1 == 1);
        match inner.iter().position(|line| line.number == layout.red_line) {
            Some(red) => {
                layout.goals[0] = exits
                    .filter_map(|way| with_way[red].get(way))
                    .fold(0, |all, boards| all | boards);
            }
            None => exits.for_each(|way| layout.goals[way] = all),
        }
        layout.ways = ways;
        layout
    }

    /// The key of the block of a board, and its slot there.
    #[inline]
    pub(super) fn split(&self, board: Board) -> (Board, u32) {
        let lines = self.lines.iter();
        let slot = lines.map(|line| line.stride * board.way(line.number) as u32).sum();
        (Board(board.0 & !self.inner_nibbles), slot)
    }

    /// The board in a slot of the block with this key.
    #[inline]
    pub(super) fn join(&self, key: Board, slot: u32) -> Board {
        Board(key.0 | self.ways[slot as usize])
    }

    /// The boards of a block on which no inner car is where an outer one is, and the steps of outer
    /// cars that no outer car blocks.
    pub(super) fn look_at(&self, game: &RushHour, key: Board) -> (Boards, u64) {
        let lines = self.outer_lines.iter();
        let occupied = lines
            .fold(Occupied::default(), |all, &line| all | game.covered_by(line, key.way(line)));
        let valid = self.lines.iter().fold(Boards::MAX, |valid, line| {
            valid & line.clear[usize::from(occupied.line(line.number))]
        });
        let steps = (0..).zip(&self.outer).fold(0, |steps, (number, step)| {
            let way = key.way(step.line);
            let open = step.cell[way] & !occupied.rows() != 0;
            steps | u64::from(open) << number
        });
        (valid, steps)
    }

    /// The boards of a block that can be reached from `boards` by moves of inner cars.
    #[inline]
    pub(super) fn close(&self, boards: Boards, valid: Boards) -> Boards {
        let mut all = boards;
        loop {
            let more = self.inner.iter().fold(all, |all, step| all | step.take(all) & valid);
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// The goals among the boards of the block with this key.
    #[inline]
    pub(super) fn goals(&self, key: Board) -> Boards {
        self.goals[key.way(self.red_line)]
    }
}

/// For each car of a line and each direction, where the car's move by one cell leads from each way.
fn steps(line: &Line) -> impl Iterator<Item = Vec<Option<usize>>> + '_ {
    (0..line.cars.len()).flat_map(move |index| {
        [1, -1].map(|by: i8| {
            let to = |way: &Vec<u8>| {
                let mut moved = way.clone();
                moved[index] = way[index].checked_add_signed(by)?;
                line.ways.iter().position(|other| *other == moved)
            };
            line.ways.iter().map(to).collect()
        })
    })
}

/// The number of boards in a block with these inner lines.
fn slot_count(lines: &[&Line]) -> usize {
    lines.iter().map(|line| line.ways.len()).product()
}

/// The lines whose numbers of ways have the greatest product that a block can hold.
fn choose<'l>(lines: impl Iterator<Item = &'l Line>) -> Vec<&'l Line> {
    let lines: Vec<&Line> = lines.collect();
    let subsets = (0..1u32 << lines.len()).map(|subset| {
        let chosen = lines.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1);
        chosen.map(|(_, &line)| line).collect::<Vec<_>>()
    });
    let fitting = subsets.filter(|lines| slot_count(lines) <= Boards::BITS as usize);
    fitting.max_by_key(|lines| slot_count(lines)).expect("the empty set fits")
}

/// The set bits of a word, the lowest first.
#[inline]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}

/// The number of boards before a slot.
#[inline]
pub(super) fn rank(boards: Boards, slot: u32) -> u32 {
    (boards & ((1 << slot) - 1)).count_ones()
}
