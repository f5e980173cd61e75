//! Agents, through HTTP, with scripted models and tools.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/asking.rs"]
mod asking;
#[path = "http/attached.rs"]
mod attached;
#[path = "http/bots.rs"]
mod bots;
#[path = "http/children.rs"]
mod children;
#[path = "http/crashed.rs"]
mod crashed;
#[path = "http/faults.rs"]
mod faults;
#[path = "http/limits.rs"]
mod limits;
#[path = "http/own.rs"]
mod own;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/shared.rs"]
mod shared;
#[path = "http/tools.rs"]
mod tools;
#[path = "http/waiting.rs"]
mod waiting;
#[path = "http/whole.rs"]
mod whole;
