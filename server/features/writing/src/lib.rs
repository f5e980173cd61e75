//! Writing: the check of grammar that clients show in what is being written.
//!
//! It needs no model: the built-in engine checks. Texts are looked at and not kept. What a model writes,
//! clients ask for in chats.

mod grammar;
mod problems;
mod routes;
mod rules;

use std::sync::Arc;
use std::time::Duration;

use api::RateLimit;
use area::{Area, Services};
use axum::Extension;

use crate::rules::{CHECK_BURST, CHECK_EVERY_MS};

/// How fast one person may have texts checked.
struct Pace(RateLimit);

/// All that this area registers.
pub fn area(services: &Services) -> Area {
    let every = Duration::from_millis(CHECK_EVERY_MS);
    let pace = Pace(RateLimit::new(services.clock.clone(), CHECK_BURST, every));
    Area::new("writing")
        .routes(routes::router().layer(Extension(Arc::new(pace))))
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
}
