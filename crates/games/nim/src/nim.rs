use std::ops::ControlFlow;

use tesuji_core::{
    Game, GameResult, IncrementalKey, Limit, NimValuesError, Player, Reversible, Rules,
};

use crate::heap_move::HeapMove;
use crate::heaps::{Heaps, MAX_HEAP_TOKENS, MAX_HEAPS, MAX_TOKENS};
use crate::rule::{Convention, HeapRule, TabledRule, allows, max_part, visit_options};
use crate::take_set::TakeSet;
use crate::theory::values_of;

/// A game with heaps of tokens: what a move may do to a heap, what it means to be unable to move,
/// and the heaps at the start.
///
/// * `Nim<TakeSet>`: Nim and its subtraction games; [`Nim::simple`] is the game with one heap;
/// * `Nim<Grundy>`: the splitting game;
/// * `Nim<OctalCode>`: every octal game, such as Kayles.
///
/// Positions have at most [`MAX_HEAPS`] heaps of at most [`MAX_HEAP_TOKENS`] tokens; a start that
/// could break into more heaps is refused. Larger ones are for [`theory`](crate::theory), and for
/// [`LargeNim`](crate::LargeNim).
///
/// The positions of the game, those that can be read and that a look backwards shows, are the ones
/// that have no more than the start: in every heap if heaps do not break, else in all heaps
/// together (and not more heaps than there is room for, whatever is played).
///
/// # Example
/// ```
/// use tesuji_core::{Game, Notation, Rules};
/// use tesuji_nim::{Convention, Nim, TakeSet};
///
/// let nim = Nim::new(TakeSet::any(), Convention::Misere, &[3, 4, 5])?;
/// let start = nim.initial();
/// assert_eq!(nim.state_text(&start), "3-4-5");
/// let take = nim.parse_move(&start, "1:2")?;
/// assert_eq!(nim.state_text(&nim.successor(&start, take)), "1-4-5 second");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Nim<R> {
    rule: R,
    convention: Convention,
    order: Order,
    start: Heaps,
    /// How many heaps it has, empty ones included.
    starting: usize,
    /// How many places can hold heaps.
    places: usize,
    /// For each size: whether a heap has a move, and how many heaps it can become.
    movable: [bool; MAX_HEAP_TOKENS + 1],
    becomes: [usize; MAX_HEAP_TOKENS + 1],
}

/// In which order the moves of one heap are shown. Heaps come in their own order always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Small takes and small parts first: 1, 2, 3.
    #[default]
    SmallestFirst,
    /// Large takes and large parts first: 3, 2, 1.
    LargestFirst,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NimError {
    /// There are no heaps.
    #[error("a game starts with at least one heap")]
    NoHeaps,
    /// There are too many heaps.
    #[error("{0} heaps are too many: at most {MAX_HEAPS} are supported")]
    TooManyHeaps(usize),
    /// A heap is too large.
    #[error("heap {heap} has {tokens} tokens: at most {MAX_HEAP_TOKENS} are supported")]
    HeapTooLarge {
        /// Which heap, from 1.
        heap: usize,
        /// Its size.
        tokens: usize,
    },
    /// The heaps can break into too many.
    #[error(
        "the heaps can break into {heaps}, and a position holds at most {MAX_HEAPS}; \
         nim-values decide larger ones"
    )]
    BreaksTooFar {
        /// How many they can become.
        heaps: usize,
    },
    /// There are too many tokens even for theory.
    #[error("{0} tokens are too many: at most {MAX_TOKENS} are supported")]
    TooManyTokens(usize),
}

/// Why a position does not belong to a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotInGame {
    /// A heap has more tokens than it had at the start.
    #[error("heap {heap} has {tokens} tokens, but starts with {start}")]
    HeapAboveStart {
        /// Which heap, from 1.
        heap: usize,
        /// Its size.
        tokens: u8,
        /// Its size at the start.
        start: u8,
    },
    /// All heaps together have more tokens than at the start.
    #[error("{tokens} tokens in all, but the game starts with {start}")]
    TokensAboveStart {
        /// How many there are.
        tokens: usize,
        /// How many there were at the start.
        start: usize,
    },
    /// The heaps can break into too many.
    #[error("the heaps can break into {heaps}, and a position holds at most {MAX_HEAPS}")]
    BreaksTooFar {
        /// How many they can become.
        heaps: usize,
    },
}

impl Nim<TakeSet> {
    /// Simple-Nim: one heap, one to three tokens a move, and the player who takes the last token
    /// loses.
    ///
    /// # Errors
    /// The heap is too large.
    pub fn simple(tokens: usize) -> Result<Self, NimError> {
        Nim::new(TakeSet::up_to_three(), Convention::Misere, &[tokens])
    }
}

impl<R: HeapRule> Nim<R> {
    /// The game of this rule and convention that starts with these heaps.
    ///
    /// # Errors
    /// There are no heaps, too many, or too large ones, now or after some moves.
    pub fn new(rule: R, convention: Convention, heaps: &[usize]) -> Result<Self, NimError> {
        if heaps.is_empty() {
            return Err(NimError::NoHeaps);
        }
        if heaps.len() > MAX_HEAPS {
            return Err(NimError::TooManyHeaps(heaps.len()));
        }
        let mut sizes = Vec::with_capacity(heaps.len());
        for (heap, &tokens) in (1..).zip(heaps) {
            sizes.push(u8::try_from(tokens).map_err(|_| NimError::HeapTooLarge { heap, tokens })?);
        }
        let mut movable = [false; MAX_HEAP_TOKENS + 1];
        let mut becomes = [1; MAX_HEAP_TOKENS + 1];
        becomes[0] = 0;
        // No heap of the game holds more tokens than all together.
        for size in 1..=heaps.iter().sum::<usize>().min(MAX_HEAP_TOKENS) {
            visit_options(&rule, size, |take, part| {
                movable[size] = true;
                becomes[size] = becomes[size].max(becomes[size - take - part] + becomes[part]);
            });
        }
        let start = Heaps::new(&sizes, Player::First);
        let places = if rule.breaks() { MAX_HEAPS } else { sizes.len() };
        let (order, starting) = (Order::default(), sizes.len());
        let nim = Nim { rule, convention, order, start, starting, places, movable, becomes };
        match nim.max_heaps(&start) {
            heaps if heaps > MAX_HEAPS => Err(NimError::BreaksTooFar { heaps }),
            _ => Ok(nim),
        }
    }

    /// The same game with its moves shown in another order.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// What a move may do to a heap.
    pub fn rule(&self) -> &R {
        &self.rule
    }

    /// What it means to be unable to move.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The heaps at the start.
    #[must_use]
    pub fn start_sizes(&self) -> &[u8] {
        &self.start.sizes()[..self.starting]
    }

    /// The same game with its rule as a table: of one type whatever the rule.
    #[must_use]
    pub fn tabled(&self) -> Nim<TabledRule> {
        Nim {
            rule: TabledRule::new(&self.rule),
            convention: self.convention,
            order: self.order,
            start: self.start,
            starting: self.starting,
            places: self.places,
            movable: self.movable,
            becomes: self.becomes,
        }
    }

    /// How many places can hold heaps.
    pub(crate) fn places(&self) -> usize {
        self.places
    }

    /// How many heaps there can be after some moves.
    fn max_heaps(&self, heaps: &Heaps) -> usize {
        heaps.sizes().iter().map(|&size| self.becomes[usize::from(size)]).sum()
    }

    /// Whether a position belongs to the game.
    ///
    /// # Errors
    /// Says what it has too much of.
    pub fn check(&self, heaps: &Heaps) -> Result<(), NotInGame> {
        if !self.rule.breaks() {
            let sizes = heaps.sizes().iter().zip(self.start.sizes());
            let above = (1..).zip(sizes).find(|(_, (tokens, start))| tokens > start);
            return above.map_or(Ok(()), |(heap, (&tokens, &start))| {
                Err(NotInGame::HeapAboveStart { heap, tokens, start })
            });
        }
        let (tokens, start) = (heaps.tokens(), self.start.tokens());
        if tokens > start {
            return Err(NotInGame::TokensAboveStart { tokens, start });
        }
        match self.max_heaps(heaps) {
            heaps if heaps > MAX_HEAPS => Err(NotInGame::BreaksTooFar { heaps }),
            _ => Ok(()),
        }
    }
}

/// Shows the moves of one heap.
#[inline]
pub(crate) fn visit_heap<R: HeapRule, B>(
    rule: &R,
    order: Order,
    heap: u32,
    size: usize,
    mut visit: impl FnMut(HeapMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let max_taken = rule.max_taken().unwrap_or(size).min(size);
    for step in 0..=max_taken {
        let take = if order == Order::SmallestFirst { step } else { max_taken - step };
        let remains = rule.remains(take);
        let rest = size - take;
        let whole = take > 0 && if rest == 0 { remains.none } else { remains.one };
        // The whole rest is a part of nothing, the least.
        let (first, last) = (usize::from(!whole), max_part(remains.two, rest));
        for step in first..last + 1 {
            let part = if order == Order::SmallestFirst { step } else { first + last - step };
            #[expect(clippy::cast_possible_truncation, reason = "sizes fit in 32 bits")]
            visit(HeapMove { heap, take: take as u32, part: part as u32 })?;
        }
    }
    ControlFlow::Continue(())
}

#[expect(clippy::cast_possible_truncation, reason = "sizes and places fit in a byte")]
impl<R: HeapRule> Rules for Nim<R> {
    type State = Heaps;
    type Move = HeapMove;
    /// The place of the new heap, if there is one.
    type Undo = Option<u8>;

    fn initial(&self) -> Heaps {
        self.start
    }

    fn pack(&self, heaps: &Heaps, out: &mut Vec<u8>) -> bool {
        let occupied = heaps.occupied();
        // At most 32 heaps.
        out.push(occupied.len() as u8 * 2 + heaps.to_move() as u8);
        out.extend(occupied);
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<Heaps> {
        let (&head, rest) = bytes.split_first()?;
        let (sizes, rest) = rest.split_at_checked(usize::from(head / 2))?;
        *bytes = rest;
        let to_move = if head % 2 == 0 { Player::First } else { Player::Second };
        (sizes.len() <= MAX_HEAPS).then(|| Heaps::new(sizes, to_move))
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        heaps: &Heaps,
        mut visit: impl FnMut(HeapMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (heap, &size) in (0..).zip(&heaps.sizes()[..self.places]) {
            if self.movable[usize::from(size)] {
                visit_heap(&self.rule, self.order, heap, usize::from(size), &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&self, heaps: &mut Heaps, mv: HeapMove) -> Option<u8> {
        let heap = mv.heap as usize;
        let rest = heaps.sizes()[heap] - mv.take as u8 - mv.part as u8;
        heaps.set(heap, rest);
        heaps.pass_turn();
        if mv.part == 0 {
            return None;
        }
        let place = heaps.vacancy().expect("the start leaves room for every heap");
        heaps.set(place, mv.part as u8);
        Some(place as u8)
    }

    #[inline]
    fn undo(&self, heaps: &mut Heaps, mv: HeapMove, place: Option<u8>) {
        if let Some(place) = place {
            heaps.set(usize::from(place), 0);
        }
        let heap = mv.heap as usize;
        heaps.set(heap, heaps.sizes()[heap] + mv.take as u8 + mv.part as u8);
        heaps.pass_turn();
    }

    #[inline]
    fn key(&self, heaps: &Heaps) -> u64 {
        heaps.key()
    }

    /// The heaps in falling order, the larger ones where the start has its larger ones.
    fn canonical(&self, heaps: &Heaps) -> Heaps {
        let mut sizes = *heaps.sizes();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        if !self.rule.breaks() {
            let mut places: Vec<usize> = (0..self.places).collect();
            places.sort_by_key(|&place| std::cmp::Reverse(self.start.sizes()[place]));
            let sorted = sizes;
            for (place, size) in places.into_iter().zip(sorted) {
                sizes[place] = size;
            }
        }
        Heaps::new(&sizes, heaps.to_move())
    }
}

impl<R: HeapRule> Game for Nim<R> {
    const NEVER_REPEATS: bool = true;

    #[inline]
    fn to_move(&self, heaps: &Heaps) -> Player {
        heaps.to_move()
    }

    #[inline]
    fn result(&self, heaps: &Heaps) -> Option<GameResult> {
        let places = &heaps.sizes()[..self.places];
        if places.iter().any(|&size| self.movable[usize::from(size)]) {
            return None;
        }
        Some(GameResult::Win(self.convention.winner(heaps.to_move())))
    }

    fn is_impartial(&self) -> bool {
        self.convention == Convention::Normal
    }

    fn heap_nim_values(
        &self,
        heaps: &Heaps,
        mask: u16,
        charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
    ) -> Option<Result<Vec<u16>, NimValuesError>> {
        Some(values_of(&self.rule, &heaps.to_vec(), mask, charge))
    }

    /// The heaps are sorted, so that a move says little by itself: a code for each number of tokens
    /// taken and each player, from 63 tokens on the same.
    fn move_codes(&self) -> usize {
        2 * (MAX_TOKENS_TOLD as usize + 1)
    }

    fn move_code(&self, player: Player, mv: HeapMove) -> usize {
        let taken = mv.take.min(MAX_TOKENS_TOLD) as usize;
        2 * taken + player as usize
    }
}

const MAX_TOKENS_TOLD: u32 = 63;

impl<R: HeapRule> IncrementalKey for Nim<R> {
    fn recomputed_key(&self, heaps: &Heaps) -> u64 {
        heaps.recomputed_key()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "sizes and places fit in a byte")]
impl<R: HeapRule> Reversible for Nim<R> {
    /// Shows only positions that have no more than the start.
    fn visit_predecessors<B>(
        &self,
        heaps: &Heaps,
        mut visit: impl FnMut(HeapMove, Heaps) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let max_taken = self.rule.max_taken().unwrap_or(MAX_HEAP_TOKENS);
        let places = 0..self.places;
        let new_heaps =
            places.clone().filter(|&place| self.rule.breaks() && heaps.sizes()[place] > 0);
        for place in places {
            let rest = heaps.sizes()[place];
            for new in std::iter::once(None).chain(new_heaps.clone().map(Some)) {
                if new == Some(place) {
                    continue;
                }
                let part = new.map_or(0, |new| heaps.sizes()[new]);
                let mut before = *heaps;
                before.pass_turn();
                if let Some(new) = new {
                    before.set(new, 0);
                }
                for take in 0..=max_taken {
                    let size = usize::from(rest) + usize::from(part) + take;
                    let Ok(byte) = u8::try_from(size) else { break };
                    before.set(place, byte);
                    let goes_there = new.is_none() || before.vacancy() == new;
                    if goes_there
                        && allows(&self.rule, size, take, usize::from(part))
                        && self.check(&before).is_ok()
                    {
                        let (take, part) = (take as u32, u32::from(part));
                        visit(HeapMove { heap: place as u32, take, part }, before)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
