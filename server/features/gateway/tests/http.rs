//! The gateway, through HTTP: keys, and programs that speak OpenAI's API.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/completions.rs"]
mod completions;
#[path = "http/keys.rs"]
mod keys;
#[path = "http/setting.rs"]
mod setting;
