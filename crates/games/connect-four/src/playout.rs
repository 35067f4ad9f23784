use rand_core::Rng;
use tesuji_core::{Game, GameResult, Player};

use crate::position::{Cell, Position, cells};
use crate::rules::{ConnectFour, MAX_WIDTH};
use crate::word::Word;

impl<W: Word> ConnectFour<W> {
    /// Keeps a list of the next cells of the open columns, so that a move is a choice from the list
    /// and one shift.
    #[inline]
    pub(crate) fn random_game(
        &self,
        position: &Position<W>,
        rng: &mut impl Rng,
        mut watch: impl FnMut(Player, Cell),
    ) -> GameResult {
        if let Some(result) = self.result(position) {
            return result;
        }
        let mut landings = [0u8; MAX_WIDTH];
        let mut open = 0;
        for cell in cells(self.landings(position)) {
            landings[open] = cell.0;
            open += 1;
        }
        let (mut own, mut other) = (position.own(), position.opponent());
        let mut mover = self.to_move(position);
        let mut dice = Dice::new(rng);
        while open > 0 {
            let pick = dice.below(open) % MAX_WIDTH;
            watch(mover, Cell(landings[pick]));
            let cell = Cell(landings[pick]).bit::<W>();
            own |= cell;
            if self.has_four(own) {
                return GameResult::Win(mover);
            }
            if cell & self.top() == W::ZERO {
                landings[pick] += 1;
            } else {
                open -= 1;
                landings[pick] = landings[open];
            }
            (own, other) = (other, own);
            mover = mover.other();
        }
        GameResult::Draw
    }
}

impl<W: Word> ConnectFour<W> {
    /// The number of move codes: one for each bit of the word and each player.
    #[inline]
    pub(crate) fn number_of_codes(&self) -> usize {
        2 * W::BITS as usize
    }

    #[inline]
    pub(crate) fn code_of(&self, player: Player, cell: Cell) -> usize {
        player as usize * W::BITS as usize + usize::from(cell.0)
    }
}

/// Random indices, several from one random word.
struct Dice<'r, R> {
    rng: &'r mut R,
    word: u64,
    picks_left: u32,
}

impl<'r, R: Rng> Dice<'r, R> {
    /// Among at most 32 indices, the sixth choice still uses 39 random bits, so no index is
    /// likelier than another by more than 2^-34.
    const PICKS: u32 = 6;

    fn new(rng: &'r mut R) -> Self {
        Dice { rng, word: 0, picks_left: 0 }
    }

    /// An index below `count`: the integer part of a random fraction times `count`. The fractional
    /// part is the random fraction of the next choice.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of a product")]
    fn below(&mut self, count: usize) -> usize {
        if self.picks_left == 0 {
            self.word = self.rng.next_u64();
            self.picks_left = Self::PICKS;
        }
        self.picks_left -= 1;
        let product = u128::from(self.word) * count as u128;
        self.word = product as u64;
        (product >> 64) as usize
    }
}
