use crate::{Problem, ProblemKind};

/// The reason why an operation failed: a problem the caller may be told, or an internal error with its cause.
#[derive(Debug)]
pub enum Failure {
    Problem(Problem),
    Internal(Box<dyn std::error::Error + Send + Sync>),
}

/// The result of use cases.
pub type Fallible<T> = Result<T, Failure>;

impl Failure {
    /// Creates an internal failure. Its cause is logged, never shown.
    pub fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Internal(cause.into())
    }

    /// Returns the problem's code, if it is one that the caller may be told.
    pub fn code(&self) -> Option<&'static str> {
        match self {
            Self::Problem(problem) => Some(problem.kind.code),
            Self::Internal(_) => None,
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<ProblemKind> for Failure {
    fn from(kind: ProblemKind) -> Self {
        Self::Problem(kind.into())
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Problem(problem) => write!(f, "{}: {}", problem.kind.code, problem.kind.text),
            Self::Internal(cause) => write!(f, "internal: {cause}"),
        }
    }
}
