//! Translation: of texts, many at a time, each told as soon as it is done.
//!
//! A person's glossary says how words are to be translated, and what was translated once comes out of their memory
//! of translations, without a model and without a charge. Start at `translate.rs` (one request), then `writing.rs`
//! (what a model is asked, and what is taken of its answer). Links and code within a text travel as marks:
//! `marks.rs`.

mod archive;
mod csv;
mod glossary;
mod hash;
mod languages;
mod marks;
mod memory;
mod problems;
mod prompt;
mod reading;
mod routes;
mod rules;
mod store;
mod told;
mod translate;
mod upkeep;
mod wire;
mod writing;

use area::{Area, Services};

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261122_0100_translation",
    sql: include_str!("../migrations/20261122_0100_translation.sql"),
}];

/// All that translation registers.
pub fn area(services: &Services) -> Area {
    Area::new("translation")
        .routes(routes::router())
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .archive(archive::Glossary::new(services))
        .upkeep(upkeep::FORGET_OLDEST)
}
