//! Selection of feed entries that match a query: feeds have no search of their own.

use std::cmp::Reverse;
use std::collections::HashSet;

use retrieval::telling_words;
use store::words::tokens;

use crate::hits::Hit;

/// Returns the entries with at least half of the words, those with most of them first, words in the title counting
/// twice; among equals the newest first. Each page occurs once. An empty query matches all.
pub fn matching(entries: Vec<Hit>, query: &str, limit: usize) -> Vec<Hit> {
    let wanted = telling_words(query);
    let needed = wanted.len().div_ceil(2);
    let mut known = HashSet::new();
    let mut fitting: Vec<(usize, Hit)> = Vec::new();
    for hit in entries {
        let title: HashSet<String> = tokens(&hit.title).into_iter().collect();
        let text = hit.snippet.as_deref().map(tokens).unwrap_or_default();
        let all: HashSet<String> = title.iter().cloned().chain(text).collect();
        let has = wanted.intersection(&all).count();
        if has >= needed && known.insert(hit.url.clone()) {
            fitting.push((has + wanted.intersection(&title).count(), hit));
        }
    }
    fitting.sort_by_key(|(score, hit)| Reverse((*score, hit.date.clone())));
    fitting.into_iter().map(|(_, hit)| hit).take(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(url: &str, title: &str, snippet: &str, date: &str) -> Hit {
        let [url, title] = [url, title].map(str::to_owned);
        let (snippet, date) = (Some(snippet.to_owned()), Some(date.to_owned()));
        Hit { title, url, snippet, date, ..Hit::default() }
    }

    fn urls(query: &str, limit: usize) -> Vec<String> {
        let entries = vec![
            hit("a", "Rain tomorrow", "The tides stay as they are", "2026-05-03"),
            hit("b", "Spring tides", "The moon is near", "2026-05-01"),
            hit("c", "Tides of the moon", "High water", "2026-04-01"),
            hit("c", "Tides of the moon", "The same again", "2026-04-02"),
            hit("d", "海上潮汐", "月亮", "2026-05-02"),
        ];
        matching(entries, query, limit).into_iter().map(|hit| hit.url).collect()
    }

    #[test]
    fn what_has_most_of_the_words_comes_first_and_each_page_once() {
        assert_eq!(urls("What do the tides have to do with the moon?", 10), ["c", "b"]);
        assert_eq!(urls("tides", 10), ["b", "c", "a"]);
        assert_eq!(urls("tides", 1), ["b"]);
        assert!(urls("volcano", 10).is_empty());
    }

    #[test]
    fn a_script_without_spaces_is_searched_too() {
        assert_eq!(urls("潮汐", 10), ["d"]);
    }

    #[test]
    fn a_query_that_says_nothing_gives_the_newest() {
        assert_eq!(urls("what is the", 2), ["a", "d"]);
    }
}
