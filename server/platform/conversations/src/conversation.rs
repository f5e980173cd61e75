use kernel::{BotId, ConversationId, GroupId, MessageId, Timestamp, UserId, WorkspaceId};

/// A stored conversation.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub struct Conversation {
    pub id: ConversationId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub title: String,
    /// The model that answers next, `<connection>/<model>`.
    pub model: Option<String>,
    /// The end of the branch that is shown.
    pub leaf_id: Option<MessageId>,
    pub pinned: bool,
    /// Among the person's favourites.
    pub favorited: bool,
    pub group_id: Option<GroupId>,
    /// The bot that it is held with.
    pub bot_id: Option<BotId>,
    /// True if it is not listed, not found, and deleted when its run is over.
    pub temporary: bool,
    /// Settings that the person made for this conversation only, as JSON; `None`: none.
    pub settings: Option<String>,
    /// Counts changes of title, model, leaf and pin: what `If-Match` names.
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub answered_at: Timestamp,
    pub read_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
    /// True if a run is writing into it.
    pub running: bool,
}

impl Conversation {
    /// Creates a conversation.
    pub fn new(new: NewConversation, now: Timestamp) -> Self {
        let NewConversation { id, user_id, workspace_id, title, model, bot_id, temporary } = new;
        Self {
            id,
            user_id,
            workspace_id,
            title,
            model,
            leaf_id: None,
            pinned: false,
            favorited: false,
            group_id: None,
            bot_id,
            temporary,
            settings: None,
            version: 1,
            created_at: now,
            updated_at: now,
            answered_at: now,
            read_at: now,
            deleted_at: None,
            running: false,
        }
    }

    /// Returns the conversation after an answer begins that is the end of the shown branch.
    #[must_use]
    pub fn touched(self, leaf_id: MessageId, model: Option<&str>, now: Timestamp) -> Self {
        Self {
            leaf_id: Some(leaf_id),
            model: model.map(str::to_owned).or(self.model),
            updated_at: now,
            read_at: now,
            version: self.version + 1,
            running: true,
            ..self
        }
    }

    /// Returns true if an answer arrived since the person last opened it.
    pub fn is_unread(&self) -> bool {
        self.answered_at > self.read_at
    }
}

#[derive(Debug, Clone)]
pub struct NewConversation {
    pub id: ConversationId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub title: String,
    pub model: Option<String>,
    pub bot_id: Option<BotId>,
    pub temporary: bool,
}
