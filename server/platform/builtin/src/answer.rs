//! What goes into the engine and what comes out of it.

use async_trait::async_trait;

/// What a person wrote, and what the engine may know besides.
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
    /// Where the answer comes from.
    pub citations: Vec<Citation>,
    /// Whether this really asks for a language model, so that the client offers to connect one.
    pub needs_model: bool,
}

/// Which of its skills the engine answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skill {
    Arithmetic,
    Definition,
    Proofreading,
    KeySentences,
    OwnChats,
    Introduction,
}

/// One source of an answer: a work (`url`) or a message (`conversation_id`, `message_id`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Citation {
    pub title: String,
    pub url: Option<String>,
    /// The words that are cited, as plain text.
    pub quote: Option<String>,
    pub conversation_id: Option<String>,
    pub message_id: Option<String>,
}

impl Citation {
    pub(crate) fn work(title: impl Into<String>, url: &str) -> Self {
        Self { title: title.into(), url: Some(url.to_owned()), ..Self::default() }
    }
}

/// The person's own conversations, as far as the engine may look into them.
#[async_trait]
pub trait Library: Send + Sync {
    /// Finds messages of this person's own chats that hold the words of `query`, best first.
    async fn search_own_chats(
        &self,
        query: &str,
        limit: usize,
    ) -> Result<Vec<Passage>, LibraryError>;
}

/// A message that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    pub conversation_id: String,
    pub message_id: String,
    /// The conversation's title.
    pub title: String,
    /// The whole text of the message.
    pub text: String,
    /// RFC 3339, UTC.
    pub created_at: String,
}

/// The person's chats could not be searched.
#[derive(Debug, thiserror::Error)]
#[error("the chats could not be searched: {0}")]
pub struct LibraryError(pub String);

/// Why there is no answer at all.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    #[error(transparent)]
    Library(#[from] LibraryError),
    #[error("the WordNet files could not be read: {0}")]
    Dictionary(#[from] std::io::Error),
    #[error("the built-in engine stopped unexpectedly")]
    Stopped,
}
