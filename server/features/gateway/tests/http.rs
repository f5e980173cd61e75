//! The gateway, through HTTP: keys, and programs that speak OpenAI's API.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/attachments.rs"]
mod attachments;
#[path = "http/bots.rs"]
mod bots;
#[path = "http/completions.rs"]
mod completions;
#[path = "http/crashed.rs"]
mod crashed;
#[path = "http/embeddings.rs"]
mod embeddings;
#[path = "http/formats.rs"]
mod formats;
#[path = "http/images.rs"]
mod images;
#[path = "http/keys.rs"]
mod keys;
#[path = "http/mcp.rs"]
mod mcp;
#[path = "http/oauth.rs"]
mod oauth;
#[path = "http/priced.rs"]
mod priced;
#[path = "http/repeats.rs"]
mod repeats;
#[path = "http/responses.rs"]
mod responses;
#[path = "http/scopes.rs"]
mod scopes;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/tools.rs"]
mod tools;
#[path = "http/videos.rs"]
mod videos;
