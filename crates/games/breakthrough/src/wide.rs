//! The only unsafe code of this crate: the call of a function compiled for instructions that not
//! every machine has.
//!
//! Counting and depositing bits (`popcnt` and `pdep`, x86-64) makes random games more than twice as
//! fast. A [`Wide`] exists only on a machine where the instructions are available and fast;
//! [`playout::choose`](crate::playout::choose) is the safe equivalent for all others, and the tests
//! of [`playout`](crate::playout) compare the two.
#![allow(unsafe_code)]

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use elsewhere::Wide;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::Wide;

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid, _pdep_u64};

    use rand_core::Rng;
    use tesuji_core::Player;

    use crate::playout;
    use crate::position::Position;
    use crate::rules::{Breakthrough, Step};

    /// Proof that this machine has the instructions.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Wide(());

    impl Wide {
        /// Tests whether the machine has the instructions in hardware: where `pdep` is a loop of
        /// microcode, the safe equivalent is faster.
        pub(crate) fn detect() -> Option<Wide> {
            (is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && !deposits_by_microcode())
            .then_some(Wide(()))
        }

        /// [`playout::play_out`], compiled for these instructions.
        #[inline(always)]
        pub(crate) fn play_out(
            self,
            game: &Breakthrough,
            position: &mut Position,
            rng: &mut impl Rng,
            watch: impl FnMut(Step),
        ) -> Player {
            // SAFETY: a `Wide` comes only from `detect`, which has tested that this machine has all
            // the features that `play_out` enables.
            unsafe { play_out(game, position, rng, watch) }
        }
    }

    /// Whether this is a Zen of the first two generations (AMD's families 17h and 18h).
    fn deposits_by_microcode() -> bool {
        let vendor = __cpuid(0).ebx;
        let signature = __cpuid(1).eax;
        let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
        let amd = [*b"Auth", *b"Hygo"].map(u32::from_le_bytes).contains(&vendor);
        amd && matches!(family, 0x17 | 0x18)
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn play_out(
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

    use crate::position::Position;
    use crate::rules::{Breakthrough, Step};

    /// Uninhabited: other machines do not have the instructions.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Wide {}

    impl Wide {
        pub(crate) fn detect() -> Option<Wide> {
            None
        }

        pub(crate) fn play_out(
            self,
            _: &Breakthrough,
            _: &mut Position,
            _: &mut impl Rng,
            _: impl FnMut(Step),
        ) -> Player {
            match self {}
        }
    }
}
