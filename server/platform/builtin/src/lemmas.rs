//! Derives the base forms that an inflected English word may have, by WordNet's own rules (morphy(7WN)), extended by
//! doubled consonants.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartOfSpeech {
    Noun,
    Verb,
    Adjective,
    Adverb,
}

impl PartOfSpeech {
    pub const ALL: [Self; 4] = [Self::Noun, Self::Verb, Self::Adjective, Self::Adverb];

    /// Returns the file extension, as in `index.noun`.
    pub fn file_ending(self) -> &'static str {
        match self {
            Self::Noun => "noun",
            Self::Verb => "verb",
            Self::Adjective => "adj",
            Self::Adverb => "adv",
        }
    }
}

/// Endings and their replacements.
const NOUN_ENDINGS: [(&str, &str); 8] = [
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
];
const VERB_ENDINGS: [(&str, &str); 8] = [
    ("s", ""),
    ("ies", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
];
const ADJECTIVE_ENDINGS: [(&str, &str); 6] =
    [("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y"), ("iest", "y")];

/// Returns words that `word` may be a form of; the dictionary decides if they exist.
pub fn base_forms(word: &str, part_of_speech: PartOfSpeech) -> Vec<String> {
    let endings: &[(&str, &str)] = match part_of_speech {
        PartOfSpeech::Noun => &NOUN_ENDINGS,
        PartOfSpeech::Verb => &VERB_ENDINGS,
        PartOfSpeech::Adjective => &ADJECTIVE_ENDINGS,
        PartOfSpeech::Adverb => &[],
    };
    let mut forms = Vec::new();
    for (ending, instead) in endings {
        let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.chars().count() > 1) else {
            continue;
        };
        forms.push(format!("{stem}{instead}"));
        // "running", "bigger": the consonant was doubled for the ending.
        if instead.is_empty() && *ending != "s" && ends_in_double_consonant(stem) {
            forms.push(stem[..stem.len() - 1].to_owned());
        }
    }
    forms
}

fn ends_in_double_consonant(stem: &str) -> bool {
    match stem.as_bytes() {
        [.., a, b] => a == b && b.is_ascii_lowercase() && !b"aeiou".contains(b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may_be(word: &str, part_of_speech: PartOfSpeech, base: &str) -> bool {
        base_forms(word, part_of_speech).iter().any(|form| form == base)
    }

    #[test]
    fn regular_forms_lead_to_their_word() {
        assert!(may_be("banks", PartOfSpeech::Noun, "bank"));
        assert!(may_be("berries", PartOfSpeech::Noun, "berry"));
        assert!(may_be("firemen", PartOfSpeech::Noun, "fireman"));
        assert!(may_be("hoping", PartOfSpeech::Verb, "hope"));
        assert!(may_be("running", PartOfSpeech::Verb, "run"));
        assert!(may_be("bigger", PartOfSpeech::Adjective, "big"));
        assert!(may_be("happiest", PartOfSpeech::Adjective, "happy"));
    }

    #[test]
    fn a_word_that_is_only_an_ending_has_no_base_form() {
        assert!(base_forms("ing", PartOfSpeech::Verb).is_empty());
        assert!(base_forms("s", PartOfSpeech::Noun).is_empty());
        assert!(base_forms("", PartOfSpeech::Noun).is_empty());
    }
}
