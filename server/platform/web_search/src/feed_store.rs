use kernel::{Fallible, MINUTE, Timestamp, UserId};
use serde_json::json;
use store::{Conn, Db, StoreResult, Tx, from_json, sql};

use crate::asking::Fault;
use crate::hits::Hit;
use crate::limits::FEED_FRESH_MINUTES;

kernel::id! {
    /// A feed that news are searched in.
    FeedId
}

/// Whose a feed is: a person's, or (`None`) the operator's for everybody.
pub type FeedOwner = Option<UserId>;

/// A feed, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct Feed {
    pub id: FeedId,
    pub url: String,
    pub title: String,
    /// JSON: what it said.
    pub entries: String,
    pub fault: Option<String>,
    pub read_at: Option<Timestamp>,
}

impl Feed {
    pub fn entries(&self) -> Vec<Hit> {
        from_json(&self.entries).unwrap_or_default()
    }

    pub fn fault(&self) -> Option<Fault> {
        self.fault.as_ref().and_then(|word| serde_json::from_value(json!(word)).ok())
    }

    pub fn is_stale(&self, now: Timestamp) -> bool {
        self.read_at.is_none_or(|at| at.plus(FEED_FRESH_MINUTES * MINUTE) <= now)
    }
}

/// Whether there is a feed for a person.
pub async fn has_feeds(db: &Db, user_id: UserId) -> Fallible<bool> {
    let mut conn = db.read().await?;
    let (found,) = sql!(
        &mut conn,
        one(i64,),
        "SELECT COUNT(*) FROM search_feeds WHERE user_id IS NULL OR user_id = $1",
        user_id
    )?;
    Ok(found > 0)
}

/// How a fault is kept.
pub fn word_of(fault: Fault) -> String {
    serde_json::to_value(fault)
        .ok()
        .and_then(|word| Some(word.as_str()?.to_owned()))
        .unwrap_or_default()
}

/// The feeds of a person, or the operator's.
pub async fn read_feeds(conn: &mut Conn, owner: FeedOwner) -> StoreResult<Vec<Feed>> {
    sql!(
        conn,
        all Feed,
        "SELECT id, url, title, entries, fault, read_at FROM search_feeds
         WHERE user_id = $1 OR (user_id IS NULL AND $2) ORDER BY title, id",
        owner,
        owner.is_none()
    )
}

/// `false`, and nothing is changed, where it is there already.
pub async fn insert_feed(
    tx: &mut Tx,
    owner: FeedOwner,
    feed: &Feed,
    now: Timestamp,
) -> StoreResult<bool> {
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
        "SELECT COUNT(*) FROM search_feeds WHERE user_id = $1 OR (user_id IS NULL AND $2)",
        owner,
        owner.is_none()
    )?;
    Ok(count)
}

pub async fn delete_feed(tx: &mut Tx, owner: FeedOwner, id: FeedId) -> StoreResult<u64> {
    sql!(
        tx,
        execute,
        "DELETE FROM search_feeds WHERE id = $1 AND (user_id = $2 OR (user_id IS NULL AND $3))",
        id,
        owner,
        owner.is_none()
    )
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
    use super::*;

    #[test]
    fn each_fault_is_kept_by_its_word() {
        let feed = |fault: Option<Fault>| Feed {
            id: FeedId(kernel::Uuid::nil()),
            url: String::new(),
            title: String::new(),
            entries: "[]".into(),
            fault: fault.map(word_of),
            read_at: None,
        };
        assert_eq!(feed(Some(Fault::TimedOut)).fault(), Some(Fault::TimedOut));
        assert_eq!(feed(None).fault(), None);
    }
}
