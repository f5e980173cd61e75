//! Rules for memory items, and for how much of them an answer is given.

use kernel::{DAY, Problem, Timestamp, collapse_whitespace, limits};
use store::words::tokens;

use crate::problems::{NEEDS_CONTENT, TEXT_TOO_LONG};

limits! { "memory";
    /// Longest item.
    ITEM_MAX_CHARS: usize = 500, "characters", "ours (decision 0790)";
    /// Longest "about you", and longest "how to respond".
    PROFILE_MAX_CHARS: usize = 2_000, "characters", "ours (decision 0790)";
    /// Maximum number of pending suggestions.
    PENDING_MAX: i64 = 100, "suggestions", "ours (decision 0791)";
    /// Maximum number of tokens of memory that one answer is given.
    RECALL_MAX_TOKENS: usize = 2_000, "tokens", "ours (decision 0792)";
    /// Longest message that something is learned from.
    LESSON_MAX_CHARS: usize = 2_000, "characters", "ours (decision 0791)";
    /// Maximum number of messages that a model learns from at once.
    LESSONS_AT_ONCE: i64 = 20, "messages", "ours (decision 0791)";
    /// Time that a model waits for further messages before it learns from the last ones.
    LEARN_AFTER_SECONDS: i64 = 120, "seconds", "ours (decision 0791)";
    /// Maximum number of suggestions that a model makes at once.
    LEARNED_AT_ONCE: usize = 5, "suggestions", "ours (decision 0791)";
    /// Number of days for which a forgotten item can be restored.
    FORGOTTEN_DAYS: i64 = 30, "days", "ours (decision 0790)";
    /// Number of days for which a decided suggestion is remembered, so that it is not made again.
    DECIDED_DAYS: i64 = 180, "days", "ours (decision 0791)";
}

/// Maximum length of a suggestion, and of its quote.
pub(crate) const SUGGESTION_MAX_CHARS: usize = 300;

/// Returns the moment before which forgotten items are deleted for good.
pub(crate) fn forgotten_ends(now: Timestamp) -> Timestamp {
    now.plus(-FORGOTTEN_DAYS * DAY)
}

/// Returns the moment before which decided suggestions are no longer remembered.
pub(crate) fn decided_ends(now: Timestamp) -> Timestamp {
    now.plus(-DECIDED_DAYS * DAY)
}

/// The text of an item: one line, as shown and as compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ItemText {
    pub text: String,
    pub key: String,
}

impl ItemText {
    /// Problems: [`NEEDS_CONTENT`] without a word, [`TEXT_TOO_LONG`].
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let text = one_line(text);
        let key = tokens(&text).join(" ");
        if key.is_empty() {
            return Err(NEEDS_CONTENT.into());
        }
        if text.chars().count() > ITEM_MAX_CHARS {
            return Err(TEXT_TOO_LONG.with("max", ITEM_MAX_CHARS));
        }
        Ok(Self { text, key })
    }

    /// Parses the text of a suggestion: no links, no secrets, only a plain sentence.
    pub fn learned(text: &str) -> Option<Self> {
        let parsed = Self::parse(text).ok()?;
        let fits = parsed.text.chars().count() <= SUGGESTION_MAX_CHARS;
        (fits && is_plain(&parsed.text) && !is_secret(&parsed.text)).then_some(parsed)
    }
}

/// Returns a text of the profile; it may be empty, and has lines.
pub(crate) fn profile_text(text: &str) -> Result<String, Problem> {
    // No text of PostgreSQL's can hold this sign.
    let text = text.replace('\0', "").trim().to_owned();
    if text.chars().count() > PROFILE_MAX_CHARS {
        return Err(TEXT_TOO_LONG.with("max", PROFILE_MAX_CHARS));
    }
    Ok(text)
}

/// Replaces all white space with single spaces, and removes invisible characters: a text cannot leave its line, nor
/// disguise itself as another.
pub(crate) fn one_line(text: &str) -> String {
    let seen: String = text.chars().map(|ch| if is_hidden(ch) { ' ' } else { ch }).collect();
    collapse_whitespace(&seen)
}

/// Returns true for invisible characters that change a text: controls, direction marks, joiners, tags.
fn is_hidden(ch: char) -> bool {
    ch.is_control()
        || matches!(ch, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns true for a sentence without addresses, code or markup.
fn is_plain(text: &str) -> bool {
    let lower = text.to_lowercase();
    let leads_elsewhere = ["://", "www.", "](", "mailto:", "javascript:", "data:"];
    !leads_elsewhere.iter().any(|sign| lower.contains(sign))
        && !text.contains(['<', '>', '`', '{', '}', '|', '\\'])
}

/// Returns true if a text seems to hold something that must not be stored: a password, a key, a card number.
fn is_secret(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "password",
        "passcode",
        "passwort",
        "api key",
        "secret key",
        "private key",
        "access token",
        "pin code",
        "cvv",
        "seed phrase",
        "كلمة المرور",
        "كلمة السر",
        "الرقم السري",
        "رمز التحقق",
        "密码",
        "口令",
        "密钥",
        "验证码",
    ];
    let lower = text.to_lowercase();
    if WORDS.iter().any(|word| lower.contains(word)) {
        return true;
    }
    let mut digits = 0;
    for ch in text.chars() {
        if ch.is_ascii_digit() {
            digits += 1;
        } else if !matches!(ch, ' ' | '-') {
            digits = 0;
        }
        if digits >= 12 {
            return true;
        }
    }
    // Keys are long words of letters and digits.
    text.split_whitespace().any(|word| {
        let has = |is: fn(&char) -> bool| word.chars().any(|ch| is(&ch));
        word.chars().count() >= 20 && has(char::is_ascii_digit) && has(char::is_ascii_alphabetic)
    })
}

/// Chooses which of `texts` (last changed first) an answer is given: all if they fit into `room` tokens, otherwise
/// those most relevant to the question, and then the newest. Keeps the order of `texts`.
pub(crate) fn choose(
    texts: &[&str],
    question: &str,
    room: usize,
    tokens_of: impl Fn(&str) -> usize,
) -> Vec<usize> {
    let sizes: Vec<usize> = texts.iter().map(|text| tokens_of(text)).collect();
    if sizes.iter().sum::<usize>() <= room {
        return (0..texts.len()).collect();
    }
    // Words that occur in every text would match every item.
    let telling: Vec<String> = retrieval::telling_words(question).into_iter().collect();
    let ranked = retrieval::rank(&telling.join(" "), texts, texts.len());
    let rest = (0..texts.len()).filter(|index| !ranked.contains(index));
    let mut left = room;
    let mut chosen = Vec::new();
    for index in ranked.iter().copied().chain(rest) {
        if sizes[index] <= left {
            left -= sizes[index];
            chosen.push(index);
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §5: "Memory needs content."
    #[test]
    fn memory_needs_content_and_has_at_most_500_characters() {
        for empty in ["", "  \n", "…", "\u{200b}"] {
            assert_eq!(ItemText::parse(empty), Err(NEEDS_CONTENT.into()), "{empty:?}");
        }
        assert!(ItemText::parse(&"é".repeat(500)).is_ok());
        assert_eq!(ItemText::parse(&"é".repeat(501)), Err(TEXT_TOO_LONG.with("max", 500)));
        assert!(profile_text(&"é".repeat(2_000)).is_ok());
        assert_eq!(profile_text(&"é".repeat(2_001)), Err(TEXT_TOO_LONG.with("max", 2_000)));
    }

    #[test]
    fn a_text_cannot_leave_its_line_nor_hide_what_it_says() {
        let text = ItemText::parse(" I like\n\n# tea\u{202e}\u{e0041} \0 ").unwrap();
        assert_eq!(text.text, "I like # tea");
    }

    #[test]
    fn the_same_words_are_one_thing() {
        let key = |text: &str| ItemText::parse(text).unwrap().key;
        assert_eq!(key("I like tea."), key("i like  TEA"));
        assert_ne!(key("I like tea"), key("I like coffee"));
    }

    #[test]
    fn what_leads_elsewhere_or_is_a_secret_is_not_suggested() {
        for text in [
            "See https://evil.example/x for me",
            "I like ![x](https://evil.example)",
            "I like <script>",
            "My password is hunter2",
            "كلمة المرور هي سمك",
            "我的密码是鱼",
            "My card is 4111 1111 1111 1111",
            "My key is sk0aB3dE5gH7jK9mN1pQ3",
            &"a b ".repeat(80),
        ] {
            assert_eq!(ItemText::learned(text), None, "{text}");
        }
        for text in ["I was born on 1990-02-03", "我对花生过敏", "أنا نباتي", "Call me Ana-María!"]
        {
            assert!(ItemText::learned(text).is_some(), "{text}");
        }
    }

    #[test]
    fn all_is_recalled_when_it_fits_and_what_the_question_is_about_when_not() {
        let texts = ["I have a dog", "I am allergic to nuts", "I live in Graz"];
        let words = |text: &str| text.split_whitespace().count();
        assert_eq!(choose(&texts, "Anything", 13, words), [0, 1, 2]);
        assert_eq!(choose(&texts, "A cake without nuts", 5, words), [1]);
        assert_eq!(choose(&texts, "A cake without nuts", 9, words), [0, 1], "then the newest");
        assert_eq!(choose(&texts, "Hello", 4, words), [0]);
        assert!(choose(&texts, "Hello", 0, words).is_empty());
        assert!(choose(&[], "Hello", 9, words).is_empty());
    }
}
