use tesuji_core::{Game, Player};

/// The cost of a move, by which a table measures the distance to a win.
///
/// The winner minimises the total, the loser maximises it. The cost of a move may be 0. A closure
/// `Fn(&G, &G::State, G::Move) -> u32` is a clock too.
///
/// # Contract
/// The cost depends only on the position and the move, and agrees with
/// [`of_player`](Self::of_player).
pub trait Clock<G: Game> {
    /// The cost of `mv` in `state`.
    fn ticks(&self, game: &G, state: &G::State, mv: G::Move) -> u32;

    /// The cost of every move of `player`, if all have the same. If both players have one, the
    /// analysis does not evaluate the clock for each position, which is faster.
    fn of_player(&self, player: Player) -> Option<u32> {
        let _ = player;
        None
    }

    /// The name that is saved with tables: a table with the name of another clock is rejected.
    fn name(&self) -> String {
        "custom".to_owned()
    }
}

/// Every move costs 1: distances are in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plies;

impl<G: Game> Clock<G> for Plies {
    fn ticks(&self, _: &G, _: &G::State, _: G::Move) -> u32 {
        1
    }

    fn of_player(&self, _: Player) -> Option<u32> {
        Some(1)
    }

    fn name(&self) -> String {
        "plies".to_owned()
    }
}

/// The moves of this player cost 1, the other's 0: the cost of a win is the number of moves of this
/// player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesOf(pub Player);

impl<G: Game> Clock<G> for MovesOf {
    fn ticks(&self, game: &G, state: &G::State, _: G::Move) -> u32 {
        u32::from(game.to_move(state) == self.0)
    }

    fn of_player(&self, player: Player) -> Option<u32> {
        Some(u32::from(player == self.0))
    }

    fn name(&self) -> String {
        match self.0 {
            Player::First => "moves of the first player".to_owned(),
            Player::Second => "moves of the second player".to_owned(),
        }
    }
}

impl<G: Game, F: Fn(&G, &G::State, G::Move) -> u32> Clock<G> for F {
    fn ticks(&self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        self(game, state, mv)
    }
}

/// The cost of every move of the first and of the second player, if it is constant.
pub(crate) fn constant_ticks<G: Game>(clock: &impl Clock<G>) -> Option<[u32; 2]> {
    Some([clock.of_player(Player::First)?, clock.of_player(Player::Second)?])
}
