use conversations::{Conversation, find_conversation, find_conversation_for_update};
use identity::SignedIn;
use kernel::{ConversationId, Fallible, UserId};
use store::{Conn, Tx};

use crate::problems::CONVERSATION_NOT_FOUND;
use crate::wire::ConversationSummary;

/// Holds a live conversation of the caller's until the transaction ends.
pub(crate) async fn lock_live(
    tx: &mut Tx,
    user_id: UserId,
    id: ConversationId,
) -> Fallible<Conversation> {
    find_conversation_for_update(tx, user_id, id)
        .await?
        .ok_or_else(|| CONVERSATION_NOT_FOUND.into())
}

/// Returns the list entry of a conversation of the caller's.
pub(crate) async fn summary(
    conn: &mut Conn,
    caller: &SignedIn,
    id: ConversationId,
) -> Fallible<ConversationSummary> {
    let conversation = find_conversation(conn, caller.user_id, id).await?;
    Ok(conversation.ok_or(CONVERSATION_NOT_FOUND)?.into())
}
