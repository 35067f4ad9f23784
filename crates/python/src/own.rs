//! Rules that are a Python object, as a game of the catalogue.

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use pyo3::PyErr;
use tesuji::catalogue::{CatalogueError, GameEntry, IntoEntry, OnePlayer, TableValues, TwoPlayers};
use tesuji::core::{
    Cost, Evaluator, Game, GameResult, Heuristic, KnownGoals, Meter, NamedGame, Notation,
    OpenError, Player, Puzzle, Render, Reversible, Rules, Score, Settings, quoted,
};
use tesuji::retrograde::{self, Exact, Plies, Reachable, Space};

use crate::table::Table;

/// Rules in Python: positions and moves are numbers of a table.
#[derive(Clone)]
pub(crate) struct Own {
    pub(crate) table: Arc<Table>,
    /// What certificates say of the rules: the name of the class and its settings.
    pub(crate) settings: Settings,
    /// Whether moves are written as their numbers, for the caller to look up.
    pub(crate) numbered: bool,
}

thread_local! {
    /// The rules that the entries below open: those of the Python object at hand.
    static AT_HAND: RefCell<Option<Own>> = const { RefCell::new(None) };
}

impl Own {
    /// Runs `body`, in which the entries of this module open these rules.
    pub(crate) fn at_hand<T>(&self, body: impl FnOnce() -> T) -> T {
        let before = AT_HAND.with(|at_hand| at_hand.replace(Some(self.clone())));
        let done = body();
        AT_HAND.with(|at_hand| at_hand.replace(before));
        done
    }

    /// The numbers of the positions of a game that can be reached, and their values.
    ///
    /// # Errors
    /// The limit that was reached, or a distance is longer than tables can store.
    pub(crate) fn values(
        &self,
        meter: &mut Meter,
    ) -> Result<(Vec<u32>, TableValues), CatalogueError> {
        // Whether positions repeat makes no difference here.
        let game = OwnGame::<false>(self.clone());
        let solve = |meter: &mut Meter| {
            let space = Reachable::explore(&game, &Table::START, meter)?;
            let solved = retrograde::Table::solve_within(space, Plies, meter)?;
            let (mut states, len) = (Vec::new(), solved.space().len());
            meter.make_room_for(&mut states, len)?;
            let values = TableValues::with_room(len, meter)?;
            Ok((solved, states, values))
        };
        let (solved, mut states, mut values) = solve(meter).map_err(CatalogueError::Stopped)?;
        let space = solved.space();
        for index in 0..space.len() {
            let state = space.state(&space.node(index));
            values.push(solved.value(&state).unwrap_or(Exact::Endless))?;
            states.push(state);
        }
        Ok((states, values))
    }

    fn open(settings: &Settings) -> Result<Self, OpenError> {
        let own = AT_HAND.with(|at_hand| at_hand.borrow().clone());
        own.ok_or_else(|| {
            settings.error("class", "its rules are a Python object, which is not here")
        })
    }
}

/// A puzzle in Python.
#[derive(Clone)]
pub(crate) struct OwnPuzzle(Own);

/// A game for two players in Python.
#[derive(Clone)]
pub(crate) struct OwnGame<const NEVER_REPEATS: bool>(Own);

/// The method `heuristic` or `evaluate`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnMethod;

/// A text that is not a position or move.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotationError {
    #[error("{0}")]
    State(PyErr),
    #[error("{} is not a legal move here", quoted(.0))]
    Move(String),
}

macro_rules! own_rules {
    ([$($parameters:tt)*] $rules:ty, $name:literal, $summary:literal) => {
        impl<$($parameters)*> Rules for $rules {
            type State = u32;
            type Move = u32;
            type Undo = u32;

            fn initial(&self) -> u32 {
                Table::START
            }

            fn visit_moves<B>(
                &self,
                &state: &u32,
                mut visit: impl FnMut(u32) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                self.0.table.edges(state).iter().try_for_each(|edge| visit(edge.mv))
            }

            fn play(&self, state: &mut u32, mv: u32) -> u32 {
                let next = self.0.table.successor(*state, mv);
                std::mem::replace(state, next)
            }

            fn undo(&self, state: &mut u32, _: u32, before: u32) {
                *state = before;
            }
        }

        impl<$($parameters)*> Notation for $rules {
            type Error = NotationError;

            fn parse_state(&self, text: &str) -> Result<u32, NotationError> {
                self.0.table.parse_state(text).map_err(NotationError::State)
            }

            fn write_state(&self, &state: &u32, out: &mut impl fmt::Write) -> fmt::Result {
                out.write_str(&self.0.table.state_text(state))
            }

            fn parse_move(&self, state: &u32, text: &str) -> Result<u32, NotationError> {
                let mv = self.moves(state).into_iter().find(|&mv| self.move_text(state, mv) == text);
                mv.ok_or_else(|| NotationError::Move(text.to_owned()))
            }

            fn write_move(&self, _: &u32, mv: u32, out: &mut impl fmt::Write) -> fmt::Result {
                match self.0.numbered {
                    true => write!(out, "{mv}"),
                    false => out.write_str(&self.0.table.move_text(mv)),
                }
            }
        }

        impl<$($parameters)*> Render for $rules {}

        impl<$($parameters)*> NamedGame for $rules {
            const NAME: &'static str = $name;
            const SUMMARY: &'static str = $summary;
            const NOTATION: &'static str = "that of its methods write and parse, or of Python";

            fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
                Own::open(settings).map(Self)
            }

            fn settings(&self) -> Settings {
                self.0.settings.clone()
            }
        }
    };
}

own_rules!([] OwnPuzzle, "python-puzzle", "a puzzle whose rules are a Python object");
own_rules!(
    [const NEVER_REPEATS: bool] OwnGame<NEVER_REPEATS>,
    "python-game",
    "a game whose rules are a Python object"
);

impl Puzzle for OwnPuzzle {
    fn is_goal(&self, &state: &u32) -> bool {
        self.0.table.is_goal(state)
    }

    fn cost(&self, &state: &u32, mv: u32) -> Cost {
        self.0.table.cost(state, mv)
    }

    fn has_unit_costs(&self) -> bool {
        self.0.table.has_unit_costs()
    }
}

impl KnownGoals for OwnPuzzle {
    fn goals(&self) -> Vec<u32> {
        self.0.table.goals()
    }
}

impl Reversible for OwnPuzzle {
    fn visit_predecessors<B>(
        &self,
        &state: &u32,
        mut visit: impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let predecessors = self.0.table.predecessors(state);
        predecessors.into_iter().try_for_each(|(mv, before)| visit(mv, before))
    }
}

impl Heuristic<OwnPuzzle> for OwnMethod {
    type Memo = Cost;

    fn start(&self, puzzle: &OwnPuzzle, &state: &u32) -> Cost {
        puzzle.0.table.estimate(state)
    }

    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

impl<const NEVER_REPEATS: bool> Game for OwnGame<NEVER_REPEATS> {
    const NEVER_REPEATS: bool = NEVER_REPEATS;

    fn to_move(&self, &state: &u32) -> Player {
        self.0.table.to_move(state)
    }

    fn result(&self, &state: &u32) -> Option<GameResult> {
        self.0.table.result(state)
    }
}

impl<const NEVER_REPEATS: bool> Evaluator<OwnGame<NEVER_REPEATS>> for OwnMethod {
    fn score(&self, game: &OwnGame<NEVER_REPEATS>, &state: &u32) -> Score {
        game.0.table.score(state)
    }
}

/// The name of the heuristic or evaluator of an object.
const METHOD: &str = "own";

type Entry = Arc<dyn GameEntry>;

/// The entry of puzzles, with a heuristic or without, with known goals and predecessors or without.
fn puzzle(has_heuristic: bool, has_goals: bool) -> Entry {
    let mut puzzle = OnePlayer::<OwnPuzzle>::new().default_algorithm("uniform-cost");
    if has_heuristic {
        let make = |_: &OwnPuzzle| Ok::<_, CatalogueError>(OwnMethod);
        puzzle = puzzle.heuristic(METHOD, "the method heuristic", make).default_algorithm("a*");
    }
    if has_goals {
        puzzle = puzzle.bidirectional();
    }
    puzzle.into_entry()
}

fn game<const NEVER_REPEATS: bool>() -> Entry {
    let game = TwoPlayers::<OwnGame<NEVER_REPEATS>>::new();
    game.evaluator(METHOD, "the method evaluate", OwnMethod).into_entry()
}

/// The entry of a kind of rules: of puzzles by what they have, of games whose positions may repeat
/// and those whose positions never do.
pub(crate) fn entry(table: &Table, never_repeats: bool) -> &'static dyn GameEntry {
    static PUZZLES: LazyLock<[[Entry; 2]; 2]> = LazyLock::new(|| {
        [false, true]
            .map(|has_heuristic| [false, true].map(|has_goals| puzzle(has_heuristic, has_goals)))
    });
    static FINITE: LazyLock<Entry> = LazyLock::new(game::<true>);
    static CYCLIC: LazyLock<Entry> = LazyLock::new(game::<false>);
    match (table.is_puzzle(), never_repeats) {
        (true, _) => {
            let of_kind = &PUZZLES[usize::from(table.has_heuristic())];
            &*of_kind[usize::from(table.has_goals())]
        }
        (false, true) => &**FINITE,
        (false, false) => &**CYCLIC,
    }
}
