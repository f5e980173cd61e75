//! Counts as tiktoken itself gives them (`vectors.json`: text, o200k_base, cl100k_base).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use tokens::{Family, TokenCount, count};

#[test]
fn counts_are_those_of_the_published_tokenizer() {
    let rows: Vec<(String, usize, usize)> =
        serde_json::from_str(include_str!("vectors.json")).unwrap();
    assert!(rows.len() >= 30);
    for (text, o200k, cl100k) in rows {
        let exactly = |tokens| TokenCount { tokens, is_exact: true };
        assert_eq!(count(Family::O200k, &text), exactly(o200k), "o200k of {text:?}");
        assert_eq!(count(Family::Cl100k, &text), exactly(cl100k), "cl100k of {text:?}");
    }
}

#[test]
fn an_estimate_says_that_it_is_one() {
    assert!(!count(Family::Claude, "Hello").is_exact);
}
