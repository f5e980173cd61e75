//! Pictures of other sites, fetched by the server when a person asks to see one.
//!
//! A picture that an answer names is never fetched by itself: the address may carry what a model read to
//! whoever runs that site. A person who wants to see it has a link signed (`link.rs`), good for them alone
//! and for an hour; `picture.rs` makes what comes a new picture, so that nothing else of it arrives.

mod link;
mod picture;
mod problems;
mod routes;
mod rules;

use std::sync::Arc;
use std::time::Duration;

use api::RateLimit;
use area::{Area, Services};
use axum::Extension;

use crate::rules::{FETCH_BURST, FETCH_EVERY_MS};

/// Rate limit of one person's image fetches.
struct Pace(RateLimit);

/// All that this area registers.
pub fn area(services: &Services) -> Area {
    let every = Duration::from_millis(FETCH_EVERY_MS);
    let pace = Pace(RateLimit::new(services.clock.clone(), FETCH_BURST, every));
    Area::new("img_proxy")
        .routes(routes::router().layer(Extension(Arc::new(pace))))
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
}
