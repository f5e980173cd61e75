//! The server: settings → services → areas → router, and the commands around it. It only composes, and contains no
//! product rules.
//!
//! Start at `serve.rs`; `areas.rs` is the list of the product; `cli.rs` names every command.

pub mod api_document;
pub mod areas;
pub mod backups;
pub mod checks;
pub mod cli;
pub mod commands;
mod disk;
pub mod event_streams;
pub mod existing;
pub mod figures_now;
pub mod life;
pub mod listen;
pub mod logging;
pub mod metrics;
pub mod middleware;
pub mod output;
pub mod private_files;
pub mod router;
pub mod serve;
pub mod services;
pub mod settings;
pub mod traces;
mod unfinished;
pub mod upkeep;
mod vault_check;
pub mod web;
