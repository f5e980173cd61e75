//! The engine's input and output.

use async_trait::async_trait;
use kernel::{ConversationId, MessageId, Timestamp};
use providers::Citation;

/// A person's message, and what else the engine may know.
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// The message to answer.
    pub text: String,
    /// BCP 47 tag of the language to answer in. Anything but Arabic and Chinese is answered in
    /// English.
    pub locale: String,
    /// The person's earlier messages of this conversation, oldest first. "Summarise this" without
    /// a text means the latest long one of these.
    pub history: Vec<String>,
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub skill: Skill,
    /// The answer, as Markdown. What came from a person or a file is escaped.
    pub markdown: String,
    /// Sources of the answer.
    pub citations: Vec<Citation>,
    /// True if the question needs a language model, so that the client offers to connect one.
    pub needs_model: bool,
}

/// The skill that the engine answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skill {
    Arithmetic,
    Definition,
    Proofreading,
    KeySentences,
    OwnChats,
    Introduction,
}

/// The person's own conversations, as far as the engine may look into them.
#[async_trait]
pub trait Library: Send + Sync {
    /// Finds messages of this person's own chats that hold all words of `query`, newest first.
    async fn search_own_chats(
        &self,
        query: &str,
        limit: usize,
    ) -> Result<Vec<Passage>, LibraryError>;
}

/// A message that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    pub conversation_id: ConversationId,
    /// The message; `None` if the title matched.
    pub message_id: Option<MessageId>,
    /// The conversation's title.
    pub title: String,
    /// The whole text that was found.
    pub text: String,
    pub created_at: Timestamp,
}

/// Names a work as a source.
pub(crate) fn cite_work(title: impl Into<String>, url: &str) -> Citation {
    Citation {
        title: title.into(),
        url: Some(url.to_owned()),
        quote: None,
        conversation_id: None,
        message_id: None,
    }
}

/// The person's chats could not be searched.
#[derive(Debug, thiserror::Error)]
#[error("the chats could not be searched: {0}")]
pub struct LibraryError(pub String);

/// The reason why there is no answer at all.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    #[error(transparent)]
    Library(#[from] LibraryError),
    #[error("the WordNet files could not be read: {0}")]
    Dictionary(#[from] std::io::Error),
    #[error("the built-in engine stopped unexpectedly")]
    Stopped,
}
