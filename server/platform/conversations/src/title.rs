//! Who names a conversation: its first words, then a model once, and a person for good.

use kernel::{ConversationId, MessageId};
use store::{StoreResult, Tx, sql};

/// Notes that a model is to name the conversation, where nobody has and `answer_id` is a whole answer in
/// it. `true` once in the life of a conversation.
pub async fn claim_title(
    tx: &mut Tx,
    id: ConversationId,
    answer_id: MessageId,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE conversations SET title_by = 'asked'
         WHERE id = $1 AND title_by = 'words' AND NOT temporary AND deleted_at IS NULL
           AND EXISTS (SELECT 1 FROM messages WHERE id = $2 AND state = 'completed')",
        id,
        answer_id
    )?;
    Ok(done == 1)
}

/// Whether a model is still to name it: no person has meanwhile.
pub async fn awaits_title(tx: &mut store::Conn, id: ConversationId) -> StoreResult<bool> {
    let found = sql!(
        tx,
        optional(String,),
        "SELECT title_by FROM conversations WHERE id = $1 AND title_by = 'asked'",
        id
    )?;
    Ok(found.is_some())
}

/// Writes the name that a model gave; `false`, and nothing is changed, when a person gave one meanwhile.
///
/// The version stays: whoever is typing a name of their own is not told that it changed elsewhere.
pub async fn write_made_title(tx: &mut Tx, id: ConversationId, title: &str) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE conversations SET title = $2, title_by = 'model' WHERE id = $1 AND title_by = 'asked'",
        id,
        title
    )?;
    Ok(done == 1)
}

/// Notes that the person named it: nothing else does so any more.
pub async fn keep_title(tx: &mut Tx, id: ConversationId) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE conversations SET title_by = 'person' WHERE id = $1", id)?;
    Ok(())
}
