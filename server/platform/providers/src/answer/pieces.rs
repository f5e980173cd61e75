//! Pieces that are not what their protocol says: noise between them, several in one, and almost JSON.

use serde_json::Value;

/// Returns a piece without what servers and proxies put around it.
pub(super) fn trimmed(piece: &[u8]) -> &[u8] {
    let mut piece = piece.trim_ascii();
    while let Some(rest) = piece.strip_prefix(b"data:").or(piece.strip_prefix(b"\xef\xbb\xbf")) {
        piece = rest.trim_ascii();
    }
    piece
}

/// Returns true if a piece says nothing: it only keeps the connection open.
pub(super) fn is_noise(piece: &[u8]) -> bool {
    let is_word = |word: &&str| piece.eq_ignore_ascii_case(word.as_bytes());
    piece.is_empty() || piece[0] == b':' || NOISE.iter().any(is_word)
}

const NOISE: [&str; 12] = [
    "null",
    "\"\"",
    "[]",
    "{}",
    "ping",
    "[ping]",
    "\"ping\"",
    "keepalive",
    "keep-alive",
    "[keepalive]",
    "[keep-alive]",
    "heartbeat",
];

/// Returns true for the mark after the last piece.
pub(super) fn is_done(piece: &[u8]) -> bool {
    let piece =
        piece.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(piece);
    piece.eq_ignore_ascii_case(b"[done]")
}

/// Returns the objects in a piece that is no object itself: several after each other, a list, and objects with words
/// that only JavaScript and Python know.
pub(super) fn repaired(piece: &[u8]) -> Vec<Vec<u8>> {
    let Ok(text) = std::str::from_utf8(piece) else { return Vec::new() };
    let text = without_odd_words(text);
    let values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    let mut objects = Vec::new();
    for value in values.map_while(Result::ok) {
        match value {
            Value::Array(elements) => objects.extend(elements),
            value => objects.push(value),
        }
    }
    objects.retain(Value::is_object);
    objects.iter().map(|object| object.to_string().into_bytes()).collect()
}

/// Returns `text` with `null` for numbers that JSON lacks, outside of its strings.
fn without_odd_words(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut is_string = false;
    let mut rest = text;
    while let Some(ch) = rest.chars().next() {
        let odd = ODD_WORDS.iter().find(|word| !is_string && rest.starts_with(**word));
        if let Some(word) = odd {
            clean.push_str("null");
            rest = &rest[word.len()..];
            continue;
        }
        let taken = match ch {
            '\\' if is_string => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '"' => {
                is_string = !is_string;
                1
            }
            ch => ch.len_utf8(),
        };
        clean.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    clean
}

const ODD_WORDS: [&str; 5] = ["NaN", "-Infinity", "Infinity", "undefined", "None"];

/// Returns the words of a piece that is no JSON, if a person can read them.
pub(super) fn words(piece: &[u8]) -> Option<String> {
    let text = kernel::collapse_whitespace(&String::from_utf8_lossy(piece));
    let is_prose = !text.starts_with(['{', '[', '<', '"']) && text.chars().any(char::is_alphabetic);
    is_prose.then(|| kernel::truncate(&text, WORDS_MAX_CHARS))
}

const WORDS_MAX_CHARS: usize = 300;

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired_text(piece: &str) -> Vec<String> {
        let objects = repaired(piece.as_bytes());
        objects.into_iter().map(|object| String::from_utf8(object).unwrap()).collect()
    }

    #[test]
    fn objects_are_found_in_odd_pieces() {
        assert_eq!(repaired_text("{\"a\":1}\n{\"b\":2}"), ["{\"a\":1}", "{\"b\":2}"]);
        assert_eq!(repaired_text("[{\"a\":1},2]"), ["{\"a\":1}"]);
        assert_eq!(repaired_text("{\"a\":1},"), ["{\"a\":1}"]);
        assert_eq!(
            repaired_text(r#"{"a":NaN,"b":"NaN \" None"}"#),
            [r#"{"a":null,"b":"NaN \" None"}"#]
        );
        assert!(repaired_text("{\"a\":").is_empty());
    }

    #[test]
    fn noise_and_the_end_are_known() {
        for noise in ["", ": keepalive", "PING", "null", "[keep-alive]"] {
            assert!(is_noise(noise.as_bytes()), "{noise}");
        }
        assert!(!is_noise(b"{\"a\":1}"));
        assert!(is_done(b"[DONE]") && is_done(b"\"[DONE]\"") && !is_done(b"{}"));
        assert_eq!(trimmed(b" data: data: 1 "), b"1");
        assert_eq!(words(b"upstream  timed out\n").as_deref(), Some("upstream timed out"));
        assert_eq!(words(b"{\"a\""), None);
    }
}
