/// Returns the instruction about the language of answers; `None` if none is needed and the model answers in the
/// language of the question.
pub(crate) fn instruction(tag: Option<&str>, has_instructions: bool) -> Option<String> {
    match tag {
        Some(tag) => {
            let language =
                name_of(tag).map_or_else(|| tag.to_owned(), |name| format!("{name} ({tag})"));
            Some(format!("Always reply in {language}, whatever language the person writes in."))
        }
        // Instructions and summaries may be in another language than the person's.
        None if has_instructions => {
            Some("Reply in the language that the person's last message is written in.".to_owned())
        }
        None => None,
    }
}

/// Languages that can be chosen, as models know them.
const NAMES: &[(&str, &str)] = &[
    ("ar", "Arabic"),
    ("bg", "Bulgarian"),
    ("bn", "Bengali"),
    ("ca", "Catalan"),
    ("cs", "Czech"),
    ("da", "Danish"),
    ("de", "German"),
    ("el", "Greek"),
    ("en", "English"),
    ("es", "Spanish"),
    ("et", "Estonian"),
    ("fa", "Persian"),
    ("fi", "Finnish"),
    ("fil", "Filipino"),
    ("fr", "French"),
    ("gu", "Gujarati"),
    ("he", "Hebrew"),
    ("hi", "Hindi"),
    ("hr", "Croatian"),
    ("hu", "Hungarian"),
    ("id", "Indonesian"),
    ("it", "Italian"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
    ("lt", "Lithuanian"),
    ("lv", "Latvian"),
    ("ms", "Malay"),
    ("nb", "Norwegian"),
    ("nl", "Dutch"),
    ("pl", "Polish"),
    ("pt-BR", "Brazilian Portuguese"),
    ("pt-PT", "European Portuguese"),
    ("ro", "Romanian"),
    ("ru", "Russian"),
    ("sk", "Slovak"),
    ("sl", "Slovenian"),
    ("sr", "Serbian"),
    ("sv", "Swedish"),
    ("ta", "Tamil"),
    ("te", "Telugu"),
    ("th", "Thai"),
    ("tr", "Turkish"),
    ("uk", "Ukrainian"),
    ("ur", "Urdu"),
    ("vi", "Vietnamese"),
    ("zh-CN", "Simplified Chinese"),
    ("zh-TW", "Traditional Chinese"),
];

fn name_of(tag: &str) -> Option<&'static str> {
    NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(tag)).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §3: "Chat settings: context mode, …, reply language"
    #[test]
    fn a_chosen_language_is_named_and_auto_follows_the_question() {
        let french = instruction(Some("fr"), false).unwrap();
        assert!(french.contains("French (fr)"), "{french}");
        assert!(instruction(Some("xx"), false).unwrap().contains("in xx,"));
        assert_eq!(instruction(None, false), None);
        assert!(instruction(None, true).unwrap().contains("last message"));
    }
}
