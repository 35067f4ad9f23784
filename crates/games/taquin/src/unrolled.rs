//! The taquin's moves at compile time: one type for each cell of the blank and each last move.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use tesuji_core::{AtSite, Plain, Site, SiteVisitor};

use crate::board::{Board, Word};
use crate::rules::{Slide, Taquin};

/// A cell of a board whose size is known at compile time, with its neighbours. At an edge the
/// neighbour is the cell itself.
trait Cell: Copy {
    const INDEX: u8;
    type Up: Cell;
    type Left: Cell;
    type Right: Cell;
    type Down: Cell;
}

/// Cell number `INDEX` of a board of `WIDTH` × `HEIGHT`.
#[derive(Clone, Copy)]
struct CellOf<const WIDTH: u8, const HEIGHT: u8, const INDEX: u8>;

macro_rules! cells {
    ($width:literal x $height:literal: $($index:literal)*) => { $(
        impl Cell for CellOf<$width, $height, $index> {
            const INDEX: u8 = $index;
            type Up = CellOf<$width, $height, { if $index < $width { $index } else { $index - $width } }>;
            type Left = CellOf<$width, $height, { if $index % $width == 0 { $index } else { $index - 1 } }>;
            type Right =
                CellOf<$width, $height, { if $index % $width == $width - 1 { $index } else { $index + 1 } }>;
            type Down = CellOf<
                $width,
                $height,
                { if $index / $width == $height - 1 { $index } else { $index + $width } },
            >;
        }
    )* };
}

macro_rules! at_cell {
    ($blank:expr, $then:expr, $width:literal x $height:literal: $($index:literal)*) => {
        match $blank {
            $($index => $then.at(Spot::<CellOf<$width, $height, $index>, START>(PhantomData)),)*
            blank => unreachable!("the blank of a board of this size is on cell {blank}"),
        }
    };
}

cells!(3 x 3: 0 1 2 3 4 5 6 7 8);
cells!(4 x 4: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

/// Calls `then` with the site of `board`: unrolled for 3×3 and 4×4, generic for other sizes.
#[inline]
pub(crate) fn with_site<W: Word, T: AtSite<Taquin<W>>>(
    taquin: &Taquin<W>,
    board: &Board<W>,
    then: T,
) -> T::Output {
    match (W::CELLS, taquin.width, taquin.height) {
        (16, 3, 3) => at_cell!(board.blank(), then, 3 x 3: 0 1 2 3 4 5 6 7 8),
        (16, 4, 4) => {
            at_cell!(board.blank(), then, 4 x 4: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
        }
        _ => then.at(Plain::start()),
    }
}

// No last move of the blank.
const START: u8 = 0;
const UP: u8 = 1;
const LEFT: u8 = 2;
const RIGHT: u8 = 3;
const DOWN: u8 = 4;

/// The site of a blank on cell `C` that came there by direction `LAST`.
struct Spot<C, const LAST: u8>(PhantomData<C>);

impl<C, const LAST: u8> Clone for Spot<C, LAST> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, const LAST: u8> Copy for Spot<C, LAST> {}

impl<C: Cell, const LAST: u8> Spot<C, LAST> {
    const UP: bool = C::Up::INDEX != C::INDEX && LAST != DOWN;
    const LEFT: bool = C::Left::INDEX != C::INDEX && LAST != RIGHT;
    const RIGHT: bool = C::Right::INDEX != C::INDEX && LAST != LEFT;
    const DOWN: bool = C::Down::INDEX != C::INDEX && LAST != UP;
}

/// Shows the child in a direction that leads to the cell `$from`, if there is one.
macro_rules! show {
    ($visitor:ident, $from:ty, $direction:ident, $is_followed:expr) => {
        if Self::$direction {
            let slide = Slide { from: <$from>::INDEX, to: C::INDEX };
            let site = Spot::<$from, $direction>(PhantomData);
            if $is_followed {
                $visitor.child(slide, site)?;
            } else {
                return $visitor.last_child(slide, site);
            }
        }
    };
}

impl<W: Word, C: Cell, const LAST: u8> Site<Taquin<W>> for Spot<C, LAST> {
    #[inline]
    fn child_count(self, _: &Taquin<W>) -> Option<u32> {
        Some([Self::UP, Self::LEFT, Self::RIGHT, Self::DOWN].into_iter().map(u32::from).sum())
    }

    #[inline]
    fn visit_children<V: SiteVisitor<Taquin<W>>>(
        self,
        _: &Taquin<W>,
        _: &Board<W>,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        show!(visitor, C::Up, UP, Self::LEFT || Self::RIGHT || Self::DOWN);
        show!(visitor, C::Left, LEFT, Self::RIGHT || Self::DOWN);
        show!(visitor, C::Right, RIGHT, Self::DOWN);
        show!(visitor, C::Down, DOWN, false);
        ControlFlow::Continue(())
    }
}
