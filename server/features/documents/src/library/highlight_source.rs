//! Highlights as things of a person's own that searches find and models can be given: by the marked words, and by their
//! notes.

use area::{LibraryItem, LibrarySource, Services};
use async_trait::async_trait;
use kernel::{Fallible, UserId, Uuid, truncate};
use store::Db;

use super::document::Document;
use super::highlight::{Highlight, HighlightId};
use super::highlight_store::{find_highlight, list_newest_highlights};
use super::store::{find_own, list_newest};

/// Maximum number of characters of the marked words in a highlight's title.
const TITLE_MAX_CHARS: usize = 120;
/// Newest highlights that are looked through: a document has up to 500.
const SCAN_LIMIT: i64 = 2_000;

pub(crate) struct HighlightLibrary(Db);

impl HighlightLibrary {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl LibrarySource for HighlightLibrary {
    fn kind(&self) -> &'static str {
        "highlight"
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let documents = list_newest(&mut conn, user_id, LibraryItem::SCAN_LIMIT).await?;
        let highlights = list_newest_highlights(&mut conn, user_id, SCAN_LIMIT).await?;
        let in_document = |highlight: &Highlight| {
            let document = documents.iter().find(|one| one.id == highlight.document_id)?;
            Some(thing(highlight, document))
        };
        let things = highlights.iter().filter_map(in_document).collect();
        Ok(LibraryItem::search_in(things, query, limit))
    }

    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let Some(highlight) = find_highlight(&mut conn, HighlightId(id)).await? else {
            return Ok(None);
        };
        let document = find_own(&mut conn, user_id, highlight.document_id).await?;
        Ok(document.map(|document| thing(&highlight, &document)))
    }
}

/// Converts a highlight: the marked words, the note, and the place.
fn thing(highlight: &Highlight, document: &Document) -> LibraryItem {
    let (content, id) = (&highlight.content, highlight.id);
    let said = [content.quote.as_str(), &content.note, &document.name];
    let said: Vec<&str> = said.into_iter().filter(|text| !text.is_empty()).collect();
    let (document_id, page) = (document.id, content.page);
    LibraryItem {
        id: id.0,
        title: truncate(&content.quote, TITLE_MAX_CHARS),
        path: format!("/webapp/doc-chat?doc_id={document_id}&page={page}&highlight={id}"),
        text: said.join("\n"),
        changed_at: highlight.created_at,
    }
}
