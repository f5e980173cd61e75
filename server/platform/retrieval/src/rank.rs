use std::collections::{HashMap, HashSet};

use store::words::tokens;

/// Weight of repeated words, and penalty for long passages: the usual values of BM25.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Returns the places of the passages that answer `query` best, with the best first, by BM25. `all`: how many passages
/// there are, those without any of the words included.
pub fn rank(query: &str, passages: &[&str], all: usize) -> Vec<usize> {
    let wanted = distinct(tokens(query));
    let places: HashMap<&str, usize> =
        wanted.iter().enumerate().map(|(place, word)| (word.as_str(), place)).collect();
    let counted: Vec<Counted> = passages.iter().map(|text| Counted::of(text, &places)).collect();
    let average = counted.iter().map(|one| one.length).sum::<f64>() / counted.len().max(1) as f64;
    let rarities: Vec<f64> = (0..wanted.len())
        .map(|place| rarity(counted.iter().filter(|one| one.counts[place] > 0.0).count(), all))
        .collect();
    let score = |one: &Counted| -> f64 {
        let weights = one.counts.iter().zip(&rarities);
        weights.map(|(count, rarity)| weight(*rarity, *count, one.length, average)).sum()
    };
    let mut scored: Vec<(usize, f64)> = counted.iter().map(score).enumerate().collect();
    scored.retain(|(_, score)| *score > 0.0);
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    scored.into_iter().map(|(index, _)| index).collect()
}

/// Returns how much a word tells that `holding` of `all` passages say.
pub fn rarity(holding: usize, all: usize) -> f64 {
    let (holding, all) = (holding as f64, all as f64);
    (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln()
}

/// Returns what a word adds to the score of a passage that says it `count` times and has `length` words.
pub fn weight(rarity: f64, count: f64, length: f64, average: f64) -> f64 {
    let held_back = K1 * (1.0 - B + B * length / average.max(1.0));
    rarity * count * (K1 + 1.0) / (count + held_back)
}

/// Returns the words without repetitions, in their order.
pub fn distinct(words: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    words.into_iter().filter(|word| seen.insert(word.clone())).collect()
}

/// Counts of the wanted words in a passage.
struct Counted {
    counts: Vec<f64>,
    length: f64,
}

impl Counted {
    fn of(text: &str, places: &HashMap<&str, usize>) -> Self {
        let said = tokens(text);
        let mut counts = vec![0.0; places.len()];
        for word in &said {
            if let Some(place) = places.get(word.as_str()) {
                counts[*place] += 1.0;
            }
        }
        Self { counts, length: said.len() as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_count_more_than_common_ones() {
        let passages = ["the rent is due", "the the the house", "the deposit is returned"];
        assert_eq!(rank("the deposit", &passages, 3)[0], 2);
        assert_eq!(rank("rent", &passages, 3), [0]);
        assert!(rank("absent", &passages, 3).is_empty());
    }

    #[test]
    fn words_are_found_in_any_script() {
        assert_eq!(rank("押金", &["房租每月", "押金退还"], 2), [1]);
    }
}
