use identity::is_suspended_sql;
use kernel::{BotId, Timestamp, UserId, Uuid, WorkspaceId};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

use crate::rules::{Accessibility, BotTexts};

/// A stored bot, with the reader's relation to it.
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
    /// JSON of [`Extras`](crate::extras::Extras).
    pub extras: String,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
    /// True if the reader may not see it: the operator has to review it first, or its author is suspended.
    pub hidden: bool,
    /// For its author: the state of its review, the reason for a rejection, and whether others see the version before.
    pub review: Option<String>,
    pub review_reason: Option<String>,
    pub review_seen: bool,
    /// Among the reader's favourites.
    pub favorited: bool,
    pub pinned: bool,
    /// Time of the reader's last chat with it.
    pub used_at: Option<Timestamp>,
    /// Number of people who have chatted with it.
    pub people: i64,
}

impl Bot {
    pub fn accessibility(&self) -> Accessibility {
        Accessibility::parse(&self.accessibility)
    }
}

/// The columns of [`Bot`] of a bot `b`: with the version in `s` that others see during review (decision 0899); `r` is
/// its review for its author, `m` the reader's marks.
macro_rules! bot_columns {
    () => {
        concat!("b.id, b.user_id, b.workspace_id, b.published, b.version, b.created_at, b.updated_at, b.deleted_at,
         CASE WHEN s.bot_id IS NULL THEN b.name ELSE s.seen_name END AS name,
         CASE WHEN s.bot_id IS NULL THEN b.description ELSE s.seen_description END AS description,
         CASE WHEN s.bot_id IS NULL THEN b.welcome ELSE s.seen_welcome END AS welcome,
         CASE WHEN s.bot_id IS NULL THEN b.prompt ELSE s.seen_prompt END AS prompt,
         CASE WHEN s.bot_id IS NULL THEN b.model ELSE s.seen_model END AS model,
         CASE WHEN s.bot_id IS NULL THEN b.icon_id ELSE s.seen_icon_id END AS icon_id,
         CASE WHEN s.bot_id IS NULL THEN b.extras ELSE s.seen_extras END AS extras,
         CASE WHEN s.bot_id IS NULL THEN b.accessibility ELSE COALESCE(s.seen_accessibility, 'only_me') END
             AS accessibility,
         ((s.bot_id IS NOT NULL AND s.seen_accessibility IS NULL)
             OR (b.user_id <> $1 AND ", is_suspended_sql!("b.user_id"), ")) AS hidden,
         r.state AS review, r.reason AS review_reason, (r.seen_accessibility IS NOT NULL) AS review_seen,
         COALESCE(m.favorited, FALSE) AS favorited, COALESCE(m.pinned, FALSE) AS pinned, m.used_at,
         (SELECT COUNT(*) FROM bot_people p WHERE p.bot_id = b.id AND p.used_at IS NOT NULL) AS people")
    };
}

/// The tables of `bot_columns`, for the reader `$1`.
macro_rules! bot_tables {
    () => {
        " FROM bots b LEFT JOIN bot_people m ON m.bot_id = b.id AND m.user_id = $1
             LEFT JOIN bot_reviews r ON r.bot_id = b.id AND b.user_id = $1
             LEFT JOIN bot_reviews s ON s.bot_id = b.id AND b.user_id <> $1"
    };
}

/// Returns the bot with this id, as `reader` has it; whether they may see it is a rule.
pub(crate) async fn find_bot(
    conn: &mut Conn,
    reader: UserId,
    id: BotId,
) -> StoreResult<Option<Bot>> {
    sql!(
        conn,
        optional Bot,
        concat!("SELECT ", bot_columns!(), bot_tables!(), " WHERE b.id = $2"),
        reader,
        id
    )
}

/// Lists the bots that `reader` created, marked or chatted with and may use: pinned ones first, then the last used.
pub(crate) async fn list_own(conn: &mut Conn, reader: UserId) -> StoreResult<Vec<Bot>> {
    sql!(
        conn,
        all Bot,
        concat!(
            "SELECT ", bot_columns!(), bot_tables!(),
            " WHERE b.deleted_at IS NULL AND (b.user_id = $1
                 OR (m.user_id IS NOT NULL AND b.published AND b.accessibility <> 'only_me'
                     AND (s.bot_id IS NULL OR s.seen_accessibility IS NOT NULL)
                     AND NOT ", is_suspended_sql!("b.user_id"), "))
             ORDER BY COALESCE(m.pinned, FALSE) DESC, COALESCE(m.used_at, b.updated_at) DESC, b.id DESC
             LIMIT 1000"
        ),
        reader
    )
}

/// Lists public bots whose name or description matches `pattern`, the newest first; authors, too, get the version that
/// others see.
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
        concat!(
            "SELECT ", bot_columns!(),
            " FROM bots b LEFT JOIN bot_people m ON m.bot_id = b.id AND m.user_id = $1
                 LEFT JOIN bot_reviews r ON r.bot_id = b.id AND b.user_id = $1
                 LEFT JOIN bot_reviews s ON s.bot_id = b.id
             WHERE b.published AND b.accessibility = 'public' AND b.deleted_at IS NULL
                 AND (s.bot_id IS NULL OR s.seen_accessibility = 'public')
                 AND NOT ", is_suspended_sql!("b.user_id"), "
                 AND CASE WHEN s.bot_id IS NULL THEN b.words ELSE s.seen_words END LIKE $2 ESCAPE '\\'
                 AND (b.created_at < $3 OR (b.created_at = $3 AND b.id < $4))
             ORDER BY b.created_at DESC, b.id DESC LIMIT $5"
        ),
        reader,
        pattern,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 }))
}

/// Returns the number of bots of `author`, without deleted ones.
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
             accessibility, published, icon_id, words, version, created_at, updated_at, extras)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
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
        bot.updated_at,
        bot.extras.as_str()
    )?;
    Ok(())
}

/// Stores an author's changes, if nobody wrote since they were read.
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
             accessibility = $8, published = $9, words = $10, updated_at = $11, extras = $12,
             version = version + 1
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
        now,
        bot.extras.as_str()
    )?;
    Ok(done == 1)
}

/// Sets or removes a bot's image.
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

/// Stores what a bot has besides its texts.
pub(crate) async fn set_extras(
    tx: &mut Tx,
    id: BotId,
    extras: &str,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE bots SET extras = $2, updated_at = $3, version = version + 1 WHERE id = $1",
        id,
        extras,
        now
    )?;
    Ok(())
}

/// Lists the extras of bots deleted before `before`, and of the versions that others saw of them.
pub(crate) async fn list_deleted_extras(
    conn: &mut Conn,
    before: Timestamp,
) -> StoreResult<Vec<String>> {
    let rows = sql!(
        conn,
        all(String,),
        "SELECT extras FROM bots WHERE deleted_at < $1 AND extras <> '{}'
         UNION SELECT r.seen_extras FROM bot_reviews r JOIN bots b ON b.id = r.bot_id
         WHERE b.deleted_at < $1 AND r.seen_extras <> '{}'",
        before
    )?;
    Ok(rows.into_iter().map(|(extras,)| extras).collect())
}

/// Deletes a bot (`at`), or restores it (`None`).
pub(crate) async fn set_deleted(tx: &mut Tx, id: BotId, at: Option<Timestamp>) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE bots SET deleted_at = $2 WHERE id = $1", id, at)?;
    Ok(())
}

/// Returns the author of a bot.
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
        "SELECT workspace_id, icon_id FROM bots WHERE deleted_at < $1 AND icon_id IS NOT NULL
         UNION SELECT b.workspace_id, r.seen_icon_id FROM bot_reviews r JOIN bots b ON b.id = r.bot_id
         WHERE b.deleted_at < $1 AND r.seen_icon_id IS NOT NULL",
        before
    )?;
    sql!(
        tx,
        execute,
        "UPDATE bots SET description = '', welcome = '', prompt = '', words = '', icon_id = NULL, extras = '{}'
         WHERE deleted_at < $1 AND (prompt <> '' OR welcome <> '' OR description <> ''
             OR icon_id IS NOT NULL OR extras <> '{}')",
        before
    )?;
    // The image that others know it by stays, as its name does.
    sql!(
        tx,
        execute,
        "UPDATE bot_reviews SET seen_description = '', seen_welcome = '', seen_prompt = '', seen_words = '',
             seen_icon_id = NULL, seen_extras = '{}'
         WHERE bot_id IN (SELECT id FROM bots WHERE deleted_at < $1)",
        before
    )?;
    Ok(icons)
}

/// Lists the images of an author's bots.
pub(crate) async fn list_icons(conn: &mut Conn, author: UserId) -> StoreResult<Vec<Uuid>> {
    let rows = sql!(
        conn,
        all(Uuid,),
        "SELECT icon_id FROM bots WHERE user_id = $1 AND icon_id IS NOT NULL
         UNION SELECT r.seen_icon_id FROM bot_reviews r JOIN bots b ON b.id = r.bot_id
         WHERE b.user_id = $1 AND r.seen_icon_id IS NOT NULL",
        author
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Lists an author's bots that have a monthly limit.
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

/// Records that a person chats with a bot.
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

#[cfg(test)]
impl Bot {
    /// Returns a public bot, for tests of rules.
    pub fn public(author: UserId, prompt: &str) -> Self {
        let at = Timestamp::from_micros(1);
        Self {
            id: BotId::new(at),
            user_id: author,
            workspace_id: WorkspaceId::new(at),
            name: "Chef".to_owned(),
            description: String::new(),
            welcome: String::new(),
            prompt: prompt.to_owned(),
            model: None,
            accessibility: "public".to_owned(),
            published: true,
            icon_id: None,
            extras: "{}".to_owned(),
            version: 1,
            created_at: at,
            updated_at: at,
            deleted_at: None,
            hidden: false,
            review: None,
            review_reason: None,
            review_seen: false,
            favorited: false,
            pinned: false,
            used_at: None,
            people: 0,
        }
    }
}
