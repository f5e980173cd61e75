//! Proofreading: the interface of a checker and its findings.
//!
//! The real one, with its hundreds of rules, is in `builtin`, which only the program links. [`RepeatedWords`] has one
//! rule; tests link that.

mod repeated_words;

use async_trait::async_trait;

pub use repeated_words::RepeatedWords;

/// Checks the grammar and spelling of texts.
#[async_trait]
pub trait Proofreader: Send + Sync {
    /// Returns the findings in `text`, in their order.
    async fn check(&self, text: String) -> Result<Checked, CheckError>;
}

/// The findings in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// Findings in the order of the text; they do not overlap.
    pub findings: Vec<Finding>,
    /// Number of characters that were checked: a very long text would take too long.
    pub checked_chars: usize,
    /// Name of the checker, with its version.
    pub checker: String,
}

/// One place of a text that a rule points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Start, in characters of the text.
    pub start: usize,
    /// End.
    pub end: usize,
    /// Suggested replacements, the best first. An empty one removes the words.
    pub options: Vec<String>,
    /// Surely a mistake; otherwise a matter of taste, or perhaps a name.
    pub is_mistake: bool,
    /// The reason, in English.
    pub reason: String,
}

/// The reason why a text was not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    #[error("the text is not English")]
    NotEnglish,
    #[error("a rule stumbled over the text")]
    Failed,
}
