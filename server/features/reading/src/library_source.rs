//! Readings as library items, found by titles, summaries and source texts, such as the captions of a video.

use std::collections::HashMap;

use area::{LibraryItem, LibraryPassage, LibrarySource, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId, Uuid};
use retrieval::plain_text;
use store::Db;
use tasks::TaskId;

use crate::places::Place;
use crate::source_store::{find_places, list_newest_places};
use crate::work::{Reading, ReadingTask};

/// Number of newest readings whose texts are searched; a text has up to 300,000 characters.
const TEXTS_LOOKED_THROUGH: i64 = 100;

pub(crate) struct ReadingLibrary(Db);

impl ReadingLibrary {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl LibrarySource for ReadingLibrary {
    fn kind(&self) -> &'static str {
        "reading"
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let readings =
            tasks::list_newest::<ReadingTask>(&mut conn, user_id, LibraryItem::SCAN_LIMIT).await?;
        let texts = list_newest_places(&mut conn, user_id, TEXTS_LOOKED_THROUGH).await?;
        let mut texts: HashMap<TaskId, Vec<Place>> = texts.into_iter().collect();
        let with_text = |reading: Reading| {
            let places = texts.remove(&reading.head.id).unwrap_or_default();
            let mut thing = thing(reading);
            for place in places {
                thing.text.push('\n');
                thing.text.push_str(&place.text);
            }
            thing
        };
        let things: Vec<LibraryItem> = readings.into_iter().map(with_text).collect();
        Ok(LibraryItem::search_in(things, query, limit))
    }

    /// Returns the summaries, then the source text if it is kept.
    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let Some(reading) = tasks::find_own::<ReadingTask>(&mut conn, user_id, TaskId(id)).await?
        else {
            return Ok(None);
        };
        let places = find_places(&mut conn, reading.head.id).await?.unwrap_or_default();
        let mut thing = thing(reading);
        if !places.is_empty() {
            let said: Vec<&str> = places.iter().map(|place| place.text.as_str()).collect();
            thing.text.push_str("\n\nWhat was read:\n\n");
            thing.text.push_str(&said.join("\n"));
        }
        Ok(Some(thing))
    }

    /// Orders the source text before its summaries: answers prefer the original.
    async fn passages(&self, user_id: UserId, id: Uuid) -> Fallible<Vec<LibraryPassage>> {
        let mut conn = self.0.read().await?;
        let Some(reading) = tasks::find_own::<ReadingTask>(&mut conn, user_id, TaskId(id)).await?
        else {
            return Ok(Vec::new());
        };
        let places = find_places(&mut conn, reading.head.id).await?.unwrap_or_default();
        let read = places.into_iter().map(|Place { text, page, at_seconds, .. }| LibraryPassage {
            page,
            at_seconds,
            ..LibraryPassage::of(text)
        });
        let made =
            reading.output.summaries.iter().map(|one| LibraryPassage::of(plain_text(&one.text)));
        Ok(read.chain(made).collect())
    }
}

fn thing(reading: Reading) -> LibraryItem {
    let said = reading.output.summaries.iter().map(|summary| summary.text.as_str());
    let text = said.chain(reading.input.source.url()).collect::<Vec<_>>().join("\n");
    LibraryItem {
        id: reading.head.id.0,
        title: reading.head.title,
        path: format!("/home/read/{}", reading.head.id),
        text,
        changed_at: reading.head.created_at,
    }
}
