//! What the games of two players have in common when they are called by name.

use std::fmt::Debug;

use tesuji_adversarial::{AlphaBeta, MemoMinimax, Minimax, Negamax, Reversed, Search};
use tesuji_core::{Budget, Game, GameSolver as _, Hashed, Meter, Notation, Progress, Render};
use tesuji_retrograde::{Plies, Reachable, Retrograde, Table};

use super::position::Named;
use super::report::Question;
use super::{Algorithm, Players, RegistryError, Report, SearchOptions, ValueCounts};

/// A game of two players with a name.
pub(crate) trait TwoPlayers:
    Game + Hashed + Notation<State: Send + Sync, Move: Debug> + Render + Clone + Send + Sync + 'static
{
    fn facts(&self, state: &Self::State) -> Vec<(&'static str, String)>;
}

impl<G: TwoPlayers> Named for G {
    fn facts(&self, state: &G::State) -> Vec<(&'static str, String)> {
        TwoPlayers::facts(self, state)
    }

    fn check(&self, game: &'static str, options: &SearchOptions) -> Result<(), RegistryError> {
        RegistryError::check_players(game, Players::Two, options.algorithm)
    }

    fn count_values(
        &self,
        _: &'static str,
        state: &G::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<ValueCounts, RegistryError> {
        let mut meter = Meter::new(budget, progress);
        let table = Reachable::explore(self, state, &mut meter)
            .and_then(|space| Table::solve_within(space, Plies, &mut meter));
        let census = table.map_err(RegistryError::Stopped)?.census();
        Ok(ValueCounts {
            won: census.wins.iter().sum(),
            lost: census.losses.iter().sum(),
            drawn: census.draws + census.endless,
        })
    }

    fn solve(
        &self,
        game: &'static str,
        state: &G::State,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, RegistryError> {
        self.check(game, options)?;
        let question = Question {
            game,
            position: self.state_text(state),
            algorithm: options.algorithm.name(),
            heuristic: None,
        };
        macro_rules! run {
            ($solver:expr) => {
                $solver
                    .equally_good(options.equally_good)
                    .solve_within(self, state, budget, progress)
            };
        }
        macro_rules! tree {
            ($solver:expr) => {
                match options.depth {
                    Some(depth) => run!($solver.depth(depth)),
                    None => run!($solver),
                }
            };
        }
        let answer = match options.algorithm {
            Algorithm::Minimax => tree!(Minimax::new()),
            Algorithm::MemoMinimax => run!(MemoMinimax::new()),
            Algorithm::Negamax => tree!(Negamax::new()),
            Algorithm::AlphaBeta => tree!(AlphaBeta::new()),
            Algorithm::WhoWins => tree!(AlphaBeta::who_wins()),
            Algorithm::WhoWinsReversed => tree!(AlphaBeta::who_wins().order(Reversed)),
            Algorithm::PrincipalVariation => {
                tree!(Search::principal_variation().table_bytes(options.table_bytes))
            }
            Algorithm::MtdF => tree!(Search::mtd_f().table_bytes(options.table_bytes)),
            Algorithm::Bisection => tree!(Search::bisection().table_bytes(options.table_bytes)),
            Algorithm::Retrograde => Retrograde.solve_within(self, state, budget, progress),
            one => unreachable!("{one} is for one player, and the options were checked"),
        };
        Ok(Report::on_game(question, &answer, |moves| self.line_text(state, moves)))
    }
}
