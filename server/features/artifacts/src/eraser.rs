use ::store::{StoreResult, Tx, sql};
use async_trait::async_trait;
use identity::{Eraser, Person};
use kernel::WorkspaceId;

/// Deletes the artifacts of a team's workspace with the team; a person's go with their account by themselves.
pub(crate) struct WorkspaceEraser;

#[async_trait]
impl Eraser for WorkspaceEraser {
    async fn erase(&self, _tx: &mut Tx, _person: Person) -> StoreResult<()> {
        Ok(())
    }

    async fn erase_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        sql!(tx, execute, "DELETE FROM artifacts WHERE workspace_id = $1", workspace_id)?;
        Ok(())
    }
}
