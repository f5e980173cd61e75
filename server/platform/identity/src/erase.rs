use std::sync::Arc;

use async_trait::async_trait;
use audit::Actor;
use kernel::{UserId, WorkspaceId};
use store::{StoreResult, Tx, sql};

use crate::{EndReason, Identity};

/// The person whose data is erased.
#[derive(Debug, Clone, Copy)]
pub struct Person {
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
}

/// Deletes the data of one area about a person when their account is deleted.
///
/// Runs in the transaction that deletes the account, before its rows are deleted: everything is deleted, or nothing.
/// Data that cannot be deleted in a transaction (files) is enqueued in it as a job.
#[async_trait]
pub trait Eraser: Send + Sync {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()>;

    /// Deletes one area's data in a team's workspace when the team is deleted. Runs in the transaction that deletes the
    /// workspace, before its rows are deleted.
    async fn erase_team(&self, _tx: &mut Tx, _workspace_id: WorkspaceId) -> StoreResult<()> {
        Ok(())
    }
}

impl Identity {
    /// Deletes an account and everything that belongs to it. Its devices are still told why they are signed out; and
    /// the audit log keeps its events under the id, which then identifies nobody.
    pub async fn delete_user(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        let user_id = person.user_id;
        let reason = EndReason::AccountDeleted;
        self.end_sessions(tx, Actor::SYSTEM, user_id, None, reason).await?;
        let erasers: &[Arc<dyn Eraser>] = self.0.erasers.get().map_or(&[], Vec::as_slice);
        for eraser in erasers {
            eraser.erase(tx, person).await?;
        }
        sql!(
            tx,
            execute,
            "UPDATE sessions SET device_name = '', browser_name = '', os_name = '', os_version = '', ip = ''
             WHERE user_id = $1",
            user_id
        )?;
        sql!(
            tx,
            execute,
            "DELETE FROM codes WHERE email_key = (SELECT email_key FROM users WHERE id = $1)",
            user_id
        )?;
        sql!(tx, execute, "DELETE FROM users WHERE id = $1", user_id)?;
        self.0.audit.forget_addresses(tx, user_id).await?;
        tracing::info!(user.id = %user_id, "account deleted");
        Ok(())
    }

    /// Deletes a team's workspace and everything in it. People working in it are signed out and told why.
    pub async fn delete_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        self.end_team_sessions(tx, workspace_id, EndReason::TeamDisbanded).await?;
        let erasers: &[Arc<dyn Eraser>] = self.0.erasers.get().map_or(&[], Vec::as_slice);
        for eraser in erasers {
            eraser.erase_team(tx, workspace_id).await?;
        }
        sql!(tx, execute, "DELETE FROM workspaces WHERE id = $1 AND kind = 'team'", workspace_id)?;
        tracing::info!(workspace.id = %workspace_id, "team deleted");
        Ok(())
    }
}
