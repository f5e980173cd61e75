use api::ProblemBody;
use files::Upload;
use kernel::{ConversationId, FileId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::collection_store::CollectionEntry;
use super::document::{CollectionId, Document, DocumentId, DocumentState};
use super::highlight::{Color, Content, Highlight, HighlightId, PageBox};
use super::store::Chat;
use crate::wire::{UnreadBody, unread_body};

/// A document to add. Its id is the client's, so that sending it again does nothing twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDocument {
    pub id: DocumentId,
    pub source: NewDocumentSource,
}

/// The source of the PDF.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum NewDocumentSource {
    /// The client sends its bytes, as those of any file, under this id.
    Upload { file_id: FileId, name: String, size_bytes: i64 },
    /// The server fetches it.
    Address { url: String },
}

/// Changes to a document.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentChange {
    #[serde(default)]
    pub name: Option<String>,
    /// True if it failed, and no more warnings are wanted.
    #[serde(default)]
    pub ignored: Option<bool>,
}

/// A PDF of a person, with its progress.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Document)]
pub(crate) struct DocumentBody {
    pub id: DocumentId,
    pub name: String,
    /// Address it was fetched from; null: it was uploaded.
    pub url: Option<String>,
    pub state: DocumentState,
    /// The reason why it failed.
    pub problem: Option<ProblemBody>,
    pub ignored: bool,
    /// Its bytes and its text; null while it is fetched.
    pub file_id: Option<FileId>,
    pub size_bytes: Option<i64>,
    pub received_bytes: Option<i64>,
    /// Pages that it has; null until it is read.
    pub page_count: Option<i64>,
    /// Pages that were read, from the first one.
    pub pages_kept: Option<i64>,
    /// Pages that are pictures, whose text was recognised and may have mistakes; it grows while it waits.
    pub recognised_pages: i64,
    /// Parts among those pages that were not read.
    pub unread: Vec<UnreadBody>,
    pub created_at: Timestamp,
}

impl DocumentBody {
    pub fn of(document: Document, upload: Option<Upload>) -> Self {
        let state = document.state(upload.as_ref());
        let failed = upload.as_ref().and_then(Upload::failure_problem);
        Self {
            id: document.id,
            name: document.name,
            url: document.url,
            state,
            problem: document.problem.or_else(|| failed.as_ref().map(ProblemBody::from)),
            ignored: document.ignored,
            file_id: document.file_id,
            size_bytes: upload.as_ref().map(|upload| upload.size_bytes),
            received_bytes: upload.as_ref().map(|upload| upload.received_bytes),
            page_count: document.page_count,
            pages_kept: document.pages_kept,
            recognised_pages: document.recognised_pages,
            unread: upload.as_ref().map(unread_body).unwrap_or_default(),
            created_at: document.created_at,
        }
    }
}

/// Conversations about a document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentChats)]
pub(crate) struct DocumentChatsBody {
    /// The one that went on last first.
    pub items: Vec<DocumentChatBody>,
    /// True if passages are also found by meaning. Without an embedding model, or until embedding is done, they are
    /// found by their words alone.
    pub by_meaning: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentChat)]
pub(crate) struct DocumentChatBody {
    pub conversation_id: ConversationId,
    pub title: String,
    pub updated_at: Timestamp,
}

impl From<Chat> for DocumentChatBody {
    fn from(chat: Chat) -> Self {
        let Chat { conversation_id, title, updated_at } = chat;
        Self { conversation_id, title, updated_at }
    }
}

/// A highlight that a person made in a document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentHighlight)]
pub(crate) struct HighlightBody {
    pub id: HighlightId,
    /// Page number, from 1.
    pub page: i64,
    pub color: Color,
    /// Position on the page.
    pub boxes: Vec<PageBox>,
    /// The marked words.
    pub quote: String,
    /// The person's note; empty if there is none.
    pub note: String,
    pub created_at: Timestamp,
}

impl From<Highlight> for HighlightBody {
    fn from(highlight: Highlight) -> Self {
        let Highlight { id, content, created_at, .. } = highlight;
        let Content { page, color, boxes, quote, note } = content;
        Self { id, page, color, boxes, quote, note, created_at }
    }
}

/// All that is marked in a document, in the order in which it is read.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentHighlights)]
pub(crate) struct HighlightsBody {
    pub items: Vec<HighlightBody>,
}

/// A collection to make. Its id is the client's, so that sending it again does nothing twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewDocumentCollection)]
pub(crate) struct NewCollection {
    pub id: CollectionId,
    pub name: String,
    #[serde(default)]
    pub document_ids: Vec<DocumentId>,
}

/// Changes to a collection.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DocumentCollectionChange)]
pub(crate) struct CollectionChange {
    #[serde(default)]
    pub name: Option<String>,
    /// Ids of its documents from now on.
    #[serde(default)]
    pub document_ids: Option<Vec<DocumentId>>,
}

/// Documents that are asked about together.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentCollection)]
pub(crate) struct CollectionBody {
    pub id: CollectionId,
    pub name: String,
    /// The newest first.
    pub documents: Vec<DocumentBody>,
    pub created_at: Timestamp,
}

/// A line of the list of collections.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentCollectionEntry)]
pub(crate) struct CollectionEntryBody {
    pub id: CollectionId,
    pub name: String,
    /// Number of documents in it.
    pub documents: i64,
    pub created_at: Timestamp,
}

impl From<CollectionEntry> for CollectionEntryBody {
    fn from(entry: CollectionEntry) -> Self {
        let CollectionEntry { id, name, documents, created_at } = entry;
        Self { id, name, documents, created_at }
    }
}
