//! Running searches beside the Python interpreter: with signals, progress and exceptions.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyRuntimeWarning};
use pyo3::intern;
use pyo3::prelude::*;
use tesuji::catalogue::CatalogueError;
use tesuji::core::{Budget, Progress, Snapshot, StopFlag};

use crate::limits::Limits;
use crate::position::catalogued;
use crate::table::Table;

/// How long a signal or a report may wait.
const PATIENCE: Duration = Duration::from_millis(20);

/// How many nodes of rules in Python may come between two looks at the clock.
const NODES: u32 = 8;

/// What a search reports while it runs.
enum News {
    Report(Snapshot),
    Warning(String),
}

impl News {
    /// Passes it on to Python.
    fn tell(&self, py: Python<'_>, callback: Option<&Py<PyAny>>) -> PyResult<()> {
        match (self, callback) {
            (News::Report(Snapshot { stats, lower_bound, depth, elapsed, .. }), Some(callback)) => {
                let (expanded, generated) = (stats.expanded, stats.generated);
                let report = (expanded, generated, lower_bound, depth, elapsed.as_secs_f64());
                callback.bind(py).call1(report).map(drop)
            }
            (News::Report(_), None) => Ok(()),
            (News::Warning(text), _) => {
                let category = py.get_type::<PyRuntimeWarning>();
                let warn = py.import("warnings")?.getattr("warn")?;
                warn.call1((text, category)).map(drop)
            }
        }
    }
}

/// What came of work: its answer, and the exception that ended it early.
pub(crate) struct Done<T> {
    pub(crate) answer: Option<T>,
    pub(crate) error: Option<PyErr>,
}

impl<T> Done<T> {
    /// The answer, if no exception ended the work.
    pub(crate) fn into_result(self) -> PyResult<T> {
        match (self.answer, self.error) {
            (_, Some(error)) => Err(error),
            (Some(answer), None) => Ok(answer),
            (None, None) => Err(PyRuntimeError::new_err("a search ended without an answer")),
        }
    }
}

/// What work found, as `pack` passes it to Python. An exception that interrupted the work has what was
/// known then as its attribute `tesuji_report`.
pub(crate) fn known<'py, T, P: IntoPyObject<'py>>(
    py: Python<'py>,
    done: Done<Result<T, CatalogueError>>,
    pack: impl FnOnce(T) -> PyResult<P>,
) -> PyResult<P> {
    match done {
        Done { answer: Some(Ok(found)), error: Some(error) } => {
            // An exception without attributes passes as it is.
            let _ = error.value(py).setattr(intern!(py, "tesuji_report"), pack(found)?);
            Err(error)
        }
        done => pack(catalogued(done.into_result()?)?),
    }
}

/// Runs work that calls no Python code, in a thread of its own, while other Python threads run. This
/// thread waits, handles signals and calls `progress`.
pub(crate) fn native<T: Send>(
    py: Python<'_>,
    limits: Limits,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Budget, &mut dyn Progress, &StopFlag) -> T + Send,
) -> Done<T> {
    struct Teller(Sender<News>);
    impl Progress for Teller {
        // There is no receiver any more after an exception.
        fn report(&mut self, snapshot: &Snapshot) {
            let _ = self.0.send(News::Report(*snapshot));
        }
        fn warn(&mut self, message: &str) {
            let _ = self.0.send(News::Warning(message.to_owned()));
        }
    }
    let stop = StopFlag::new();
    let budget = limits.budget().stop(stop.clone());
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let flag = &stop;
            let worker = scope.spawn(move || work(&budget, &mut Teller(sender), flag));
            let mut error = listen(&receiver, progress).err();
            if error.is_some() {
                stop.raise();
            }
            let answer = match worker.join() {
                Ok(answer) => Some(answer),
                Err(panic) => {
                    error.get_or_insert_with(|| bug(&*panic));
                    None
                }
            };
            Done { answer, error }
        })
    })
}

/// Passes on what a search reports until it ends, and looks for signals.
fn listen(receiver: &Receiver<News>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    loop {
        let news = match receiver.recv_timeout(PATIENCE) {
            Ok(news) => Some(news),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        Python::attach(|py| {
            py.check_signals()?;
            news.map_or(Ok(()), |news| news.tell(py, progress))
        })?;
    }
}

/// Runs work that calls the Python methods of a table, in this thread; other Python threads run
/// whenever the interpreter switches. Several threads take turns in the interpreter.
pub(crate) fn in_python<T: Send>(
    py: Python<'_>,
    table: &Table,
    (limits, threads): (Limits, usize),
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Budget, &mut dyn Progress, &StopFlag) -> T + Send,
) -> Done<T> {
    struct Teller<'a>(&'a Table, Option<&'a Py<PyAny>>);
    impl Teller<'_> {
        fn tell(&self, news: &News) {
            if let Err(error) = Python::attach(|py| news.tell(py, self.1)) {
                self.0.stop_by(error);
            }
        }
    }
    impl Progress for Teller<'_> {
        fn report(&mut self, snapshot: &Snapshot) {
            self.tell(&News::Report(*snapshot));
        }
        fn warn(&mut self, message: &str) {
            self.tell(&News::Warning(message.to_owned()));
        }
    }
    let budget = limits.budget().stop(table.stop().clone()).check_every(NODES);
    table.limit_memory(budget.memory_limit().unwrap_or(usize::MAX));
    let run = || caught(table, || work(&budget, &mut Teller(table, progress), table.stop()));
    if threads > 1 { py.detach(run) } else { run() }
}

/// Runs work that calls the Python methods of a table, whose exceptions unwind to here; after an
/// interrupt it ends with what is known.
pub(crate) fn caught<T>(table: &Table, work: impl FnOnce() -> T) -> Done<T> {
    match (catch_unwind(AssertUnwindSafe(work)), table.take_errors()) {
        (_, (Some(error), _)) | (Err(_), (None, Some(error))) => {
            Done { answer: None, error: Some(error) }
        }
        (Ok(answer), (None, interrupt)) => Done { answer: Some(answer), error: interrupt },
        (Err(panic), (None, None)) => Done { answer: None, error: Some(bug(&*panic)) },
    }
}

/// The exception of a panic.
fn bug(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    PyRuntimeError::new_err(format!(
        "a search failed, which rules that break a law can cause: {text}"
    ))
}
