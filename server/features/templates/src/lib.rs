//! Documents from templates: presets, texts that people write, and Word files that they upload.
//!
//! A template is a definition (`definition.rs`, its rules in `definition_rules.rs`): a text with placeholders and the fields
//! that fill them. `templates.rs` is what people do with templates, `documents.rs` with what they fill; `filling` turns values
//! into texts, `docx` fills Word files in a process of its own, and `produce.rs` makes files and pages of both. `sources` has
//! the other ways in which fields are filled: rows of tables, models, agents.

mod archive;
mod definition;
mod definition_rules;
mod document_routes;
mod document_store;
mod documents;
mod docx;
mod filling;
mod hints;
mod limits;
mod presets;
mod problems;
mod produce;
mod routes;
mod sources;
mod store;
mod templates;
mod wire;

use area::{Area, Services};

pub use docx::{FILL_COMMAND, run_filler};

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261128_1075_templates",
    sql: include_str!("../migrations/20261128_1075_templates.sql"),
}];

/// Returns everything that this area registers.
pub fn area(services: &Services) -> Area {
    Area::new("templates")
        .routes(routes::router(services))
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(limits::LIMITS)
        .agent_tools(sources::agent_tool::FillsTemplates::new(services))
        .archive(archive::OwnTemplates::new(services))
        .archive(archive::OwnDocuments::new(services))
}
