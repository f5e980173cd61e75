//! Prompts and quick actions that come with the product, in English, Arabic and Chinese.

use std::sync::LazyLock;

use kernel::{Timestamp, UserId, Uuid};
use serde::Deserialize;

use crate::store::Action;
use crate::wire::{Icon, PromptBody, PromptKind, word};

/// One language's texts.
#[derive(Deserialize)]
struct Texts {
    prompts: Vec<GivenPrompt>,
    actions: Vec<GivenAction>,
}

#[derive(Deserialize)]
struct GivenPrompt {
    name: String,
    description: String,
    content: String,
}

#[derive(Deserialize)]
struct GivenAction {
    name: String,
    icon: Icon,
    prompt: String,
    category: String,
    pinned: bool,
}

static ENGLISH: LazyLock<Texts> = LazyLock::new(|| read(include_str!("library/en.json")));
static ARABIC: LazyLock<Texts> = LazyLock::new(|| read(include_str!("library/ar.json")));
static CHINESE: LazyLock<Texts> = LazyLock::new(|| read(include_str!("library/zh.json")));

fn read(json: &str) -> Texts {
    serde_json::from_str(json).expect("the library is compiled in, and a test reads all of it")
}

fn texts(locale: Option<&str>) -> &'static Texts {
    match locale.unwrap_or_default().split('-').next() {
        Some("ar") => &ARABIC,
        Some("zh") => &CHINESE,
        _ => &ENGLISH,
    }
}

/// First half of the ids of built-in prompts ("Ensemble"); the second half is the prompt's index in the list, so new
/// ones are appended and none is ever removed from the middle.
const PROMPT_IDS: u64 = 0x456e_7365_6d62_8c65;

/// Returns the built-in prompts whose name or description contains `query`.
pub(crate) fn prompts(locale: Option<&str>, query: &str) -> impl Iterator<Item = PromptBody> {
    let query = query.trim().to_lowercase();
    let all = texts(locale).prompts.iter().zip(1..).map(|(prompt, place)| PromptBody {
        id: Uuid::from_u64_pair(PROMPT_IDS, 0x8000_0000_0000_0000 | place),
        name: prompt.name.clone(),
        description: prompt.description.clone(),
        content: prompt.content.clone(),
        kind: PromptKind::MyPrompt,
        public: true,
        mine: false,
        built_in: true,
        favorited: false,
        version: 1,
        created_at: Timestamp::from_micros(0),
        updated_at: Timestamp::from_micros(0),
    });
    all.filter(move |prompt| {
        format!("{}\n{}", prompt.name, prompt.description).to_lowercase().contains(&query)
    })
}

/// Finds one of the product's prompts.
pub(crate) fn find_prompt(locale: Option<&str>, id: Uuid) -> Option<PromptBody> {
    prompts(locale, "").find(|prompt| prompt.id == id)
}

/// Returns the product's quick actions under ids of `owner`'s own.
pub(crate) fn actions(locale: Option<&str>, owner: UserId) -> Vec<Action> {
    let all = texts(locale).actions.iter().zip(1_u128..);
    let rows = all.map(|(action, place)| Action {
        // A person's id begins with a time, so another's differs in more than its last byte.
        id: Uuid::from_u128(owner.0.as_u128() ^ place),
        name: action.name.clone(),
        icon: word(&action.icon),
        prompt: action.prompt.clone(),
        behavior: "send".to_owned(),
        scene: "any".to_owned(),
        public: false,
        description: String::new(),
        category: action.category.clone(),
        language: None,
        pinned: action.pinned,
        updated_at: None,
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{PINNED_MAX, PromptTexts};

    #[test]
    fn every_language_has_the_same_texts_within_the_limits() {
        for locale in ["en", "ar", "zh-CN"] {
            let given = texts(Some(locale));
            assert_eq!(given.prompts.len(), ENGLISH.prompts.len(), "{locale}");
            assert_eq!(given.actions.len(), ENGLISH.actions.len(), "{locale}");
            for prompt in prompts(Some(locale), "") {
                let PromptBody { name, description, content, .. } = prompt;
                PromptTexts { name, description, content }.parse().unwrap();
            }
            let pinned = given.actions.iter().filter(|action| action.pinned).count();
            assert!(pinned as i64 <= PINNED_MAX, "{locale}");
        }
    }

    #[test]
    fn ids_are_each_others_and_stay() {
        let owner = UserId::new(Timestamp::from_micros(1));
        let ids: Vec<_> = actions(None, owner).iter().map(|action| action.id).collect();
        let again: Vec<_> = actions(Some("ar"), owner).iter().map(|action| action.id).collect();
        assert_eq!(ids, again);
        let mut unique = ids.clone();
        unique.dedup();
        assert_eq!(unique, ids);
        assert_eq!(
            prompts(None, "").next().unwrap().id.to_string(),
            "456e7365-6d62-8c65-8000-000000000001"
        );
    }
}
