use kernel::{BotId, GroupId, Timestamp, UserId, WorkspaceId};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

use crate::Conversation;

/// Filter of a person's live conversations. Absent fields do not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// The workspace that they belong to; `None`: any.
    pub workspace_id: Option<WorkspaceId>,
    pub group: InGroup,
    pub bot_id: Option<BotId>,
    pub pinned: Option<bool>,
    pub favorited: Option<bool>,
    /// Said at or after this moment.
    pub from: Option<Timestamp>,
    /// Said before this moment.
    pub until: Option<Timestamp>,
}

impl Filter {
    /// Returns true if it filters by workspace only.
    pub(crate) fn is_open(&self) -> bool {
        let Self { workspace_id, .. } = *self;
        *self == Self { workspace_id, ..Self::default() }
    }

    /// Returns the time range as numbers that include any moment.
    pub(crate) fn bounds(&self) -> (i64, i64) {
        let from = self.from.map_or(i64::MIN, Timestamp::micros);
        (from, self.until.map_or(i64::MAX, Timestamp::micros))
    }
}

/// The group a conversation must be in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum InGroup {
    #[default]
    Anywhere,
    /// In no group.
    None,
    Of(GroupId),
}

impl InGroup {
    pub(crate) fn id(self) -> Option<GroupId> {
        match self {
            Self::Of(id) => Some(id),
            Self::Anywhere | Self::None => None,
        }
    }
}

/// Lists the person's live conversations, the last active first. Temporary ones are in no list.
pub async fn list_conversations(
    conn: &mut Conn,
    user_id: UserId,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Conversation>> {
    list_filtered(conn, user_id, &Filter::default(), cursor, limit).await
}

/// Lists the conversations that pass `filter`.
pub async fn list_filtered(
    conn: &mut Conn,
    user_id: UserId,
    filter: &Filter,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Conversation>> {
    let (from, until) = filter.bounds();
    let rows = sql!(
        conn,
        all Conversation,
        "SELECT c.*, EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.state = 'running')
             AS running
         FROM conversations c
         WHERE c.user_id = $1 AND c.deleted_at IS NULL AND NOT c.temporary
           AND (c.updated_at < $2 OR (c.updated_at = $2 AND c.id < $3))
           AND ($5 IS NULL OR c.group_id = $5) AND (NOT $6 OR c.group_id IS NULL)
           AND ($7 IS NULL OR c.bot_id = $7)
           AND ($8 IS NULL OR c.pinned = $8) AND ($9 IS NULL OR c.favorited = $9)
           AND c.updated_at >= $10 AND c.updated_at < $11
           AND ($12 IS NULL OR c.workspace_id = $12)
         ORDER BY c.updated_at DESC, c.id DESC LIMIT $4",
        user_id,
        cursor.at,
        cursor.id,
        limit as i64 + 1,
        filter.group.id(),
        filter.group == InGroup::None,
        filter.bot_id,
        filter.pinned,
        filter.favorited,
        from,
        until,
        filter.workspace_id
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.updated_at, id: row.id.0 }))
}

/// Marks all answers as read. Returns whether any was unread.
pub async fn mark_all_read(tx: &mut Tx, user_id: UserId, at: Timestamp) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE conversations SET read_at = $2
         WHERE user_id = $1 AND deleted_at IS NULL AND answered_at > read_at",
        user_id,
        at
    )?;
    Ok(done > 0)
}
