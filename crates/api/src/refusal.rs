use tesuji::catalogue::{CatalogueError, OptionError};
use tesuji::core::{quoted, shortened, with_sources};

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// What is asked is not valid or not offered, or a limit was reached.
    #[error("{0}")]
    BadRequest(String),
    /// The text is not JSON of the shape of the question.
    #[error("not a question: {}", shortened(&.0.to_string()))]
    Body(#[from] serde_json::Error),
    /// There is no such question.
    #[error("there is nothing at {}", quoted(.0))]
    NotFound(String),
    /// No table has the position.
    #[error("no table here has this position of {0}")]
    NotInTable(&'static str),
    /// A table that may have the position cannot be read.
    #[error("a table of {0} cannot be read here")]
    DamagedTable(&'static str),
}

impl Refusal {
    /// A code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::BadRequest(_) => "bad-request",
            Refusal::Body(_) => "bad-body",
            Refusal::NotFound(_) | Refusal::NotInTable(_) => "not-found",
            Refusal::DamagedTable(_) => "internal",
        }
    }

    /// The refusal as the page reads it: a code for programs, a message for people.
    #[must_use]
    pub fn to_json(&self) -> String {
        error_json(self.code(), &self.to_string()).to_string()
    }
}

fn error_json(code: &str, message: &str) -> serde_json::Value {
    serde_json::json!({ "error": { "code": code, "message": message } })
}

impl From<CatalogueError> for Refusal {
    fn from(error: CatalogueError) -> Self {
        Refusal::BadRequest(with_sources(&error))
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Self {
        Refusal::BadRequest(error.to_string())
    }
}
