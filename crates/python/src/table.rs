//! The positions and moves of a Python object's rules, as numbers.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use tesuji::core::{Cost, DEAD_END, GameResult, Player, Score, StopFlag, quoted, score};

/// What a Python object says about its rules, remembered: each of its methods is called once for
/// each position or move.
///
/// Positions and moves have numbers in the order in which they come up; Python's `hash` and `==`
/// decide which are the same. The traits of searches have no errors: an exception unwinds through
/// the search to where it was called, and is kept for [`take_errors`](Self::take_errors). After an
/// interrupt the search has a moment to end by its stop flag.
pub(crate) struct Table {
    methods: Methods,
    numbers: Py<PyDict>,
    move_numbers: Py<PyDict>,
    known: Mutex<Known>,
    /// Whether there is an error.
    broken: AtomicBool,
    /// Whether Ctrl-C was pressed, after which the search has a moment to end with what it knows.
    interrupted: AtomicBool,
    /// How many more positions there may be, and whether that was too few.
    max_states: AtomicU32,
    is_full: AtomicBool,
    /// Counts the questions for moves, to let others have the interpreter now and then.
    asked: AtomicU32,
    stop: StopFlag,
}

/// The methods of the object.
struct Methods {
    moves: Py<PyAny>,
    /// None if a move is the position that it leads to, for which `play` is `None` in Python.
    play: Option<Py<PyAny>>,
    is_goal: Option<Py<PyAny>>,
    cost: Option<Py<PyAny>>,
    heuristic: Option<Py<PyAny>>,
    goals: Option<Py<PyAny>>,
    predecessors: Option<Py<PyAny>>,
    to_move: Option<Py<PyAny>>,
    result: Option<Py<PyAny>>,
    evaluate: Option<Py<PyAny>>,
    write: Option<Py<PyAny>>,
    parse: Option<Py<PyAny>>,
    write_move: Option<Py<PyAny>>,
}

#[derive(Default)]
struct Known {
    states: Vec<State>,
    moves: Vec<Py<PyAny>>,
    error: Option<PyErr>,
    /// The first interrupt, and when the search must have ended.
    interrupt: Option<(PyErr, Instant)>,
}

/// What is known about a position.
struct State {
    object: Py<PyAny>,
    edges: Option<Arc<[Edge]>>,
    is_goal: Option<bool>,
    estimate: Option<Cost>,
    to_move: Option<Player>,
    result: Option<Option<GameResult>>,
    score: Option<Score>,
}

/// A move of a position.
pub(crate) struct Edge {
    pub(crate) mv: u32,
    /// The position that it leads to, or [`UNKNOWN`].
    child: AtomicU32,
    /// Its cost, or [`UNKNOWN`].
    cost: AtomicU32,
}

/// No number of a position and no cost.
const UNKNOWN: u32 = u32::MAX;

/// The stack that a Python method may need, and what is allocated if less is left: a search may be
/// deep when it calls one.
const STACK: usize = 256 << 10;

/// The memory that a position takes, roughly: what is kept here, and a small object of Python.
const STATE_BYTES: usize = 512;

/// How long a search may go on after an interrupt.
const GRACE: Duration = Duration::from_millis(80);

/// A question that takes at least this long is not asked again after an interrupt.
const LONG: Duration = Duration::from_millis(200);

/// The number of questions for moves after which signals are handled and other threads may run.
const TURN: u32 = 1 << 12;

impl Table {
    /// The table of an object that has some of the methods, with `start` as its initial position.
    pub(crate) fn new(rules: &Bound<'_, PyAny>, start: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = rules.py();
        let method = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            Ok(rules.getattr_opt(name)?.filter(|one| !one.is_none()).map(Bound::unbind))
        };
        let moves = method("moves")?.ok_or_else(|| lacks(rules, "moves(state)"))?;
        let methods = Methods {
            moves,
            play: method("play")?,
            is_goal: method("is_goal")?,
            cost: method("cost")?,
            heuristic: method("heuristic")?,
            goals: method("goals")?,
            predecessors: method("predecessors")?,
            to_move: method("to_move")?,
            result: method("result")?,
            evaluate: method("evaluate")?,
            write: method("write")?,
            parse: method("parse")?,
            write_move: method("write_move")?,
        };
        let table = Table {
            methods,
            numbers: PyDict::new(py).unbind(),
            move_numbers: PyDict::new(py).unbind(),
            known: Mutex::default(),
            broken: AtomicBool::new(false),
            interrupted: AtomicBool::new(false),
            max_states: AtomicU32::new(UNKNOWN),
            is_full: AtomicBool::new(false),
            asked: AtomicU32::new(0),
            stop: StopFlag::new(),
        };
        table.number(start)?;
        Ok(table)
    }

    /// The number of the initial position.
    pub(crate) const START: u32 = 0;

    /// Whether the object has this.
    pub(crate) fn is_puzzle(&self) -> bool {
        self.methods.is_goal.is_some()
    }

    /// Whether the object has this.
    pub(crate) fn is_game(&self) -> bool {
        self.methods.to_move.is_some() && self.methods.result.is_some()
    }

    /// Whether the object has this.
    pub(crate) fn has_heuristic(&self) -> bool {
        self.methods.heuristic.is_some()
    }

    /// Whether the object has the methods that a search from the goals needs.
    pub(crate) fn has_goals(&self) -> bool {
        self.methods.goals.is_some() && self.methods.predecessors.is_some()
    }

    /// The flag that an exception raises.
    pub(crate) fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Ends the search with this exception, unless there is an earlier one.
    fn fail(&self, error: PyErr) -> ! {
        self.known().error.get_or_insert(error);
        self.broken.store(true, Ordering::Release);
        self.end()
    }

    /// Ends the search with this exception: at once or, if it is the first interrupt, soon, with what
    /// is known by then.
    pub(crate) fn stop_by(&self, error: PyErr) {
        let is_interrupt = Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py));
        if !is_interrupt || self.interrupted.swap(true, Ordering::AcqRel) {
            self.fail(error);
        }
        self.known().interrupt = Some((error, Instant::now() + GRACE));
        self.stop.raise();
    }

    /// Whether the moment after an interrupt has passed.
    fn is_overdue(&self) -> bool {
        let end = self.known().interrupt.as_ref().map(|&(_, end)| end);
        end.is_some_and(|end| Instant::now() >= end)
    }

    /// Unwinds, without a message of a panic.
    fn end(&self) -> ! {
        // For threads of the search that ask nothing any more.
        self.stop.raise();
        resume_unwind(Box::new("rules in Python raised an exception"))
    }

    /// The exception that ended the search and the interrupt that stopped it, if one did.
    pub(crate) fn take_errors(&self) -> (Option<PyErr>, Option<PyErr>) {
        let mut known = self.known();
        (known.error.take(), known.interrupt.take().map(|(interrupt, _)| interrupt))
    }

    /// Without the lock Python code may run, which may let another thread into this table.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer of the object to a question, which is asked again after an interrupt.
    fn ask<T>(&self, question: impl Fn(Python<'_>) -> PyResult<T>) -> T {
        if self.broken.load(Ordering::Acquire) {
            self.end();
        }
        loop {
            if self.interrupted.load(Ordering::Relaxed) && self.is_overdue() {
                self.end();
            }
            let timed = |py: Python<'_>| {
                let asked = Instant::now();
                (question(py), asked.elapsed())
            };
            let (answer, took) = stacker::maybe_grow(STACK, 8 * STACK, || Python::attach(timed));
            match answer {
                Ok(answer) => return answer,
                Err(error) => self.stop_by(error),
            }
            if took >= LONG {
                self.end();
            }
        }
    }

    /// The position of a number, as Python knows it.
    pub(crate) fn object(&self, py: Python<'_>, state: u32) -> Py<PyAny> {
        self.known().states[state as usize].object.clone_ref(py)
    }

    /// The move of a number, as Python knows it.
    pub(crate) fn move_object(&self, py: Python<'_>, mv: u32) -> Option<Py<PyAny>> {
        let known = self.known();
        let object = match self.methods.play {
            Some(_) => known.moves.get(mv as usize),
            None => known.states.get(mv as usize).map(|state| &state.object),
        };
        object.map(|object| object.clone_ref(py))
    }

    /// Limits the memory that positions take, roughly.
    pub(crate) fn limit_memory(&self, bytes: usize) {
        let max = u32::try_from(bytes / STATE_BYTES).unwrap_or(UNKNOWN);
        self.max_states.store(max, Ordering::Relaxed);
    }

    /// Whether the limit on memory ended the search.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Handles signals, and lets other Python threads run: a search that finds all that it asks for
    /// in this table never enters the interpreter.
    fn take_turns(&self) {
        if self.asked.fetch_add(1, Ordering::Relaxed) % TURN == TURN - 1 {
            self.ask(turn);
        }
    }

    /// The number of a position.
    fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = object.py();
        let numbers = self.numbers.bind(py);
        let found = numbers.get_item(object).map_err(|error| unhashable(object, "state", error))?;
        if let Some(number) = found {
            return number.extract();
        }
        let number = {
            let states = &mut self.known().states;
            let number = numbered(states.len())?;
            states.push(State {
                object: object.clone().unbind(),
                edges: None,
                is_goal: None,
                estimate: None,
                to_move: None,
                result: None,
                score: None,
            });
            number
        };
        // Another thread may have met the position since: its `__hash__` and `__eq__` may switch.
        let kept: u32 =
            numbers.call_method1(intern!(py, "setdefault"), (object, number))?.extract()?;
        if kept >= self.max_states.load(Ordering::Relaxed) {
            self.is_full.store(true, Ordering::Relaxed);
            self.stop.raise();
        }
        Ok(kept)
    }

    /// The number of a move.
    fn move_number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = object.py();
        let numbers = self.move_numbers.bind(py);
        let found = numbers.get_item(object).map_err(|error| unhashable(object, "move", error))?;
        if let Some(number) = found {
            return number.extract();
        }
        let number = {
            let moves = &mut self.known().moves;
            let number = numbered(moves.len())?;
            moves.push(object.clone().unbind());
            number
        };
        numbers.call_method1(intern!(py, "setdefault"), (object, number))?.extract()
    }

    /// The legal moves of a position. A finished game is not asked for its moves.
    pub(crate) fn edges(&self, state: u32) -> Arc<[Edge]> {
        self.take_turns();
        if let Some(edges) = &self.known().states[state as usize].edges {
            return Arc::clone(edges);
        }
        let edges = match self.methods.result.is_some() && self.result(state).is_some() {
            true => Arc::from([]),
            false => self.ask(|py| self.ask_edges(py, state)),
        };
        self.known().states[state as usize].edges = Some(Arc::clone(&edges));
        edges
    }

    fn ask_edges(&self, py: Python<'_>, state: u32) -> PyResult<Arc<[Edge]>> {
        let object = self.object(py, state);
        let moves = self.methods.moves.bind(py).call1((&object,))?;
        let moves = moves.try_iter().map_err(|error| {
            let text = format!("moves({}) returned no list of moves", shown(object.bind(py)));
            caused(py, PyTypeError::new_err(text), error)
        })?;
        let mut edges: Vec<Edge> = Vec::new();
        for (index, object) in moves.enumerate() {
            let object = object?;
            // An iterator in C, which may have no end, neither switches threads nor handles signals.
            if index % TURN as usize == TURN as usize - 1 {
                turn(py)?;
                if self.interrupted.load(Ordering::Relaxed) && self.is_overdue() {
                    self.end();
                }
                if self.is_full() {
                    break;
                }
            }
            let (mv, child) = match self.methods.play {
                Some(_) => (self.move_number(&object)?, UNKNOWN),
                None => {
                    let child = self.number(&object)?;
                    // Of several edges between two nodes of a graph, one is enough.
                    if edges.iter().any(|edge| edge.mv == child) {
                        continue;
                    }
                    (child, child)
                }
            };
            edges.push(Edge { mv, child: child.into(), cost: UNKNOWN.into() });
        }
        if edges.is_empty() && self.methods.result.is_some() {
            let text = format!("{} has no moves, but result returned None", shown(object.bind(py)));
            return Err(PyValueError::new_err(text));
        }
        Ok(edges.into())
    }

    /// The position after a legal move.
    pub(crate) fn successor(&self, state: u32, mv: u32) -> u32 {
        let edges = self.edges(state);
        let Some(edge) = edges.iter().find(|edge| edge.mv == mv) else { return state };
        let child = edge.child.load(Ordering::Relaxed);
        if child != UNKNOWN {
            return child;
        }
        let child = self.ask(|py| {
            let (object, mv) =
                (self.object(py, state), self.known().moves[mv as usize].clone_ref(py));
            let play = self.methods.play.as_ref().map(|play| play.bind(py));
            let play = play.ok_or_else(|| PyValueError::new_err("there is no method play"))?;
            self.number(&play.call1((object, mv))?)
        });
        edge.child.store(child, Ordering::Relaxed);
        child
    }

    /// Whether a position is a goal.
    pub(crate) fn is_goal(&self, state: u32) -> bool {
        if let Some(is_goal) = self.known().states[state as usize].is_goal {
            return is_goal;
        }
        let Some(method) = &self.methods.is_goal else { return false };
        let is_goal = self.ask(|py| method.bind(py).call1((self.object(py, state),))?.is_truthy());
        self.known().states[state as usize].is_goal = Some(is_goal);
        is_goal
    }

    /// Whether there is no method `cost`.
    pub(crate) fn has_unit_costs(&self) -> bool {
        self.methods.cost.is_none()
    }

    /// The cost of a legal move.
    pub(crate) fn cost(&self, state: u32, mv: u32) -> Cost {
        let Some(method) = &self.methods.cost else { return 1 };
        let edges = self.edges(state);
        let Some(edge) = edges.iter().find(|edge| edge.mv == mv) else { return 1 };
        let cost = edge.cost.load(Ordering::Relaxed);
        if cost != UNKNOWN {
            return cost;
        }
        let cost = self.ask(|py| {
            let object = self.object(py, state);
            let mv = match self.methods.play {
                Some(_) => self.known().moves[mv as usize].clone_ref(py),
                None => self.object(py, mv),
            };
            let cost = method.bind(py).call1((&object, &mv))?;
            match cost.extract::<Cost>() {
                Ok(cost) if (1..DEAD_END).contains(&cost) => Ok(cost),
                _ => Err(PyValueError::new_err(format!(
                    "the cost of {} in {} is {}, and not a whole number from 1 to {}",
                    shown(mv.bind(py)),
                    shown(object.bind(py)),
                    shown(&cost),
                    DEAD_END - 1
                ))),
            }
        });
        edge.cost.store(cost, Ordering::Relaxed);
        cost
    }

    /// The estimate of the cost from a position to the nearest goal. As costs are whole numbers, an
    /// estimate is rounded up.
    pub(crate) fn estimate(&self, state: u32) -> Cost {
        let Some(method) = &self.methods.heuristic else { return 0 };
        if let Some(estimate) = self.known().states[state as usize].estimate {
            return estimate;
        }
        let estimate = self.ask(|py| {
            let object = self.object(py, state);
            let estimate = method.bind(py).call1((&object,))?;
            match estimate.extract::<f64>() {
                Ok(number) if number >= f64::from(DEAD_END) => Ok(DEAD_END),
                // A sum of fractions may exceed a whole number by a rounding error.
                Ok(number) if number >= 0.0 => Ok((number - 1e-6).ceil() as Cost),
                _ => Err(PyValueError::new_err(format!(
                    "the estimate of {} is {}, and not a number of at least 0",
                    shown(object.bind(py)),
                    shown(&estimate)
                ))),
            }
        });
        self.known().states[state as usize].estimate = Some(estimate);
        estimate
    }

    /// The goals, each once.
    pub(crate) fn goals(&self) -> Vec<u32> {
        let Some(method) = &self.methods.goals else { return Vec::new() };
        let mut goals = self.ask(|py| {
            let goals = method.bind(py).call0()?.try_iter()?;
            goals.map(|goal| self.number(&goal?)).collect::<PyResult<Vec<_>>>()
        });
        goals.sort_unstable();
        goals.dedup();
        for &goal in &goals {
            if !self.is_goal(goal) {
                let state = Python::attach(|py| shown(self.object(py, goal).bind(py)));
                let text = format!("goals() lists {state}, for which is_goal is false");
                self.fail(PyValueError::new_err(text));
            }
        }
        goals
    }

    /// The moves that lead to a position, each with the position before it.
    pub(crate) fn predecessors(&self, state: u32) -> Vec<(u32, u32)> {
        self.take_turns();
        let Some(method) = &self.methods.predecessors else { return Vec::new() };
        self.ask(|py| {
            let object = self.object(py, state);
            let mut found = Vec::new();
            for one in method.bind(py).call1((&object,))?.try_iter()? {
                let one = one?;
                if self.methods.play.is_none() {
                    found.push((state, self.number(&one)?));
                    continue;
                }
                let pair = one.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>();
                let (mv, before) = pair.map_err(|error| {
                    let (of, one) = (shown(object.bind(py)), shown(&one));
                    let text = format!(
                        "predecessors({of}) has {one}, and not a pair of a move and the state before it"
                    );
                    caused(py, PyTypeError::new_err(text), error)
                })?;
                found.push((self.move_number(&mv)?, self.number(&before)?));
            }
            if self.methods.play.is_none() {
                // Of several edges between two nodes of a graph, one is enough.
                found.sort_unstable();
                found.dedup();
            }
            Ok(found)
        })
    }

    /// The player to move.
    pub(crate) fn to_move(&self, state: u32) -> Player {
        if let Some(player) = self.known().states[state as usize].to_move {
            return player;
        }
        let Some(method) = &self.methods.to_move else { return Player::First };
        let player = self.ask(|py| {
            let object = self.object(py, state);
            let answer = method.bind(py).call1((&object,))?;
            read_player(&answer).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "to_move({}) returned {}, and not 'first' or 'second'",
                    shown(object.bind(py)),
                    shown(&answer)
                ))
            })
        });
        self.known().states[state as usize].to_move = Some(player);
        player
    }

    /// The result of a finished game.
    pub(crate) fn result(&self, state: u32) -> Option<GameResult> {
        if let Some(result) = self.known().states[state as usize].result {
            return result;
        }
        let method = self.methods.result.as_ref()?;
        let result = self.ask(|py| {
            let object = self.object(py, state);
            let answer = method.bind(py).call1((&object,))?;
            if answer.is_none() {
                return Ok(None);
            }
            let result = match read_player(&answer) {
                Some(winner) => Some(GameResult::Win(winner)),
                None => is_text(&answer, "draw").then_some(GameResult::Draw),
            };
            let result = result.ok_or_else(|| {
                PyValueError::new_err(format!(
                    "result({}) returned {}, and not None, 'first', 'second' or 'draw'",
                    shown(object.bind(py)),
                    shown(&answer)
                ))
            });
            result.map(Some)
        });
        self.known().states[state as usize].result = Some(result);
        result
    }

    /// The evaluation of a position for the player to move.
    pub(crate) fn score(&self, state: u32) -> Score {
        let Some(method) = &self.methods.evaluate else { return 0 };
        if let Some(score) = self.known().states[state as usize].score {
            return score;
        }
        let score = self.ask(|py| {
            let object = self.object(py, state);
            let answer = method.bind(py).call1((&object,))?;
            match answer.extract::<Score>() {
                Ok(score) if score.unsigned_abs() <= score::LARGEST_ESTIMATE.unsigned_abs() => {
                    Ok(score)
                }
                _ => Err(PyValueError::new_err(format!(
                    "evaluate({}) returned {}, and not a whole number of at most {}",
                    shown(object.bind(py)),
                    shown(&answer),
                    score::LARGEST_ESTIMATE
                ))),
            }
        });
        self.known().states[state as usize].score = Some(score);
        score
    }

    /// A position as text: by the method `write`, or as `repr` writes it.
    pub(crate) fn state_text(&self, state: u32) -> String {
        self.ask(|py| {
            let object = self.object(py, state);
            text(object.bind(py), "write", self.methods.write.as_ref())
        })
    }

    /// A move as text: by the method `write_move`, or as `repr` writes it.
    pub(crate) fn move_text(&self, mv: u32) -> String {
        self.ask(|py| match self.methods.play {
            Some(_) => {
                let object = self.known().moves[mv as usize].clone_ref(py);
                text(object.bind(py), "write_move", self.methods.write_move.as_ref())
            }
            None => text(self.object(py, mv).bind(py), "write", self.methods.write.as_ref()),
        })
    }

    /// The position that a text writes: by the method `parse`, or as a Python literal.
    pub(crate) fn parse_state(&self, text: &str) -> Result<u32, PyErr> {
        Python::attach(|py| {
            let object = match &self.methods.parse {
                Some(parse) => parse.bind(py).call1((text,))?,
                None => {
                    let ast = py.import(intern!(py, "ast"))?;
                    ast.call_method1(intern!(py, "literal_eval"), (text,)).map_err(|error| {
                        let text = format!(
                            "{} is not a literal of Python: give the rules the methods write(state) \
                             and parse(text)",
                            quoted(text)
                        );
                        caused(py, PyValueError::new_err(text), error)
                    })?
                }
            };
            self.number(&object)
        })
    }
}

/// Lets other threads have the interpreter, and handles signals.
fn turn(py: Python<'_>) -> PyResult<()> {
    py.detach(thread::yield_now);
    py.check_signals()
}

/// The text of a position or move: by a method of this name, if there is one.
fn text(object: &Bound<'_, PyAny>, name: &str, write: Option<&Py<PyAny>>) -> PyResult<String> {
    let Some(write) = write else { return object.repr()?.extract() };
    let py = object.py();
    let answer = write.bind(py).call1((object,))?;
    answer.extract().map_err(|error| {
        let (of, answer) = (shown(object), shown(&answer));
        let text =
            format!("{name}({of}) returned {answer}, and not a string of Unicode characters");
        caused(py, PyTypeError::new_err(text), error)
    })
}

fn read_player(answer: &Bound<'_, PyAny>) -> Option<Player> {
    let is = |text| is_text(answer, text);
    if is("first") {
        Some(Player::First)
    } else if is("second") {
        Some(Player::Second)
    } else {
        None
    }
}

fn is_text(answer: &Bound<'_, PyAny>, text: &str) -> bool {
    answer.cast::<PyString>().is_ok_and(|answer| answer == text)
}

/// The next number of a list.
fn numbered(length: usize) -> PyResult<u32> {
    let number = u32::try_from(length).ok().filter(|&number| number != UNKNOWN);
    number.ok_or_else(|| PyValueError::new_err("the search has met four billion positions"))
}

/// An object in a message.
fn shown(object: &Bound<'_, PyAny>) -> String {
    const MAX: usize = 200;
    let text = object.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
    if text.chars().count() <= MAX {
        text
    } else {
        text.chars().take(MAX).chain("…".chars()).collect()
    }
}

/// An exception with its cause.
fn caused(py: Python<'_>, error: PyErr, cause: PyErr) -> PyErr {
    error.set_cause(py, Some(cause));
    error
}

/// The exception of a position or move that has no hash. Others, of its `__hash__` and `__eq__`,
/// pass.
fn unhashable(object: &Bound<'_, PyAny>, what: &str, error: PyErr) -> PyErr {
    let py = object.py();
    let has_hash = object.getattr("__hash__").is_ok_and(|hash| !hash.is_none());
    // A tuple has a hash only if its items do.
    if has_hash && !error.is_instance_of::<PyTypeError>(py) {
        return error;
    }
    let text = format!("the {what} {} has no hash: use tuples for lists", shown(object));
    caused(py, PyTypeError::new_err(text), error)
}

/// The exception of an object without a method.
pub(crate) fn lacks(rules: &Bound<'_, PyAny>, method: &str) -> PyErr {
    PyTypeError::new_err(format!("{} has no method {method}", class_of(rules)))
}

/// The name of the class of an object.
pub(crate) fn class_of(rules: &Bound<'_, PyAny>) -> String {
    rules.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string())
}
