//! All claims about a position that strategies prove.

use tesuji_certificate::{Claim, Length};
use tesuji_core::{GameResult, Player};

const PLAYERS: [Player; 2] = [Player::First, Player::Second];

/// Every claim that strategies prove, with lengths up to `longest`.
pub(crate) fn claims(longest: u32) -> Vec<Claim> {
    let lengths: Vec<_> = (0..=longest)
        .flat_map(|plies| [Length::Within(plies), Length::Exactly(plies)])
        .chain([Length::Any])
        .collect();
    let wins = PLAYERS
        .into_iter()
        .flat_map(|winner| lengths.iter().map(move |&length| Claim::Wins { winner, length }));
    let results = PLAYERS.map(GameResult::Win).into_iter().chain([GameResult::Draw]);
    let values = results.map(|result| Claim::SemiStrong { result, positions: 0 });
    let holds = PLAYERS.map(|player| Claim::Holds { player });
    wins.chain(holds).chain([Claim::Draw]).chain(values).collect()
}

/// Whether a claim holds where `won` says who wins, and in how many plies.
pub(crate) fn holds(won: Option<(Player, u32)>, claim: Claim) -> bool {
    match claim {
        Claim::Wins { winner, length } => won.is_some_and(|(who, plies)| {
            who == winner
                && match length {
                    Length::Any => true,
                    Length::Within(claimed) => plies <= claimed,
                    Length::Exactly(claimed) => plies == claimed,
                }
        }),
        Claim::Holds { player } => won.is_none_or(|(who, _)| who == player),
        Claim::Draw => won.is_none(),
        Claim::SemiStrong { result, .. } => {
            result == won.map_or(GameResult::Draw, |(who, _)| GameResult::Win(who))
        }
        _ => false,
    }
}
