//! A person's collections in their archive, with their documents and the conversations about them.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Clock, ConversationId, Fallible, Payer, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx};

use super::archive::{CHATS_MAX, tie_chats};
use super::archive_store::{
    chats_in_archive, collections_after, has_collection, members_in_archive,
};
use super::collection_store::{Collection, insert_collection, set_items};
use super::document::{CollectionId, DocumentId};
use super::documents::clean_name;
use super::store::find_own;
use crate::rules::COLLECTION_DOCUMENTS_MAX;

/// Collections, as something that an archive holds. They come back after the documents: names are sorted.
pub(crate) struct CollectionsInArchive {
    db: Db,
    clock: Clock,
}

impl CollectionsInArchive {
    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone(), clock: services.clock.clone() }
    }
}

/// Lines that are read at once.
const LINES_MAX: i64 = 50;

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: CollectionId,
    name: String,
    created_at: Timestamp,
    documents: Vec<DocumentId>,
    /// The conversations about it.
    chats: Vec<ConversationId>,
}

impl Line {
    /// Checks the rules, which apply to imported data, too.
    fn is_sound(&self) -> bool {
        clean_name(&self.name).as_ref() == Some(&self.name)
            && self.documents.len() <= COLLECTION_DOCUMENTS_MAX
            && self.chats.len() <= CHATS_MAX
    }
}

#[async_trait]
impl ArchiveSource for CollectionsInArchive {
    fn name(&self) -> &'static str {
        "library_collections"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| CollectionId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(CollectionId(Uuid::nil()));
        let mut conn = self.db.read().await?;
        let mut lines = Vec::new();
        for collection in collections_after(&mut conn, person, after, LINES_MAX).await? {
            let Collection { id, name, created_at } = collection;
            let documents = members_in_archive(&mut conn, person, id).await?;
            let chats = chats_in_archive(&mut conn, person.user_id, id.0).await?;
            lines.push(Line { id, name, created_at, documents, chats });
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let line = Line::deserialize(line).ok().filter(Line::is_sound);
        let Some(Line { id, name, created_at, documents, chats }) = line else {
            return Ok(Restored::Refused);
        };
        let whose = Payer { workspace_id: person.workspace_id, user_id: person.user_id };
        if !insert_collection(tx, &whose, &Collection { id, name, created_at }).await? {
            let own = has_collection(tx, person.user_id, id).await?;
            return Ok(if own { Restored::Present } else { Restored::Refused });
        }
        let mut here = Vec::with_capacity(documents.len());
        for document_id in documents {
            // One that did not come back is missing here, too.
            if find_own(tx, person.user_id, document_id).await?.is_some() {
                here.push(document_id);
            }
        }
        set_items(tx, id, &here).await?;
        tie_chats(tx, person, id.0, &chats, self.clock.now()).await?;
        Ok(Restored::Added)
    }
}
