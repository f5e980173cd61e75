use identity::is_suspended_sql;
use kernel::{Timestamp, UserId, Uuid};
use store::{Conn, StoreResult, Tx, sql};

use crate::rules::PromptTexts;
use crate::wire::PromptVersion;

/// A stored prompt, with the reader's favorite mark.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Prompt {
    pub id: Uuid,
    pub user_id: UserId,
    pub name: String,
    pub description: String,
    pub content: String,
    pub kind: String,
    pub public: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub favorited: bool,
}

/// True if everybody may see a row of a table: it is public, and its author is not suspended.
macro_rules! is_public {
    ($table:literal) => {
        concat!("(", $table, ".public AND NOT ", is_suspended_sql!($table, ".user_id"), ")")
    };
}

/// Returns a live prompt that `reader` wrote, or a public one.
pub(crate) async fn find_prompt(
    conn: &mut Conn,
    reader: UserId,
    id: Uuid,
) -> StoreResult<Option<Prompt>> {
    sql!(
        conn,
        optional Prompt,
        concat!(
            "SELECT p.*, EXISTS (SELECT 1 FROM prompt_favorites f WHERE f.prompt_id = p.id AND f.user_id = $1)
                 AS favorited
             FROM prompts p WHERE p.id = $2 AND p.deleted_at IS NULL AND (p.user_id = $1 OR ",
            is_public!("p"), ")"
        ),
        reader,
        id
    )
}

/// Lists the prompts that `reader` wrote, and public prompts among their favorites: favorites first, then the newest.
pub(crate) async fn list_mine(
    conn: &mut Conn,
    reader: UserId,
    pattern: &str,
) -> StoreResult<Vec<Prompt>> {
    sql!(
        conn,
        all Prompt,
        concat!(
            "SELECT p.*, EXISTS (SELECT 1 FROM prompt_favorites f WHERE f.prompt_id = p.id AND f.user_id = $1)
                 AS favorited
             FROM prompts p
             WHERE p.deleted_at IS NULL AND p.words LIKE $2 ESCAPE '\\' AND (p.user_id = $1
                 OR (", is_public!("p"), " AND EXISTS (SELECT 1 FROM prompt_favorites f
                     WHERE f.prompt_id = p.id AND f.user_id = $1)))
             ORDER BY favorited DESC, p.updated_at DESC, p.id DESC LIMIT 1000"
        ),
        reader,
        pattern
    )
}

/// Lists everybody's public prompts, the newest first.
pub(crate) async fn list_public(
    conn: &mut Conn,
    reader: UserId,
    pattern: &str,
) -> StoreResult<Vec<Prompt>> {
    sql!(
        conn,
        all Prompt,
        concat!(
            "SELECT p.*, EXISTS (SELECT 1 FROM prompt_favorites f WHERE f.prompt_id = p.id AND f.user_id = $1)
                 AS favorited
             FROM prompts p WHERE ", is_public!("p"), " AND p.deleted_at IS NULL
                 AND p.words LIKE $2 ESCAPE '\\'
             ORDER BY p.created_at DESC, p.id DESC LIMIT 200"
        ),
        reader,
        pattern
    )
}

pub(crate) async fn count_prompts(conn: &mut Conn, owner: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM prompts WHERE user_id = $1 AND deleted_at IS NULL",
        owner
    )?;
    Ok(count)
}

pub(crate) async fn insert_prompt(
    tx: &mut Tx,
    prompt: &Prompt,
    texts: &PromptTexts,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO prompts (id, user_id, name, description, content, kind, public, words, version,
             created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
        prompt.id,
        prompt.user_id,
        texts.name.as_str(),
        texts.description.as_str(),
        texts.content.as_str(),
        prompt.kind.as_str(),
        prompt.public,
        texts.words(),
        prompt.version,
        prompt.created_at
    )?;
    insert_version(tx, prompt.id, prompt.version, texts, prompt.created_at).await
}

/// Updates a prompt if nobody wrote it since it was read. A changed text is stored as a version.
pub(crate) async fn update_prompt(
    tx: &mut Tx,
    prompt: &Prompt,
    texts: &PromptTexts,
    now: Timestamp,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE prompts SET name = $3, description = $4, content = $5, public = $6, words = $7,
             updated_at = $8, version = version + 1
         WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        prompt.id,
        prompt.version,
        texts.name.as_str(),
        texts.description.as_str(),
        texts.content.as_str(),
        prompt.public,
        texts.words(),
        now
    )?;
    let is_text_changed = texts.name != prompt.name
        || texts.description != prompt.description
        || texts.content != prompt.content;
    if done == 1 && is_text_changed {
        insert_version(tx, prompt.id, prompt.version + 1, texts, now).await?;
    }
    Ok(done == 1)
}

/// Stores a current or earlier text of a prompt.
pub(crate) async fn insert_version(
    tx: &mut Tx,
    id: Uuid,
    version: i64,
    texts: &PromptTexts,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO prompt_versions (prompt_id, version, name, description, content, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        id,
        version,
        texts.name.as_str(),
        texts.description.as_str(),
        texts.content.as_str(),
        now
    )?;
    Ok(())
}

pub(crate) async fn list_versions(conn: &mut Conn, id: Uuid) -> StoreResult<Vec<PromptVersion>> {
    sql!(
        conn,
        all PromptVersion,
        "SELECT version, name, description, content, created_at FROM prompt_versions
         WHERE prompt_id = $1 ORDER BY version DESC LIMIT 200",
        id
    )
}

/// Deletes a prompt of `owner`'s (`at`), or restores it (`None`); `false` if there is none.
pub(crate) async fn set_deleted(
    tx: &mut Tx,
    owner: UserId,
    id: Uuid,
    at: Option<Timestamp>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE prompts SET deleted_at = $3 WHERE id = $1 AND user_id = $2
         AND (deleted_at IS NULL) = ($3 IS NOT NULL)",
        id,
        owner,
        at
    )?;
    Ok(done == 1)
}

/// Deletes permanently what was deleted before `before`.
pub(crate) async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM prompts WHERE deleted_at < $1", before)?;
    Ok(())
}

/// Sets whether a prompt is a favorite.
pub(crate) async fn set_favorite(
    tx: &mut Tx,
    user_id: UserId,
    id: Uuid,
    favorited: bool,
    now: Timestamp,
) -> StoreResult<()> {
    if favorited {
        sql!(
            tx,
            execute,
            "INSERT INTO prompt_favorites (user_id, prompt_id, created_at) VALUES ($1, $2, $3)
             ON CONFLICT (user_id, prompt_id) DO NOTHING",
            user_id,
            id,
            now
        )?;
    } else {
        sql!(
            tx,
            execute,
            "DELETE FROM prompt_favorites WHERE user_id = $1 AND prompt_id = $2",
            user_id,
            id
        )?;
    }
    Ok(())
}

pub(crate) async fn list_favorites(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Uuid>> {
    let rows = sql!(
        conn,
        all(Uuid,),
        "SELECT prompt_id FROM prompt_favorites WHERE user_id = $1",
        user_id
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// A stored quick action.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Action {
    pub id: Uuid,
    pub name: String,
    pub icon: String,
    pub prompt: String,
    pub behavior: String,
    pub scene: String,
    pub public: bool,
    pub description: String,
    pub category: String,
    pub language: Option<String>,
    pub pinned: bool,
    /// Time of the last change; `None`: it was never changed.
    pub updated_at: Option<Timestamp>,
}

/// Returns the person's quick actions, the oldest first.
pub(crate) async fn list_actions(conn: &mut Conn, owner: UserId) -> StoreResult<Vec<Action>> {
    sql!(
        conn,
        all Action,
        "SELECT id, name, icon, prompt, behavior, scene, public, description, category, language, pinned,
             NULLIF(updated_at, created_at) AS updated_at
         FROM quick_actions WHERE user_id = $1 ORDER BY created_at, id",
        owner
    )
}

/// Lists other people's public quick actions, the newest first.
pub(crate) async fn list_public_actions(
    conn: &mut Conn,
    reader: UserId,
) -> StoreResult<Vec<Action>> {
    sql!(
        conn,
        all Action,
        concat!(
            "SELECT id, name, icon, prompt, behavior, scene, public, description, category, language, pinned,
                 NULLIF(updated_at, created_at) AS updated_at
             FROM quick_actions WHERE ", is_public!("quick_actions"), " AND user_id <> $1
             ORDER BY created_at DESC, id DESC LIMIT 100"
        ),
        reader
    )
}

pub(crate) async fn insert_action(
    tx: &mut Tx,
    owner: UserId,
    action: &Action,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO quick_actions (id, user_id, name, icon, prompt, behavior, scene, public, description,
             category, language, pinned, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)",
        action.id,
        owner,
        action.name.as_str(),
        action.icon.as_str(),
        action.prompt.as_str(),
        action.behavior.as_str(),
        action.scene.as_str(),
        action.public,
        action.description.as_str(),
        action.category.as_str(),
        action.language.as_deref(),
        action.pinned,
        now
    )?;
    Ok(())
}

pub(crate) async fn update_action(tx: &mut Tx, action: &Action, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE quick_actions SET name = $2, icon = $3, prompt = $4, behavior = $5, scene = $6, public = $7,
             description = $8, category = $9, language = $10, pinned = $11, updated_at = $12
         WHERE id = $1",
        action.id,
        action.name.as_str(),
        action.icon.as_str(),
        action.prompt.as_str(),
        action.behavior.as_str(),
        action.scene.as_str(),
        action.public,
        action.description.as_str(),
        action.category.as_str(),
        action.language.as_deref(),
        action.pinned,
        now
    )?;
    Ok(())
}

pub(crate) async fn delete_action(tx: &mut Tx, id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM quick_actions WHERE id = $1", id)?;
    Ok(())
}
