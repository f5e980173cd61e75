//! Teams as the operator lists them.

use ::store::{Conn, Cursor, Page, StoreResult, like_pattern, sql};
use kernel::{Timestamp, WorkspaceId};

/// A team of this server.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Team {
    pub id: WorkspaceId,
    pub name: String,
    pub created_at: Timestamp,
    /// Number of confirmed members.
    pub members: i64,
}

macro_rules! select_teams {
    ($rest:literal) => {
        concat!(
            "SELECT w.id, w.name, w.created_at, (SELECT COUNT(*) FROM workspace_members m
                 WHERE m.workspace_id = w.id AND m.status = 'confirmed') AS members
             FROM workspaces w WHERE w.kind = 'team' AND w.closing_at IS NULL ",
            $rest
        )
    };
}

pub(crate) async fn find_team(conn: &mut Conn, id: WorkspaceId) -> StoreResult<Option<Team>> {
    sql!(conn, optional Team, select_teams!("AND w.id = $1"), id)
}

/// Lists the teams whose name contains `search`, newest first.
pub(crate) async fn list_teams(
    conn: &mut Conn,
    search: &str,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Team>> {
    let rows = sql!(
        conn,
        all Team,
        select_teams!(
            r"AND (w.created_at, w.id) < ($1, $2) AND LOWER(w.name) LIKE $3 ESCAPE '\'
              ORDER BY w.created_at DESC, w.id DESC LIMIT $4"
        ),
        cursor.at,
        cursor.id,
        like_pattern(search),
        limit as i64 + 1
    )?;
    Ok(Page::of(rows, limit, |team| Cursor { at: team.created_at, id: team.id.0 }))
}
