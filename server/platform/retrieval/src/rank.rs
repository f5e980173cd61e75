use std::collections::{HashMap, HashSet};

use store::words::tokens;

/// Weight of repeated words, and penalty for long passages: the usual values of BM25.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Returns the places of the passages that answer `query` best, with the best first, by BM25. `all`: how many passages
/// there are, those without any of the words included.
pub fn rank(query: &str, passages: &[&str], all: usize) -> Vec<usize> {
    let wanted: HashSet<String> = tokens(query).into_iter().collect();
    let counted: Vec<Counted> = passages.iter().map(|text| Counted::of(text, &wanted)).collect();
    let average = counted.iter().map(|one| one.length).sum::<f64>() / counted.len().max(1) as f64;
    let holding =
        |word: &String| counted.iter().filter(|one| one.counts.contains_key(word)).count();
    let rarity: HashMap<&String, f64> = wanted
        .iter()
        .map(|word| {
            let holding = holding(word) as f64;
            (word, (1.0 + (all as f64 - holding + 0.5) / (holding + 0.5)).ln())
        })
        .collect();
    let score = |one: &Counted| -> f64 {
        let weight = |(word, count): (&String, &f64)| {
            let held_back = K1 * (1.0 - B + B * one.length / average.max(1.0));
            rarity.get(word).copied().unwrap_or(0.0) * count * (K1 + 1.0) / (count + held_back)
        };
        one.counts.iter().map(weight).sum()
    };
    let mut scored: Vec<(usize, f64)> = counted.iter().map(score).enumerate().collect();
    scored.retain(|(_, score)| *score > 0.0);
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    scored.into_iter().map(|(index, _)| index).collect()
}

/// Counts of the wanted words in a passage.
struct Counted {
    counts: HashMap<String, f64>,
    length: f64,
}

impl Counted {
    fn of(text: &str, wanted: &HashSet<String>) -> Self {
        let said = tokens(text);
        let length = said.len() as f64;
        let mut counts = HashMap::new();
        for word in said {
            if wanted.contains(&word) {
                *counts.entry(word).or_insert(0.0) += 1.0;
            }
        }
        Self { counts, length }
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
