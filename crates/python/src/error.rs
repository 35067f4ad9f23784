//! Errors as Python exceptions.

use std::error::Error;
use std::io;

use pyo3::PyErr;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use tesuji::catalogue::{CatalogueError, OptionError};
use tesuji::certificate::Rejection;
use tesuji::core::with_sources;

pyo3::create_exception!(
    tesuji,
    LimitError,
    PyRuntimeError,
    "A limit was reached before anything was known."
);
pyo3::create_exception!(
    tesuji,
    NotOfferedError,
    PyValueError,
    "A game does not offer what was asked for."
);
pyo3::create_exception!(
    tesuji,
    CertificateError,
    PyValueError,
    "A certificate does not prove its claim."
);

/// The exception of an error of the catalogue.
pub(crate) fn of_catalogue(error: &CatalogueError) -> PyErr {
    match error {
        CatalogueError::Stopped(_) => LimitError::new_err(with_sources(error)),
        CatalogueError::NothingProved(_) | CatalogueError::Certificate(_) => {
            CertificateError::new_err(with_sources(error))
        }
        CatalogueError::NotOffered { .. } => NotOfferedError::new_err(with_sources(error)),
        // On the command line an option begins with hyphens.
        CatalogueError::Option(error) => PyValueError::new_err(of_option(error)),
        error => match io_kind(error) {
            // A file that is absent or cannot be written is an `OSError`.
            Some(kind) => io::Error::new(kind, with_sources(error)).into(),
            None => PyValueError::new_err(with_sources(error)),
        },
    }
}

/// The kind of the system's error that is at the bottom of an error.
fn io_kind(error: &(dyn Error + 'static)) -> Option<io::ErrorKind> {
    match error.downcast_ref::<io::Error>() {
        Some(error) => Some(error.kind()),
        None => io_kind(error.source()?),
    }
}

/// An error about options, which are keyword arguments here.
fn of_option(error: &OptionError) -> String {
    with_sources(error).replace("--", "")
}

/// The exception of a rejected certificate.
pub(crate) fn of_rejection(rejection: &Rejection) -> PyErr {
    match rejection {
        Rejection::Stopped { .. } | Rejection::Limit { .. } => {
            LimitError::new_err(with_sources(rejection))
        }
        _ => CertificateError::new_err(with_sources(rejection)),
    }
}

/// The exception of a value that is not valid.
pub(crate) fn value(problem: impl ToString) -> PyErr {
    PyValueError::new_err(problem.to_string())
}
