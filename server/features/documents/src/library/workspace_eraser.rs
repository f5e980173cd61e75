use ::store::{StoreResult, Tx};
use async_trait::async_trait;
use files::Files;
use identity::{Eraser, Person};
use kernel::WorkspaceId;

use super::collection_store::delete_collections_of_workspace;
use super::store::{delete_document, list_of_workspace};

/// Deletes the documents in a team's workspace with the team; a person's go with their account by
/// themselves.
pub(crate) struct WorkspaceEraser(pub Files);

#[async_trait]
impl Eraser for WorkspaceEraser {
    async fn erase(&self, _tx: &mut Tx, _person: Person) -> StoreResult<()> {
        Ok(())
    }

    async fn erase_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        delete_collections_of_workspace(tx, workspace_id).await?;
        for (id, file_id) in list_of_workspace(tx, workspace_id).await? {
            delete_document(tx, id).await?;
            // The bytes go with the next sweep, unless a message has them.
            if let Some(file_id) = file_id {
                self.0.release_upload(tx, file_id).await?;
            }
        }
        Ok(())
    }
}
