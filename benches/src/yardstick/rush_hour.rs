//! Rush Hour on 6×6 in slides and nothing else, breadth-first: three bits per car in a packed word,
//! occupied cells as bits, open addressing; no limits, no path.

/// Successive breadth-first searches that share their memory.
#[derive(Clone, Debug, Default)]
pub struct BreadthFirst {
    /// Boards in breadth-first order.
    queue: Vec<u64>,
    /// Open addressing, a power of two; a board plus 1, or 0 for none.
    slots: Vec<u64>,
}

/// The cars of a board, the red one first.
struct Cars {
    count: usize,
    length: [usize; MAX_CARS],
    /// The cells of a car at each offset.
    cells: [[u64; 6]; MAX_CARS],
    walls: u64,
}

const MAX_CARS: usize = 18;
const FIRST_SLOTS: usize = 1 << 12;

impl BreadthFirst {
    /// The fewest slides that bring the red car to the exit, for a board of 36 letters.
    pub fn fewest_slides(&mut self, board: &str) -> Option<u32> {
        let (cars, start) = Cars::read(board.as_bytes());
        self.search(&cars, start, |board| board & 7 == 4)
    }

    /// The number of reachable boards, the board itself included.
    pub fn reachable(&mut self, board: &str) -> usize {
        let (cars, start) = Cars::read(board.as_bytes());
        self.search(&cars, start, |_| false);
        self.queue.len()
    }

    #[inline(always)]
    fn search(&mut self, cars: &Cars, start: u64, is_sought: impl Fn(u64) -> bool) -> Option<u32> {
        self.queue.clear();
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, 0);
        self.insert(start);
        if is_sought(start) {
            return Some(0);
        }
        let (mut next, mut slides) = (0, 0);
        while next < self.queue.len() {
            slides += 1;
            let layer = self.queue.len();
            while next < layer {
                let board = self.queue[next];
                next += 1;
                let occupied = cars.occupied(board);
                for car in 0..cars.count {
                    let offset = (board >> (3 * car) & 7) as usize;
                    let cells = &cars.cells[car];
                    let others = occupied & !cells[offset];
                    let after = cells[..=6 - cars.length[car]].iter().enumerate();
                    for (to, covered) in after.skip(offset + 1) {
                        if covered & others != 0 {
                            break;
                        }
                        let after = board + (((to - offset) as u64) << (3 * car));
                        if self.insert(after) && is_sought(after) {
                            return Some(slides);
                        }
                    }
                    for to in (0..offset).rev() {
                        if cells[to] & others != 0 {
                            break;
                        }
                        let after = board - (((offset - to) as u64) << (3 * car));
                        if self.insert(after) && is_sought(after) {
                            return Some(slides);
                        }
                    }
                }
            }
        }
        None
    }

    /// Inserts a board; returns whether it is new.
    #[inline(always)]
    fn insert(&mut self, board: u64) -> bool {
        let slot = self.find(board);
        if self.slots[slot] != 0 {
            return false;
        }
        self.slots[slot] = board + 1;
        self.queue.push(board);
        if 2 * self.queue.len() > self.slots.len() {
            self.grow();
        }
        true
    }

    /// The slot of the board, or the free one where it belongs.
    #[inline(always)]
    fn find(&self, board: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (board.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.slots[slot] != 0 && self.slots[slot] != board + 1 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let size = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(size, 0);
        for index in 0..self.queue.len() {
            let slot = self.find(self.queue[index]);
            self.slots[slot] = self.queue[index] + 1;
        }
    }
}

impl Cars {
    fn read(letters: &[u8]) -> (Cars, u64) {
        let mut cars =
            Cars { count: 0, length: [0; MAX_CARS], cells: [[0; 6]; MAX_CARS], walls: 0 };
        let mut start = 0;
        for (cell, &letter) in letters.iter().enumerate() {
            if letter == b'x' {
                cars.walls |= 1 << cell;
            }
        }
        for letter in b'A'..=b'Z' {
            let Some(first) = letters.iter().position(|&other| other == letter) else { continue };
            let length = letters.iter().filter(|&&other| other == letter).count();
            let (row, column) = (first / 6, first % 6);
            let across = letters.get(first + 1) == Some(&letter) && column < 5;
            let (step, line, offset) = if across { (1, 6 * row, column) } else { (6, column, row) };
            for to in 0..=6 - length {
                let cells = (to..to + length).map(|along| 1 << (line + step * along));
                cars.cells[cars.count][to] = cells.fold(0, |all, cell: u64| all | cell);
            }
            cars.length[cars.count] = length;
            start |= (offset as u64) << (3 * cars.count);
            cars.count += 1;
        }
        (cars, start)
    }

    #[inline(always)]
    fn occupied(&self, board: u64) -> u64 {
        (0..self.count).fold(self.walls, |all, car| {
            all | self.cells[car][(board >> (3 * car) & 7) as usize % 6]
        })
    }
}
