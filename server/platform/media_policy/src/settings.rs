use live_settings::{Field, Section};
use serde::Deserialize;

/// Longest id of a model, and longest word.
const TEXT_MAX_CHARS: usize = 200;

/// The settings section `[media]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Words that no request for an image or a video may have.
    pub blocked_words: Vec<String>,
    /// The moderation model that looks at each request, as `<connection>/<model>`; empty: none does.
    pub moderation_model: Option<String>,
}

/// Returns the settings, of which the operator changes all while the server runs.
pub(crate) fn section(file: Settings) -> Section<Settings> {
    let fields = vec![
        Field::list(
            "media.blocked_words",
            |settings: &mut Settings| &mut settings.blocked_words,
            read_word,
        ),
        Field::line(
            "media.moderation_model",
            TEXT_MAX_CHARS,
            |settings| &mut settings.moderation_model,
            read_model,
        ),
    ];
    Section::new(file, fields)
}

fn read_word(text: &str) -> Option<String> {
    let word = text.trim();
    let is_one = word.chars().any(char::is_alphanumeric) && word.chars().count() <= TEXT_MAX_CHARS;
    is_one.then(|| word.to_owned())
}

fn read_model(text: &str) -> Option<String> {
    let id = text.trim();
    let is_id = id.split_once('/').is_some_and(|(slug, name)| !slug.is_empty() && !name.is_empty());
    (id.is_empty() || is_id).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_letters_and_a_model_its_connection() {
        assert_eq!(read_word(" Nude "), Some("Nude".to_owned()));
        assert_eq!((read_word("--"), read_word("")), (None, None));
        assert_eq!(
            read_model("openai/omni-moderation-latest").as_deref(),
            Some("openai/omni-moderation-latest")
        );
        assert_eq!(read_model(" ").as_deref(), Some(""));
        assert_eq!((read_model("omni"), read_model("/omni")), (None, None));
        assert!(toml::from_str::<Settings>("blocked_words = ['x']").is_ok());
    }
}
