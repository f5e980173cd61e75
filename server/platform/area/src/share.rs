use async_trait::async_trait;
use bytes::Bytes;
use identity::SignedIn;
use kernel::{Failure, Fallible, UserId, Uuid};
use serde_json::Value;

/// A source of things that people can share by address: a chat, a bot.
#[async_trait]
pub trait ShareSource: Send + Sync {
    /// Returns the kind, `chat` or `bot`: a word in addresses, which never changes.
    fn kind(&self) -> &'static str;

    /// Returns the public view of `subject`, which must be `owner`'s. Taken when it is shared, and again when the owner
    /// renews it.
    ///
    /// `options`: the owner's choices, in the area's own format.
    ///
    /// Problems: the area's own for something that does not exist or is not the owner's.
    async fn snapshot(&self, owner: UserId, subject: Uuid, options: &Value) -> Fallible<Shared>;

    /// Returns true if `subject` still exists. While it does not (in the trash, deleted), its page is gone, too.
    async fn is_there(&self, owner: UserId, subject: Uuid) -> Fallible<bool> {
        match self.snapshot(owner, subject, &Value::Null).await {
            Ok(_) => Ok(true),
            Err(Failure::Problem(_)) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// Returns the part of a page's content that may be shown today: a page written under older rules may hold more
    /// than its owner would share now.
    fn shown(&self, content: Value) -> Value {
        content
    }

    /// Creates the caller's own copy of a shared thing; returns its id.
    async fn copy(&self, caller: &SignedIn, shared: &Shared) -> Fallible<Uuid>;
}

/// The public view of something shared.
#[derive(Debug, Clone, PartialEq)]
pub struct Shared {
    pub title: String,
    /// For the preview card, plain text.
    pub description: String,
    /// Content in the area's own format; its client renders it.
    pub content: Value,
    /// A JPEG of it, for the page and its preview card.
    pub picture: Option<Bytes>,
}
