use std::ops::Range;

use tesuji_core::{Abstraction, ClassMove, Cost, Form};

use crate::board::Word;
use crate::patterns::cell_sets::CellSets;
use crate::patterns::orders::{MAX_TILES, Orders};
use crate::rules::Taquin;

/// A group of tiles for a pattern database: only these are distinguished, and only their slides
/// count (Korf & Felner, "Disjoint Pattern Database Heuristics", Artificial Intelligence 134,
/// 2002). A tile is identified by its goal cell.
///
/// An entry is an arrangement of the group's tiles: `n·(n − 1)⋯(n − k + 1)` of them for k tiles on
/// n cells. It ignores the blank's cell and holds the minimum over all of them. Distances of
/// disjoint groups add up to an admissible estimate, which is not always consistent, because the
/// minimum for the blank in one region applies to all. With an entry for each region
/// ([`arrangements_by_region`](Self::arrangements_by_region)) it is consistent, for several times
/// the memory.
///
/// The base of an entry is the Manhattan distance of the group's tiles: as each slide changes it by
/// 1, the distance exceeds it by an even number, and seldom by much.
///
/// # Example
/// ```
/// use tesuji_taquin::{Goal, Taquin, TileGroup};
///
/// let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst)?;
/// let group = TileGroup::new(&taquin, &[1, 2, 3, 4, 5, 6, 7])?;
/// assert_eq!(group.state_count(), 57_657_600);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileGroup {
    width: u8,
    height: u8,
    blank_home: u8,
    /// The goal cells of the tiles, in increasing order.
    homes: Vec<u8>,
    /// The change of an entry's number by a step of each tile: see [`entry`](Self::entry).
    weights: Vec<u64>,
}

/// An error for a list of tiles that is not a group.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GroupError {
    /// The group has more tiles than can be numbered.
    #[error("a group has at most {MAX_TILES} tiles, not {0}")]
    TooMany(usize),
    /// No tile has this goal cell.
    #[error("no tile belongs on cell {cell}: the blank does, or the board ends before it")]
    NoTile {
        /// The cell, from 0.
        cell: u8,
    },
    /// The list names a tile twice.
    #[error("the tile of cell {cell} is in the group twice")]
    Twice {
        /// The cell, from 0.
        cell: u8,
    },
}

impl TileGroup {
    /// The group of the tiles that belong on the cells `homes`.
    ///
    /// # Errors
    /// The list has more than eight tiles, one of them twice, or the blank.
    pub fn new<W: Word>(taquin: &Taquin<W>, homes: &[u8]) -> Result<Self, GroupError> {
        if homes.len() > MAX_TILES {
            return Err(GroupError::TooMany(homes.len()));
        }
        let blank_home = taquin.goal.blank();
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        if let Some(&cell) =
            homes.iter().find(|&&cell| cell == blank_home || cell >= taquin.cells())
        {
            return Err(GroupError::NoTile { cell });
        }
        if let Some(pair) = homes.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(GroupError::Twice { cell: pair[0] });
        }
        let mut weight = 1;
        let mut weights = vec![0; homes.len()];
        for (index, place) in weights.iter_mut().enumerate().rev() {
            *place = weight;
            weight *= u64::from(taquin.cells()) - index as u64;
        }
        Ok(TileGroup { width: taquin.width, height: taquin.height, blank_home, homes, weights })
    }

    /// The goal cells of the tiles, in increasing order.
    #[must_use]
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// The goal cell of the blank.
    pub(crate) fn blank_home(&self) -> u8 {
        self.blank_home
    }

    /// The number of cells of the board.
    pub(crate) fn cells(&self) -> u8 {
        self.width * self.height
    }

    /// Whether the cell's colour is not that of the first cell, on a chessboard of this width.
    pub(crate) fn is_dark(&self, cell: u8) -> bool {
        (cell / self.width + cell % self.width) % 2 == 1
    }

    /// What a database of the group depends on, as one line of text.
    #[must_use]
    pub fn identity(&self) -> String {
        let TileGroup { width, height, blank_home, homes, .. } = self;
        let homes: Vec<_> = homes.iter().map(u8::to_string).collect();
        let homes = homes.join(" ");
        format!(
            "taquin {width}x{height}, blank of cell {blank_home}, slides of the tiles of cells {homes}"
        )
    }

    /// The number of arrangements of the tiles, each an entry of the database.
    #[must_use]
    pub fn state_count(&self) -> u64 {
        let cells = u64::from(self.cells());
        (0..self.homes.len() as u64).map(|tile| cells - tile).product()
    }

    /// The change of an entry's number for each cell that the tile with this index moves forward.
    pub(crate) fn weight(&self, tile: usize) -> u64 {
        self.weights[tile]
    }

    /// The number of the entry for tiles on these cells.
    ///
    /// Each tile has a digit: the index of its cell among those that the tiles before it leave.
    pub(crate) fn entry_of(&self, cells: &[u8]) -> u64 {
        let mut entry = 0;
        for (tile, cell) in cells.iter().enumerate() {
            let taken = cells[..tile].iter().filter(|other| *other < cell).count();
            entry += self.weights[tile] * (u64::from(*cell) - taken as u64);
        }
        entry
    }

    /// The space of all arrangements of the group, for a search; its tables take 10 MB for eight
    /// tiles on 4×4.
    #[must_use]
    pub fn arrangements(&self) -> Arrangements<'_> {
        Arrangements::new(self)
    }

    /// The same space with an entry for each region of the blank: for each arrangement of the
    /// tiles, the maximum number of regions that the tiles can leave.
    #[must_use]
    pub fn arrangements_by_region(&self) -> ArrangementsByRegion<'_> {
        let all = Arrangements::new(self);
        let sets = 0..all.sets.len();
        let of_regions = sets.flat_map(|set| all.sets.regions(set).map(move |_| set)).collect();
        ArrangementsByRegion { set_of: of_regions, max_regions: all.sets.max_regions(), all }
    }

    /// The sets of cells that the tiles can stand on.
    pub(crate) fn cell_sets(&self) -> CellSets {
        CellSets::new(self.width, self.height, self.homes.len() as u8)
    }
}

/// All arrangements of a [`TileGroup`] on the board, as an [`Abstraction`]: a block for each
/// set of cells the tiles can stand on, a class for each region of the blank, and the orders of the
/// tiles as members.
#[derive(Clone, Debug)]
pub struct Arrangements<'g> {
    group: &'g TileGroup,
    sets: CellSets,
    orders: Orders,
    /// For each order, the weight of the tile in each slot, and their common excess, from counting
    /// cells that other tiles stand on.
    weights: Vec<([u32; MAX_TILES], u64)>,
    /// For each order and each set, the goal cells and the cells of the tiles in the slots.
    homes: Vec<Places>,
    places: Vec<Places>,
    tails: Tails,
}

/// Orders in two parts: the tiles in the slots of the head, and in the rest. Consecutive orders
/// have the same head; the tails that follow it depend on which tiles it has, not on their order.
#[derive(Clone, Debug)]
struct Tails {
    /// How many slots a head has, and how many tails follow it.
    slots: usize,
    count: usize,
    /// For each head, its share of the excess, and the index of its tails in `firsts`.
    heads: Vec<(u64, usize)>,
    /// For each set of tiles in the tail, the first order of a head before it.
    firsts: Vec<usize>,
}

/// The rows and columns of one cell per slot, some of them unused. Manhattan distances are sums of
/// absolute differences of these bytes, for which processors have an instruction.
type Places = [[u8; MAX_TILES]; 2];

fn places_of(cells: impl Iterator<Item = u8>, width: u8) -> Places {
    let mut places = Places::default();
    for (slot, cell) in cells.enumerate() {
        (places[0][slot], places[1][slot]) = (cell / width, cell % width);
    }
    places
}

/// What the entry of an order has too much, from counting cells that other tiles stand on.
fn excess(order: &[u8], weights: &[u64]) -> u64 {
    let of_slot = |(slot, &tile): (usize, &u8)| {
        let before = order[..slot].iter().filter(|&&before| before < tile).count();
        weights[usize::from(tile)] * before as u64
    };
    order.iter().enumerate().map(of_slot).sum()
}

impl Tails {
    fn new(orders: &Orders, weights: &[u64]) -> Self {
        let tiles = weights.len();
        let slots = tiles / 2;
        let count = (1..=tiles - slots).product();
        let (mut heads, mut firsts, mut sets) = (Vec::new(), Vec::new(), Vec::new());
        for first in (0..orders.len()).step_by(count) {
            let head = &orders.order(first)[..slots];
            let set = head.iter().fold(0u8, |set, tile| set | 1 << tile);
            let tail = sets.iter().position(|&other| other == set).unwrap_or_else(|| {
                sets.push(set);
                firsts.push(first);
                firsts.len() - 1
            });
            heads.push((excess(head, weights), tail));
        }
        Tails { slots, count, heads, firsts }
    }
}

/// The form of databases of tile groups: the tiles step to or from their goal cells, one by one.
pub(super) const FORM: Form = Form::Packed { step: 2 };

impl<'g> Arrangements<'g> {
    fn new(group: &'g TileGroup) -> Self {
        let orders = Orders::new(group.homes.len(), group.width.into());
        let weights = (0..orders.len()).map(|number| {
            let order = orders.order(number);
            let mut weights = [0; MAX_TILES];
            for (weight, &tile) in weights.iter_mut().zip(order) {
                *weight = u32::try_from(group.weights[usize::from(tile)]).expect("at most 24!/17!");
            }
            (weights, excess(order, &group.weights))
        });
        let weights = weights.collect();
        let homes = (0..orders.len()).map(|number| {
            let tiles = orders.order(number).iter();
            places_of(tiles.map(|&tile| group.homes[usize::from(tile)]), group.width)
        });
        let homes = homes.collect();
        let sets = group.cell_sets();
        let places = (0..sets.len()).map(|number| {
            let cells = &sets.cells(number)[..group.homes.len()];
            places_of(cells.iter().copied(), group.width)
        });
        let places = places.collect();
        let tails = Tails::new(&orders, &group.weights);
        Arrangements { group, sets, weights, orders, homes, places, tails }
    }

    pub(super) fn group(&self) -> &'g TileGroup {
        self.group
    }

    pub(super) fn sets(&self) -> &CellSets {
        &self.sets
    }

    pub(super) fn orders(&self) -> &Orders {
        &self.orders
    }
}

impl Abstraction for Arrangements<'_> {
    const FORM: Form = FORM;

    fn identity(&self) -> String {
        self.group.identity()
    }

    fn entries(&self) -> usize {
        usize::try_from(self.group.state_count()).expect("a table of this machine")
    }

    fn blocks(&self) -> usize {
        self.sets.len()
    }

    fn members(&self) -> usize {
        self.orders.len()
    }

    fn classes(&self, block: usize) -> Range<usize> {
        self.sets.regions(block)
    }

    #[inline]
    fn entry(&self, block: usize, member: usize) -> usize {
        let (weights, excess) = &self.weights[member];
        let cells = self.sets.cells(block);
        let entry: u64 = weights
            .iter()
            .zip(cells)
            .map(|(&weight, &cell)| u64::from(weight) * u64::from(cell))
            .sum();
        (entry - excess) as usize
    }

    #[inline]
    fn base(&self, block: usize, member: usize) -> Cost {
        let (homes, places) = (self.homes[member], self.places[block]);
        let pairs = homes.as_flattened().iter().zip(places.as_flattened());
        pairs.map(|(home, place)| Cost::from(home.abs_diff(*place))).sum()
    }

    fn visit_entries(&self, block: usize, mut visit: impl FnMut(usize, Cost)) {
        let Tails { slots, count, heads, firsts } = &self.tails;
        let (cells, places) = (self.sets.cells(block), &self.places[block]);
        let part = |member: usize, slots: Range<usize>| {
            let (weights, homes) = (&self.weights[member].0, &self.homes[member]);
            slots.fold((0, 0), |(entry, base), slot| {
                let far = |axis: usize| Cost::from(homes[axis][slot].abs_diff(places[axis][slot]));
                let weight = u64::from(weights[slot]) * u64::from(cells[slot]);
                (entry + weight, base + far(0) + far(1))
            })
        };
        let tails = firsts.iter().flat_map(|&first| {
            let (excess, _) = heads[first / count];
            (first..first + count).map(move |member| (member, self.weights[member].1 - excess))
        });
        let tails: Vec<(u64, Cost)> = tails
            .map(|(member, excess)| {
                let (entry, base) = part(member, *slots..self.group.homes.len());
                (entry - excess, base)
            })
            .collect();
        for (number, &(excess, tail)) in heads.iter().enumerate() {
            let (head, head_base) = part(number * count, 0..*slots);
            for &(entry, base) in &tails[tail * count..][..*count] {
                visit((head - excess + entry) as usize, head_base + base);
            }
        }
    }

    /// Each slide changes the Manhattan distance by 1, and its parity depends on the cells alone.
    fn is_odd(&self, block: usize) -> Option<bool> {
        Some(self.base(block, 0) % 2 == 1)
    }

    fn visit_goals(&self, mut visit: impl FnMut(usize, usize)) {
        let set = self.group.homes.iter().fold(0, |set, home| set | 1 << home);
        visit(self.sets.region(self.sets.number(set), self.group.blank_home), 0);
    }

    fn visit_class_moves(&self, block: usize, class: usize, mut visit: impl FnMut(ClassMove)) {
        let set = self.sets.set(block);
        for (slot, &from) in self.sets.cells(block)[..self.group.homes.len()].iter().enumerate() {
            let mut free = self.sets.beside(from) & !set;
            while free != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "at most 31")]
                let to = free.trailing_zeros() as u8;
                free &= free - 1;
                if self.sets.region(block, to) == class {
                    let reached = set & !(1 << from) | 1 << to;
                    let slot_after = (reached & ((1 << to) - 1)).count_ones() as usize;
                    visit(ClassMove {
                        to: self.sets.region(self.sets.number(reached), from),
                        reordering: self.orders.reordering(slot, slot_after),
                    });
                }
            }
        }
    }

    fn origins(&self, reordering: usize) -> &[u16] {
        self.orders.origins(reordering)
    }
}

/// [`Arrangements`] with an entry for each region of the blank: each class is a block of its own.
#[derive(Clone, Debug)]
pub struct ArrangementsByRegion<'g> {
    all: Arrangements<'g>,
    /// The set of cells of each class.
    set_of: Vec<usize>,
    max_regions: usize,
}

impl Abstraction for ArrangementsByRegion<'_> {
    const FORM: Form = FORM;

    fn identity(&self) -> String {
        format!("{}, by region of the blank", self.all.identity())
    }

    fn entries(&self) -> usize {
        self.all.entries() * self.max_regions
    }

    fn blocks(&self) -> usize {
        self.set_of.len()
    }

    fn members(&self) -> usize {
        self.all.members()
    }

    fn classes(&self, block: usize) -> Range<usize> {
        block..block + 1
    }

    fn entry(&self, block: usize, member: usize) -> usize {
        let set = self.set_of[block];
        let region = block - self.all.classes(set).start;
        self.all.entry(set, member) * self.max_regions + region
    }

    fn base(&self, block: usize, member: usize) -> Cost {
        self.all.base(self.set_of[block], member)
    }

    fn is_odd(&self, block: usize) -> Option<bool> {
        self.all.is_odd(self.set_of[block])
    }

    fn visit_goals(&self, visit: impl FnMut(usize, usize)) {
        self.all.visit_goals(visit);
    }

    fn visit_class_moves(&self, block: usize, class: usize, visit: impl FnMut(ClassMove)) {
        self.all.visit_class_moves(self.set_of[block], class, visit);
    }

    fn origins(&self, reordering: usize) -> &[u16] {
        self.all.origins(reordering)
    }
}
