//! Heaps too large, or too many, for the positions of searches: theory alone judges them.

use tesuji_arena::{Engine, RandomMover, Searcher};
use tesuji_certificate::Certificate;
use tesuji_core::{Budget, Game, GameSolver, Notation, Progress};
use tesuji_nim::{LargeHeaps, LargeNim, NamedRule};

use crate::position::{Described, Named};
use crate::report::Question;
use crate::theory::NimTheory;
use crate::tree::Recording;
use crate::{
    Algorithm, AnyEngine, CatalogueError, EngineSpec, Players, RecordOptions, Report,
    SearchOptions, Status, contest,
};

impl<R: NamedRule + Clone + Send + Sync + 'static> Described for LargeNim<R> {
    fn facts(&self, heaps: &LargeHeaps) -> Vec<(&'static str, String)> {
        let moves = self.count_moves(heaps).to_string();
        vec![("rules", self.convention().to_string()), ("legal moves", moves)]
    }
}

impl<R: NamedRule + Clone + Send + Sync + 'static> Named for LargeNim<R> {
    fn status(&self, heaps: &LargeHeaps) -> Status {
        self.result(heaps).map_or_else(|| Status::ToMove(self.to_move(heaps)), Status::Finished)
    }

    fn check(&self, game: &'static str, options: &SearchOptions) -> Result<(), CatalogueError> {
        CatalogueError::check_players(game, Players::Two, options.algorithm)?;
        if options.algorithm == Algorithm::Theory {
            return Ok(());
        }
        let what = "searches from more than 32 heaps, 255 tokens in a heap, or what can break into \
                    more heaps than that; theory needs no search: --with theory";
        Err(CatalogueError::NotOffered { game, what })
    }

    fn solve(
        &self,
        game: &'static str,
        heaps: &LargeHeaps,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        Named::check(self, game, options)?;
        let theory = NimTheory { best_moves: options.best_moves };
        let answer = theory.solve_within(self, heaps, budget, progress);
        let question = Question {
            game,
            position: self.state_text(heaps),
            algorithm: options.algorithm.name(),
            heuristic: None,
        };
        Ok(Report::on_game(question, &answer, |moves| self.moves_text(heaps, moves)))
    }

    fn certify(
        &self,
        _: &LargeHeaps,
        _: &Report,
        _: &SearchOptions,
        _: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        let why = "a strategy for heaps so large would be too long; the nim-values that the answer \
                   follows from have one: tesuji nim-values RULE --heaps N --certificate FILE";
        Err(CatalogueError::NothingProved(why))
    }

    fn record(
        &self,
        game: &'static str,
        _: &LargeHeaps,
        _: &RecordOptions,
    ) -> Result<Recording, CatalogueError> {
        Err(CatalogueError::NotOffered { game, what: "search trees of heaps so large" })
    }

    fn engine(
        &self,
        game: &'static str,
        spec: &EngineSpec,
        seed: u64,
    ) -> Result<AnyEngine, CatalogueError> {
        let engine: Box<dyn Engine<Self>> = match spec.options() {
            None => Box::new(RandomMover::new(seed)),
            Some(options) => {
                Named::check(self, game, options)?;
                let theory = NimTheory { best_moves: options.best_moves };
                Box::new(Searcher::new(Box::new(theory), spec.budget()))
            }
        };
        Ok(contest::seated(game, self, spec, None, engine))
    }
}
