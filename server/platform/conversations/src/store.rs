use kernel::{BotId, ConversationId, MessageId, RunId, Timestamp, UserId, Uuid};
use store::{Conn, Engine, StoreResult, Tx, from_json, is_in_workspace, sql, to_json};

use crate::findable_words::distinct_words;
use crate::search::{index_message, owner_token};
use crate::{
    Conversation, Message, MessageKind, MessageState, NewConversation, Part, Receipt, Role, text_of,
};

/// Finds a live conversation of `user_id`; another person's, or a deleted one, is missing.
pub async fn find_conversation(
    conn: &mut Conn,
    user_id: UserId,
    id: ConversationId,
) -> StoreResult<Option<Conversation>> {
    sql!(
        conn,
        optional Conversation,
        concat!(
            "SELECT c.*, EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.state = 'running')
                 AS running
             FROM conversations c WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND ",
            is_in_workspace!("c"),
        ),
        id,
        user_id
    )
}

/// Like [`find_conversation`], but locks the row until the transaction ends.
pub async fn find_conversation_for_update(
    tx: &mut Tx,
    user_id: UserId,
    id: ConversationId,
) -> StoreResult<Option<Conversation>> {
    sql!(
        tx,
        optional Conversation,
        {
            sqlite: concat!(
                "SELECT c.*, EXISTS (SELECT 1 FROM messages m
                             WHERE m.conversation_id = c.id AND m.state = 'running') AS running
                         FROM conversations c WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND ",
                is_in_workspace!("c"),
            ),
            postgres: concat!(
                "SELECT c.*, EXISTS (SELECT 1 FROM messages m
                               WHERE m.conversation_id = c.id AND m.state = 'running') AS running
                           FROM conversations c WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND ",
                is_in_workspace!("c"),
                " FOR UPDATE OF c",
            ),
        },
        id,
        user_id
    )
}

/// Returns the owner of the conversation with this id and its deletion time, whoever asks.
///
/// Holds the row until the transaction ends, so that two senders do not both create it.
pub async fn lock_conversation(
    tx: &mut Tx,
    id: ConversationId,
) -> StoreResult<Option<(UserId, Option<Timestamp>)>> {
    sql!(
        tx,
        optional (UserId, Option<Timestamp>),
        {
            sqlite: "SELECT user_id, deleted_at FROM conversations WHERE id = $1",
            postgres: "SELECT user_id, deleted_at FROM conversations WHERE id = $1 FOR UPDATE",
        },
        id
    )
}

/// Adds a conversation; `false`, and nothing is changed, when the id is taken.
pub async fn insert_conversation(
    tx: &mut Tx,
    new: &NewConversation,
    now: Timestamp,
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO conversations (id, user_id, workspace_id, title, model, bot_id, temporary, pinned,
             title_by, version, created_at, updated_at, answered_at, read_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE, 'words', 1, $8, $8, $8, $8) ON CONFLICT (id) DO NOTHING",
        new.id,
        new.user_id,
        new.workspace_id,
        new.title.as_str(),
        new.model.as_deref(),
        new.bot_id,
        new.temporary,
        now
    )?;
    Ok(added == 1)
}

/// Moves a conversation to the top and shows the branch that ends in `leaf_id`, like [`Conversation::touched`].
pub async fn touch_conversation(
    tx: &mut Tx,
    id: ConversationId,
    leaf_id: MessageId,
    model: Option<&str>,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "UPDATE conversations SET leaf_id = $2, model = COALESCE($3, model), updated_at = $4, read_at = $4,
             version = version + 1 WHERE id = $1",
        id,
        leaf_id,
        model,
        now
    )
}

/// Writes title, model, leaf, place in the list and read mark of `changed`, if its version is still the
/// stored one.
pub async fn update_conversation(tx: &mut Tx, changed: &Conversation) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE conversations SET title = $3, model = $4, leaf_id = $5, pinned = $6, read_at = $7,
             favorited = $8, group_id = $9, version = version + 1 WHERE id = $1 AND version = $2",
        changed.id,
        changed.version,
        changed.title.as_str(),
        changed.model.as_deref(),
        changed.leaf_id,
        changed.pinned,
        changed.read_at,
        changed.favorited,
        changed.group_id
    )?;
    Ok(done == 1)
}

/// Stores a person's settings for one live conversation, as JSON; `None`: none.
pub async fn set_settings(
    tx: &mut Tx,
    user_id: UserId,
    id: ConversationId,
    settings: Option<&str>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE conversations SET settings = $3 WHERE id = $1 AND user_id = $2 AND deleted_at IS NULL",
        id,
        user_id,
        settings
    )?;
    Ok(done == 1)
}

/// Records when the person last opened it.
pub async fn mark_read(tx: &mut Tx, id: ConversationId, at: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE conversations SET read_at = $2 WHERE id = $1", id, at)?;
    Ok(())
}

/// Marks it as unread: an answer waits for its person's approval.
pub async fn mark_unread(tx: &mut Tx, id: ConversationId, at: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE conversations SET answered_at = $2 WHERE id = $1", id, at)?;
    Ok(())
}

/// Adds a message; `false`, and nothing is changed, when the id is taken.
pub async fn insert_message(tx: &mut Tx, message: &Message) -> StoreResult<bool> {
    Ok(write_message!(tx, [execute], "", " ON CONFLICT (id) DO NOTHING", message)? == 1)
}

/// Inserts a message whose id was just created, so that nothing else can have it.
pub async fn insert_new_message(tx: &mut Tx, message: &Message) -> StoreResult<()> {
    write_message!(tx, [deferred], "", "", message)
}

/// Writes a message, whatever is asked of the statement and stands before and behind it. Further values follow from `$16` on.
macro_rules! write_message {
    ($tx:expr, [$($how:tt)+], $before:literal, $behind:literal, $message:expr $(, $more:expr)* $(,)?) => {
        sql!(
            $tx,
            $($how)+,
            concat!(
                $before,
                "INSERT INTO messages (id, conversation_id, parent_id, role, parts, model, model_name,
                     state, run_id, problem, receipt, kind, batch_id, bot_id, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
                $behind
            ),
            $message.id,
            $message.conversation_id,
            $message.parent_id,
            $message.role.as_str(),
            to_json(&$message.parts)?,
            $message.model.as_deref(),
            $message.model_name.as_deref(),
            $message.state.as_str(),
            $message.run_id,
            $message.problem.as_ref().map(to_json).transpose()?,
            $message.receipt.as_ref().map(to_json).transpose()?,
            $message.kind.as_str(),
            $message.batch_id,
            $message.bot_id,
            $message.created_at
            $(, $more)*
        )
    };
}
pub(crate) use write_message;

/// Names the model that answered instead of the one that was asked.
pub async fn set_answer_model(
    tx: &mut Tx,
    id: MessageId,
    model: &str,
    model_name: &str,
) -> StoreResult<()> {
    let update = "UPDATE messages SET model = $2, model_name = $3 WHERE id = $1";
    sql!(tx, deferred, update, id, model, model_name)
}

/// The message that a run has written, as it ends.
pub struct FinishedMessage<'a> {
    pub id: MessageId,
    pub conversation_id: ConversationId,
    pub user_id: UserId,
    pub state: MessageState,
    pub parts: &'a [Part],
    pub problem: Option<&'a api::ProblemBody>,
    pub receipt: &'a Receipt,
}

/// Stores the result of a run in its message, once: a final message stays as it is. Adds its text to the search index.
pub async fn finish_message(
    tx: &mut Tx,
    finished: &FinishedMessage<'_>,
    now: Timestamp,
) -> StoreResult<()> {
    let FinishedMessage { id, conversation_id, user_id, state, parts, problem, receipt } =
        *finished;
    if tx.engine_kind() == Engine::Postgres {
        return sql!(
            tx,
            execute,
            "WITH finished AS (
                 UPDATE messages SET state = $2, parts = $3, problem = $4, receipt = $5
                 WHERE id = $1 AND state = 'running'
                 RETURNING conversation_id
             ), conversation AS (
                 UPDATE conversations SET answered_at = $6, updated_at = $6
                 WHERE id = (SELECT conversation_id FROM finished)
                 RETURNING id, temporary
             )
             INSERT INTO search_rows (user_id, conversation_id, message_id, words)
             SELECT $7, id, $1, array_to_tsvector(string_to_array(trim($8 || ' ' || $9), ' '))
             FROM conversation WHERE NOT temporary AND $9 <> ''
             ON CONFLICT DO NOTHING",
            id,
            state.as_str(),
            to_json(&parts)?,
            problem.map(to_json).transpose()?,
            to_json(receipt)?,
            now,
            user_id,
            owner_token(user_id),
            distinct_words(&text_of(parts))
        )
        .map(|_| ());
    }
    sql!(
        tx,
        deferred,
        "UPDATE conversations SET answered_at = $6, updated_at = $6
         WHERE id = (SELECT conversation_id FROM messages WHERE id = $1 AND state = 'running');
         UPDATE messages SET state = $2, parts = $3, problem = $4, receipt = $5
         WHERE id = $1 AND state = 'running'",
        id,
        state.as_str(),
        to_json(&parts)?,
        problem.map(to_json).transpose()?,
        to_json(receipt)?,
        now
    )?;
    index_message(tx, user_id, conversation_id, id, parts).await
}

/// Returns a message in a live conversation of `user_id`.
pub async fn find_message(
    conn: &mut Conn,
    user_id: UserId,
    id: MessageId,
) -> StoreResult<Option<Message>> {
    let row = sql!(
        conn,
        optional MessageRow,
        concat!(
            "SELECT m.* FROM messages m JOIN conversations c ON c.id = m.conversation_id
             WHERE m.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND ",
            is_in_workspace!("c"),
        ),
        id,
        user_id
    )?;
    row.map(MessageRow::into_message).transpose()
}

/// Returns the owner of a message, whoever asks.
pub async fn find_message_owner(conn: &mut Conn, id: MessageId) -> StoreResult<Option<UserId>> {
    let owner = sql!(
        conn,
        optional(UserId,),
        "SELECT c.user_id FROM messages m JOIN conversations c ON c.id = m.conversation_id
         WHERE m.id = $1",
        id
    )?;
    Ok(owner.map(|(user_id,)| user_id))
}

/// Returns all messages of a conversation, all branches, parents before children.
pub async fn list_messages(
    conn: &mut Conn,
    conversation_id: ConversationId,
) -> StoreResult<Vec<Message>> {
    let rows = sql!(
        conn,
        all MessageRow,
        "SELECT * FROM messages WHERE conversation_id = $1 ORDER BY created_at, id",
        conversation_id
    )?;
    rows.into_iter().map(MessageRow::into_message).collect()
}

/// Returns the bytes that the contents of a conversation's messages take in the database.
pub async fn conversation_bytes(
    conn: &mut Conn,
    conversation_id: ConversationId,
) -> StoreResult<u64> {
    let (bytes,) = sql!(
        conn,
        one(i64,),
        "SELECT CAST(COALESCE(SUM(OCTET_LENGTH(parts)), 0) AS BIGINT) FROM messages
         WHERE conversation_id = $1",
        conversation_id
    )?;
    Ok(u64::try_from(bytes).unwrap_or_default())
}

/// Returns the branch that ends in `leaf_id`, oldest first.
pub async fn path_to(conn: &mut Conn, leaf_id: MessageId) -> StoreResult<Vec<Message>> {
    let rows = sql!(
        conn,
        all MessageRow,
        {
            sqlite: "WITH RECURSIVE branch (id, parent_id, depth) AS (
                         SELECT id, parent_id, 0 FROM messages WHERE id = $1
                         UNION ALL
                         SELECT m.id, m.parent_id, b.depth + 1 FROM messages m JOIN branch b ON m.id = b.parent_id
                     )
                     SELECT m.* FROM messages m JOIN branch b ON m.id = b.id ORDER BY b.depth DESC",
            // The limits keep the planner from reading the whole table, whose size it may not know yet.
            postgres: "WITH RECURSIVE branch (id, parent_id, depth) AS (
                           SELECT id, parent_id, 0 FROM messages WHERE id = $1
                           UNION ALL
                           SELECT m.id, m.parent_id, b.depth + 1 FROM branch b CROSS JOIN LATERAL (
                               SELECT id, parent_id FROM messages WHERE id = b.parent_id LIMIT 1) m
                       )
                       SELECT m.* FROM branch b CROSS JOIN LATERAL (
                           SELECT * FROM messages WHERE id = b.id LIMIT 1) m
                       ORDER BY b.depth DESC",
        },
        leaf_id
    )?;
    rows.into_iter().map(MessageRow::into_message).collect()
}

#[derive(::store::FromRow)]
pub(crate) struct MessageRow {
    id: MessageId,
    conversation_id: ConversationId,
    parent_id: Option<MessageId>,
    role: String,
    parts: String,
    model: Option<String>,
    model_name: Option<String>,
    state: String,
    run_id: Option<RunId>,
    problem: Option<String>,
    receipt: Option<String>,
    kind: String,
    batch_id: Option<Uuid>,
    bot_id: Option<BotId>,
    created_at: Timestamp,
}

impl MessageRow {
    pub(crate) fn into_message(self) -> StoreResult<Message> {
        Ok(Message {
            id: self.id,
            conversation_id: self.conversation_id,
            parent_id: self.parent_id,
            role: Role::parse(&self.role),
            parts: from_json(&self.parts)?,
            model: self.model,
            model_name: self.model_name,
            state: MessageState::parse(&self.state),
            run_id: self.run_id,
            problem: self.problem.as_deref().map(from_json).transpose()?,
            receipt: self.receipt.as_deref().map(from_json).transpose()?,
            kind: MessageKind::parse(&self.kind),
            batch_id: self.batch_id,
            bot_id: self.bot_id,
            created_at: self.created_at,
            feedback: None,
        })
    }
}
