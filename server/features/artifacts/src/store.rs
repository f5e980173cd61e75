//! The SQL of artifacts.

use kernel::{ConversationId, MessageId, Payer, Timestamp, UserId, Uuid, WorkspaceId};
use store::{Conn, Cursor, Page, StoreResult, Tx, is_in_workspace, like_pattern, sql, to_json};

use crate::rules::Source;

/// A row of `artifacts`.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Artifact {
    pub id: Uuid,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub conversation_id: Option<ConversationId>,
    pub identifier: String,
    pub title: String,
    pub language: String,
    pub version: i64,
    pub starred: bool,
    pub prompts: bool,
    pub listed: bool,
    /// Origins as JSON; [`crate::hosts::hosts_of`] reads them.
    pub hosts: String,
    pub hosts_agreed: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A version without its content.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct VersionRow {
    pub number: i64,
    pub source: String,
    pub language: String,
    pub complete: bool,
    pub message_id: Option<MessageId>,
    pub block: Option<i64>,
    pub created_at: Timestamp,
}

/// A version to be stored.
pub(crate) struct NewVersion<'a> {
    pub number: i64,
    pub source: Source,
    pub language: &'a str,
    pub content: &'a str,
    pub complete: bool,
    /// The block of an answer that wrote it.
    pub block: Option<(MessageId, i64)>,
}

/// Adds an artifact. Returns false, and changes nothing, if the id is taken.
pub(crate) async fn insert_artifact(tx: &mut Tx, artifact: &Artifact) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO artifacts (id, user_id, workspace_id, conversation_id, identifier, title, language, version,
             starred, prompts, listed, hosts, hosts_agreed, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT (id) DO NOTHING",
        artifact.id,
        artifact.user_id,
        artifact.workspace_id,
        artifact.conversation_id,
        artifact.identifier.as_str(),
        artifact.title.as_str(),
        artifact.language.as_str(),
        artifact.version,
        artifact.starred,
        artifact.prompts,
        artifact.listed,
        artifact.hosts.as_str(),
        artifact.hosts_agreed,
        artifact.created_at,
        artifact.updated_at
    )?;
    Ok(added == 1)
}

/// Stores all that can change of an artifact.
pub(crate) async fn update_artifact(tx: &mut Tx, artifact: &Artifact) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE artifacts SET title = $2, language = $3, version = $4, starred = $5, prompts = $6, listed = $7, hosts = $8,
             hosts_agreed = $9, updated_at = $10
         WHERE id = $1",
        artifact.id,
        artifact.title.as_str(),
        artifact.language.as_str(),
        artifact.version,
        artifact.starred,
        artifact.prompts,
        artifact.listed,
        artifact.hosts.as_str(),
        artifact.hosts_agreed,
        artifact.updated_at
    )?;
    Ok(())
}

/// Finds an artifact of a person's, if they are still in its workspace.
pub(crate) async fn find_artifact(
    conn: &mut Conn,
    user_id: UserId,
    id: Uuid,
) -> StoreResult<Option<Artifact>> {
    sql!(
        conn,
        optional Artifact,
        concat!(
            "SELECT a.* FROM artifacts a WHERE a.id = $1 AND a.user_id = $2 AND ",
            is_in_workspace!("a"),
        ),
        id,
        user_id
    )
}

/// Finds an artifact for a change of it: nobody else changes it until the transaction ends.
pub(crate) async fn lock_artifact(
    tx: &mut Tx,
    user_id: UserId,
    id: Uuid,
) -> StoreResult<Option<Artifact>> {
    sql!(
        tx,
        optional Artifact,
        {
            sqlite: concat!("SELECT a.* FROM artifacts a WHERE a.id = $1 AND a.user_id = $2 AND ", is_in_workspace!("a")),
            postgres: concat!("SELECT a.* FROM artifacts a WHERE a.id = $1 AND a.user_id = $2 AND ",
                is_in_workspace!("a"), " FOR UPDATE"),
        },
        id,
        user_id
    )
}

/// Finds the artifact that a chat calls `identifier`, for a change of it.
pub(crate) async fn lock_by_identifier(
    tx: &mut Tx,
    conversation_id: ConversationId,
    identifier: &str,
) -> StoreResult<Option<Artifact>> {
    sql!(
        tx,
        optional Artifact,
        {
            sqlite: "SELECT * FROM artifacts WHERE conversation_id = $1 AND identifier = $2 ORDER BY id LIMIT 1",
            postgres: "SELECT * FROM artifacts WHERE conversation_id = $1 AND identifier = $2 ORDER BY id LIMIT 1
                       FOR UPDATE",
        },
        conversation_id,
        identifier
    )
}

/// The artifacts that a list shows.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    /// All of its words stand in the title.
    pub query: Option<String>,
    pub starred: bool,
    pub conversation_id: Option<ConversationId>,
}

/// Lists a person's artifacts in a workspace, the last changed first.
pub(crate) async fn list_artifacts(
    conn: &mut Conn,
    whose: &Payer,
    filter: &Filter,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Artifact>> {
    macro_rules! text {
        ($patterns:literal) => {
            concat!(
                "SELECT * FROM artifacts a
                 WHERE a.user_id = $1 AND a.workspace_id = $2
                     AND (a.updated_at < $3 OR (a.updated_at = $3 AND a.id < $4))
                     AND (NOT $5 OR a.starred) AND ($6 IS NULL OR a.conversation_id = $6)
                     AND NOT EXISTS (SELECT 1 FROM ",
                $patterns,
                " WHERE LOWER(a.title) NOT LIKE value ESCAPE '\\')
                 ORDER BY a.updated_at DESC, a.id DESC LIMIT $8",
            )
        };
    }
    let query = filter.query.as_deref().unwrap_or_default().to_lowercase();
    let patterns: Vec<String> = query.split_whitespace().map(like_pattern).collect();
    let rows = sql!(
        conn,
        all Artifact,
        {
            sqlite: text!("json_each($7)"),
            postgres: text!("jsonb_array_elements_text($7::jsonb) AS value"),
        },
        whose.user_id,
        whose.workspace_id,
        cursor.at,
        cursor.id,
        filter.starred,
        filter.conversation_id,
        to_json(&patterns)?,
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.updated_at, id: row.id }))
}

/// Counts a person's artifacts.
pub(crate) async fn count_artifacts(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let (count,) =
        sql!(conn, one(i64,), "SELECT COUNT(*) FROM artifacts WHERE user_id = $1", user_id)?;
    Ok(count)
}

/// Deletes an artifact with its versions.
pub(crate) async fn delete_artifact(tx: &mut Tx, id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM artifacts WHERE id = $1", id)?;
    Ok(())
}

/// Adds a version, and deletes those older than the `kept` newest.
pub(crate) async fn insert_version(
    tx: &mut Tx,
    artifact_id: Uuid,
    version: &NewVersion<'_>,
    kept: i64,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO artifact_versions (artifact_id, number, source, language, content, complete, message_id, block,
             created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        artifact_id,
        version.number,
        version.source.as_str(),
        version.language,
        version.content,
        version.complete,
        version.block.map(|(message_id, _)| message_id),
        version.block.map(|(_, block)| block),
        now
    )?;
    sql!(
        tx,
        execute,
        "DELETE FROM artifact_versions WHERE artifact_id = $1 AND number <= $2",
        artifact_id,
        version.number - kept
    )?;
    Ok(())
}

/// Lists the versions of an artifact without their content, newest first.
pub(crate) async fn list_versions(
    conn: &mut Conn,
    artifact_id: Uuid,
) -> StoreResult<Vec<VersionRow>> {
    sql!(
        conn,
        all VersionRow,
        "SELECT number, source, language, complete, message_id, block, created_at
         FROM artifact_versions WHERE artifact_id = $1 ORDER BY number DESC",
        artifact_id
    )
}

/// Returns language and content of a version.
pub(crate) async fn find_content(
    conn: &mut Conn,
    artifact_id: Uuid,
    number: i64,
) -> StoreResult<Option<(String, String)>> {
    sql!(
        conn,
        optional(String, String),
        "SELECT language, content FROM artifact_versions WHERE artifact_id = $1 AND number = $2",
        artifact_id,
        number
    )
}

/// Returns true if the block of an answer is a version already.
pub(crate) async fn has_block(
    conn: &mut Conn,
    message_id: MessageId,
    block: i64,
) -> StoreResult<bool> {
    let found = sql!(
        conn,
        optional(i64,),
        "SELECT number FROM artifact_versions WHERE message_id = $1 AND block = $2",
        message_id,
        block
    )?;
    Ok(found.is_some())
}

/// The newest version of an artifact that a person wrote after the model.
#[derive(Debug, ::store::FromRow)]
pub(crate) struct EditedByHand {
    pub identifier: String,
    pub language: String,
    pub content: String,
}

/// Lists the artifacts of a chat whose newest version is not the model's.
pub(crate) async fn list_edited_by_hand(
    conn: &mut Conn,
    user_id: UserId,
    conversation_id: ConversationId,
) -> StoreResult<Vec<EditedByHand>> {
    sql!(
        conn,
        all EditedByHand,
        "SELECT a.identifier, v.language, v.content FROM artifacts a
         JOIN artifact_versions v ON v.artifact_id = a.id AND v.number = a.version
         WHERE a.conversation_id = $1 AND a.user_id = $2 AND v.source <> 'model' ORDER BY a.id",
        conversation_id,
        user_id
    )
}

/// Lists the artifacts of a chat that may reach hosts: names, with the hosts as JSON.
pub(crate) async fn list_allowed_hosts(
    conn: &mut Conn,
    user_id: UserId,
    conversation_id: ConversationId,
) -> StoreResult<Vec<(String, String)>> {
    sql!(
        conn,
        all(String, String),
        "SELECT identifier, hosts FROM artifacts
         WHERE conversation_id = $1 AND user_id = $2 AND hosts_agreed AND hosts <> '[]' ORDER BY id",
        conversation_id,
        user_id
    )
}

/// Returns a person's choice of when chats write artifacts; `None`: they made none.
pub(crate) async fn find_in_chats(conn: &mut Conn, user_id: UserId) -> StoreResult<Option<String>> {
    let row = sql!(
        conn,
        optional(String,),
        "SELECT in_chats FROM artifact_settings WHERE user_id = $1",
        user_id
    )?;
    Ok(row.map(|(in_chats,)| in_chats))
}

/// Stores a person's choice of when chats write artifacts.
pub(crate) async fn save_in_chats(tx: &mut Tx, user_id: UserId, in_chats: &str) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO artifact_settings (user_id, in_chats) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET in_chats = excluded.in_chats",
        user_id,
        in_chats
    )?;
    Ok(())
}

/// Returns the owner of an artifact, and true if it may call a model; `None` if there is none.
pub(crate) async fn find_prompts(conn: &mut Conn, id: Uuid) -> StoreResult<Option<(UserId, bool)>> {
    sql!(conn, optional(UserId, bool), "SELECT user_id, prompts FROM artifacts WHERE id = $1", id)
}
