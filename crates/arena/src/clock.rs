use std::time::Duration;

use tesuji_core::Player;

/// A time control: the time of each player for a whole game, and what each move adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time at the beginning.
    pub base: Duration,
    /// The time that a move adds.
    pub increment: Duration,
}

/// The clocks of a game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time left for the first and the second player.
    pub left: [Duration; 2],
    /// The time that a move adds.
    pub increment: Duration,
}

impl Clocks {
    /// The clocks before the first move.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Clocks { left: [clock.base; 2], increment: clock.increment }
    }

    /// The time that a player has left.
    #[must_use]
    pub fn left(&self, player: Player) -> Duration {
        self.left[player as usize]
    }

    /// How long a search for the next move should take: a twentieth of the time left and most of
    /// the increment, but never all that is left.
    #[must_use]
    pub fn allotment(&self, player: Player) -> Duration {
        let left = self.left(player);
        (left / 20 + self.increment / 4 * 3).min(left / 5 * 4)
    }

    /// Takes the time of a move off a player's clock, and adds the increment. Returns whether there
    /// was enough, give or take `margin`.
    pub(crate) fn spend(&mut self, player: Player, time: Duration, margin: Duration) -> bool {
        let left = &mut self.left[player as usize];
        let is_enough = time <= left.saturating_add(margin);
        *left = left.saturating_sub(time).saturating_add(self.increment);
        is_enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_take_their_allotment_never_lose_on_time() {
        let second = Duration::from_secs(1);
        for increment in [Duration::ZERO, Duration::from_millis(100), second] {
            let mut clocks = Clocks::new(Clock { base: second, increment });
            for _ in 0..1000 {
                let time = clocks.allotment(Player::Second);
                assert!(time < clocks.left(Player::Second));
                assert!(clocks.spend(Player::Second, time, Duration::ZERO));
            }
            assert_eq!(clocks.left(Player::First), second);
        }
    }

    #[test]
    fn the_margin_is_not_taken_off_the_clock() {
        let clock = Clock { base: Duration::from_secs(1), increment: Duration::ZERO };
        let (mut clocks, margin) = (Clocks::new(clock), Duration::from_millis(10));
        assert!(clocks.spend(Player::First, Duration::from_millis(1010), margin));
        assert_eq!(clocks.left(Player::First), Duration::ZERO);
        assert!(!clocks.spend(Player::First, Duration::from_millis(11), margin));
    }
}
