use std::time::Duration;

use area::{Services, Upkeep};
use async_trait::async_trait;
use conversations::{delete_search_words, purge_deleted, purge_workspace};
use generation::{delete_old_events, delete_runs_of};
use identity::{Eraser, Person};
use kernel::{DAY, WorkspaceId};
use store::{StoreResult, Tx};

use crate::rules::trash_ends;

/// Forgets the words of an account that is deleted; its conversations go with their owner.
pub(crate) struct Words;

#[async_trait]
impl Eraser for Words {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        delete_search_words(tx, person.user_id).await
    }

    async fn erase_team(&self, tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
        purge_workspace(tx, workspace_id).await?;
        delete_runs_of(tx, workspace_id).await
    }
}

/// Deletes conversations permanently after 30 days in the trash.
pub(crate) const EMPTY_TRASH: Upkeep = Upkeep {
    name: "chat.empty_trash",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let mut tx = services.db.begin().await?;
            purge_deleted(&mut tx, trash_ends(services.clock.now())).await?;
            Ok(tx.commit().await?)
        })
    },
};

/// Drops the events of runs that have been final for a day: their messages hold the result.
pub(crate) const DROP_OLD_EVENTS: Upkeep = Upkeep {
    name: "chat.drop_old_events",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let mut tx = services.db.begin().await?;
            delete_old_events(&mut tx, services.clock.now().plus(-DAY)).await?;
            Ok(tx.commit().await?)
        })
    },
};
