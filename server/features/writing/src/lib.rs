//! Writing: the grammar check that clients show while people write, and the humanizer.
//!
//! The grammar check needs no model: the built-in engine checks, and texts are not stored. The humanizer has a model rewrite
//! a text so that it reads naturally: start at `humanizations.rs` (actions), then `humanizer.rs` (its task) and
//! `facts.rs` (the facts of the text, compared with those of the rewriting).

mod archive;
mod facts;
mod grammar;
mod humanizations;
mod humanizer;
mod humanizer_routes;
mod problems;
mod prompt;
mod routes;
mod rules;
mod settings;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use api::RateLimit;
use area::{Area, Services};
use axum::Extension;
use tasks::AreaTasks;

use crate::rules::{CHECK_BURST, CHECK_EVERY_MS};
pub use settings::{Settings, WordsPerCreditError};

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261125_0893_humanizations",
        sql: include_str!("../migrations/20261125_0893_humanizations.sql"),
    },
    ::store::Migration {
        name: "20261126_1610_humanizations_as_tasks",
        sql: include_str!("../migrations/20261126_1610_humanizations_as_tasks.sql"),
    },
];

/// Rate limit of grammar checks per person.
struct Pace(RateLimit);

/// Returns everything this area registers.
pub fn area(services: &Services, settings: Settings) -> Area {
    let settings = settings.section();
    let every = Duration::from_millis(CHECK_EVERY_MS);
    let pace = Pace(RateLimit::new(&services.rates, "writing.check", CHECK_BURST, every));
    let checks = routes::router().layer(Extension(Arc::new(pace)));
    Area::new("writing")
        .settings(&settings)
        .routes(checks.merge(humanizer_routes::router(services, settings)))
        .extension_paths(&["/api/writing/*"])
        .migrations(MIGRATIONS)
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
        .archive(archive::HumanizationsInArchive::new(services))
        .task_kind::<humanizer::Humanizer>(services)
}
