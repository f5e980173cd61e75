//! Queries for suggestions that await a decision, and for messages a model is still to learn from.

use kernel::{ConversationId, MessageId, Timestamp, UserId};
use store::{Conn, Cursor, StoreResult, Tx, sql};

use crate::rules::ItemText;
use crate::wire::{ItemId, State, SuggestionId};

/// A stored suggestion.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub(crate) struct Suggestion {
    pub id: SuggestionId,
    pub text: String,
    pub quote: String,
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    pub replaces_id: Option<ItemId>,
    pub state: String,
    pub model_name: Option<String>,
    pub rewriting: bool,
    pub problem: Option<String>,
    pub item_id: Option<ItemId>,
    pub created_at: Timestamp,
    pub decided_at: Option<Timestamp>,
}

/// A suggestion that is to be made.
#[derive(Debug, Clone)]
pub(crate) struct NewSuggestion {
    pub owner: UserId,
    pub text: ItemText,
    pub quote: String,
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    pub replaces_id: Option<ItemId>,
    pub model_name: Option<String>,
    pub created_at: Timestamp,
}

/// Writes a suggestion, unless the same was made before. It is pending: nothing else makes it anything else but
/// its person.
pub(crate) async fn insert_suggestion(tx: &mut Tx, new: &NewSuggestion) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO memory_suggestions (id, user_id, text, text_key, quote, conversation_id, message_id,
             replaces_id, state, model_name, rewriting, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, FALSE, $10) ON CONFLICT DO NOTHING",
        SuggestionId::new(new.created_at),
        new.owner,
        new.text.text.as_str(),
        new.text.key.as_str(),
        new.quote.as_str(),
        new.conversation_id,
        new.message_id,
        new.replaces_id,
        new.model_name.as_deref(),
        new.created_at
    )?;
    Ok(())
}

pub(crate) async fn find_suggestion(
    conn: &mut Conn,
    owner: UserId,
    id: SuggestionId,
) -> StoreResult<Option<Suggestion>> {
    sql!(
        conn,
        optional Suggestion,
        "SELECT id, text, quote, conversation_id, message_id, replaces_id, state, model_name, rewriting,
             problem, item_id, created_at, decided_at
         FROM memory_suggestions WHERE id = $2 AND user_id = $1",
        owner,
        id
    )
}

/// Returns a page of `owner`'s suggestions in `state`, the newest first.
pub(crate) async fn list_suggestions(
    conn: &mut Conn,
    owner: UserId,
    state: State,
    cursor: Cursor,
    count: i64,
) -> StoreResult<Vec<Suggestion>> {
    sql!(
        conn,
        all Suggestion,
        "SELECT id, text, quote, conversation_id, message_id, replaces_id, state, model_name, rewriting,
             problem, item_id, created_at, decided_at
         FROM memory_suggestions
         WHERE user_id = $1 AND state = $2 AND (created_at, id) < ($3, $4)
         ORDER BY created_at DESC, id DESC LIMIT $5",
        owner,
        state.as_str(),
        cursor.at,
        cursor.id,
        count
    )
}

pub(crate) async fn count_pending(conn: &mut Conn, owner: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM memory_suggestions WHERE user_id = $1 AND state = 'pending'",
        owner
    )?;
    Ok(count)
}

/// Returns true if this was suggested before, whatever became of it.
pub(crate) async fn was_suggested(conn: &mut Conn, owner: UserId, key: &str) -> StoreResult<bool> {
    let found = sql!(
        conn,
        optional(SuggestionId,),
        "SELECT id FROM memory_suggestions WHERE user_id = $1 AND text_key = $2",
        owner,
        key
    )?;
    Ok(found.is_some())
}

/// Records the person's decision on a suggestion; `false` if they decided before.
pub(crate) async fn decide(
    tx: &mut Tx,
    id: SuggestionId,
    state: State,
    item_id: Option<ItemId>,
    now: Timestamp,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memory_suggestions SET state = $2, item_id = $3, decided_at = $4, rewriting = FALSE
         WHERE id = $1 AND state = 'pending'",
        id,
        state.as_str(),
        item_id,
        now
    )?;
    Ok(done == 1)
}

/// Makes a rejected suggestion pending again, to undo the rejection.
pub(crate) async fn undo_rejection(
    tx: &mut Tx,
    owner: UserId,
    id: SuggestionId,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memory_suggestions SET state = 'pending', decided_at = NULL
         WHERE id = $2 AND user_id = $1 AND state = 'rejected'",
        owner,
        id
    )?;
    Ok(done == 1)
}

/// Records that a model regenerates a suggestion; `false` if one already does.
pub(crate) async fn begin_rewriting(tx: &mut Tx, id: SuggestionId) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memory_suggestions SET rewriting = TRUE, problem = NULL
         WHERE id = $1 AND state = 'pending' AND NOT rewriting",
        id
    )?;
    Ok(done == 1)
}

/// Stores the new text of a suggestion; `false`, and nothing is changed, if it was decided meanwhile, or the text was
/// suggested before.
pub(crate) async fn finish_rewriting(
    tx: &mut Tx,
    owner: UserId,
    id: SuggestionId,
    text: &ItemText,
    model_name: &str,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memory_suggestions SET text = $3, text_key = $4, model_name = $5, rewriting = FALSE
         WHERE id = $2 AND rewriting AND NOT EXISTS
             (SELECT 1 FROM memory_suggestions s WHERE s.user_id = $1 AND s.text_key = $4)",
        owner,
        id,
        text.text.as_str(),
        text.key.as_str(),
        model_name
    )?;
    Ok(done == 1)
}

/// Records why regenerating a suggestion failed; its text stays.
pub(crate) async fn fail_rewriting(
    tx: &mut Tx,
    id: SuggestionId,
    problem: &str,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE memory_suggestions SET rewriting = FALSE, problem = $2 WHERE id = $1 AND rewriting",
        id,
        problem
    )?;
    Ok(())
}

/// Records that a model should learn from a message.
pub(crate) async fn insert_lesson(
    tx: &mut Tx,
    owner: UserId,
    conversation_id: ConversationId,
    message_id: MessageId,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO memory_lessons (message_id, conversation_id, user_id) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
        message_id,
        conversation_id,
        owner
    )?;
    Ok(())
}

/// Returns the oldest messages of a conversation that a model is still to learn from.
pub(crate) async fn list_lessons(
    conn: &mut Conn,
    conversation_id: ConversationId,
    count: i64,
) -> StoreResult<Vec<MessageId>> {
    let rows = sql!(
        conn,
        all(MessageId,),
        "SELECT l.message_id FROM memory_lessons l JOIN messages m ON m.id = l.message_id
         WHERE l.conversation_id = $1 ORDER BY m.created_at, m.id LIMIT $2",
        conversation_id,
        count
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub(crate) async fn delete_lesson(tx: &mut Tx, message_id: MessageId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM memory_lessons WHERE message_id = $1", message_id)?;
    Ok(())
}
