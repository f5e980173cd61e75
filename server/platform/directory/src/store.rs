use ::store::{Conn, StoreResult, Tx, sql};
use identity::TeamRole;
use kernel::{Timestamp, UserId, WorkspaceId};

use crate::rules::Target;

/// Something that somebody has because of their groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grant {
    pub source: String,
    pub target: Target,
    pub team_role: TeamRole,
}

const OPERATOR: &str = "operator";

fn stored(target: Target) -> (String, Option<WorkspaceId>) {
    match target {
        Target::Operator => (OPERATOR.to_owned(), None),
        Target::Team(id) => (id.to_string(), Some(id)),
    }
}

/// Lists what somebody's groups give them, of all sources.
pub(crate) async fn list_grants(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Grant>> {
    let rows = sql!(
        conn,
        all(String, Option<WorkspaceId>, Option<String>),
        "SELECT source, workspace_id, team_role FROM directory_grants WHERE user_id = $1
         ORDER BY source, target",
        user_id
    )?;
    let grant = |(source, team, role): (String, Option<WorkspaceId>, Option<String>)| Grant {
        source,
        target: team.map_or(Target::Operator, Target::Team),
        team_role: match role.as_deref() {
            Some("admin") => TeamRole::Admin,
            _ => TeamRole::Member,
        },
    };
    Ok(rows.into_iter().map(grant).collect())
}

pub(crate) async fn save_grant(
    tx: &mut Tx,
    user_id: UserId,
    grant: &Grant,
    now: Timestamp,
) -> StoreResult<()> {
    let (target, workspace_id) = stored(grant.target);
    sql!(
        tx,
        execute,
        "INSERT INTO directory_grants (user_id, source, target, workspace_id, team_role, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (user_id, source, target) DO UPDATE SET team_role = excluded.team_role",
        user_id,
        &grant.source,
        target,
        workspace_id,
        workspace_id.map(|_| grant.team_role.as_str()),
        now
    )?;
    Ok(())
}

pub(crate) async fn delete_grant(
    tx: &mut Tx,
    user_id: UserId,
    source: &str,
    target: Target,
) -> StoreResult<()> {
    let (target, _) = stored(target);
    sql!(
        tx,
        execute,
        "DELETE FROM directory_grants WHERE user_id = $1 AND source = $2 AND target = $3",
        user_id,
        source,
        target
    )?;
    Ok(())
}

/// Returns true if there is such a team, and it is not being disbanded.
pub(crate) async fn is_open_team(conn: &mut Conn, id: WorkspaceId) -> StoreResult<bool> {
    let found = sql!(
        conn,
        optional(i32,),
        "SELECT 1 FROM workspaces WHERE id = $1 AND kind = 'team' AND closing_at IS NULL",
        id
    )?;
    Ok(found.is_some())
}
