use kernel::{ConversationId, MessageId, Uuid};
use serde::Serialize;
use store::{Conn, StoreResult, sql, to_json};
use utoipa::ToSchema;

use crate::store::MessageRow;
use crate::{Message, MessageKind, MessageState, Role};

/// The position of a message in its conversation, without its content.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct MessageOutline {
    pub id: MessageId,
    /// The message this one answers; null for the first.
    pub parent_id: Option<MessageId>,
    pub role: Role,
    pub kind: MessageKind,
    pub state: MessageState,
    pub batch_id: Option<Uuid>,
    /// Approximate size: the number of characters of its stored parts.
    pub length: i64,
}

/// Lists the position of every message of a conversation, parents before children. Contents are not read.
pub async fn list_outline(
    conn: &mut Conn,
    conversation_id: ConversationId,
) -> StoreResult<Vec<MessageOutline>> {
    let rows = sql!(
        conn,
        all OutlineRow,
        "SELECT id, parent_id, role, kind, state, batch_id, CAST(LENGTH(parts) AS BIGINT) AS length
         FROM messages WHERE conversation_id = $1 ORDER BY created_at, id",
        conversation_id
    )?;
    Ok(rows.into_iter().map(OutlineRow::into_outline).collect())
}

/// Lists the messages of a conversation among `ids`, parents before children.
pub async fn list_messages_of(
    conn: &mut Conn,
    conversation_id: ConversationId,
    ids: &[MessageId],
) -> StoreResult<Vec<Message>> {
    let ids = to_json(ids)?;
    let rows = sql!(
        conn,
        all MessageRow,
        {
            sqlite: "SELECT * FROM messages WHERE conversation_id = $1
                     AND id IN (SELECT unhex(value, '-') FROM json_each($2)) ORDER BY created_at, id",
            postgres: "SELECT * FROM messages WHERE conversation_id = $1
                       AND id IN (SELECT value::uuid FROM jsonb_array_elements_text($2::jsonb) AS value)
                       ORDER BY created_at, id",
        },
        conversation_id,
        ids.as_str()
    )?;
    rows.into_iter().map(MessageRow::into_message).collect()
}

#[derive(::store::FromRow)]
struct OutlineRow {
    id: MessageId,
    parent_id: Option<MessageId>,
    role: String,
    kind: String,
    state: String,
    batch_id: Option<Uuid>,
    length: i64,
}

impl OutlineRow {
    fn into_outline(self) -> MessageOutline {
        MessageOutline {
            id: self.id,
            parent_id: self.parent_id,
            role: Role::parse(&self.role),
            kind: MessageKind::parse(&self.kind),
            state: MessageState::parse(&self.state),
            batch_id: self.batch_id,
            length: self.length,
        }
    }
}
