//! A person's feeds in their archive.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Clock, Fallible};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx};
use web_search::feeds::{Feed, read_feeds, restore_feed};

/// Feeds, as something that an archive holds.
pub(crate) struct FeedsInArchive {
    db: Db,
    clock: Clock,
}

impl FeedsInArchive {
    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone(), clock: services.clock.clone() }
    }
}

/// What they said is read again.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    url: String,
    title: String,
}

#[async_trait]
impl ArchiveSource for FeedsInArchive {
    fn name(&self) -> &'static str {
        "search_feeds"
    }

    /// There are few: they come at once.
    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.db.read().await?;
        let feeds = read_feeds(&mut conn, Some(person.user_id)).await?;
        let line = |feed: Feed| Line { url: feed.url, title: feed.title };
        archive_lines(feeds.into_iter().map(line).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(Line { url, title }) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        let now = self.clock.now();
        Ok(match restore_feed(tx, person.user_id, &url, &title, now).await? {
            Some(true) => Restored::Added,
            Some(false) => Restored::Present,
            None => Restored::Refused,
        })
    }
}
