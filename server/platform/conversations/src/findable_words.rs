//! Words that find a message, and what a query asks of them. On top of the store's tokens: emoji, the end of a run without
//! spaces, what stands inside a Korean word, and words of Arabic and Hebrew without what is written onto their front.

use std::collections::HashSet;

use store::words::{plain, tokens};

/// One thing that a query wants.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub word: String,
    /// The word may go on.
    pub is_prefix: bool,
    /// Tokens that find the word inside a longer one, all of them.
    pub inside: Vec<String>,
}

/// Returns each word of `text` once, and once without its accents: search asks if a word occurs, not how often, and
/// finds `été` by `ete`.
pub(crate) fn distinct_words(text: &str) -> String {
    let mut seen = HashSet::new();
    let with_others = tokens(text).into_iter().flat_map(|word| {
        let mut words = pairs(&word);
        words.extend(without_front(&word));
        words.extend(plain(&word));
        words.push(word);
        words
    });
    let words = with_others.chain(run_ends(text)).chain(symbols_in(text).map(symbol_token));
    let words = words.filter(|word| seen.insert(word.clone()));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns what `query` wants: all of its words, and all of its emoji.
pub(crate) fn terms(query: &str) -> Vec<Term> {
    let words = tokens(query);
    let last = words.len().saturating_sub(1);
    let words = words.into_iter().enumerate().map(|(index, word)| Term {
        is_prefix: index == last || word.starts_with(is_hangul),
        inside: pairs(&word),
        word,
    });
    let symbol = |symbol| Term { word: symbol_token(symbol), is_prefix: false, inside: Vec::new() };
    words.chain(symbols_in(query).map(symbol)).collect()
}

/// Returns the emoji and other symbols in `text`; signs that only change one before them are left out.
pub(crate) fn symbols_in(text: &str) -> impl Iterator<Item = char> {
    let is_skin = |ch: &char| ('\u{1f3fb}'..='\u{1f3ff}').contains(ch);
    let is_symbol = |ch: &char| {
        !ch.is_alphanumeric()
            && matches!(*ch, '\u{a2}'..='\u{a5}' | '\u{a9}' | '\u{ae}' | '\u{20a0}'..='\u{20cf}'
                | '\u{2100}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
    };
    text.chars().filter(move |ch| is_symbol(ch) && !is_skin(ch))
}

/// Returns a symbol as a token of letters: a tokenizer splits at the symbol itself. No text has the first letter, which is
/// of private use.
fn symbol_token(symbol: char) -> String {
    format!("\u{e002}{:x}", u32::from(symbol))
}

pub(crate) fn is_hangul(ch: char) -> bool {
    matches!(ch, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7ff}')
}

/// Returns each pair of letters of a Korean word, whose parts are found inside it; the particles that follow it are
/// written without a space.
fn pairs(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() < 2 || !letters.iter().any(|ch| is_hangul(*ch)) {
        return Vec::new();
    }
    letters.windows(2).map(|pair| pair.iter().collect()).collect()
}

/// Returns the last letter of each run of a script without spaces: pairs begin with all others.
fn run_ends(text: &str) -> impl Iterator<Item = String> {
    let is_unspaced = |ch: char| tokens(&ch.to_string().repeat(3)).len() == 2;
    let ends = text.split(|ch: char| !ch.is_alphanumeric()).filter_map(|run| run.chars().last());
    let ends: Vec<String> = ends
        .filter(|ch| !ch.is_ascii() && is_unspaced(*ch))
        .map(|ch| ch.to_lowercase().collect())
        .collect();
    ends.into_iter()
}

/// Returns a word of Arabic or Hebrew without the article and the small words that are written onto its front, one after
/// the other.
fn without_front(word: &str) -> Vec<String> {
    let fronts: &[&str] = match word.chars().next() {
        Some('\u{0620}'..='\u{064a}') => &["و", "ف", "ب", "ك", "لل", "ل", "ال"],
        Some('\u{05d0}'..='\u{05ea}') => &["ו", "ה", "ב", "ל", "מ", "ש", "כ"],
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let mut rest = word;
    for _ in 0..FRONTS_MAX {
        // The article counts before the first of its letters.
        let front = fronts.iter().rev().find_map(|front| rest.strip_prefix(front));
        match front.filter(|rest| rest.chars().count() >= STEM_MIN_CHARS) {
            Some(shorter) => rest = shorter,
            None => break,
        }
        found.push(rest.to_owned());
        found.extend(plain(rest));
    }
    found
}

/// Words that may stand onto the front of another: "and", "in", "the".
const FRONTS_MAX: usize = 3;
/// Shortest word without its front.
const STEM_MIN_CHARS: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    /// True if `query` finds `text`, as both engines match tokens.
    fn finds(query: &str, text: &str) -> bool {
        let words = distinct_words(text);
        let words: Vec<&str> = words.split(' ').collect();
        let has = |word: &str, is_prefix: bool| {
            words.iter().any(|one| if is_prefix { one.starts_with(word) } else { *one == word })
        };
        let wanted = terms(query);
        !wanted.is_empty()
            && wanted.iter().all(|term| {
                let is_inside =
                    !term.inside.is_empty() && term.inside.iter().all(|pair| has(pair, false));
                has(&term.word, term.is_prefix) || is_inside
            })
    }

    #[test]
    fn words_are_found_in_every_script() {
        for (query, text) in [
            ("서울", "서울에서 살아요"),
            ("서울 여행", "서울에서 여행을 했다"),
            ("교육", "한국어교육을 공부한다"),
            ("서", "서울에서"),
            ("人工智能", "我喜欢人工智能技术"),
            ("猫", "これは猫"),
            ("猫", "猫が好き"),
            ("東京", "東京で会う"),
            ("ปัญญา", "ฉันชอบปัญญาประดิษฐ์มาก"),
            ("العالم", "مرحبا بالعالم"),
            ("كتاب", "قرأت الكتاب"),
            ("كتاب", "والكتاب مفيد"),
            ("ספר", "קראתי בספר"),
            ("c", "code review"),
            ("co", "code review"),
            ("ai", "An AI model"),
            ("go", "Go and Rust"),
            ("é", "un été"),
            ("🎉", "party 🎉 now"),
            ("👍", "👍🏽 done"),
            ("👩\u{200d}💻", "a 👩\u{200d}💻 works"),
            ("❤\u{fe0f}", "I ❤ it"),
            ("party 🎉", "🎉 party"),
            ("€", "20 € each"),
        ] {
            assert!(finds(query, text), "{query} in {text}: {:?}", distinct_words(text));
        }
        for (query, text) in [
            ("부산", "서울에서"),
            ("🎉", "party 🎊 now"),
            ("ode", "code review"),
            ("code rev", "code"),
            ("", "code"),
        ] {
            assert!(!finds(query, text), "{query} in {text}");
        }
    }
}
