//! The interpreters of programs that models write. They run in a process of their own ([`run`]), which drops all privileges
//! before it sees a program. Only the program links this crate: areas depend on `code_sandbox` alone.
//!
//! Start at `worker.rs`, the process. `python.rs` and `javascript.rs` are the languages; `folder.rs` has the files that a
//! program sees, in memory only; `chart.rs` draws its charts into them; `printed.rs` has what it prints.

mod chart;
mod folder;
mod javascript;
mod printed;
mod python;
mod worker;

pub use worker::{interpret, run};
