//! Schedules, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/archive.rs"]
mod archive;
#[path = "http/by_agents.rs"]
mod by_agents;
#[path = "http/editing.rs"]
mod editing;
#[path = "http/outcomes.rs"]
mod outcomes;
#[path = "http/powerups.rs"]
mod powerups;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/times.rs"]
mod times;
