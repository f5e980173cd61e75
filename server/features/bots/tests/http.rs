//! Bots, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "http/access.rs"]
mod access;
#[path = "http/authors.rs"]
mod authors;
#[path = "http/caps.rs"]
mod caps;
#[path = "http/extras.rs"]
mod extras;
#[path = "http/files.rs"]
mod files;
#[path = "http/icons.rs"]
mod icons;
#[path = "http/reports.rs"]
mod reports;
#[path = "http/reviews.rs"]
mod reviews;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/talks.rs"]
mod talks;
