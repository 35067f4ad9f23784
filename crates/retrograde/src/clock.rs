use tesuji_core::{Game, Player};

/// What a move counts when a table measures how far a win is.
///
/// The winner wants to win at the least total, the loser to lose at the greatest. Moves
/// may count nothing. A closure `Fn(&G, &G::State, G::Move) -> u32` is a clock too.
///
/// # Contract
/// The count depends on position and move alone, and [`of_player`](Self::of_player) agrees with it.
pub trait Clock<G: Game> {
    /// What `mv` counts, played in `state`.
    fn ticks(&self, game: &G, state: &G::State, mv: G::Move) -> u32;

    /// What every move of `player` counts, where they all count the same. A clock that can say
    /// so for both players is read off without looking at positions, which is faster.
    fn of_player(&self, player: Player) -> Option<u32> {
        let _ = player;
        None
    }

    /// A name, to be kept with saved tables: a table is not read with another clock's name.
    fn name(&self) -> String {
        "custom".to_owned()
    }
}

/// Every move counts one: distances are in plies.
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

/// The moves of this player count one, the other's nothing: the cost of a win is how many
/// moves the player made.
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

/// What every move of the first and of the second player counts, if the clock knows.
pub(crate) fn constant_ticks<G: Game>(clock: &impl Clock<G>) -> Option<[u32; 2]> {
    Some([clock.of_player(Player::First)?, clock.of_player(Player::Second)?])
}
