//! Searches as library items.

use area::{LibraryItem, LibraryPassage, LibrarySource, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId, Uuid};
use retrieval::plain_text;
use store::Db;
use tasks::{TaskId, find_own, list_newest};
use web_search::SearchResult;

use crate::work::{Search, SearchTask};

pub(crate) struct SearchLibrary(Db);

impl SearchLibrary {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl LibrarySource for SearchLibrary {
    fn kind(&self) -> &'static str {
        "search"
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let searches =
            list_newest::<SearchTask>(&mut conn, user_id, LibraryItem::SCAN_LIMIT).await?;
        let things: Vec<LibraryItem> = searches.into_iter().map(thing).collect();
        Ok(LibraryItem::search_in(things, query, limit))
    }

    /// The question and the answer, then the pages that it was made from.
    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let Some(mut search) = find_own::<SearchTask>(&mut conn, user_id, TaskId(id)).await? else {
            return Ok(None);
        };
        let results = std::mem::take(&mut search.output.results);
        let mut thing = thing(search);
        for SearchResult { number, title, url, snippet, .. } in results {
            let said = snippet.unwrap_or_default();
            thing.text.push_str(&format!("\n\n[{number}] {title}\n{url}\n{said}"));
        }
        Ok(Some(thing))
    }

    /// The answer, and then what was found, one by one.
    async fn passages(&self, user_id: UserId, id: Uuid) -> Fallible<Vec<LibraryPassage>> {
        let mut conn = self.0.read().await?;
        let Some(search) = find_own::<SearchTask>(&mut conn, user_id, TaskId(id)).await? else {
            return Ok(Vec::new());
        };
        let answer = search.output.answer.map(|answer| plain_text(&answer));
        let found =
            search.output.results.into_iter().map(|SearchResult { title, snippet, .. }| {
                [Some(title), snippet].into_iter().flatten().collect::<Vec<_>>().join("\n")
            });
        Ok(answer.into_iter().chain(found).map(LibraryPassage::of).collect())
    }
}

fn thing(search: Search) -> LibraryItem {
    LibraryItem {
        id: search.head.id.0,
        path: format!("/home/search/{}", search.head.id),
        text: format!("{}\n{}", search.input.wish.query, search.output.answer.unwrap_or_default()),
        title: search.head.title,
        changed_at: search.head.created_at,
    }
}
