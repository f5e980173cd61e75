//! The key by which a translation is found again.

use sha2::{Digest, Sha256};

use crate::languages::Language;
use crate::rules::Term;

/// Returns the hash of everything a translation depends on: the text, the languages, and the glossary terms that apply
/// to it. The model is left out: a text translated once is not paid for again.
pub(crate) fn hash(
    text: &str,
    source: Option<Language>,
    target: Language,
    terms: &[&Term],
) -> [u8; 32] {
    let mut hasher = Sha256::new();
    let mut add = |piece: &str| {
        hasher.update((piece.len() as u64).to_be_bytes());
        hasher.update(piece);
    };
    add(target.tag);
    add(source.map_or("", |language| language.tag));
    add(text);
    for term in terms {
        add(&term.original);
        add(&term.translation);
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_language_or_another_word_of_the_glossary_is_another_translation() {
        let [german, french] = ["de", "fr"].map(|tag| Language::parse(tag).unwrap());
        let term = Term::new("lamp", "Leuchte");
        let plain = hash("The lamp", None, german, &[]);
        assert_eq!(plain, hash("The lamp", None, german, &[]));
        assert_ne!(plain, hash("The lamp", None, french, &[]));
        assert_ne!(plain, hash("The lamp", Some(french), german, &[]));
        assert_ne!(plain, hash("The lamp", None, german, &[&term]));
        assert_ne!(plain, hash("The lamps", None, german, &[]));
    }
}
