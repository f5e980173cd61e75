//! The document library: PDFs, uploaded or fetched, read as far as the plan allows, and asked about in conversations of
//! their own.
//!
//! Start at `documents.rs` (actions on documents); `fetch.rs` downloads those at an address, `chats.rs` links
//! conversations to documents and counts questions.

mod address;
mod archive;
mod archive_collections;
mod archive_highlights;
mod archive_store;
mod chats;
mod collection_store;
mod collections;
mod document;
mod document_source;
mod documents;
mod embed;
mod fetch;
mod highlight;
mod highlight_routes;
mod highlight_source;
mod highlight_store;
mod highlights;
mod routes;
mod store;
mod upkeep;
mod wire;
mod workspace_eraser;

pub(crate) use archive::DocumentsInArchive;
pub(crate) use archive_collections::CollectionsInArchive;
pub(crate) use archive_highlights::HighlightsInArchive;
pub(crate) use chats::{AskedToday, CountQuestion, check_questions, documents_of_chat};
pub(crate) use document::{Document, DocumentId};
pub(crate) use document_source::DocumentLibrary;
pub(crate) use documents::{announce, extent_of, note_pages};
pub(crate) use embed::{EmbedDocument, meaning_of};
pub(crate) use fetch::FetchDocument;
pub(crate) use highlight_source::HighlightLibrary;
pub(crate) use routes::router;
pub(crate) use store::find_own;
pub(crate) use upkeep::SWEEP;
pub(crate) use workspace_eraser::WorkspaceEraser;
