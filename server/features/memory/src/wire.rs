use api::{PageQuery, ProblemBody};
use kernel::{BotId, ConversationId, GroupId, MessageId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

kernel::id! {
    /// Something that is remembered.
    ItemId
}

kernel::id! {
    /// Something that was learned and waits for its person's word.
    SuggestionId
}

/// What suggestions are made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MemoryLearning)]
pub(crate) enum Learn {
    /// Nothing is suggested.
    Off,
    /// What the person says plainly: "remember that …", "my name is …". No model is asked.
    #[default]
    Statements,
    /// A model reads what the person wrote, too; each time costs a query.
    Model,
}

impl Learn {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Statements => "statements",
            Self::Model => "model",
        }
    }

    /// A word of a later version learns nothing.
    pub fn parse(text: &str) -> Self {
        match text {
            "statements" => Self::Statements,
            "model" => Self::Model,
            _ => Self::Off,
        }
    }
}

/// Where something is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = MemoryScope)]
pub(crate) enum Scope {
    /// In every chat, but those with other people's bots.
    // With braces: without them, what else is sent is not refused.
    Everywhere {},
    /// In chats with this bot.
    Bot { bot_id: BotId },
    /// In chats of this folder.
    Group { group_id: GroupId },
}

impl Default for Scope {
    fn default() -> Self {
        Self::Everywhere {}
    }
}

impl Scope {
    pub fn parts(self) -> (&'static str, Option<Uuid>) {
        match self {
            Self::Everywhere {} => ("everywhere", None),
            Self::Bot { bot_id } => ("bot", Some(bot_id.0)),
            Self::Group { group_id } => ("group", Some(group_id.0)),
        }
    }

    /// What cannot be read holds in no chat: it names a bot that is none.
    pub fn of(word: &str, id: Option<Uuid>) -> Self {
        match (word, id) {
            ("everywhere", _) => Self::Everywhere {},
            ("group", Some(id)) => Self::Group { group_id: GroupId(id) },
            (_, id) => Self::Bot { bot_id: BotId(id.unwrap_or(Uuid::nil())) },
        }
    }
}

/// How a person has their memory, and how full it is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Memory)]
pub(crate) struct OverviewBody {
    /// Whether answers draw on it.
    pub recall: bool,
    pub learn: Learn,
    /// The model that learns, `<connection>/<model>`; null: the person's default where it is a basic one, else
    /// the first basic one.
    pub model: Option<String>,
    /// Whether there is a model that can learn.
    pub has_model: bool,
    /// What every answer may know of the person, in their own words.
    pub about: String,
    pub about_updated_at: Option<Timestamp>,
    /// How the person wants to be answered.
    pub respond: String,
    pub respond_updated_at: Option<Timestamp>,
    /// How many things are remembered.
    pub items: i64,
    /// How many there may be; 0: the plan has no memory.
    pub max_items: i64,
    /// Suggestions that wait for the person's word.
    pub pending: i64,
}

/// What is to change about a person's memory; what is absent stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = MemoryChange)]
pub(crate) struct OverviewChange {
    pub recall: Option<bool>,
    pub learn: Option<Learn>,
    /// An empty one: the usual.
    pub model: Option<String>,
    pub about: Option<String>,
    pub respond: Option<String>,
}

/// Something that is remembered.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = MemoryItem)]
pub(crate) struct ItemBody {
    pub id: ItemId,
    /// One line, plain text.
    pub text: String,
    pub scope: Scope,
    /// The message that it was learned from; null: the person wrote it here, or the message is gone.
    pub source: Option<SourceBody>,
    /// Counts its changes; a change may name the one it is for.
    pub version: i64,
    pub added_at: Timestamp,
    pub updated_at: Timestamp,
    /// Set when it was forgotten; it can be brought back for 30 days.
    pub forgotten_at: Option<Timestamp>,
}

/// A message that something was learned from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MemorySource)]
pub(crate) struct SourceBody {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct ItemsQuery {
    /// Words of the text.
    pub q: Option<String>,
    /// Those that were forgotten, instead of those that are remembered.
    pub forgotten: bool,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Rows in the page: 1 to 100, 50 unless told.
    pub limit: Option<usize>,
}

impl ItemsQuery {
    pub fn page(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// Something to remember. The same one sent again gives what is kept.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewMemoryItem)]
pub(crate) struct NewItem {
    /// Made by the client.
    pub id: ItemId,
    pub text: String,
    #[serde(default)]
    pub scope: Scope,
}

/// What is to change about something remembered; what is absent stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = MemoryItemChange)]
pub(crate) struct ItemChange {
    pub text: Option<String>,
    pub scope: Option<Scope>,
}

/// How far a suggestion is. Spec §4: "Memory suggestion: pending, then adopted or rejected; can be regenerated."
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MemorySuggestionState)]
pub(crate) enum State {
    #[default]
    Pending,
    Adopted,
    Rejected,
}

impl State {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Adopted => "adopted",
            Self::Rejected => "rejected",
        }
    }

    pub fn parse(text: &str) -> Self {
        match text {
            "pending" => Self::Pending,
            "adopted" => Self::Adopted,
            _ => Self::Rejected,
        }
    }
}

/// Something that was learned from what the person wrote. No answer knows of it before it is adopted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MemorySuggestion)]
pub(crate) struct SuggestionBody {
    pub id: SuggestionId,
    pub state: State,
    /// What would be remembered: one line, plain text.
    pub text: String,
    /// The person's own words that it was learned from.
    pub quote: String,
    pub source: SourceBody,
    /// What it would take the place of.
    pub replaces: Option<ItemBody>,
    /// The model that wrote it; null: it stands in the message like this.
    pub model_name: Option<String>,
    /// Whether a model is writing it again.
    pub rewriting: bool,
    /// Why it could not be written again.
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
    pub decided_at: Option<Timestamp>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct SuggestionsQuery {
    /// `pending` unless told.
    #[param(inline)]
    pub state: State,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Rows in the page: 1 to 100, 50 unless told.
    pub limit: Option<usize>,
}

impl SuggestionsQuery {
    pub fn page(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// How a suggestion is adopted; what is absent is as suggested, and everywhere.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = MemoryAdoption)]
pub(crate) struct Adoption {
    pub text: Option<String>,
    pub scope: Option<Scope>,
}

/// What an answer was given of what is remembered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MemoryUses)]
pub(crate) struct UsesBody {
    pub items: Vec<UseBody>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MemoryUseKind)]
pub(crate) enum UseKind {
    Item,
    /// "About you".
    About,
    /// "How to respond".
    Respond,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = MemoryUse)]
pub(crate) struct UseBody {
    pub kind: UseKind,
    /// The item as it is now; null when it was deleted, and for the texts of the profile.
    pub item: Option<ItemBody>,
    /// Whether it was changed since.
    pub changed: bool,
}
