use async_trait::async_trait;
use kernel::{Fallible, Timestamp, UserId};

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
