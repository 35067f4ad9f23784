//! Tables of solved games, in files.

use std::mem;
use std::path::PathBuf;

use pyo3::prelude::*;
use tesuji::catalogue::AnyTable;

use crate::arrays::Numbers;
use crate::limits::Limits;
use crate::position::{CATALOGUE, Callback, catalogued, json_text};
use crate::run::{self, known};

/// The values of all positions that can be reached from a start, in a file.
#[pyclass(frozen, module = "tesuji._native")]
pub(crate) struct SolvedTable(AnyTable);

#[pymethods]
impl SolvedTable {
    /// Opens a file.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Self> {
        catalogued(CATALOGUE.open_table(path)).map(SolvedTable)
    }

    /// What the table is of, and the number of positions of each layer.
    fn info(&self) -> PyResult<(String, Numbers)> {
        let mut info = self.0.info();
        let layers = mem::take(&mut info.layers);
        Ok((json_text(&info)?, layers.into()))
    }

    /// Looks a position up; without one the start.
    fn query(&self, position: Option<&str>) -> PyResult<String> {
        json_text(&catalogued(self.0.query(position))?)
    }

    /// Checks every value by the rules alone, and returns the number of positions.
    fn verify(
        &self,
        py: Python<'_>,
        threads: usize,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<u64> {
        let done = run::native(py, limits, progress.as_ref(), |budget, progress, _| {
            self.0.verify(threads.max(1), budget, progress)
        });
        known(py, done, Ok)
    }

    /// Counts the positions of each value: a report, and the wins and losses by plies.
    fn stats(
        &self,
        py: Python<'_>,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<(String, Numbers, Numbers)> {
        let done = run::native(py, limits, progress.as_ref(), |budget, progress, _| {
            self.0.stats(budget, progress)
        });
        known(py, done, |mut report| {
            let (won, lost) = (mem::take(&mut report.won), mem::take(&mut report.lost));
            Ok((json_text(&report)?, won.into(), lost.into()))
        })
    }

    /// The value of every position, in the order of the file: 1, 0 or -1 for the player to move, and
    /// the distance to the end in plies, 0 in draws.
    fn values(
        &self,
        py: Python<'_>,
        limits: Limits,
        progress: Callback,
    ) -> PyResult<(Numbers, Numbers)> {
        let done = run::native(py, limits, progress.as_ref(), |budget, progress, _| {
            self.0.values(budget, progress)
        });
        known(py, done, |values| Ok((values.outcomes.into(), values.plies.into())))
    }

    /// At most `count` positions from the one of index `first` on, in the order of the file.
    fn positions(&self, py: Python<'_>, first: u64, count: u64) -> PyResult<Vec<String>> {
        catalogued(py.detach(|| self.0.positions(first, count)))
    }
}
