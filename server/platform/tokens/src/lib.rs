//! Counts the tokens of a text for a model.
//!
//! Exact for the families whose vocabulary is public and built in (OpenAI's); for all others an estimate by a measured
//! factor, marked as such. Nothing is loaded before the first count; counting takes time in proportion to the text,
//! whatever is in it. Start at `count.rs`.

mod count;
mod family;
mod pieces;
mod vocabulary;

pub use count::{TokenCount, count, count_by_length, decode_cl100k, max_tokens};
pub use family::Family;
