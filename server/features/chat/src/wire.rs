//! The types on the wire.

use conversations::{Conversation, Message, MessageOutline, Role, SearchHit};
use kernel::{BotId, ConversationId, FileId, GroupId, MessageId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::history::wire::given;
use crate::settings::ConversationSettings;

/// A conversation as lists show it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConversationSummary {
    pub id: ConversationId,
    pub title: String,
    /// The model that answers next, `<connection>/<model>`; null: the person's default.
    pub model: Option<String>,
    pub pinned: bool,
    /// Among the person's favourites.
    pub favorited: bool,
    pub group_id: Option<GroupId>,
    /// The bot that it is held with.
    pub bot_id: Option<BotId>,
    /// True if it is in no list, and deleted when it is closed.
    pub temporary: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// True if an answer is being written.
    pub running: bool,
    /// True if an answer arrived since the person last opened it.
    pub unread: bool,
    /// The version to send in `If-Match`.
    pub version: i64,
}

impl From<Conversation> for ConversationSummary {
    fn from(conversation: Conversation) -> Self {
        let unread = conversation.is_unread();
        Self {
            id: conversation.id,
            title: conversation.title,
            model: conversation.model,
            pinned: conversation.pinned,
            favorited: conversation.favorited,
            group_id: conversation.group_id,
            bot_id: conversation.bot_id,
            temporary: conversation.temporary,
            created_at: conversation.created_at,
            updated_at: conversation.updated_at,
            running: conversation.running,
            unread,
            version: conversation.version,
        }
    }
}

/// A conversation with all its branches.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConversationDetail {
    pub conversation: ConversationSummary,
    /// The end of the branch that is shown.
    pub leaf_id: Option<MessageId>,
    /// Parents before children; where `newest` was asked for, those that come whole.
    pub messages: Vec<Message>,
    /// The position of every message, parents before children, if `newest` was requested; otherwise empty.
    pub outline: Vec<MessageOutline>,
    /// Settings that the person made for this conversation only.
    pub settings: ConversationSettings,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct DetailQuery {
    /// Number of messages at the end of the shown branch to return completely, with their siblings and running answers;
    /// of the others, only the position. Absent: all are complete.
    pub newest: Option<usize>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct MessagesQuery {
    /// Ids with commas between them, at most 100.
    pub ids: String,
}

/// Messages that were asked for by their ids.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Messages)]
pub struct MessagesBody {
    /// Messages, parents before children; those not in the conversation are left out.
    pub items: Vec<Message>,
}

/// A message to send. Its id is made by the client, so that sending twice is sending once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMessage {
    /// UUIDv7.
    pub id: MessageId,
    /// The message it answers; null for the first one, or for another beginning.
    pub parent_id: Option<MessageId>,
    /// Markdown.
    pub text: String,
    /// Files that were uploaded and read; with some, `text` may be empty.
    #[serde(default)]
    pub attachments: Vec<FileId>,
    /// The person's own things that the model is given as they are when it answers; with some, `text` may be empty.
    #[serde(default)]
    pub references: Vec<NewReference>,
    /// `<connection>/<model>`; null: the conversation's, else the person's default.
    pub model: Option<String>,
    /// Two to four models that answer in parallel, instead of `model`.
    #[serde(default)]
    pub models: Vec<String>,
    /// The bot that answers; null: the conversation's.
    #[serde(default)]
    pub bot_id: Option<BotId>,
    /// True if the named models or bot answer only this message; the conversation keeps its own.
    #[serde(default)]
    pub once: bool,
    /// True if the new conversation is in no list, and deleted when it is closed.
    #[serde(default)]
    pub temporary: bool,
    /// The person wrote `text` themselves: memory may learn from it. Words that a page, a file or a program
    /// put there are never learned from.
    #[serde(default)]
    pub typed: bool,
}

/// A thing of the person's own, as found by `/api/search/own`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReference {
    /// `my_memo`, `chat`, `reading`, `document`, `research`, `search`.
    pub kind: String,
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
}

/// The result of sending a message.
#[derive(Debug, Serialize, ToSchema)]
pub struct Sent {
    pub conversation: ConversationSummary,
    pub user_message: Message,
    /// Being written by the run it names. Of several, the first.
    pub assistant_message: Message,
    /// All answers, in the order in which their models were named.
    pub assistant_messages: Vec<Message>,
    /// The earlier message of the person at the same position; null: the conversation continued at its end. Otherwise
    /// this one is a branch beside it.
    pub beside: Option<MessageId>,
}

impl Sent {
    /// Creates the result. `answers`: at least one.
    pub(crate) fn new(
        conversation: ConversationSummary,
        user_message: Message,
        answers: Vec<Message>,
        beside: Option<MessageId>,
    ) -> Self {
        let assistant_message = answers[0].clone();
        Self { conversation, user_message, assistant_message, assistant_messages: answers, beside }
    }
}

/// Answers to be merged into one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEnsemble {
    /// UUIDv7 of the merged answer.
    pub id: MessageId,
    /// The merging model, `<connection>/<model>`; null: the person's choice for merging, or else the conversation's
    /// model.
    pub model: Option<String>,
    /// The answers; empty: all that the message has.
    #[serde(default)]
    pub answers: Vec<MessageId>,
}

/// Another answer to the same message.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAnswer {
    /// UUIDv7 of the new answer.
    pub id: MessageId,
    /// `<connection>/<model>`; null: the one that answered before.
    pub model: Option<String>,
    /// True if the model is given no memory of the person.
    #[serde(default)]
    pub without_memory: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Answering {
    pub conversation: ConversationSummary,
    /// Being written by the run it names.
    pub assistant_message: Message,
}

/// Changes to a conversation; absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ConversationChange {
    pub title: Option<String>,
    pub model: Option<String>,
    /// Shows the branch that ends in this message.
    pub leaf_id: Option<MessageId>,
    pub pinned: Option<bool>,
    pub favorited: Option<bool>,
    /// The group it is moved to; null: out of its group.
    #[serde(deserialize_with = "given")]
    pub group_id: Option<Option<GroupId>>,
    /// The person has seen it.
    pub read: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Words, of which the last one may be half typed, and filters: `group:name`, `bot:name`, `is:pinned`,
    /// `is:favorite`, `before:2026-01-31`, `after:2026-01-31`; a name of several words in quotation marks.
    #[serde(default)]
    pub q: String,
    /// Offset of the reader's time zone in minutes east of UTC, which sets where days begin.
    #[serde(default)]
    pub utc_offset_minutes: i64,
}

/// One place where the words were found.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchHit)]
pub struct SearchHitBody {
    pub conversation_id: ConversationId,
    /// Id of the message; null if the title matched.
    pub message_id: Option<MessageId>,
    pub title: String,
    pub role: Option<Role>,
    pub snippet: String,
    /// Matches: pairs of UTF-16 positions in `snippet`.
    pub marks: Vec<(usize, usize)>,
    pub created_at: Timestamp,
}

impl From<SearchHit> for SearchHitBody {
    fn from(hit: SearchHit) -> Self {
        Self {
            conversation_id: hit.conversation_id,
            message_id: hit.message_id,
            title: hit.title,
            role: hit.role,
            snippet: hit.snippet.text,
            marks: hit.snippet.marks,
            created_at: hit.created_at,
        }
    }
}
