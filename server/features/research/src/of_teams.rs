use ::store::{StoreResult, Tx};
use async_trait::async_trait;
use identity::{Eraser, Person};
use kernel::WorkspaceId;

use crate::store::delete_of_workspace;

/// Deletes the researches in a team's workspace with the team; a person's go with their account by themselves.
pub(crate) struct Researches;

#[async_trait]
impl Eraser for Researches {
    async fn erase(&self, _tx: &mut Tx, _person: Person) -> StoreResult<()> {
        Ok(())
    }

    async fn erase_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        delete_of_workspace(tx, workspace_id).await
    }
}
