//! Retrograde analysis: from the ends of the game backwards, the cheapest first.
//!
//! Every predecessor of a position that its mover has lost is won for its own mover; a position
//! all of whose successors are won by the opponent is lost. Positions are settled in order of
//! their cost, as in Dijkstra's algorithm, so the first way to win that is found is the cheapest,
//! and the last defence to fall the longest (Zermelo 1913; Ströhlein, "Untersuchungen über
//! kombinatorische Spiele", 1970; with costs: Knuth, "A Generalization of Dijkstra's Algorithm",
//! IPL 6, 1977).
//!
//! A cell serves twice: until a position is decided it counts the moves that are not known
//! to lose. The count is taken when the first of them is found to lose, so positions
//! that nothing leads back to are never looked at for it.

use std::collections::BTreeMap;
use std::io;

use tesuji_core::checkpoint::Word;
use tesuji_core::{GameResult, Limit, Meter, Player, StateReader, StateWriter};

use crate::cells::{Cell, FRESH};
use crate::clock::{Clock, constant_ticks};
use crate::exact::Exact;
use crate::graph::release;
use crate::space::Space;
use crate::successors::{Tally, visit_valued_successors};

/// Why the analysis ended early.
pub(crate) enum Stop {
    Limit(Limit),
    /// A count or a cost does not fit the cells: take wider ones.
    TooWide,
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

/// Everything that changes during the analysis.
struct Run<'a, 'm, S: Space, K, C> {
    space: &'a S,
    clock: &'a K,
    /// What a move of each player counts, if that is all there is to the clock.
    ticks: Option<[u32; 2]>,
    cells: Vec<C>,
    /// Won positions whose predecessors are still to be looked at, by cost.
    levels: BTreeMap<u32, Level<S::Node>>,
    /// Positions on lists, and how many there may be before lists are dropped.
    listed: usize,
    max_listed: usize,
    /// The first position that was not looked at for being the end of a game.
    index: usize,
    /// The name of the checkpoints.
    section: String,
    meter: &'a mut Meter<'m>,
}

/// What a checkpoint has besides the cells.
struct Saved<N> {
    index: usize,
    listed: usize,
    levels: BTreeMap<u32, Level<N>>,
    current: Option<Current<N>>,
}

/// A level that is being settled.
struct Current<N> {
    cost: u32,
    level: Level<N>,
    /// How many of its positions are settled or, if there is no list of them, of all cells.
    done: usize,
}

/// The positions of one cost. With a clock that asks for more than whose move it is, they are
/// candidates: a position can stand in several levels, and the first counts.
struct Level<N> {
    /// Those that the first player wins, and those that the second wins.
    nodes: [Vec<N>; 2],
    /// The lists were too long and are dropped: the positions are found by going through the
    /// cells.
    dropped: bool,
}

impl<N> Default for Level<N> {
    fn default() -> Self {
        Level { nodes: [Vec::new(), Vec::new()], dropped: false }
    }
}

impl<N> Level<N> {
    fn release(self, meter: &mut Meter) {
        for list in &self.nodes {
            release(list, meter);
        }
    }

    /// Positions are written by their indices.
    fn save(&self, space: &impl Space<Node = N>, out: &mut StateWriter) -> io::Result<()> {
        out.number(self.dropped.into())?;
        for list in &self.nodes {
            out.number(list.capacity() as u64)?;
            out.records(list, |node, bytes| {
                let index = space.index(&space.state(node)).unwrap_or(usize::MAX);
                (index as u64).put(bytes);
            })?;
        }
        Ok(())
    }

    fn load(
        space: &impl Space<Node = N>,
        input: &mut StateReader,
        meter: &mut Meter,
    ) -> io::Result<Self> {
        let mut level = Level { dropped: input.number()? != 0, ..Level::default() };
        for list in &mut level.nodes {
            *list = input.reserved(meter)?;
            input.records(|bytes| {
                let (index, rest) = bytes.split_first_chunk().ok_or_else(damaged)?;
                *bytes = rest;
                let index = usize::try_from(u64::from_le_bytes(*index)).ok();
                let index =
                    index.filter(|&index| index < space.len() && list.len() < list.capacity());
                list.push(space.node(index.ok_or_else(damaged)?));
                Ok(())
            })?;
        }
        Ok(level)
    }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it has no such positions")
}

/// Decides all wins and losses. In the cells that come back, positions that are over and drawn
/// have the code of a draw, and the other undecided ones are fresh or hold a count.
pub(crate) fn decide<S: Space, K: Clock<S::Game>, C: Cell>(
    space: &S,
    clock: &K,
    meter: &mut Meter,
) -> Result<Vec<C>, Stop> {
    let node = size_of::<S::Node>().max(1);
    decide_listing(space, clock, LIST_BYTES * space.len() / node, meter)
}

/// [`decide`] with at most `max_listed` positions on lists, if lists can be done without.
fn decide_listing<S: Space, K: Clock<S::Game>, C: Cell>(
    space: &S,
    clock: &K,
    max_listed: usize,
    meter: &mut Meter,
) -> Result<Vec<C>, Stop> {
    let cells = meter.claimed_vec(C::pack(FRESH), space.len())?;
    let ticks = constant_ticks(clock);
    // A level found by its cells must be complete when its turn comes.
    let may_drop = ticks.is_some_and(|ticks| ticks[0] > 0 && ticks[1] > 0);
    let max_listed = if may_drop { max_listed } else { usize::MAX };
    let section = match (meter.has_checkpoints(), space.is_empty()) {
        (true, false) => {
            let start = space.state(&space.node(0));
            let (positions, bytes) = (space.len(), size_of::<C>());
            format!("values of {positions} positions in cells of {bytes} bytes from {start:?}")
        }
        _ => String::new(),
    };
    let mut cells = cells;
    let resumed =
        meter.resume(&section, |input, meter| Saved::load(space, &mut cells, input, meter))?;
    let saved = resumed.unwrap_or_else(|| {
        if meter.has_checkpoints() {
            // What a checkpoint that was refused has left.
            cells.fill(C::pack(FRESH));
        }
        Saved { index: 0, listed: 0, levels: BTreeMap::new(), current: None }
    });
    let Saved { index, listed, levels, current } = saved;
    let mut run =
        Run { space, clock, ticks, cells, levels, listed, max_listed, index, section, meter };
    let end = run.run(current);
    let Run { cells, levels, meter, .. } = run;
    for level in levels.into_values() {
        level.release(meter);
    }
    match end {
        Ok(()) => Ok(cells),
        Err(stop) => {
            release(&cells, meter);
            Err(stop)
        }
    }
}

/// The bytes that lists of positions may take for each position of the space.
const LIST_BYTES: usize = 8;

impl<S: Space, K: Clock<S::Game>, C: Cell> Run<'_, '_, S, K, C> {
    fn run(&mut self, current: Option<Current<S::Node>>) -> Result<(), Stop> {
        while self.index < self.space.len() {
            self.save_if_due(None);
            let index = self.index;
            self.index += 1;
            // What has been reached backwards already has a move, so it is no end.
            if self.cells[index].code() == FRESH {
                self.meter.charge(1)?;
                let node = self.space.node(index);
                if let Some(result) = self.space.end(&node) {
                    let value = Exact::of_result(result, self.space.mover(&node));
                    self.cells[index] = C::pack(value.code());
                    if let GameResult::Win(winner) = result {
                        self.look_back(&node, winner, 0)?;
                    }
                }
            }
        }
        if let Some(current) = current {
            self.settle(current)?;
        }
        // A move that counts nothing may open the level just taken anew.
        while let Some((cost, level)) = self.levels.pop_first() {
            self.settle(Current { cost, level, done: 0 })?;
        }
        let Run { space, cells, levels, listed, index, section, meter, .. } = self;
        meter.save_result(section, |out| save(*space, cells, levels, *listed, *index, None, out));
        Ok(())
    }

    /// Saves a checkpoint if one is due.
    #[inline(always)]
    fn save_if_due(&mut self, current: Option<&Current<S::Node>>) {
        if self.meter.is_due() {
            self.save(current);
        }
    }

    #[cold]
    #[inline(never)]
    fn save(&mut self, current: Option<&Current<S::Node>>) {
        let Run { space, cells, levels, listed, index, section, meter, .. } = self;
        meter.save(section, |out| save(*space, cells, levels, *listed, *index, current, out));
    }

    /// Looks back from all positions of one cost.
    fn settle(&mut self, mut current: Current<S::Node>) -> Result<(), Stop> {
        if current.level.dropped {
            return self.settle_by_scan(current);
        }
        let cost = current.cost;
        let lengths = current.level.nodes.each_ref().map(Vec::len);
        for winner in [Player::First, Player::Second] {
            let before = if winner == Player::First { 0 } else { lengths[0] };
            while current.done < before + lengths[winner as usize] {
                self.save_if_due(Some(&current));
                let node = &current.level.nodes[winner as usize][current.done - before];
                current.done += 1;
                // Without a clock of constants the cell is still to be filled, unless a
                // cheaper candidate has filled it.
                if self.ticks.is_some() || self.fill(node, winner, cost)? {
                    self.look_back(node, winner, cost)?;
                }
            }
        }
        self.listed -= lengths[0] + lengths[1];
        current.level.release(self.meter);
        Ok(())
    }

    /// Fills the cell of a position, unless it is decided already; whether it was not.
    fn fill(&mut self, node: &S::Node, winner: Player, cost: u32) -> Result<bool, Stop> {
        let index = self.space.index(&self.space.state(node)).expect("a position of the space");
        let open = is_open::<C>(self.cells[index].code());
        if open {
            let lost = self.space.mover(node) != winner;
            self.cells[index] = C::pack(C::decisive(cost, lost).ok_or(Stop::TooWide)?);
        }
        Ok(open)
    }

    /// Looks back from all positions of one cost, found by their cells.
    fn settle_by_scan(&mut self, mut current: Current<S::Node>) -> Result<(), Stop> {
        const CHUNK: usize = 64;
        let cost = current.cost;
        let won = C::decisive(cost, false).ok_or(Stop::TooWide)?;
        for start in (current.done..self.cells.len()).step_by(CHUNK) {
            current.done = start;
            self.save_if_due(Some(&current));
            let end = (start + CHUNK).min(self.cells.len());
            // Two passes: the first, without a branch, sees 64 cells in a few instructions.
            let here = |cell: &C| cell.code() | 1 == won | 1;
            if !self.cells[start..end].iter().fold(false, |any, cell| any | here(cell)) {
                continue;
            }
            for index in start..end {
                let code = self.cells[index].code();
                if code | 1 == won | 1 {
                    let node = self.space.node(index);
                    let mover = self.space.mover(&node);
                    let winner = if code == won { mover } else { mover.other() };
                    self.look_back(&node, winner, cost)?;
                }
            }
        }
        Ok(())
    }

    /// Records at the predecessors of a position that `winner` wins it at `cost`.
    #[inline(always)]
    fn look_back(&mut self, node: &S::Node, winner: Player, cost: u32) -> Result<(), Stop> {
        let space = self.space;
        let (mut seen, mut stop) = (0, None);
        space.visit_predecessors(node, |index, from| {
            seen += 1;
            let code = self.cells[index].code();
            if is_open::<C>(code)
                && let Err(reason) = self.tell(index, from, code, winner, cost)
            {
                stop = Some(reason);
            }
        });
        self.meter.tally.expanded += 1;
        self.meter.charge(seen)?;
        stop.map_or(Ok(()), Err)
    }

    /// Records at an undecided position that `winner` wins after one of its moves.
    #[inline(always)]
    fn tell(
        &mut self,
        index: usize,
        node: &S::Node,
        code: u32,
        winner: Player,
        cost: u32,
    ) -> Result<(), Stop> {
        let mover = self.space.mover(node);
        if mover != winner {
            let before = if code == FRESH { self.space.degree(node) } else { code & !C::UNDECIDED };
            self.cells[index] = C::pack(C::count(before - 1).ok_or(Stop::TooWide)?);
            if before > 1 {
                return Ok(());
            }
        }
        let Some(ticks) = self.ticks else {
            return self.nominate(node, winner);
        };
        let cost = cost.checked_add(ticks[mover as usize]).ok_or(Stop::Limit(Limit::Depth))?;
        let code = C::decisive(cost, mover != winner).ok_or(Stop::TooWide)?;
        self.cells[index] = C::pack(code);
        self.list(cost, winner, node)
    }

    /// Lists a position at the cost that its decided successors give.
    fn nominate(&mut self, node: &S::Node, winner: Player) -> Result<(), Stop> {
        let mut tally = Tally::default();
        let value = |index: usize| {
            let code = self.cells[index].code();
            if is_open::<C>(code) { None } else { Exact::from_code(code) }
        };
        let state = self.space.state(node);
        visit_valued_successors(self.space, self.clock, &state, value, |s| tally.add(&s));
        let (_, cost) = tally.decision().expect("a successor or all have just decided it");
        let cost = u32::try_from(cost).map_err(|_| Stop::Limit(Limit::Depth))?;
        self.list(cost, winner, node)
    }

    #[inline(always)]
    fn list(&mut self, cost: u32, winner: Player, node: &S::Node) -> Result<(), Stop> {
        let level = self.levels.entry(cost).or_default();
        if level.dropped {
            return Ok(());
        }
        if self.listed < self.max_listed {
            let list = &mut level.nodes[winner as usize];
            self.meter.make_room(list)?;
            list.push(node.clone());
            self.listed += 1;
        } else {
            self.listed -= level.nodes[0].len() + level.nodes[1].len();
            std::mem::replace(level, Level { dropped: true, ..Level::default() })
                .release(self.meter);
        }
        Ok(())
    }
}

/// Writes a checkpoint.
fn save<S: Space, C: Cell>(
    space: &S,
    cells: &[C],
    levels: &BTreeMap<u32, Level<S::Node>>,
    listed: usize,
    index: usize,
    current: Option<&Current<S::Node>>,
    out: &mut StateWriter,
) -> io::Result<()> {
    out.number(index as u64)?;
    out.number(listed as u64)?;
    out.words(cells)?;
    out.number(levels.len() as u64)?;
    for (&cost, level) in levels {
        out.number(cost.into())?;
        level.save(space, out)?;
    }
    out.number(current.is_some().into())?;
    let Some(Current { cost, level, done }) = current else { return Ok(()) };
    out.number((*cost).into())?;
    out.number(*done as u64)?;
    level.save(space, out)
}

impl<N: Clone> Saved<N> {
    fn load<S: Space<Node = N>, C: Cell>(
        space: &S,
        cells: &mut [C],
        input: &mut StateReader,
        meter: &mut Meter,
    ) -> io::Result<Self> {
        let (index, listed) = (input.number_up_to(cells.len())?, input.small()?);
        input.words(cells)?;
        let mut levels = BTreeMap::new();
        for _ in 0..input.number()? {
            levels.insert(input.small()?, Level::load(space, input, meter)?);
        }
        let mut current = None;
        if input.number()? != 0 {
            // A list may have a position more than once.
            let (cost, done) = (input.small()?, input.small()?);
            current = Some(Current { cost, level: Level::load(space, input, meter)?, done });
        }
        Ok(Saved { index, listed, levels, current })
    }
}

/// Whether a cell's position is undecided.
#[inline(always)]
fn is_open<C: Cell>(code: u32) -> bool {
    code == FRESH || code >= C::UNDECIDED
}

#[cfg(test)]
mod tests {
    use std::time::Duration;
    use tesuji_breakthrough::Breakthrough;
    use tesuji_connect_four::ConnectFour;

    use tesuji_core::checkpoint::InMemory;
    use tesuji_core::{Budget, Checkpoints, Game, Ranked, Reversible, Silent};

    use super::*;
    use crate::clock::Plies;
    use crate::space::Numbered;

    fn cells<G: Game + Ranked + Reversible>(game: &G, max_listed: usize) -> Vec<u8> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let space = Numbered::new(game);
        let Ok(cells) = decide_listing(&space, &Plies, max_listed, &mut meter) else { panic!() };
        assert_eq!(meter.bytes_left(), usize::MAX - space.len(), "the lists are given back");
        cells
    }

    #[test]
    fn an_interrupted_analysis_ends_as_if_it_had_not_been() {
        let game = Breakthrough::new(3, 4).unwrap();
        let space = Numbered::new(&game);
        for max_listed in [0, 1000, usize::MAX] {
            let (store, mut silent) = (InMemory::default(), Silent);
            let mut last = (0, None);
            for number in 1..1000 {
                let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
                let budget = Budget::unlimited().nodes(number * 50_000).checkpoints(checkpoints);
                let mut meter = Meter::new(&budget, &mut silent);
                let found = decide_listing(&space, &Plies, max_listed, &mut meter);
                last = (number, found.ok().map(|cells: Vec<u8>| (cells, meter.stats())));
                if last.1.is_some() {
                    break;
                }
            }
            let (runs, Some((found, stats))) = last else { panic!("it never ends") };
            let budget = Budget::unlimited();
            let mut meter = Meter::new(&budget, &mut silent);
            let Ok(whole) = decide_listing::<_, _, u8>(&space, &Plies, max_listed, &mut meter)
            else {
                panic!("there is no limit")
            };
            assert!(found == whole, "{max_listed}");
            assert_eq!(stats, meter.stats(), "{max_listed}");
            assert!(runs > 5, "{runs}");
        }
    }

    #[test]
    fn levels_without_lists_are_found_in_the_cells() {
        let breakthrough = Breakthrough::new(3, 4).unwrap();
        let connect_four = ConnectFour::new(4, 3).unwrap();
        let (first, second) = (cells(&breakthrough, usize::MAX), cells(&connect_four, usize::MAX));
        for max_listed in [0, 1, 100, 1000, 10_000] {
            // Not assert_eq, which would print all cells.
            assert!(cells(&breakthrough, max_listed) == first, "{max_listed}");
            assert!(cells(&connect_four, max_listed) == second, "{max_listed}");
        }
    }
}
