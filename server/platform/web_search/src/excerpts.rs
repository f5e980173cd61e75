//! Excerpts of a long page that matter for a question, chosen by its words.

use std::collections::HashSet;

use retrieval::{sentences, telling_words};
use store::words::tokens;

/// Returns as much of a text as fits: the paragraphs with most of the question's words, in the text's own order.
/// Omissions are marked.
pub fn excerpt(text: &str, question: &str, max_chars: usize) -> String {
    if text.chars().count() <= max_chars {
        return text.trim().to_owned();
    }
    let wanted = telling_words(question);
    let paragraphs: Vec<&str> = text.split('\n').filter(|line| !line.trim().is_empty()).collect();
    let mut by_worth: Vec<(usize, usize)> = paragraphs
        .iter()
        .enumerate()
        .map(|(at, paragraph)| {
            (
                tokens(paragraph).into_iter().collect::<HashSet<_>>().intersection(&wanted).count(),
                at,
            )
        })
        .collect();
    by_worth.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut left = max_chars;
    let mut taken = Vec::new();
    for (_, at) in by_worth {
        let length = paragraphs[at].chars().count() + 1;
        if length <= left {
            left -= length;
            taken.push(at);
        } else if taken.is_empty() {
            return paragraphs[at].chars().take(max_chars).collect();
        }
    }
    taken.sort_unstable();
    let mut excerpt = String::new();
    let mut last = None;
    for at in taken {
        if last.is_some_and(|last| at > last + 1) {
            excerpt.push_str("[…]\n");
        }
        excerpt.push_str(paragraphs[at].trim());
        excerpt.push('\n');
        last = Some(at);
    }
    excerpt.trim_end().to_owned()
}

/// Returns the sentences of numbered texts with most of the question's words, best first, at most `limit` and two of
/// each text: the answer if no model is connected.
pub fn key_sentences<'a>(
    sources: &[(i64, &'a str)],
    question: &str,
    limit: usize,
) -> Vec<(i64, &'a str)> {
    let wanted = telling_words(question);
    let mut scored = Vec::new();
    for (place, (number, text)) in sources.iter().enumerate() {
        let mut of_text: Vec<(f64, &str)> = sentences(text)
            .into_iter()
            .map(|(_, sentence)| sentence.trim())
            .filter(|sentence| (15..=500).contains(&sentence.chars().count()))
            .map(|sentence| {
                let said: HashSet<String> = tokens(sentence).into_iter().collect();
                let held = said.intersection(&wanted).count() as f64;
                // Of two equally good sentences the shorter one; of two texts, the one that was found first.
                (held - said.len() as f64 / 200.0 - place as f64 / 100.0, sentence)
            })
            .filter(|(score, _)| *score > 0.0)
            .collect();
        of_text.sort_by(|a, b| b.0.total_cmp(&a.0));
        of_text.dedup_by(|a, b| a.1 == b.1);
        scored.extend(
            of_text.into_iter().take(2).map(|(score, sentence)| (score, *number, sentence)),
        );
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut said = HashSet::new();
    scored.retain(|(_, _, sentence)| said.insert(*sentence));
    scored.into_iter().take(limit).map(|(_, number, sentence)| (number, sentence)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_keeps_what_is_about_the_question_in_its_order() {
        let filler = "Nothing of interest stands here at all.\n".repeat(20);
        let text = format!("{filler}The moon causes tides.\n{filler}Tides follow the moon.\n");
        let cut = excerpt(&text, "what causes tides", 120);
        assert!(cut.chars().count() <= 140, "{cut}");
        let (first, second) =
            (cut.find("The moon causes").unwrap(), cut.find("Tides follow").unwrap());
        assert!(first < second && cut.contains("[…]"));
        assert_eq!(excerpt(" short ", "x", 100), "short");
        assert_eq!(excerpt(&"x".repeat(50), "x", 10).len(), 10);
    }

    #[test]
    fn sentences_are_picked_by_the_words_of_the_question() {
        let one = "Boats float. The tides are caused by the pull of the moon on the sea. Fish swim in it.";
        let two = "Tides are also caused by the sun, to a smaller part than by the moon.";
        let picked = key_sentences(&[(1, one), (2, two)], "What are tides caused by?", 5);
        assert_eq!(picked.len(), 2);
        assert!(picked.iter().all(|(_, sentence)| sentence.contains("caused by")));
        assert_eq!(picked[0].0, 1, "what was found first goes before");
        assert!(key_sentences(&[(1, one)], "quantum", 5).is_empty());
    }
}
