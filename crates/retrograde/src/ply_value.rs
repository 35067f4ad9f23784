use tesuji_core::{Value, Wdl};

use crate::exact::{Ender, Exact};

/// A proved value with its distance in plies, in two bytes. The greater of two values is the better
/// for the player to move: a win the sooner, a loss the later.
///
/// # Example
/// ```
/// use tesuji_core::Wdl;
/// use tesuji_retrograde::PlyValue;
///
/// let [soon, late] = [3, 5].map(|plies| PlyValue::new(Wdl::Win, plies).expect("few plies"));
/// assert!(soon > late && late > PlyValue::DRAW);
/// assert_eq!(late.before(false), PlyValue::new(Wdl::Loss, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlyValue(
    /// 0 for a draw, [`NOW`] - `p` for a win in `p` plies, the same with the other sign for a loss.
    i16,
);

/// The number of a game that is won already.
const NOW: i16 = i16::MAX;

impl PlyValue {
    /// A draw.
    pub const DRAW: Self = PlyValue(0);

    /// The most plies that a win or a loss can take.
    pub const MAX_PLIES: u32 = NOW as u32 - 1;

    /// A value for the player to move; a draw has no distance, whatever `plies`. `None` if there
    /// are more than [`MAX_PLIES`](Self::MAX_PLIES).
    #[inline]
    #[must_use]
    pub fn new(wdl: Wdl, plies: u32) -> Option<Self> {
        let near = i16::try_from(plies).ok().map(|plies| NOW - plies).filter(|&near| near > 0);
        match wdl {
            Wdl::Win => near.map(PlyValue),
            Wdl::Draw => Some(Self::DRAW),
            Wdl::Loss => near.map(|near| PlyValue(-near)),
        }
    }

    /// The value of an entry whose cost is in plies.
    #[must_use]
    pub fn of_exact(exact: Exact) -> Option<Self> {
        Self::new(exact.wdl(), exact.cost().unwrap_or(0))
    }

    /// The value as an entry of a table; a draw as one that either player can force.
    #[must_use]
    pub fn exact(self) -> Exact {
        match self.wdl() {
            Wdl::Win => Exact::Win(self.plies().into()),
            Wdl::Draw => Exact::Draw(Ender::Either),
            Wdl::Loss => Exact::Loss(self.plies().into()),
        }
    }

    /// The value as searches return it.
    #[must_use]
    pub fn value(self) -> Value {
        self.wdl().value(Some(self.plies().into()))
    }

    /// The outcome without its distance.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        match self.0 {
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            ..0 => Wdl::Loss,
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    #[must_use]
    pub fn outcome(self) -> i8 {
        self.0.signum() as i8
    }

    /// The distance of a win or a loss; 0 for a draw.
    #[must_use]
    pub fn plies(self) -> u16 {
        if self.0 == 0 { 0 } else { NOW.abs_diff(self.0.abs()) }
    }

    /// The value of the position before a move: a ply longer, and for the opponent unless the
    /// `same` player is to move. `None` if that is more than [`MAX_PLIES`](Self::MAX_PLIES).
    #[inline(always)]
    #[must_use]
    pub fn before(self, same: bool) -> Option<Self> {
        let later = self.0 - self.0.signum();
        let is_too_late = later == 0 && self.0 != 0;
        (!is_too_late).then_some(PlyValue(if same { later } else { -later }))
    }

    /// The value as files have it: 0 for a draw, `2p + 1` for a loss and `2p + 2` for a win in `p`
    /// plies.
    #[inline]
    #[must_use]
    pub fn code(self) -> u16 {
        if self.0 == 0 { 0 } else { 2 * self.plies() + 1 + u16::from(self.0 > 0) }
    }

    /// The value of a [`code`](Self::code).
    #[inline]
    #[must_use]
    pub fn of_code(code: u16) -> Option<Self> {
        let Some(rest) = code.checked_sub(1) else { return Some(Self::DRAW) };
        Self::new(if rest % 2 == 0 { Wdl::Loss } else { Wdl::Win }, (rest / 2).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_values_are_each_others_inverse() {
        assert_eq!(PlyValue::of_code(0), Some(PlyValue::DRAW));
        assert_eq!(PlyValue::DRAW.value(), Value::Draw);
        for code in 0..u16::MAX {
            let value = PlyValue::of_code(code).unwrap();
            assert_eq!(value.code(), code);
            assert_eq!(PlyValue::new(value.wdl(), value.plies().into()), Some(value));
            assert_eq!(PlyValue::of_exact(value.exact()), Some(value));
        }
        assert_eq!(PlyValue::of_code(u16::MAX), None);
        assert_eq!(PlyValue::new(Wdl::Win, PlyValue::MAX_PLIES + 1), None);
        assert_eq!(PlyValue::new(Wdl::Loss, u32::MAX), None);
    }

    #[test]
    fn sooner_wins_are_preferred_and_later_losses_too() {
        use Wdl::{Draw, Loss, Win};
        let falling = [(Win, 1), (Win, 2), (Win, 32_766), (Draw, 0), (Loss, 32_766), (Loss, 0)];
        let values = falling.map(|(wdl, plies)| PlyValue::new(wdl, plies).unwrap());
        assert!(values.is_sorted_by(|one, other| one > other), "{values:?}");
        assert_eq!(values[0].before(true), Some(values[1]));
        assert_eq!(values[0].before(false), PlyValue::new(Loss, 2));
        assert_eq!(values[2].before(true), None);
        assert_eq!(PlyValue::DRAW.before(false), Some(PlyValue::DRAW));
    }
}
