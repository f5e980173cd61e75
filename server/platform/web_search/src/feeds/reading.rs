//! Reading of feeds: during a search, if their cached content is older than a quarter of an hour; the content is
//! cached, so that an unresponsive feed does not fail a search.

use std::pin::pin;
use std::time::Duration;

use area::Services;
use futures::StreamExt;
use futures::stream::iter;
use kernel::{Failure, Fallible, Timestamp, UserId};
use serde_json::json;
use store::{to_json, to_word};
use tokio::time::timeout;
use web_access::{FetchError, Limits};

use crate::asking::{Fault, SearchRequest};
use crate::feeds::parse::read_feed;
use crate::feeds::records::{Feed, read_feeds, save_read};
use crate::hits::{Hit, hits};
use crate::limits::{ALL_FEEDS_SECONDS, FEED_ENTRIES_MAX, FEED_MAX_BYTES, FEED_SECONDS};
use crate::matching::matching;
use crate::results::Report;
use crate::search_engines::AnswerFormat;

/// Name that all feeds together have among services.
pub const FEEDS: &str = "RSS";
/// Feeds of one search that are read at once.
const AT_ONCE: usize = 8;
/// Maximum number of characters kept of an entry's description.
const SNIPPET_MAX_CHARS: usize = 400;

/// Searches the feeds of a person and of the operator; feeds that cannot be read are reported.
pub async fn look_in_feeds(
    services: &Services,
    user_id: UserId,
    wanted: &SearchRequest,
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

/// Refreshes stale feeds. A feed that is not reached in time keeps its cached content.
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
        Ok(None) | Err(FetchError::TooLarge) => Some(to_word(Fault::Unreadable)?),
        Err(_) => Some(to_word(Fault::Unreachable)?),
    };
    feed.read_at = Some(now);
    save_read(&services.db, &feed).await?;
    Ok(feed)
}

/// Fetches a feed: its title and entries; `None` if there is no feed.
pub async fn fetch(
    services: &Services,
    url: &str,
) -> Result<Option<(Option<String>, Vec<Hit>)>, FetchError> {
    let total = Duration::from_secs(FEED_SECONDS);
    let limits = Limits { max_bytes: FEED_MAX_BYTES, first_byte: total, total, ..Limits::PAGE };
    let page = services.web.get(url, limits).await?;
    let charset = page.content_type.as_deref().and_then(parsing::charset_of);
    let text = parsing::decode_text_as(&page.body, charset);
    let Some(mut feed) = read_feed(&text) else { return Ok(None) };
    feed.resolve(&page.url);
    let answer = json!({ "items": feed.items });
    let Ok(mut found) = hits(&AnswerFormat::of_feed(), None, "", &answer) else { return Ok(None) };
    found.truncate(FEED_ENTRIES_MAX);
    for hit in &mut found {
        hit.snippet = hit.snippet.take().map(|text| kernel::truncate(&text, SNIPPET_MAX_CHARS));
    }
    Ok(Some((feed.title, found)))
}
