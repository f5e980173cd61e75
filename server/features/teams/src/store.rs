use ::store::{Conn, StoreResult, Tx, sql};
use kernel::{Timestamp, Uuid, WorkspaceId};

/// A team's row.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct TeamRow {
    pub workspace_id: WorkspaceId,
    pub created_at: Timestamp,
    pub avatar_id: Option<Uuid>,
    pub invite_code: String,
    pub invite_open: bool,
    pub invite_expires_at: Timestamp,
}

macro_rules! team_columns {
    ($rest:literal) => {
        concat!(
            "SELECT t.workspace_id, t.created_at, t.avatar_id, t.invite_code, t.invite_open,
                 t.invite_expires_at FROM teams t ",
            $rest
        )
    };
}

pub(crate) async fn add_team(tx: &mut Tx, row: &TeamRow) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO teams (workspace_id, created_at, avatar_id, invite_code, invite_open,
             invite_expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
        row.workspace_id,
        row.created_at,
        row.avatar_id,
        row.invite_code.as_str(),
        row.invite_open,
        row.invite_expires_at
    )
    .map(|_| ())
}

pub(crate) async fn find_team(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<TeamRow>> {
    sql!(conn, optional TeamRow, team_columns!("WHERE t.workspace_id = $1"), workspace_id)
}

pub(crate) async fn find_team_by_code(conn: &mut Conn, code: &str) -> StoreResult<Option<TeamRow>> {
    sql!(conn, optional TeamRow, team_columns!("WHERE t.invite_code = $1"), code)
}

pub(crate) async fn set_avatar(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    avatar_id: Option<Uuid>,
) -> StoreResult<()> {
    let set = "UPDATE teams SET avatar_id = $2 WHERE workspace_id = $1";
    sql!(tx, execute, set, workspace_id, avatar_id).map(|_| ())
}

/// Stores a team's invitation.
pub(crate) async fn set_invitation(tx: &mut Tx, row: &TeamRow) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE teams SET invite_code = $2, invite_open = $3, invite_expires_at = $4
         WHERE workspace_id = $1",
        row.workspace_id,
        row.invite_code.as_str(),
        row.invite_open,
        row.invite_expires_at
    )
    .map(|_| ())
}

/// Teams made before `before`, or that are being disbanded, in the order of their ids after `after`: those that may be
/// due to be deleted.
pub(crate) async fn list_old(
    conn: &mut Conn,
    before: Timestamp,
    after: WorkspaceId,
    limit: i64,
) -> StoreResult<Vec<WorkspaceId>> {
    let rows = sql!(
        conn,
        all(WorkspaceId,),
        "SELECT t.workspace_id FROM teams t JOIN workspaces w ON w.id = t.workspace_id
         WHERE (t.created_at <= $1 OR w.closing_at IS NOT NULL) AND t.workspace_id > $2
         ORDER BY t.workspace_id LIMIT $3",
        before,
        after,
        limit
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Records that a team's admins are warned of its deletion at `at`. Returns `false` if they already were.
pub(crate) async fn note_warning(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    at: Timestamp,
) -> StoreResult<bool> {
    let noted = sql!(
        tx,
        execute,
        "UPDATE teams SET warned_of = $2
         WHERE workspace_id = $1 AND (warned_of IS NULL OR warned_of <> $2)",
        workspace_id,
        at
    )?;
    Ok(noted == 1)
}

/// Returns a team's name, and the time at which it is deleted.
pub(crate) async fn find_workspace(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<(String, Option<Timestamp>)>> {
    sql!(
        conn,
        optional(String, Option<Timestamp>),
        "SELECT name, closing_at FROM workspaces WHERE id = $1 AND kind = 'team'",
        workspace_id
    )
}
