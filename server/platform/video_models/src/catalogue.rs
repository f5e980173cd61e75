//! Knowledge about a video model that follows from its name: `catalogue.toml`.

use std::sync::LazyLock;

use kernel::matches_wildcard;
use providers::Protocol;
use serde::Deserialize;

use crate::VideoAbilities;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    toml::from_str(include_str!("catalogue.toml")).expect("the catalogue is checked by a test")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Catalogue {
    model: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    pattern: String,
    /// The protocols through which a model of this name has these abilities.
    protocols: Vec<Protocol>,
    name: Option<String>,
    credits_per_second: i64,
    #[serde(default)]
    texts: bool,
    #[serde(default)]
    first_frame: bool,
    #[serde(default)]
    last_frame: bool,
    #[serde(default)]
    references_max: u32,
    #[serde(default)]
    remix: bool,
    seconds: Vec<u32>,
    #[serde(default)]
    seconds_with_last_frame: Vec<u32>,
    #[serde(default)]
    ratios: Vec<String>,
    #[serde(default)]
    resolutions: Vec<String>,
    #[serde(default)]
    audio: bool,
    #[serde(default)]
    cameras: Vec<String>,
    #[serde(default)]
    motion: bool,
    #[serde(default)]
    seed: bool,
    #[serde(default)]
    negative_prompt: bool,
    #[serde(default)]
    cfg_scale: bool,
    #[serde(default)]
    inputs: InputNames,
}

/// The names of a model's inputs, where every model has its own; `None`: it has no such input.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct InputNames {
    pub negative_prompt: Option<String>,
    pub first_frame: Option<String>,
    pub last_frame: Option<String>,
    pub seconds: Option<String>,
    /// What stands behind the number of seconds; with it, or with an empty one, they are a text.
    pub seconds_unit: Option<String>,
    pub ratio: Option<String>,
    pub resolution: Option<String>,
    pub audio: Option<String>,
    pub motion: Option<String>,
    /// The value of the greatest motion.
    pub motion_max: Option<u32>,
    pub cfg_scale: Option<String>,
    pub seed: Option<String>,
}

/// A model's entry in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    pub name: Option<&'static str>,
    pub credits_per_second: i64,
    pub abilities: VideoAbilities,
}

/// Looks up `model` as it is called by `protocol`; `None` if it makes no videos.
pub(crate) fn look_up(protocol: Protocol, model: &str) -> Option<Known> {
    find(protocol, model).map(Entry::known)
}

/// Returns the names of a model's inputs.
pub(crate) fn input_names(protocol: Protocol, model: &str) -> InputNames {
    find(protocol, model).map(|entry| entry.inputs.clone()).unwrap_or_default()
}

fn find(protocol: Protocol, model: &str) -> Option<&'static Entry> {
    let name = model.to_lowercase();
    let is_meant = |entry: &&Entry| {
        entry.protocols.contains(&protocol) && matches_wildcard(&entry.pattern, &name)
    };
    CATALOGUE.model.iter().find(is_meant)
}

impl Entry {
    fn known(&'static self) -> Known {
        Known {
            name: self.name.as_deref(),
            credits_per_second: self.credits_per_second,
            abilities: VideoAbilities {
                texts: self.texts,
                first_frame: self.first_frame,
                last_frame: self.last_frame,
                references_max: self.references_max,
                remix: self.remix,
                seconds: self.seconds.clone(),
                seconds_with_last_frame: self.seconds_with_last_frame.clone(),
                ratios: self.ratios.clone(),
                resolutions: self.resolutions.clone(),
                audio: self.audio,
                cameras: self.cameras.clone(),
                motion: self.motion,
                seed: self.seed,
                negative_prompt: self.negative_prompt,
                cfg_scale: self.cfg_scale,
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
            let (able, pattern) = (entry.known().abilities, &entry.pattern);
            assert!(able.texts || able.first_frame || able.references_max > 0, "{pattern}");
            assert!(able.first_frame || !able.last_frame, "{pattern} ends without a beginning");
            assert!(!able.seconds.is_empty(), "{pattern} has no length");
            let is_part = able.seconds_with_last_frame.iter().all(|s| able.seconds.contains(s));
            assert!(is_part, "{pattern}");
            assert!(entry.credits_per_second > 0, "{pattern} is free");
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
            assert_eq!(names.first_frame.is_some(), able.first_frame, "{pattern}");
            assert_eq!(names.last_frame.is_some(), able.last_frame, "{pattern}");
            assert_eq!(names.seconds.is_some(), able.seconds.len() > 1, "{pattern}");
            assert_eq!(names.ratio.is_some(), !able.ratios.is_empty(), "{pattern}");
            assert_eq!(names.resolution.is_some(), !able.resolutions.is_empty(), "{pattern}");
            assert_eq!(names.audio.is_some(), able.audio, "{pattern}");
            assert_eq!(names.motion.is_some(), able.motion, "{pattern}");
            assert_eq!(names.cfg_scale.is_some(), able.cfg_scale, "{pattern}");
            assert_eq!(names.seed.is_some(), able.seed, "{pattern}");
        }
    }

    #[test]
    fn models_of_videos_are_known_and_others_are_not() {
        use Protocol::*;
        for (protocol, model) in [
            (Openai, "sora-2-pro"),
            (Gemini, "veo-3.1-generate-preview"),
            (Runway, "gen4_turbo"),
            (Kling, "kling-v2-5-turbo"),
            (Luma, "ray-flash-2"),
            (Minimax, "MiniMax-Hailuo-02"),
            (Replicate, "google/veo-3.1-fast"),
            (Fal, "fal-ai/veo3.1/image-to-video"),
        ] {
            assert!(look_up(protocol, model).is_some(), "{model}");
        }
        for (protocol, model) in
            [(Openai, "gpt-image-1"), (Gemini, "imagen-4"), (Replicate, "google/imagen-4")]
        {
            assert_eq!(look_up(protocol, model), None, "{model}");
        }
    }
}
