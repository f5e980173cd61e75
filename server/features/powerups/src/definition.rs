use kernel::Uuid;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a PowerUP is: all that its author writes (spec §3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = PowerupDefinition)]
#[serde(deny_unknown_fields)]
pub(crate) struct Definition {
    pub name: String,
    /// An emoji; empty: the client's own.
    #[serde(default)]
    pub icon: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub kind: Kind,
    /// The author's artifact that a mini app shows.
    #[serde(default)]
    pub artifact_id: Option<Uuid>,
    #[serde(default)]
    pub sites: Sites,
    #[serde(default)]
    pub reads: Reads,
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    #[serde(default)]
    pub skills: Vec<Skill>,
    /// `<connection>/<model>` that its author prefers; null: the one of who runs it.
    #[serde(default)]
    pub model: Option<String>,
    /// Names parameters as `{{field}}`, and what is read as `{{content}}`.
    #[serde(default)]
    pub prompt: String,
    #[serde(default)]
    pub response_language: ResponseLanguage,
    /// A page on which people can try it; empty: none.
    #[serde(default)]
    pub example_url: String,
    /// The language that its texts are written in (BCP 47).
    #[serde(default = "english")]
    pub language: String,
    /// Its texts in the other languages that it supports.
    #[serde(default)]
    pub translations: Vec<Translation>,
}

fn english() -> String {
    "en".to_owned()
}

/// The type of a PowerUP.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupKind)]
pub(crate) enum Kind {
    /// A prompt that a model answers.
    #[default]
    Tool,
    /// An artifact.
    MiniApp,
}

/// The pages that a PowerUP runs on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupSites)]
pub(crate) struct Sites {
    pub scope: SiteScope,
    /// Hosts, URLs, wildcards or regular expressions, as `scope` says; none for all sites.
    #[serde(default)]
    pub patterns: Vec<String>,
}

/// The kind of the patterns of [`Sites`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupSiteScope)]
pub(crate) enum SiteScope {
    #[default]
    All,
    /// A host, with those below it.
    Site,
    /// One page, whatever its fragment.
    Url,
    Wildcard,
    Regex,
}

/// The part of a page that a PowerUP reads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupReads)]
pub(crate) enum Reads {
    #[default]
    All,
    Selection,
    None,
}

/// What a person fills in before a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupParameter)]
pub(crate) struct Parameter {
    pub kind: ParameterKind,
    /// The name by which the prompt refers to it.
    pub field: String,
    /// The name that people see.
    pub label: String,
    #[serde(default)]
    pub required: bool,
    /// One text, or options.
    #[serde(default)]
    pub default: Vec<String>,
    #[serde(default)]
    pub options: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupParameterKind)]
pub(crate) enum ParameterKind {
    Text,
    SingleChoice,
    MultipleChoice,
}

/// What a PowerUP does beside its prompt. The words are those of spec §3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupSkill)]
pub(crate) enum Skill {
    /// Searches the web for the prompt, and answers with what was found.
    SearchEnhance,
    Summarize,
    Keyword,
    SummaryClassic,
    BulletAsk,
}

/// The language of a PowerUP's answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PowerupResponseLanguage)]
pub(crate) enum ResponseLanguage {
    /// The one of who runs it.
    #[default]
    User,
    Prompt,
}

/// A PowerUP's texts in another language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupTranslation)]
pub(crate) struct Translation {
    /// BCP 47.
    pub language: String,
    pub name: String,
    #[serde(default)]
    pub description: String,
    /// One for each parameter, in their order.
    #[serde(default)]
    pub parameters: Vec<ParameterTexts>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PowerupParameterTexts)]
pub(crate) struct ParameterTexts {
    pub label: String,
    /// One for each option, in their order.
    #[serde(default)]
    pub options: Vec<String>,
}

impl Definition {
    /// Returns its names and descriptions in all languages in lower case, for searches.
    pub fn words(&self) -> String {
        let translated = self.translations.iter().flat_map(|it| [&it.name, &it.description]);
        let all: Vec<&str> = [&self.name, &self.description]
            .into_iter()
            .chain(translated)
            .map(String::as_str)
            .collect();
        all.join("\n").to_lowercase()
    }
}

#[cfg(test)]
impl Definition {
    /// Returns a tool with this prompt, for tests of rules.
    pub fn tool(prompt: &str) -> Self {
        let named = serde_json::json!({ "name": "Explain", "prompt": prompt });
        serde_json::from_value(named).unwrap()
    }
}
