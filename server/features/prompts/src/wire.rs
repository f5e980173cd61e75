//! The types on the wire.

use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The purpose of a prompt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PromptKind {
    /// To be run in a chat.
    #[default]
    MyPrompt,
    /// To be used on selected text.
    SelectionAction,
    /// To fill in a field.
    FillingAction,
}

/// A prompt, as the caller sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Prompt)]
pub(crate) struct PromptBody {
    pub id: Uuid,
    pub name: String,
    pub description: String,
    /// Its text, with blanks such as `{{tone:select:warm|plain}}`.
    pub content: String,
    pub kind: PromptKind,
    pub public: bool,
    /// True if the caller wrote it.
    pub mine: bool,
    /// True if it came with the product.
    pub built_in: bool,
    pub favorited: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PromptList)]
pub(crate) struct PromptListBody {
    pub items: Vec<PromptBody>,
}

/// The tabs of the prompt library.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tab {
    /// The caller's own, and favourites.
    #[default]
    Mine,
    /// Everybody's public prompts, and built-in ones.
    Public,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct LibraryQuery {
    #[param(inline)]
    pub tab: Tab,
    /// Words of a name or a description; empty: all.
    pub q: String,
}

/// A prompt to create.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NewPrompt {
    pub name: String,
    pub description: String,
    pub content: String,
    pub kind: PromptKind,
    pub public: bool,
}

/// Changes to a prompt; absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PromptChange {
    pub name: Option<String>,
    pub description: Option<String>,
    pub content: Option<String>,
    pub public: Option<bool>,
}

/// The caller's favorite mark on a prompt.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PromptMark {
    pub favorited: bool,
}

/// A text that a prompt had.
#[derive(Debug, Serialize, ToSchema, ::store::FromRow)]
pub(crate) struct PromptVersion {
    pub version: i64,
    pub name: String,
    pub description: String,
    pub content: String,
    pub created_at: Timestamp,
}

/// All texts that a prompt had, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PromptVersions {
    pub items: Vec<PromptVersion>,
}

/// The effect of a quick action's text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = QuickActionBehavior)]
pub(crate) enum Behavior {
    /// It is sent at once.
    #[default]
    Send,
    /// It is inserted into the composer for review.
    Fill,
}

/// The place where a quick action is offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = QuickActionScene)]
pub(crate) enum Scene {
    /// Beside the composer and under answers.
    #[default]
    Any,
    Composer,
    Answer,
}

/// The topic of a quick action.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = QuickActionCategory)]
pub(crate) enum Category {
    Understand,
    Write,
    Translate,
    #[default]
    Other,
}

/// The pictures that a quick action can have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = QuickActionIcon)]
pub(crate) enum Icon {
    #[default]
    Zap,
    Lightbulb,
    List,
    Languages,
    Pen,
    Check,
    Reply,
    Scale,
    Code,
    Table,
}

/// A quick action.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = QuickAction)]
pub(crate) struct ActionBody {
    pub id: Uuid,
    pub name: String,
    pub icon: Icon,
    pub prompt: String,
    pub behavior: Behavior,
    pub scene: Scene,
    pub public: bool,
    pub description: String,
    pub category: Category,
    /// BCP 47: the language it answers in; null: the conversation's.
    pub language: Option<String>,
    pub pinned: bool,
    /// Value to send in `If-Match`; null: it was never changed.
    pub updated_at: Option<Timestamp>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QuickActionList)]
pub(crate) struct ActionListBody {
    pub items: Vec<ActionBody>,
}

/// Filter of quick actions by their owner.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct ActionsQuery {
    /// True for other people's public ones, instead of the caller's own.
    pub public: bool,
}

/// A quick action to make.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = NewQuickAction)]
pub(crate) struct NewAction {
    pub name: String,
    pub icon: Icon,
    pub prompt: String,
    pub behavior: Behavior,
    pub scene: Scene,
    pub public: bool,
    pub description: String,
    pub category: Category,
    pub language: Option<String>,
    pub pinned: bool,
}

/// Changes to a quick action; absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = QuickActionChange)]
pub(crate) struct ActionChange {
    pub name: Option<String>,
    pub icon: Option<Icon>,
    pub prompt: Option<String>,
    pub behavior: Option<Behavior>,
    pub scene: Option<Scene>,
    pub public: Option<bool>,
    pub description: Option<String>,
    pub category: Option<Category>,
    /// An empty one is the conversation's.
    pub language: Option<String>,
    pub pinned: Option<bool>,
}

/// Returns the word that represents a value on the wire and in the database.
pub(crate) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// Parses a stored word; one stored by a later version becomes the default.
pub(crate) fn from_word<T: for<'de> Deserialize<'de> + Default>(word: &str) -> T {
    serde_json::from_value(serde_json::Value::from(word)).unwrap_or_default()
}
