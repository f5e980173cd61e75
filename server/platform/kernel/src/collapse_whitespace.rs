/// Returns a text on one line: single spaces between its words, none around them.
pub fn collapse_whitespace(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_by_single_spaces() {
        assert_eq!(collapse_whitespace("  a\t b\r\n\u{a0}c\u{3000}d "), "a b c d");
        assert_eq!(collapse_whitespace("one word"), "one word");
        assert_eq!(collapse_whitespace(" \n "), "");
        assert_eq!(collapse_whitespace(""), "");
    }
}
