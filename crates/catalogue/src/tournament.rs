//! Tournaments between engines of any game.

use std::cmp::Ordering;
use tesuji_core::Instant;

use tesuji_arena::{Elo, Format, MatchScore, Pairing, Tournament, ratings};
use tesuji_core::Settings;

use crate::{CatalogueError, EngineSpec, GamePosition, GameReport};

/// The result of a tournament.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TournamentReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings of the game.
    pub settings: Settings,
    /// The position that the openings start from, unless openings are given.
    pub position: String,
    /// Who played whom.
    pub format: Format,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of random plies at the beginning of each pair of games.
    pub opening_plies: u32,
    /// The number of games played.
    pub games: u64,
    /// The players, the best first: by Elo, or by the round of their last match if it is a knock-out
    /// tournament.
    pub standings: Vec<StandingReport>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The limit that ended the tournament early, which the caller sets.
    pub limit: Option<String>,
}

/// A player's results in a tournament.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StandingReport {
    /// The engine specification.
    pub player: String,
    /// The Elo relative to the mean of the players, by maximum likelihood.
    pub elo: Elo,
    /// The number of games played.
    pub games: u64,
    /// The points, a draw being half a point.
    pub points: f64,
    /// Games won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost by an illegal move, on time or by a failure; they are among the losses.
    pub forfeits: u64,
    /// The round of the last match, from 1; 0 without a match.
    pub round: u32,
    /// The results against each player, in the order of the standings; none without games.
    pub against: Vec<Option<ScoreReport>>,
}

/// Points of games against one opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreReport {
    /// The points, a draw being half a point.
    pub points: f64,
    /// The number of games.
    pub games: u64,
}

/// Receives each pair of games of a tournament: the numbers of the players, from 0, the score of their
/// match so far, and the games.
pub type PairPlayed<'p> = dyn FnMut([usize; 2], &MatchScore, [GameReport; 2]) + 'p;

/// Plays a tournament from a position, or from `openings` in its game's notation in turn, and calls
/// `progress` after every pair of games. Players of the same name get a number behind it.
///
/// # Errors
/// The game has one player, an engine cannot play it, or an opening is not valid.
///
/// # Example
/// ```
/// use tesuji_arena::{Format, Match, Tournament};
/// use tesuji_catalogue::{Catalogue, tournament};
///
/// let catalogue = Catalogue::standard();
/// let game = catalogue.game("tic-tac-toe")?;
/// let start = game.open(None, &Default::default())?;
/// let names = ["random", "pvs", "alpha-beta:depth=1"];
/// let players = names.map(|name| game.engine(name)).into_iter().collect::<Result<Vec<_>, _>>()?;
/// let settings = Tournament { format: Format::RoundRobin, games: Match::new(20) };
/// let report = tournament(&*start, &players, &settings, &[], &mut |_, _, _| {})?;
/// assert_eq!((report.games, &*report.standings[0].player), (60, "pvs"));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
pub fn tournament(
    position: &dyn GamePosition,
    players: &[EngineSpec],
    settings: &Tournament,
    openings: &[String],
    progress: &mut PairPlayed,
) -> Result<TournamentReport, CatalogueError> {
    let (started, players) = (Instant::now(), told_apart(players));
    let mut standings: Vec<_> = players.iter().map(StandingReport::new).collect();
    let pairings = settings.play(players.len(), |[first, second], games| {
        let both = [players[first].clone(), players[second].clone()];
        let mut progress = |score: &MatchScore, games: [GameReport; 2]| {
            progress([first, second], score, games);
        };
        let report = position.contest(&both, games, openings, &mut progress)?;
        let [by_first, by_second] = report.forfeits;
        standings[first].count(report.wins, report.draws, report.losses, by_first);
        standings[second].count(report.losses, report.draws, report.wins, by_second);
        Ok::<_, CatalogueError>(report.pentanomial)
    })?;
    for (standing, elo) in standings.iter_mut().zip(ratings(players.len(), &pairings)) {
        standing.elo = elo;
    }
    Ok(TournamentReport {
        game: position.game(),
        settings: position.settings(),
        position: position.notation(),
        format: settings.format,
        seed: settings.games.seed,
        opening_plies: settings.games.opening_plies,
        games: pairings.iter().map(|pairing| 2 * pairing.pairs.pairs()).sum(),
        standings: sorted(standings, settings, &pairings),
        seconds: started.elapsed().as_secs_f64(),
        limit: None,
    })
}

/// Players of the same name with a number behind it.
fn told_apart(players: &[EngineSpec]) -> Vec<EngineSpec> {
    let names: Vec<_> = players.iter().map(ToString::to_string).collect();
    let number =
        |place: usize| names[..=place].iter().filter(|name| **name == names[place]).count();
    let apart = players.iter().enumerate().map(|(place, player)| match number(place) {
        1 => player.clone(),
        number => player.clone().called(format!("{} ({number})", names[place])),
    });
    apart.collect()
}

impl StandingReport {
    fn new(player: &EngineSpec) -> Self {
        StandingReport {
            player: player.to_string(),
            elo: Elo { difference: f64::NAN, low: f64::NEG_INFINITY, high: f64::INFINITY },
            games: 0,
            points: 0.0,
            wins: 0,
            draws: 0,
            losses: 0,
            forfeits: 0,
            round: 0,
            against: Vec::new(),
        }
    }

    fn count(&mut self, wins: u64, draws: u64, losses: u64, forfeits: u64) {
        self.wins += wins;
        self.draws += draws;
        self.losses += losses;
        self.forfeits += forfeits;
        self.games += wins + draws + losses;
        self.points += wins as f64 + draws as f64 / 2.0;
    }

    /// The share of the points; half of them without games.
    fn share(&self) -> f64 {
        if self.games == 0 { 0.5 } else { self.points / self.games as f64 }
    }
}

/// The players in order, with their results against each other.
fn sorted(
    mut standings: Vec<StandingReport>,
    settings: &Tournament,
    pairings: &[Pairing],
) -> Vec<StandingReport> {
    let mut survived = vec![true; standings.len()];
    for Pairing { round, players, .. } in pairings {
        players.iter().for_each(|&player| standings[player].round = *round);
    }
    if settings.format == Format::KnockOut {
        for (number, pairing) in (1..).zip(pairings) {
            let [first, second] = pairing.players;
            let winner = match pairing.winner() {
                Some(winner) => winner,
                // The match that was interrupted eliminates no player.
                None if number == pairings.len() && settings.games.stop.is_raised() => continue,
                // A tie is won by the better seed.
                None => first,
            };
            survived[if winner == first { second } else { first }] = false;
        }
    }
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by(|&one, &other| {
        let [first, second] = [&standings[one], &standings[other]];
        let by_round = match settings.format {
            Format::KnockOut => (survived[other], second.round).cmp(&(survived[one], first.round)),
            Format::RoundRobin | Format::Gauntlet => Ordering::Equal,
        };
        // Those without a rating are last; where ratings are equal or infinite, points decide.
        let unrated = |elo: &Elo| elo.difference.is_nan();
        by_round
            .then(unrated(&first.elo).cmp(&unrated(&second.elo)))
            .then(second.elo.difference.total_cmp(&first.elo.difference))
            .then(second.share().total_cmp(&first.share()))
            .then(one.cmp(&other))
    });
    let against = |player: usize, other: usize| {
        let mut score = ScoreReport::default();
        for Pairing { players, pairs, .. } in pairings {
            let (points, games) = (pairs.points(), 2 * pairs.pairs());
            match *players {
                [first, second] if (first, second) == (player, other) => score.points += points,
                [first, second] if (first, second) == (other, player) => {
                    score.points += games as f64 - points;
                }
                _ => continue,
            }
            score.games += games;
        }
        (score.games > 0).then_some(score)
    };
    let row = |&player: &usize| StandingReport {
        against: order.iter().map(|&other| against(player, other)).collect(),
        ..standings[player].clone()
    };
    order.iter().map(row).collect()
}
