//! How many tokens a text has for a model.
//!
//! Exact for the families whose vocabulary is public and built in (OpenAI's), an estimate by a measured
//! factor for all others, and said to be one. Nothing is loaded before the first count; counting takes
//! time in proportion to the text, whatever is in it. Start at `count.rs`.

mod count;
mod family;
mod pieces;
mod vocabulary;

pub use count::{Counted, count, count_by_length, most};
pub use family::Family;
