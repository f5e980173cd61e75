//! Feeds that people and the operator add to what news are searched in. A feed is read when something is looked for and
//! what it said is older than a quarter of an hour; what it said is kept, so that one that is silent costs no search its
//! answer.

use std::pin::pin;
use std::time::Duration;

use area::Services;
use futures::StreamExt;
use futures::stream::iter;
use kernel::{Failure, Fallible, MINUTE, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Conn, Db, StoreResult, Tx, from_json, sql, to_json};
use tokio::time::timeout;
use url::Url;
use utoipa::ToSchema;
use web_access::{FetchError, INVALID_URL, Limits};

use crate::asking::{Fault, Wanted};
use crate::domains::host_of;
use crate::feed::read_feed;
use crate::finders::AnswerFormat;
use crate::hits::{Hit, hits, readable};
use crate::limits::{
    ALL_FEEDS_SECONDS, FEED_ENTRIES_MAX, FEED_FRESH_MINUTES, FEED_MAX_BYTES, FEED_SECONDS,
    FEED_URL_MAX_CHARS, FEEDS_MAX, OPML_MAX_CHARS, SHARED_FEEDS_MAX,
};
use crate::matching::matching;
use crate::opml::{Listed, read_opml};
use crate::problems::{FEED_NOT_FOUND, NO_FEED, OPML_INVALID, TOO_MANY_FEEDS};
use crate::results::Report;

/// What all feeds together are called among services.
pub(crate) const FEEDS: &str = "RSS";
/// Feeds of one search that are read at once.
const AT_ONCE: usize = 8;
/// How much of what a feed says of an entry is kept.
const SNIPPET_MAX_CHARS: usize = 400;
const TITLE_MAX_CHARS: usize = 200;

kernel::id! {
    /// A feed that news are searched in.
    FeedId
}

/// Whose a feed is: a person's, or (`None`) the operator's for everybody.
pub type FeedOwner = Option<UserId>;

/// A feed that news are searched in.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFeed)]
pub struct FeedBody {
    pub id: FeedId,
    pub url: String,
    pub title: String,
    /// How many entries it had when it was read.
    pub entries: i64,
    /// Why it could not be read the last time.
    pub fault: Option<Fault>,
    /// Null: it was not read yet.
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

/// What came of a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFeedsImported)]
pub struct FeedsImported {
    pub added: i64,
    /// Those that were there before.
    pub known: i64,
    /// Those whose address is none.
    pub refused: i64,
    /// Those for which there was no room.
    pub left_out: i64,
}

/// A feed, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct Feed {
    pub id: FeedId,
    pub url: String,
    pub title: String,
    /// JSON: what it said.
    entries: String,
    fault: Option<String>,
    read_at: Option<Timestamp>,
}

impl Feed {
    fn entries(&self) -> Vec<Hit> {
        from_json(&self.entries).unwrap_or_default()
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.as_ref().and_then(|word| serde_json::from_value(json!(word)).ok())
    }

    fn is_stale(&self, now: Timestamp) -> bool {
        self.read_at.is_none_or(|at| at.plus(FEED_FRESH_MINUTES * MINUTE) <= now)
    }
}

impl From<Feed> for FeedBody {
    fn from(feed: Feed) -> Self {
        let (entries, fault) = (feed.entries().len() as i64, feed.fault());
        let Feed { id, url, title, read_at, .. } = feed;
        Self { id, url, title, entries, fault, read_at }
    }
}

/// The feeds of a person, or the operator's, by their names.
pub async fn list_feeds(services: &Services, owner: FeedOwner) -> Fallible<FeedList> {
    let mut conn = services.db.read().await?;
    let feeds = read_feeds(&mut conn, owner).await?;
    Ok(FeedList { items: feeds.into_iter().map(FeedBody::from).collect() })
}

/// Adds a feed once it was read. One that is there already is given as it is.
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
    let title = title.or_else(|| host_of(&url)).unwrap_or_default();
    let feed = Feed {
        id: FeedId::new(now),
        url,
        title,
        entries: to_json(&entries)?,
        fault: None,
        read_at: Some(now),
    };
    if !insert_feed(&mut tx, owner, &feed, now).await? {
        let known = read_feeds(&mut tx, owner).await?;
        let known = known.into_iter().find(|known| known.url == feed.url).ok_or(FEED_NOT_FOUND)?;
        return Ok(known.into());
    }
    if count_feeds(&mut tx, owner).await? > most(owner) {
        return Err(TOO_MANY_FEEDS.with("max", most(owner)).into());
    }
    tx.commit().await?;
    Ok(feed.into())
}

/// Adds the feeds of a list, as far as there is room. They are read when something is looked for.
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
            let title = title.map(|title| readable(&title, TITLE_MAX_CHARS));
            let title = title.filter(|title| !title.is_empty()).or_else(|| host_of(&url));
            let feed = Feed {
                id: FeedId::new(now),
                title: title.unwrap_or_default(),
                entries: "[]".to_owned(),
                fault: None,
                read_at: None,
                url,
            };
            insert_feed(&mut tx, owner, &feed, now).await?;
            known.push(feed.url);
            imported.added += 1;
            room -= 1;
        }
    }
    tx.commit().await?;
    Ok(imported)
}

/// Takes a feed away.
///
/// Problems: `FEED_NOT_FOUND`.
pub async fn remove_feed(services: &Services, owner: FeedOwner, id: FeedId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if delete_feed(&mut tx, owner, id).await? == 0 {
        return Err(FEED_NOT_FOUND.into());
    }
    Ok(tx.commit().await?)
}

/// Puts a feed of a person's back that an archive has: `false` where it is there. `None` where there is no room, or its
/// address is none.
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
    let title = readable(title, TITLE_MAX_CHARS);
    let (entries, fault, read_at) = ("[]".to_owned(), None, None);
    let feed = Feed { id: FeedId::new(now), url, title, entries, fault, read_at };
    Ok(Some(insert_feed(tx, owner, &feed, now).await?))
}

/// Whether there is a feed for a person.
pub(crate) async fn has_feeds(services: &Services, user_id: UserId) -> Fallible<bool> {
    let mut conn = services.db.read().await?;
    let (found,) = sql!(
        &mut conn,
        one(i64,),
        "SELECT COUNT(*) FROM search_feeds WHERE user_id IS NULL OR user_id = $1",
        user_id
    )?;
    Ok(found > 0)
}

/// What the feeds of a person and of the operator have of what is wanted; those that cannot be read are told.
pub(crate) async fn look_in_feeds(
    services: &Services,
    user_id: UserId,
    wanted: &Wanted,
) -> Fallible<Option<(Vec<Report>, Vec<Hit>)>> {
    let mut feeds = {
        let mut conn = services.db.read().await?;
        let mut feeds = read_feeds(&mut conn, Some(user_id)).await?;
        feeds.extend(read_feeds(&mut conn, None).await?);
        feeds
    };
    if feeds.is_empty() {
        return Ok(None);
    }
    refresh(services, &mut feeds).await?;
    let mut entries = Vec::new();
    let mut reports = Vec::new();
    for feed in &feeds {
        if let Some(fault) = feed.fault() {
            reports.push(Report { name: feed.title.clone(), found: 0, fault: Some(fault) });
        }
        let said = feed.entries().into_iter().filter(|hit| wanted.domains.take(&hit.url));
        entries.extend(said.map(|hit| Hit { place: Some(feed.title.clone()), ..hit }));
    }
    let hits = matching(entries, &wanted.query, wanted.limit);
    reports.insert(0, Report { name: FEEDS.to_owned(), found: hits.len() as i64, fault: None });
    Ok(Some((reports, hits)))
}

/// Reads those again that were not read for a while. Whichever is not reached in time is known by what it said before.
async fn refresh(services: &Services, feeds: &mut [Feed]) -> Fallible<()> {
    let now = services.clock.now();
    let stale: Vec<Feed> = feeds.iter().filter(|feed| feed.is_stale(now)).cloned().collect();
    let reading = stale.into_iter().map(|feed| read_again(services, feed, now));
    let mut reading = pin!(iter(reading.collect::<Vec<_>>()).buffer_unordered(AT_ONCE));
    let read_all = async {
        while let Some(read) = reading.next().await {
            let read = read?;
            if let Some(known) = feeds.iter_mut().find(|known| known.id == read.id) {
                *known = read;
            }
        }
        Ok::<(), Failure>(())
    };
    timeout(Duration::from_secs(ALL_FEEDS_SECONDS), read_all).await.unwrap_or(Ok(()))
}

async fn read_again(services: &Services, mut feed: Feed, now: Timestamp) -> Fallible<Feed> {
    feed.fault = match fetch(services, &feed.url).await {
        Ok(Some((_, entries))) => {
            feed.entries = to_json(&entries)?;
            None
        }
        Ok(None) | Err(FetchError::TooLarge) => Some(word_of(Fault::Unreadable)),
        Err(_) => Some(word_of(Fault::Unreachable)),
    };
    feed.read_at = Some(now);
    save_read(&services.db, &feed).await?;
    Ok(feed)
}

fn word_of(fault: Fault) -> String {
    serde_json::to_value(fault)
        .ok()
        .and_then(|word| Some(word.as_str()?.to_owned()))
        .unwrap_or_default()
}

/// What a feed is called and has; `None` where there is no feed.
async fn fetch(
    services: &Services,
    url: &str,
) -> Result<Option<(Option<String>, Vec<Hit>)>, FetchError> {
    let second = Duration::from_secs(FEED_SECONDS);
    let limits =
        Limits { max_bytes: FEED_MAX_BYTES, first_byte: second, total: second, ..Limits::PAGE };
    let page = services.web.get(url, limits).await?;
    let Some(feed) = read_feed(&parsing::decode_text(&page.body)) else { return Ok(None) };
    let answer = json!({ "items": feed.items });
    let Ok(mut found) = hits(&AnswerFormat::of_feed(), None, "", &answer) else { return Ok(None) };
    found.truncate(FEED_ENTRIES_MAX);
    for hit in &mut found {
        hit.snippet = hit.snippet.take().map(|text| kernel::beginning(&text, SNIPPET_MAX_CHARS));
    }
    let title = feed.title.map(|title| readable(&title, TITLE_MAX_CHARS));
    Ok(Some((title.filter(|title| !title.is_empty()), found)))
}

/// An address as it is kept, if it can be one of a feed's.
fn feed_url(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("feed:").map_or(text, |rest| rest.trim_start_matches("//"));
    let whole = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let mut url = Url::parse(&whole).ok()?;
    let is_right = matches!(url.scheme(), "http" | "https")
        && url.host_str().is_some_and(|host| !host.is_empty())
        && url.username().is_empty()
        && url.password().is_none();
    url.set_fragment(None);
    let url = String::from(url);
    (is_right && !text.is_empty() && url.chars().count() <= FEED_URL_MAX_CHARS).then_some(url)
}

fn most(owner: FeedOwner) -> i64 {
    (if owner.is_some() { FEEDS_MAX } else { SHARED_FEEDS_MAX }) as i64
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
async fn insert_feed(
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

async fn count_feeds(conn: &mut Conn, owner: FeedOwner) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM search_feeds WHERE user_id = $1 OR (user_id IS NULL AND $2)",
        owner,
        owner.is_none()
    )?;
    Ok(count)
}

async fn delete_feed(tx: &mut Tx, owner: FeedOwner, id: FeedId) -> StoreResult<u64> {
    sql!(
        tx,
        execute,
        "DELETE FROM search_feeds WHERE id = $1 AND (user_id = $2 OR (user_id IS NULL AND $3))",
        id,
        owner,
        owner.is_none()
    )
}

async fn save_read(db: &Db, feed: &Feed) -> Fallible<()> {
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
