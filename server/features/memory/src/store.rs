//! Queries for memory items and profiles.

use kernel::{BotId, ConversationId, GroupId, MessageId, Timestamp, UserId, Uuid};
use store::{Conn, Cursor, StoreResult, Tx, sql};

use crate::rules::ItemText;
use crate::wire::{ItemBody, ItemId, Learn, Scope, SourceBody};

/// A person's memory settings. Nobody has a row before they change something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Profile {
    pub recall: bool,
    pub learn: Learn,
    pub model: Option<String>,
    pub about: String,
    pub about_at: Option<Timestamp>,
    pub respond: String,
    pub respond_at: Option<Timestamp>,
}

#[derive(::store::FromRow)]
struct ProfileRow {
    recall: bool,
    learn: String,
    model: Option<String>,
    about: String,
    about_at: Option<Timestamp>,
    respond: String,
    respond_at: Option<Timestamp>,
}

impl Profile {
    pub fn usual() -> Self {
        Self { recall: true, ..Self::default() }
    }
}

pub(crate) async fn find_profile(conn: &mut Conn, user_id: UserId) -> StoreResult<Profile> {
    let row = sql!(
        conn,
        optional ProfileRow,
        "SELECT recall, learn, model, about, about_at, respond, respond_at
         FROM memory_profiles WHERE user_id = $1",
        user_id
    )?;
    Ok(row.map_or_else(Profile::usual, |row| Profile {
        recall: row.recall,
        learn: Learn::parse(&row.learn),
        model: row.model,
        about: row.about,
        about_at: row.about_at,
        respond: row.respond,
        respond_at: row.respond_at,
    }))
}

pub(crate) async fn save_profile(
    tx: &mut Tx,
    user_id: UserId,
    profile: &Profile,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO memory_profiles (user_id, recall, learn, model, about, about_at, respond, respond_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (user_id) DO UPDATE SET recall = excluded.recall, learn = excluded.learn,
             model = excluded.model, about = excluded.about, about_at = excluded.about_at,
             respond = excluded.respond, respond_at = excluded.respond_at",
        user_id,
        profile.recall,
        profile.learn.as_str(),
        profile.model.as_deref(),
        profile.about.as_str(),
        profile.about_at,
        profile.respond.as_str(),
        profile.respond_at
    )?;
    Ok(())
}

/// A stored item.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub(crate) struct Item {
    pub id: ItemId,
    pub text: String,
    pub scope: String,
    pub scope_id: Option<Uuid>,
    pub conversation_id: Option<ConversationId>,
    pub message_id: Option<MessageId>,
    pub version: i64,
    pub added_at: Timestamp,
    pub updated_at: Timestamp,
    pub forgotten_at: Option<Timestamp>,
}

impl Item {
    pub fn scope(&self) -> Scope {
        Scope::of(&self.scope, self.scope_id)
    }
}

impl From<Item> for ItemBody {
    fn from(item: Item) -> Self {
        let source = item.conversation_id.zip(item.message_id);
        Self {
            scope: item.scope(),
            source: source
                .map(|(conversation_id, message_id)| SourceBody { conversation_id, message_id }),
            id: item.id,
            text: item.text,
            version: item.version,
            added_at: item.added_at,
            updated_at: item.updated_at,
            forgotten_at: item.forgotten_at,
        }
    }
}

/// Finds an item of `owner`'s, forgotten or not.
pub(crate) async fn find_item(
    conn: &mut Conn,
    owner: UserId,
    id: ItemId,
) -> StoreResult<Option<Item>> {
    sql!(
        conn,
        optional Item,
        "SELECT id, text, scope, scope_id, conversation_id, message_id, version, added_at, updated_at,
             forgotten_at FROM memory_items WHERE id = $2 AND user_id = $1",
        owner,
        id
    )
}

/// Returns the item of `owner`'s that says this.
pub(crate) async fn find_same(
    conn: &mut Conn,
    owner: UserId,
    key: &str,
) -> StoreResult<Option<Item>> {
    sql!(
        conn,
        optional Item,
        "SELECT id, text, scope, scope_id, conversation_id, message_id, version, added_at, updated_at,
             forgotten_at FROM memory_items WHERE user_id = $1 AND text_key = $2",
        owner,
        key
    )
}

/// Returns a page of `owner`'s items, those changed last first.
pub(crate) async fn list_items(
    conn: &mut Conn,
    owner: UserId,
    forgotten: bool,
    cursor: Cursor,
    count: i64,
) -> StoreResult<Vec<Item>> {
    sql!(
        conn,
        all Item,
        "SELECT id, text, scope, scope_id, conversation_id, message_id, version, added_at, updated_at,
             forgotten_at FROM memory_items
         WHERE user_id = $1 AND (updated_at, id) < ($2, $3) AND (forgotten_at IS NOT NULL) = $4
         ORDER BY updated_at DESC, id DESC LIMIT $5",
        owner,
        cursor.at,
        cursor.id,
        forgotten,
        count
    )
}

/// Lists the items of `owner` that apply in a chat, last changed first. `everywhere`: include those that apply in every
/// chat.
pub(crate) async fn list_in_scope(
    conn: &mut Conn,
    owner: UserId,
    everywhere: bool,
    bot: Option<BotId>,
    group: Option<GroupId>,
) -> StoreResult<Vec<Item>> {
    sql!(
        conn,
        all Item,
        "SELECT id, text, scope, scope_id, conversation_id, message_id, version, added_at, updated_at,
             forgotten_at FROM memory_items
         WHERE user_id = $1 AND forgotten_at IS NULL
             AND ((scope = 'everywhere' AND $2) OR (scope = 'bot' AND scope_id = $3)
                  OR (scope = 'group' AND scope_id = $4))
         ORDER BY updated_at DESC, id DESC",
        owner,
        everywhere,
        bot,
        group
    )
}

pub(crate) async fn count_items(conn: &mut Conn, owner: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM memory_items WHERE user_id = $1 AND forgotten_at IS NULL",
        owner
    )?;
    Ok(count)
}

/// An item to insert.
pub(crate) struct NewRow<'a> {
    pub id: ItemId,
    pub owner: UserId,
    pub text: &'a ItemText,
    pub scope: Scope,
    /// The message it was learned from.
    pub message_id: Option<MessageId>,
    pub added_at: Timestamp,
    pub updated_at: Timestamp,
    pub forgotten_at: Option<Timestamp>,
}

/// Inserts an item; `false` if its id or its text exists. A source that no longer exists is left out.
pub(crate) async fn insert_item(tx: &mut Tx, row: &NewRow<'_>) -> StoreResult<bool> {
    let (scope, scope_id) = row.scope.parts();
    let done = sql!(
        tx,
        execute,
        "INSERT INTO memory_items (id, user_id, text, text_key, scope, scope_id, conversation_id,
             message_id, version, added_at, updated_at, forgotten_at)
         VALUES ($1, $2, $3, $4, $5, $6,
             (SELECT m.conversation_id FROM messages m JOIN conversations c ON c.id = m.conversation_id
              WHERE m.id = $7 AND c.user_id = $2),
             (SELECT m.id FROM messages m JOIN conversations c ON c.id = m.conversation_id
              WHERE m.id = $7 AND c.user_id = $2),
             1, $8, $9, $10)
         ON CONFLICT DO NOTHING",
        row.id,
        row.owner,
        row.text.text.as_str(),
        row.text.key.as_str(),
        scope,
        scope_id,
        row.message_id,
        row.added_at,
        row.updated_at,
        row.forgotten_at
    )?;
    Ok(done == 1)
}

/// Stores a changed item, if nobody wrote since it was read.
pub(crate) async fn update_item(
    tx: &mut Tx,
    item: &Item,
    text: &ItemText,
    scope: Scope,
    source: Option<SourceBody>,
    now: Timestamp,
) -> StoreResult<bool> {
    let (scope, scope_id) = scope.parts();
    let done = sql!(
        tx,
        execute,
        "UPDATE memory_items SET text = $3, text_key = $4, scope = $5, scope_id = $6, updated_at = $7,
             conversation_id = $8, message_id = $9, version = version + 1
         WHERE id = $1 AND version = $2",
        item.id,
        item.version,
        text.text.as_str(),
        text.key.as_str(),
        scope,
        scope_id,
        now,
        source.map(|source| source.conversation_id),
        source.map(|source| source.message_id)
    )?;
    Ok(done == 1)
}

/// Forgets an item (`at`), or restores it (`None`); `false` if there is none.
pub(crate) async fn set_forgotten(
    tx: &mut Tx,
    owner: UserId,
    id: ItemId,
    at: Option<Timestamp>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memory_items SET forgotten_at = $3, version = version + 1
         WHERE id = $1 AND user_id = $2 AND (forgotten_at IS NULL) = ($3 IS NOT NULL)",
        id,
        owner,
        at
    )?;
    Ok(done == 1)
}

/// Removes an item for good, with the suggestion that it came from.
pub(crate) async fn delete_item(tx: &mut Tx, owner: UserId, id: ItemId) -> StoreResult<bool> {
    sql!(
        tx,
        execute,
        "DELETE FROM memory_suggestions WHERE user_id = $1 AND item_id = $2",
        owner,
        id
    )?;
    let done =
        sql!(tx, execute, "DELETE FROM memory_items WHERE user_id = $1 AND id = $2", owner, id)?;
    Ok(done == 1)
}

/// Removes all that is remembered, suggested and still to be learned from.
pub(crate) async fn delete_all(tx: &mut Tx, owner: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM memory_lessons WHERE user_id = $1", owner)?;
    sql!(tx, execute, "DELETE FROM memory_suggestions WHERE user_id = $1", owner)?;
    sql!(tx, execute, "DELETE FROM memory_items WHERE user_id = $1", owner)?;
    Ok(())
}

/// Deletes permanently what was forgotten before `forgotten`, and suggestions decided before `decided`.
pub(crate) async fn purge(
    tx: &mut Tx,
    forgotten: Timestamp,
    decided: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM memory_suggestions WHERE item_id IN
             (SELECT id FROM memory_items WHERE forgotten_at < $1)",
        forgotten
    )?;
    sql!(tx, execute, "DELETE FROM memory_items WHERE forgotten_at < $1", forgotten)?;
    sql!(tx, execute, "DELETE FROM memory_suggestions WHERE decided_at < $1", decided)?;
    Ok(())
}
