//! The languages the engine speaks: one table each, with its texts and the words it listens for.

mod ar;
mod en;
mod zh;

/// All texts of the engine in one language, as Markdown. `{name}` is filled in by [`fill`].
pub struct Texts {
    /// Introduces the engine: what it can do, with examples, and that a model is needed for the rest.
    pub introduction: &'static str,
    /// Text beside the button that connects a model.
    pub model_needed: &'static str,

    /// `{expression}`, `{value}`
    pub equals: &'static str,
    /// `{expression}`, `{value}`
    pub roughly_equals: &'static str,
    /// `{expression}`, `{exact}`, `{value}`
    pub equals_exactly: &'static str,
    /// `{expression}`, `{start}`, `{end}`, `{digits}`
    pub long_number: &'static str,
    /// `{expression}`
    pub too_much_to_calculate: &'static str,
    /// `{expression}`, `{reason}`
    pub cannot_calculate: &'static str,
    pub no_exchange_rates: &'static str,
    pub radians: &'static str,
    /// `{version}`
    pub calculated_by: &'static str,

    pub noun: &'static str,
    pub verb: &'static str,
    pub adjective: &'static str,
    pub adverb: &'static str,
    /// `{words}`
    pub synonyms: &'static str,
    /// `{count}`
    pub more_senses: &'static str,
    /// `{term}`
    pub not_in_dictionary: &'static str,
    /// `{term}`
    pub dictionary_is_english: &'static str,
    pub dictionary_missing: &'static str,
    pub more_than_a_definition: &'static str,
    pub defined_by: &'static str,

    pub corrected_text: &'static str,
    pub what_was_changed: &'static str,
    pub worth_a_look: &'static str,
    /// `{wrong}`, `{right}`, `{reason}`
    pub replaced: &'static str,
    /// `{wrong}`, `{reason}`
    pub removed: &'static str,
    /// `{wrong}`, `{added}`, `{reason}`
    pub inserted: &'static str,
    /// `{wrong}`, `{options}`, `{reason}`
    pub perhaps: &'static str,
    /// `{wrong}`, `{reason}`
    pub noticed: &'static str,
    /// `{count}`
    pub more_findings: &'static str,
    pub nothing_found: &'static str,
    pub nothing_to_proofread: &'static str,
    pub proofreads_english_only: &'static str,
    /// `{checked}`, `{total}`
    pub checked_in_part: &'static str,
    pub proofreading_failed: &'static str,
    /// `{version}`
    pub proofread_by: &'static str,

    pub key_sentences: &'static str,
    /// `{number}`, `{total}`
    pub sentence_place: &'static str,
    pub nothing_to_pick_from: &'static str,
    pub too_short_to_pick_from: &'static str,
    /// `{read}`
    pub read_in_part: &'static str,
    pub picked_by: &'static str,

    /// `{query}`, `{count}`
    pub found_in_chats: &'static str,
    /// `{query}`
    pub nothing_in_chats: &'static str,
    pub untitled_chat: &'static str,
    pub quoted_from_chats: &'static str,

    pub listens_for: Phrases,
}

/// Phrases by which people ask for something in one language. Lower case; a phrase ends where a word ends.
pub struct Phrases {
    /// Polite words at the beginning, stripped first: "please", "can you".
    pub politeness: &'static [&'static str],
    pub calculate: &'static [&'static str],
    /// "how many X in Y": `X` and `Y` are between and after these.
    pub how_many: &'static [&'static str],
    pub how_many_in: &'static [&'static str],
    /// Words after a calculation: "… equals what".
    pub equals_what: &'static [&'static str],
    /// Operators and units in words, with the calculator's names. Longer ones first.
    pub calculator_words: &'static [(&'static str, &'static str)],
    pub define: &'static [&'static str],
    /// Words after a term: "… means what".
    pub define_after: &'static [&'static str],
    /// Around a word: "what does … mean".
    pub define_around: &'static [(&'static str, &'static str)],
    /// Words before a term that may be looked up: "what is a".
    pub define_perhaps: &'static [&'static str],
    pub define_perhaps_after: &'static [&'static str],
    /// Followed by a text that is to be checked.
    pub proofread: &'static [&'static str],
    /// Like `proofread`, but common in plain questions, so only with a colon or a new line.
    pub proofread_with_colon: &'static [&'static str],
    pub summarise: &'static [&'static str],
    pub search_chats: &'static [&'static str],
    /// Words around a search: "did I ever talk about … before".
    pub search_chats_around: &'static [(&'static str, &'static str)],
    /// References to an earlier message: "this", "the text above".
    pub earlier_text: &'static [&'static str],
    /// Words that are not part of a term: "the word", "in English".
    pub around_terms: &'static [&'static str],
    /// One-word questions that are talk, not a look-up: "why?", "hello?".
    pub small_talk: &'static [&'static str],
}

impl Texts {
    /// Returns the texts for a locale such as `zh-Hans-CN`; English ones if there are none.
    pub fn of(locale: &str) -> &'static Self {
        let language = locale.split(['-', '_']).next().unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "ar" => &ar::TEXTS,
            "zh" => &zh::TEXTS,
            _ => &en::TEXTS,
        }
    }

    /// Returns every language, for understanding: people do not always write in the language of the page.
    pub fn all() -> [&'static Self; 3] {
        [&en::TEXTS, &ar::TEXTS, &zh::TEXTS]
    }
}

/// Replaces the `{name}`s of a text with values. Placeholders inside a value are not replaced.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let (before, tail) = rest.split_at(start);
        filled.push_str(before);
        let name_end = tail.find('}').unwrap_or(tail.len() - 1);
        let value = values.iter().find(|(name, _)| *name == &tail[1..name_end]);
        filled.push_str(value.map_or(&tail[..=name_end], |(_, value)| value));
        rest = &tail[name_end + 1..];
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_we_do_not_have_is_answered_in_english() {
        assert_eq!(Texts::of("pt-BR").noun, "noun");
        assert_eq!(Texts::of("").noun, "noun");
        assert_eq!(Texts::of("zh-CN").noun, "名词");
        assert_eq!(Texts::of("AR_eg").noun, "اسم");
    }

    #[test]
    fn a_value_that_looks_like_a_place_is_not_filled_in() {
        let filled = fill("{a} and {b}", &[("a", "{b}"), ("b", "2")]);
        assert_eq!(filled, "{b} and 2");
    }

    #[test]
    fn every_introduction_says_what_it_is_and_shows_three_examples() {
        for texts in Texts::all() {
            assert!(texts.introduction.matches("`").count() >= 6);
            assert!(texts.introduction.contains("Ensemble"));
        }
    }
}
