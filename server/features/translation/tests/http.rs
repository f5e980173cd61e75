//! Translation, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "http/glossary.rs"]
mod glossary;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/texts.rs"]
mod texts;
