use std::sync::LazyLock;

use regex::Regex;

/// Splits a text at boundaries that tokens never cross. The look-ahead that the published patterns end with (white
/// space, but not its last character before a word) is done in [`Pieces::next`].
pub(crate) struct Splitter(LazyLock<Regex>);

pub(crate) static O200K: Splitter = Splitter(LazyLock::new(|| {
    pattern(&[
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+",
    ])
}));

pub(crate) static CL100K: Splitter = Splitter(LazyLock::new(|| {
    pattern(&[
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)",
        r"[^\r\n\p{L}\p{N}]?\p{L}+",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n]*",
        r"\s*[\r\n]+",
        r"\s+",
    ])
}));

fn pattern(alternatives: &[&str]) -> Regex {
    Regex::new(&alternatives.join("|")).expect("the pattern is a constant that tests compile")
}

impl Splitter {
    pub fn split<'a>(&'static self, text: &'a str) -> Pieces<'a> {
        Pieces { regex: &self.0, text, at: 0 }
    }
}

pub(crate) struct Pieces<'a> {
    regex: &'static Regex,
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let found = self.regex.find_at(self.text, self.at)?;
        let mut piece = found.as_str();
        let is_before_a_word = found.end() < self.text.len();
        if is_before_a_word && is_blank_line_rest(piece) {
            let last = piece.chars().next_back().map_or(0, char::len_utf8);
            if last < piece.len() {
                piece = &piece[..piece.len() - last];
            }
        }
        self.at = found.start() + piece.len();
        Some(piece)
    }
}

/// Returns true for white space without a line end: only the pattern's last alternative matches it.
fn is_blank_line_rest(piece: &str) -> bool {
    !piece.ends_with(['\r', '\n']) && piece.chars().all(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_takes_the_space_before_it_and_leaves_the_others() {
        let pieces: Vec<_> = O200K.split("a   b\n\n  c  ").collect();
        assert_eq!(pieces, ["a", "  ", " b", "\n\n", " ", " c", "  "]);
    }

    #[test]
    fn no_character_is_lost() {
        let text = "It's 12345 o'clock…\r\n\t你好 مرحبا 🦀e\u{301} //\n";
        assert_eq!(O200K.split(text).collect::<String>(), text);
        assert_eq!(CL100K.split(text).collect::<String>(), text);
    }
}
