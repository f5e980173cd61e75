//! Files, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "http/addresses.rs"]
mod addresses;
#[path = "http/archive.rs"]
mod archive;
#[path = "http/attachments.rs"]
mod attachments;
#[path = "http/cited.rs"]
mod cited;
#[path = "http/collections.rs"]
mod collections;
#[path = "http/fake_web.rs"]
mod fake_web;
#[path = "http/guard.rs"]
mod guard;
#[path = "http/highlights.rs"]
mod highlights;
#[path = "http/library.rs"]
mod library;
#[path = "http/scans.rs"]
mod scans;
#[path = "http/search.rs"]
mod search;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/uploads.rs"]
mod uploads;
