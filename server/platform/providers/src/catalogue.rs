//! Knowledge about a model that follows from its name alone: `catalogue.toml`.

use std::sync::LazyLock;

use kernel::Tier;
use serde::Deserialize;

use crate::quirks::{Quirk, Quirks};

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    toml::from_str(include_str!("catalogue.toml")).expect("the catalogue is checked by a test")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Catalogue {
    hidden: Vec<String>,
    embeddings: Vec<String>,
    server: Vec<Server>,
    model: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Server {
    host: String,
    quirks: Vec<Quirk>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    pattern: String,
    name: Option<String>,
    tier: Tier,
    credits_per_1k: Option<i64>,
    context: Option<u32>,
    #[serde(default)]
    vision: bool,
    #[serde(default)]
    tools: bool,
    #[serde(default)]
    reasoning: bool,
    #[serde(default)]
    quirks: Vec<Quirk>,
}

/// A model's entry in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// The name to show, if it is more informative than the provider's.
    pub name: Option<&'static str>,
    pub tier: Tier,
    /// Price per thousand tokens in advanced credits, if it is priced by tokens.
    pub credits_per_1k: Option<i64>,
    pub context_tokens: Option<u32>,
    pub vision: bool,
    pub tools: bool,
    pub reasoning: bool,
    pub quirks: Quirks,
    /// Lower comes first in lists.
    pub rank: usize,
}

/// Looks up the catalogue's entry for `model`; defaults to a standard model of unknown abilities.
pub(crate) fn look_up(model: &str) -> Known {
    let name = bare_name(model);
    let found = CATALOGUE.model.iter().enumerate().find(|(_, entry)| fits(&entry.pattern, &name));
    let Some((rank, entry)) = found else {
        return Known {
            name: None,
            tier: Tier::Standard,
            credits_per_1k: None,
            context_tokens: None,
            vision: false,
            tools: false,
            reasoning: false,
            quirks: Quirks::default(),
            rank: usize::MAX,
        };
    };
    Known {
        name: entry.name.as_deref().filter(|_| entry.pattern.trim_end_matches('*') == name),
        tier: entry.tier,
        credits_per_1k: entry.credits_per_1k,
        context_tokens: entry.context,
        vision: entry.vision,
        tools: entry.tools,
        reasoning: entry.reasoning,
        quirks: entry.quirks.iter().copied().into(),
        rank,
    }
}

/// Returns the differences of the server at `host` from its protocol.
pub(crate) fn server_quirks(host: &str) -> Quirks {
    let found = CATALOGUE.server.iter().find(|server| fits(&server.host, host));
    found.map(|server| server.quirks.iter().copied().into()).unwrap_or_default()
}

/// Returns true if `model` creates embeddings.
pub(crate) fn is_embedding(model: &str) -> bool {
    let name = bare_name(model);
    CATALOGUE.embeddings.iter().any(|pattern| fits(pattern, &name))
}

/// Returns true if `model` is not for chat but for embeddings, speech or images.
pub(crate) fn is_hidden(model: &str) -> bool {
    let name = bare_name(model);
    CATALOGUE.hidden.iter().chain(&CATALOGUE.embeddings).any(|pattern| fits(pattern, &name))
}

fn bare_name(model: &str) -> String {
    model.rsplit('/').next().unwrap_or(model).to_lowercase()
}

/// Returns true if `name` matches `pattern`, where `*` stands for any text and `?` for one letter.
fn fits(pattern: &str, name: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return name.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    if first == '*' {
        let ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
        return ends.into_iter().any(|at| fits(rest, &name[at..]));
    }
    match name.chars().next() {
        Some(letter) if first == '?' || first == letter => fits(rest, &name[letter.len_utf8()..]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_the_catalogue_can_be_reached() {
        let mut seen = std::collections::BTreeSet::new();
        for entry in &CATALOGUE.model {
            assert!(seen.insert(&entry.pattern), "{} stands twice", entry.pattern);
            let example = entry.pattern.replace('*', "").replace('?', "3");
            let rank = look_up(&example).rank;
            assert_ne!(rank, usize::MAX, "{example}");
        }
    }

    #[test]
    fn small_models_are_standard_and_large_ones_advanced() {
        for name in ["gpt-5-mini", "gpt-5.4-nano", "claude-haiku-4-5", "gemini-3-flash", "o4-mini"]
        {
            assert_eq!(look_up(name).tier, Tier::Standard, "{name}");
        }
        for name in ["gpt-5.1", "claude-opus-4-5-20251101", "gemini-3-pro-preview", "o3", "grok-4"]
        {
            assert_eq!(look_up(name).tier, Tier::Advanced, "{name}");
        }
    }

    // spec §9: "a reasoning preview model costs 32 credits per 1k tokens"
    #[test]
    fn a_reasoning_preview_model_costs_32_credits_per_1k_tokens_and_others_cost_by_the_answer() {
        for name in ["o1-preview", "openai/o1-preview-2024-09-12"] {
            assert_eq!(look_up(name).credits_per_1k, Some(32), "{name}");
        }
        for name in ["o1", "o1-mini", "gpt-5.1", "somebody/their-own-model:7b"] {
            assert_eq!(look_up(name).credits_per_1k, None, "{name}");
        }
    }

    #[test]
    fn a_model_is_known_behind_a_routers_prefix_and_in_any_case() {
        assert_eq!(look_up("anthropic/Claude-Sonnet-4.5").tier, Tier::Advanced);
        assert_eq!(look_up("gpt-4o-mini").name, Some("GPT-4o mini"));
        assert_eq!(look_up("gpt-4o-mini-2024-07-18").name, None);
    }

    #[test]
    fn an_unknown_model_is_a_standard_one_of_unknown_abilities() {
        let known = look_up("somebody/their-own-model:7b");
        assert_eq!((known.tier, known.context_tokens), (Tier::Standard, None));
    }

    #[test]
    fn models_that_do_not_chat_are_hidden() {
        for name in [
            "text-embedding-3-small",
            "whisper-1",
            "dall-e-3",
            "gpt-4o-realtime-preview",
            "black-forest-labs/FLUX.1-schnell",
            "veo-3.1-generate-preview",
        ] {
            assert!(is_hidden(name), "{name}");
        }
        for name in ["gpt-4o", "llama3.2:3b", "fake-t20-d5", "claude-sonnet-4-5"] {
            assert!(!is_hidden(name), "{name}");
        }
    }
}
