use kernel::{Timestamp, UserId, Uuid};
use store::{Conn, StoreResult, Tx, sql};

use crate::rules::Term;

/// A stored glossary term.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct StoredTerm {
    pub id: Uuid,
    pub original: String,
    pub translation: String,
    /// "": whatever the text is in.
    pub source_language: String,
    pub target_language: String,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Returns the person's terms, by their originals.
pub(crate) async fn list_terms(conn: &mut Conn, owner: UserId) -> StoreResult<Vec<StoredTerm>> {
    sql!(
        conn,
        all StoredTerm,
        "SELECT id, original, translation, source_language, target_language, created_at, updated_at
         FROM glossary_terms WHERE user_id = $1
         ORDER BY LOWER(original), original, target_language, source_language",
        owner
    )
}

pub(crate) async fn find_term(
    conn: &mut Conn,
    owner: UserId,
    id: Uuid,
) -> StoreResult<Option<StoredTerm>> {
    sql!(
        conn,
        optional StoredTerm,
        "SELECT id, original, translation, source_language, target_language, created_at, updated_at
         FROM glossary_terms WHERE user_id = $1 AND id = $2",
        owner,
        id
    )
}

/// Returns the term that says how `original` is translated from and into these languages.
pub(crate) async fn find_same(
    conn: &mut Conn,
    owner: UserId,
    term: &StoredTerm,
) -> StoreResult<Option<Uuid>> {
    let found = sql!(
        conn,
        optional(Uuid,),
        "SELECT id FROM glossary_terms WHERE user_id = $1 AND target_language = $2 AND source_language = $3
             AND original = $4",
        owner,
        term.target_language.as_str(),
        term.source_language.as_str(),
        term.original.as_str()
    )?;
    Ok(found.map(|(id,)| id))
}

pub(crate) async fn count_terms(conn: &mut Conn, owner: UserId) -> StoreResult<i64> {
    let (count,) =
        sql!(conn, one(i64,), "SELECT COUNT(*) FROM glossary_terms WHERE user_id = $1", owner)?;
    Ok(count)
}

/// Inserts a term; `false`: one with its id, or one for the same word, exists.
pub(crate) async fn insert_term(
    tx: &mut Tx,
    owner: UserId,
    term: &StoredTerm,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "INSERT INTO glossary_terms (id, user_id, original, translation, source_language, target_language,
             created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        term.id,
        owner,
        term.original.as_str(),
        term.translation.as_str(),
        term.source_language.as_str(),
        term.target_language.as_str(),
        term.created_at,
        term.updated_at
    )?;
    Ok(done == 1)
}

pub(crate) async fn update_term(tx: &mut Tx, owner: UserId, term: &StoredTerm) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE glossary_terms SET original = $3, translation = $4, source_language = $5, target_language = $6,
             updated_at = $7
         WHERE user_id = $1 AND id = $2",
        owner,
        term.id,
        term.original.as_str(),
        term.translation.as_str(),
        term.source_language.as_str(),
        term.target_language.as_str(),
        term.updated_at
    )?;
    Ok(())
}

/// Deletes a term; `false`: there is none.
pub(crate) async fn delete_term(tx: &mut Tx, owner: UserId, id: Uuid) -> StoreResult<bool> {
    let done =
        sql!(tx, execute, "DELETE FROM glossary_terms WHERE user_id = $1 AND id = $2", owner, id)?;
    Ok(done == 1)
}

/// Finds the translation of a text by its hash, and the time of its last use.
pub(crate) async fn find_translation(
    conn: &mut Conn,
    owner: UserId,
    hash: &[u8; 32],
) -> StoreResult<Option<(String, Timestamp)>> {
    sql!(
        conn,
        optional(String, Timestamp),
        "SELECT translation, used_at FROM translation_memory WHERE user_id = $1 AND hash = $2",
        owner,
        hash.as_slice()
    )
}

pub(crate) async fn note_use(
    tx: &mut Tx,
    owner: UserId,
    hash: &[u8; 32],
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE translation_memory SET used_at = $3 WHERE user_id = $1 AND hash = $2",
        owner,
        hash.as_slice(),
        now
    )?;
    Ok(())
}

pub(crate) async fn remember(
    tx: &mut Tx,
    owner: UserId,
    hash: &[u8; 32],
    translation: &str,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO translation_memory (user_id, hash, translation, used_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, hash) DO UPDATE SET translation = excluded.translation, used_at = excluded.used_at",
        owner,
        hash.as_slice(),
        translation,
        now
    )?;
    Ok(())
}

pub(crate) async fn count_translations(conn: &mut Conn, owner: UserId) -> StoreResult<i64> {
    let (count,) =
        sql!(conn, one(i64,), "SELECT COUNT(*) FROM translation_memory WHERE user_id = $1", owner)?;
    Ok(count)
}

pub(crate) async fn forget_translations(tx: &mut Tx, owner: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM translation_memory WHERE user_id = $1", owner)?;
    Ok(())
}

/// Deletes the least recently used translations beyond `most` per person.
pub(crate) async fn forget_oldest(tx: &mut Tx, most: i64) -> StoreResult<u64> {
    sql!(
        tx,
        execute,
        "DELETE FROM translation_memory WHERE (user_id, hash) IN (
             SELECT user_id, hash FROM (
                 SELECT user_id, hash, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY used_at DESC, hash)
                     AS place FROM translation_memory) AS placed
             WHERE place > $1)",
        most
    )
}

impl StoredTerm {
    /// Returns the part of it that a translation depends on.
    pub fn term(&self) -> Term {
        Term { original: self.original.clone(), translation: self.translation.clone() }
    }
}
