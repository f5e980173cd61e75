//! What images do, through their routes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/archive.rs"]
mod archive;
#[path = "http/boards.rs"]
mod boards;
#[path = "http/chat_tools.rs"]
mod chat_tools;
#[path = "http/creation.rs"]
mod creation;
#[path = "http/drafts.rs"]
mod drafts;
#[path = "http/files.rs"]
mod files;
#[path = "http/gallery.rs"]
mod gallery;
#[path = "http/policy.rs"]
mod policy;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/tools.rs"]
mod tools;
#[path = "http/words.rs"]
mod words;
