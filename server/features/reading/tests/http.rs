//! What readings do, through their routes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/archive.rs"]
mod archive;
#[path = "http/fake_web.rs"]
mod fake_web;
#[path = "http/guard.rs"]
mod guard;
#[path = "http/list.rs"]
mod list;
#[path = "http/migration.rs"]
mod migration;
#[path = "http/scans.rs"]
mod scans;
#[path = "http/scheduled.rs"]
mod scheduled;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/summaries.rs"]
mod summaries;
#[path = "http/today.rs"]
mod today;
#[path = "http/videos.rs"]
mod videos;
