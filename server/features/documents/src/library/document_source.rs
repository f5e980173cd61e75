//! Documents as things of a person's own that searches find: by their names, and by their content.

use area::{LibraryItem, LibrarySource, Services};
use async_trait::async_trait;
use kernel::{Fallible, FileId, UserId, Uuid};
use retrieval::{excerpt, find_passages};
use store::Db;

use super::document::{Document, DocumentId};
use super::store::{find_own, list_newest};

/// Characters of a passage that are shown.
const SHOWN_CHARS: usize = 300;

pub(crate) struct DocumentLibrary(Db);

impl DocumentLibrary {
    pub const KIND: &str = "document";

    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl LibrarySource for DocumentLibrary {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let documents = list_newest(&mut conn, user_id, LibraryItem::SCAN_LIMIT).await?;
        let ids: Vec<FileId> = documents.iter().filter_map(|document| document.file_id).collect();
        let passages = find_passages(&mut conn, &ids, query, limit).await?;
        let said = passages.iter().filter_map(|passage| {
            let document = documents.iter().find(|one| one.file_id == Some(passage.file_id))?;
            let text = excerpt(&passage.text, query, SHOWN_CHARS);
            Some(thing(document, Some(passage.page), text))
        });
        let said: Vec<LibraryItem> = said.collect();
        let url = |document: &Document| document.url.clone().unwrap_or_default();
        let called = documents.iter().map(|document| thing(document, None, url(document)));
        let mut found = LibraryItem::search_in(called.collect(), query, limit);
        found.extend(said);
        found.truncate(limit);
        Ok(found)
    }

    /// Returns its name only: its content is given the way attached files are.
    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let found = find_own(&mut conn, user_id, DocumentId(id)).await?;
        Ok(found.map(|document| thing(&document, None, String::new())))
    }

    fn provides_own_context(&self) -> bool {
        true
    }
}

fn thing(document: &Document, page: Option<i64>, text: String) -> LibraryItem {
    let page = page.map(|page| format!("&page={page}")).unwrap_or_default();
    LibraryItem {
        id: document.id.0,
        title: document.name.clone(),
        path: format!("/webapp/doc-chat?doc_id={}{page}", document.id),
        text,
        changed_at: document.created_at,
    }
}
