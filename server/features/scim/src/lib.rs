//! SCIM 2.0 (RFC 7643, RFC 7644): a company's provider makes, changes and suspends accounts here, and keeps groups.
//!
//! Start at `routes.rs`, which answers all paths below `/api/scim/v2`. `users.rs` and `groups.rs` are the actions,
//! `user.rs` and `group.rs` what their resources look like. `filter/` and `patch/` are the two small languages of the
//! standard, without I/O. What groups give people is in the crate `directory`.

mod error;
mod filter;
mod group;
mod groups;
mod json;
mod listing;
mod patch;
mod routes;
mod schemas;
mod settings;
mod store;
mod user;
mod users;

use area::{Area, Services};
use directory::GroupRule;

pub use settings::Settings;

const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261128_1097_scim",
    sql: include_str!("../migrations/20261128_1097_scim.sql"),
}];

/// Returns everything that this area registers. `rules`: what groups give people.
pub fn area(_services: &Services, settings: Settings, rules: Vec<GroupRule>) -> Area {
    Area::new("scim")
        .migrations(MIGRATIONS)
        .impersonal_tables(&[("scim_groups", "the groups of a company's provider")])
        // The provider proves itself by its token alone.
        .webhook_paths(&["/api/scim/"])
        .routes(routes::router(settings, rules))
}
