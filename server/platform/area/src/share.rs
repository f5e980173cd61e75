use async_trait::async_trait;
use bytes::Bytes;
use identity::SignedIn;
use kernel::{Failure, Fallible, Timestamp, UserId, Uuid};
use serde_json::Value;
use store::{StoreResult, Tx};

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

    /// Returns a public view from `owner`'s archive as it may be shown here; `None` if it breaks a rule, or there are none in
    /// archives.
    async fn archived_view(
        &self,
        _tx: &mut Tx,
        _owner: UserId,
        _content: &Value,
    ) -> Fallible<Option<Value>> {
        Ok(None)
    }

    /// Follows a page of this source that is shared or renewed, in the transaction that does it.
    async fn published(&self, _tx: &mut Tx, _page: &PublishedPage<'_>) -> StoreResult<()> {
        Ok(())
    }

    /// Follows the end of `subject`'s page, in the transaction that ends it. A page also ends at the time that
    /// [`PublishedPage::expires_at`] says, and is withheld while its owner is suspended; nothing is called then.
    async fn withdrawn(&self, _tx: &mut Tx, _subject: Uuid) -> StoreResult<()> {
        Ok(())
    }

    /// Creates the caller's own copy of a shared thing; returns its id.
    async fn copy(&self, caller: &SignedIn, shared: &Shared) -> Fallible<Uuid>;
}

/// A page as it is shared or renewed.
#[derive(Debug, Clone, Copy)]
pub struct PublishedPage<'a> {
    pub subject: Uuid,
    /// Id of the page: whoever knows it may read it.
    pub id: &'a str,
    pub title: &'a str,
    /// Content in the area's own format.
    pub content: &'a Value,
    /// Time when it was first shared.
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
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
