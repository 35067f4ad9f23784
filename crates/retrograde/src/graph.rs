use std::io;
use std::ops::Range;

use tesuji_core::{Game, GameResult, Limit, Meter, Player, StateReader, StateWriter};

/// Lists of indices, one list for each index, in two plain vectors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    /// Where each list begins, and at last where all end.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Edges {
    /// Lists are added in the order of their indices by [`close_list`](Self::close_list).
    pub(crate) fn new(meter: &mut Meter) -> Result<Self, Limit> {
        let mut edges = Edges::default();
        meter.make_room(&mut edges.starts)?;
        edges.starts.push(0);
        Ok(edges)
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, target: u32, meter: &mut Meter) -> Result<(), Limit> {
        meter.make_room(&mut self.targets)?;
        self.targets.push(target);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn close_list(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        let end = u32::try_from(self.targets.len()).map_err(|_| Limit::Memory)?;
        meter.make_room(&mut self.starts)?;
        self.starts.push(end);
        Ok(())
    }

    /// Lists made by [`sum_up`] and [`place`].
    pub(crate) fn from_parts(starts: Vec<u32>, targets: Vec<u32>) -> Self {
        Edges { starts, targets }
    }

    /// How many lists there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline(always)]
    pub(crate) fn list(&self, index: usize) -> &[u32] {
        &self.targets[self.range(index)]
    }

    /// Where a list stands among all the edges.
    #[inline(always)]
    pub(crate) fn range(&self, index: usize) -> Range<usize> {
        self.starts[index] as usize..self.starts[index + 1] as usize
    }

    pub(crate) fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        out.list(&self.starts)?;
        out.list(&self.targets)
    }

    pub(crate) fn load(input: &mut StateReader, meter: &mut Meter) -> io::Result<Self> {
        Ok(Edges { starts: input.list(meter)?, targets: input.list(meter)? })
    }

    pub(crate) fn release(self, meter: &mut Meter) {
        release(&self.starts, meter);
        release(&self.targets, meter);
    }

    /// The same edges the other way round, by counting.
    pub(crate) fn reversed(&self, meter: &mut Meter) -> Result<Edges, Limit> {
        let mut ends = meter.claimed_vec(0u32, self.len() + 1)?;
        let mut targets = meter.claimed_vec(0u32, self.targets.len())?;
        for &target in &self.targets {
            ends[target as usize] += 1;
        }
        sum_up(&mut ends);
        for (index, pair) in (0..).zip(self.starts.windows(2)) {
            for &target in &self.targets[pair[0] as usize..pair[1] as usize] {
                place(&mut ends, &mut targets, index, target as usize);
            }
        }
        Ok(Edges { starts: ends, targets })
    }
}

pub(crate) fn release<T>(vec: &Vec<T>, meter: &mut Meter) {
    meter.release(vec.capacity() * size_of::<T>());
}

/// From the lengths of the lists to where each ends.
pub(crate) fn sum_up(lengths: &mut [u32]) {
    let mut sum = 0;
    for length in lengths {
        sum += *length;
        *length = sum;
    }
}

/// Puts `index` at the end of what is free of the list of `target`: when all are placed, the
/// ends have become the starts.
#[inline(always)]
pub(crate) fn place(ends: &mut [u32], targets: &mut [u32], index: u32, target: usize) {
    let end = &mut ends[target];
    *end -= 1;
    targets[*end as usize] = index;
}

/// Whose turn it is and how the game ended, in a byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind(pub(crate) u8);

impl Kind {
    pub(crate) fn of<G: Game>(game: &G, state: &G::State) -> Kind {
        let end = match game.result(state) {
            None => 0,
            Some(GameResult::Win(Player::First)) => 1,
            Some(GameResult::Win(Player::Second)) => 2,
            Some(GameResult::Draw) => 3,
        };
        Kind(end << 1 | game.to_move(state) as u8)
    }

    #[inline(always)]
    pub(crate) fn mover(self) -> Player {
        if self.0 & 1 == 0 { Player::First } else { Player::Second }
    }

    #[inline(always)]
    pub(crate) fn end(self) -> Option<GameResult> {
        match self.0 >> 1 {
            0 => None,
            1 => Some(GameResult::Win(Player::First)),
            2 => Some(GameResult::Win(Player::Second)),
            _ => Some(GameResult::Draw),
        }
    }
}
