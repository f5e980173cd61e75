//! Quotes the person's own chats.

use kernel::collapse_whitespace;
use providers::Citation;
use unicode_segmentation::UnicodeSegmentation;

use crate::answer::{Answer, Library, LibraryError, Passage, Skill};
use crate::markdown::escape;
use crate::request::asks_to_search;
use crate::texts::{Texts, fill};

/// Number of matches to request; some of them are searches themselves.
const SEARCH_LIMIT: usize = 24;
const SHOWN_MAX: usize = 6;
/// Maximum number of single words to try if no message has all of them.
const SINGLE_WORDS_MAX: usize = 3;
/// Length of an excerpt in characters, around the first matching word.
const EXCERPT_CHARS: usize = 280;
const EXCERPT_BEFORE_CHARS: usize = 80;

/// Stop words, which are ignored in searches.
const SMALL_WORDS: [&str; 24] = [
    "a", "about", "an", "and", "any", "at", "did", "for", "from", "had", "have", "i", "in", "it",
    "my", "of", "on", "our", "that", "the", "this", "to", "we", "with",
];

/// Searches for `query` and quotes the results: places with all its words, or else with its longest words, one by one.
pub async fn answer(
    query: &str,
    asked: &str,
    library: &dyn Library,
    texts: &Texts,
) -> Result<Answer, LibraryError> {
    for words in searches(query) {
        let found = library.search_own_chats(&words, SEARCH_LIMIT).await?;
        let passages = worth_showing(found, asked);
        if !passages.is_empty() {
            return Ok(passages_text(&words, passages, texts));
        }
    }
    Ok(reply(fill(texts.nothing_in_chats, &[("query", &escape(query))]), Vec::new()))
}

/// Returns the searches to make, one after the other until one finds something.
fn searches(query: &str) -> Vec<String> {
    let telling: Vec<&str> = query
        .split_whitespace()
        .filter(|word| !SMALL_WORDS.contains(&word.to_lowercase().as_str()))
        .collect();
    let mut searches = match telling.as_slice() {
        [] => vec![query.to_owned()],
        words => vec![words.join(" ")],
    };
    // The index finds "recipes" by "recipe", but not the other way round.
    let mut single: Vec<String> = telling
        .iter()
        .flat_map(|word| word.unicode_words())
        .map(|word| match word.strip_suffix('s') {
            Some(stem) if word.is_ascii() && stem.len() > 3 && !stem.ends_with('s') => stem,
            _ => word,
        })
        .filter(|word| word.chars().count() > 2)
        .map(str::to_owned)
        .collect();
    single.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    single.truncate(SINGLE_WORDS_MAX);
    single.retain(|word| *word != searches[0]);
    searches.extend(single);
    searches
}

/// Beginning of the answer to a search without result in earlier versions, which chats still contain.
const FORMER_NOTHING: &str = "Nothing in your chats has “";

/// Filters out searches and their answers, which contain the same words but are not what people look for, and titles of
/// chats that are already shown by a message.
fn worth_showing(found: Vec<Passage>, asked: &str) -> Vec<Passage> {
    let is_search = |text: &str| {
        text == asked.trim()
            || asks_to_search(text)
            || text.starts_with(FORMER_NOTHING)
            || Texts::all().iter().any(|texts| {
                let nothing = texts.nothing_in_chats.split("{query}").next().unwrap_or_default();
                text.contains(texts.quoted_from_chats) || text.starts_with(nothing)
            })
    };
    let passages: Vec<Passage> =
        found.into_iter().filter(|passage| !is_search(passage.text.trim())).collect();
    let has_message = |title: &Passage| {
        passages.iter().any(|other| {
            other.conversation_id == title.conversation_id && other.message_id.is_some()
        })
    };
    let is_shown = |passage: &&Passage| passage.message_id.is_some() || !has_message(passage);
    passages.iter().filter(is_shown).take(SHOWN_MAX).cloned().collect()
}

fn passages_text(query: &str, passages: Vec<Passage>, texts: &Texts) -> Answer {
    let (shown_query, count) = (escape(query), passages.len().to_string());
    let mut blocks =
        vec![fill(texts.found_in_chats, &[("query", &shown_query), ("count", &count)])];
    let mut citations = Vec::new();
    for passage in passages {
        let excerpt = excerpt(&passage.text, query);
        let title = match passage.title.trim() {
            "" => texts.untitled_chat.to_owned(),
            title => title.to_owned(),
        };
        let date = passage.created_at.utc_date();
        blocks.push(format!("**{}** · {date}\n\n> {}", escape(&title), escape(&excerpt)));
        citations.push(Citation {
            title,
            url: None,
            quote: Some(excerpt),
            conversation_id: Some(passage.conversation_id),
            message_id: passage.message_id,
        });
    }
    blocks.push(texts.quoted_from_chats.to_owned());
    reply(blocks.join("\n\n"), citations)
}

fn reply(markdown: String, citations: Vec<Citation>) -> Answer {
    Answer { skill: Skill::OwnChats, markdown, citations, needs_model: false }
}

/// Returns the part of `text` around the first word of `query` that it holds, on one line.
fn excerpt(text: &str, query: &str) -> String {
    let text: Vec<char> = collapse_whitespace(text).chars().collect();
    if text.len() <= EXCERPT_CHARS {
        return text.into_iter().collect();
    }

    let wanted: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let at = wanted.iter().filter_map(|word| position(&text, word)).min().unwrap_or(0);
    let mut start = at.saturating_sub(EXCERPT_BEFORE_CHARS).min(text.len() - EXCERPT_CHARS);
    let mut end = start + EXCERPT_CHARS;
    // Not in the middle of a word, if the script has words.
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

/// Returns the position of `word` in `text`, in characters, ignoring case.
fn position(text: &[char], word: &str) -> Option<usize> {
    let word: Vec<char> = word.chars().collect();
    let lower = |c: &char| c.to_lowercase().next().unwrap_or(*c);
    text.windows(word.len().max(1))
        .position(|window| window.iter().map(lower).eq(word.iter().copied()))
}

#[cfg(test)]
mod tests {
    use kernel::{ConversationId, MessageId, Timestamp, Uuid};

    use super::*;

    fn passage(conversation: u128, title: &str, text: &str) -> Passage {
        Passage {
            conversation_id: ConversationId(Uuid::from_u128(conversation)),
            message_id: Some(MessageId(Uuid::from_u128(7))),
            title: title.into(),
            text: text.into(),
            created_at: Timestamp::from_micros(0),
        }
    }

    #[test]
    fn a_passage_is_quoted_with_its_chat_and_day() {
        let found = vec![passage(1, "Dinner", "We had *pasta*.")];
        let answer = passages_text("pasta", found, Texts::of("en"));

        assert!(answer.markdown.contains("**Dinner** · 1970-01-01\n\n> We had \\*pasta\\*."));
        assert_eq!(answer.citations[0].message_id, Some(MessageId(Uuid::from_u128(7))));
        assert_eq!(answer.citations[0].quote.as_deref(), Some("We had *pasta*."));
    }

    #[test]
    fn searches_and_their_answers_are_not_found_by_searching() {
        let found = vec![
            passage(1, "a", "find in my chats pasta"),
            passage(2, "b", "when did I talk about pasta?"),
            passage(3, "c", "请 pasta"),
            passage(4, "d", "Nothing in your chats has “pasta”. The search …"),
            passage(5, "e", Texts::of("zh").quoted_from_chats),
            passage(6, "f", "Nothing in your chats matches “pasta”. The search …"),
        ];
        assert_eq!(worth_showing(found, " 请 pasta"), []);
    }

    #[test]
    fn a_title_is_shown_only_for_a_chat_without_a_found_message() {
        let title = Passage { message_id: None, ..passage(1, "Pasta", "Pasta") };
        let other = Passage { message_id: None, ..passage(2, "More pasta", "More pasta") };
        let message = passage(1, "Pasta", "We had pasta.");
        let shown = worth_showing(vec![title, other.clone(), message.clone()], "");
        assert_eq!(shown, [other, message]);
    }

    #[test]
    fn all_telling_words_are_looked_for_first_and_then_the_longest_alone() {
        assert_eq!(searches("the pasta recipes"), ["pasta recipes", "recipe", "pasta"]);
        assert_eq!(searches("pasta"), ["pasta"]);
        assert_eq!(searches("the"), ["the"]);
        assert_eq!(searches("假期"), ["假期"]);
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
