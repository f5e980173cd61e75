//! The list's own types on the wire: groups, many at once, the trash.

use conversations::{Deleted, Filter, Group, InGroup};
use kernel::{BotId, ConversationId, GroupId, Problem, Timestamp};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::problems::GROUP_NOT_FOUND;
use crate::rules::days_left;

/// Filter of the list of conversations; absent fields do not filter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ListQuery {
    /// This one alone, if it is in the list at all.
    pub id: Option<ConversationId>,
    /// The id of a group, or `none`: in no group.
    pub group: Option<String>,
    pub bot_id: Option<BotId>,
    pub pinned: Option<bool>,
    pub favorited: Option<bool>,
}

impl ListQuery {
    pub(crate) fn filter(&self) -> Result<Filter, Problem> {
        let group = match self.group.as_deref() {
            None => InGroup::Anywhere,
            Some("none") => InGroup::None,
            Some(id) => InGroup::Of(id.parse().map_err(|_| GROUP_NOT_FOUND)?),
        };
        let Self { bot_id, pinned, favorited, .. } = *self;
        Ok(Filter { group, bot_id, pinned, favorited, ..Filter::default() })
    }
}

/// A group of conversations.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConversationGroup)]
pub struct GroupBody {
    pub id: GroupId,
    pub name: String,
    /// Conversations in it.
    pub count: i64,
    pub created_at: Timestamp,
}

impl From<Group> for GroupBody {
    fn from(Group { id, name, count, created_at, .. }: Group) -> Self {
        Self { id, name, count, created_at }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConversationGroups)]
pub struct GroupsBody {
    pub items: Vec<GroupBody>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewConversationGroup)]
pub struct NewGroup {
    pub name: String,
}

/// One thing to be done to many conversations.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(from = "SentBatch")]
#[schema(as = ConversationBatch)]
pub struct Batch {
    /// Ids of the conversations, at most 500.
    pub conversation_ids: Vec<ConversationId>,
    #[serde(flatten)]
    pub action: BatchAction,
}

/// Wire type of a batch. A flattened enum cannot refuse unknown fields; this does.
#[derive(Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
enum SentBatch {
    Delete { conversation_ids: Vec<ConversationId> },
    Restore { conversation_ids: Vec<ConversationId> },
    Move { conversation_ids: Vec<ConversationId>, group_id: Option<GroupId> },
    Favorite { conversation_ids: Vec<ConversationId>, favorited: bool },
    Read { conversation_ids: Vec<ConversationId> },
}

impl From<SentBatch> for Batch {
    fn from(sent: SentBatch) -> Self {
        let (conversation_ids, action) = match sent {
            SentBatch::Delete { conversation_ids } => (conversation_ids, BatchAction::Delete),
            SentBatch::Restore { conversation_ids } => (conversation_ids, BatchAction::Restore),
            SentBatch::Move { conversation_ids, group_id } => {
                (conversation_ids, BatchAction::Move { group_id })
            }
            SentBatch::Favorite { conversation_ids, favorited } => {
                (conversation_ids, BatchAction::Favorite { favorited })
            }
            SentBatch::Read { conversation_ids } => (conversation_ids, BatchAction::Read),
        };
        Self { conversation_ids, action }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "snake_case")]
#[schema(as = ConversationBatchAction)]
pub enum BatchAction {
    /// Into the trash.
    Delete,
    /// Out of the trash.
    Restore,
    /// Into a group; null: out of theirs.
    Move {
        group_id: Option<GroupId>,
    },
    Favorite {
        favorited: bool,
    },
    /// The person has seen them.
    Read,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedConversations)]
pub struct Changed {
    /// Ids of the conversations that changed.
    pub conversation_ids: Vec<ConversationId>,
}

/// A conversation in the trash.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeletedConversation)]
pub struct DeletedBody {
    pub id: ConversationId,
    pub title: String,
    pub updated_at: Timestamp,
    pub deleted_at: Timestamp,
    /// Days until it goes for good, the last one counted.
    pub days_left: i64,
}

impl DeletedBody {
    pub(crate) fn of(deleted: Deleted, now: Timestamp) -> Self {
        let Deleted { id, title, updated_at, deleted_at } = deleted;
        Self { id, title, updated_at, deleted_at, days_left: days_left(deleted_at, now) }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RestoredConversations)]
pub struct RestoredBody {
    /// Number of conversations restored.
    pub restored: u64,
}

/// Deserializes a field so that null differs from absent.
pub(crate) fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
