//! Memory: facts about a person that answers may use because the person wants it. Items, "about you", "how to respond".
//!
//! Start at `items.rs` (actions on items), `suggestions.rs` (the inbox) and `recall.rs` (what answers are given, and
//! what is recorded of a message that is sent). There are two sources of suggestions, which never create items:
//! `statements.rs` finds plain statements without a model, `learn.rs` asks one. Both are given what the person typed
//! and nothing else (decision 0791); only the person can turn a suggestion into an item.

mod archive;
mod ask;
mod hints;
mod items;
mod learn;
mod model;
mod problems;
mod profile;
mod recall;
mod rewrite;
mod routes;
mod rules;
mod statements;
mod store;
mod suggestion_store;
mod suggestions;
mod upkeep;
mod uses;
mod wire;

use area::{Area, Services};

/// This area's tables. They refer to tables of `identity` and `conversations`.
pub const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261122_1510_memory",
    sql: include_str!("../migrations/20261122_1510_memory.sql"),
}];

/// Returns everything that memory registers.
pub fn area(services: &Services) -> Area {
    Area::new("memory")
        .routes(routes::router())
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .context(recall::Recall(services.clone()))
        .archive(archive::MemoryInArchive::new(services))
        .job::<learn::LearnFromChat>()
        .job::<rewrite::RewriteSuggestion>()
        .upkeep(upkeep::FORGET_FOR_GOOD)
}
