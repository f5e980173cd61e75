//! Researches, through their routes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/again.rs"]
mod again;
#[path = "http/archive.rs"]
mod archive;
#[path = "http/bounds.rs"]
mod bounds;
#[path = "http/export.rs"]
mod export;
#[path = "http/fake_web.rs"]
mod fake_web;
#[path = "http/interrupted.rs"]
mod interrupted;
#[path = "http/limited.rs"]
mod limited;
#[path = "http/migration.rs"]
mod migration;
#[path = "http/of_agents.rs"]
mod of_agents;
#[path = "http/scheduled.rs"]
mod scheduled;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/whole.rs"]
mod whole;
