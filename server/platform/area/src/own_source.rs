use async_trait::async_trait;
use kernel::{Fallible, Timestamp, UserId};
use retrieval::{excerpt, find_by_words};

/// Characters of what a thing says that are shown where it was found by its words.
const SHOWN_CHARS: usize = 300;

/// Things of a person's own that a search can find: memos.
#[async_trait]
pub trait OwnSource: Send + Sync {
    /// The source that it is part of, as the specification calls it: `my_memo`.
    fn word(&self) -> &'static str;

    /// What of `user_id`'s fits `query`, the best first, at most `limit`.
    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<OwnThing>>;
}

/// Something of a person's own that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnThing {
    pub title: String,
    /// Where it is in this product: `/home/memo/…`.
    pub path: String,
    /// What it says, plain text.
    pub text: String,
    pub changed_at: Timestamp,
}

impl OwnThing {
    /// How many of a person's newest are looked through where no index stands.
    pub const LOOKED_THROUGH: i64 = 500;

    /// Those of `things` that say all words of `query` ([`find_by_words`]), each with the part that does.
    pub fn find_among(things: Vec<Self>, query: &str, limit: usize) -> Vec<Self> {
        let found = find_by_words(things, query, limit, |one| (&one.title, &one.text));
        let shown = |one: Self| Self { text: excerpt(&one.text, query, SHOWN_CHARS), ..one };
        found.into_iter().map(shown).collect()
    }
}
