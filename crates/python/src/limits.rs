//! The limits of a search, as Python gives them.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::{type_hint_identifier, type_hint_subscript};
use sysinfo::System;
use tesuji::catalogue::options;
use tesuji::core::{Budget, quoted};

use crate::error;

/// Limits on nodes, time and memory: a number, seconds or a text such as `5m`, bytes or a text such
/// as `64MiB`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<usize>,
}

impl<'py> FromPyObject<'_, 'py> for Limits {
    type Error = PyErr;

    const INPUT_TYPE: PyStaticExpr = {
        const OBJECT: PyStaticExpr = type_hint_identifier!("builtins", "object");
        type_hint_subscript!(type_hint_identifier!("builtins", "tuple"), OBJECT, OBJECT, OBJECT)
    };

    /// Reads the triple of the three limits, each of which may be `None`.
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        type Limit<'py> = Option<Bound<'py, PyAny>>;
        let (nodes, time, memory): (Limit<'py>, Limit<'py>, Limit<'py>) = object.extract()?;
        Ok(Limits {
            nodes: nodes.map(|nodes| read_nodes(&nodes)).transpose()?,
            time: time.map(|time| read_time(&time)).transpose()?,
            memory: memory.map(|memory| read_memory(&memory)).transpose()?,
        })
    }
}

impl Limits {
    /// The budget. Its clock starts now. Without a limit on memory, the tables may take three
    /// quarters of what is free, so that a search ends before the machine runs out of memory.
    pub(crate) fn budget(self) -> Budget {
        let mut budget = Budget::unlimited();
        let free = || usize::try_from(free_memory()? / 4 * 3).ok();
        if let Some(bytes) = self.memory.or_else(free) {
            budget = budget.memory(bytes);
        }
        if let Some(nodes) = self.nodes {
            budget = budget.nodes(nodes);
        }
        if let Some(time) = self.time {
            budget = budget.time(time);
        }
        budget.start()
    }
}

fn read_nodes(nodes: &Bound<'_, PyAny>) -> PyResult<u64> {
    match nodes.extract::<u64>() {
        Ok(nodes @ 1..) => Ok(nodes),
        _ => Err(invalid("nodes", nodes, "a whole number of at least 1")),
    }
}

fn read_time(time: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let expected = "seconds above 0, or a text such as '5m'";
    if let Ok(text) = time.extract::<String>() {
        return options::time(&text).map_err(|problem| invalid("time", time, &problem));
    }
    let seconds: f64 = time.extract().map_err(|_| invalid("time", time, expected))?;
    let duration = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
    duration.ok_or_else(|| invalid("time", time, expected))
}

fn read_memory(memory: &Bound<'_, PyAny>) -> PyResult<usize> {
    let expected = "a number of bytes above 0, or a text such as '512MiB'";
    let bytes = match memory.extract::<String>() {
        Ok(text) => options::bytes(&text).map_err(|problem| invalid("memory", memory, &problem))?,
        Err(_) => memory.extract().map_err(|_| invalid("memory", memory, expected))?,
    };
    if bytes == 0 { Err(invalid("memory", memory, expected)) } else { Ok(bytes) }
}

fn invalid(name: &str, value: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let given = value.str().map_or_else(|_| String::new(), |text| text.to_string());
    error::value(format!("{} is not valid for {name}: {expected}", quoted(&given)))
}

/// The memory that is free, here or in the container; unknown on systems that do not report it. To
/// ask takes longer than a small search, so that an answer serves for a second.
fn free_memory() -> Option<u64> {
    const FRESH: Duration = Duration::from_secs(1);
    static LAST: Mutex<Option<(Instant, Option<u64>)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match *last {
        Some((asked, free)) if asked.elapsed() < FRESH => free,
        _ => {
            let free = ask_free_memory();
            *last = Some((Instant::now(), free));
            free
        }
    }
}

fn ask_free_memory() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    let container = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    Some(container.min(system.available_memory()))
}
