//! The SQL of PowerUPs.

use kernel::{Timestamp, UserId};
use store::{
    Conn, Cursor, Page, StoreResult, Tx, from_json, from_word, lock, sql, to_json, to_word,
};

use crate::definition::Definition;
use crate::states::{Scope, Shown, State};

kernel::id! {
    /// Identifies a PowerUP.
    PowerupId
}

/// A PowerUP as somebody has it.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Row {
    pub id: PowerupId,
    pub user_id: UserId,
    definition: String,
    pub version: i64,
    scope: String,
    pub anonymous: bool,
    state: String,
    pub reason: String,
    pub sent_at: Option<Timestamp>,
    shown_scope: String,
    shown_definition: Option<String>,
    pub shown_version: Option<i64>,
    pub origin_id: Option<PowerupId>,
    origin_definition: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
    /// True if its author is suspended.
    pub hidden: bool,
    /// True if the reader favorited it.
    pub favorited: bool,
    /// Number of others than its author who favorited it.
    pub favorites: i64,
}

impl Row {
    pub fn definition(&self) -> StoreResult<Definition> {
        from_json(&self.definition)
    }

    /// Returns what others have; `None`: nobody ever had it.
    pub fn shown_definition(&self) -> StoreResult<Option<Definition>> {
        self.shown_definition.as_deref().map(from_json).transpose()
    }

    /// Returns the definition that was copied; `None`: it is no copy.
    pub fn origin_definition(&self) -> StoreResult<Option<Definition>> {
        self.origin_definition.as_deref().map(from_json).transpose()
    }

    pub fn scope(&self) -> StoreResult<Scope> {
        from_word(&self.scope)
    }

    pub fn state(&self) -> StoreResult<State> {
        from_word(&self.state)
    }

    pub fn shown(&self) -> StoreResult<Shown> {
        Ok(Shown { scope: from_word(&self.shown_scope)?, version: self.shown_version })
    }
}

macro_rules! columns {
    () => {
        concat!(
            "p.id, p.user_id, p.definition, p.version, p.scope, p.anonymous, p.state, p.reason, p.sent_at, p.shown_scope,
             p.shown_definition, p.shown_version, p.origin_id, p.origin_definition, p.created_at, p.updated_at,
             p.deleted_at, ", identity::is_suspended_sql!("p.user_id"), " AS hidden,
             (m.user_id IS NOT NULL) AS favorited,
             (SELECT COUNT(*) FROM powerup_favorites f WHERE f.powerup_id = p.id AND f.user_id <> p.user_id) AS favorites"
        )
    };
}

/// The tables of `columns`, for the reader `$1`.
macro_rules! tables {
    () => {
        " FROM powerups p LEFT JOIN powerup_favorites m ON m.powerup_id = p.id AND m.user_id = $1 "
    };
}

/// Lets one transaction at a time change a PowerUP, and who favorited it.
pub(crate) async fn lock_powerup(tx: &mut Tx, id: PowerupId) -> StoreResult<()> {
    lock(tx, &format!("powerups.{id}")).await
}

/// Finds a PowerUP, whoever's it is; whether `reader` may have it is a rule.
pub(crate) async fn find(
    conn: &mut Conn,
    reader: Option<UserId>,
    id: PowerupId,
) -> StoreResult<Option<Row>> {
    sql!(conn, optional Row, concat!("SELECT ", columns!(), tables!(), "WHERE p.id = $2"), reader, id)
}

/// Lists a person's own, the last changed first.
pub(crate) async fn list_own(conn: &mut Conn, author: UserId) -> StoreResult<Vec<Row>> {
    sql!(
        conn,
        all Row,
        concat!("SELECT ", columns!(), tables!(),
            "WHERE p.user_id = $1 AND p.deleted_at IS NULL ORDER BY p.updated_at DESC, p.id DESC LIMIT 500"),
        author
    )
}

/// Lists what a person favorited and may still have, the last favorited first.
pub(crate) async fn list_favorites(conn: &mut Conn, reader: UserId) -> StoreResult<Vec<Row>> {
    sql!(
        conn,
        all Row,
        concat!("SELECT ", columns!(), tables!(),
            "WHERE m.user_id IS NOT NULL AND p.deleted_at IS NULL
                 AND (p.user_id = $1 OR (p.state <> 'removed' AND p.shown_definition IS NOT NULL
                     AND NOT ", identity::is_suspended_sql!("p.user_id"), "))
             ORDER BY m.created_at DESC, p.id DESC LIMIT 500"),
        reader
    )
}

/// Lists public ones whose names or descriptions match `pattern`, newest first.
pub(crate) async fn list_public(
    conn: &mut Conn,
    reader: UserId,
    pattern: &str,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Row>> {
    let rows = sql!(
        conn,
        all Row,
        concat!("SELECT ", columns!(), tables!(),
            "WHERE p.shown_scope = 'public' AND p.shown_definition IS NOT NULL AND p.deleted_at IS NULL
                 AND p.state <> 'removed' AND NOT ", identity::is_suspended_sql!("p.user_id"), "
                 AND p.shown_words LIKE $2 ESCAPE '\\'
                 AND (p.created_at < $3 OR (p.created_at = $3 AND p.id < $4))
             ORDER BY p.created_at DESC, p.id DESC LIMIT $5"),
        reader,
        pattern,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 }))
}

/// Lists those that wait for the reviewer, the last sent first.
pub(crate) async fn list_waiting(
    conn: &mut Conn,
    reader: UserId,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Row>> {
    let rows = sql!(
        conn,
        all Row,
        concat!("SELECT ", columns!(), tables!(),
            "WHERE p.state = 'auditing' AND p.deleted_at IS NULL
                 AND (p.sent_at < $2 OR (p.sent_at = $2 AND p.id < $3))
             ORDER BY p.sent_at DESC, p.id DESC LIMIT $4"),
        reader,
        cursor.at,
        cursor.id,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor {
        at: row.sent_at.unwrap_or(row.updated_at),
        id: row.id.0,
    }))
}

/// Counts a person's own.
pub(crate) async fn count_own(conn: &mut Conn, author: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM powerups WHERE user_id = $1 AND deleted_at IS NULL",
        author
    )?;
    Ok(count)
}

/// A PowerUP to add.
pub(crate) struct NewRow<'a> {
    pub id: PowerupId,
    pub user_id: UserId,
    pub definition: &'a Definition,
    /// What it is a copy of.
    pub origin: Option<(PowerupId, &'a Definition)>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Adds a PowerUP that nobody else has. Returns false, and changes nothing, if the id is taken.
pub(crate) async fn insert(tx: &mut Tx, new: &NewRow<'_>) -> StoreResult<bool> {
    let definition = to_json(new.definition)?;
    let origin_definition = new.origin.map(|(_, copied)| to_json(copied)).transpose()?;
    let added = sql!(
        tx,
        execute,
        "INSERT INTO powerups (id, user_id, definition, version, scope, anonymous, state, reason, shown_scope,
             shown_words, origin_id, origin_definition, created_at, updated_at)
         VALUES ($1, $2, $3, 1, 'private', FALSE, 'unpublished', '', 'private', '', $4, $5, $6, $7)
         ON CONFLICT (id) DO NOTHING",
        new.id,
        new.user_id,
        definition.as_str(),
        new.origin.map(|(id, _)| id),
        origin_definition.as_deref(),
        new.created_at,
        new.updated_at
    )?;
    if added == 1 {
        insert_version(tx, new.id, 1, &definition, new.updated_at).await?;
    }
    Ok(added == 1)
}

/// Stores the next version.
pub(crate) async fn update_definition(
    tx: &mut Tx,
    id: PowerupId,
    version: i64,
    definition: &Definition,
    now: Timestamp,
) -> StoreResult<()> {
    let definition = to_json(definition)?;
    sql!(
        tx,
        execute,
        "UPDATE powerups SET definition = $2, version = $3, updated_at = $4 WHERE id = $1",
        id,
        definition.as_str(),
        version,
        now
    )?;
    insert_version(tx, id, version, &definition, now).await
}

async fn insert_version(
    tx: &mut Tx,
    id: PowerupId,
    number: i64,
    definition: &str,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO powerup_versions (powerup_id, number, definition, created_at) VALUES ($1, $2, $3, $4)",
        id,
        number,
        definition,
        now
    )?;
    Ok(())
}

/// A version without its definition.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct VersionRow {
    pub number: i64,
    pub created_at: Timestamp,
}

/// Lists the newest versions, newest first.
pub(crate) async fn list_versions(conn: &mut Conn, id: PowerupId) -> StoreResult<Vec<VersionRow>> {
    sql!(
        conn,
        all VersionRow,
        "SELECT number, created_at FROM powerup_versions WHERE powerup_id = $1 ORDER BY number DESC LIMIT 100",
        id
    )
}

pub(crate) async fn find_version(
    conn: &mut Conn,
    id: PowerupId,
    number: i64,
) -> StoreResult<Option<Definition>> {
    let row = sql!(
        conn,
        optional(String,),
        "SELECT definition FROM powerup_versions WHERE powerup_id = $1 AND number = $2",
        id,
        number
    )?;
    row.map(|(definition,)| from_json(&definition)).transpose()
}

/// Stores the content of a mini app as its author has it; `None`: it is none.
pub(crate) async fn set_app(tx: &mut Tx, id: PowerupId, content: Option<&str>) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM powerup_apps WHERE powerup_id = $1 AND NOT shown", id)?;
    if let Some(content) = content {
        sql!(
            tx,
            execute,
            "INSERT INTO powerup_apps (powerup_id, shown, content) VALUES ($1, FALSE, $2)",
            id,
            content
        )?;
    }
    Ok(())
}

/// Returns the content of a mini app: its author's, or the one that others have.
pub(crate) async fn find_app(
    conn: &mut Conn,
    id: PowerupId,
    shown: bool,
) -> StoreResult<Option<String>> {
    let row = sql!(
        conn,
        optional(String,),
        "SELECT content FROM powerup_apps WHERE powerup_id = $1 AND shown = $2",
        id,
        shown
    )?;
    Ok(row.map(|(content,)| content))
}

/// Stores who is to have a PowerUP, and whether its author is named.
pub(crate) async fn set_wanted(
    tx: &mut Tx,
    id: PowerupId,
    scope: Scope,
    anonymous: bool,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE powerups SET scope = $2, anonymous = $3 WHERE id = $1",
        id,
        to_word(scope)?,
        anonymous
    )?;
    Ok(())
}

/// Stores a state, and who has what others have.
pub(crate) async fn set_state(
    tx: &mut Tx,
    id: PowerupId,
    state: State,
    shown: Scope,
    reason: &str,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE powerups SET state = $2, shown_scope = $3, reason = $4, sent_at = NULL WHERE id = $1",
        id,
        to_word(state)?,
        to_word(shown)?,
        reason
    )?;
    Ok(())
}

/// Sends a PowerUP to the reviewer. One that waits keeps its place.
pub(crate) async fn send(tx: &mut Tx, id: PowerupId, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE powerups SET sent_at = CASE WHEN state = 'auditing' THEN COALESCE(sent_at, $2) ELSE $2 END,
             state = 'auditing', reason = '' WHERE id = $1",
        id,
        now
    )?;
    Ok(())
}

/// Gives others what the author has, as far as the author wants.
pub(crate) async fn show(tx: &mut Tx, id: PowerupId, words: &str) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE powerups SET state = 'shared', reason = '', sent_at = NULL, shown_scope = scope,
             shown_definition = definition, shown_version = version, shown_words = $2
         WHERE id = $1",
        id,
        words
    )?;
    sql!(tx, execute, "DELETE FROM powerup_apps WHERE powerup_id = $1 AND shown", id)?;
    sql!(
        tx,
        execute,
        "INSERT INTO powerup_apps (powerup_id, shown, content)
         SELECT powerup_id, TRUE, content FROM powerup_apps WHERE powerup_id = $1 AND NOT shown",
        id
    )?;
    Ok(())
}

/// Deletes a PowerUP (`at`), or restores it (`None`).
pub(crate) async fn set_deleted(
    tx: &mut Tx,
    id: PowerupId,
    at: Option<Timestamp>,
) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE powerups SET deleted_at = $2 WHERE id = $1", id, at)?;
    Ok(())
}

/// Removes those that were deleted before `before`, for good.
pub(crate) async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM powerups WHERE deleted_at < $1", before)?;
    Ok(())
}

/// Makes a PowerUP a favorite of a person's, or no longer.
pub(crate) async fn set_favorite(
    tx: &mut Tx,
    id: PowerupId,
    user_id: UserId,
    at: Option<Timestamp>,
) -> StoreResult<()> {
    match at {
        Some(at) => sql!(
            tx,
            execute,
            "INSERT INTO powerup_favorites (powerup_id, user_id, created_at) VALUES ($1, $2, $3)
             ON CONFLICT (powerup_id, user_id) DO NOTHING",
            id,
            user_id,
            at
        )?,
        None => sql!(
            tx,
            execute,
            "DELETE FROM powerup_favorites WHERE powerup_id = $1 AND user_id = $2",
            id,
            user_id
        )?,
    };
    Ok(())
}

/// Removes a PowerUP from everybody's favorites.
pub(crate) async fn clear_favorites(tx: &mut Tx, id: PowerupId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM powerup_favorites WHERE powerup_id = $1", id)?;
    Ok(())
}
