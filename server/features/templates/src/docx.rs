//! Word files as templates. They are untrusted: everything here runs in a process of its own, which `worker.rs` starts.
//!
//! `package.rs` opens and packs the file and refuses what is active or loads from elsewhere, `dom.rs` is one part of it as a
//! tree, `tags.rs` and `sections.rs` find placeholders in it, `found.rs` tells which fields they are, `fill.rs` and
//! `paragraph.rs` fill them, and `page.rs` shows it as a web page.

mod dom;
mod fill;
mod found;
mod package;
mod page;
mod paragraph;
mod sections;
mod tags;
mod worker;

pub(crate) use found::FoundField;
pub use worker::{FILL_COMMAND, run_filler};
pub(crate) use worker::{Work, Worked, work};
