use std::fmt::Debug;

use tesuji_arena::{Match, Score};
use tesuji_certificate::{Certificate, Checker};
use tesuji_core::{
    Budget, GameResult, Meter, NamedGame, Notation, Player, Progress, Puzzle, Render, Rules,
    Silent, Value,
};
use tesuji_rush_hour::Language;

use super::report::Question;
use super::{
    AnyEngine, CatalogueError, CountReport, EngineSpec, MatchReport, PerftReport, RecordOptions,
    Report, SearchOptions, Settings, StrategyReport, ValueCounts, Verdict,
};
use crate::certify;
use crate::tree::Recording;

/// What each move comes to for who makes it.
pub(crate) type MoveValues<M> = Vec<(M, Value)>;

/// Whether a position goes on, and with whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A puzzle that is not solved yet.
    Unsolved,
    /// A solved puzzle.
    Solved,
    /// It is this player's turn.
    ToMove(Player),
    /// A finished game.
    Finished(GameResult),
}

/// A position of some game, its type hidden.
pub trait Position: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The settings under which the game has the rules of this position: with the notation they
    /// open it again.
    fn settings(&self) -> Settings;

    /// The position in the game's canonical notation.
    fn notation(&self) -> String;

    /// A drawing for a terminal.
    fn text(&self) -> String;

    /// A drawing as an SVG document.
    fn svg(&self) -> String;

    /// What can be said of the position without a search: pairs of a name and a figure.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// Whether the position goes on, and with whom.
    fn status(&self) -> Status;

    /// Why a puzzle cannot be solved, where an argument shows it without a search.
    fn why_unsolvable(&self) -> Option<String>;

    /// Moves in words, in the order in which they are made from here, each in the game's notation.
    ///
    /// # Errors
    /// The game does not describe its moves, or a text is no legal move where it stands.
    fn in_words(&self, line: &[String], language: Language) -> Result<Vec<String>, CatalogueError>;

    /// The legal moves in the game's notation, in the order of the rules.
    fn moves(&self) -> Vec<String>;

    /// The position after a move.
    ///
    /// # Errors
    /// The text is no legal move here.
    fn after(&self, mv: &str) -> Result<AnyPosition, CatalogueError>;

    /// Whether a search from here can be done as the options say: what [`solve`](Self::solve)
    /// looks at first.
    ///
    /// # Errors
    /// The options do not fit the game.
    fn check(&self, options: &SearchOptions) -> Result<(), CatalogueError>;

    /// Whether a search from here may go on for ever unless the budget ends it, because play can go
    /// in circles that the search does not take note of.
    fn may_cycle(&self, options: &SearchOptions) -> bool;

    /// Searches from here. A limit that is reached is told by the report, whatever it ended.
    ///
    /// # Errors
    /// The options do not fit the game.
    fn solve(
        &self,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError>;

    /// What each move comes to for the player who makes it, with the plies to the end from here, in
    /// the order of the rules: where the game has a table that tells it of all moves at once.
    ///
    /// # Errors
    /// A limit was reached.
    fn move_values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<Vec<(String, Value)>>, CatalogueError>;

    /// Makes a certificate of what `report`, the report on a search from here, says is proved, and
    /// checks it.
    ///
    /// # Errors
    /// Nothing is proved, or a certificate would be too large.
    fn certify(
        &self,
        report: &Report,
        options: &SearchOptions,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError>;

    /// Records the tree of a search from here.
    ///
    /// # Errors
    /// The options do not fit the game.
    fn record(&self, options: &RecordOptions) -> Result<Recording, CatalogueError>;

    /// An engine for the game of this position, whose random choices follow from the seed.
    ///
    /// # Errors
    /// The game has one player, or the engine cannot play it.
    fn engine(&self, spec: &EngineSpec, seed: u64) -> Result<AnyEngine, CatalogueError>;

    /// Plays a match of two engines from here, and tells `progress` after every pair of games.
    ///
    /// # Errors
    /// The game has one player, or an engine cannot play it.
    fn contest(
        &self,
        players: &[EngineSpec; 2],
        settings: &Match,
        progress: &mut dyn FnMut(&Score),
    ) -> Result<MatchReport, CatalogueError>;

    /// Whether the game offers whole strategies.
    fn has_strategies(&self) -> bool;

    /// The best strategy from here for the player to move, against the adversary of the options.
    ///
    /// # Errors
    /// The game offers none, or a limit was reached.
    fn strategy(
        &self,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError>;

    /// Counts the lines of exactly `depth` moves from here, by their first move.
    fn perft(&self, depth: u32, budget: &Budget, progress: &mut dyn Progress) -> PerftReport;

    /// Counts the complete games from here, of any length, by their first move.
    ///
    /// # Errors
    /// Play can go on for ever, there are more than can be counted, or a limit was reached.
    fn complete_games(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<PerftReport, CatalogueError>;

    /// Counts the positions that can be reached from here, by the fewest moves to them.
    fn count(&self, budget: &Budget, progress: &mut dyn Progress) -> CountReport;

    /// Finds out what each position that can be reached from here is worth, and counts the values.
    ///
    /// # Errors
    /// The game has one player, or a limit was reached.
    fn count_values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<ValueCounts, CatalogueError>;
}

/// A position of whatever game.
pub type AnyPosition = Box<dyn Position>;

impl Status {
    /// How a puzzle stands.
    pub(crate) fn of_puzzle<P: Puzzle>(puzzle: &P, state: &P::State) -> Self {
        if puzzle.is_goal(state) { Status::Solved } else { Status::Unsolved }
    }
}

/// What a game tells of its positions in its own way, whether one or two play it.
pub(crate) trait Described: Rules {
    /// What can be said without a search: pairs of a name and a figure.
    fn facts(&self, state: &Self::State) -> Vec<(&'static str, String)>;

    /// Why a puzzle cannot be solved, where that can be told without a search.
    fn why_unsolvable(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// A move in words, where the game has some.
    fn in_words(&self, mv: Self::Move, language: Language) -> Option<String> {
        let _ = (mv, language);
        None
    }

    /// What each move comes to, where one table tells it of all of them.
    fn move_values(
        &self,
        state: &Self::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<MoveValues<Self::Move>>, CatalogueError> {
        let _ = (state, budget, progress);
        Ok(None)
    }

    /// Whether there are strategies.
    const HAS_STRATEGIES: bool = false;

    /// The best strategy from `state`; `game` is the name for the report.
    fn strategy(
        &self,
        game: &'static str,
        state: &Self::State,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError> {
        let _ = (state, options, budget, progress);
        Err(CatalogueError::NotOffered { game, what: "strategies" })
    }
}

/// What a game adds to its traits so that its positions can be called by name.
pub(crate) trait Named:
    NamedGame
    + Described
    + Notation<State: Send + Sync, Move: Debug>
    + Render
    + Clone
    + Send
    + Sync
    + 'static
{
    fn status(&self, state: &Self::State) -> Status;

    /// Whether the options fit; `game` is the name for the error.
    fn check(&self, game: &'static str, options: &SearchOptions) -> Result<(), CatalogueError>;

    /// See [`Position::may_cycle`].
    fn may_cycle(&self, options: &SearchOptions) -> bool {
        let _ = options;
        false
    }

    /// Counts the values of the positions that can be reached; `game` is the name for the error.
    fn count_values(
        &self,
        game: &'static str,
        state: &Self::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<ValueCounts, CatalogueError> {
        let _ = (state, budget, progress);
        Err(CatalogueError::NotOffered { game, what: "values for two players" })
    }

    /// Searches from `state`; `game` is the name for the report.
    fn solve(
        &self,
        game: &'static str,
        state: &Self::State,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError>;

    /// Makes a certificate of what a report on a search from `state` says.
    fn certify(
        &self,
        state: &Self::State,
        report: &Report,
        options: &SearchOptions,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError>;

    /// Records the tree of a search from `state`; `game` is the name for the error.
    fn record(
        &self,
        game: &'static str,
        state: &Self::State,
        options: &RecordOptions,
    ) -> Result<Recording, CatalogueError>;

    /// An engine that plays this game; `game` is the name for the error.
    fn engine(
        &self,
        game: &'static str,
        spec: &EngineSpec,
        seed: u64,
    ) -> Result<AnyEngine, CatalogueError> {
        let _ = (spec, seed);
        Err(CatalogueError::NotOffered { game, what: "an opponent" })
    }

    /// Plays a match from `state`; `game` is the name for the report.
    fn contest(
        &self,
        game: &'static str,
        state: &Self::State,
        players: &[EngineSpec; 2],
        settings: &Match,
        progress: &mut dyn FnMut(&Score),
    ) -> Result<MatchReport, CatalogueError> {
        let _ = (state, players, settings, progress);
        Err(CatalogueError::NotOffered { game, what: "matches, having one player" })
    }
}

/// What a certificate may take after a search within `budget`, whose nodes are for the search.
pub(crate) fn proof_budget(budget: &Budget) -> Budget {
    budget.clone().nodes(Checker::WORK)
}

/// Makes a certificate of what a report on a puzzle says.
pub(crate) fn certify_puzzle<P: Puzzle + NamedGame>(
    puzzle: &P,
    start: &P::State,
    report: &Report,
    budget: &Budget,
) -> Result<Certificate, CatalogueError> {
    let budget = &proof_budget(budget);
    let (certificate, _) = match report.outcome {
        Verdict::Unsolvable => certify::unsolvable(puzzle, start, budget)?,
        Verdict::Solved if report.optimal => {
            let (mut state, mut moves) = (start.clone(), Vec::new());
            for text in &report.moves {
                let mv =
                    puzzle.parse_move(&state, text).map_err(|error| CatalogueError::Notation {
                        what: "a move",
                        game: report.game,
                        text: text.clone(),
                        source: error.into(),
                    })?;
                puzzle.play(&mut state, mv);
                moves.push(mv);
            }
            certify::shortest(puzzle, start, &moves, budget)?
        }
        Verdict::Solved => {
            return Err(CatalogueError::NothingProved("a shorter solution is not ruled out"));
        }
        Verdict::Win | Verdict::Loss | Verdict::Draw | Verdict::Expected | Verdict::Unknown => {
            return Err(CatalogueError::NothingProved("the search found no proof"));
        }
    };
    Ok(certificate)
}

/// A state with the rules it stands under.
pub(crate) struct Placed<R: Named> {
    game: &'static str,
    rules: R,
    state: R::State,
}

impl<R: Named> Placed<R> {
    pub(crate) fn boxed(game: &'static str, rules: R, state: R::State) -> AnyPosition {
        Box::new(Placed { game, rules, state })
    }

    /// Reads a position; without a text it is the initial one.
    pub(crate) fn read(
        game: &'static str,
        rules: R,
        text: Option<&str>,
    ) -> Result<AnyPosition, CatalogueError> {
        let state = match text {
            None => rules.initial(),
            Some(text) => rules
                .parse_state(text)
                .map_err(|error| CatalogueError::position(game, text, error))?,
        };
        Ok(Self::boxed(game, rules, state))
    }

    fn read_move(&self, state: &R::State, text: &str) -> Result<R::Move, CatalogueError> {
        self.rules.parse_move(state, text).map_err(|error| {
            let (text, source) = (text.to_owned(), error.into());
            CatalogueError::Notation { what: "a move", game: self.game, text, source }
        })
    }
}

impl CatalogueError {
    /// That a text is no position of a game.
    pub(crate) fn position(
        game: &'static str,
        text: &str,
        error: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        let (text, source) = (text.to_owned(), error.into());
        CatalogueError::Notation { what: "a position", game, text, source }
    }
}

impl<R: Named> Position for Placed<R> {
    fn game(&self) -> &'static str {
        self.game
    }

    fn settings(&self) -> Settings {
        Settings::of(self.game, &self.rules)
    }

    fn notation(&self) -> String {
        self.rules.state_text(&self.state)
    }

    fn text(&self) -> String {
        self.rules.text(&self.state)
    }

    fn svg(&self) -> String {
        self.rules.svg(&self.state)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        Described::facts(&self.rules, &self.state)
    }

    fn status(&self) -> Status {
        self.rules.status(&self.state)
    }

    fn why_unsolvable(&self) -> Option<String> {
        self.rules.why_unsolvable(&self.state)
    }

    fn in_words(&self, line: &[String], language: Language) -> Result<Vec<String>, CatalogueError> {
        let mut state = self.state.clone();
        let words = line.iter().map(|text| {
            let mv = self.read_move(&state, text)?;
            self.rules.play(&mut state, mv);
            let what = "moves in words";
            let not_offered = CatalogueError::NotOffered { game: self.game, what };
            self.rules.in_words(mv, language).ok_or(not_offered)
        });
        words.collect()
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.rules.moves(&self.state);
        moves.into_iter().map(|mv| self.rules.move_text(&self.state, mv)).collect()
    }

    fn after(&self, mv: &str) -> Result<AnyPosition, CatalogueError> {
        let rules = self.rules.clone();
        let state = rules.successor(&self.state, self.read_move(&self.state, mv)?);
        Ok(Self::boxed(self.game, rules, state))
    }

    fn check(&self, options: &SearchOptions) -> Result<(), CatalogueError> {
        self.rules.check(self.game, options)
    }

    fn may_cycle(&self, options: &SearchOptions) -> bool {
        self.rules.may_cycle(options)
    }

    fn solve(
        &self,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Report, CatalogueError> {
        let report = match self.rules.solve(self.game, &self.state, options, budget, progress) {
            // What the search rests on, such as a pattern database, was not ready in time.
            Err(CatalogueError::Stopped(limit)) => {
                let (game, position) = (self.game, self.notation());
                let algorithm = options.algorithm.name();
                let question = Question { game, position, algorithm, heuristic: None };
                Report::stopped(question, limit)
            }
            report => report?,
        };
        Ok(Report { settings: self.settings(), ..report })
    }

    fn move_values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<Vec<(String, Value)>>, CatalogueError> {
        let values = self.rules.move_values(&self.state, budget, progress)?;
        let text = |(mv, value)| (self.rules.move_text(&self.state, mv), value);
        Ok(values.map(|values| values.into_iter().map(text).collect()))
    }

    fn certify(
        &self,
        report: &Report,
        options: &SearchOptions,
        budget: &Budget,
    ) -> Result<Certificate, CatalogueError> {
        let made = self.rules.certify(&self.state, report, options, budget);
        // A proof that ran out of time lacks what a certificate is made of.
        match (made, Meter::new(budget, &mut Silent).look()) {
            (Err(CatalogueError::Certificate(_)), Err(limit)) => {
                Err(CatalogueError::Stopped(limit))
            }
            (made, _) => made,
        }
    }

    fn record(&self, options: &RecordOptions) -> Result<Recording, CatalogueError> {
        self.rules.record(self.game, &self.state, options)
    }

    fn engine(&self, spec: &EngineSpec, seed: u64) -> Result<AnyEngine, CatalogueError> {
        self.rules.engine(self.game, spec, seed)
    }

    fn contest(
        &self,
        players: &[EngineSpec; 2],
        settings: &Match,
        progress: &mut dyn FnMut(&Score),
    ) -> Result<MatchReport, CatalogueError> {
        let report = self.rules.contest(self.game, &self.state, players, settings, progress)?;
        Ok(MatchReport { settings: self.settings(), ..report })
    }

    fn has_strategies(&self) -> bool {
        R::HAS_STRATEGIES
    }

    fn strategy(
        &self,
        options: &SearchOptions,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<StrategyReport, CatalogueError> {
        self.rules.strategy(self.game, &self.state, options, budget, progress)
    }

    fn perft(&self, depth: u32, budget: &Budget, progress: &mut dyn Progress) -> PerftReport {
        PerftReport::of_lines(self.game, &self.rules, &self.state, depth, budget, progress)
    }

    fn complete_games(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<PerftReport, CatalogueError> {
        PerftReport::of_complete_games(self.game, &self.rules, &self.state, budget, progress)
    }

    fn count(&self, budget: &Budget, progress: &mut dyn Progress) -> CountReport {
        CountReport::new(self.game, &self.rules, &self.state, budget, progress)
    }

    fn count_values(
        &self,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<ValueCounts, CatalogueError> {
        self.rules.count_values(self.game, &self.state, budget, progress)
    }
}
