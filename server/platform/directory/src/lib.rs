//! What a company's provider decides here: people it keeps, and what their groups give them.
//!
//! Sign-in through the provider (`accounts`) and provisioning (`scim`) both use it. Start at `rules.rs` (groups to roles and
//! teams, without I/O) and `groups.rs` (gives and takes back). `people.rs` has the people whom the provider keeps, and how
//! people are suspended, also by operators.

mod groups;
mod people;
mod rules;
mod store;

pub use groups::apply_groups;
pub use people::{
    ProvisionedPerson, end_work, find_by_external_id, find_person, is_last_operator, readmit,
    save_person, suspend,
};
pub use rules::{GroupRule, SCIM, check_rules, gives_operator};

/// This crate's tables.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261128_1094_directory",
        sql: include_str!("../migrations/20261128_1094_directory.sql"),
    },
    ::store::Migration {
        name: "20261129_1039_directory_index",
        sql: include_str!("../migrations/20261129_1039_directory_index.sql"),
    },
];
