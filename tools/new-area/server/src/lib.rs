//! Sample items: short titles that people keep.
//!
//! `rules.rs` has the limits and decides without I/O; `items.rs` does what routes ask for; `store.rs` is the SQL.

mod items;
mod problems;
mod routes;
mod rules;
mod store;
mod wire;

use area::{Area, Services};

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261126_2400_sample",
    sql: include_str!("../migrations/20261126_2400_sample.sql"),
}];

/// Returns everything that this area registers.
pub fn area(_services: &Services) -> Area {
    Area::new("sample")
        .routes(routes::router())
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
}
