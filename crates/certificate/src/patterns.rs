//! Pattern databases: computed from the pieces of a puzzle, then verified entry by entry.

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_core::{Cost, Pieces, Step};

use crate::Rejection;
use crate::space::Limits;

/// The entry of arrangements from which no goal can be reached.
pub(crate) const DEAD_END: u8 = u8::MAX;

/// The largest cost of an entry, which also stands for all larger ones.
pub(crate) const MAX_COST: u8 = DEAD_END - 1;

/// The most pieces of a pattern, the blank included.
const MAX_PIECES: usize = 9;

/// The bytes of tables that count as one position.
pub(crate) const BYTES_PER_POSITION: u64 = 50;

/// The tables of disjoint patterns, whose entries are added.
#[derive(Debug)]
pub(crate) struct Patterns {
    /// The tables one after the other.
    pub(crate) entries: Vec<u8>,
    /// Where each piece counts; none for a piece that is in no pattern.
    pieces: Vec<Option<Lookup>>,
    /// The tables with keys: those of several pieces.
    keyed: Vec<Keyed>,
    /// The units of work that they took.
    work: u64,
}

/// Where the entries of a piece are.
#[derive(Clone, Copy, Debug)]
enum Lookup {
    /// In a table of its own that begins here; the piece's place is the index.
    Alone(usize),
    /// In the table with this key; the piece's place counts with this weight.
    Key(usize, isize),
}

/// A table whose index a search carries along.
#[derive(Debug)]
struct Keyed {
    /// Where it begins.
    start: usize,
    /// Its pieces and the blank, as numbers in lists of places, with their weights in the index.
    own: Vec<(u8, usize)>,
    /// With what weight the blank's place counts in the index; 0 if the blank is not in the pattern.
    blank: isize,
}

/// The index of a state in each keyed table, and the entry there.
#[derive(Clone, Copy)]
pub(crate) struct Keys<const KEYS: usize> {
    indices: [u32; KEYS],
    entries: [u8; KEYS],
}

/// The verified tables that were used last, for the next certificate of the same pieces, after what
/// they depend on: the pieces and the patterns.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastPatterns(Arc<Mutex<Option<Last>>>);

type Last = (Pieces, Vec<Vec<u8>>, Arc<Patterns>);

impl LastPatterns {
    /// The tables of these patterns, computed and verified unless they were used last; their work counts
    /// in either case, so that limits do not depend on the certificates before.
    pub(crate) fn get(
        &self,
        model: Pieces,
        patterns: &[Vec<u8>],
        limits: Limits,
    ) -> Result<Arc<Patterns>, Rejection> {
        let last = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Others are dropped before the new ones take memory.
        let known = last().take().filter(|last| (&last.0, &last.1[..]) == (&model, patterns));
        let tables = match known {
            Some((.., tables)) => {
                for done in (0..tables.work).step_by(u32::MAX as usize) {
                    (limits.charge)(u32::try_from(tables.work - done).unwrap_or(u32::MAX))?;
                }
                tables
            }
            None => Arc::new(Patterns::new(&model, patterns, limits)?),
        };
        *last() = Some((model, patterns.to_vec(), Arc::clone(&tables)));
        Ok(tables)
    }
}

impl Patterns {
    /// Computes and verifies the tables. The patterns are those of the header, which number the
    /// pieces from 1 and the blank 0.
    pub(crate) fn new(
        model: &Pieces,
        patterns: &[Vec<u8>],
        limits: Limits,
    ) -> Result<Self, Rejection> {
        let pieces = vec![None; model.count.into()];
        let mut all = Patterns { entries: Vec::new(), pieces, keyed: Vec::new(), work: 0 };
        let work = Cell::new(0);
        let charge = |units| {
            work.set(work.get() + u64::from(units));
            (limits.charge)(units)
        };
        let limits = Limits { charge: &charge, ..limits };
        for pattern in patterns {
            if pattern.len() > MAX_PIECES {
                return Err(invalid(&format!("a pattern has more than {MAX_PIECES} pieces")));
            }
            let (start, mut size) = (all.entries.len(), 1_usize);
            let alone = pattern.len() == 1 && pattern[0] != 0;
            let mut table = Keyed { start, own: Vec::new(), blank: 0 };
            for &number in pattern {
                let weight = size.cast_signed();
                // The blank is the last in lists of places.
                table.own.push((number.checked_sub(1).unwrap_or(model.count), size));
                let twice = match number.checked_sub(1) {
                    None if model.blank => std::mem::replace(&mut table.blank, weight) != 0,
                    Some(piece) if piece < model.count => {
                        let lookup = match alone {
                            true => Lookup::Alone(start),
                            false => Lookup::Key(all.keyed.len(), weight),
                        };
                        all.pieces[usize::from(piece)].replace(lookup).is_some()
                    }
                    _ => return Err(invalid(&format!("there is no piece {number}"))),
                };
                if twice {
                    return Err(invalid(&format!("piece {number} counts twice")));
                }
                let larger = size.checked_mul(model.places.into());
                let fits = larger.filter(|&size| u32::try_from(size).is_ok());
                size = fits.ok_or(Rejection::Limit { limit: limits.positions })?;
                limits.keep((start + size) as u64 / BYTES_PER_POSITION)?;
            }
            all.entries.resize(start + size, DEAD_END);
            let pattern = Pattern::new(model, &table.own);
            pattern.fill(&mut all.entries[start..], limits)?;
            pattern.verify(&all.entries[start..], limits)?;
            if !alone {
                all.keyed.push(table);
            }
        }
        Ok(Patterns { work: work.get(), ..all })
    }

    /// The number of keys of a state.
    pub(crate) fn keys(&self) -> usize {
        self.keyed.len()
    }

    /// The keys of a state with these places, and the sum of its entries; none if it cannot be
    /// solved.
    pub(crate) fn start<const KEYS: usize>(&self, places: &[u8]) -> Option<(Keys<KEYS>, Cost)> {
        let mut keys = Keys { indices: [0; KEYS], entries: [0; KEYS] };
        let mut sum = 0;
        for (&place, lookup) in places.iter().zip(&self.pieces) {
            if let Some(Lookup::Alone(start)) = lookup {
                sum += Cost::from(self.entry(start + usize::from(place))?);
            }
        }
        for (key, table) in self.keyed.iter().enumerate() {
            let index = index(&table.own, places);
            let entry = self.entry(table.start + index)?;
            (keys.indices[key], keys.entries[key]) = (index as u32, entry);
            sum += Cost::from(entry);
        }
        Some((keys, sum))
    }

    fn entry(&self, index: usize) -> Option<u8> {
        self.entries.get(index).copied().filter(|&entry| entry != DEAD_END)
    }

    /// Changes the keys by a step. Returns the sums of the entries that it changes, before and after
    /// it; none if the state after it cannot be solved.
    #[inline]
    pub(crate) fn step<const KEYS: usize>(
        &self,
        keys: &mut Keys<KEYS>,
        Step { piece, from, to }: Step,
    ) -> Option<(Cost, Cost)> {
        let lookup = self.pieces.get(usize::from(piece)).copied().flatten();
        let (mut before, mut after) = (0, 0);
        if let Some(Lookup::Alone(start)) = lookup {
            before = Cost::from(*self.entries.get(start + usize::from(from))?);
            after = Cost::from(self.entry(start + usize::from(to))?);
        }
        if KEYS > 0 {
            let way = isize::from(to) - isize::from(from);
            for (key, table) in self.keyed.iter().enumerate().take(KEYS) {
                let weight = match lookup {
                    Some(Lookup::Key(own, weight)) if own == key => weight,
                    _ => 0,
                };
                // The blank goes the other way.
                let change = way * (weight - table.blank);
                if change != 0 {
                    let index = (keys.indices[key] as usize).wrapping_add_signed(change);
                    let entry = self.entry(table.start + index)?;
                    before += Cost::from(keys.entries[key]);
                    after += Cost::from(entry);
                    (keys.indices[key], keys.entries[key]) = (index as u32, entry);
                }
            }
        }
        Some((before, after))
    }
}

/// The index of an arrangement in the table of these pieces.
fn index(own: &[(u8, usize)], places: &[u8]) -> usize {
    own.iter().map(|&(piece, weight)| usize::from(places[usize::from(piece)]) * weight).sum()
}

/// The rejection where the lower bounds of a search cannot be computed.
pub(crate) fn invalid(problem: &str) -> Rejection {
    format!("the patterns of the search are not valid: {problem}").into()
}

/// A pattern. The index of an arrangement of its pieces is the sum of their places times their
/// weights.
struct Pattern {
    /// The number of places.
    places: usize,
    /// The pieces, each with the steps that it can make.
    pieces: Vec<Piece>,
    /// Which of the pieces is the blank.
    blank: Option<usize>,
    /// The steps of the pieces that are in no pattern or in another one: they count 0.
    others: Steps,
    /// For each place, the places from which or to which a step leads.
    near: Vec<Vec<usize>>,
    /// The index of each goal.
    goals: Vec<usize>,
}

struct Piece {
    weight: isize,
    steps: Steps,
}

/// For each two places, what a step from the first to the second counts, at most [`MAX_COST`], or
/// [`DEAD_END`] if there is none.
struct Steps(Vec<u8>);

/// An arrangement of the pieces of a pattern.
struct Arrangement {
    /// The place of each piece.
    places: [usize; MAX_PIECES],
    /// The piece on each place.
    pieces: [u8; 256],
}

impl Arrangement {
    /// No piece.
    const FREE: u8 = u8::MAX;

    fn empty() -> Self {
        Arrangement { places: [0; MAX_PIECES], pieces: [Self::FREE; 256] }
    }

    fn put(&mut self, piece: usize, place: usize) {
        self.places[piece] = place;
        self.pieces[place] = piece as u8;
    }

    fn take(&mut self, piece: usize) {
        self.pieces[self.places[piece]] = Self::FREE;
    }
}

impl Pattern {
    fn new(model: &Pieces, own: &[(u8, usize)]) -> Self {
        let places = usize::from(model.places);
        let pair = |step: Step| usize::from(step.from) * places + usize::from(step.to);
        let steps = |of: &dyn Fn(u8) -> bool, count: &dyn Fn(Cost) -> Cost| {
            let mut costs = vec![DEAD_END; places * places];
            for &(step, cost) in model.steps.iter().filter(|(step, _)| of(step.piece)) {
                let known = &mut costs[pair(step)];
                *known = count(cost).min(MAX_COST.into()).min((*known).into()) as u8;
            }
            Steps(costs)
        };
        let is_own = |piece| own.iter().any(|&(number, _)| number == piece);
        let others = steps(&|piece| !is_own(piece), &|_| 0);
        let mut near = vec![Vec::new(); places];
        for (step, _) in &model.steps {
            for (one, other) in [(step.from, step.to), (step.to, step.from)] {
                let list = &mut near[usize::from(one)];
                if !list.contains(&usize::from(other)) {
                    list.push(usize::from(other));
                }
            }
        }
        let goals = model.goals.iter().map(|goal| index(own, goal)).collect();
        let blank = own.iter().position(|&(number, _)| number == model.count);
        let piece = |&(number, weight): &(u8, usize)| Piece {
            weight: weight.cast_signed(),
            steps: steps(&|of| of == number, &|cost| cost),
        };
        let pieces = own.iter().map(piece).collect();
        Pattern { places, pieces, blank, others, near, goals }
    }

    /// Shows the arrangements that steps lead to, or from if they are taken back: by what the index
    /// changes, and what the step counts. Without the blank, a piece can go to any free place.
    fn visit_steps(
        &self,
        arrangement: &Arrangement,
        back: bool,
        mut visit: impl FnMut(isize, Cost),
    ) {
        let cost = |steps: &Steps, place: usize, other: usize| {
            let (from, to) = if back { (other, place) } else { (place, other) };
            let cost = steps.0[from * self.places + to];
            (cost != DEAD_END).then_some(Cost::from(cost))
        };
        let way = |place: usize, other: usize| other.cast_signed() - place.cast_signed();
        match self.blank {
            Some(blank) => {
                let free = arrangement.places[blank];
                for &place in &self.near[free] {
                    let (steps, weight) =
                        match self.pieces.get(usize::from(arrangement.pieces[place])) {
                            Some(piece) => (&piece.steps, piece.weight),
                            None => (&self.others, 0),
                        };
                    if let Some(cost) = cost(steps, place, free) {
                        visit(way(place, free) * (weight - self.pieces[blank].weight), cost);
                    }
                }
            }
            None => {
                for (piece, &place) in self.pieces.iter().zip(&arrangement.places) {
                    for &other in &self.near[place] {
                        if arrangement.pieces[other] == Arrangement::FREE
                            && let Some(cost) = cost(&piece.steps, place, other)
                        {
                            visit(way(place, other) * piece.weight, cost);
                        }
                    }
                }
            }
        }
    }

    /// Computes the least cost from each arrangement to a goal, by taking steps back from the goals,
    /// the least costs first (Dijkstra 1959). That it does so need not be trusted.
    fn fill(&self, entries: &mut [u8], limits: Limits) -> Result<(), Rejection> {
        let mut waiting = vec![Vec::new(); usize::from(MAX_COST) + 1];
        for &goal in &self.goals {
            entries[goal] = 0;
            waiting[0].push(goal as u32);
        }
        let mut arrangement = Arrangement::empty();
        for cost in 0..=MAX_COST {
            while let Some(index) = waiting[usize::from(cost)].pop() {
                (limits.charge)(1)?;
                if entries[index as usize] != cost {
                    continue;
                }
                let mut rest = index;
                for piece in 0..self.pieces.len() {
                    arrangement.put(piece, (rest % self.places as u32) as usize);
                    rest /= self.places as u32;
                }
                self.visit_steps(&arrangement, true, |change, step| {
                    let before = (index as usize).wrapping_add_signed(change);
                    let through = (Cost::from(cost) + step).min(MAX_COST.into()) as u8;
                    if through < entries[before] {
                        entries[before] = through;
                        waiting[usize::from(through)].push(before as u32);
                    }
                });
                (0..self.pieces.len()).for_each(|piece| arrangement.take(piece));
            }
        }
        Ok(())
    }

    /// Verifies that the entries of the goals are 0 and that no step lowers an entry by more than it
    /// counts. Then no entry exceeds what any way to a goal counts.
    fn verify(&self, entries: &[u8], limits: Limits) -> Result<(), Rejection> {
        match self.goals.iter().find(|&&goal| entries[goal] != 0) {
            Some(goal) => Err(invalid(&format!("entry {goal} of a table is not 0 at a goal"))),
            None => {
                let first = self.pieces.len();
                self.verify_with(&mut Arrangement::empty(), first, 0, entries, limits)
            }
        }
    }

    /// Verifies the arrangements with the pieces from `first` on as they are, which make `index`.
    fn verify_with(
        &self,
        arrangement: &mut Arrangement,
        first: usize,
        index: usize,
        entries: &[u8],
        limits: Limits,
    ) -> Result<(), Rejection> {
        let Some(piece) = first.checked_sub(1) else {
            let mut holds = true;
            self.visit_steps(arrangement, false, |change, cost| {
                let after = entries[index.wrapping_add_signed(change)];
                holds &= is_consistent(entries[index], after, cost);
            });
            return match holds {
                true => Ok(()),
                false => Err(invalid(&format!("entry {index} of a table exceeds a way to a goal"))),
            };
        };
        (limits.charge)(self.places as u32)?;
        for place in 0..self.places {
            if arrangement.pieces[place] == Arrangement::FREE {
                arrangement.put(piece, place);
                let index = index + place * self.pieces[piece].weight.cast_unsigned();
                self.verify_with(arrangement, piece, index, entries, limits)?;
                arrangement.take(piece);
            }
        }
        Ok(())
    }
}

/// Whether an entry is at most that after a step, and what the step counts.
fn is_consistent(entry: u8, after: u8, cost: Cost) -> bool {
    match (entry, after) {
        (_, DEAD_END) => true,
        (DEAD_END, _) => false,
        _ => Cost::from(entry) <= Cost::from(after) + cost,
    }
}

#[cfg(test)]
mod tests {
    use tesuji_core::Puzzle;
    use tesuji_taquin::{Goal, Taquin};

    use super::*;

    const FREE: Limits = Limits { positions: 0, charge: &|_| Ok(()), move_units: 1 };

    /// The table of a pattern, by itself.
    fn table(model: &Pieces, numbers: &[u8]) -> (Pattern, Vec<u8>) {
        let weight = |nth| usize::from(model.places).pow(nth);
        let piece = |(nth, &number): (u32, &u8)| {
            (number.checked_sub(1).unwrap_or(model.count), weight(nth))
        };
        let own: Vec<_> = (0..).zip(numbers).map(piece).collect();
        let pattern = Pattern::new(model, &own);
        let mut entries = vec![DEAD_END; weight(numbers.len() as u32)];
        pattern.fill(&mut entries, FREE).unwrap();
        (pattern, entries)
    }

    fn is_accepted(pattern: &Pattern, entries: &[u8]) -> bool {
        pattern.verify(entries, FREE).is_ok()
    }

    #[test]
    fn a_table_with_a_wrong_entry_is_refused() {
        let mut refused = 0;
        for (width, height, patterns) in [
            (2, 2, [&[1][..], &[0, 1, 2, 3], &[3, 1]]),
            (3, 2, [&[4][..], &[0, 5, 2], &[1, 2, 3]]),
            (3, 3, [&[8][..], &[0, 1, 4], &[7, 2, 5]]),
        ] {
            let model = Taquin::<u64>::new(width, height, Goal::BlankFirst).unwrap().pieces();
            let model = model.unwrap();
            for numbers in patterns {
                let (pattern, right) = table(&model, numbers);
                assert!(is_accepted(&pattern, &right));
                for index in 0..right.len() {
                    // Two pieces on one place, or an arrangement of the wrong parity.
                    if right[index] == DEAD_END {
                        continue;
                    }
                    for more in [1, 2, 9] {
                        let mut wrong = right.clone();
                        wrong[index] += more;
                        assert!(!is_accepted(&pattern, &wrong), "{numbers:?}: {index} + {more}");
                        refused += 1;
                    }
                    let mut wrong = right.clone();
                    wrong[index] = DEAD_END;
                    assert!(!is_accepted(&pattern, &wrong), "{numbers:?}: {index} is no dead end");
                }
            }
        }
        assert!(refused > 3000, "{refused}");
    }

    #[test]
    fn larger_costs_count_as_the_largest_entry() {
        // A piece goes along a row for 100 a step, and there is no step to its first place.
        let step = |from, to| (Step { piece: 0, from, to }, 100);
        let model = Pieces {
            count: 1,
            places: 6,
            steps: (1..5).flat_map(|from| [step(from, from + 1), step(from + 1, from)]).collect(),
            goals: vec![vec![1]],
            ..Pieces::default()
        };
        let (pattern, entries) = table(&model, &[1]);
        assert_eq!(entries, [DEAD_END, 0, 100, 200, MAX_COST, MAX_COST]);
        assert!(is_accepted(&pattern, &entries));
    }
}
