//! Quality of retrieval: by words, by vectors, and by both. A passage counts as found if it holds the words of the
//! answer. By words it must be as good as it was.

use anyhow::Context;
use retrieval::{Meaning, nearest};
use testing::TestStore;

use super::citations::Citations;
use super::embedder::Embedder;
use super::library::Library;
use super::questions::{Question, TEXTS, Text, pages_of, questions};
use crate::figures::Figure;

/// Passages that count as found.
pub const FOUND: usize = 5;
/// Depth to which the answer is searched in a ranking.
const DEPTH: usize = 50;

/// Minimum results by words in both texts, slightly below the current ones, so that regressions are noticed.
const BY_WORDS: Floors = Floors { recall: 0.79, mrr: 0.66, precision: 1.0, confirmed: 1.0 };

/// The least of each figure, of 1.
#[derive(Clone, Copy)]
struct Floors {
    recall: f64,
    mrr: f64,
    precision: f64,
    confirmed: f64,
}

/// Quality over all questions, and the precision of citations.
#[derive(Default)]
struct Quality {
    asked: usize,
    among_five: usize,
    reciprocal: f64,
    citations: Citations,
}

impl Quality {
    /// Counts a citation, true and altered. `other`: another question, from whose answer a word is borrowed.
    fn note(&mut self, question: &Question, other: &Question, found: &[&str]) {
        let place = found.iter().position(|passage| question.is_answered_by(passage));
        self.asked += 1;
        self.among_five += usize::from(place.is_some_and(|place| place < FOUND));
        self.reciprocal += place.map_or(0.0, |place| 1.0 / (place as f64 + 1.0));
        self.citations.note(question, other, &found[..found.len().min(FOUND)]);
    }

    fn recall(&self) -> f64 {
        self.among_five as f64 / self.asked.max(1) as f64
    }

    fn mrr(&self) -> f64 {
        self.reciprocal / self.asked.max(1) as f64
    }

    fn rows(&self, name: &str, floors: Option<Floors>) -> Vec<Figure> {
        let row = |figure: &str, measured: f64, least: Option<f64>| {
            Figure::new(format!("{name}: {figure}"), "of 1", None, measured).at_least(least)
        };
        let Citations { quotes, statements } = &self.citations;
        vec![
            row("recall@5", self.recall(), floors.map(|least| least.recall)),
            row("MRR", self.mrr(), floors.map(|least| least.mrr)),
            row("citation precision", quotes.precision(), floors.map(|least| least.precision)),
            row("true quotes confirmed", quotes.confirmed(), floors.map(|least| least.confirmed)),
            row("precision of close statements", statements.precision(), None),
            row("true statements confirmed", statements.confirmed(), None),
        ]
    }
}

/// Results by words and, with an embedding model, by vectors and by both.
#[derive(Default)]
struct Ways {
    words: Quality,
    vectors: Quality,
    both: Quality,
}

pub async fn measure(
    name: &str,
    store: TestStore,
    embedder: Option<&Embedder>,
) -> anyhow::Result<Vec<Figure>> {
    let ways = ask(store, &TEXTS, embedder).await?;
    let mut rows = ways.words.rows(&format!("retrieval by words, {name}"), Some(BY_WORDS));
    for (way, quality) in [("vectors", ways.vectors), ("both", ways.both)] {
        let way = format!("retrieval by {way}, {name}");
        match embedder {
            Some(_) => rows.extend(quality.rows(&way, None)),
            None => rows.push(Figure::not_measured(way, "no embedding model")),
        }
    }
    Ok(rows)
}

/// Asks all questions that these texts answer.
async fn ask(
    store: TestStore,
    texts: &[Text],
    embedder: Option<&Embedder>,
) -> anyhow::Result<Ways> {
    let parsed: Vec<_> = texts.iter().map(|text| pages_of(text.content)).collect();
    let library = Library::of(store, &parsed).await?;
    if let Some(embedder) = embedder {
        embedder.embed_all(&library).await?;
    }
    let passages = library.texts().await?;
    let mut questions = questions();
    questions.retain(|question| texts.iter().any(|text| text.name == question.text));
    let others = questions.iter().cycle().skip(1);
    let mut ways = Ways::default();
    for (question, other) in questions.iter().zip(others) {
        let by_words = library.find(question.question, None, DEPTH).await?;
        ways.words.note(question, other, &texts_of(&by_words));
        let Some(embedder) = embedder else { continue };
        let meant = embedder.embed(&[question.question.to_owned()]).await?;
        let meant = meant.first().context("a question has a vector")?;
        let mut conn = library.server.services.db.read().await?;
        let near = nearest(&mut conn, &library.files, &embedder.model, meant, DEPTH).await?;
        drop(conn);
        let near: Option<Vec<&str>> =
            near.iter().map(|key| passages.get(key).map(String::as_str)).collect();
        ways.vectors.note(question, other, &near.context("what is near is a passage")?);
        let meaning = Meaning { model: &embedder.model, vector: meant };
        let by_both = library.find(question.question, Some(&meaning), DEPTH).await?;
        ways.both.note(question, other, &texts_of(&by_both));
    }
    Ok(ways)
}

fn texts_of(found: &[retrieval::Found]) -> Vec<&str> {
    found.iter().map(|passage| passage.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use testing::for_each_store;

    use super::*;

    // Values of the shorter text, so that it takes less than a second; `make bench` checks both against `BY_WORDS`.
    const OF_THE_CONSTITUTION: Floors =
        Floors { recall: 0.9, mrr: 0.8, precision: 1.0, confirmed: 1.0 };

    for_each_store! {
        async fn words_find_what_they_found(store) {
            let Ways { words, .. } = ask(store, &TEXTS[1..], None).await.unwrap();
            assert_eq!(words.asked, 25, "questions are missing");
            let rows = words.rows("by words", Some(OF_THE_CONSTITUTION));
            for row in rows {
                assert!(!row.is_missed(), "{}: {:?} of {:?}", row.name, row.measured, row.at_least);
            }
        }
    }

    #[test]
    fn quality_is_counted_by_the_place_of_the_answer() {
        let question =
            |answer: &str| Question { text: "alice", question: "?", answer: answer.to_owned() };
        let (tea, other) = (question("tea"), question("jam"));
        let mut quality = Quality::default();
        let nine = [&["x"; 9][..], &["tea"]].concat();
        for found in [&["tea"][..], &["x", "tea"], &nine[..], &[]] {
            quality.note(&tea, &other, found);
        }
        assert_eq!((quality.recall(), quality.mrr()), (0.5, 0.4));
    }
}
