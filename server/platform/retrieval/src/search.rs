//! Ranking of passages by their words from the inverted indexes of their files, without reading their text. As exact as
//! `rank.rs`, and with the same scores.

use std::cmp::Ordering;

use crate::passages::{COMMON, WEIGHED_MAX, WORDS_MAX};
use crate::postings::{List, Postings, hash};
use crate::rank::{rarity, weight};

/// Maximum number of places where words are said that are counted for one question, unless one word alone has more.
const POSTINGS_MAX: usize = 60_000;
/// Maximum number of lookups of a word in an index, for one question.
const LOOKUPS_MAX: usize = 500_000;

/// The index of some passages of a file.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// Its place among the files that are searched.
    pub file: usize,
    /// Position of its first passage.
    pub first: i64,
    pub postings: &'a Postings,
}

/// Returns the passages that answer a question of these distinct words best, the best first: the place of the file, and
/// the position. Of equals the one that is in an earlier part comes first.
pub fn search(parts: &[Part<'_>], wanted: &[String], limit: usize) -> Vec<(usize, i64)> {
    let all = parts.iter().map(|part| part.postings.passages()).sum::<usize>();
    let words = list_words(parts, wanted, all);
    let chosen = choose(&words, all);
    let candidates = Candidates::of(parts, &chosen);
    let mut found = Vec::with_capacity(candidates.count);
    for (at, part) in parts.iter().enumerate() {
        let is_candidate = &candidates.are[at];
        if !is_candidate.contains(&true) {
            continue;
        }
        let mut scores = vec![0.0; is_candidate.len()];
        for Chosen { word, .. } in &chosen {
            let rarity = rarity(word.count, all);
            let Some(list) = &word.lists[at] else {
                continue;
            };
            list.for_each(|index, count| {
                if is_candidate.get(index) == Some(&true) {
                    let length = f64::from(part.postings.length(index));
                    scores[index] += weight(rarity, f64::from(count), length, candidates.average);
                }
            });
        }
        let scored = scores.into_iter().enumerate().filter(|(index, _)| is_candidate[*index]);
        found.extend(scored.map(|(index, score)| Scored { score, at, index }));
    }
    if found.len() > limit {
        found.select_nth_unstable_by(limit, Scored::best_first);
        found.truncate(limit);
    }
    found.sort_unstable_by(Scored::best_first);
    found.iter().map(|one| (parts[one.at].file, parts[one.at].first + one.index as i64)).collect()
}

struct Scored {
    score: f64,
    at: usize,
    index: usize,
}

impl Scored {
    fn best_first(&self, other: &Self) -> Ordering {
        let by_score = other.score.total_cmp(&self.score);
        by_score.then_with(|| (self.at, self.index).cmp(&(other.at, other.index)))
    }
}

/// A word of the question, and who says it.
struct Word<'a> {
    /// Passages that say it.
    count: usize,
    /// Those of each part.
    lists: Vec<Option<List<'a>>>,
}

/// Looks up the words of a question: those that some passage says.
fn list_words<'a>(parts: &[Part<'a>], wanted: &[String], all: usize) -> Vec<Word<'a>> {
    let most = if all > WEIGHED_MAX as usize { WORDS_MAX } else { wanted.len() };
    let most = most.min((LOOKUPS_MAX / parts.len().max(1)).max(WORDS_MAX));
    let words = wanted.iter().take(most).map(|word| {
        let hash = hash(word);
        let lists: Vec<_> = parts.iter().map(|part| part.postings.list(hash)).collect();
        Word { count: lists.iter().flatten().map(|list| list.count).sum(), lists }
    });
    words.filter(|word| word.count > 0).collect()
}

/// A word that counts.
struct Chosen<'a> {
    word: &'a Word<'a>,
    /// A passage is a candidate because it says the word.
    is_telling: bool,
}

/// Chooses the words that count, in their order. Among many passages only the rare words make a passage a candidate;
/// common ones may still decide between candidates, as many as can be counted in time.
fn choose<'a>(words: &'a [Word<'a>], all: usize) -> Vec<Chosen<'a>> {
    let is_rare = |word: &Word<'_>| all <= WEIGHED_MAX as usize || word.count < COMMON as usize;
    let is_any_rare = words.iter().any(is_rare);
    let mut rarest_first: Vec<usize> = (0..words.len()).collect();
    rarest_first.sort_by_key(|place| words[*place].count);
    let mut left = POSTINGS_MAX;
    let mut counts = vec![false; words.len()];
    for (nth, place) in rarest_first.into_iter().enumerate() {
        let fits = words[place].count <= left;
        counts[place] = fits || nth == 0;
        left = left.saturating_sub(if counts[place] { words[place].count } else { 0 });
    }
    let counted = words.iter().zip(counts).filter(|(_, counts)| *counts);
    counted.map(|(word, _)| Chosen { word, is_telling: is_rare(word) || !is_any_rare }).collect()
}

/// The passages that say a telling word.
struct Candidates {
    /// For each part: which of its passages.
    are: Vec<Vec<bool>>,
    count: usize,
    /// Their average number of words.
    average: f64,
}

impl Candidates {
    fn of(parts: &[Part<'_>], chosen: &[Chosen<'_>]) -> Self {
        let (mut are, mut count, mut length) = (Vec::with_capacity(parts.len()), 0, 0.0);
        for (at, part) in parts.iter().enumerate() {
            let mut here = vec![false; part.postings.passages()];
            for Chosen { word, .. } in chosen.iter().filter(|chosen| chosen.is_telling) {
                let Some(list) = &word.lists[at] else {
                    continue;
                };
                list.for_each(|index, _| {
                    if let Some(is_candidate @ false) = here.get_mut(index) {
                        *is_candidate = true;
                        count += 1;
                        length += f64::from(part.postings.length(index));
                    }
                });
            }
            are.push(here);
        }
        Self { are, count, average: length / count.max(1) as f64 }
    }
}

#[cfg(test)]
mod tests {
    use store::words::tokens;

    use super::*;
    use crate::postings::{Builder, PASSAGES_MAX};
    use crate::rank::{distinct, rank};

    /// Passages of words of which the first are said most, as in languages.
    struct Language(u64);

    impl Language {
        fn below(&mut self, most: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % most
        }

        fn text(&mut self, words: u64) -> String {
            let mut word = || {
                let most = self.below(2_000) + 1;
                format!("w{}", self.below(most))
            };
            (0..words).map(|_| word()).collect::<Vec<_>>().join(" ")
        }
    }

    fn indexed(texts: &[String]) -> Vec<Postings> {
        let parts = texts.chunks(PASSAGES_MAX).map(|some| {
            let mut builder = Builder::default();
            some.iter().for_each(|text| builder.add(&tokens(text)));
            Postings::read(builder.finish()).unwrap()
        });
        parts.collect()
    }

    fn found(parts: &[Vec<Postings>], question: &str, limit: usize) -> Vec<(usize, i64)> {
        let parts: Vec<Part<'_>> = parts
            .iter()
            .enumerate()
            .flat_map(|(file, parts)| {
                let numbered = parts.iter().enumerate();
                numbered.map(move |(nth, postings)| Part {
                    file,
                    first: (nth * PASSAGES_MAX) as i64,
                    postings,
                })
            })
            .collect();
        search(&parts, &distinct(tokens(question)), limit)
    }

    #[test]
    fn the_ranking_is_that_of_the_texts_themselves() {
        let mut language = Language(7);
        let files: Vec<Vec<String>> = [3, 0, 1_030, 150, 1]
            .map(|count| {
                let texts = (0..count).map(|_| {
                    let words = language.below(30);
                    language.text(words)
                });
                texts.collect()
            })
            .into();
        let parts: Vec<_> = files.iter().map(|texts| indexed(texts)).collect();
        let all: Vec<(usize, i64, &str)> = files
            .iter()
            .enumerate()
            .flat_map(|(file, texts)| {
                texts.iter().enumerate().map(move |(at, text)| (file, at as i64, text.as_str()))
            })
            .collect();
        let said: Vec<Vec<String>> = all.iter().map(|(.., text)| tokens(text)).collect();
        let mut asked = 0;
        for _ in 0..55 {
            let length = 1 + language.below(9);
            let question = language.text(length);
            let wanted = tokens(&question);
            let holding = all.iter().zip(&said);
            let holding = holding.filter(|(_, said)| said.iter().any(|word| wanted.contains(word)));
            let holding: Vec<_> = holding.map(|(passage, _)| passage).collect();
            let texts: Vec<&str> = holding.iter().map(|(.., text)| *text).collect();
            let ranked = rank(&question, &texts, all.len());
            let expected: Vec<_> =
                ranked.iter().map(|at| (holding[*at].0, holding[*at].1)).take(10).collect();
            assert_eq!(found(&parts, &question, 10), expected, "{question}");
            asked += usize::from(!expected.is_empty());
        }
        assert!(asked >= 50, "{asked} questions had answers");
    }

    #[test]
    fn among_many_passages_rare_words_decide_and_common_ones_still_find() {
        let mut texts = vec!["the tide of the day".to_owned(); 6_000];
        texts[4_000] = "a boat, the Albatross".to_owned();
        texts[5_000] = "a day, the Albatross".to_owned();
        let parts = [indexed(&texts)];
        assert_eq!(found(&parts, "the Albatross of the day", 9), [(0, 5_000), (0, 4_000)]);
        assert_eq!(found(&parts, "the tide of the day", 9).len(), 9);
        assert_eq!(found(&parts, "the tide of Venus", 2), [(0, 0), (0, 1)]);
        assert_eq!(found(&parts, "Venus", 2), []);
        assert_eq!(found(&parts, "", 2), []);
        assert_eq!(found(&[], "tide", 2), []);
    }

    #[test]
    fn no_more_is_counted_than_can_be_counted_in_time() {
        let word = |count| Word { count, lists: Vec::new() };
        let words = [word(50_000), word(150_000), word(3_000), word(20_000), word(9_000)];
        let counted = |words: &[Word<'_>]| -> Vec<usize> {
            choose(words, 200_000).iter().map(|chosen| chosen.word.count).collect()
        };
        assert_eq!(counted(&words), [3_000, 20_000, 9_000]);
        assert_eq!(counted(&words[..2]), [50_000]);
        assert_eq!(counted(&words[1..2]), [150_000], "one word is always counted");
        assert_eq!(counted(&[]), [0; 0]);
        // A long text is characterized by its beginning.
        let texts = vec![(0..200).map(|at| format!("n{at} ")).collect::<String>(); 2];
        let postings = indexed(&texts);
        let parts: Vec<_> =
            postings.iter().map(|postings| Part { file: 0, first: 0, postings }).collect();
        assert_eq!(list_words(&parts, &tokens(&texts[0]), 5_001).len(), WORDS_MAX);
        assert_eq!(list_words(&parts, &tokens(&texts[0]), 2).len(), 200);
    }
}
