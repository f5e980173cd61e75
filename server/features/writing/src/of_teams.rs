use ::store::{StoreResult, Tx};
use async_trait::async_trait;
use identity::{Eraser, Person};
use kernel::WorkspaceId;

use crate::store::delete_of_workspace;

/// Deletes what was rewritten in a team's workspace with the team; a person's goes with their account by itself.
pub(crate) struct Humanizations;

#[async_trait]
impl Eraser for Humanizations {
    async fn erase(&self, _tx: &mut Tx, _person: Person) -> StoreResult<()> {
        Ok(())
    }

    async fn erase_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        delete_of_workspace(tx, workspace_id).await
    }
}
