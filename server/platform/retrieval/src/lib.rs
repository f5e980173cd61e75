//! Passages of files, found again by their words and cited by their page.
//!
//! A file's text is cut into passages that together are the whole of it. Finding is by words: the index of
//! either engine gives the passages that hold any of them, `rank.rs` puts the best first, the same on both.
//! Where vectors were made of the passages, what says the same in other words is found too: `vectors.rs`
//! has them, `nearest.rs` finds those that are near by the sketches of `sketch.rs`, `fuse.rs` makes one ranking of both.
//! Start at `passages.rs`.
//!
//! [`find_by_words`] looks through what is too little for an index. [`check`] holds the numbered statements of an answer against what their sources say.

mod by_words;
mod cites;
mod cut;
mod facts;
mod fuse;
mod marks;
mod nearest;
mod passages;
mod plain;
mod rank;
mod sentences;
mod sketch;
mod vectors;

pub use by_words::{excerpt, find_by_words};
pub use cites::{Cite, CiteState, check, check_marks};
pub use cut::cut;
pub use fuse::fuse;
pub use marks::{MARKS_MAX, Mark, marks_outside_code, number_list};
pub use nearest::nearest;
pub use passages::{
    Found, Meaning, Passage, find_by_both, find_passages, list_passages, list_passages_on,
    store_passages,
};
pub use plain::plain_text;
pub use rank::rank;
pub use sentences::{sentences, telling_words};
pub use vectors::{
    Bare, count_vectors, have_all_vectors, have_any_vector, list_without_vectors, store_vectors,
};

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
];
