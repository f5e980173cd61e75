//! The whole program: its areas together on one database, and the program as it is started. One binary, because each
//! one links the program anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod audit;
mod backups;
mod cli;
mod connections;
mod deletion;
mod export;
mod figures;
mod front;
mod large_tables;
mod memory;
mod moving;
mod outside;
mod read_file;
mod reader_processes;
mod run_model;
mod serve;
#[path = "../support/mod.rs"]
mod support;
