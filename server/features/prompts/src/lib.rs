//! Prompts: texts with placeholders that people save, share and run; and quick actions, the few beside the composer and
//! under answers.
//!
//! Start at `library.rs` (a person's prompts, public ones, and built-in ones) and `actions.rs`. Placeholders
//! (`{{tone:select:warm|plain}}`) are filled in by clients: to the server a prompt is text.

mod actions;
mod archive;
mod archive_favorites;
mod built_in;
mod hints;
mod library;
mod problems;
mod routes;
mod rules;
mod store;
mod upkeep;
mod wire;

use area::{Area, Services};

/// This area's tables.
pub const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261121_0420_prompts",
    sql: include_str!("../migrations/20261121_0420_prompts.sql"),
}];

/// Returns everything that prompts registers.
pub fn area(services: &Services) -> Area {
    Area::new("prompts")
        .routes(routes::router())
        .extension_paths(&["/api/prompts/*"])
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .archive(archive::OwnPrompts::new(services))
        .archive(archive::OwnActions::new(services))
        .archive(archive_favorites::FavoritePrompts::new(services))
        .upkeep(upkeep::EMPTY_TRASH)
}
