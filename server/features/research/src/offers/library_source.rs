//! Researches as what a person finds again among their own things.

use area::{LibraryItem, LibraryPassage, LibrarySource, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId, Uuid};
use retrieval::plain_text;
use store::Db;
use tasks::{find_own, list_newest};

use crate::research::{Research, ResearchId};
use crate::store::list_report_texts;
use crate::work::ResearchTask;

/// A person's newest that are looked through: their reports are long.
const SCAN_LIMIT: i64 = 100;

pub(crate) struct ResearchLibrary(Db);

impl ResearchLibrary {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl LibrarySource for ResearchLibrary {
    fn kind(&self) -> &'static str {
        "research"
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let researches = list_newest::<ResearchTask>(&mut conn, user_id, SCAN_LIMIT).await?;
        let ids: Vec<ResearchId> = researches.iter().map(|research| research.head.id).collect();
        let texts = list_report_texts(&mut conn, &ids).await?;
        let things: Vec<LibraryItem> =
            researches.into_iter().map(|one| thing(one, &texts)).collect();
        Ok(LibraryItem::search_in(things, query, limit))
    }

    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let found = find_own::<ResearchTask>(&mut conn, user_id, ResearchId(id)).await?;
        let Some(research) = found else {
            return Ok(None);
        };
        let texts = list_report_texts(&mut conn, &[research.head.id]).await?;
        Ok(Some(thing(research, &texts)))
    }

    /// The sections of its report.
    async fn passages(&self, user_id: UserId, id: Uuid) -> Fallible<Vec<LibraryPassage>> {
        let mut conn = self.0.read().await?;
        let found = find_own::<ResearchTask>(&mut conn, user_id, ResearchId(id)).await?;
        let Some(research) = found else {
            return Ok(Vec::new());
        };
        let texts = list_report_texts(&mut conn, &[research.head.id]).await?;
        Ok(texts.into_iter().map(|(_, text)| LibraryPassage::of(plain_text(&text))).collect())
    }
}

/// A research with its part of `texts`.
fn thing(research: Research, texts: &[(ResearchId, String)]) -> LibraryItem {
    let Research { head, input, output } = research;
    let id = head.id;
    let topics = output.plan.iter().map(|topic| topic.question.as_str());
    let said = texts.iter().filter(|(of, _)| *of == id).map(|(_, text)| text.as_str());
    let text = [input.wish.question.as_str()].into_iter().chain(topics).chain(said);
    LibraryItem {
        id: id.0,
        title: head.title,
        path: format!("/home/research/{id}"),
        text: text.collect::<Vec<_>>().join("\n"),
        changed_at: head.created_at,
    }
}
