//! Recognizes requests. Pure: the same text always yields the same request.

use unicode_segmentation::UnicodeSegmentation;

use crate::answer::Question;
use crate::expression::Calculation;
use crate::texts::{Phrases, Texts};
use crate::words::{is_one_of, is_unspaced, strip_around, strip_end, strip_start, trim_marks};

/// A person's request, with the words that matter.
#[derive(Debug, PartialEq)]
pub enum Request {
    SearchOwnChats(String),
    /// The text to check; empty when none was given.
    Proofread(String),
    /// The text to pick from; empty when none was given.
    KeySentences(String),
    Arithmetic(Calculation),
    Define(String),
    DefineIfKnown(String),
    Other,
}

/// Number of words from which an earlier message counts as a text and not as a remark.
const EARLIER_TEXT_MIN_WORDS: usize = 40;
/// Maximum length of a short question; nothing is looked up in a longer text.
const SHORT_QUESTION_MAX_CHARS: usize = 300;
const TERM_MAX_WORDS: usize = 5;
const PERHAPS_TERM_MAX_WORDS: usize = 3;
const TERM_MAX_CHARS: usize = 60;

pub fn recognise(question: &Question) -> Request {
    let text = without_politeness(&question.text);
    let short = text.chars().take(SHORT_QUESTION_MAX_CHARS + 1).count() <= SHORT_QUESTION_MAX_CHARS;

    if short && let Some(query) = in_any_language(|phrases| search_query(text, phrases)) {
        return Request::SearchOwnChats(query);
    }
    if let Some(text) = in_any_language(|phrases| proofread_text(text, phrases, question)) {
        return Request::Proofread(text);
    }
    if let Some(text) = in_any_language(|phrases| summarise_text(text, phrases, question)) {
        return Request::KeySentences(text);
    }
    if !short {
        return Request::Other;
    }
    if let Some(calculation) = Calculation::find(text) {
        return Request::Arithmetic(calculation);
    }
    if let Some(term) = in_any_language(|phrases| term_to_define(text, phrases)) {
        return Request::Define(term);
    }
    if let Some(term) = in_any_language(|phrases| term_to_define_perhaps(text, phrases)) {
        return Request::DefineIfKnown(term);
    }
    Request::Other
}

/// Returns true if `text` is itself a search of one's own chats.
pub fn asks_to_search(text: &str) -> bool {
    let text = without_politeness(text);
    in_any_language(|phrases| search_query(text, phrases)).is_some()
}

/// Strips "please", "can you" and the like at the start of `text`.
pub fn without_politeness(text: &str) -> &str {
    let mut text = text.trim();
    for _ in 0..4 {
        let shorter = in_any_language(|phrases| strip_start(text, phrases.politeness))
            .map(|rest| rest.trim_start_matches([',', '，', '،', '!', '！', ' ', '\n']))
            .filter(|rest| rest.chars().any(char::is_alphanumeric));
        match shorter {
            Some(rest) => text = rest.trim_start(),
            None => break,
        }
    }
    text
}

fn in_any_language<T>(find: impl Fn(&'static Phrases) -> Option<T>) -> Option<T> {
    Texts::all().into_iter().find_map(|texts| find(&texts.listens_for))
}

fn search_query(text: &str, phrases: &Phrases) -> Option<String> {
    let asked = trim_marks(text);
    let query = strip_start(asked, phrases.search_chats)
        .or_else(|| strip_around(asked, phrases.search_chats_around))?;
    let query = trim_marks(query);
    let query = strip_start(query, &["about", "for", "عن"]).map_or(query, trim_marks);
    (!query.is_empty()).then(|| query.to_owned())
}

fn proofread_text(text: &str, phrases: &Phrases, question: &Question) -> Option<String> {
    let rest = match strip_start(text, phrases.proofread) {
        Some(rest) => rest,
        None => strip_start(text, phrases.proofread_with_colon)
            .filter(|rest| begins_a_text(strip_pointer(rest, phrases)))?,
    };
    let body = strip_pointer(rest, phrases);
    if !is_blank(body) {
        return Some(body_of(body).to_owned());
    }
    let earlier = question.history.iter().rev().find(|text| !is_blank(text));
    Some(earlier.cloned().unwrap_or_default())
}

fn summarise_text(text: &str, phrases: &Phrases, question: &Question) -> Option<String> {
    if let Some(rest) = strip_start(text, phrases.summarise) {
        let body = strip_pointer(rest, phrases);
        if !is_blank(body) {
            return Some(body_of(body).to_owned());
        }
        let is_text = |text: &&String| text.unicode_words().count() >= EARLIER_TEXT_MIN_WORDS;
        return Some(question.history.iter().rev().find(is_text).cloned().unwrap_or_default());
    }

    // The request may follow the text.
    let (body, last_line) = text.trim_end().rsplit_once('\n')?;
    let last_line = without_politeness(last_line);
    let after = trim_marks(strip_start(last_line, phrases.summarise)?);
    let is_request = after.is_empty() || is_one_of(after, phrases.earlier_text);
    (is_request && body.unicode_words().count() >= EARLIER_TEXT_MIN_WORDS)
        .then(|| body.trim().to_owned())
}

/// Returns the text after "this text:" or "the following"; `rest` itself if it has no such reference.
fn strip_pointer<'a>(rest: &'a str, phrases: &Phrases) -> &'a str {
    let start = rest.trim_start_matches([' ', '\u{a0}']);
    let (first_line, more) = start.split_once('\n').unwrap_or((start, ""));
    let pointed = |line: &str| is_blank(line) || is_one_of(trim_marks(line), phrases.earlier_text);

    // "summarise this article for me?" and the text below it.
    let begins_with_pointer = || strip_start(first_line, phrases.earlier_text).is_some();
    if !is_blank(more) && first_line.chars().count() <= 60 && begins_with_pointer() {
        let points = first_line.trim_end().ends_with([':', '：', '?', '？', '؟', '.', '。']);
        if points || pointed(first_line) {
            return &start[first_line.len()..];
        }
    }
    if pointed(start) {
        return "";
    }
    match strip_start(start, phrases.earlier_text) {
        Some(after) if begins_a_text(after) => after,
        _ => start,
    }
}

fn begins_a_text(rest: &str) -> bool {
    rest.trim_start_matches([' ', '?', '؟', '？']).starts_with([':', '：', '\n', '\r'])
}

fn body_of(rest: &str) -> &str {
    rest.trim_start_matches([' ', ':', '：', '?', '؟', '？', '\n', '\r', '\t', '-', '—', '，', ','])
        .trim_end()
}

fn is_blank(text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
}

fn term_to_define(text: &str, phrases: &Phrases) -> Option<String> {
    let asked = trim_marks(text);
    let term = strip_around(asked, phrases.define_around)
        .or_else(|| strip_start(asked, phrases.define))
        .or_else(|| strip_end(asked, phrases.define_after))?;
    term_of(term, phrases, TERM_MAX_WORDS)
}

fn term_to_define_perhaps(text: &str, phrases: &Phrases) -> Option<String> {
    let asked = trim_marks(text);
    let is_one_word = || {
        text.trim_end().ends_with(['?', '？', '؟'])
            && asked.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))
            && !asked.chars().any(is_unspaced)
    };
    let term = strip_start(asked, phrases.define_perhaps)
        .or_else(|| strip_end(asked, phrases.define_perhaps_after))
        .or_else(|| is_one_word().then_some(asked))?;
    let is_talk =
        |term: &str| Texts::all().iter().any(|texts| is_one_of(term, texts.listens_for.small_talk));
    if is_talk(trim_marks(term)) {
        return None;
    }
    term_of(term, phrases, PERHAPS_TERM_MAX_WORDS).filter(|term| !is_talk(term))
}

/// Returns the term itself: no quotation marks, no "the word", not a whole sentence.
fn term_of(text: &str, phrases: &Phrases, max_words: usize) -> Option<String> {
    let mut term = trim_marks(text);
    for _ in 0..4 {
        let shorter = strip_start(term, phrases.around_terms)
            .or_else(|| strip_end(term, phrases.around_terms))
            .map(trim_marks)
            .filter(|rest| !rest.is_empty());
        match shorter {
            Some(rest) => term = rest,
            None => break,
        }
    }
    let is_term = term.chars().any(char::is_alphabetic)
        && !term.contains('\n')
        && term.chars().count() <= TERM_MAX_CHARS
        && term.split_whitespace().count() <= max_words;
    is_term.then(|| term.to_owned())
}

#[cfg(test)]
mod tests;
