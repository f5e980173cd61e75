//! Feeds that people and the operator add to the sites that news searches read. `feeds/reading.rs` reads them.

mod opml;
pub(crate) mod parse;
pub(crate) mod reading;
pub(crate) mod records;

use area::Services;
use kernel::{Fallible, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx, lock, to_json};
use url::Url;
use utoipa::ToSchema;
use web_access::INVALID_URL;

use crate::asking::Fault;
use crate::domains::{host_of, is_plain};
use crate::feeds::opml::{Listed, read_opml};
use crate::feeds::reading::fetch;
use crate::feeds::records::{count_feeds, insert_feed, set_deleted};
use crate::hits::readable;
use crate::limits::{FEED_URL_MAX_CHARS, FEEDS_MAX, OPML_MAX_CHARS, SHARED_FEEDS_MAX};
use crate::problems::{FEED_NOT_FOUND, NO_FEED, OPML_INVALID, TOO_MANY_FEEDS};

pub use crate::feeds::records::{Feed, FeedId, FeedOwner, purge_feeds, read_feeds};

/// Longest name of a feed.
const TITLE_MAX_CHARS: usize = 200;

/// A feed that news are searched in.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFeed)]
pub struct FeedBody {
    pub id: FeedId,
    pub url: String,
    pub title: String,
    /// Number of entries when it was read.
    pub entries: i64,
    /// The reason of the last failure to read it.
    pub fault: Option<Fault>,
    /// Time of the last read; null: never read.
    pub read_at: Option<Timestamp>,
}

/// Feeds.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFeeds)]
pub struct FeedList {
    pub items: Vec<FeedBody>,
}

/// A feed to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewSearchFeed)]
pub struct NewFeed {
    pub url: String,
}

/// A list of feeds, as a program that reads feeds gives it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchFeedImport)]
pub struct FeedImport {
    pub opml: String,
}

/// The result of importing a list of feeds.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFeedsImported)]
pub struct FeedsImported {
    pub added: i64,
    /// Number of feeds that already existed.
    pub known: i64,
    /// Number of invalid addresses.
    pub refused: i64,
    /// Number of feeds for which there was no room.
    pub left_out: i64,
}

impl From<Feed> for FeedBody {
    fn from(feed: Feed) -> Self {
        let (entries, fault) = (feed.entries().len() as i64, feed.fault());
        let Feed { id, url, title, read_at, .. } = feed;
        Self { id, url, title, entries, fault, read_at }
    }
}

/// Returns the feeds of a person, or the operator's, by their names.
pub async fn list_feeds(services: &Services, owner: FeedOwner) -> Fallible<FeedList> {
    let mut conn = services.db.read().await?;
    let feeds = read_feeds(&mut conn, owner).await?;
    Ok(FeedList { items: feeds.into_iter().map(FeedBody::from).collect() })
}

/// Adds a feed after reading it once. An existing one is returned as it is.
///
/// Problems: `NO_FEED`, `TOO_MANY_FEEDS`, and those of fetching.
pub async fn add_feed(services: &Services, owner: FeedOwner, new: NewFeed) -> Fallible<FeedBody> {
    let url = feed_url(&new.url).ok_or(INVALID_URL)?;
    let (title, entries) = match fetch(services, &url).await {
        Ok(Some(read)) => read,
        Ok(None) => return Err(NO_FEED.into()),
        Err(error) => return Err(error.problem().into()),
    };
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    lock_feeds(&mut tx, owner).await?;
    let title = name_of(title.as_deref(), &url);
    let entries = to_json(&entries)?;
    let feed = Feed { entries, read_at: Some(now), ..Feed::unread(url, title, now) };
    if !insert_feed(&mut tx, owner, &feed, now).await? {
        let known = read_feeds(&mut tx, owner).await?;
        let known = known.into_iter().find(|known| known.url == feed.url).ok_or(FEED_NOT_FOUND)?;
        return Ok(known.into());
    }
    check_quota(&mut tx, owner).await?;
    tx.commit().await?;
    Ok(feed.into())
}

/// Adds the feeds of a list, as far as there is room. They are read at the next search.
///
/// Problems: `OPML_INVALID`.
pub async fn import_feeds(
    services: &Services,
    owner: FeedOwner,
    import: FeedImport,
) -> Fallible<FeedsImported> {
    if import.opml.chars().count() > OPML_MAX_CHARS {
        return Err(OPML_INVALID.into());
    }
    let listed = read_opml(&import.opml, most(owner) as usize * 10).ok_or(OPML_INVALID)?;
    let now = services.clock.now();
    let mut imported = FeedsImported { added: 0, known: 0, refused: 0, left_out: 0 };
    let mut tx = services.db.begin().await?;
    lock_feeds(&mut tx, owner).await?;
    let mut room = most(owner) - count_feeds(&mut tx, owner).await?;
    let mut known: Vec<String> =
        read_feeds(&mut tx, owner).await?.into_iter().map(|feed| feed.url).collect();
    for Listed { url, title } in listed {
        let Some(url) = feed_url(&url) else {
            imported.refused += 1;
            continue;
        };
        if known.contains(&url) {
            imported.known += 1;
        } else if room <= 0 {
            imported.left_out += 1;
        } else {
            let title = name_of(title.as_deref(), &url);
            let feed = Feed::unread(url, title, now);
            insert_feed(&mut tx, owner, &feed, now).await?;
            known.push(feed.url);
            imported.added += 1;
            room -= 1;
        }
    }
    tx.commit().await?;
    Ok(imported)
}

/// Deletes a feed; it can be restored for a while.
///
/// Problems: `FEED_NOT_FOUND`.
pub async fn remove_feed(services: &Services, owner: FeedOwner, id: FeedId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, owner, id, Some(services.clock.now())).await? {
        return Err(FEED_NOT_FOUND.into());
    }
    Ok(tx.commit().await?)
}

/// Restores a deleted feed.
///
/// Problems: `FEED_NOT_FOUND`, `TOO_MANY_FEEDS`.
pub async fn bring_back(services: &Services, owner: FeedOwner, id: FeedId) -> Fallible<FeedBody> {
    let mut tx = services.db.begin().await?;
    lock_feeds(&mut tx, owner).await?;
    if !set_deleted(&mut tx, owner, id, None).await? {
        return Err(FEED_NOT_FOUND.into());
    }
    check_quota(&mut tx, owner).await?;
    let feeds = read_feeds(&mut tx, owner).await?;
    let feed = feeds.into_iter().find(|feed| feed.id == id).ok_or(FEED_NOT_FOUND)?;
    tx.commit().await?;
    Ok(feed.into())
}

/// Restores a person's feed from an archive: `false` if it already exists. `None` if there is no room, or its address
/// is invalid.
pub async fn restore_feed(
    tx: &mut Tx,
    person: UserId,
    url: &str,
    title: &str,
    now: Timestamp,
) -> Fallible<Option<bool>> {
    let owner = Some(person);
    let Some(url) = feed_url(url) else { return Ok(None) };
    let known = read_feeds(tx, owner).await?;
    if known.iter().any(|feed| feed.url == url) {
        return Ok(Some(false));
    }
    if known.len() as i64 >= most(owner) {
        return Ok(None);
    }
    let title = name_of(Some(title), &url);
    let feed = Feed::unread(url, title, now);
    Ok(Some(insert_feed(tx, owner, &feed, now).await?))
}

/// Normalizes an address, if it can be a feed's.
fn feed_url(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("feed:").map_or(text, |rest| rest.trim_start_matches("//"));
    let whole = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let mut url = Url::parse(&whole).ok()?;
    let is_right = is_plain(&url);
    url.set_fragment(None);
    let url = String::from(url);
    (is_right && !text.is_empty() && url.chars().count() <= FEED_URL_MAX_CHARS).then_some(url)
}

/// Returns a feed's name: its title, or else its host.
fn name_of(title: Option<&str>, url: &str) -> String {
    let title = title.map(|title| readable(title, TITLE_MAX_CHARS));
    title.filter(|title| !title.is_empty()).or_else(|| host_of(url)).unwrap_or_default()
}

/// Serializes the counting of feeds added in two windows.
async fn lock_feeds(tx: &mut Tx, owner: FeedOwner) -> StoreResult<()> {
    let name = owner.map_or_else(|| "shared".to_owned(), |owner| owner.to_string());
    lock(tx, &format!("search_feeds|{name}")).await
}

/// Problems: `TOO_MANY_FEEDS`.
async fn check_quota(tx: &mut Tx, owner: FeedOwner) -> Fallible<()> {
    match count_feeds(tx, owner).await? > most(owner) {
        true => Err(TOO_MANY_FEEDS.with("max", most(owner)).into()),
        false => Ok(()),
    }
}

fn most(owner: FeedOwner) -> i64 {
    (if owner.is_some() { FEEDS_MAX } else { SHARED_FEEDS_MAX }) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_a_feed_is_read_in_the_ways_people_write_it() {
        for (text, url) in [
            (" https://e.org/rss#top ", Some("https://e.org/rss")),
            ("e.org/rss", Some("https://e.org/rss")),
            ("feed://e.org/rss", Some("https://e.org/rss")),
            ("feed:http://e.org/rss", Some("http://e.org/rss")),
            ("", None),
            ("https://a:b@e.org/rss", None),
            ("file:///etc/passwd", None),
            ("javascript:alert(1)", None),
            ("ftp://e.org", None),
        ] {
            assert_eq!(feed_url(text).as_deref(), url, "{text}");
        }
        assert_eq!(feed_url(&format!("https://e.org/{}", "x".repeat(1_000))), None);
    }
}
