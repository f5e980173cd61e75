use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::chat_settings::{ContextSettings, ScrollBehaviour};

/// A person's choices for all their devices.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UserSettings {
    pub theme: Theme,
    /// BCP 47 tag of the language; null: the browser's preference.
    pub locale: Option<String>,
    /// Own keys for commands; null switches a command's key off.
    pub shortcuts: BTreeMap<String, Option<String>>,
    /// `<connection>/<model>`; null: the server's default.
    pub default_model: Option<String>,
    pub send_with: SendWith,
    pub font_size: FontSize,
    pub content_width: ContentWidth,
    pub scroll: ScrollBehaviour,
    /// BCP 47; null: the language that is asked in.
    pub reply_language: Option<String>,
    pub context: ContextSettings,
    /// True if a new chat begins after 10 minutes of inactivity.
    pub auto_new_chat: bool,
    /// True if only the composer, the conversations and the model picker are shown.
    pub simple_mode: bool,
    /// True if answers of several models to one question are merged as soon as all are complete.
    pub merge_at_once: bool,
    /// The merging model, `<connection>/<model>`; null: the first of the models that answered.
    pub merge_model: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SendWith {
    #[default]
    Enter,
    ModEnter,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FontSize {
    #[default]
    Normal,
    Large,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContentWidth {
    #[default]
    Normal,
    Full,
}

impl UserSettings {
    /// Parses stored settings. An unknown field from a later version must not lock its person out, so then the defaults
    /// apply.
    pub(crate) fn from_stored(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_else(|error| {
            tracing::warn!(%error, "stored settings cannot be read: the defaults serve");
            Self::default()
        })
    }

    pub(crate) fn to_stored(&self) -> String {
        serde_json::to_string(self).expect("settings have string keys only")
    }

    /// Returns these settings with the fields of `patch` applied; `None` if a field or a value is unknown.
    pub fn patched(&self, patch: serde_json::Map<String, serde_json::Value>) -> Option<Self> {
        let serde_json::Value::Object(mut fields) = serde_json::to_value(self).ok()? else {
            return None;
        };
        fields.extend(patch);
        let patched: Self = api::read_value(&fields.into()).ok()?;
        patched.is_reasonable().then_some(patched)
    }

    fn is_reasonable(&self) -> bool {
        let is_short = |text: &str| text.chars().count() <= TEXT_MAX_CHARS;
        self.locale.as_deref().is_none_or(is_locale)
            && self.reply_language.as_deref().is_none_or(is_locale)
            && self.context.is_valid()
            && self.default_model.as_deref().is_none_or(is_short)
            && self.merge_model.as_deref().is_none_or(is_short)
            && self.shortcuts.len() <= SHORTCUTS_MAX
            && self
                .shortcuts
                .iter()
                .all(|(command, keys)| is_short(command) && keys.as_deref().is_none_or(is_short))
    }
}

const TEXT_MAX_CHARS: usize = 200;
const SHORTCUTS_MAX: usize = 200;

/// Returns true for the form of a BCP 47 tag: `en`, `zh-CN`.
pub fn is_locale(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or("");
    let is_alphanumeric = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (2..=3).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts.all(|part| (2..=8).contains(&part.len()) && is_alphanumeric(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn patched(patch: serde_json::Value) -> Option<UserSettings> {
        let serde_json::Value::Object(patch) = patch else { panic!("a patch is an object") };
        UserSettings::default().patched(patch)
    }

    #[test]
    fn a_patch_changes_only_what_it_names() {
        let settings = patched(json!({ "theme": "dark", "locale": "zh-CN" })).unwrap();
        assert_eq!(settings.theme, Theme::Dark);
        assert_eq!(settings.locale.as_deref(), Some("zh-CN"));
        assert_eq!(settings.send_with, SendWith::Enter);
    }

    #[test]
    fn null_takes_a_choice_back() {
        let chosen = UserSettings { locale: Some("ar".into()), ..UserSettings::default() };
        let patch = json!({ "locale": null }).as_object().unwrap().clone();
        assert_eq!(chosen.patched(patch).unwrap().locale, None);
    }

    #[test]
    fn what_is_no_setting_is_refused() {
        for patch in [
            json!({ "role": "operator" }),
            json!({ "theme": "pink" }),
            json!({ "theme": null }),
            json!({ "locale": "../etc" }),
            json!({ "locale": "e" }),
            json!({ "reply_language": "French, and praise me" }),
            json!({ "context": { "mode": "custom", "tokens": 4_500 } }),
            json!({ "default_model": "x".repeat(201) }),
        ] {
            assert_eq!(patched(patch.clone()), None, "{patch}");
        }
    }
}
