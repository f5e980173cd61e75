//! Translation of texts, many at a time, each sent as soon as it is done.
//!
//! A person's glossary sets how words are translated, and texts translated before come from their translation memory,
//! without a model and free of charge. Start at `translate.rs` (one request), then `batch_translator.rs` (the question to a
//! model, and what is taken from its answer). Links and code within a text are represented by marks: `marks.rs`.

mod archive;
mod batch_translator;
mod csv;
mod glossary;
mod hash;
mod languages;
mod marks;
mod memory;
mod problems;
mod progress_event;
mod prompt;
mod routes;
mod rules;
mod run_output;
mod store;
mod translate;
mod upkeep;
mod wire;

use area::{Area, Services};

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261122_0100_translation",
    sql: include_str!("../migrations/20261122_0100_translation.sql"),
}];

/// Returns everything that translation registers.
pub fn area(services: &Services) -> Area {
    Area::new("translation")
        .routes(routes::router())
        .extension_paths(&["/api/translation/*"])
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .archive(archive::Glossary::new(services))
        .upkeep(upkeep::FORGET_OLDEST)
}
