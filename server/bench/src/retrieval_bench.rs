//! How well passages are found, and how long it takes among a hundred thousand.
//!
//! Texts in the public domain are cut as documents are, and asked questions whose answers stand in them word for
//! word (`texts/questions.tsv`). Found is a passage that holds the answer.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;
use http::Method;
use kernel::FileId;
use parsing::{Page, Parsed};
use retrieval::{
    Found, Meaning, find_by_both, list_without_vectors, nearest, store_passages, store_vectors,
};
use serde_json::{Value, json};
use testing::{NOW, TestServer, TestStore};

use crate::figures::{Figure, percentile, save};
use crate::http_client::Connection;

const ALICE: &str = include_str!("../texts/alice.md");
const CONSTITUTION: &str = include_str!("../texts/constitution.md");
const QUESTIONS: &str = include_str!("../texts/questions.tsv");

/// Passages that count as found.
const FOUND: usize = 5;
/// How far down an answer is looked for, for its place.
const DEPTH: usize = 50;
/// Files that they are in.
const FILES: usize = 100;
/// Numbers of a small model's vector.
const DIMENSIONS: usize = 384;
/// So long a question may take among all of them, 19 times of 20.
const LATENCY_MAX_MS: f64 = 500.0;
const PAGE_CHARS: usize = 3_000;

#[derive(Args)]
pub struct Options {
    /// Where the figures are written.
    #[arg(long)]
    out: PathBuf,
    /// Measures on PostgreSQL too: where tests find it.
    #[arg(long)]
    postgres: bool,
    /// Among how many passages it is measured how long a question takes.
    #[arg(long, default_value_t = 100_000)]
    chunks: usize,
    /// An embedding model of a server that speaks OpenAI's protocol, over plain http: 127.0.0.1:11434.
    #[arg(long, requires = "embedding_model")]
    embedding_server: Option<std::net::SocketAddr>,
    #[arg(long)]
    embedding_model: Option<String>,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let embedder = match (options.embedding_server, options.embedding_model) {
        (Some(server), Some(model)) => Some(Embedder { server, model }),
        _ => None,
    };
    let mut stores = vec![("SQLite", TestStore::Sqlite)];
    if options.postgres {
        stores.push(("PostgreSQL", TestStore::Postgres));
    }
    let mut figures = Vec::new();
    for (name, store) in stores {
        figures.extend(measure_quality(name, store, embedder.as_ref()).await?);
        figures.extend(measure_latency(name, store, options.chunks).await?);
    }
    save(&figures, &options.out)
}

struct Question {
    text: &'static str,
    question: &'static str,
    answer: String,
}

fn questions() -> Vec<Question> {
    let lines = QUESTIONS.lines().skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        let (text, question, answer) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Question { text, question, answer: plain(answer) })
    });
    lines.collect()
}

/// A text on one line.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Pages of a few paragraphs, as a printed book has them.
fn pages_of(text: &str) -> Parsed {
    let mut pages: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n") {
        match pages.last_mut() {
            Some(page) if page.len() < PAGE_CHARS => {
                page.push_str("\n\n");
                page.push_str(paragraph);
            }
            _ => pages.push(paragraph.to_owned()),
        }
    }
    let pages = (1..).zip(pages).map(|(number, text)| Page { number, title: None, text });
    Parsed { pages: pages.collect(), page_count: None }
}

/// A server's database with a file for each text.
struct Library {
    server: TestServer,
    files: Vec<FileId>,
}

impl Library {
    async fn of(store: TestStore, texts: &[Parsed]) -> anyhow::Result<Self> {
        let server = TestServer::with(store, |_| Vec::new()).await;
        let person = server.operator().await;
        let mut files = Vec::new();
        for text in texts {
            let new = files::NewUpload {
                id: FileId::new(NOW),
                user_id: person.user_id,
                workspace_id: person.workspace_id,
                name: "a.pdf".to_owned(),
                media_type: "application/pdf".to_owned(),
                size_bytes: 1,
                sha256: None,
            };
            let mut tx = server.services.db.begin().await?;
            let begun = server.services.files.begin_upload(&mut tx, &new, NOW).await;
            begun.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
            store_passages(&mut tx, new.id, text).await?;
            tx.commit().await?;
            files.push(new.id);
        }
        Ok(Self { server, files })
    }

    /// What each passage says.
    async fn texts(&self) -> anyhow::Result<HashMap<(FileId, i64), String>> {
        let mut texts = HashMap::new();
        let mut conn = self.server.services.db.read().await?;
        for file_id in &self.files {
            let all = retrieval::list_passages(&mut conn, *file_id).await?;
            texts.extend(all.into_iter().map(|one| ((one.file_id, one.position), one.text)));
        }
        Ok(texts)
    }

    async fn find(
        &self,
        question: &str,
        meaning: Option<&Meaning<'_>>,
        limit: usize,
    ) -> anyhow::Result<Vec<Found>> {
        let mut conn = self.server.services.db.read().await?;
        Ok(find_by_both(&mut conn, &self.files, question, meaning, limit).await?)
    }
}

/// What was found of all that was asked.
#[derive(Default)]
struct Quality {
    asked: usize,
    among_five: usize,
    first: usize,
    reciprocal: f64,
}

impl Quality {
    /// `place`: of the first passage that holds the answer, from 0.
    fn note(&mut self, place: Option<usize>) {
        self.asked += 1;
        self.among_five += usize::from(place.is_some_and(|place| place < FOUND));
        self.first += usize::from(place == Some(0));
        self.reciprocal += place.map_or(0.0, |place| 1.0 / (place as f64 + 1.0));
    }

    fn rows(&self, name: &str) -> Vec<Figure> {
        let share = |count: f64| 100.0 * count / self.asked.max(1) as f64;
        vec![
            Figure::new(format!("{name}: recall@5"), "%", None, share(self.among_five as f64)),
            Figure::new(format!("{name}: MRR"), "of 1", None, share(self.reciprocal) / 100.0),
            Figure::new(format!("{name}: citation precision"), "%", None, share(self.first as f64)),
        ]
    }
}

fn place_of<'a>(answer: &str, found: impl Iterator<Item = &'a str>) -> Option<usize> {
    let mut found = found;
    found.position(|text| plain(text).contains(answer))
}

async fn measure_quality(
    name: &str,
    store: TestStore,
    embedder: Option<&Embedder>,
) -> anyhow::Result<Vec<Figure>> {
    let library = Library::of(store, &[pages_of(ALICE), pages_of(CONSTITUTION)]).await?;
    if let Some(embedder) = embedder {
        embedder.embed_all(&library).await?;
    }
    let texts = library.texts().await?;
    let (mut lexical, mut vector, mut hybrid) =
        (Quality::default(), Quality::default(), Quality::default());
    let questions = questions();
    ensure!(questions.len() >= 40, "the questions are missing");
    for Question { text, question, answer } in &questions {
        ensure!(["alice", "constitution"].contains(text), "{text} is no text");
        let by_words = library.find(question, None, DEPTH).await?;
        lexical.note(place_of(answer, by_words.iter().map(|found| found.text.as_str())));
        let Some(embedder) = embedder else { continue };
        let meant = embedder.embed(&[(*question).to_owned()]).await?;
        let meant = meant.first().context("a question has a vector")?;
        let mut conn = library.server.services.db.read().await?;
        let near = nearest(&mut conn, &library.files, &embedder.model, meant, DEPTH).await?;
        drop(conn);
        let text_of = |key| texts.get(&key).map_or("", String::as_str);
        vector.note(place_of(answer, near.into_iter().map(text_of)));
        let meaning = Meaning { model: &embedder.model, vector: meant };
        let by_both = library.find(question, Some(&meaning), DEPTH).await?;
        hybrid.note(place_of(answer, by_both.iter().map(|found| found.text.as_str())));
    }
    let mut rows = lexical.rows(&format!("retrieval by words, {name}"));
    for (way, quality) in [("vectors", vector), ("both", hybrid)] {
        let way = format!("retrieval by {way}, {name}");
        match embedder {
            Some(_) => rows.extend(quality.rows(&way)),
            None => rows.push(Figure::not_measured(way, "no embedding model")),
        }
    }
    Ok(rows)
}

/// Questions to many passages of the same words in other orders. Vectors are random: how near they
/// are says nothing, how long it takes to look at them does.
async fn measure_latency(
    name: &str,
    store: TestStore,
    chunks: usize,
) -> anyhow::Result<Vec<Figure>> {
    let words: Vec<&str> =
        ALICE.split_whitespace().chain(CONSTITUTION.split_whitespace()).collect();
    let mut random = Random(7);
    let mut texts = Vec::with_capacity(FILES);
    for _ in 0..FILES {
        let pages = (1..=(chunks / FILES) as u32).map(|number| {
            let start = random.below(words.len() - 200);
            Page { number, title: None, text: words[start..start + 180].join(" ") }
        });
        texts.push(Parsed { pages: pages.collect(), page_count: None });
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

/// How long each question takes, in milliseconds, the quickest first.
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

/// A server that makes vectors.
struct Embedder {
    server: std::net::SocketAddr,
    model: String,
}

impl Embedder {
    async fn embed(&self, texts: &[String]) -> anyhow::Result<Vec<Vec<f32>>> {
        let mut connection = Connection::open(self.server, None).await?;
        let body = json!({ "model": self.model, "input": texts });
        let (_, answer) = connection.call(Method::POST, "/v1/embeddings", Some(&body)).await?;
        let data = answer["data"].as_array();
        let data = data.with_context(|| format!("the embedding server answered: {answer}"))?;
        let vector = |item: &Value| {
            let numbers = item["embedding"].as_array()?;
            Some(numbers.iter().filter_map(Value::as_f64).map(|number| number as f32).collect())
        };
        let vectors: Vec<Vec<f32>> = data.iter().filter_map(vector).collect();
        ensure!(vectors.len() == texts.len(), "not each text has a vector");
        Ok(vectors)
    }

    async fn embed_all(&self, library: &Library) -> anyhow::Result<()> {
        for file_id in &library.files {
            loop {
                let mut conn = library.server.services.db.read().await?;
                let bare = list_without_vectors(&mut conn, *file_id, &self.model, 64).await?;
                drop(conn);
                if bare.is_empty() {
                    break;
                }
                let texts: Vec<String> = bare.iter().map(|one| one.text.clone()).collect();
                let vectors = self.embed(&texts).await?;
                let positions = bare.iter().map(|one| one.position);
                let vectors: Vec<(i64, Vec<f32>)> = positions.zip(vectors).collect();
                let mut tx = library.server.services.db.begin().await?;
                store_vectors(&mut tx, *file_id, &self.model, &vectors).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_stands_in_its_text_and_in_one_passage() {
        for Question { text, question, answer } in questions() {
            let text = if text == "alice" { ALICE } else { CONSTITUTION };
            let pages = pages_of(text).pages;
            let passages = pages.iter().flat_map(|page| retrieval::cut(&page.text));
            assert!(place_of(&answer, passages).is_some(), "{question}: {answer}");
        }
    }

    #[test]
    fn quality_is_counted_by_the_place_of_the_answer() {
        let mut quality = Quality::default();
        for place in [Some(0), Some(1), Some(9), None] {
            quality.note(place);
        }
        let measured: Vec<f64> =
            quality.rows("x").into_iter().filter_map(|row| row.measured).collect();
        assert_eq!(measured[..], [50.0, 0.4, 25.0]);
    }
}
