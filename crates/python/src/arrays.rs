//! Arrays of numbers whose memory NumPy uses without a copy.

use std::collections::HashMap;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

/// Numbers of one type.
enum Values {
    I8(Vec<i8>),
    U16(Vec<u16>),
    U64(Vec<u64>),
}

/// An array of numbers that never change. `numpy.asarray` makes an array of it that shows this
/// memory and keeps this object, by the protocol `__array_interface__`, which the stable ABI of
/// Python 3.10 has, unlike that of buffers.
#[pyclass(frozen, module = "tesuji._native")]
pub(crate) struct Numbers(Values);

#[pymethods]
impl Numbers {
    /// Where the numbers are and of which type, as NumPy reads it.
    #[getter]
    fn __array_interface__(&self, py: Python<'_>) -> PyResult<HashMap<&'static str, Py<PyAny>>> {
        let (address, length, kind) = match &self.0 {
            Values::I8(numbers) => (numbers.as_ptr().expose_provenance(), numbers.len(), "i1"),
            Values::U16(numbers) => (numbers.as_ptr().expose_provenance(), numbers.len(), "u2"),
            Values::U64(numbers) => (numbers.as_ptr().expose_provenance(), numbers.len(), "u8"),
        };
        let order = if cfg!(target_endian = "little") { '<' } else { '>' };
        let read_only = true;
        Ok(HashMap::from([
            ("version", 3.into_py_any(py)?),
            ("shape", (length,).into_py_any(py)?),
            ("typestr", format!("{order}{kind}").into_py_any(py)?),
            ("data", (address, read_only).into_py_any(py)?),
        ]))
    }
}

impl From<Vec<i8>> for Numbers {
    fn from(numbers: Vec<i8>) -> Self {
        Numbers(Values::I8(numbers))
    }
}

impl From<Vec<u16>> for Numbers {
    fn from(numbers: Vec<u16>) -> Self {
        Numbers(Values::U16(numbers))
    }
}

impl From<Vec<u64>> for Numbers {
    fn from(numbers: Vec<u64>) -> Self {
        Numbers(Values::U64(numbers))
    }
}
