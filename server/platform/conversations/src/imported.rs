use std::collections::{HashMap, HashSet};

use kernel::{ConversationId, MessageId, UserId};
use store::{Cell, Conn, Frame, StoreResult, Tx, sql, to_json, write_rows};

use crate::feedback::import_feedback;
use crate::search::{Findable, index_all, message_words, title_words};
use crate::{Conversation, Message};

/// An imported conversation with its messages, parents before children.
///
/// Its search entries are built here, before the transaction that writes it, because on SQLite that blocks all other
/// writers.
pub struct ImportedConversation {
    pub conversation: Conversation,
    pub messages: Vec<Message>,
    title: Findable,
    texts: Vec<Findable>,
}

impl ImportedConversation {
    pub fn new(conversation: Conversation, messages: Vec<Message>) -> Self {
        let title = title_words(&conversation);
        let texts = messages.iter().map(message_words).collect();
        Self { conversation, messages, title, texts }
    }
}

/// Inserts an imported conversation, with its original times and marks, and its messages, parents before children; all
/// of it searchable. Returns `false`, and changes nothing, if its id is taken.
///
/// The messages' ids must be free; one that is taken is left as it is and not indexed.
pub async fn insert_imported(
    tx: &mut Tx,
    conversation: &Conversation,
    messages: &[Message],
) -> StoreResult<bool> {
    let imported = ImportedConversation::new(conversation.clone(), messages.to_vec());
    Ok(!insert_all_imported(tx, conversation.user_id, &[imported]).await?.is_empty())
}

/// Does what [`insert_imported`] does for many of one person's at once, with few statements. Gives those
/// that were added.
pub async fn insert_all_imported(
    tx: &mut Tx,
    user_id: UserId,
    imported: &[ImportedConversation],
) -> StoreResult<HashSet<ConversationId>> {
    let rows = imported.iter().map(|imported| conversation_row(&imported.conversation)).collect();
    let added: Vec<(ConversationId,)> = write_rows(tx, &CONVERSATIONS, rows).await?;
    let added: HashSet<ConversationId> = added.into_iter().map(|(id,)| id).collect();
    let new: Vec<&ImportedConversation> =
        imported.iter().filter(|imported| added.contains(&imported.conversation.id)).collect();
    let messages: Vec<&Message> = new.iter().flat_map(|imported| &imported.messages).collect();
    let said = insert_messages(tx, user_id, &messages).await?;
    let mut findable: Vec<&Findable> = Vec::new();
    for imported in new.iter().filter(|imported| !imported.conversation.temporary) {
        let is_said = |text: &&Findable| text.message_id.is_some_and(|id| said.contains(&id));
        findable.push(&imported.title);
        findable.extend(imported.texts.iter().filter(is_said));
    }
    index_all(tx, user_id, &findable).await?;
    Ok(added)
}

/// Adds those of `messages` that do not exist yet to conversations of `user_id`'s, parents before children, and indexes
/// them unless the conversation is temporary. Returns the ids that were added.
pub async fn add_messages(
    tx: &mut Tx,
    user_id: UserId,
    messages: &[&Message],
) -> StoreResult<HashSet<MessageId>> {
    let added = insert_messages(tx, user_id, messages).await?;
    let new: Vec<&Message> =
        messages.iter().copied().filter(|message| added.contains(&message.id)).collect();
    let places: HashSet<ConversationId> =
        new.iter().map(|message| message.conversation_id).collect();
    let kept = kept_among(tx, &places).await?;
    let findable: Vec<Findable> = new
        .into_iter()
        .filter(|message| kept.contains(&message.conversation_id))
        .map(message_words)
        .collect();
    index_all(tx, user_id, &findable.iter().collect::<Vec<_>>()).await?;
    Ok(added)
}

/// Returns those conversations that are not temporary, and so can be found.
async fn kept_among(
    conn: &mut Conn,
    ids: &HashSet<ConversationId>,
) -> StoreResult<HashSet<ConversationId>> {
    let kept = sql!(
        conn,
        all(ConversationId,),
        {
            sqlite: "SELECT id FROM conversations
                     WHERE NOT temporary AND id IN (SELECT unhex(value, '-') FROM json_each($1))",
            postgres: "SELECT id FROM conversations WHERE NOT temporary AND id IN
                           (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)",
        },
        to_json(ids)?
    )?;
    Ok(kept.into_iter().map(|(id,)| id).collect())
}

/// Returns the conversations of these messages, as far as they exist, whoever asks.
pub async fn find_places(
    conn: &mut Conn,
    ids: &[MessageId],
) -> StoreResult<HashMap<MessageId, ConversationId>> {
    let places = sql!(
        conn,
        all(MessageId, ConversationId),
        {
            sqlite: "SELECT id, conversation_id FROM messages
                     WHERE id IN (SELECT unhex(value, '-') FROM json_each($1))",
            postgres: "SELECT id, conversation_id FROM messages WHERE id IN
                           (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)",
        },
        to_json(ids)?
    )?;
    Ok(places.into_iter().collect())
}

const CONVERSATIONS: Frame = Frame {
    before: "INSERT INTO conversations (id, user_id, workspace_id, title, model, leaf_id, pinned, favorited,
                 group_id, bot_id, temporary, settings, version, created_at, updated_at, answered_at, read_at) ",
    behind: " ON CONFLICT (id) DO NOTHING RETURNING id",
};

fn conversation_row(conversation: &Conversation) -> Vec<Cell<'_>> {
    vec![
        Cell::Id(Some(conversation.id.0)),
        Cell::Id(Some(conversation.user_id.0)),
        Cell::Id(Some(conversation.workspace_id.0)),
        Cell::text(&conversation.title),
        Cell::optional(conversation.model.as_deref()),
        Cell::Id(conversation.leaf_id.map(|id| id.0)),
        Cell::Flag(conversation.pinned),
        Cell::Flag(conversation.favorited),
        Cell::Id(conversation.group_id.map(|id| id.0)),
        Cell::Id(conversation.bot_id.map(|id| id.0)),
        Cell::Flag(conversation.temporary),
        Cell::optional(conversation.settings.as_deref()),
        Cell::Number(1),
        Cell::Number(conversation.created_at.micros()),
        Cell::Number(conversation.updated_at.micros()),
        Cell::Number(conversation.answered_at.micros()),
        Cell::Number(conversation.read_at.micros()),
    ]
}

const MESSAGES: Frame = Frame {
    before: "INSERT INTO messages (id, conversation_id, parent_id, role, parts, model, model_name, state,
                 run_id, problem, receipt, kind, batch_id, bot_id, created_at) ",
    behind: " ON CONFLICT (id) DO NOTHING RETURNING id",
};

/// Inserts messages with `user_id`'s ratings of them; returns the ids that were added.
async fn insert_messages(
    tx: &mut Tx,
    user_id: UserId,
    messages: &[&Message],
) -> StoreResult<HashSet<MessageId>> {
    let rows = messages.iter().map(|message| message_row(message)).collect::<StoreResult<_>>()?;
    let added: Vec<(MessageId,)> = write_rows(tx, &MESSAGES, rows).await?;
    let added: HashSet<MessageId> = added.into_iter().map(|(id,)| id).collect();
    let new: Vec<&Message> =
        messages.iter().copied().filter(|message| added.contains(&message.id)).collect();
    import_feedback(tx, user_id, &new).await?;
    Ok(added)
}

fn message_row(message: &Message) -> StoreResult<Vec<Cell<'_>>> {
    Ok(vec![
        Cell::Id(Some(message.id.0)),
        Cell::Id(Some(message.conversation_id.0)),
        Cell::Id(message.parent_id.map(|id| id.0)),
        Cell::text(message.role.as_str()),
        Cell::text(to_json(&message.parts)?),
        Cell::optional(message.model.as_deref()),
        Cell::optional(message.model_name.as_deref()),
        Cell::text(message.state.as_str()),
        Cell::Id(message.run_id.map(|id| id.0)),
        Cell::Text(message.problem.as_ref().map(to_json).transpose()?.map(Into::into)),
        Cell::Text(message.receipt.as_ref().map(to_json).transpose()?.map(Into::into)),
        Cell::text(message.kind.as_str()),
        Cell::Id(message.batch_id),
        Cell::Id(message.bot_id.map(|id| id.0)),
        Cell::Number(message.created_at.micros()),
    ])
}
