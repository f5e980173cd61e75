//! Titles of conversations: first their first words, then once from a model, and finally from a person.

use kernel::{ConversationId, MessageId, UserId, Uuid};
use store::{Engine, StoreResult, Tx, sql};

use crate::findable_words::distinct_words;
use crate::search::{index_title, owner_token};

/// The state of a conversation when an answer in it ends.
#[derive(Debug, ::store::FromRow)]
pub struct Ending {
    /// True if nobody has named it, and no model could not.
    pub is_unnamed: bool,
    /// True if it is temporary, and its person has closed it.
    pub is_abandoned: bool,
    /// The batch of parallel answers that the ending one belongs to.
    pub batch_id: Option<Uuid>,
}

/// Reads [`Ending`] of the conversation that contains `answer_id`, and locks it until the transaction ends.
pub async fn lock_ending(tx: &mut Tx, answer_id: MessageId) -> StoreResult<Option<Ending>> {
    sql!(
        tx,
        optional Ending,
        {
            sqlite: "SELECT c.title_by = 'words' AND NOT c.temporary AND c.deleted_at IS NULL AS is_unnamed,
                         c.temporary AND c.deleted_at IS NOT NULL AS is_abandoned, m.batch_id
                     FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.id = $1",
            postgres: "SELECT c.title_by = 'words' AND NOT c.temporary AND c.deleted_at IS NULL AS is_unnamed,
                           c.temporary AND c.deleted_at IS NOT NULL AS is_abandoned, m.batch_id
                       FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.id = $1
                       FOR UPDATE OF c",
        },
        answer_id
    )
}

/// Records that a model was asked to name the conversation and could not: no other answer asks again.
pub async fn note_title_failed(tx: &mut Tx, id: ConversationId) -> StoreResult<()> {
    let note = "UPDATE conversations SET title_by = 'asked' WHERE id = $1 AND title_by = 'words'";
    sql!(tx, deferred, note, id)
}

/// Stores the title that a model gave, with the words that find it; returns `false`, and changes nothing, if the
/// conversation has a name by now, or is deleted.
///
/// The version stays: a person who is typing a title is not told that it changed elsewhere.
pub async fn write_made_title(
    tx: &mut Tx,
    user_id: UserId,
    id: ConversationId,
    title: &str,
) -> StoreResult<bool> {
    let words = distinct_words(title);
    if tx.engine_kind() == Engine::Postgres && !words.is_empty() {
        let (named,) = sql!(
            tx,
            one(i64,),
            "WITH named AS (
                 UPDATE conversations SET title = $2, title_by = 'model'
                 WHERE id = $1 AND title_by = 'words' AND deleted_at IS NULL
                 RETURNING id
             ), found AS (
                 INSERT INTO search_rows (user_id, conversation_id, message_id, words)
                 SELECT $3, id, NULL, array_to_tsvector(string_to_array($4 || ' ' || $5, ' ')) FROM named
                 ON CONFLICT (conversation_id) WHERE message_id IS NULL DO UPDATE SET words = excluded.words
             )
             SELECT COUNT(*) FROM named",
            id,
            title,
            user_id,
            owner_token(user_id),
            words
        )?;
        return Ok(named == 1);
    }
    let done = sql!(
        tx,
        execute,
        "UPDATE conversations SET title = $2, title_by = 'model'
         WHERE id = $1 AND title_by = 'words' AND deleted_at IS NULL",
        id,
        title
    )?;
    if done == 1 {
        index_title(tx, user_id, id, title).await?;
    }
    Ok(done == 1)
}

/// Records that the person named it: nothing else will do so any more.
pub async fn keep_title(tx: &mut Tx, id: ConversationId) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE conversations SET title_by = 'person' WHERE id = $1", id)?;
    Ok(())
}
