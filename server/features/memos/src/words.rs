//! The words by which memos are found, and how the index of either engine is asked for them.

use std::collections::HashSet;

use kernel::UserId;
use store::Engine;
use store::words::{plain, tokens};

/// Maximum number of bytes of words in one row of the index: PostgreSQL refuses a row with a megabyte.
const WORDS_MAX_BYTES: usize = 500_000;

/// Returns each word of the texts once, and once without its accents.
pub(crate) fn distinct_words<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut seen = HashSet::new();
    let mut words = String::new();
    for word in texts.into_iter().flat_map(tokens).flat_map(|word| [plain(&word), Some(word)]) {
        let Some(word) = word.filter(|word| seen.insert(word.clone())) else { continue };
        if words.len() + word.len() >= WORDS_MAX_BYTES {
            break;
        }
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(&word);
    }
    words
}

/// Returns the memos that hold all words; the last one may be half typed.
pub(crate) fn match_all(engine: Engine, user_id: UserId, query: &str) -> Option<String> {
    let wanted = tokens(query);
    let last = wanted.len().checked_sub(1)?;
    let is_prefix = |index: usize| index == last && wanted[index].chars().count() >= 3;
    let owner = owner_token(user_id);
    // Tokens hold letters, digits and marks only: nothing in them needs escaping.
    let words = wanted.iter().take(QUERY_MAX_WORDS).enumerate();
    Some(match engine {
        Engine::Sqlite => {
            let sign = |index| if is_prefix(index) { "*" } else { "" };
            let words: Vec<_> =
                words.map(|(index, word)| format!("whole:\"{word}\"{}", sign(index))).collect();
            format!("owner:{owner} AND {}", words.join(" AND "))
        }
        Engine::Postgres => {
            let sign = |index| if is_prefix(index) { ":*" } else { "" };
            let words: Vec<_> =
                words.map(|(index, word)| format!("'{word}'{}", sign(index))).collect();
            format!("'{owner}' & {}", words.join(" & "))
        }
    })
}

/// Returns the passages that hold any of the words.
pub(crate) fn match_any(engine: Engine, user_id: UserId, query: &str) -> Option<String> {
    let mut seen = HashSet::new();
    let mut wanted = tokens(query);
    wanted.retain(|word| seen.insert(word.clone()));
    wanted.truncate(QUERY_MAX_WORDS);
    if wanted.is_empty() {
        return None;
    }
    let owner = owner_token(user_id);
    Some(match engine {
        Engine::Sqlite => {
            let words: Vec<_> = wanted.iter().map(|word| format!("\"{word}\"")).collect();
            format!("owner:{owner} AND words:({})", words.join(" OR "))
        }
        Engine::Postgres => {
            let words: Vec<_> = wanted.iter().map(|word| format!("'{word}'")).collect();
            format!("'{owner}' & ({})", words.join(" | "))
        }
    })
}

/// Maximum number of words of a question.
const QUERY_MAX_WORDS: usize = 200;

/// Returns the token of the owner, which is part of the index, so that the cost does not grow with other people's
/// texts.
pub(crate) fn owner_token(user_id: UserId) -> String {
    format!("u{}", user_id.0.simple())
}
