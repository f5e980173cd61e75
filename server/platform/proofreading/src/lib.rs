//! What a checker finds in a text, and how it is asked.
//!
//! The real one, with its hundreds of rules, is in `builtin`, which only the program links.
//! [`RepeatedWords`] knows one rule; tests link that.

mod repeated_words;

use async_trait::async_trait;

pub use repeated_words::RepeatedWords;

/// Checks the grammar and spelling of texts.
#[async_trait]
pub trait Proofreader: Send + Sync {
    /// What is to be said of `text`, in its order.
    async fn check(&self, text: String) -> Result<Checked, CheckError>;
}

/// What was found in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// In the order of the text; they do not overlap.
    pub findings: Vec<Finding>,
    /// How much of the text was looked at, in characters: a very long one takes too long.
    pub checked_chars: usize,
    /// Who checked, with its version.
    pub checker: String,
}

/// One place of a text that a rule points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Where it begins, in characters of the text.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What may stand there instead, the best first. An empty one takes the words away.
    pub options: Vec<String>,
    /// Surely a mistake; otherwise a matter of taste, or perhaps a name.
    pub is_mistake: bool,
    /// Why, in English.
    pub reason: String,
}

/// Why a text was not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    #[error("the text is not English")]
    NotEnglish,
    #[error("a rule stumbled over the text")]
    Failed,
}
