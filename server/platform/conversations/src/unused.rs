use kernel::{BotId, ConversationId, MessageId, Timestamp, UserId};
use store::{Conn, StoreResult, sql};

/// Returns the newest live conversation of `user_id` with a bot in which the person has said nothing yet, made since
/// `since`: its id, and the end of its branch.
pub async fn find_unused_conversation(
    conn: &mut Conn,
    user_id: UserId,
    bot_id: BotId,
    since: Timestamp,
) -> StoreResult<Option<(ConversationId, Option<MessageId>)>> {
    sql!(
        conn,
        optional (ConversationId, Option<MessageId>),
        "SELECT c.id, c.leaf_id FROM conversations c
         WHERE c.user_id = $1 AND c.bot_id = $2 AND c.created_at >= $3 AND c.deleted_at IS NULL
             AND NOT c.temporary
             AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.role = 'user')
         ORDER BY c.created_at DESC, c.id DESC LIMIT 1",
        user_id,
        bot_id,
        since
    )
}
