//! What videos do, through their routes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/archive.rs"]
mod archive;
#[path = "http/creation.rs"]
mod creation;
#[path = "http/library.rs"]
mod library;
#[path = "http/setting.rs"]
mod setting;
