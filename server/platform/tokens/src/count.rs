use crate::family::Family;
use crate::vocabulary::Vocabulary;
use crate::{pieces, vocabulary};

/// The number of tokens of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenCount {
    pub tokens: usize,
    /// True if the model's provider would count the same.
    pub is_exact: bool,
}

/// Counts the tokens of `text` as models of `family` read it.
pub fn count(family: Family, text: &str) -> TokenCount {
    let (splitter, vocabulary): (_, &Vocabulary) = match family {
        Family::Cl100k => (&pieces::CL100K, &vocabulary::CL100K),
        _ => (&pieces::O200K, &vocabulary::O200K),
    };
    let exact: usize = splitter.split(text).map(|piece| vocabulary.count(piece.as_bytes())).sum();
    let tokens = if family.is_exact() { exact } else { scaled(exact, family, text) };
    TokenCount { tokens, is_exact: family.is_exact() }
}

/// Returns the text of tokens of `cl100k_base`, the vocabulary of OpenAI's embeddings; `None` if one is not in it. A
/// character whose tokens are not all there is replaced by U+FFFD.
pub fn decode_cl100k(tokens: &[u32]) -> Option<String> {
    let bytes = vocabulary::CL100K.decode(tokens)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Counts tokens by a rule that is the same for every model: four characters of ASCII, or one of any other script, per
/// token. For limits on people's texts, which must not depend on the model.
pub fn count_by_length(text: &str) -> usize {
    let ascii = text.chars().filter(char::is_ascii).count();
    ascii.div_ceil(4) + text.chars().count() - ascii
}

/// Returns the maximum number of tokens of a text of so many bytes, without reading it: a token has at least a byte.
pub fn max_tokens(family: Family, bytes: usize) -> usize {
    let (ascii, other) = family.per_mille();
    (bytes * ascii.max(other)).div_ceil(1_000)
}

/// Applies the measured factors to a count, by the share of ASCII in the text.
fn scaled(exact: usize, family: Family, text: &str) -> usize {
    let (of_ascii, of_other) = family.per_mille();
    let letters = text.chars().count().max(1);
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let factor = (ascii * of_ascii + (letters - ascii.min(letters)) * of_other) / letters;
    (exact * factor).div_ceil(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_become_their_text_again() {
        assert_eq!(decode_cl100k(&[9906, 1917]).as_deref(), Some("Hello world"));
        assert_eq!(decode_cl100k(&[]).as_deref(), Some(""));
        assert_eq!(decode_cl100k(&[9906, 4_000_000]), None);
    }

    #[test]
    fn a_text_never_has_more_tokens_than_its_length_allows() {
        for text in ["Hello", "مرحبا بالعالم", "你好，世界", "\u{1F980}\u{301}"] {
            for family in [Family::O200k, Family::Claude, Family::Other] {
                let counted = count(family, text).tokens;
                assert!(
                    counted <= max_tokens(family, text.len()),
                    "{family:?} of {text}: {counted}"
                );
            }
        }
    }

    #[test]
    fn other_families_need_more_tokens_above_all_outside_of_ascii() {
        assert!(
            count(Family::Claude, "مرحبا بالعالم").tokens
                > 2 * count(Family::O200k, "مرحبا بالعالم").tokens
        );
        assert_eq!(count(Family::Llama, "").tokens, 0);
    }
}
