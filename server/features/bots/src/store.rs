use kernel::{BotId, Timestamp, UserId, Uuid, WorkspaceId};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

use crate::rules::{Accessibility, BotTexts};

/// A bot as it is kept, and what it is to the person who reads it.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub(crate) struct Bot {
    pub id: BotId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub name: String,
    pub description: String,
    pub welcome: String,
    pub prompt: String,
    pub model: Option<String>,
    pub accessibility: String,
    pub published: bool,
    pub icon_id: Option<Uuid>,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
    /// Among the reader's favourites.
    pub favorited: bool,
    pub pinned: bool,
    /// When the reader last talked with it.
    pub used_at: Option<Timestamp>,
    /// How many people have talked with it.
    pub people: i64,
}

impl Bot {
    pub fn accessibility(&self) -> Accessibility {
        Accessibility::parse(&self.accessibility)
    }
}

/// The bot with this id, as `reader` has it; whether they may see it is a rule.
pub(crate) async fn find_bot(
    conn: &mut Conn,
    reader: UserId,
    id: BotId,
) -> StoreResult<Option<Bot>> {
    sql!(
        conn,
        optional Bot,
        "SELECT b.*, COALESCE(m.favorited, FALSE) AS favorited, COALESCE(m.pinned, FALSE) AS pinned,
             m.used_at, (SELECT COUNT(*) FROM bot_people p WHERE p.bot_id = b.id AND p.used_at IS NOT NULL)
             AS people
         FROM bots b LEFT JOIN bot_people m ON m.bot_id = b.id AND m.user_id = $1 WHERE b.id = $2",
        reader,
        id
    )
}

/// The bots that `reader` made, marked or talked with and may use: pinned ones first, then the last used.
pub(crate) async fn list_own(conn: &mut Conn, reader: UserId) -> StoreResult<Vec<Bot>> {
    sql!(
        conn,
        all Bot,
        "SELECT b.*, COALESCE(m.favorited, FALSE) AS favorited, COALESCE(m.pinned, FALSE) AS pinned,
             m.used_at, (SELECT COUNT(*) FROM bot_people p WHERE p.bot_id = b.id AND p.used_at IS NOT NULL)
             AS people
         FROM bots b LEFT JOIN bot_people m ON m.bot_id = b.id AND m.user_id = $1
         WHERE b.deleted_at IS NULL AND (b.user_id = $1
             OR (m.user_id IS NOT NULL AND b.published AND b.accessibility <> 'only_me'))
         ORDER BY COALESCE(m.pinned, FALSE) DESC, COALESCE(m.used_at, b.updated_at) DESC, b.id DESC
         LIMIT 1000",
        reader
    )
}

/// Public bots whose name or description matches `pattern`, the newest first.
pub(crate) async fn list_public(
    conn: &mut Conn,
    reader: UserId,
    pattern: &str,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Bot>> {
    let rows = sql!(
        conn,
        all Bot,
        "SELECT b.*, COALESCE(m.favorited, FALSE) AS favorited, COALESCE(m.pinned, FALSE) AS pinned,
             m.used_at, (SELECT COUNT(*) FROM bot_people p WHERE p.bot_id = b.id AND p.used_at IS NOT NULL)
             AS people
         FROM bots b LEFT JOIN bot_people m ON m.bot_id = b.id AND m.user_id = $1
         WHERE b.published AND b.accessibility = 'public' AND b.deleted_at IS NULL
             AND b.words LIKE $2 ESCAPE '\\' AND (b.created_at < $3 OR (b.created_at = $3 AND b.id < $4))
         ORDER BY b.created_at DESC, b.id DESC LIMIT $5",
        reader,
        pattern,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 }))
}

/// How many bots `author` has, without deleted ones.
pub(crate) async fn count_bots(conn: &mut Conn, author: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM bots WHERE user_id = $1 AND deleted_at IS NULL",
        author
    )?;
    Ok(count)
}

pub(crate) async fn insert_bot(tx: &mut Tx, bot: &Bot, words: &str) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO bots (id, user_id, workspace_id, name, description, welcome, prompt, model,
             accessibility, published, icon_id, words, version, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        bot.id,
        bot.user_id,
        bot.workspace_id,
        bot.name.as_str(),
        bot.description.as_str(),
        bot.welcome.as_str(),
        bot.prompt.as_str(),
        bot.model.as_deref(),
        bot.accessibility.as_str(),
        bot.published,
        bot.icon_id,
        words,
        bot.version,
        bot.created_at,
        bot.updated_at
    )?;
    Ok(())
}

/// Writes what an author changed, if nobody wrote since it was read.
pub(crate) async fn update_bot(
    tx: &mut Tx,
    bot: &Bot,
    texts: &BotTexts,
    now: Timestamp,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE bots SET name = $3, description = $4, welcome = $5, prompt = $6, model = $7,
             accessibility = $8, published = $9, words = $10, updated_at = $11, version = version + 1
         WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        bot.id,
        bot.version,
        texts.name.as_str(),
        texts.description.as_str(),
        texts.welcome.as_str(),
        texts.prompt.as_str(),
        bot.model.as_deref(),
        bot.accessibility.as_str(),
        bot.published,
        texts.words(),
        now
    )?;
    Ok(done == 1)
}

/// Gives a bot another picture, or none.
pub(crate) async fn set_icon(
    tx: &mut Tx,
    id: BotId,
    icon_id: Option<Uuid>,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE bots SET icon_id = $2, updated_at = $3, version = version + 1 WHERE id = $1",
        id,
        icon_id,
        now
    )?;
    Ok(())
}

/// Deletes a bot (`at`), or brings it back (`None`).
pub(crate) async fn set_deleted(tx: &mut Tx, id: BotId, at: Option<Timestamp>) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE bots SET deleted_at = $2 WHERE id = $1", id, at)?;
    Ok(())
}

/// Who made a bot.
pub(crate) async fn find_author(conn: &mut Conn, id: BotId) -> StoreResult<Option<UserId>> {
    let row = sql!(conn, optional(UserId,), "SELECT user_id FROM bots WHERE id = $1", id)?;
    Ok(row.map(|(author,)| author))
}

/// Empties bots deleted before `before`. Their names stay with the conversations held with them.
pub(crate) async fn wipe_deleted(
    tx: &mut Tx,
    before: Timestamp,
) -> StoreResult<Vec<(WorkspaceId, Uuid)>> {
    let icons = sql!(
        tx,
        all(WorkspaceId, Uuid),
        "SELECT workspace_id, icon_id FROM bots WHERE deleted_at < $1 AND icon_id IS NOT NULL",
        before
    )?;
    sql!(
        tx,
        execute,
        "UPDATE bots SET description = '', welcome = '', prompt = '', words = '', icon_id = NULL
         WHERE deleted_at < $1 AND (prompt <> '' OR welcome <> '' OR description <> ''
             OR icon_id IS NOT NULL)",
        before
    )?;
    Ok(icons)
}

/// The pictures of an author's bots.
pub(crate) async fn list_icons(conn: &mut Conn, author: UserId) -> StoreResult<Vec<Uuid>> {
    let rows = sql!(
        conn,
        all(Uuid,),
        "SELECT icon_id FROM bots WHERE user_id = $1 AND icon_id IS NOT NULL",
        author
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Those of an author's bots that may use only so much in a month.
pub(crate) async fn list_limited(conn: &mut Conn, author: UserId) -> StoreResult<Vec<BotId>> {
    let rows = sql!(
        conn,
        all(BotId,),
        "SELECT b.id FROM bots b JOIN ledger_budgets l ON l.id = b.id WHERE b.user_id = $1",
        author
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Marks a bot for a person; `None` leaves a mark as it is.
pub(crate) async fn mark_bot(
    tx: &mut Tx,
    id: BotId,
    user_id: UserId,
    favorited: Option<bool>,
    pinned: Option<bool>,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO bot_people (bot_id, user_id, favorited, pinned)
         VALUES ($1, $2, COALESCE($3, FALSE), COALESCE($4, FALSE))
         ON CONFLICT (bot_id, user_id) DO UPDATE SET favorited = COALESCE($3, bot_people.favorited),
             pinned = COALESCE($4, bot_people.pinned)",
        id,
        user_id,
        favorited,
        pinned
    )?;
    Ok(())
}

/// Notes that a person talks with a bot.
pub(crate) async fn note_use(
    tx: &mut Tx,
    id: BotId,
    user_id: UserId,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO bot_people (bot_id, user_id, favorited, pinned, used_at)
         VALUES ($1, $2, FALSE, FALSE, $3)
         ON CONFLICT (bot_id, user_id) DO UPDATE SET used_at = $3",
        id,
        user_id,
        now
    )?;
    Ok(())
}

/// A report that nobody has settled yet, with what it is about.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Report {
    pub id: Uuid,
    pub bot_id: BotId,
    pub reason: String,
    pub details: String,
    pub created_at: Timestamp,
    pub author_id: UserId,
    pub name: String,
    pub description: String,
    pub welcome: String,
    pub prompt: String,
}

pub(crate) async fn insert_report(
    tx: &mut Tx,
    id: Uuid,
    bot_id: BotId,
    user_id: UserId,
    said: (&str, &str),
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO bot_reports (id, bot_id, user_id, reason, details, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (bot_id, user_id) DO UPDATE SET reason = $4, details = $5, created_at = $6,
             resolved_at = NULL",
        id,
        bot_id,
        user_id,
        said.0,
        said.1,
        now
    )?;
    Ok(())
}

/// Reports about bots that are still there, the newest first.
pub(crate) async fn list_reports(
    conn: &mut Conn,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Report>> {
    let rows = sql!(
        conn,
        all Report,
        "SELECT r.id, r.bot_id, r.reason, r.details, r.created_at, b.user_id AS author_id, b.name,
             b.description, b.welcome, b.prompt
         FROM bot_reports r JOIN bots b ON b.id = r.bot_id
         WHERE r.resolved_at IS NULL AND b.deleted_at IS NULL
             AND (r.created_at < $1 OR (r.created_at = $1 AND r.id < $2))
         ORDER BY r.created_at DESC, r.id DESC LIMIT $3",
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id }))
}

/// Which bot an unsettled report is about.
pub(crate) async fn find_report(conn: &mut Conn, id: Uuid) -> StoreResult<Option<BotId>> {
    let row = sql!(
        conn,
        optional(BotId,),
        "SELECT bot_id FROM bot_reports WHERE id = $1 AND resolved_at IS NULL",
        id
    )?;
    Ok(row.map(|(bot_id,)| bot_id))
}

/// Settles one report; with `all_of`, all that there are about that bot.
pub(crate) async fn resolve_reports(
    tx: &mut Tx,
    id: Uuid,
    all_of: Option<BotId>,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE bot_reports SET resolved_at = $3 WHERE (id = $1 OR bot_id = $2) AND resolved_at IS NULL",
        id,
        all_of,
        now
    )?;
    Ok(())
}
