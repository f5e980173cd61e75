//! Documents: files that a conversation draws on. They are uploaded in chunks that survive a lost line and
//! a killed process, read in a process of their own, and given to models whole or by search.
//!
//! Start at `upload.rs` (what people do with a file), `read.rs` (from bytes to passages) and `context.rs`
//! (what a model is given). Chat reaches documents through a context source and a tool, never by import.

mod archive;
mod context;
mod pace;
mod problems;
mod read;
mod routes;
mod rules;
mod search;
mod serve;
mod upkeep;
mod upload;
mod wire;

use std::sync::Arc;

use area::{Area, Services};
use axum::Extension;

/// All that documents register.
pub fn area(services: &Services) -> Area {
    let pace = Extension(Arc::new(pace::Pace::new(&services.clock)));
    let (files, db, queue) = (services.files.clone(), services.db.clone(), services.queue.clone());
    Area::new("documents")
        .routes(routes::router().layer(pace))
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .archive(archive::AttachedInArchive::new(services))
        .context(context::AttachedFiles { db, files: files.clone() })
        .job::<read::ReadFile>()
        .job::<upkeep::DeleteBlobs>()
        .eraser(upkeep::Erase { files, queue })
        .upkeep(upkeep::SWEEP)
}
