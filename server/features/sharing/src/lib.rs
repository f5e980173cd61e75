//! Sharing: one area for all pages that people publish under an address.
//!
//! Start at `share.rs`. A page is a snapshot from when it was shared ([`area::ShareSource`] takes it), so nothing said
//! later is ever in it. The address is random, and ends when its owner wants, when it expires, or when the shared thing
//! is deleted. Nothing here lists addresses; an area may list those whose owners chose that (decision 1017).

mod address;
mod page;
mod problems;
mod routes;
mod rules;
mod share;
mod store;

use ::store::Migration;
use area::{Area, Services};

pub use address::{is_shared_page, shared_id};
pub use page::{Page, find_page};

const MIGRATIONS: &[Migration] = &[
    Migration {
        name: "20261121_0700_sharing",
        sql: include_str!("../migrations/20261121_0700_sharing.sql"),
    },
    Migration {
        name: "20261121_1800_share_pictures",
        sql: include_str!("../migrations/20261121_1800_share_pictures.sql"),
    },
];

/// Returns everything that sharing registers. Its rows go with their owner.
pub fn area(_services: &Services) -> Area {
    Area::new("sharing")
        .routes(routes::router())
        .extension_paths(&["/api/sharing/*"])
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
}
