//! A generator of hard boards.

use std::convert::Infallible;
use std::io;

use rand_core::{Rng, TryRng};
use tesuji_core::{Budget, Cost, Limit, Meter, Rules, Silent, StateReader, StateWriter};

use crate::Metric;
use crate::card::{Axis, Car, Card, Cell, MAX_CARS, MAX_SIDE};
use crate::cluster::{Cluster, Survey};
use crate::random;
use crate::rules::RushHour;

/// Generates hard boards: each is the farthest of its cluster, and removing any car or wall would
/// make it easier.
///
/// Hill climbing: a board is changed at random, one car or wall at a time, and the change is kept
/// unless the hardest reachable board became easier. After a number of changes without improvement
/// the search restarts from a new board.
///
/// # Example
/// ```
/// use rand_pcg::{Pcg64, rand_core::SeedableRng};
/// use tesuji_rush_hour::{Generator, Metric};
///
/// let generator = Generator::new(Metric::Slides);
/// let generated = generator.generate(15, 10_000, &mut Pcg64::seed_from_u64(1));
/// let generated = generated.expect("ten thousand boards are enough");
/// assert!(generated.moves >= 15);
/// assert!(generator.is_irreducible(&generated.card));
/// # assert_eq!(generated.card.to_string().parse(), Ok(generated.card));
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    metric: Metric,
    width: u8,
    height: u8,
    walls: usize,
    max_boards: u64,
    /// The name of the checkpoints.
    section: String,
}

/// A generated board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The board. Its cars are lettered in reading order.
    pub card: Card,
    /// Its distance from the nearest goal.
    pub moves: Cost,
    /// The number of boards reachable from it.
    pub boards: u64,
}

/// The hill climbing so far.
#[derive(Default)]
struct Climb {
    best: Option<Generated>,
    /// The number of changes since the last improvement.
    useless: u32,
    tries: u64,
    /// The random numbers that were drawn.
    drawn: u64,
}

impl Climb {
    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        let Climb { best, useless, tries, drawn } = self;
        out.words(&[u64::from(*useless), *tries, *drawn])?;
        let (moves, boards) = best.as_ref().map_or((0, 0), |best| (best.moves, best.boards));
        out.words(&[u64::from(moves), boards])?;
        let card = best.as_ref().map(|best| best.card.to_string());
        out.bytes(card.unwrap_or_default().as_bytes())
    }

    fn load(input: &mut StateReader) -> io::Result<Self> {
        let (useless, tries, drawn) = (input.small()?, input.number()?, input.number()?);
        let (moves, boards) = (input.small()?, input.number()?);
        let mut card = Vec::new();
        input.bytes(&mut card)?;
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "it has no card");
        let text = std::str::from_utf8(&card).map_err(|_| damaged())?;
        let best = match text {
            "" => None,
            text => Some(Generated { card: text.parse().map_err(|_| damaged())?, moves, boards }),
        };
        Ok(Climb { best, useless, tries, drawn })
    }
}

/// Counts the random numbers that are drawn.
struct Counted<'r, R> {
    rng: &'r mut R,
    drawn: u64,
}

impl<R: Rng> Counted<'_, R> {
    /// Draws as many numbers as were drawn before an interruption. As with `rand_pcg::Pcg64`, a
    /// number of 32 bits counts as much as one of 64.
    fn draw_until(&mut self, drawn: u64) {
        while self.drawn < drawn {
            self.next_u64();
        }
    }
}

impl<R: Rng> TryRng for Counted<'_, R> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.drawn += 1;
        Ok(self.rng.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.drawn += 1;
        Ok(self.rng.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for bytes in bytes.chunks_mut(8) {
            let number = self.try_next_u64()?.to_le_bytes();
            bytes.copy_from_slice(&number[..bytes.len()]);
        }
        Ok(())
    }
}

/// The number of consecutive changes without improvement before a restart.
const PATIENCE: u32 = 400;

impl Generator {
    /// Returns a generator of boards of 6×6 without walls, hard in this metric.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        Generator {
            metric,
            width: 6,
            height: 6,
            walls: 0,
            max_boards: 150_000,
            section: "generated-board".to_owned(),
        }
    }

    /// Sets the size of the boards, clamped to 3 to 8.
    #[must_use]
    pub fn size(mut self, width: u8, height: u8) -> Self {
        (self.width, self.height) = (width.clamp(3, MAX_SIDE), height.clamp(3, MAX_SIDE));
        self
    }

    /// Sets the maximum number of walls.
    #[must_use]
    pub fn walls(mut self, walls: usize) -> Self {
        self.walls = walls;
        self
    }

    /// Distinguishes the checkpoints of several generators: such as by the seed of the random
    /// numbers, which must be those of a `rand_pcg::Pcg64` if there are
    /// [checkpoints](Budget::checkpoints).
    #[must_use]
    pub fn section(mut self, name: &str) -> Self {
        name.clone_into(&mut self.section);
        self
    }

    /// Rejects boards from which more than `boards` boards can be reached. The default is 150,000.
    #[must_use]
    pub fn max_boards(mut self, boards: u64) -> Self {
        self.max_boards = boards;
        self
    }

    /// Returns an irreducible board that needs at least `moves`, or `None` if `tries` changes found
    /// none. The same state of the random number generator gives the same board.
    #[must_use]
    pub fn generate(&self, moves: Cost, tries: u64, rng: &mut impl Rng) -> Option<Generated> {
        unlimited(|meter| self.generate_within(moves, tries, rng, meter))
    }

    /// [`generate`](Self::generate) within the meter's budget; a node is a visited board.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn generate_within(
        &self,
        moves: Cost,
        tries: u64,
        rng: &mut impl Rng,
        meter: &mut Meter,
    ) -> Result<Option<Generated>, Limit> {
        let rng = &mut Counted { rng, drawn: 0 };
        let section = format!("{} of {moves} moves by {tries} tries of {self:?}", self.section);
        let resumed = meter.resume(&section, |input, _| Climb::load(input))?;
        let mut climb = resumed.unwrap_or_default();
        rng.draw_until(climb.drawn);
        while climb.tries < tries {
            if meter.is_due() {
                climb.drawn = rng.drawn;
                meter.save(&section, |out| climb.save(out));
            }
            meter.look()?;
            climb.tries += 1;
            let Climb { best, useless, .. } = &mut climb;
            let card = match best {
                Some(best) if *useless < PATIENCE => self.changed(&best.card, rng),
                Some(_) | None => {
                    (*best, *useless) = (None, 0);
                    self.random_card(rng)
                }
            };
            let Some(new) = self.hardest_within(&card, meter)? else {
                *useless += 1;
                continue;
            };
            let before = best.as_ref().map_or(0, |best| best.moves);
            *useless = if new.moves > before { 0 } else { *useless + 1 };
            if new.moves < before {
                continue;
            }
            if new.moves >= moves
                && let Some(done) = self.reduced_within(&new.card, meter)?
            {
                return Ok(Some(done));
            }
            *best = Some(new);
        }
        Ok(None)
    }

    /// Returns the hardest board reachable from this one, relettered; `None` if there is no
    /// solution, or if there are too many boards.
    #[must_use]
    pub fn hardest(&self, card: &Card) -> Option<Generated> {
        unlimited(|meter| self.hardest_within(card, meter))
    }

    fn hardest_within(&self, card: &Card, meter: &mut Meter) -> Result<Option<Generated>, Limit> {
        let game = RushHour::new(card.clone(), self.metric);
        if game.unsolvable(game.initial()).is_some() {
            return Ok(None);
        }
        let Some(cluster) = self.cluster(&game, meter)? else { return Ok(None) };
        let Survey { boards, hardest, .. } = cluster.survey();
        Ok(hardest.map(|(board, moves)| Generated {
            card: lettered(game.card_at(board)),
            moves,
            boards,
        }))
    }

    /// Returns the hardest board after removing, one after the other, cars and walls without which
    /// it is no easier; `None` if [`hardest`](Self::hardest) is `None` for a board on the way.
    #[must_use]
    pub fn reduced(&self, card: &Card) -> Option<Generated> {
        unlimited(|meter| self.reduced_within(card, meter))
    }

    fn reduced_within(&self, card: &Card, meter: &mut Meter) -> Result<Option<Generated>, Limit> {
        let Some(mut hardest) = self.hardest_within(card, meter)? else { return Ok(None) };
        let mut smaller: Vec<Card> = without_a_piece(&hardest.card).collect();
        while let Some(card) = smaller.pop() {
            let Some(moves) = self.moves(&card, meter)? else { return Ok(None) };
            if moves >= hardest.moves {
                let Some(harder) = self.hardest_within(&card, meter)? else { return Ok(None) };
                hardest = harder;
                smaller = without_a_piece(&hardest.card).collect();
            }
        }
        Ok(Some(hardest))
    }

    /// Whether removing any car or wall makes the board easier. False also if a board has too many
    /// reachable boards, or no solution.
    #[must_use]
    pub fn is_irreducible(&self, card: &Card) -> bool {
        let moves = |card: &Card| unlimited(|meter| self.moves(card, meter));
        let Some(whole) = moves(card) else { return false };
        without_a_piece(card).all(|easier| moves(&easier).is_some_and(|less| less < whole))
    }

    /// The distance of a board from the nearest goal.
    fn moves(&self, card: &Card, meter: &mut Meter) -> Result<Option<Cost>, Limit> {
        let game = RushHour::new(card.clone(), self.metric);
        let cluster = self.cluster(&game, meter)?;
        Ok(cluster.and_then(|cluster| {
            let start = cluster.find(game.initial()).expect("the start is in its cluster");
            cluster.distances().get(start as usize).copied()
        }))
    }

    /// The cluster of the game's first board; `None` if it has too many boards.
    fn cluster<'g>(
        &self,
        game: &'g RushHour,
        meter: &mut Meter,
    ) -> Result<Option<Cluster<'g>>, Limit> {
        let within = |meter: &mut Meter| Cluster::within(game, game.initial(), meter);
        match meter.part(self.max_boards, within) {
            (Ok(cluster), _) => Ok(Some(cluster)),
            (Err(Limit::Nodes), true) => Ok(None),
            (Err(limit), _) => Err(limit),
        }
    }

    /// A random board: the red car in the middle row (above the middle if there are two), and about
    /// as many other cars as fill half of the board.
    fn random_card(&self, rng: &mut impl Rng) -> Card {
        let line = (self.height - 1) / 2;
        let offset = below(rng, self.width - 2);
        let red = Car { letter: b'A', axis: Axis::Horizontal, line, length: 2, offset };
        let mut card = Card { width: self.width, height: self.height, walls: 0, cars: vec![red] };
        for _ in 0..self.width * self.height / 4 + below(rng, 4) {
            self.add(&mut card, rng);
        }
        card
    }

    /// The card with one or two cars or walls removed, added, or both.
    fn changed(&self, card: &Card, rng: &mut impl Rng) -> Card {
        let mut card = card.clone();
        for _ in 0..1 + below(rng, 2) {
            let change = below(rng, 4);
            if change != 0 {
                remove(&mut card, rng);
            }
            if change != 1 {
                self.add(&mut card, rng);
            }
        }
        card
    }

    /// Adds a car or a wall, if the randomly drawn cells are free.
    fn add(&self, card: &mut Card, rng: &mut impl Rng) {
        let cars = card.cars.iter().flat_map(|car| car.cells());
        let covered = cars.fold(card.walls, |covered, cell| covered | cell.bit());
        let walls = card.walls.count_ones() as usize;
        if walls < self.walls && below(rng, 8) == 0 {
            let cell = Cell { row: below(rng, self.height), column: below(rng, self.width) };
            if covered & cell.bit() == 0 && cell.row != card.red().line {
                card.walls |= cell.bit();
            }
            return;
        }
        let axis = if below(rng, 2) == 0 { Axis::Horizontal } else { Axis::Vertical };
        let (side, lines) = match axis {
            Axis::Horizontal => (self.width, self.height),
            Axis::Vertical => (self.height, self.width),
        };
        let length = if below(rng, 3) == 0 { 3 } else { 2 };
        let (line, offset) = (below(rng, lines), below(rng, side - length + 1));
        let letter = b'A' + card.cars.len() as u8;
        let car = Car { letter, axis, line, length, offset };
        let red_row = axis == Axis::Horizontal && line == card.red().line;
        if card.cars.len() < MAX_CARS
            && !red_row
            && car.cells().all(|cell| covered & cell.bit() == 0)
        {
            card.cars.push(car);
        }
    }
}

/// The result without a limit.
fn unlimited<T>(find: impl FnOnce(&mut Meter) -> Result<T, Limit>) -> T {
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    find(&mut Meter::new(&budget, &mut silent)).expect("an unlimited budget")
}

/// Removes a random car or wall.
fn remove(card: &mut Card, rng: &mut impl Rng) {
    let mut smaller: Vec<Card> = without_a_piece(card).collect();
    if !smaller.is_empty() {
        *card = smaller.swap_remove(below(rng, smaller.len() as u8).into());
    }
}

/// The cards without one of the cars (except the red one) or walls.
fn without_a_piece(card: &Card) -> impl Iterator<Item = Card> + '_ {
    let cars = (1..card.cars.len()).map(|index| {
        let mut less = card.clone();
        less.cars.remove(index);
        less
    });
    let walls = card.walls().map(|cell| Card { walls: card.walls & !cell.bit(), ..card.clone() });
    cars.chain(walls)
}

/// The card with letters in reading order.
fn lettered(mut card: Card) -> Card {
    card.cars[1..].sort_by_key(|car| car.axis.cell(car.line, car.offset));
    card.cars.iter_mut().zip(b'A'..).for_each(|(car, letter)| car.letter = letter);
    card
}

/// A random number below `end`, which is not 0.
fn below(rng: &mut impl Rng, end: u8) -> u8 {
    random::below(rng, end.into()) as u8
}
