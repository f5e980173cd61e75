//! Knowledge about an image model that follows from its name: `catalogue.toml`.

use std::sync::LazyLock;

use providers::Protocol;
use serde::Deserialize;

use crate::{ImageAbilities, ImageSize};

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
    mask: bool,
    #[serde(default)]
    transparency: bool,
    #[serde(default)]
    qualities: Vec<String>,
}

/// A model's entry in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// The name to show, if it is more informative than the provider's.
    pub name: Option<&'static str>,
    pub credits: i64,
    pub abilities: ImageAbilities,
}

/// Looks up `model` as it is called by `protocol`; `None` if it makes no images.
pub(crate) fn look_up(protocol: Protocol, model: &str) -> Option<Known> {
    let name = model.to_lowercase();
    let bare = name.rsplit('/').next().unwrap_or(&name);
    let is_meant = |entry: &&Entry| {
        let named = if entry.pattern.contains('/') { &name } else { bare };
        entry.protocols.contains(&protocol) && fits(&entry.pattern, named)
    };
    CATALOGUE.model.iter().find(is_meant).map(Entry::known)
}

impl Entry {
    fn known(&'static self) -> Known {
        let sizes = self.sizes.iter().filter_map(|size| ImageSize::parse(size)).collect();
        Known {
            name: self.name.as_deref(),
            credits: self.credits,
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
                partial_images: false,
            },
        }
    }
}

/// Returns true if `name` matches `pattern`, where `*` stands for any text.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((fixed, rest)) => {
            let Some(behind) = name.strip_prefix(fixed) else { return false };
            let ends = behind.char_indices().map(|(at, _)| at).chain([behind.len()]);
            ends.into_iter().any(|at| fits(rest, &behind[at..]))
        }
    }
}
