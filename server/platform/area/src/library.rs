use async_trait::async_trait;
use kernel::{Fallible, MessageId, Timestamp, UserId, Uuid};
use retrieval::{excerpt, find_by_words};

/// Maximum length, in characters, of the excerpt shown for an item found by its words.
const EXCERPT_CHARS: usize = 300;

/// One kind of item in a person's library that searches find and messages can reference: memos, chats, documents.
#[async_trait]
pub trait LibrarySource: Send + Sync {
    /// The kind of its items. For memos the source's name in the specification: `my_memo`.
    fn kind(&self) -> &'static str;

    /// Returns up to `limit` of `user_id`'s items that match `query`, best first.
    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<LibraryItem>>;

    /// Returns one item with its whole text; `None` if `user_id` has no such item or deleted it.
    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<LibraryItem>>;

    /// Returns the passages of one item, which citations in answers are checked against. Empty if there is no such
    /// item; a single passage if nothing links to a part of it.
    async fn passages(&self, user_id: UserId, id: Uuid) -> Fallible<Vec<LibraryPassage>> {
        let item = self.read(user_id, id).await?;
        Ok(item.into_iter().map(|item| LibraryPassage::of(item.text)).collect())
    }

    /// Returns true if its area adds referenced items to a model's context itself, so that callers need not do so with
    /// [`LibrarySource::read`].
    fn provides_own_context(&self) -> bool {
        false
    }
}

/// An item of a person's library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryItem {
    pub id: Uuid,
    pub title: String,
    /// Its path in this product: `/home/memo/…`.
    pub path: String,
    /// Its content as plain text.
    pub text: String,
    pub changed_at: Timestamp,
}

/// A passage of an item, and the link to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LibraryPassage {
    /// The text as people see it, without Markdown syntax.
    pub text: String,
    /// Page number, starting at 1.
    pub page: Option<i64>,
    /// Position in a video, in seconds.
    pub at_seconds: Option<i64>,
    /// The chat message that contains it.
    pub message_id: Option<MessageId>,
}

impl LibraryPassage {
    /// Returns a passage that can be located by its text only.
    pub fn of(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

impl LibraryItem {
    /// The kind of conversations. They have a search of their own, which finds single messages.
    pub const CHAT: &str = "chat";

    /// Maximum number of a person's newest items that are scanned where there is no index.
    pub const SCAN_LIMIT: i64 = 500;

    /// Returns those of `items` that contain all words of `query` ([`find_by_words`]), each with the matching excerpt.
    pub fn search_in(items: Vec<Self>, query: &str, limit: usize) -> Vec<Self> {
        let found = find_by_words(items, query, limit, |item| (&item.title, &item.text));
        let with_excerpt =
            |item: Self| Self { text: excerpt(&item.text, query, EXCERPT_CHARS), ..item };
        found.into_iter().map(with_excerpt).collect()
    }
}
