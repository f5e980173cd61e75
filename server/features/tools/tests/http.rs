//! Servers of tools, and runs that use them, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "http/approvals.rs"]
mod approvals;
#[path = "http/asking.rs"]
mod asking;
#[path = "http/code.rs"]
mod code;
#[path = "http/fake_asking.rs"]
mod fake_asking;
#[path = "http/fake_mcp.rs"]
mod fake_mcp;
#[path = "http/fake_ways.rs"]
mod fake_ways;
#[path = "http/guard.rs"]
mod guard;
#[path = "http/bots.rs"]
mod of_bots;
#[path = "http/programs.rs"]
mod programs;
#[path = "http/runs.rs"]
mod runs;
#[path = "http/servers.rs"]
mod servers;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/sign_in.rs"]
mod sign_in;
#[path = "http/ways.rs"]
mod ways;
