//! Errors of model calls.

use kernel::Problem;

use crate::problems;

/// The reason why a model did not answer, or did not finish.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("the provider refused the key")]
    Unauthorized,
    /// The request itself is wrong, in the provider's own words.
    #[error("the provider refused the request: {message}")]
    Refused { message: String },
    /// The account has no money left, in the provider's own words.
    #[error("the provider's account is used up: {message}")]
    OutOfQuota { message: String },
    /// Too many requests; with the provider's own waiting time, if it gave one.
    #[error("the provider is busy")]
    Busy { retry_after_seconds: Option<u64> },
    #[error("the provider is overloaded")]
    Overloaded,
    #[error("the provider cannot be reached")]
    Unreachable,
    #[error("the provider fell silent")]
    TimedOut,
    /// A model file on this machine cannot be used, or its program has failed.
    #[error("the model file cannot be used: {}", .0.kind.text)]
    LocalFile(Problem),
    /// The connection was lost in the middle, or the answer is not the protocol.
    #[error("the answer broke off: {message}")]
    Broken { message: String },
}

impl ModelError {
    /// Returns the error of an answer that broke off.
    pub fn broken(message: impl Into<String>) -> Self {
        Self::Broken { message: message.into() }
    }

    /// Returns its label in metrics.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Unauthorized => "unauthorized",
            Self::Refused { .. } => "refused",
            Self::OutOfQuota { .. } => "out_of_quota",
            Self::Busy { .. } => "busy",
            Self::Overloaded => "overloaded",
            Self::Unreachable => "unreachable",
            Self::TimedOut => "timed_out",
            Self::LocalFile(_) => "local_file",
            Self::Broken { .. } => "broken",
        }
    }

    /// Returns the problem shown to the person.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Unauthorized => problems::KEY_REFUSED.into(),
            Self::OutOfQuota { message } => problems::OUT_OF_QUOTA.with("message", message),
            Self::Refused { message } => problems::REQUEST_REFUSED.with("message", message),
            Self::Busy { retry_after_seconds: Some(seconds) } => {
                problems::BUSY.with("retry_after_seconds", seconds)
            }
            Self::Busy { retry_after_seconds: None } => problems::BUSY.into(),
            Self::Overloaded => problems::OVERLOADED.into(),
            Self::Unreachable => problems::UNREACHABLE.into(),
            Self::TimedOut => problems::TIMED_OUT.into(),
            Self::LocalFile(problem) => problem.clone(),
            Self::Broken { message } => problems::ANSWER_BROKE_OFF.with("message", message),
        }
    }
}
