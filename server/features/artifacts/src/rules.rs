//! Rules for artifacts. No I/O.

use std::collections::BTreeMap;

use kernel::{Problem, limits};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problems::{
    DATA_FULL, EMPTY, LANGUAGE_INVALID, PROMPT_TOO_LONG, TITLE_INVALID, TOO_LARGE,
};

limits! { "artifacts";
    /// Maximum length of a title.
    TITLE_MAX_CHARS: usize = 200, "characters", "ours (decision 1062)";
    /// Maximum length of the name by which models refer to an artifact.
    IDENTIFIER_MAX_CHARS: usize = 64, "characters", "ours (decision 1062)";
    /// Largest version of an artifact.
    CONTENT_MAX_BYTES: usize = 512 * 1024, "bytes", "ours (decision 1062)";
    /// Versions that are kept of one artifact; the oldest are deleted.
    VERSIONS_MAX: i64 = 200, "versions", "ours (decision 1062)";
    /// Data that a running artifact may keep, keys and values together.
    DATA_MAX_BYTES: usize = 100_000, "bytes", "ours (decision 1064)";
    /// Entries of that data.
    DATA_MAX_ENTRIES: usize = 500, "entries", "ours (decision 1064)";
    /// Longest prompt of an artifact.
    PROMPT_MAX_CHARS: usize = 20_000, "characters", "ours (decision 1065)";
    /// Prompts that the artifacts of one person may send at once, and then one every [`PROMPT_EVERY_MS`].
    PROMPT_BURST: u32 = 5, "prompts", "ours (decision 1065)";
    PROMPT_EVERY_MS: u64 = 3_000, "milliseconds", "ours (decision 1065)";
    /// Hosts that an artifact may reach.
    HOSTS_MAX: usize = 10, "hosts", "ours (decision 1018)";
    /// Artifacts of one person.
    ARTIFACTS_MAX: i64 = 10_000, "artifacts", "ours (decision 1062)";
}

/// Maximum length of a language's name.
const LANGUAGE_MAX_CHARS: usize = 32;

/// The way in which an artifact is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ArtifactKind)]
pub(crate) enum Kind {
    Html,
    React,
    Svg,
    Mermaid,
    Markdown,
    Csv,
    /// Anything else: it is read, not run.
    Code,
}

impl Kind {
    /// Returns the kind of what is written in a language, by its name behind a code fence.
    pub fn of(language: &str) -> Self {
        match language {
            "html" | "htm" | "xhtml" => Self::Html,
            "jsx" | "tsx" | "react" => Self::React,
            "svg" => Self::Svg,
            "mermaid" => Self::Mermaid,
            "markdown" | "md" | "mdx" => Self::Markdown,
            "csv" | "tsv" => Self::Csv,
            _ => Self::Code,
        }
    }
}

/// The origin of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ArtifactSource)]
pub(crate) enum Source {
    Model,
    Person,
    /// An older version, made the newest again.
    Restored,
    /// Somebody's published artifact.
    Copied,
}

impl Source {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Person => "person",
            Self::Restored => "restored",
            Self::Copied => "copied",
        }
    }

    pub fn parse(text: &str) -> Self {
        match text {
            "model" => Self::Model,
            "restored" => Self::Restored,
            "copied" => Self::Copied,
            _ => Self::Person,
        }
    }
}

/// Returns a title without spaces around it.
///
/// # Errors
///
/// [`TITLE_INVALID`] if it is empty or too long.
pub(crate) fn check_title(title: &str) -> Result<String, Problem> {
    let title = title.trim();
    if title.is_empty() || title.chars().count() > TITLE_MAX_CHARS {
        return Err(TITLE_INVALID.with("max", TITLE_MAX_CHARS));
    }
    Ok(title.to_owned())
}

/// Returns the name of a language as it is stored.
///
/// # Errors
///
/// [`LANGUAGE_INVALID`] if it is no word.
pub(crate) fn check_language(language: &str) -> Result<String, Problem> {
    let language = language.trim().to_lowercase();
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || "+#.-_".contains(letter);
    let is_short = (1..=LANGUAGE_MAX_CHARS).contains(&language.len());
    if is_short && language.chars().all(is_word) {
        Ok(language)
    } else {
        Err(LANGUAGE_INVALID.into())
    }
}

/// Checks the content of a version.
///
/// # Errors
///
/// [`EMPTY`], [`TOO_LARGE`].
pub(crate) fn check_content(content: &str) -> Result<(), Problem> {
    if content.trim().is_empty() {
        return Err(EMPTY.into());
    }
    if content.len() > CONTENT_MAX_BYTES {
        return Err(TOO_LARGE.with("max", CONTENT_MAX_BYTES));
    }
    Ok(())
}

/// Checks what an artifact keeps.
///
/// # Errors
///
/// [`DATA_FULL`].
pub(crate) fn check_data(entries: &BTreeMap<String, String>) -> Result<(), Problem> {
    let bytes: usize = entries.iter().map(|(key, value)| key.len() + value.len()).sum();
    if bytes > DATA_MAX_BYTES || entries.len() > DATA_MAX_ENTRIES {
        return Err(DATA_FULL.with("max", DATA_MAX_BYTES));
    }
    Ok(())
}

/// Checks the prompt of an artifact.
///
/// # Errors
///
/// [`EMPTY`], [`PROMPT_TOO_LONG`].
pub(crate) fn check_prompt(prompt: &str) -> Result<(), Problem> {
    if prompt.trim().is_empty() {
        return Err(EMPTY.into());
    }
    if prompt.chars().count() > PROMPT_MAX_CHARS {
        return Err(PROMPT_TOO_LONG.with("max", PROMPT_MAX_CHARS));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_trimmed_and_neither_empty_nor_too_long() {
        assert_eq!(check_title(" Tides ").unwrap(), "Tides");
        assert_eq!(check_title("  ").unwrap_err().kind, TITLE_INVALID);
        assert!(check_title(&"a".repeat(TITLE_MAX_CHARS)).is_ok());
        assert!(check_title(&"a".repeat(TITLE_MAX_CHARS + 1)).is_err());
    }

    #[test]
    fn a_language_is_a_word_and_says_how_it_is_shown() {
        assert_eq!(check_language(" TSX ").unwrap(), "tsx");
        for wrong in ["", "a b", "<b>", &"a".repeat(LANGUAGE_MAX_CHARS + 1)] {
            assert_eq!(check_language(wrong).unwrap_err().kind, LANGUAGE_INVALID);
        }
        assert_eq!(Kind::of("jsx"), Kind::React);
        assert_eq!(Kind::of("md"), Kind::Markdown);
        assert_eq!(Kind::of("rust"), Kind::Code);
    }

    #[test]
    fn content_is_neither_empty_nor_too_large() {
        assert_eq!(check_content(" \n").unwrap_err().kind, EMPTY);
        assert!(check_content(&"a".repeat(CONTENT_MAX_BYTES)).is_ok());
        assert_eq!(check_content(&"a".repeat(CONTENT_MAX_BYTES + 1)).unwrap_err().kind, TOO_LARGE);
    }

    #[test]
    fn data_and_prompts_are_bounded() {
        let large = BTreeMap::from([("k".to_owned(), "a".repeat(DATA_MAX_BYTES))]);
        assert_eq!(check_data(&large).unwrap_err().kind, DATA_FULL);
        let many = (0..=DATA_MAX_ENTRIES).map(|key| (key.to_string(), String::new())).collect();
        assert_eq!(check_data(&many).unwrap_err().kind, DATA_FULL);
        assert!(check_data(&BTreeMap::from([("k".to_owned(), "v".to_owned())])).is_ok());
        assert_eq!(check_prompt("").unwrap_err().kind, EMPTY);
        let long = "a".repeat(PROMPT_MAX_CHARS + 1);
        assert_eq!(check_prompt(&long).unwrap_err().kind, PROMPT_TOO_LONG);
    }
}
