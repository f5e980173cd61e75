//! A person's message as it is stored when it is sent: with its conversation and their words in the search index, in one
//! statement on PostgreSQL.

use kernel::{MessageId, UserId};
use store::{Engine, StoreResult, Tx, sql, to_json};

use crate::findable_words::distinct_words;
use crate::search::{index_first_title, index_message, owner_token};
use crate::store::{insert_conversation, insert_message, touch_conversation, write_message};
use crate::{Message, NewConversation, text_of};

/// A message that is sent.
pub struct Turn<'a> {
    pub user_id: UserId,
    pub message: &'a Message,
    /// The first answer, which ends the branch that is shown.
    pub answer_id: MessageId,
    /// The model that answers next from now on.
    pub model: Option<&'a str>,
}

/// The outcome of storing a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnStored {
    Stored,
    /// The id of the conversation is taken: nothing was stored.
    ConversationTaken,
    /// The id of the message is taken: drop the transaction.
    MessageTaken,
}

/// Stores a new conversation with its first message, and adds title and text to the search index.
pub async fn insert_first_turn(
    tx: &mut Tx,
    new: &NewConversation,
    turn: &Turn<'_>,
) -> StoreResult<TurnStored> {
    let Turn { user_id, message, answer_id, model } = *turn;
    let now = message.created_at;
    if tx.engine_kind() == Engine::Sqlite {
        if !insert_conversation(tx, new, now).await? {
            return Ok(TurnStored::ConversationTaken);
        }
        index_first_title(tx, user_id, new.id, &new.title).await?;
        return insert_turn(tx, turn).await;
    }
    let (conversations, messages) = sql!(
        tx,
        one(i64, i64),
        "WITH conversation AS (
             INSERT INTO conversations (id, user_id, workspace_id, title, model, bot_id, temporary, pinned,
                 title_by, version, created_at, updated_at, answered_at, read_at, leaf_id)
             VALUES ($1, $2, $3, $4, COALESCE($24, $5), $6, $7, FALSE, 'words', 2, $8, $8, $8, $8, $9)
             ON CONFLICT (id) DO NOTHING RETURNING id, temporary
         ), message AS (
             INSERT INTO messages (id, conversation_id, parent_id, role, parts, model, model_name, state, run_id,
                 problem, receipt, kind, batch_id, bot_id, created_at)
             SELECT $10, id, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $8 FROM conversation
             ON CONFLICT (id) DO NOTHING RETURNING id, conversation_id
         ), indexed AS (
             INSERT INTO search_rows (user_id, conversation_id, message_id, words)
             SELECT $2, c.id, found.message_id,
                 array_to_tsvector(string_to_array($23 || ' ' || found.words, ' '))
             FROM conversation c JOIN message m ON m.conversation_id = c.id,
                 (VALUES (NULL::uuid, $25), ($10, $26)) AS found (message_id, words)
             WHERE NOT c.temporary AND found.words <> ''
             ON CONFLICT DO NOTHING
         )
         SELECT (SELECT COUNT(*) FROM conversation), (SELECT COUNT(*) FROM message)",
        new.id,
        user_id,
        new.workspace_id,
        new.title.as_str(),
        new.model.as_deref(),
        new.bot_id,
        new.temporary,
        now,
        answer_id,
        message.id,
        message.parent_id,
        message.role.as_str(),
        to_json(&message.parts)?,
        message.model.as_deref(),
        message.model_name.as_deref(),
        message.state.as_str(),
        message.run_id,
        message.problem.as_ref().map(to_json).transpose()?,
        message.receipt.as_ref().map(to_json).transpose()?,
        message.kind.as_str(),
        message.batch_id,
        message.bot_id,
        owner_token(user_id),
        model,
        distinct_words(&new.title),
        distinct_words(&text_of(&message.parts))
    )?;
    Ok(match (conversations, messages) {
        (0, _) => TurnStored::ConversationTaken,
        (_, 0) => TurnStored::MessageTaken,
        _ => TurnStored::Stored,
    })
}

/// Stores a message of a conversation that the transaction has locked, adds its text to the search index, and moves the
/// conversation to the top.
pub async fn insert_turn(tx: &mut Tx, turn: &Turn<'_>) -> StoreResult<TurnStored> {
    let Turn { user_id, message, answer_id, model } = *turn;
    let (id, now) = (message.conversation_id, message.created_at);
    if tx.engine_kind() == Engine::Sqlite {
        if !insert_message(tx, message).await? {
            return Ok(TurnStored::MessageTaken);
        }
        index_message(tx, user_id, id, message.id, &message.parts).await?;
        touch_conversation(tx, id, answer_id, model, now).await?;
        return Ok(TurnStored::Stored);
    }
    let (messages,) = write_message!(
        tx,
        [one(i64,)],
        "WITH message AS (",
        " ON CONFLICT (id) DO NOTHING RETURNING id, conversation_id
         ), conversation AS (
             UPDATE conversations SET leaf_id = $16, model = COALESCE($17, model), updated_at = $15,
                 read_at = $15, version = version + 1
             WHERE id = (SELECT conversation_id FROM message)
             RETURNING id, temporary
         ), indexed AS (
             INSERT INTO search_rows (user_id, conversation_id, message_id, words)
             SELECT $18, id, $1, array_to_tsvector(string_to_array(trim($19 || ' ' || $20), ' '))
             FROM conversation WHERE NOT temporary AND $20 <> ''
             ON CONFLICT DO NOTHING
         )
         SELECT COUNT(*) FROM message",
        message,
        answer_id,
        model,
        user_id,
        owner_token(user_id),
        distinct_words(&text_of(&message.parts))
    )?;
    Ok(if messages == 1 { TurnStored::Stored } else { TurnStored::MessageTaken })
}
