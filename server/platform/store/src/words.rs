//! Tokens for full-text search: words of any script, the same on both engines.
//!
//! SQLite's and PostgreSQL's own word breaking do not split runs of Chinese, Japanese or Thai, so text is
//! broken here: words by Unicode letters and digits, runs of scripts without spaces into overlapping
//! pairs. Both the index and the query go through [`tokens`].

use unicode_normalization::UnicodeNormalization;

/// Returns a word and, where its script has no spaces, each pair of its letters.
///
/// An accent is part of its letter, whether the text has the two as one character or as two.
pub fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let mut run: Vec<char> = Vec::new();
    for ch in text.nfc().flat_map(char::to_lowercase) {
        if is_unspaced(ch) {
            flush_word(&mut word, &mut tokens);
            run.push(ch);
        } else if ch.is_alphanumeric() || is_mark(ch) {
            flush_run(&mut run, &mut tokens);
            word.push(ch);
        } else {
            flush_word(&mut word, &mut tokens);
            flush_run(&mut run, &mut tokens);
        }
    }
    flush_word(&mut word, &mut tokens);
    flush_run(&mut run, &mut tokens);
    tokens
}

/// Returns a word of [`tokens`] without what writers leave out: accents, Arabic points, the several forms of one Arabic
/// letter. `None` where it has nothing of that.
pub fn plain(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let plain: String =
        word.nfd().filter(|ch| !is_left_out(*ch)).flat_map(plain_letter).nfc().collect();
    (plain != word && !plain.is_empty()).then_some(plain)
}

/// Returns a letter as [`plain`] writes it, or `None` for a mark that it leaves out.
pub fn plain_char(ch: char) -> Option<char> {
    if ch.is_ascii() {
        return Some(ch);
    }
    let kept = std::iter::once(ch).nfd().filter(|ch| !is_left_out(*ch));
    kept.flat_map(plain_letter).nfc().next()
}

fn is_left_out(ch: char) -> bool {
    matches!(ch, '\u{0300}'..='\u{036f}' | '\u{064b}'..='\u{0655}' | '\u{0670}' | '\u{0640}')
}

/// Letters with something through them, which Unicode does not take apart.
fn plain_letter(ch: char) -> impl Iterator<Item = char> {
    let letters = match ch {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' => "d",
        'ı' => "i",
        'ٱ' => "ا",
        'ى' => "ي",
        'ة' => "ه",
        _ => "",
    };
    letters.chars().chain(letters.is_empty().then_some(ch))
}

/// Longest token that is indexed, in characters; longer ones (keys, data) are cut.
const TOKEN_MAX_CHARS: usize = 64;

fn flush_word(word: &mut String, tokens: &mut Vec<String>) {
    if !word.is_empty() {
        tokens.push(std::mem::take(word).chars().take(TOKEN_MAX_CHARS).collect());
    }
}

fn flush_run(run: &mut Vec<char>, tokens: &mut Vec<String>) {
    match run.len() {
        0 => {}
        1 => tokens.push(run[0].to_string()),
        _ => tokens.extend(run.windows(2).map(|pair| pair.iter().collect())),
    }
    run.clear();
}

/// Returns true if this letter's script is written without spaces between words.
fn is_unspaced(ch: char) -> bool {
    matches!(ch,
        '\u{0e00}'..='\u{0eff}'   // Thai, Lao
        | '\u{1000}'..='\u{109f}' // Myanmar
        | '\u{1780}'..='\u{17ff}' // Khmer
        | '\u{3040}'..='\u{30ff}' // Kana
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Returns true for combining marks, which belong to the letter before them (Devanagari vowel signs, Arabic points).
fn is_mark(ch: char) -> bool {
    matches!(ch, '\u{0300}'..='\u{036f}' | '\u{0610}'..='\u{061a}' | '\u{064b}'..='\u{065f}'
        | '\u{0900}'..='\u{0903}' | '\u{093a}'..='\u{094f}' | '\u{0980}'..='\u{0983}'
        | '\u{09bc}'..='\u{09cd}' | '\u{0b82}' | '\u{0bbe}'..='\u{0bcd}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_everything_that_is_no_letter_or_digit() {
        assert_eq!(tokens("Hello, World-2!"), ["hello", "world", "2"]);
        assert_eq!(tokens("Ça va? «été»"), ["ça", "va", "été"]);
    }

    #[test]
    fn a_chinese_word_is_found_inside_a_run() {
        let indexed = tokens("我喜欢人工智能");
        assert!(tokens("人工智能").iter().all(|token| indexed.contains(token)));
    }

    #[test]
    fn a_thai_word_is_found_inside_a_sentence() {
        let indexed = tokens("ฉันชอบปัญญาประดิษฐ์มาก");
        assert!(tokens("ปัญญา").iter().all(|token| indexed.contains(token)));
    }

    #[test]
    fn an_accent_of_its_own_is_one_with_its_letter() {
        assert_eq!(tokens("cafe\u{301}"), tokens("café"));
        assert_eq!(tokens("が"), tokens("か\u{3099}"));
    }

    #[test]
    fn a_plain_word_is_without_what_writers_leave_out() {
        assert_eq!(plain("été").as_deref(), Some("ete"));
        assert_eq!(plain("straße").as_deref(), Some("strasse"));
        assert_eq!(plain("đường").as_deref(), Some("duong"));
        assert_eq!(plain("مَرحبًا").as_deref(), Some("مرحبا"));
        assert_eq!(plain("أحمد").as_deref(), Some("احمد"));
        assert_eq!(plain("한국어"), None, "its letters are not taken apart");
        assert_eq!(plain("नमस्ते"), None, "its vowels are no accents");
        assert_eq!(plain("plain"), None);
    }

    #[test]
    fn arabic_and_hindi_words_stay_whole() {
        assert_eq!(tokens("مرحبا بالعالم"), ["مرحبا", "بالعالم"]);
        assert_eq!(tokens("नमस्ते दुनिया").len(), 2);
    }
}
