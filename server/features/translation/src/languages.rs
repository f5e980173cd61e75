//! Target languages (spec §3: "about 45 translation languages").

use kernel::Problem;

use crate::problems::LANGUAGE_UNKNOWN;

/// Tag (BCP 47) and the name by which models know it.
const LANGUAGES: [(&str, &str); 46] = [
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
    ("nb", "Norwegian Bokmål"),
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
    ("sw", "Swahili"),
    ("ta", "Tamil"),
    ("th", "Thai"),
    ("tr", "Turkish"),
    ("uk", "Ukrainian"),
    ("ur", "Urdu"),
    ("vi", "Vietnamese"),
    ("zh-CN", "Simplified Chinese"),
    ("zh-TW", "Traditional Chinese"),
];

/// A language of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Language {
    pub tag: &'static str,
    pub name: &'static str,
}

impl Language {
    pub fn parse(tag: &str) -> Result<Self, Problem> {
        let found = all().find(|language| language.tag.eq_ignore_ascii_case(tag));
        found.ok_or_else(|| {
            LANGUAGE_UNKNOWN.with("language", tag.chars().take(35).collect::<String>())
        })
    }

    /// Parses a language; an empty or absent tag leaves it open.
    pub fn parse_open(tag: Option<&str>) -> Result<Option<Self>, Problem> {
        tag.filter(|tag| !tag.trim().is_empty()).map(|tag| Self::parse(tag.trim())).transpose()
    }
}

pub(crate) fn all() -> impl Iterator<Item = Language> {
    LANGUAGES.into_iter().map(|(tag, name)| Language { tag, name })
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §3: "about 45 translation languages; right-to-left handling for Persian, Arabic and Hebrew."
    #[test]
    fn there_are_about_45_languages_each_once() {
        let tags: std::collections::BTreeSet<_> = all().map(|language| language.tag).collect();
        assert_eq!(tags.len(), LANGUAGES.len());
        assert!((43..=47).contains(&tags.len()));
        assert!(["fa", "ar", "he"].iter().all(|tag| tags.contains(tag)));
    }

    #[test]
    fn a_tag_is_found_in_any_case_and_others_are_refused() {
        assert_eq!(Language::parse("ZH-cn").unwrap().tag, "zh-CN");
        assert_eq!(Language::parse("tlh").unwrap_err().kind, LANGUAGE_UNKNOWN);
        assert_eq!(Language::parse_open(Some(" ")), Ok(None));
        assert_eq!(Language::parse_open(None), Ok(None));
    }
}
