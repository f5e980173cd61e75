use kernel::{Fallible, MINUTE, Timestamp, UserId};
use store::{Conn, Db, StoreResult, Tx, from_json, from_word, sql};

use crate::asking::Fault;
use crate::hits::Hit;
use crate::limits::FEED_FRESH_MINUTES;

kernel::id! {
    /// A feed that news are searched in.
    FeedId
}

/// The owner of a feed: a person, or (`None`) the operator, for everybody.
pub type FeedOwner = Option<UserId>;

/// A stored feed.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct Feed {
    pub id: FeedId,
    pub url: String,
    pub title: String,
    /// Its entries, as JSON.
    pub entries: String,
    pub fault: Option<String>,
    pub read_at: Option<Timestamp>,
}

impl Feed {
    /// Creates a feed that was not read yet.
    pub fn unread(url: String, title: String, now: Timestamp) -> Self {
        let (entries, fault, read_at) = ("[]".to_owned(), None, None);
        Self { id: FeedId::new(now), url, title, entries, fault, read_at }
    }

    /// Returns the cached entries; none if another version stored them: the feed will be read again.
    pub fn entries(&self) -> Vec<Hit> {
        from_json(&self.entries).unwrap_or_default()
    }

    pub fn fault(&self) -> Option<Fault> {
        self.fault.as_ref().and_then(|word| from_word(word).ok())
    }

    pub fn is_stale(&self, now: Timestamp) -> bool {
        self.read_at.is_none_or(|at| at.plus(FEED_FRESH_MINUTES * MINUTE) <= now)
    }
}

/// Returns true if there is a feed for a person.
pub async fn has_feeds(db: &Db, user_id: UserId) -> Fallible<bool> {
    let mut conn = db.read().await?;
    let (found,) = sql!(
        &mut conn,
        one(i64,),
        "SELECT COUNT(*) FROM search_feeds WHERE (user_id IS NULL OR user_id = $1) AND deleted_at IS NULL",
        user_id
    )?;
    Ok(found > 0)
}

/// Returns the feeds of a person, or the operator's.
pub async fn read_feeds(conn: &mut Conn, owner: FeedOwner) -> StoreResult<Vec<Feed>> {
    sql!(
        conn,
        all Feed,
        "SELECT id, url, title, entries, fault, read_at FROM search_feeds
         WHERE (user_id = $1 OR (user_id IS NULL AND $2)) AND deleted_at IS NULL ORDER BY title, id",
        owner,
        owner.is_none()
    )
}

/// Inserts a feed; `false`, and nothing is changed, if it already exists. A deleted one is replaced.
pub async fn insert_feed(
    tx: &mut Tx,
    owner: FeedOwner,
    feed: &Feed,
    now: Timestamp,
) -> StoreResult<bool> {
    sql!(
        tx,
        execute,
        "DELETE FROM search_feeds
         WHERE url = $1 AND (user_id = $2 OR (user_id IS NULL AND $3)) AND deleted_at IS NOT NULL",
        feed.url.as_str(),
        owner,
        owner.is_none()
    )?;
    let added = sql!(
        tx,
        execute,
        "INSERT INTO search_feeds (id, user_id, url, title, entries, fault, read_at, added_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        feed.id,
        owner,
        feed.url.as_str(),
        feed.title.as_str(),
        feed.entries.as_str(),
        feed.fault.as_deref(),
        feed.read_at,
        now
    )?;
    Ok(added == 1)
}

pub async fn count_feeds(conn: &mut Conn, owner: FeedOwner) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM search_feeds
         WHERE (user_id = $1 OR (user_id IS NULL AND $2)) AND deleted_at IS NULL",
        owner,
        owner.is_none()
    )?;
    Ok(count)
}

/// Deletes or restores a feed; `false`: it does not exist, or is not deleted.
pub async fn set_deleted(
    tx: &mut Tx,
    owner: FeedOwner,
    id: FeedId,
    at: Option<Timestamp>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE search_feeds SET deleted_at = $4
         WHERE id = $1 AND (user_id = $2 OR (user_id IS NULL AND $3))
             AND (deleted_at IS NULL) = ($4 IS NOT NULL)",
        id,
        owner,
        owner.is_none(),
        at
    )?;
    Ok(done == 1)
}

/// Deletes permanently what was deleted before `before`.
pub async fn purge_feeds(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM search_feeds WHERE deleted_at < $1", before)?;
    Ok(())
}

pub async fn save_read(db: &Db, feed: &Feed) -> Fallible<()> {
    let mut tx = db.begin().await?;
    sql!(
        &mut tx,
        execute,
        "UPDATE search_feeds SET entries = $1, fault = $2, read_at = $3 WHERE id = $4",
        feed.entries.as_str(),
        feed.fault.as_deref(),
        feed.read_at,
        feed.id
    )?;
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use store::to_word;

    use super::*;

    #[test]
    fn each_fault_is_kept_by_its_word() {
        let feed = |fault: Option<Fault>| Feed {
            fault: fault.map(|fault| to_word(fault).unwrap()),
            ..Feed::unread(String::new(), String::new(), Timestamp::from_micros(0))
        };
        assert_eq!(feed(Some(Fault::TimedOut)).fault(), Some(Fault::TimedOut));
        assert_eq!(feed(None).fault(), None);
    }
}
