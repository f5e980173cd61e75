//! Documents: files that a conversation uses. They are uploaded in chunks that survive a lost connection and a killed
//! process, read in a process of their own, and given to models completely or by search.
//!
//! `library.rs` has the PDFs that people keep and ask about. For files in messages, start at `upload.rs` (actions on a
//! file), `read.rs` (from bytes to passages), `recognise.rs` (pages that are images) and `context.rs` (what a model is
//! given), `cited.rs` (citations of files). Chat reaches documents through a context source and a tool, never by
//! import.

mod archive;
mod archived_files;
mod cited;
mod context;
mod file_source;
mod library;
mod pace;
mod places;
mod problems;
mod read;
mod recognise;
mod routes;
mod rules;
mod search;
mod serve;
mod settings;
mod upkeep;
mod upload;
mod wire;

use std::sync::Arc;

use area::{Area, Services};
use axum::Extension;

pub use settings::Settings;

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261122_0810_documents",
        sql: include_str!("../migrations/20261122_0810_documents.sql"),
    },
    ::store::Migration {
        name: "20261122_0813_document_collections",
        sql: include_str!("../migrations/20261122_0813_document_collections.sql"),
    },
    ::store::Migration {
        name: "20261123_0814_document_highlights",
        sql: include_str!("../migrations/20261123_0814_document_highlights.sql"),
    },
    ::store::Migration {
        name: "20261123_0816_recognised_pages",
        sql: include_str!("../migrations/20261123_0816_recognised_pages.sql"),
    },
    ::store::Migration {
        name: "20261124_0871_answers_to_check",
        sql: include_str!("../migrations/20261124_0871_answers_to_check.sql"),
    },
    ::store::Migration {
        name: "20261125_0910_recognised_words",
        sql: include_str!("../migrations/20261125_0910_recognised_words.sql"),
    },
];

/// Returns everything that documents registers.
pub fn area(services: &Services, settings: Settings) -> Area {
    let settings = settings.section();
    let pace = Extension(Arc::new(pace::Pace::new(&services.rates)));
    let (files, queue) = (services.files.clone(), services.queue.clone());
    Area::new("documents")
        .settings(&settings)
        .routes(routes::router().merge(library::router(settings)).layer(pace))
        .extension_paths(&["/api/documents/*"])
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .archive(archive::AttachedInArchive::new(services))
        .archive(library::DocumentsInArchive::new(services))
        .archive(library::CollectionsInArchive::new(services))
        .archive(library::HighlightsInArchive::new(services))
        .library_source(library::DocumentLibrary::new(services))
        .library_source(library::HighlightLibrary::new(services))
        .library_source(file_source::FileLibrary::new(services))
        .daily_source(library::AskedToday)
        .context(context::AttachedFiles::new(services))
        .answer_check::<cited::CheckPlaces>(services)
        .job::<read::ReadFile>()
        .job::<recognise::RecognisePages>()
        .job::<library::FetchDocument>()
        .job::<library::EmbedDocument>()
        .job::<upkeep::DeleteBlobs>()
        .eraser(library::WorkspaceEraser(files.clone()))
        .eraser(upkeep::Erase { files, queue })
        .upkeep(upkeep::SWEEP)
        .upkeep(library::SWEEP)
}
