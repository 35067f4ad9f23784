use std::fmt;
use std::ops::ControlFlow;

use tesuji_core::{Game, GameResult, Limit, NimValuesError, Notation, Player, Render, Rules};

use crate::heap_move::HeapMove;
use crate::heaps::MAX_TOKENS;
use crate::nim::{NimError, Order, visit_heap};
use crate::notation::{NimNotationError, heaps_and_turn, legal_move, write_heaps};
use crate::render::Drawing;
use crate::rule::{Convention, HeapRule, allows};
use crate::theory::values_of;

/// The games of [`Nim`](crate::Nim) with any number of heaps of any size, up to [`MAX_TOKENS`]
/// tokens: for [`theory`](crate::theory), which determines the winner without a search, and for
/// play by it. A position is a list, while those of `Nim` are small and cheap to copy.
///
/// # Example
/// ```
/// use tesuji_core::{Notation, Rules};
/// use tesuji_nim::{Convention, Grundy, LargeNim, theory::Sums};
///
/// let game = LargeNim::new(Grundy, Convention::Normal, &[1000])?;
/// let start = game.initial();
/// let winning = Sums::new(Grundy)?.winning_moves(&start.to_vec(), Convention::Normal)?;
/// assert_eq!(game.state_text(&game.successor(&start, winning[0])), "787-213 second");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LargeNim<R> {
    rule: R,
    convention: Convention,
    start: LargeHeaps,
    /// Every heap of at least this size has a move that leaves something of it.
    always_movable: usize,
}

/// A position of [`LargeNim`]: the tokens of each heap, and the player to move.
///
/// Heaps keep their index. An emptied heap leaves a gap, which the next new heap fills.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LargeHeaps {
    sizes: Vec<u32>,
    to_move: Player,
}

impl LargeHeaps {
    fn new(sizes: &[usize], to_move: Player) -> Result<Self, NimError> {
        let tokens = sizes.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
        if tokens > MAX_TOKENS {
            return Err(NimError::TooManyTokens(tokens));
        }
        let small = |&size: &usize| u32::try_from(size).expect("at most MAX_TOKENS");
        Ok(LargeHeaps { sizes: sizes.iter().map(small).collect(), to_move })
    }

    /// The player to move.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The sizes as an argument of [`theory::Sums`](crate::theory::Sums).
    #[must_use]
    pub fn to_vec(&self) -> Vec<usize> {
        self.sizes.iter().map(|&size| size as usize).collect()
    }
}

impl<R: HeapRule> LargeNim<R> {
    /// Returns the game of this rule and convention that starts with these heaps.
    ///
    /// # Errors
    /// If there are no heaps, or more than [`MAX_TOKENS`] tokens.
    pub fn new(rule: R, convention: Convention, heaps: &[usize]) -> Result<Self, NimError> {
        if heaps.is_empty() {
            return Err(NimError::NoHeaps);
        }
        let start = LargeHeaps::new(heaps, Player::First)?;
        let always_movable = always_movable(&rule);
        Ok(LargeNim { rule, convention, start, always_movable })
    }

    /// The rule of the heaps.
    pub fn rule(&self) -> &R {
        &self.rule
    }

    /// Whether a heap of this size has a move.
    fn is_movable(&self, size: u32) -> bool {
        size as usize >= self.always_movable || allows(&self.rule, size as usize, size as usize, 0)
    }

    /// The convention.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }
}

/// The least size from which on every heap has a move that leaves something of it.
fn always_movable<R: HeapRule>(rule: &R) -> usize {
    let mut from = usize::MAX;
    for take in 0..=rule.max_taken().unwrap_or(MAX_TOKENS) {
        if take >= from {
            break;
        }
        // Three tokens suffice for parts of any kind.
        let sizes = take + 1..=take + 3;
        let is_left = |&size: &usize| (0..=1).any(|part| allows(rule, size, take, part));
        from = sizes.into_iter().find(is_left).unwrap_or(from).min(from);
    }
    from
}

impl<R: HeapRule> Rules for LargeNim<R> {
    type State = LargeHeaps;
    type Move = HeapMove;
    /// The previous position.
    type Undo = LargeHeaps;

    fn initial(&self) -> LargeHeaps {
        self.start.clone()
    }

    fn visit_moves<B>(
        &self,
        heaps: &LargeHeaps,
        mut visit: impl FnMut(HeapMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (heap, &size) in (0..).zip(&heaps.sizes) {
            if self.is_movable(size) {
                visit_heap(&self.rule, Order::SmallestFirst, heap, size as usize, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn extra_bytes(&self, heaps: &LargeHeaps) -> usize {
        let tokens = || heaps.sizes.iter().map(|&size| size as usize).sum();
        let heaps = if self.rule.breaks() { tokens() } else { heaps.sizes.len() };
        heaps * size_of::<u32>()
    }

    fn play(&self, heaps: &mut LargeHeaps, mv: HeapMove) -> LargeHeaps {
        let before = heaps.clone();
        heaps.sizes[mv.heap as usize] -= mv.take + mv.part;
        if mv.part > 0 {
            match heaps.sizes.iter_mut().find(|size| **size == 0) {
                Some(gap) => *gap = mv.part,
                None => heaps.sizes.push(mv.part),
            }
        }
        heaps.to_move = heaps.to_move.other();
        before
    }

    fn undo(&self, heaps: &mut LargeHeaps, _: HeapMove, before: LargeHeaps) {
        *heaps = before;
    }
}

impl<R: HeapRule> Game for LargeNim<R> {
    const NEVER_REPEATS: bool = true;

    fn to_move(&self, heaps: &LargeHeaps) -> Player {
        heaps.to_move
    }

    fn result(&self, heaps: &LargeHeaps) -> Option<GameResult> {
        let any = heaps.sizes.iter().any(|&size| self.is_movable(size));
        (!any).then(|| GameResult::Win(self.convention.winner(heaps.to_move)))
    }

    fn is_impartial(&self) -> bool {
        self.convention == Convention::Normal
    }

    fn heap_nim_values(
        &self,
        heaps: &LargeHeaps,
        mask: u16,
        charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
    ) -> Option<Result<Vec<u16>, NimValuesError>> {
        Some(values_of(&self.rule, &heaps.to_vec(), mask, charge))
    }
}

/// The notation of [`Nim`](crate::Nim).
impl<R: HeapRule> Notation for LargeNim<R> {
    type Error = NimNotationError;

    fn parse_state(&self, text: &str) -> Result<LargeHeaps, NimNotationError> {
        let (sizes, to_move) = heaps_and_turn(text)?;
        Ok(LargeHeaps::new(&sizes, to_move)?)
    }

    fn write_state(&self, heaps: &LargeHeaps, out: &mut impl fmt::Write) -> fmt::Result {
        write_heaps(&heaps.sizes, heaps.to_move, out)
    }

    fn parse_move(&self, heaps: &LargeHeaps, text: &str) -> Result<HeapMove, NimNotationError> {
        legal_move(
            text,
            || self.state_text(heaps),
            |HeapMove { heap, take, part }| {
                heaps.sizes.get(heap as usize).is_some_and(|&size| {
                    allows(&self.rule, size as usize, take as usize, part as usize)
                })
            },
        )
    }

    fn write_move(&self, _: &LargeHeaps, mv: HeapMove, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }
}

impl<R: HeapRule> LargeNim<R> {
    fn drawing(&self, heaps: &LargeHeaps) -> Drawing {
        Drawing {
            title: self.state_text(heaps),
            sizes: heaps.to_vec(),
            to_move: heaps.to_move,
            result: self.result(heaps),
        }
    }
}

impl<R: HeapRule> Render for LargeNim<R> {
    /// The drawing of [`Nim`](crate::Nim).
    fn text(&self, heaps: &LargeHeaps) -> String {
        self.drawing(heaps).text()
    }

    fn svg(&self, heaps: &LargeHeaps) -> String {
        self.drawing(heaps).svg()
    }
}
