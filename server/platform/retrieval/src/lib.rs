//! Retrieval of passages from files by their words, cited by page.
//!
//! A file's text is cut into passages that together are the whole of it (`passages.rs`). Search is by words: each file has
//! an inverted index (`postings.rs`), a row of the database like its passages, and processes keep in memory those that are
//! searched (`cache.rs`); `search.rs` ranks by them, the same on both engines. If the passages have vectors, text with the
//! same meaning in other words is found too: `vectors.rs` stores them, `nearest.rs` finds the closest by the sketches of
//! `sketch.rs`, `fuse.rs` merges both rankings. Start at `find.rs`.
//!
//! [`find_by_words`] scans collections too small for an index. [`check`] compares the numbered statements of an answer
//! with their sources.

mod by_words;
mod cache;
mod cites;
mod cut;
mod facts;
mod find;
mod fuse;
mod index;
mod marks;
mod missing;
mod nearest;
mod passages;
mod plain;
mod postings;
mod rank;
mod search;
mod sentences;
mod sketch;
mod vectors;
mod word_index;

pub use by_words::{excerpt, find_by_words};
pub use cache::{forget_all, forget_unused, yield_memory_to};
pub use cites::{Cite, CiteState, check, check_marks};
pub use cut::cut;
pub use find::{Meaning, find_by_both, find_passages};
pub use fuse::fuse;
pub use marks::{MARKS_MAX, Mark, marks_outside_code, number_list};
pub use missing::index_missing;
pub use nearest::nearest;
pub use passages::{
    Found, Passage, Passages, find_by_engine, list_passages, list_passages_on, store_passages,
};
pub use plain::plain_text;
pub use rank::rank;
pub use sentences::{sentences, telling_words};
pub use vectors::{
    Bare, count_vectors, have_all_vectors, have_any_vector, list_without_vectors, store_vectors,
};
pub use word_index::WORD_INDEX;

/// This crate's tables. They refer to `uploads` of `files`.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261121_1410_retrieval",
        sql: include_str!("../migrations/20261121_1410_retrieval.sql"),
    },
    ::store::Migration {
        name: "20261122_0812_passage_vectors",
        sql: include_str!("../migrations/20261122_0812_passage_vectors.sql"),
    },
    ::store::Migration {
        name: "20261124_1915_passage_sketches",
        sql: include_str!("../migrations/20261124_1915_passage_sketches.sql"),
    },
    ::store::Migration {
        name: "20261127_0976_passage_index",
        sql: include_str!("../migrations/20261127_0976_passage_index.sql"),
    },
];
