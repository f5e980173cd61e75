//! Workspaces of teams: their members and roles, and the workspace a session works in.
//!
//! A person's own workspace is created and deleted with the account. Other facts about a team (seats, an invitation, an
//! image) belong to the area `teams`.

use audit::Actor;
use kernel::{SessionId, Timestamp, UserId, WorkspaceId};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, sql};
use utoipa::ToSchema;

use crate::{EndReason, Identity};

/// A person's role in a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamRole {
    Admin,
    Member,
}

impl TeamRole {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Member => "member",
        }
    }

    /// Parses a stored role; unknown values grant nothing.
    pub(crate) fn from_stored(text: Option<&str>) -> Self {
        if text == Some("admin") { Self::Admin } else { Self::Member }
    }
}

/// A member of a team, or a person who asked to join.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub user_id: UserId,
    pub name: String,
    pub email: String,
    pub role: TeamRole,
    /// False: they asked to join and may do nothing yet.
    pub is_confirmed: bool,
    /// Time of the request, or of joining.
    pub created_at: Timestamp,
}

/// A team of a person, or one they asked to join.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberTeam {
    pub workspace_id: WorkspaceId,
    pub name: String,
    pub role: TeamRole,
    pub is_confirmed: bool,
    pub created_at: Timestamp,
    /// Time at which it is deleted with all its content; `None`: it stays.
    pub closing_at: Option<Timestamp>,
}

/// A person who joins a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewMember {
    pub workspace_id: WorkspaceId,
    pub user_id: UserId,
    pub role: TeamRole,
    pub is_confirmed: bool,
}

#[derive(::store::FromRow)]
struct MemberRow {
    user_id: UserId,
    name: String,
    email: String,
    role: String,
    status: String,
    created_at: Timestamp,
}

impl From<MemberRow> for Member {
    fn from(row: MemberRow) -> Self {
        Self {
            user_id: row.user_id,
            name: row.name,
            email: row.email,
            role: TeamRole::from_stored(Some(&row.role)),
            is_confirmed: row.status == "confirmed",
            created_at: row.created_at,
        }
    }
}

#[derive(::store::FromRow)]
struct TeamRow {
    workspace_id: WorkspaceId,
    name: String,
    role: String,
    status: String,
    created_at: Timestamp,
    closing_at: Option<Timestamp>,
}

impl From<TeamRow> for MemberTeam {
    fn from(row: TeamRow) -> Self {
        Self {
            workspace_id: row.workspace_id,
            name: row.name,
            role: TeamRole::from_stored(Some(&row.role)),
            is_confirmed: row.status == "confirmed",
            created_at: row.created_at,
            closing_at: row.closing_at,
        }
    }
}

fn status(is_confirmed: bool) -> &'static str {
    if is_confirmed { "confirmed" } else { "pending" }
}

impl Identity {
    /// Creates a team's workspace, with `user_id` as its admin.
    pub async fn create_team(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        user_id: UserId,
        name: &str,
    ) -> StoreResult<()> {
        let now = self.0.clock.now();
        sql!(
            tx,
            execute,
            "INSERT INTO workspaces (id, kind, name, created_at) VALUES ($1, 'team', $2, $3)",
            workspace_id,
            name,
            now
        )?;
        let (role, is_confirmed) = (TeamRole::Admin, true);
        let founder = NewMember { workspace_id, user_id, role, is_confirmed };
        self.add_member(tx, founder).await?;
        Ok(())
    }

    pub async fn rename_team(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        name: &str,
    ) -> StoreResult<()> {
        let rename = "UPDATE workspaces SET name = $2 WHERE id = $1 AND kind = 'team'";
        sql!(tx, execute, rename, workspace_id, name).map(|_| ())
    }

    /// Sets when a team's workspace is deleted, or that it stays.
    pub async fn set_closing(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        closing_at: Option<Timestamp>,
    ) -> StoreResult<()> {
        let set = "UPDATE workspaces SET closing_at = $2 WHERE id = $1 AND kind = 'team'";
        sql!(tx, execute, set, workspace_id, closing_at).map(|_| ())
    }

    /// Locks a workspace's members against other transactions.
    pub async fn lock_workspace(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        sql!(
            tx,
            optional (i32,),
            {
                sqlite: "SELECT 1 WHERE $1 IS NOT NULL",
                postgres: "SELECT 1 FROM workspaces WHERE id = $1 FOR UPDATE",
            },
            workspace_id
        )?;
        Ok(())
    }

    /// Lists the teams that a person is in or asked to join, by name.
    pub async fn list_teams(
        &self,
        conn: &mut Conn,
        user_id: UserId,
    ) -> StoreResult<Vec<MemberTeam>> {
        let rows = sql!(
            conn,
            all TeamRow,
            "SELECT w.id AS workspace_id, w.name, m.role, m.status, w.created_at, w.closing_at
             FROM workspace_members m JOIN workspaces w ON w.id = m.workspace_id
             WHERE m.user_id = $1 AND w.kind = 'team' ORDER BY w.name, w.id",
            user_id
        )?;
        Ok(rows.into_iter().map(MemberTeam::from).collect())
    }

    /// Returns a team as one of its people has it; `None`: they are not in it and did not ask to be.
    pub async fn find_team(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
        user_id: UserId,
    ) -> StoreResult<Option<MemberTeam>> {
        let row = sql!(
            conn,
            optional TeamRow,
            "SELECT w.id AS workspace_id, w.name, m.role, m.status, w.created_at, w.closing_at
             FROM workspace_members m JOIN workspaces w ON w.id = m.workspace_id
             WHERE m.user_id = $1 AND w.id = $2 AND w.kind = 'team'",
            user_id,
            workspace_id
        )?;
        Ok(row.map(MemberTeam::from))
    }

    /// Lists the members of a team and the pending requests to join: admins first, then in order of arrival.
    pub async fn list_members(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Vec<Member>> {
        let rows = sql!(
            conn,
            all MemberRow,
            "SELECT m.user_id, u.name, u.email, m.role, m.status, m.created_at
             FROM workspace_members m JOIN users u ON u.id = m.user_id
             WHERE m.workspace_id = $1 ORDER BY m.role, m.created_at, m.user_id",
            workspace_id
        )?;
        Ok(rows.into_iter().map(Member::from).collect())
    }

    pub async fn count_members(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<i64> {
        let (count,) = sql!(
            conn,
            one(i64,),
            "SELECT COUNT(*) FROM workspace_members
             WHERE workspace_id = $1 AND status = 'confirmed'",
            workspace_id
        )?;
        Ok(count)
    }

    /// Returns `false`, and changes nothing, when they are in the team or asked to be.
    pub async fn add_member(&self, tx: &mut Tx, new: NewMember) -> StoreResult<bool> {
        let added = sql!(
            tx,
            execute,
            "INSERT INTO workspace_members (workspace_id, user_id, role, status, created_at)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (workspace_id, user_id) DO NOTHING",
            new.workspace_id,
            new.user_id,
            new.role.as_str(),
            status(new.is_confirmed),
            self.0.clock.now()
        )?;
        Ok(added == 1)
    }

    /// Accepts a person who asked to join. Returns `false` if nobody with this id waits.
    pub async fn confirm_member(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        user_id: UserId,
    ) -> StoreResult<bool> {
        let confirmed = sql!(
            tx,
            execute,
            "UPDATE workspace_members SET status = 'confirmed', created_at = $3
             WHERE workspace_id = $1 AND user_id = $2 AND status = 'pending'",
            workspace_id,
            user_id,
            self.0.clock.now()
        )?;
        Ok(confirmed == 1)
    }

    pub async fn set_team_role(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        user_id: UserId,
        role: TeamRole,
    ) -> StoreResult<bool> {
        let changed = sql!(
            tx,
            execute,
            "UPDATE workspace_members SET role = $3
             WHERE workspace_id = $1 AND user_id = $2 AND status = 'confirmed'",
            workspace_id,
            user_id,
            role.as_str()
        )?;
        Ok(changed == 1)
    }

    /// Removes a person from a team: their sessions in its workspace end, and their API keys in it are deleted. Returns
    /// `false` if they were not a member.
    pub async fn remove_member(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        user_id: UserId,
    ) -> StoreResult<bool> {
        let removed = sql!(
            tx,
            execute,
            "DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2
                 AND EXISTS (SELECT 1 FROM workspaces w WHERE w.id = $1 AND w.kind = 'team')",
            workspace_id,
            user_id
        )?;
        if removed == 0 {
            return Ok(false);
        }
        let reason = EndReason::MemberRemoved;
        self.revoke_keys_in(tx, workspace_id, user_id, reason).await?;
        for (session_id, of) in live_in(tx, workspace_id).await? {
            if of == user_id {
                self.end(tx, Actor::SYSTEM, user_id, session_id, reason).await?;
            }
        }
        Ok(true)
    }

    /// Ends everybody's sessions in a team's workspace.
    pub async fn end_team_sessions(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        reason: EndReason,
    ) -> StoreResult<()> {
        for (session_id, user_id) in live_in(tx, workspace_id).await? {
            self.end(tx, Actor::SYSTEM, user_id, session_id, reason).await?;
        }
        Ok(())
    }

    /// Switches a session to another workspace of its person's. Returns `false`, and changes nothing, if they are not a
    /// confirmed member of it, or it is being closed.
    pub async fn switch_session(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        session_id: SessionId,
        workspace_id: WorkspaceId,
    ) -> StoreResult<bool> {
        let switched = sql!(
            tx,
            execute,
            "UPDATE sessions SET workspace_id = $3
             WHERE id = $1 AND user_id = $2 AND ended_at IS NULL
                 AND EXISTS (SELECT 1 FROM workspace_members m JOIN workspaces w ON w.id = m.workspace_id
                     WHERE m.workspace_id = $3 AND m.user_id = $2 AND m.status = 'confirmed'
                         AND w.closing_at IS NULL)",
            session_id,
            user_id,
            workspace_id
        )?;
        if switched == 1 {
            let bus = self.0.bus.clone();
            tx.after_commit(move || {
                bus.notify_user(user_id, r#"{"event":"workspace.switched"}"#);
            });
        }
        Ok(switched == 1)
    }

    /// Moves a person's sessions in a team's workspace to their own workspace, because they leave the team themselves.
    pub async fn leave_for_own(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        user_id: UserId,
    ) -> StoreResult<()> {
        sql!(
            tx,
            execute,
            "UPDATE sessions SET workspace_id = (SELECT id FROM workspaces WHERE owner_user_id = $2)
             WHERE workspace_id = $1 AND user_id = $2 AND ended_at IS NULL",
            workspace_id,
            user_id
        )?;
        let bus = self.0.bus.clone();
        tx.after_commit(move || {
            bus.notify_user(user_id, r#"{"event":"workspace.switched"}"#);
        });
        Ok(())
    }
}

async fn live_in(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<Vec<(SessionId, UserId)>> {
    sql!(
        tx,
        all(SessionId, UserId),
        "SELECT id, user_id FROM sessions
         WHERE workspace_id = $1 AND user_id IS NOT NULL AND ended_at IS NULL ORDER BY id",
        workspace_id
    )
}
