//! The operator's rules for what models make images and videos of: words that no request may have, and a moderation model
//! that looks at each request before anything is held or asked.
//!
//! Start at [`MediaPolicy::check`]. A request that cannot be looked at is refused: a rule that fails open is none.

mod settings;

use kernel::{Fallible, Problem};
use live_settings::Section;
use providers::{MediaCall, ModelError, Providers};
use serde_json::{Value, json};

pub use settings::Settings;

kernel::problems! {
    /// The operator's rules decline the request. `reason`: `words`, or the categories of the moderation model.
    DECLINED: "media_policy.declined", 422, "This request goes against the rules of this server", "ours (decision 1052)";
    /// The moderation model gave no answer.
    UNCHECKED: "media_policy.unchecked", 503, "The request couldn't be checked. Try again.", "ours (decision 1052)";
}

/// The operator's rules. Cheap to clone.
#[derive(Clone)]
pub struct MediaPolicy {
    settings: Section<Settings>,
    providers: Providers,
}

impl MediaPolicy {
    pub fn new(settings: Settings, providers: Providers) -> Self {
        Self { settings: settings::section(settings), providers }
    }

    /// Returns the settings, which the operator changes while the server runs.
    pub fn settings(&self) -> &Section<Settings> {
        &self.settings
    }

    /// Checks the words of a request for an image or a video.
    ///
    /// Problems: [`DECLINED`], [`UNCHECKED`].
    pub async fn check(&self, text: &str) -> Fallible<()> {
        let settings = self.settings.get();
        if has_word(text, &settings.blocked_words) {
            return Err(DECLINED.with("reason", "words").into());
        }
        let model = settings.moderation_model.as_deref().map(str::trim).unwrap_or_default();
        if model.is_empty() || text.trim().is_empty() {
            return Ok(());
        }
        match self.ask(model, text).await {
            Ok(categories) if categories.is_empty() => Ok(()),
            Ok(categories) => Err(DECLINED.with("reason", categories.join(", ")).into()),
            Err(error) => {
                tracing::warn!(%error, model, "a request for an image or a video was not checked");
                Err(Problem::from(UNCHECKED).into())
            }
        }
    }

    /// Asks the moderation model; returns the categories that it flags.
    async fn ask(&self, id: &str, text: &str) -> Result<Vec<String>, ModelError> {
        let missing = || ModelError::Refused { message: "no such connection".to_owned() };
        let (slug, name) = id.split_once('/').ok_or_else(missing)?;
        let connections = self.providers.list_media_connections().await;
        let connections = connections
            .map_err(|_| ModelError::Refused { message: "no connections".to_owned() })?;
        let connection = connections.iter().find(|connection| connection.slug == slug);
        let connection = connection.ok_or_else(missing)?;
        let call = MediaCall::post("/moderations").json(json!({ "model": name, "input": text }));
        flagged(&connection.caller.send(call).await?.json()?)
    }
}

/// Returns the categories that an answer of OpenAI's moderations flags; `flagged` alone is one.
fn flagged(answer: &Value) -> Result<Vec<String>, ModelError> {
    let broken = || ModelError::broken("the answer is no moderation");
    let results = answer["results"].as_array().filter(|results| !results.is_empty());
    let mut flagged = Vec::new();
    for result in results.ok_or_else(broken)? {
        if !result["flagged"].as_bool().ok_or_else(broken)? {
            continue;
        }
        let categories = result["categories"].as_object();
        let named = categories.into_iter().flatten().filter(|(_, is_it)| **is_it == true);
        flagged.extend(named.map(|(name, _)| name.clone()));
        if flagged.is_empty() {
            flagged.push("flagged".to_owned());
        }
    }
    Ok(flagged)
}

/// Returns true if one of `words`, which may be several words each, stands in the text as whole words, in any case.
fn has_word(text: &str, words: &[String]) -> bool {
    let spaced = |text: &str| {
        let text = text.to_lowercase();
        let words = text.split(|ch: char| !ch.is_alphanumeric()).filter(|word| !word.is_empty());
        words.fold(" ".to_owned(), |all, word| all + word + " ")
    };
    let text = spaced(text);
    words.iter().map(|word| spaced(word)).any(|word| word.len() > 1 && text.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole_and_in_any_case() {
        let words = ["Nude", "blood bath", "裸体", "--"].map(str::to_owned);
        for text in ["a NUDE man", "nude", "(nude)", "a blood-bath", "Blood  bath!", "裸体"] {
            assert!(has_word(text, &words), "{text}");
        }
        for text in ["a denuded hill", "blood in a bath", "nudes", "", "--"] {
            assert!(!has_word(text, &words), "{text}");
        }
        assert!(!has_word("anything", &[]));
    }

    #[test]
    fn flagged_categories_are_named_and_anything_odd_is_no_answer() {
        let of = |answer: Value| flagged(&answer).ok();
        let clean = json!({ "results": [{ "flagged": false, "categories": { "sexual": false } }] });
        assert_eq!(of(clean), Some(vec![]));
        let one = json!({ "results": [{ "flagged": true, "categories": { "violence": true, "sexual": false } }] });
        assert_eq!(of(one), Some(vec!["violence".to_owned()]));
        assert_eq!(
            of(json!({ "results": [{ "flagged": true }] })),
            Some(vec!["flagged".to_owned()])
        );
        for odd in [json!({}), json!({ "results": [] }), json!({ "results": [{}] })] {
            assert_eq!(of(odd.clone()), None, "{odd}");
        }
    }
}
