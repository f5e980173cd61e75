use kernel::{ConversationId, UserId};
use store::{StoreResult, Tx, sql};

use crate::{Conversation, Message, index_message, index_title, insert_message};

/// Writes a conversation that was kept elsewhere, with its times and marks as they were, and its messages,
/// parents before children; all of it findable. `false`, and nothing is changed, when its id is taken.
///
/// The messages' ids must be free; one that is taken is left as it is and out of the index.
pub async fn insert_whole(
    tx: &mut Tx,
    conversation: &Conversation,
    messages: &[Message],
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO conversations (id, user_id, workspace_id, title, model, leaf_id, pinned, favorited,
             group_id, bot_id, temporary, settings, version, created_at, updated_at, answered_at, read_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13, $14, $15, $16)
         ON CONFLICT (id) DO NOTHING",
        conversation.id,
        conversation.user_id,
        conversation.workspace_id,
        conversation.title.as_str(),
        conversation.model.as_deref(),
        conversation.leaf_id,
        conversation.pinned,
        conversation.favorited,
        conversation.group_id,
        conversation.bot_id,
        conversation.temporary,
        conversation.settings.as_deref(),
        conversation.created_at,
        conversation.updated_at,
        conversation.answered_at,
        conversation.read_at
    )?;
    if added == 0 {
        return Ok(false);
    }
    index_title(tx, conversation.user_id, conversation.id, &conversation.title).await?;
    add_messages(tx, conversation.user_id, conversation.id, messages).await?;
    Ok(true)
}

/// Adds those of `messages` that a conversation does not have yet, findable. Returns how many they were.
pub async fn add_messages(
    tx: &mut Tx,
    user_id: UserId,
    id: ConversationId,
    messages: &[Message],
) -> StoreResult<usize> {
    let mut added = 0;
    for message in messages {
        if insert_message(tx, message).await? {
            index_message(tx, user_id, id, message.id, &message.parts).await?;
            added += 1;
        }
    }
    Ok(added)
}
