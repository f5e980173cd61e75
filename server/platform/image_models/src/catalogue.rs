//! Knowledge about an image model that follows from its name: `catalogue.toml`.

use std::sync::LazyLock;

use kernel::matches_wildcard;
use providers::Protocol;
use serde::Deserialize;

use crate::{ImageAbilities, ImageSize};

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    toml::from_str(include_str!("catalogue.toml")).expect("the catalogue is checked by a test")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Catalogue {
    server: Vec<Server>,
    model: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Server {
    host: String,
    way: Way,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    pattern: String,
    /// The protocols through which a model of this name has these abilities.
    protocols: Vec<Protocol>,
    name: Option<String>,
    credits: i64,
    #[serde(default)]
    creates: bool,
    #[serde(default)]
    edits: bool,
    #[serde(default)]
    sizes: Vec<String>,
    #[serde(default)]
    ratios: Vec<String>,
    #[serde(default)]
    count_max: u32,
    #[serde(default)]
    seed: bool,
    #[serde(default)]
    negative_prompt: bool,
    #[serde(default)]
    styles: Vec<String>,
    #[serde(default)]
    cfg_scale: bool,
    #[serde(default)]
    strength: bool,
    #[serde(default)]
    references_max: u32,
    #[serde(default)]
    partial_images: bool,
    #[serde(default)]
    mask: bool,
    #[serde(default)]
    transparency: bool,
    #[serde(default)]
    qualities: Vec<String>,
    #[serde(default)]
    way: Way,
    #[serde(default)]
    inputs: InputNames,
}

/// The way in which a model is asked, where its protocol has several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Way {
    #[default]
    Usual,
    /// By a chat completion.
    Chat,
    /// Google's `predict`.
    Predict,
}

/// The names of a model's inputs, where every model has its own; `None`: it has no such input.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct InputNames {
    pub negative_prompt: Option<String>,
    pub count: Option<String>,
    pub size: Option<String>,
    /// True if a size has the fields `width` and `height`.
    pub size_is_object: bool,
    pub ratio: Option<String>,
    pub style: Option<String>,
    pub quality: Option<String>,
    pub cfg_scale: Option<String>,
    pub strength: Option<String>,
    /// Of one image.
    pub reference: Option<String>,
    /// Of a list of images.
    pub references: Option<String>,
    pub mask: Option<String>,
}

/// A model's entry in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// The name to show, if it is more informative than the provider's.
    pub name: Option<&'static str>,
    pub credits: i64,
    pub abilities: ImageAbilities,
    pub way: Way,
}

/// Looks up `model` as it is called by `protocol`; `None` if it makes no images.
pub(crate) fn look_up(protocol: Protocol, model: &str) -> Option<Known> {
    find(protocol, model).map(Entry::known)
}

/// Returns the names of a model's inputs.
pub(crate) fn input_names(protocol: Protocol, model: &str) -> InputNames {
    find(protocol, model).map(|entry| entry.inputs.clone()).unwrap_or_default()
}

/// Returns the way in which every model of the server at `base_url` is asked, if it is one for all.
pub(crate) fn way_of_server(base_url: &str) -> Option<Way> {
    let url = url::Url::parse(base_url).ok()?;
    let server = CATALOGUE.server.iter().find(|server| url.host_str() == Some(&server.host));
    server.map(|server| server.way)
}

fn find(protocol: Protocol, model: &str) -> Option<&'static Entry> {
    let name = model.to_lowercase();
    let bare = name.rsplit('/').next().unwrap_or(&name);
    let is_meant = |entry: &&Entry| {
        let named = if entry.pattern.contains('/') { &name } else { bare };
        entry.protocols.contains(&protocol) && matches_wildcard(&entry.pattern, named)
    };
    CATALOGUE.model.iter().find(is_meant)
}

impl Entry {
    fn known(&'static self) -> Known {
        let sizes = self.sizes.iter().filter_map(|size| ImageSize::parse(size)).collect();
        Known {
            name: self.name.as_deref(),
            credits: self.credits,
            way: self.way,
            abilities: ImageAbilities {
                creates: self.creates,
                edits: self.edits,
                sizes,
                ratios: self.ratios.clone(),
                count_max: self.count_max.max(1),
                seed: self.seed,
                negative_prompt: self.negative_prompt,
                styles: self.styles.clone(),
                cfg_scale: self.cfg_scale,
                strength: self.strength,
                references_max: self.references_max,
                mask: self.mask,
                transparency: self.transparency,
                qualities: self.qualities.clone(),
                partial_images: self.partial_images,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_the_catalogue_can_be_reached_and_is_sound() {
        for entry in &CATALOGUE.model {
            let example = entry.pattern.replace('*', "");
            for protocol in &entry.protocols {
                let found = find(*protocol, &example).unwrap();
                assert!(std::ptr::eq(found, entry), "{example} is {}", found.pattern);
            }
            let Known { abilities, credits, .. } = entry.known();
            let pattern = &entry.pattern;
            assert!(abilities.creates || abilities.edits, "{pattern} makes nothing");
            assert_eq!(abilities.edits, abilities.references_max > 0, "{pattern}");
            assert!(!abilities.mask || abilities.edits, "{pattern} has a mask for nothing");
            assert_eq!(abilities.sizes.len(), entry.sizes.len(), "{pattern} has an odd size");
            assert!(abilities.sizes.is_empty() || abilities.ratios.is_empty(), "{pattern}");
            assert!(credits >= 0, "{pattern}");
        }
    }

    #[test]
    fn a_queue_names_an_input_for_all_that_its_model_can_do() {
        for entry in &CATALOGUE.model {
            if !entry.protocols.iter().any(|of| matches!(of, Protocol::Replicate | Protocol::Fal)) {
                continue;
            }
            let (names, able) = (&entry.inputs, entry.known().abilities);
            let pattern = &entry.pattern;
            assert_eq!(names.negative_prompt.is_some(), able.negative_prompt, "{pattern}");
            assert_eq!(names.count.is_some(), able.count_max > 1, "{pattern}");
            assert_eq!(names.size.is_some(), !able.sizes.is_empty(), "{pattern}");
            assert_eq!(names.ratio.is_some(), !able.ratios.is_empty(), "{pattern}");
            assert_eq!(names.style.is_some(), !able.styles.is_empty(), "{pattern}");
            assert_eq!(names.quality.is_some(), !able.qualities.is_empty(), "{pattern}");
            assert_eq!(names.cfg_scale.is_some(), able.cfg_scale, "{pattern}");
            assert_eq!(names.strength.is_some(), able.strength, "{pattern}");
            assert_eq!(names.mask.is_some(), able.mask, "{pattern}");
            let has_reference = names.reference.is_some() || names.references.is_some();
            assert_eq!(has_reference, able.edits, "{pattern}");
        }
    }

    #[test]
    fn a_router_is_asked_by_chat_completions_whatever_the_model() {
        assert_eq!(way_of_server("https://openrouter.ai/api/v1"), Some(Way::Chat));
        assert_eq!(way_of_server("https://openrouter.ai.example.org/v1"), None);
    }

    #[test]
    fn models_of_images_are_known_and_others_are_not() {
        use Protocol::*;
        for (protocol, model, way) in [
            (Openai, "gpt-image-1.5", Way::Usual),
            (Openai, "dall-e-3", Way::Usual),
            (Gemini, "gemini-2.5-flash-image", Way::Usual),
            (Gemini, "imagen-4.0-generate-001", Way::Predict),
            (OpenaiCompatible, "google/gemini-2.5-flash-image", Way::Chat),
            (OpenaiCompatible, "black-forest-labs/FLUX.1-schnell", Way::Usual),
            (BlackForestLabs, "flux-kontext-pro", Way::Usual),
            (Automatic1111, "anything.ckpt [abc]", Way::Usual),
            (Comfyui, "sdxl/base.safetensors", Way::Usual),
        ] {
            assert_eq!(look_up(protocol, model).map(|known| known.way), Some(way), "{model}");
        }
        for (protocol, model) in [
            (Openai, "gpt-4o"),
            (Gemini, "gemini-2.5-flash"),
            (OpenaiCompatible, "llama3.2:3b"),
            (Anthropic, "gpt-image-1"),
            (Replicate, "google/veo-3.1"),
            (Runway, "gen4_turbo"),
        ] {
            assert_eq!(look_up(protocol, model), None, "{model}");
        }
    }
}
