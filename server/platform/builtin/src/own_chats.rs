//! Quotes what was said in the person's own chats.

use crate::answer::{Answer, Citation, Passage, Skill};
use crate::markdown::escape;
use crate::request::asks_to_search;
use crate::texts::{Texts, fill};

/// How many messages are asked for; some of them are searches themselves.
pub const SEARCH_LIMIT: usize = 12;
const SHOWN_MAX: usize = 6;
/// In characters, around the first word that was looked for.
const EXCERPT_CHARS: usize = 280;
const EXCERPT_BEFORE_CHARS: usize = 80;

/// Shows the passages that were `found` for `query`. The message that asked and earlier searches
/// hold the same words, but they are not what anybody looks for.
pub fn answer(query: &str, asked: &str, found: Vec<Passage>, texts: &Texts) -> Answer {
    let passages: Vec<Passage> =
        found.into_iter().filter(|passage| !is_search(passage, asked)).take(SHOWN_MAX).collect();
    let shown_query = escape(query);
    if passages.is_empty() {
        return reply(fill(texts.nothing_in_chats, &[("query", &shown_query)]), Vec::new());
    }

    let count = passages.len().to_string();
    let mut blocks =
        vec![fill(texts.found_in_chats, &[("query", &shown_query), ("count", &count)])];
    let mut citations = Vec::new();
    for passage in passages {
        let excerpt = excerpt(&passage.text, query);
        let title = match passage.title.trim() {
            "" => texts.untitled_chat.to_owned(),
            title => title.to_owned(),
        };
        let date: String = passage.created_at.chars().take_while(|c| *c != 'T').collect();
        blocks.push(format!(
            "**{}** · {}\n\n> {}",
            escape(&title),
            escape(&date),
            escape(&excerpt)
        ));
        citations.push(Citation {
            title,
            url: None,
            quote: Some(excerpt),
            conversation_id: Some(passage.conversation_id),
            message_id: Some(passage.message_id),
        });
    }
    blocks.push(texts.quoted_from_chats.to_owned());
    reply(blocks.join("\n\n"), citations)
}

fn reply(markdown: String, citations: Vec<Citation>) -> Answer {
    Answer { skill: Skill::OwnChats, markdown, citations, needs_model: false }
}

fn is_search(passage: &Passage, asked: &str) -> bool {
    let text = passage.text.trim();
    text == asked.trim() || asks_to_search(text)
}

/// The part of `text` around the first word of `query` that it holds, on one line.
fn excerpt(text: &str, query: &str) -> String {
    let text: Vec<char> = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
    if text.len() <= EXCERPT_CHARS {
        return text.into_iter().collect();
    }

    let wanted: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let at = wanted.iter().filter_map(|word| position(&text, word)).min().unwrap_or(0);
    let mut start = at.saturating_sub(EXCERPT_BEFORE_CHARS).min(text.len() - EXCERPT_CHARS);
    let mut end = start + EXCERPT_CHARS;
    // Not in the middle of a word, where there are words.
    if start > 0 {
        start = text[start..at.max(start)]
            .iter()
            .position(|c| *c == ' ')
            .map_or(start, |n| start + n + 1);
    }
    if end < text.len() {
        end = text[start..end].iter().rposition(|c| *c == ' ').map_or(end, |n| start + n);
    }
    let before = if start > 0 { "… " } else { "" };
    let after = if end < text.len() { " …" } else { "" };
    format!("{before}{}{after}", text[start..end].iter().collect::<String>())
}

/// Where `word` stands in `text`, in characters, whatever the case.
fn position(text: &[char], word: &str) -> Option<usize> {
    let word: Vec<char> = word.chars().collect();
    let lower = |c: &char| c.to_lowercase().next().unwrap_or(*c);
    text.windows(word.len().max(1))
        .position(|window| window.iter().map(lower).eq(word.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(title: &str, text: &str) -> Passage {
        Passage {
            conversation_id: "c1".into(),
            message_id: "m1".into(),
            title: title.into(),
            text: text.into(),
            created_at: "2026-11-20T10:00:00Z".into(),
        }
    }

    fn english(query: &str, found: Vec<Passage>) -> Answer {
        answer(query, "find in my chats pasta", found, Texts::of("en"))
    }

    #[test]
    fn a_passage_is_quoted_with_its_chat_and_day() {
        let answer = english("pasta", vec![passage("Dinner", "We had *pasta*.")]);

        assert!(answer.markdown.contains("**Dinner** · 2026-11-20\n\n> We had \\*pasta\\*."));
        assert_eq!(answer.citations[0].message_id.as_deref(), Some("m1"));
        assert_eq!(answer.citations[0].quote.as_deref(), Some("We had *pasta*."));
    }

    #[test]
    fn searches_are_not_found_by_searching() {
        let found = vec![
            passage("a", "find in my chats pasta"),
            passage("b", "when did I talk about pasta?"),
        ];
        let answer = english("pasta", found);
        assert!(answer.markdown.starts_with("Nothing in your chats has “pasta”"));
        assert!(answer.citations.is_empty());
    }

    #[test]
    fn a_long_message_is_cut_around_the_word() {
        let text = format!("{}the PASTA was good {}", "before ".repeat(100), "after ".repeat(100));
        let cut = excerpt(&text, "pasta");
        assert!(cut.contains("the PASTA was good"), "{cut}");
        assert!(cut.starts_with("… before") && cut.ends_with("after …"), "{cut}");
        assert!(cut.chars().count() <= EXCERPT_CHARS + 4);
    }

    #[test]
    fn a_long_message_without_spaces_is_cut_as_well() {
        let cut = excerpt(&"我们昨天去了公园".repeat(100), "公园");
        assert!(cut.contains("公园") && cut.chars().count() <= EXCERPT_CHARS + 4);
    }
}
