//! Errors of model calls.

use kernel::{Problem, ProblemKind};

use crate::problems;

/// The reason why a model did not answer, or did not finish.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// All of these with the provider's own words, if it said any.
    #[error("the provider refused the key")]
    Unauthorized { message: Option<String> },
    /// The key is valid, but may not be used for this.
    #[error("the provider does not allow this")]
    Forbidden { message: Option<String> },
    /// The request itself is wrong, in the provider's own words.
    #[error("the provider refused the request: {message}")]
    Refused { message: String },
    /// The provider does not make this for reasons of safety, in its own words.
    #[error("the provider blocked the request: {message}")]
    Moderated { message: String },
    /// The provider made something, and its link to it does not work any more.
    #[error("the provider's result is gone")]
    ResultGone,
    /// The account has no money left, in the provider's own words.
    #[error("the provider's account is used up: {message}")]
    OutOfQuota { message: String },
    /// Too many requests; with the provider's own waiting time, if it gave one.
    #[error("the provider is busy")]
    Busy { retry_after_seconds: Option<u64>, message: Option<String> },
    #[error("the provider is overloaded")]
    Overloaded { message: Option<String> },
    #[error("the provider cannot be reached")]
    Unreachable,
    /// A server answered whose certificate this machine does not trust.
    #[error("the provider's certificate is not trusted")]
    Untrusted,
    #[error("the provider fell silent")]
    TimedOut,
    /// A model file on this machine cannot be used, or its program has failed.
    #[error("the model file cannot be used: {}", .0.kind.text)]
    LocalFile(Problem),
    /// The model stopped before its first word, for a reason in the provider's own words.
    #[error("the provider gave no answer: {message}")]
    NoAnswer { message: String },
    /// The connection was lost in the middle, or the answer is not the protocol.
    #[error("the answer broke off: {message}")]
    Broken { message: String },
}

impl ModelError {
    /// Returns the error of an answer that broke off.
    pub fn broken(message: impl Into<String>) -> Self {
        Self::Broken { message: message.into() }
    }

    /// Returns the error without the key in the provider's words: some repeat it, and people are shown them.
    pub(crate) fn without_key(mut self, key: &str) -> Self {
        let words = match &mut self {
            Self::Unauthorized { message }
            | Self::Forbidden { message }
            | Self::Busy { message, .. }
            | Self::Overloaded { message } => message.as_mut(),
            Self::Refused { message }
            | Self::Moderated { message }
            | Self::OutOfQuota { message }
            | Self::NoAnswer { message }
            | Self::Broken { message } => Some(message),
            _ => None,
        };
        if let Some(words) = words.filter(|words| !key.is_empty() && words.contains(key)) {
            *words = words.replace(key, "…");
        }
        self
    }

    /// Returns its label in metrics.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Unauthorized { .. } => "unauthorized",
            Self::Forbidden { .. } => "forbidden",
            Self::Refused { .. } => "refused",
            Self::Moderated { .. } => "moderated",
            Self::ResultGone => "result_gone",
            Self::OutOfQuota { .. } => "out_of_quota",
            Self::Busy { .. } => "busy",
            Self::Overloaded { .. } => "overloaded",
            Self::Unreachable => "unreachable",
            Self::Untrusted => "untrusted",
            Self::TimedOut => "timed_out",
            Self::LocalFile(_) => "local_file",
            Self::NoAnswer { .. } => "no_answer",
            Self::Broken { .. } => "broken",
        }
    }

    /// Returns the problem shown to the person: our sentence, with the provider's own words beside it.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Unauthorized { message } => saying(problems::KEY_REFUSED, message.as_ref()),
            Self::Forbidden { message } => saying(problems::FORBIDDEN, message.as_ref()),
            Self::OutOfQuota { message } => problems::OUT_OF_QUOTA.with("message", message),
            Self::Refused { message } => problems::REQUEST_REFUSED.with("message", message),
            Self::Moderated { message } => problems::MODERATED.with("message", message),
            Self::ResultGone => problems::RESULT_GONE.into(),
            Self::Busy { retry_after_seconds, message } => {
                let busy = saying(problems::BUSY, message.as_ref());
                match retry_after_seconds {
                    Some(seconds) => busy.with("retry_after_seconds", seconds),
                    None => busy,
                }
            }
            Self::Overloaded { message } => saying(problems::OVERLOADED, message.as_ref()),
            Self::Unreachable => problems::UNREACHABLE.into(),
            Self::Untrusted => problems::UNTRUSTED.into(),
            Self::TimedOut => problems::TIMED_OUT.into(),
            Self::LocalFile(problem) => problem.clone(),
            Self::NoAnswer { message } => problems::NO_ANSWER.with("message", message),
            Self::Broken { message } => problems::ANSWER_BROKE_OFF.with("message", message),
        }
    }
}

fn saying(kind: ProblemKind, message: Option<&String>) -> Problem {
    match message {
        Some(message) => kind.with("message", message),
        None => kind.into(),
    }
}
