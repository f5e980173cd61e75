use ::store::{StoreResult, Tx};
use async_trait::async_trait;
use files::Files;
use identity::{Eraser, Person};
use kernel::WorkspaceId;

use crate::source_store::{list_with_file, take_file};
use crate::store::delete_of_workspace;

/// Deletes the readings in a team's workspace with the team; a person's go with their account by themselves.
pub(crate) struct Readings(pub Files);

#[async_trait]
impl Eraser for Readings {
    async fn erase(&self, _tx: &mut Tx, _person: Person) -> StoreResult<()> {
        Ok(())
    }

    async fn erase_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        for id in list_with_file(tx, Some(workspace_id), None).await? {
            // The bytes go with the next sweep, unless a message has them.
            if let Some(file_id) = take_file(tx, id).await? {
                self.0.release_upload(tx, file_id).await?;
            }
        }
        delete_of_workspace(tx, workspace_id).await
    }
}
