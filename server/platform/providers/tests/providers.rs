//! Adapters and connections, against a provider on loopback.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "providers/answers.rs"]
mod answers;
#[path = "providers/connections.rs"]
mod connections;
#[path = "providers/fallbacks.rs"]
mod fallbacks;
#[path = "providers/faults.rs"]
mod faults;
#[path = "providers/heard.rs"]
mod heard;
#[path = "providers/house.rs"]
mod house;
#[path = "providers/local.rs"]
mod local;
#[path = "providers/media.rs"]
mod media;
#[path = "providers/peers_recorded.rs"]
mod peers_recorded;
#[path = "providers/recorded.rs"]
mod recorded;
#[path = "providers/tolerance.rs"]
mod tolerance;
#[path = "providers/tools.rs"]
mod tools;
