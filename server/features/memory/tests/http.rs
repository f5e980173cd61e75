//! Memory, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "http/items.rs"]
mod items;
#[path = "http/recall.rs"]
mod recall;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/suggestions.rs"]
mod suggestions;
#[path = "http/untrusted.rs"]
mod untrusted;
