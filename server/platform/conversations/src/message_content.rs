use kernel::ConversationId;
use store::{Conn, StoreResult, sql};

use crate::Message;
use crate::store::MessageRow;

/// Kinds of content that messages may carry besides text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageContent {
    /// Files that were attached, or that a tool made.
    Files,
    /// Addresses in the text, and what an answer was made from.
    Links,
}

/// Lists the messages of a conversation, on all branches, parents before children, that carry something of this kind.
/// It may include false matches, which the caller filters out.
pub async fn list_messages_with(
    conn: &mut Conn,
    conversation_id: ConversationId,
    carried: MessageContent,
) -> StoreResult<Vec<Message>> {
    let rows = match carried {
        MessageContent::Files => sql!(
            conn,
            all MessageRow,
            r#"SELECT * FROM messages WHERE conversation_id = $1 AND parts LIKE '%"kind":"file"%'
               ORDER BY created_at, id"#,
            conversation_id
        )?,
        MessageContent::Links => sql!(
            conn,
            all MessageRow,
            r#"SELECT * FROM messages WHERE conversation_id = $1
                 AND (parts LIKE '%://%' OR parts LIKE '%"kind":"citation"%')
               ORDER BY created_at, id"#,
            conversation_id
        )?,
    };
    rows.into_iter().map(MessageRow::into_message).collect()
}
