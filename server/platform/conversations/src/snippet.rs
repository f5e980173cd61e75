use kernel::collapse_whitespace;
use store::words::{plain_char, tokens};

use crate::findable_words::{is_hangul, symbols_in};

/// The part of a text around the matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    pub text: String,
    /// Matches, as pairs of UTF-16 code units in `text` (as JavaScript's `slice` takes them).
    pub marks: Vec<(usize, usize)>,
}

/// Characters before the first thing found, and in all.
const BEFORE_CHARS: usize = 40;
const LENGTH_CHARS: usize = 160;

/// Returns the part of `text` around the first of `query`'s words, with all of its words marked.
pub fn snippet(text: &str, query: &str) -> Snippet {
    let symbols = symbols_in(query).map(|symbol| symbol.to_string());
    let wanted: Vec<String> = symbols.chain(tokens(query)).collect();
    let chars: Vec<char> = collapse_whitespace(text).chars().collect();
    let found = find_words(&chars, &wanted);
    let first = found.first().map_or(0, |(start, _)| *start);
    let start = word_start(&chars, first.saturating_sub(BEFORE_CHARS));
    let end = (start + LENGTH_CHARS).min(chars.len());

    let cut_before = start > 0;
    let mut out = String::new();
    if cut_before {
        out.push('…');
    }
    out.extend(&chars[start..end]);
    if end < chars.len() {
        out.push('…');
    }
    let shift = usize::from(cut_before);
    let utf16 = |at: usize| shift + chars[start..at].iter().map(|c| c.len_utf16()).sum::<usize>();
    let visible = found.iter().filter(|(from, to)| *from >= start && *to <= end);
    let marks = visible.map(|(from, to)| (utf16(*from), utf16(*to))).collect();
    Snippet { text: out, marks }
}

/// Finds the wanted words, in characters: whole words (or their beginnings, for the last wanted word), and pairs in
/// scripts without spaces, with neighbors joined. Accents are ignored.
fn find_words(chars: &[char], wanted: &[String]) -> Vec<(usize, usize)> {
    let (letters, places) = plain_letters(chars);
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (index, word) in wanted.iter().enumerate() {
        let word: Vec<char> = plain_letters(&word.chars().collect::<Vec<_>>()).0;
        let is_last = index + 1 == wanted.len();
        if word.is_empty() {
            continue;
        }
        for at in 0..letters.len().saturating_sub(word.len().saturating_sub(1)) {
            if letters[at..].starts_with(&word) && is_word_at(&letters, at, word.len(), is_last) {
                found.push((places[at], places[at + word.len()]));
            }
        }
    }
    found.sort_unstable();
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for (from, to) in found {
        match joined.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

/// Returns the letters small and without accents, each with its place in `chars`; one place more for the end.
fn plain_letters(chars: &[char]) -> (Vec<char>, Vec<usize>) {
    let small = |c: &char| plain_char(c.to_lowercase().next().unwrap_or(*c));
    let letters = chars.iter().enumerate().filter_map(|(at, c)| Some((small(c)?, at)));
    let (letters, mut places): (Vec<char>, Vec<usize>) = letters.unzip();
    places.push(chars.len());
    (letters, places)
}

fn is_word_at(chars: &[char], at: usize, length: usize, may_go_on: bool) -> bool {
    // Particles follow words of Korean without a space, and words are joined to longer ones.
    let joins = |c: char| {
        c.is_alphanumeric() && !is_hangul(c) && tokens(&c.to_string().repeat(3)).len() == 1
    };
    let starts = at == 0 || !joins(chars[at - 1]) || !joins(chars[at]);
    let end = at + length;
    let ends = end >= chars.len() || !joins(chars[end]) || !joins(chars[end - 1]);
    starts && (ends || may_go_on)
}

/// Returns the start of the word at `at`, at most 20 characters further on.
fn word_start(chars: &[char], at: usize) -> usize {
    if at == 0 {
        return 0;
    }
    let ahead = chars[at..].iter().take(20).position(|c| *c == ' ');
    ahead.map_or(at, |offset| at + offset + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(snippet: &Snippet) -> Vec<String> {
        let units: Vec<u16> = snippet.text.encode_utf16().collect();
        snippet.marks.iter().map(|(a, b)| String::from_utf16(&units[*a..*b]).unwrap()).collect()
    }

    #[test]
    fn the_words_that_were_asked_for_are_marked() {
        let found = snippet("The cat sat. Concatenate! A Cat.", "cat");
        assert_eq!(marked(&found), ["cat", "Cat"]);
    }

    #[test]
    fn the_last_word_may_be_half_typed() {
        assert_eq!(marked(&snippet("Rust ownership explained", "rust owner")), ["Rust", "owner"]);
    }

    #[test]
    fn marks_count_utf16_units_as_javascript_does() {
        assert_eq!(marked(&snippet("😀😀 hello", "hello")), ["hello"]);
    }

    #[test]
    fn a_long_text_is_cut_around_what_was_found() {
        let text = format!("{} needle {}", "hay ".repeat(100), "straw ".repeat(100));
        let found = snippet(&text, "needle");
        assert!(found.text.starts_with('…') && found.text.ends_with('…'));
        assert!(found.text.chars().count() <= 162);
        assert_eq!(marked(&found), ["needle"]);
    }

    #[test]
    fn accents_do_not_count() {
        assert_eq!(marked(&snippet("Un Café noir", "cafe")), ["Café"]);
        assert_eq!(marked(&snippet("un cafe\u{301}, un", "cafe")), ["cafe\u{301}"]);
        assert_eq!(marked(&snippet("قال مَرحبًا للعالم", "مرحبا")), ["مَرحبًا"]);
    }

    #[test]
    fn thai_is_marked_inside_a_run() {
        assert_eq!(marked(&snippet("ฉันชอบปัญญาประดิษฐ์มาก", "ปัญญา")), ["ปัญญา"]);
    }

    #[test]
    fn emoji_and_words_with_particles_are_marked() {
        assert_eq!(marked(&snippet("Party 🎉 now", "🎉")), ["🎉"]);
        assert_eq!(marked(&snippet("저는 서울에서 살아요", "서울")), ["서울"]);
        assert_eq!(marked(&snippet("한국어교육을 한다", "교육 한다")), ["교육", "한다"]);
        assert_eq!(marked(&snippet("An AI model", "ai")), ["AI"]);
    }

    #[test]
    fn a_run_of_chinese_is_one_mark() {
        assert_eq!(marked(&snippet("我喜欢人工智能技术", "人工智能")), ["人工智能"]);
    }
}
