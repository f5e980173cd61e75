//! The types on the wire.

use conversations::{Conversation, Message, Role, SearchHit};
use kernel::{ConversationId, MessageId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A conversation as lists show it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConversationSummary {
    pub id: ConversationId,
    pub title: String,
    /// The model that answers next, `<connection>/<model>`; null: the person's default.
    pub model: Option<String>,
    pub pinned: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Whether an answer is being written.
    pub running: bool,
    /// Whether an answer came since the person last looked.
    pub unread: bool,
    /// What `If-Match` names.
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
    /// Parents before children.
    pub messages: Vec<Message>,
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
    /// `<connection>/<model>`; null: the conversation's, else the person's default.
    pub model: Option<String>,
}

/// What became of a message that was sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct Sent {
    pub conversation: ConversationSummary,
    pub user_message: Message,
    /// Being written by the run it names.
    pub assistant_message: Message,
}

/// Another answer to the same message.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAnswer {
    /// UUIDv7 of the new answer.
    pub id: MessageId,
    /// `<connection>/<model>`; null: the one that answered before.
    pub model: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Answering {
    pub conversation: ConversationSummary,
    /// Being written by the run it names.
    pub assistant_message: Message,
}

/// What to change; what is absent stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ConversationChange {
    pub title: Option<String>,
    pub model: Option<String>,
    /// Shows the branch that ends in this message.
    pub leaf_id: Option<MessageId>,
    pub pinned: Option<bool>,
    /// The person has seen it.
    pub read: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Words; the last one may be half typed.
    #[serde(default)]
    pub q: String,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Rows in the page: 1 to 100, 50 unless told.
    pub limit: Option<usize>,
}

/// One place where the words were found.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchHit)]
pub struct SearchHitBody {
    pub conversation_id: ConversationId,
    /// Null where the title was found.
    pub message_id: Option<MessageId>,
    pub title: String,
    pub role: Option<Role>,
    pub snippet: String,
    /// What was found: pairs of UTF-16 positions in `snippet`.
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
