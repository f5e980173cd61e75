//! PowerUPs, through HTTP, with a model that answers with what it is asked, and a page of the web.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/own.rs"]
mod own;
#[path = "http/results.rs"]
mod results;
#[path = "http/reviewed.rs"]
mod reviewed;
#[path = "http/runs.rs"]
mod runs;
#[path = "http/setting.rs"]
mod setting;
