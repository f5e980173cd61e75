//! The gallery: published artifacts that their authors list, for everybody with an account (decision 1017).

use area::{PublishedPage, Services};
use identity::is_suspended_sql;
use kernel::{Fallible, Timestamp, UserId, Uuid};
use serde::{Deserialize, Serialize};
use store::{Conn, Cursor, Page, StoreResult, Tx, is_in_workspace, like_pattern, sql, to_json};
use utoipa::ToSchema;

/// The order of the gallery.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GallerySort)]
pub(crate) enum Sort {
    #[default]
    Newest,
    Remixed,
}

/// A published artifact of the gallery.
#[derive(Debug, ::store::FromRow)]
pub(crate) struct Listed {
    pub artifact_id: Uuid,
    pub user_id: UserId,
    pub author: String,
    pub share_id: String,
    pub title: String,
    pub language: String,
    pub remixes: i64,
    pub published_at: Timestamp,
}

/// Lists the gallery. All words of `query` stand in the titles.
pub(crate) async fn list(
    services: &Services,
    query: &str,
    sort: Sort,
    (cursor, limit): (Cursor, usize),
) -> Fallible<Page<Listed>> {
    let now = services.clock.now();
    let query = query.to_lowercase();
    let patterns: Vec<String> = query.split_whitespace().map(like_pattern).collect();
    let mut conn = services.db.read().await?;
    Ok(find_listed(&mut conn, &to_json(&patterns)?, sort, now, (cursor, limit)).await?)
}

async fn find_listed(
    conn: &mut Conn,
    patterns: &str,
    sort: Sort,
    now: Timestamp,
    (cursor, limit): (Cursor, usize),
) -> StoreResult<Page<Listed>> {
    macro_rules! text {
        ($key:literal, $patterns:literal) => {
            concat!(
                "SELECT p.artifact_id, a.user_id, author.name AS author, p.share_id, p.title, p.language, p.remixes,
                     p.published_at
                 FROM artifact_publications p
                 JOIN artifacts a ON a.id = p.artifact_id
                 JOIN users author ON author.id = a.user_id
                 WHERE a.listed AND (p.expires_at IS NULL OR p.expires_at > $1)
                     AND NOT ",
                is_suspended_sql!("a.user_id"),
                " AND ",
                is_in_workspace!("a"),
                " AND (",
                $key,
                " < $2 OR (",
                $key,
                " = $2 AND p.artifact_id < $3))
                     AND NOT EXISTS (SELECT 1 FROM ",
                $patterns,
                " WHERE LOWER(p.title) NOT LIKE value ESCAPE '\\')
                 ORDER BY ",
                $key,
                " DESC, p.artifact_id DESC LIMIT $5",
            )
        };
    }
    let rows = match sort {
        Sort::Newest => sql!(
            conn,
            all Listed,
            {
                sqlite: text!("p.published_at", "json_each($4)"),
                postgres: text!("p.published_at", "jsonb_array_elements_text($4::jsonb) AS value"),
            },
            now,
            cursor.at,
            cursor.id,
            patterns,
            limit as i64 + 1
        )?,
        Sort::Remixed => sql!(
            conn,
            all Listed,
            {
                sqlite: text!("p.remixes", "json_each($4)"),
                postgres: text!("p.remixes", "jsonb_array_elements_text($4::jsonb) AS value"),
            },
            now,
            cursor.at,
            cursor.id,
            patterns,
            limit as i64 + 1
        )?,
    };
    Ok(Page::of(rows, limit, |row| match sort {
        Sort::Newest => Cursor { at: row.published_at, id: row.artifact_id },
        // A cursor has a number and an id; of a time it is the microseconds.
        Sort::Remixed => Cursor { at: Timestamp::from_micros(row.remixes), id: row.artifact_id },
    }))
}

/// Stores the page of a published artifact, as it is shared or renewed.
pub(crate) async fn save_publication(
    tx: &mut Tx,
    page: &PublishedPage<'_>,
    language: &str,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO artifact_publications (artifact_id, share_id, title, language, remixes, published_at, expires_at)
         VALUES ($1, $2, $3, $4, (SELECT COUNT(*) FROM artifact_remixes WHERE artifact_id = $1), $5, $6)
         ON CONFLICT (artifact_id) DO UPDATE SET share_id = excluded.share_id, title = excluded.title,
             language = excluded.language, published_at = excluded.published_at, expires_at = excluded.expires_at",
        page.subject,
        page.id,
        page.title,
        language,
        page.created_at,
        page.expires_at
    )?;
    Ok(())
}

/// Deletes the page of an artifact that is not published any more. The next one is listed only if its author says so again.
pub(crate) async fn delete_publication(tx: &mut Tx, artifact_id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM artifact_publications WHERE artifact_id = $1", artifact_id)?;
    sql!(tx, execute, "UPDATE artifacts SET listed = FALSE WHERE id = $1", artifact_id)?;
    Ok(())
}

/// Counts a remix, each person once and the author never.
pub(crate) async fn count_remix(
    tx: &mut Tx,
    artifact_id: Uuid,
    remixer: UserId,
) -> StoreResult<()> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO artifact_remixes (artifact_id, user_id)
         SELECT id, $2 FROM artifacts WHERE id = $1 AND user_id <> $2
         ON CONFLICT (artifact_id, user_id) DO NOTHING",
        artifact_id,
        remixer
    )?;
    if added == 1 {
        sql!(
            tx,
            execute,
            "UPDATE artifact_publications SET remixes = remixes + 1 WHERE artifact_id = $1",
            artifact_id
        )?;
    }
    Ok(())
}
