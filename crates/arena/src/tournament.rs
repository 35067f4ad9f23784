use std::fmt;
use std::str::FromStr;

use tesuji_core::hash::mix;
use tesuji_core::quoted;

use crate::{Match, Pentanomial};

/// Who plays whom in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Format {
    /// Everyone plays everyone.
    RoundRobin,
    /// The first player plays everyone else.
    Gauntlet,
    /// The winners of a round play each other in the next one. The players are in the order of
    /// their seeds, the best first: the best two can meet in the last round only, and if the number
    /// of players is not a power of two, the best have no opponent in the first.
    KnockOut,
}

impl Format {
    /// All formats, with their names.
    pub const ALL: [(&'static str, Format); 3] = [
        ("round-robin", Format::RoundRobin),
        ("gauntlet", Format::Gauntlet),
        ("knock-out", Format::KnockOut),
    ];
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let own = Self::ALL.iter().find(|(_, format)| format == self);
        out.pad(own.map_or("", |(name, _)| name))
    }
}

/// A text names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not one of {}", quoted(.0), Format::ALL.map(|(name, _)| name).join(", "))]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, format)| *format).ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

/// The settings of a tournament.
///
/// # Example
/// Four players; the one with the lower number always wins:
/// ```
/// use tesuji_arena::{Format, Match, Pentanomial, Tournament};
///
/// let tournament = Tournament { format: Format::KnockOut, games: Match::new(2) };
/// let pairings = tournament.play(4, |[first, second], _| {
///     let won = if first < second { [0, 0, 0, 0, 1] } else { [1, 0, 0, 0, 0] };
///     Ok::<_, std::convert::Infallible>(Pentanomial(won))
/// })?;
/// let played: Vec<_> = pairings.iter().map(|pairing| pairing.players).collect();
/// assert_eq!(played, [[0, 3], [1, 2], [0, 1]]);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Who plays whom.
    pub format: Format,
    /// How each two of them play: every match has the same openings, and random choices of its own.
    pub games: Match,
}

/// A match of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// The numbers of both players, from 0.
    pub players: [usize; 2],
    /// Pairs of games by the points of the first of them.
    pub pairs: Pentanomial,
}

impl Pairing {
    /// The number of the player with more points, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        let [lost, less, _, more, won] = self.pairs.0;
        let (ahead, behind) = (2 * won + more, 2 * lost + less);
        let [first, second] = self.players;
        match ahead.cmp(&behind) {
            std::cmp::Ordering::Greater => Some(first),
            std::cmp::Ordering::Less => Some(second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// How often a tied match of a knock-out tournament is played again, with other openings, before the
/// better seed wins it.
const TIE_BREAKS: u32 = 3;

impl Tournament {
    /// Plays the matches by calling `play` with the numbers of two players, from 0, and the settings
    /// of their match, and returns their results in order. The stop flag of the settings ends the
    /// tournament; the matches so far count, also the one that it interrupted.
    ///
    /// # Errors
    /// The first of `play`.
    pub fn play<E>(
        &self,
        players: usize,
        mut play: impl FnMut([usize; 2], &Match) -> Result<Pentanomial, E>,
    ) -> Result<Vec<Pairing>, E> {
        if self.format == Format::KnockOut {
            return self.knock_out(players, play);
        }
        let mut pairings = Vec::new();
        for players in self.schedule(players) {
            if self.games.stop.is_raised() {
                break;
            }
            let pairs = play(players, &self.games_of(players))?;
            pairings.push(Pairing { round: 1, players, pairs });
        }
        Ok(pairings)
    }

    /// How two players play: by random choices of their own.
    fn games_of(&self, players: [usize; 2]) -> Match {
        // An array is hashed by its bytes: these are the same on every machine.
        let engine_seed = mix(&players.map(|player| (player as u64).to_le()));
        Match { engine_seed, ..self.games.clone() }
    }

    fn schedule(&self, players: usize) -> Vec<[usize; 2]> {
        let firsts = if self.format == Format::Gauntlet { players.min(1) } else { players };
        let with = |first: usize| ((first + 1)..players).map(move |second| [first, second]);
        (0..firsts).flat_map(with).collect()
    }

    fn knock_out<E>(
        &self,
        players: usize,
        mut play: impl FnMut([usize; 2], &Match) -> Result<Pentanomial, E>,
    ) -> Result<Vec<Pairing>, E> {
        let mut pairings: Vec<Pairing> = Vec::new();
        let mut left = bracket(players);
        for round in 1.. {
            if left.len() < 2 {
                break;
            }
            let mut through = Vec::new();
            for pair in left.chunks_exact(2) {
                let (first, second) = match (pair[0], pair[1]) {
                    (Some(first), Some(second)) => (first, second),
                    (one, other) => {
                        through.push(one.or(other));
                        continue;
                    }
                };
                let players = [first.min(second), first.max(second)];
                let mut pairing = Pairing { round, players, pairs: Pentanomial::default() };
                for again in 0..=TIE_BREAKS {
                    let mut games = self.games_of(players);
                    if again > 0 {
                        games.seed = mix(&(games.seed, again));
                        games.first_pair += u64::from(again) * games.games.div_ceil(2);
                    }
                    for (all, more) in pairing.pairs.0.iter_mut().zip(play(players, &games)?.0) {
                        *all += more;
                    }
                    if pairing.winner().is_some() || self.games.stop.is_raised() {
                        break;
                    }
                }
                through.push(Some(pairing.winner().unwrap_or(players[0])));
                pairings.push(pairing);
                if self.games.stop.is_raised() {
                    return Ok(pairings);
                }
            }
            left = through;
        }
        Ok(pairings)
    }
}

/// The places of a knock-out tournament, neighbours meeting first: the seeds of each round add up
/// to the same number.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < players {
        let size = 2 * seeds.len();
        seeds = seeds.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    seeds.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// The pairings of a tournament in which the player with the lower number always wins.
    fn played(format: Format, players: usize) -> Vec<(u32, [usize; 2])> {
        let tournament = Tournament { format, games: Match::new(2) };
        let Ok(pairings) = tournament.play(players, |[first, second], _| {
            let won = if first < second { [0, 0, 0, 0, 1] } else { [1, 0, 0, 0, 0] };
            Ok::<_, Infallible>(Pentanomial(won))
        });
        pairings.iter().map(|pairing| (pairing.round, pairing.players)).collect()
    }

    #[test]
    fn everyone_meets_everyone_once_or_the_first_alone() {
        for players in 2..8 {
            let all = played(Format::RoundRobin, players);
            assert_eq!(all.len(), players * (players - 1) / 2);
            assert!(all.iter().all(|(_, [first, second])| first < second));
            let one = played(Format::Gauntlet, players);
            assert!(one.len() == players - 1 && one.iter().all(|(_, pair)| pair[0] == 0));
        }
    }

    #[test]
    fn the_best_seeds_meet_last_and_have_byes_first() {
        assert_eq!(played(Format::KnockOut, 3), [(1, [1, 2]), (2, [0, 1])]);
        let six = [(1, [3, 4]), (1, [2, 5]), (2, [0, 3]), (2, [1, 2]), (3, [0, 1])];
        assert_eq!(played(Format::KnockOut, 6), six);
        for players in 2..20 {
            let all = played(Format::KnockOut, players);
            assert_eq!(all.len(), players - 1, "everyone but the winner loses once");
            assert_eq!(all.last().unwrap().1, [0, 1]);
        }
    }

    #[test]
    fn engines_have_the_same_seeds_on_every_machine() {
        let tournament = Tournament { format: Format::RoundRobin, games: Match::new(2) };
        assert_eq!(tournament.games_of([0, 1]).engine_seed, 2_179_375_062_944_882_720);
    }

    #[test]
    fn a_tied_match_is_played_again_and_then_won_by_the_better_seed() {
        let tournament = Tournament { format: Format::KnockOut, games: Match::new(2) };
        let mut openings = Vec::new();
        let Ok(pairings) = tournament.play(2, |_, games| {
            openings.push((games.seed, games.first_pair));
            Ok::<_, Infallible>(Pentanomial([0, 0, 1, 0, 0]))
        });
        assert_eq!(pairings[0].pairs, Pentanomial([0, 0, 4, 0, 0]));
        let (mut seeds, first_pairs): (Vec<_>, Vec<_>) = openings.into_iter().unzip();
        seeds.dedup();
        assert_eq!(seeds.len(), 4, "other random openings");
        assert_eq!(first_pairs, [0, 1, 2, 3], "other openings of a file");
    }
}
