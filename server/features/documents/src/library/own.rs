//! Documents as things of a person's own that searches find: by their names, and by their content.

use area::{OwnSource, OwnThing, Services};
use async_trait::async_trait;
use kernel::{Fallible, FileId, UserId, Uuid};
use retrieval::{excerpt, find_passages};
use store::Db;

use super::document::{Document, DocumentId};
use super::store::{find_own, list_newest};

/// Characters of a passage that are shown.
const SHOWN_CHARS: usize = 300;

pub(crate) struct OwnDocuments(Db);

impl OwnDocuments {
    pub const WORD: &str = "document";

    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl OwnSource for OwnDocuments {
    fn word(&self) -> &'static str {
        Self::WORD
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<OwnThing>> {
        let mut conn = self.0.read().await?;
        let documents = list_newest(&mut conn, user_id, OwnThing::LOOKED_THROUGH).await?;
        let ids: Vec<FileId> = documents.iter().filter_map(|document| document.file_id).collect();
        let passages = find_passages(&mut conn, &ids, query, limit).await?;
        let said = passages.iter().filter_map(|passage| {
            let document = documents.iter().find(|one| one.file_id == Some(passage.file_id))?;
            let text = excerpt(&passage.text, query, SHOWN_CHARS);
            Some(thing(document, Some(passage.page), text))
        });
        let said: Vec<OwnThing> = said.collect();
        let url = |document: &Document| document.url.clone().unwrap_or_default();
        let called = documents.iter().map(|document| thing(document, None, url(document)));
        let mut found = OwnThing::find_among(called.collect(), query, limit);
        found.extend(said);
        found.truncate(limit);
        Ok(found)
    }

    /// Returns its name only: its content is given the way attached files are.
    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<OwnThing>> {
        let mut conn = self.0.read().await?;
        let found = find_own(&mut conn, user_id, DocumentId(id)).await?;
        Ok(found.map(|document| thing(&document, None, String::new())))
    }

    fn gives_itself(&self) -> bool {
        true
    }
}

fn thing(document: &Document, page: Option<i64>, text: String) -> OwnThing {
    let page = page.map(|page| format!("&page={page}")).unwrap_or_default();
    OwnThing {
        id: document.id.0,
        title: document.name.clone(),
        path: format!("/webapp/doc-chat?doc_id={}{page}", document.id),
        text,
        changed_at: document.created_at,
    }
}
