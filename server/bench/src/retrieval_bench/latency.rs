//! Latency of a question among many passages.

use std::time::Instant;

use anyhow::ensure;
use parsing::{Page, Parsed};
use retrieval::{Meaning, list_without_vectors, store_vectors};
use testing::TestStore;

use super::library::Library;
use super::quality::FOUND;
use super::questions::{Question, TEXTS, questions};
use crate::figures::{Figure, percentile};

/// Files that they are in.
const FILES: usize = 100;
/// Numbers of a small model's vector.
const DIMENSIONS: usize = 384;
/// Maximum latency of a question among all passages, at the 95th percentile.
const LATENCY_MAX_MS: f64 = 500.0;

/// Measures questions against many passages of the same words in different orders. Vectors are random: their similarity
/// is meaningless, but the time to compare them is not.
pub async fn measure(name: &str, store: TestStore, chunks: usize) -> anyhow::Result<Vec<Figure>> {
    let words: Vec<&str> = TEXTS.iter().flat_map(|text| text.content.split_whitespace()).collect();
    let mut random = Random(7);
    let mut texts = Vec::with_capacity(FILES);
    for _ in 0..FILES {
        let pages = (1..=(chunks / FILES) as u32).map(|number| {
            let start = random.below(words.len() - 200);
            Page { number, title: None, text: words[start..start + 180].join(" ") }
        });
        texts.push(Parsed::of_pages(pages.collect()));
    }
    let library = Library::of(store, &texts).await?;
    let by_words = latencies(&library, None).await?;
    for file_id in &library.files {
        let mut conn = library.server.services.db.read().await?;
        let bare = list_without_vectors(&mut conn, *file_id, "random", chunks as i64).await?;
        drop(conn);
        let vectors: Vec<(i64, Vec<f32>)> =
            bare.iter().map(|one| (one.position, random.vector())).collect();
        let mut tx = library.server.services.db.begin().await?;
        store_vectors(&mut tx, *file_id, "random", &vectors).await?;
        tx.commit().await?;
    }
    let vector = random.vector();
    let meaning = Meaning { model: "random", vector: &vector };
    let by_both = latencies(&library, Some(&meaning)).await?;
    let row = |way: &str, share: f64, of: &[f64], most: Option<f64>| {
        let percent = (share * 100.0).round();
        let what = format!("search of {chunks} chunks by {way}, {name}, p{percent}");
        Figure::new(what, "ms", most, percentile(of, share))
    };
    Ok(vec![
        row("words", 0.5, &by_words, None),
        row("words", 0.95, &by_words, Some(LATENCY_MAX_MS)),
        row("words and random vectors", 0.5, &by_both, None),
        row("words and random vectors", 0.95, &by_both, None),
    ])
}

/// Returns the latency of each question in milliseconds, the fastest first.
async fn latencies(library: &Library, meaning: Option<&Meaning<'_>>) -> anyhow::Result<Vec<f64>> {
    let mut took = Vec::new();
    for Question { question, .. } in questions() {
        let began = Instant::now();
        let found = library.find(question, meaning, FOUND).await?;
        took.push(began.elapsed().as_secs_f64() * 1_000.0);
        ensure!(!found.is_empty(), "nothing was found for {question:?}");
    }
    took.sort_by(f64::total_cmp);
    Ok(took)
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        // Knuth's numbers; the high bits are the good ones.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    fn vector(&mut self) -> Vec<f32> {
        (0..DIMENSIONS).map(|_| self.next() as f32 / (1_u64 << 30) as f32 - 1.0).collect()
    }
}
