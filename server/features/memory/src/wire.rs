use api::{PageQuery, ProblemBody};
use kernel::{BotId, ConversationId, GroupId, MessageId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

kernel::id! {
    /// The id of a memory item.
    ItemId
}

kernel::id! {
    /// The id of a suggestion.
    SuggestionId
}

/// The source of suggestions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MemoryLearning)]
pub(crate) enum Learn {
    /// No suggestions are made.
    Off,
    /// Plain statements of the person: "remember that …", "my name is …". No model is asked.
    #[default]
    Statements,
    /// A model reads the person's messages, too; each time costs a query.
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

    /// Parses a stored word; one from a later version learns nothing.
    pub fn parse(text: &str) -> Self {
        match text {
            "statements" => Self::Statements,
            "model" => Self::Model,
            _ => Self::Off,
        }
    }
}

/// The chats in which an item applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = MemoryScope)]
pub(crate) enum Scope {
    /// In every chat, except those with other people's bots.
    // With braces: without them, unknown fields would be accepted.
    Everywhere {},
    /// In chats with this bot.
    Bot { bot_id: BotId },
    /// In chats of this group.
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

    /// Parses a stored scope. One that cannot be read applies in no chat: it names a bot that does not exist.
    pub fn of(word: &str, id: Option<Uuid>) -> Self {
        match (word, id) {
            ("everywhere", _) => Self::Everywhere {},
            ("group", Some(id)) => Self::Group { group_id: GroupId(id) },
            (_, id) => Self::Bot { bot_id: BotId(id.unwrap_or(Uuid::nil())) },
        }
    }
}

/// A person's memory settings, and how full their memory is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Memory)]
pub(crate) struct OverviewBody {
    /// True if answers use it.
    pub recall: bool,
    pub learn: Learn,
    /// The model that learns, `<connection>/<model>`; null: the person's default where it is a basic one, else
    /// the first basic one.
    pub model: Option<String>,
    /// True if a model is available that can learn.
    pub has_model: bool,
    /// Facts about the person that every answer may use, in their own words.
    pub about: String,
    pub about_updated_at: Option<Timestamp>,
    /// The person's instructions on how to respond.
    pub respond: String,
    pub respond_updated_at: Option<Timestamp>,
    /// Number of items.
    pub items: i64,
    /// Maximum number of items; 0: the plan has no memory.
    pub max_items: i64,
    /// Suggestions that wait for the person's word.
    pub pending: i64,
}

/// Changes to a person's memory settings; absent fields stay as they are.
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

/// A memory item.
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
    /// Time of forgetting; it can be restored for 30 days.
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
    /// True for forgotten items, instead of current ones.
    pub forgotten: bool,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    pub limit: Option<usize>,
}

impl ItemsQuery {
    pub fn page(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// An item to create. Repeating the request returns the existing item.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewMemoryItem)]
pub(crate) struct NewItem {
    /// Id made by the client.
    pub id: ItemId,
    pub text: String,
    #[serde(default)]
    pub scope: Scope,
}

/// Changes to an item; absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = MemoryItemChange)]
pub(crate) struct ItemChange {
    pub text: Option<String>,
    pub scope: Option<Scope>,
}

/// The state of a suggestion. Spec §4: "Memory suggestion: pending, then adopted or rejected; can be regenerated."
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

/// A suggestion learned from what the person wrote. No answer is given it before it is adopted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MemorySuggestion)]
pub(crate) struct SuggestionBody {
    pub id: SuggestionId,
    pub state: State,
    /// The suggested item: one line, plain text.
    pub text: String,
    /// The person's own words that it was learned from.
    pub quote: String,
    pub source: SourceBody,
    /// The item it would replace.
    pub replaces: Option<ItemBody>,
    /// The model that wrote it; null: it is a quote from the message.
    pub model_name: Option<String>,
    /// True if a model is regenerating it.
    pub rewriting: bool,
    /// The reason why regenerating it failed.
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
    pub decided_at: Option<Timestamp>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct SuggestionsQuery {
    /// State of the suggestions; default: `pending`.
    #[param(inline)]
    pub state: State,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    pub limit: Option<usize>,
}

impl SuggestionsQuery {
    pub fn page(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// The adoption of a suggestion; absent fields are as suggested, and the scope is everywhere.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = MemoryAdoption)]
pub(crate) struct Adoption {
    pub text: Option<String>,
    pub scope: Option<Scope>,
}

/// The memory that an answer was given.
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
    /// The person's "how to respond".
    Respond,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = MemoryUse)]
pub(crate) struct UseBody {
    pub kind: UseKind,
    /// The item as it is now; null when it was deleted, and for the texts of the profile.
    pub item: Option<ItemBody>,
    /// True if it was changed since.
    pub changed: bool,
}
