//! Word files as templates. They are untrusted: everything here runs in a process of its own, which `worker.rs` starts.
//!
//! `package.rs` opens and packs the file and refuses what is active or loads from elsewhere, `dom.rs` is one part of it as a
//! tree, `fill.rs` finds placeholders in it and fills them, and `page.rs` shows it as a web page.

mod dom;
mod fill;
mod package;
mod page;
mod worker;

pub use worker::{FILL_COMMAND, run_filler};
pub(crate) use worker::{Work, Worked, work};
