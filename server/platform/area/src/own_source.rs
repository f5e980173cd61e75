use async_trait::async_trait;
use kernel::{Fallible, MessageId, Timestamp, UserId, Uuid};
use retrieval::{excerpt, find_by_words};

/// Number of characters of a thing's content that are shown where it was found by its words.
const SHOWN_CHARS: usize = 300;

/// A source of a person's own things that searches can find and models can be given: memos.
#[async_trait]
pub trait OwnSource: Send + Sync {
    /// Returns the name of this kind of thing; for memos the name of the search source in the specification: `my_memo`.
    fn word(&self) -> &'static str;

    /// Returns the things of `user_id`'s that match `query`, the best first, at most `limit`.
    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<OwnThing>>;

    /// Reads one of them with its whole content; `None` if there is none with this id that belongs to `user_id` and is
    /// not deleted.
    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<OwnThing>>;

    /// Returns the text that people read in one of them, place by place; citations in answers are compared with it.
    /// Empty if it does not exist. A single place if nothing links to a part.
    async fn places(&self, user_id: UserId, id: Uuid) -> Fallible<Vec<OwnPlace>> {
        let thing = self.read(user_id, id).await?;
        Ok(thing.into_iter().map(|thing| OwnPlace::of(thing.text)).collect())
    }

    /// Returns true if its area gives models the content of references itself, so that [`OwnSource::read`] is not used
    /// for it.
    fn gives_itself(&self) -> bool {
        false
    }
}

/// A thing of a person's own that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnThing {
    pub id: Uuid,
    pub title: String,
    /// Path in this product: `/home/memo/…`.
    pub path: String,
    /// Its content, plain text.
    pub text: String,
    pub changed_at: Timestamp,
}

/// A part of such a thing, with a link to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnPlace {
    /// Its text as people see it: without Markdown syntax.
    pub text: String,
    /// Its page, counted from 1.
    pub page: Option<i64>,
    /// The time at which it is said, in a video.
    pub at_seconds: Option<i64>,
    /// The message that contains it.
    pub message_id: Option<MessageId>,
}

impl OwnPlace {
    /// Returns a place without a link to it.
    pub fn of(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

impl OwnThing {
    /// The word of conversations. They have a search of their own, which finds single messages.
    pub const CHAT: &str = "chat";

    /// Number of a person's newest things that are scanned where no index exists.
    pub const LOOKED_THROUGH: i64 = 500;

    /// Returns those of `things` that contain all words of `query` ([`find_by_words`]), each with the matching part.
    pub fn find_among(things: Vec<Self>, query: &str, limit: usize) -> Vec<Self> {
        let found = find_by_words(things, query, limit, |one| (&one.title, &one.text));
        let shown = |one: Self| Self { text: excerpt(&one.text, query, SHOWN_CHARS), ..one };
        found.into_iter().map(shown).collect()
    }
}
