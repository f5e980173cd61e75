use kernel::{DAY, Problem, Timestamp, collapse_whitespace, limits};

use crate::problems::{
    CONTENT_EMPTY, CONTENT_TOO_LONG, DESCRIPTION_TOO_LONG, LANGUAGE_INVALID, NAME_EMPTY,
    NAME_TOO_LONG,
};

limits! { "prompts";
    /// Longest name, of a prompt and of a quick action.
    NAME_MAX_CHARS: usize = 128, "characters", "spec §5, §9";
    /// Longest description.
    DESCRIPTION_MAX_CHARS: usize = 320, "characters", "spec §5, §9";
    /// Longest prompt.
    CONTENT_MAX_TOKENS: usize = 1_000, "tokens", "spec §5, §9";
    /// Maximum number of pinned quick actions.
    PINNED_MAX: i64 = 6, "quick actions", "spec §5, §9";
    /// Maximum number of prompts of one person.
    PROMPTS_MAX: i64 = 1_000, "prompts", "ours (decision 0631)";
    /// Maximum number of quick actions of one person.
    ACTIONS_MAX: i64 = 100, "quick actions", "ours (decision 0631)";
    /// Number of days for which a deleted prompt can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 0631)";
}

/// Name, description and text: each within its limit. White space around them goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PromptTexts {
    pub name: String,
    pub description: String,
    pub content: String,
}

impl PromptTexts {
    pub fn parse(self) -> Result<Self, Problem> {
        let name = collapse_whitespace(&self.name);
        let [description, content] =
            [self.description, self.content].map(|text| text.trim().to_owned());
        if name.is_empty() {
            return Err(NAME_EMPTY.into());
        }
        if content.is_empty() {
            return Err(CONTENT_EMPTY.into());
        }
        if name.chars().count() > NAME_MAX_CHARS {
            return Err(NAME_TOO_LONG.with("max", NAME_MAX_CHARS));
        }
        if description.chars().count() > DESCRIPTION_MAX_CHARS {
            return Err(DESCRIPTION_TOO_LONG.with("max", DESCRIPTION_MAX_CHARS));
        }
        let tokens = tokens::count_by_length(&content);
        if tokens > CONTENT_MAX_TOKENS {
            let problem = CONTENT_TOO_LONG.with("max", CONTENT_MAX_TOKENS);
            return Err(problem.with("tokens", tokens));
        }
        Ok(Self { name, description, content })
    }

    /// Returns the text that is searched.
    pub fn words(&self) -> String {
        format!("{}\n{}", self.name, self.description).to_lowercase()
    }
}

/// Returns a tag of BCP 47 as far as its letters go; an empty one is none.
pub(crate) fn parse_language(tag: Option<String>) -> Result<Option<String>, Problem> {
    let Some(tag) = tag.filter(|tag| !tag.is_empty()) else { return Ok(None) };
    let is_piece = |piece: &str| {
        (1..=8).contains(&piece.len()) && piece.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let is_tag = tag.len() <= 35 && tag.split('-').all(is_piece);
    if is_tag { Ok(Some(tag)) } else { Err(LANGUAGE_INVALID.into()) }
}

/// Returns the time until which a prompt deleted at `now` can be restored.
pub(crate) fn trash_ends(now: Timestamp) -> Timestamp {
    now.plus(-TRASH_DAYS * DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts() -> PromptTexts {
        let [name, description, content] = ["Mail", "Polite", "Write a mail."].map(str::to_owned);
        PromptTexts { name, description, content }
    }

    // spec §5: "Prompt name at most 128 characters, description at most 320, token maximum 1000."
    #[test]
    fn a_name_has_128_characters_a_description_320_and_a_text_1000_tokens_at_most() {
        let name = |count| PromptTexts { name: "é".repeat(count), ..texts() }.parse();
        assert!(name(128).is_ok());
        assert_eq!(name(129), Err(NAME_TOO_LONG.with("max", 128)));
        let about = |count| PromptTexts { description: "é".repeat(count), ..texts() }.parse();
        assert!(about(320).is_ok());
        assert_eq!(about(321), Err(DESCRIPTION_TOO_LONG.with("max", 320)));
        let content = |text: String| PromptTexts { content: text, ..texts() }.parse();
        assert!(content("word".repeat(1_000)).is_ok() && content("字".repeat(1_000)).is_ok());
        for long in ["word".repeat(1_000) + "s", "字".repeat(1_001)] {
            let refused = CONTENT_TOO_LONG.with("max", 1_000).with("tokens", 1_001);
            assert_eq!(content(long), Err(refused));
        }
    }

    // spec §5: "Quick action: \"Please input name\", \"Please input prompt content\""
    #[test]
    fn a_name_and_a_text_are_needed() {
        let nameless = PromptTexts { name: " ".to_owned(), ..texts() }.parse().unwrap_err();
        assert_eq!(nameless.kind.text, "Please input name");
        let empty = PromptTexts { content: "\n".to_owned(), ..texts() }.parse().unwrap_err();
        assert_eq!(empty.kind.text, "Please input prompt content");
    }

    #[test]
    fn a_language_is_a_tag_or_none() {
        assert_eq!(parse_language(Some(String::new())), Ok(None));
        assert_eq!(
            parse_language(Some("zh-Hant-TW".to_owned())),
            Ok(Some("zh-Hant-TW".to_owned()))
        );
        for wrong in ["not a tag", "--", "<b>", &"a-".repeat(20)] {
            assert!(parse_language(Some(wrong.to_owned())).is_err(), "{wrong}");
        }
    }
}
