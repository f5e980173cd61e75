//! A person's highlights in their archive.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Failure, Fallible, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx};

use super::document::DocumentId;
use super::highlight::{Content, Highlight, HighlightId};
use super::highlight_store::{find_highlight, highlights_after};
use super::highlights::keep;
use super::store::find_own;

/// Highlights, as something that an archive holds. They come back after the documents: names are sorted.
pub(crate) struct HighlightsInArchive(Db);

impl HighlightsInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

/// Lines that are read at once.
const LINES_MAX: i64 = 200;

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: HighlightId,
    document_id: DocumentId,
    content: Content,
    created_at: Timestamp,
}

impl From<Highlight> for Line {
    fn from(highlight: Highlight) -> Self {
        let Highlight { id, document_id, content, created_at } = highlight;
        Self { id, document_id, content, created_at }
    }
}

#[async_trait]
impl ArchiveSource for HighlightsInArchive {
    fn name(&self) -> &'static str {
        "library_highlights"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| HighlightId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(HighlightId(Uuid::nil()));
        let mut conn = self.0.read().await?;
        let found = highlights_after(&mut conn, person, after, LINES_MAX).await?;
        archive_lines(found.into_iter().map(Line::from).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        let Line { id, document_id, content, created_at } = line;
        let Some(document) = find_own(tx, person.user_id, document_id).await? else {
            return Ok(Restored::NotHere);
        };
        // The rules apply to imported data, too.
        let Ok(content) = content.checked(document.pages_kept) else {
            return Ok(Restored::Refused);
        };
        if let Some(known) = find_highlight(tx, id).await? {
            let is_own = known.document_id == document_id;
            return Ok(if is_own { Restored::Present } else { Restored::Refused });
        }
        let highlight = Highlight { id, document_id, content, created_at };
        match keep(tx, &document, &highlight, true).await {
            Ok(()) => Ok(Restored::Added),
            Err(Failure::Problem(_)) => Ok(Restored::Refused),
            Err(fault) => Err(fault),
        }
    }
}
