//! Templates that come with the product, in English, Arabic and Chinese.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::definition::{Definition, Field, FieldKind, Output};

/// One file: the fields once, and all texts by language.
#[derive(Debug, Deserialize)]
struct Preset {
    output: Output,
    fields: Vec<Slot>,
    en: Texts,
    ar: Texts,
    #[serde(rename = "zh-CN")]
    zh: Texts,
}

#[derive(Debug, Deserialize)]
struct Slot {
    name: String,
    kind: FieldKind,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    formula: String,
    #[serde(default)]
    columns: Vec<Slot>,
}

#[derive(Debug, Deserialize)]
struct Texts {
    name: String,
    description: String,
    content: String,
    /// Label and example by field, `list.column` for columns.
    labels: BTreeMap<String, [String; 2]>,
    #[serde(default)]
    options: BTreeMap<String, Vec<String>>,
}

/// The presets in the order of the list, each under its key. Keys are stored, and never change.
const FILES: [(&str, &str); 14] = [
    ("business-letter", include_str!("presets/business-letter.toml")),
    ("invoice", include_str!("presets/invoice.toml")),
    ("offer", include_str!("presets/offer.toml")),
    ("meeting-minutes", include_str!("presets/meeting-minutes.toml")),
    ("proposal", include_str!("presets/proposal.toml")),
    ("weekly-report", include_str!("presets/weekly-report.toml")),
    ("project-plan", include_str!("presets/project-plan.toml")),
    ("service-contract", include_str!("presets/service-contract.toml")),
    ("press-release", include_str!("presets/press-release.toml")),
    ("resume", include_str!("presets/resume.toml")),
    ("cover-letter", include_str!("presets/cover-letter.toml")),
    ("job-posting", include_str!("presets/job-posting.toml")),
    ("slide-deck", include_str!("presets/slide-deck.toml")),
    ("project-status", include_str!("presets/project-status.toml")),
];

static PRESETS: LazyLock<Vec<(&'static str, Preset)>> =
    LazyLock::new(|| FILES.iter().map(|(key, text)| (*key, read(text))).collect());

fn read(text: &str) -> Preset {
    toml::from_str(text).expect("presets are compiled in, and a test reads all of them")
}

/// Returns all presets with their keys, in the language of `locale` or in English.
pub(crate) fn presets(locale: Option<&str>) -> impl Iterator<Item = (&'static str, Definition)> {
    PRESETS.iter().map(move |(key, preset)| (*key, preset.in_language(locale)))
}

/// Finds a preset.
pub(crate) fn find_preset(key: &str, locale: Option<&str>) -> Option<Definition> {
    let (_, preset) = PRESETS.iter().find(|(known, _)| *known == key)?;
    Some(preset.in_language(locale))
}

impl Preset {
    fn in_language(&self, locale: Option<&str>) -> Definition {
        let texts = match locale.unwrap_or_default().split('-').next() {
            Some("ar") => &self.ar,
            Some("zh") => &self.zh,
            _ => &self.en,
        };
        Definition {
            name: texts.name.clone(),
            description: texts.description.clone(),
            output: self.output,
            content: texts.content.trim().to_owned(),
            fields: self.fields.iter().map(|slot| slot.field(texts, "")).collect(),
        }
    }
}

impl Slot {
    fn field(&self, texts: &Texts, list: &str) -> Field {
        let path = format!("{list}{}", self.name);
        let [label, example] = texts.labels.get(&path).cloned().unwrap_or_default();
        let within = format!("{path}.");
        Field {
            name: self.name.clone(),
            label,
            kind: self.kind,
            required: self.required,
            example,
            options: texts.options.get(&path).cloned().unwrap_or_default(),
            formula: self.formula.clone(),
            columns: self.columns.iter().map(|slot| slot.field(texts, &within)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filling::{FieldValue, Values, check_complete, check_values};

    const LOCALES: [&str; 3] = ["en", "ar", "zh-CN"];

    #[test]
    fn all_presets_keep_the_rules_in_all_languages() {
        for locale in LOCALES {
            let all: Vec<_> = presets(Some(locale)).collect();
            assert!(all.len() >= 12);
            for (key, preset) in all {
                let checked = preset.clone().checked();
                assert_eq!(checked.as_ref(), Ok(&preset), "{key} in {locale}");
            }
        }
    }

    #[test]
    fn texts_say_something_for_each_field_and_nothing_else() {
        for (key, preset) in PRESETS.iter() {
            let mut paths: Vec<String> = Vec::new();
            for slot in &preset.fields {
                paths.push(slot.name.clone());
                paths.extend(slot.columns.iter().map(|one| format!("{}.{}", slot.name, one.name)));
            }
            paths.sort();
            for texts in [&preset.en, &preset.ar, &preset.zh] {
                let labels: Vec<_> = texts.labels.keys().cloned().collect();
                assert_eq!(labels, paths, "{key}: {}", texts.name);
            }
        }
    }

    /// Returns the examples of a definition as values.
    fn examples(definition: &Definition) -> Values {
        let example = |field: &Field| (field.name.clone(), field.example.clone());
        let value = |field: &Field| match field.kind {
            FieldKind::List => FieldValue::Rows(vec![field.columns.iter().map(example).collect()]),
            _ => FieldValue::Text(field.example.clone()),
        };
        definition.fields.iter().map(|field| (field.name.clone(), value(field))).collect()
    }

    #[test]
    fn examples_fill_their_fields_completely() {
        for locale in LOCALES {
            for (key, preset) in presets(Some(locale)) {
                let values = check_values(&preset, &examples(&preset)).unwrap();
                assert!(check_complete(&preset, &values).is_ok(), "{key} in {locale}");
            }
        }
    }
}
