//! PowerUPs: tools that people write, run on a page, a selection or a text, and share with others after a review.
//!
//! A PowerUP is a definition (`definition.rs`, its rules in `definition_rules.rs`, the pages it runs on in `sites.rs`) with
//! versions. `powerups.rs` is what people do with theirs and with those of others, over the SQL of `store.rs`; `states.rs`
//! and `access.rs` decide who has which version, `sharing.rs` and `reviews.rs` carry that out. `runs.rs` has a model answer
//! the prompt of `prompt.rs`, and `results.rs` keeps the answers for who asked. A mini app shows an artifact, which the area
//! `artifacts` hands over.

mod access;
mod archive;
mod changes;
mod definition;
mod definition_rules;
mod hints;
mod limits;
mod mail_texts;
mod powerups;
mod problems;
mod prompt;
mod results;
mod review_routes;
mod reviews;
mod routes;
mod runs;
mod scheduled;
mod sharing;
mod sites;
mod states;
mod store;
mod template;
mod upkeep;
mod wire;

use area::{Area, Services};

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261128_1046_powerups",
        sql: include_str!("../migrations/20261128_1046_powerups.sql"),
    },
    ::store::Migration {
        name: "20261128_1092_powerup_results",
        sql: include_str!("../migrations/20261128_1092_powerup_results.sql"),
    },
];

/// What the browser extension may use.
const EXTENSION_PATHS: &[&str] = &["/api/powerups", "/api/powerups/*"];

/// Returns everything that this area registers.
pub fn area(services: &Services) -> Area {
    Area::new("powerups")
        .routes(routes::router(services))
        .extension_paths(EXTENSION_PATHS)
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(limits::LIMITS)
        .mails(&[&mail_texts::TEMPLATE])
        .upkeep(upkeep::EMPTY_TRASH)
        .job::<results::StoreResultOf>()
        .follower(results::ResultFollower(services.queue.clone()))
        .archive(archive::OwnPowerups::new(services))
        .archive(archive::FavoritePowerups::new(services))
        .schedulable(scheduled::ScheduledPowerups(services.clone()))
}
