//! The only unsafe code of this crate: the call of a function compiled for instructions that not
//! every machine has.
//!
//! Counting and depositing bits (`popcnt` and `pdep`, x86-64) makes random games more than twice as
//! fast. A [`Wide`](crate::instructions::Wide) exists only on a machine where the instructions are
//! available and fast; [`playout::choose`](crate::playout::choose) is the safe equivalent for all
//! others, and the tests of [`playout`](crate::playout) compare the two.
#![allow(unsafe_code)]

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use elsewhere::play_out;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::play_out;

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::_pdep_u64;

    use rand_core::Rng;
    use tesuji_core::Player;

    use crate::instructions::Wide;
    use crate::playout;
    use crate::position::Position;
    use crate::rules::{Breakthrough, Step};

    /// [`playout::play_out`], compiled for these instructions.
    #[inline]
    pub(crate) fn play_out(
        _: Wide,
        game: &Breakthrough,
        position: &mut Position,
        rng: &mut impl Rng,
        watch: impl FnMut(Step),
    ) -> Player {
        // SAFETY: a `Wide` comes only from `Wide::detect`, which has tested that this machine has all
        // the features that `play_out_wide` enables.
        unsafe { play_out_wide(game, position, rng, watch) }
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn play_out_wide(
        game: &Breakthrough,
        position: &mut Position,
        rng: &mut impl Rng,
        watch: impl FnMut(Step),
    ) -> Player {
        playout::play_out(game, position, rng, |sets, random| choose(sets, random), watch)
    }

    /// [`playout::choose`] by depositing bits: bit `n` of a number goes to the set bit with
    /// number `n`, or nowhere if there are fewer. There are at most 48 moves.
    #[inline]
    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn choose([straight, left, right]: [u64; 3], random: u32) -> [u64; 3] {
        let before_left = straight.count_ones();
        let before_right = before_left + left.count_ones();
        let count = before_right + right.count_ones();
        let mark = 1u64 << ((u64::from(random) * u64::from(count)) >> 32);
        [
            _pdep_u64(mark, straight),
            _pdep_u64(mark >> before_left, left),
            _pdep_u64(mark >> before_right, right),
        ]
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod elsewhere {
    use rand_core::Rng;
    use tesuji_core::Player;

    use crate::instructions::Wide;
    use crate::position::Position;
    use crate::rules::{Breakthrough, Step};

    pub(crate) fn play_out(
        wide: Wide,
        _: &Breakthrough,
        _: &mut Position,
        _: &mut impl Rng,
        _: impl FnMut(Step),
    ) -> Player {
        match wide {}
    }
}
