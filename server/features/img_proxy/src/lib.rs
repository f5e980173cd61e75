//! Images of other sites, fetched by the server when a person asks to see one.
//!
//! An image in an answer is never fetched automatically: its address may leak what a model read to that site's owner.
//! For a person who wants to see it a link is signed (`link.rs`), valid for them only and for an hour; `picture.rs`
//! re-encodes the image, so that nothing else in the file arrives.

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

/// Returns everything that this area registers.
pub fn area(services: &Services) -> Area {
    let every = Duration::from_millis(FETCH_EVERY_MS);
    let pace = Pace(RateLimit::new(&services.rates, "img_proxy.fetch", FETCH_BURST, every));
    Area::new("img_proxy")
        .routes(routes::router().layer(Extension(Arc::new(pace))))
        .extension_paths(&["/api/img_proxy/*"])
        .problems(problems::PROBLEMS)
        .limits(rules::LIMITS)
}
