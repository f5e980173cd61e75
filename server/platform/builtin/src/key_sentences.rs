//! Picks the key sentences of a text: LexRank over tf-idf, with a preference for beginnings and
//! against repetition. Sentences are quoted word for word; nothing is written.

use std::collections::HashMap;

use crate::answer::{Answer, Skill};
use crate::markdown::escape;
use crate::sentences::{Sentence, Terms, split};
use crate::texts::{Texts, fill};
use crate::words::is_unspaced;

/// Comparing all with all takes the square of this.
const SENTENCES_MAX: usize = 800;
const SENTENCES_MIN: usize = 5;
/// Minimum number of terms of a sentence. Shorter ones are headings and exclamations, much longer ones are tables and
/// lists.
const SENTENCE_MIN_TERMS: usize = 4;
const SENTENCE_MAX_TERMS: usize = 80;
/// Maximum length of a sentence in characters. A longer one is a list or has no punctuation at all.
const SENTENCE_MAX_CHARS: usize = 800;
/// One sentence in this many is picked.
const SENTENCES_PER_PICK: usize = 6;
const PICKED_MIN: usize = 3;
const PICKED_MAX: usize = 7;

/// PageRank's usual damping.
const DAMPING: f32 = 0.85;
const RANK_ROUNDS: usize = 40;
/// Bonus of the first sentence over a late one; the first of a paragraph gets half.
const LEAD_GAIN: f32 = 0.6;
/// Penalty for similarity to a sentence that is already picked, relative to the rank.
const REPETITION_COST: f32 = 0.5;
/// Similarity from which two sentences say the same.
const SAME_LIKENESS: f32 = 0.8;

pub fn answer(text: &str, texts: &Texts) -> Answer {
    let reply = |markdown: String, needs_model| Answer {
        skill: Skill::KeySentences,
        markdown,
        citations: Vec::new(),
        needs_model,
    };
    if !text.chars().any(char::is_alphanumeric) {
        return reply(texts.nothing_to_pick_from.to_owned(), false);
    }
    let sentences = split(text, SENTENCES_MAX + 1);
    let is_cut = sentences.len() > SENTENCES_MAX;
    let sentences = &sentences[..sentences.len().min(SENTENCES_MAX)];
    let picked = pick(sentences, &Terms::for_text(text), None);
    if picked.is_empty() {
        return reply(texts.too_short_to_pick_from.to_owned(), true);
    }

    let total = sentences.len().to_string();
    let mut blocks = vec![texts.key_sentences.to_owned()];
    for index in picked {
        let number = (index + 1).to_string();
        let place = fill(texts.sentence_place, &[("number", &number), ("total", &total)]);
        blocks.push(format!("> {}  \n> *{place}*", escape(&sentences[index].text)));
    }
    if is_cut {
        blocks.push(fill(texts.read_in_part, &[("read", &total)]));
    }
    blocks.push(texts.picked_by.to_owned());
    reply(blocks.join("\n\n"), false)
}

/// Returns the most important sentences of a text, verbatim and in order, at most `limit`; the first ones if the text
/// is too short to choose from. White space may differ from the text.
pub fn key_sentences(text: &str, limit: usize) -> Vec<String> {
    let sentences = split(text, SENTENCES_MAX);
    let picked = pick(&sentences, &Terms::for_text(text), Some(limit));
    if picked.is_empty() {
        return sentences.into_iter().take(limit).map(|sentence| sentence.text).collect();
    }
    picked.into_iter().map(|index| sentences[index].text.clone()).collect()
}

/// Returns the indices of the key sentences, in the order of the text, as many as wanted or suitable for its length.
/// Empty if the text is too short to choose from.
fn pick(sentences: &[Sentence], terms: &Terms, wanted: Option<usize>) -> Vec<usize> {
    let candidates: Vec<(usize, HashMap<String, f32>)> = sentences
        .iter()
        .enumerate()
        .filter(|(_, sentence)| sentence.text.chars().count() <= SENTENCE_MAX_CHARS)
        .map(|(index, sentence)| (index, terms.of(&sentence.text)))
        .filter(|(index, terms)| {
            // Pairs of characters are about twice as many as words.
            let scale = if sentences[*index].text.contains(is_unspaced) { 2 } else { 1 };
            (SENTENCE_MIN_TERMS..=SENTENCE_MAX_TERMS * scale).contains(&terms.len())
        })
        .map(|(index, terms)| (index, count(terms)))
        .collect();
    if candidates.len() < SENTENCES_MIN {
        return Vec::new();
    }

    let (indices, counts): (Vec<usize>, Vec<_>) = candidates.into_iter().unzip();
    let vectors = weigh(&counts);
    let likeness = Likeness::of(&vectors);
    let mut scores = likeness.ranks();
    for (score, index) in scores.iter_mut().zip(&indices) {
        *score *= 1.0 + lead_gain(sentences, *index);
    }
    let usual = (indices.len() / SENTENCES_PER_PICK).clamp(PICKED_MIN, PICKED_MAX);
    let wanted = wanted.unwrap_or(usual);
    let mut picked: Vec<usize> =
        choose(&scores, &likeness, wanted).into_iter().map(|row| indices[row]).collect();
    picked.sort_unstable();
    picked
}

fn count(terms: Vec<String>) -> HashMap<String, f32> {
    let mut counts = HashMap::new();
    for term in terms {
        *counts.entry(term).or_insert(0.0) += 1.0;
    }
    counts
}

/// Returns tf-idf vectors of length 1, as sorted lists of (number of the term, weight).
fn weigh(counts: &[HashMap<String, f32>]) -> Vec<Vec<(usize, f32)>> {
    let mut holders: HashMap<&str, (usize, f32)> = HashMap::new();
    for term in counts.iter().flat_map(HashMap::keys) {
        let number = holders.len();
        holders.entry(term).or_insert((number, 0.0)).1 += 1.0;
    }
    let total = counts.len() as f32;
    counts
        .iter()
        .map(|counts| {
            let mut vector: Vec<(usize, f32)> = counts
                .iter()
                .filter_map(|(term, times)| {
                    let (number, holders) = holders.get(term.as_str())?;
                    Some((*number, (1.0 + times.ln()) * (1.0 + total / holders).ln()))
                })
                .collect();
            vector.sort_unstable_by_key(|(number, _)| *number);
            let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
            vector.iter_mut().for_each(|(_, weight)| *weight /= length.max(f32::MIN_POSITIVE));
            vector
        })
        .collect()
}

/// Similarity of every two sentences: the cosine of their vectors, from 0 to 1.
struct Likeness {
    size: usize,
    values: Vec<f32>,
}

impl Likeness {
    fn of(vectors: &[Vec<(usize, f32)>]) -> Self {
        let size = vectors.len();
        let mut values = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..row {
                let value = product(&vectors[row], &vectors[column]);
                values[row * size + column] = value;
                values[column * size + row] = value;
            }
        }
        Self { size, values }
    }

    fn between(&self, row: usize, column: usize) -> f32 {
        self.values[row * self.size + column]
    }

    /// Returns the PageRank of each sentence; the mean rank is 1.
    fn ranks(&self) -> Vec<f32> {
        let sums: Vec<f32> = self.values.chunks(self.size).map(|row| row.iter().sum()).collect();
        let mut ranks = vec![1.0; self.size];
        for _ in 0..RANK_ROUNDS {
            ranks = (0..self.size)
                .map(|row| {
                    let given: f32 = (0..self.size)
                        .filter(|other| sums[*other] > 0.0)
                        .map(|other| self.between(other, row) / sums[other] * ranks[other])
                        .sum();
                    1.0 - DAMPING + DAMPING * given
                })
                .collect();
        }
        ranks
    }
}

fn product(left: &[(usize, f32)], right: &[(usize, f32)]) -> f32 {
    let (mut left, mut right, mut sum) = (left.iter().peekable(), right.iter().peekable(), 0.0);
    while let (Some((a, x)), Some((b, y))) = (left.peek(), right.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => {
                left.next();
            }
            std::cmp::Ordering::Greater => {
                right.next();
            }
            std::cmp::Ordering::Equal => {
                sum += x * y;
                left.next();
                right.next();
            }
        }
    }
    sum
}

fn lead_gain(sentences: &[Sentence], index: usize) -> f32 {
    let opens_paragraph =
        index == 0 || sentences[index - 1].paragraph != sentences[index].paragraph;
    let by_paragraph = if opens_paragraph { LEAD_GAIN / 2.0 } else { 0.0 };
    by_paragraph.max(LEAD_GAIN / (1.0 + index as f32 / 3.0))
}

/// Picks the best score repeatedly, minus a penalty for repeating those already picked (MMR).
fn choose(scores: &[f32], likeness: &Likeness, wanted: usize) -> Vec<usize> {
    let best = scores.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < wanted.min(scores.len()) {
        let worth = |row: usize| {
            let repeats =
                chosen.iter().map(|other| likeness.between(row, *other)).fold(0.0, f32::max);
            scores[row] / best - REPETITION_COST * repeats
        };
        let next = (0..scores.len())
            .filter(|row| {
                chosen
                    .iter()
                    .all(|other| row != other && likeness.between(*row, *other) < SAME_LIKENESS)
            })
            .max_by(|a, b| worth(*a).total_cmp(&worth(*b)).then(b.cmp(a)));
        match next {
            Some(row) => chosen.push(row),
            None => break,
        }
    }
    chosen
}

#[cfg(test)]
mod tests;
