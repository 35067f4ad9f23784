use tesuji_core::{Value, Wdl};
use tesuji_retrograde::Exact;

use crate::TableError;

/// A proved value with its distance in plies, as a number: 0 for a draw, `2p + 1` for a loss and
/// `2p + 2` for a win in `p` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) u16);

impl Code {
    /// The code of a value for the player to move.
    ///
    /// # Errors
    /// [`TableError::TooLong`] if the game is longer than codes can tell.
    pub(crate) fn new(wdl: Wdl, plies: u32) -> Result<Self, TableError> {
        let code = match wdl {
            Wdl::Draw => Some(0),
            Wdl::Loss => plies.checked_mul(2).and_then(|double| double.checked_add(1)),
            Wdl::Win => plies.checked_mul(2).and_then(|double| double.checked_add(2)),
        };
        code.and_then(|code| u16::try_from(code).ok()).map(Code).ok_or(TableError::TooLong)
    }

    /// The code of a table's entry.
    pub(crate) fn of_exact(exact: Exact) -> Result<Self, TableError> {
        Code::new(exact.wdl(), exact.cost().unwrap_or(0))
    }

    pub(crate) fn wdl(self) -> Wdl {
        match self.0 {
            0 => Wdl::Draw,
            code if code % 2 == 1 => Wdl::Loss,
            _ => Wdl::Win,
        }
    }

    /// The distance of a win or loss; 0 for a draw.
    pub(crate) fn plies(self) -> u32 {
        self.short_plies().into()
    }

    /// The same in fewer bits: no code has more plies.
    pub(crate) fn short_plies(self) -> u16 {
        self.0.saturating_sub(1) / 2
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub(crate) fn outcome(self) -> i8 {
        match self.wdl() {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        }
    }

    pub(crate) fn value(self) -> Value {
        self.wdl().value(Some(self.plies()))
    }

    /// The value of the position before a move: for the player who made it, if `same` is to move
    /// again, and a ply longer.
    pub(crate) fn before(self, same: bool) -> Result<Self, TableError> {
        let wdl = if same { self.wdl() } else { self.wdl().reversed() };
        Code::new(wdl, self.plies() + 1)
    }

    /// The preference of the player who gets this value: a win the sooner the better, a loss the
    /// later.
    pub(crate) fn preference(self) -> i32 {
        let plies = self.plies().cast_signed();
        let beyond = i32::from(u16::MAX);
        match self.wdl() {
            Wdl::Loss => plies - beyond,
            Wdl::Draw => 0,
            Wdl::Win => beyond - plies,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_values_are_each_others_inverse() {
        assert_eq!(Code(0).value(), Value::Draw);
        for code in (0..=u16::MAX).map(Code) {
            assert_eq!(Code::new(code.wdl(), code.plies()).unwrap(), code);
        }
        assert!(Code::new(Wdl::Win, 32_767).is_err());
        assert!(Code::new(Wdl::Loss, u32::MAX).is_err());
    }

    #[test]
    fn sooner_wins_are_preferred_and_later_losses_too() {
        use Wdl::{Draw, Loss, Win};
        let falling = [(Win, 1), (Win, 2), (Win, 32_766), (Draw, 0), (Loss, 32_767), (Loss, 0)];
        let codes = falling.map(|(wdl, plies)| Code::new(wdl, plies).unwrap().preference());
        assert!(codes.is_sorted_by(|one, other| one > other), "{codes:?}");
    }
}
