//! Writing: the check of grammar that clients show in what is being written, and the humanizer.
//!
//! The check needs no model: the built-in engine checks. Texts are looked at and not kept. The humanizer has a model
//! rewrite a text so that it reads naturally: start at `humanizations.rs` (what people do), then `work.rs` (how what a run
//! wrote is kept) and `facts.rs` (what of the text is held against the rewriting).

mod archive;
mod facts;
mod grammar;
mod humanizations;
mod humanizer_routes;
mod of_teams;
mod problems;
mod prompt;
mod routes;
mod rules;
mod settings;
mod store;
mod wire;
mod work;

use std::sync::Arc;
use std::time::Duration;

use api::RateLimit;
use area::{Area, Services};
use axum::Extension;

use crate::rules::{CHECK_BURST, CHECK_EVERY_MS};
pub use settings::{Settings, WordsPerCreditError};

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[::store::Migration {
    name: "20261125_0893_humanizations",
    sql: include_str!("../migrations/20261125_0893_humanizations.sql"),
}];

/// How fast one person may have texts checked.
struct Pace(RateLimit);

/// All that this area registers.
pub fn area(services: &Services, settings: Settings) -> Area {
    let every = Duration::from_millis(CHECK_EVERY_MS);
    let pace = Pace(RateLimit::new(services.clock.clone(), CHECK_BURST, every));
    let checks = routes::router().layer(Extension(Arc::new(pace)));
    let queue = services.queue.clone();
    Area::new("writing")
        .routes(checks.merge(humanizer_routes::router(services, settings)))
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .job::<work::KeepRewritten>()
        .archive(archive::HumanizationsInArchive::new(services))
        .follower(work::WhenRewritten { queue })
        .eraser(of_teams::Humanizations)
        .upkeep(work::KEEP_LEFT)
}
