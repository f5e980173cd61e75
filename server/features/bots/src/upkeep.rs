use std::time::Duration;

use area::{Services, Upkeep};
use async_trait::async_trait;
use identity::{Eraser, Person};
use jobs::{Job, JobResult, Queue};
use kernel::{Failure, Uuid, WorkspaceId};
use ledger::Ledger;
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::extras::Extras;
use crate::icon::key;
use crate::rules::trash_ends;
use crate::store::{list_deleted_extras, list_icons, list_limited, wipe_deleted};

/// Deletes a picture that no bot has any more.
#[derive(Serialize, Deserialize)]
pub(crate) struct DeleteIcon {
    pub workspace_id: WorkspaceId,
    pub icon_id: Uuid,
}

impl Job for DeleteIcon {
    type Context = Services;

    const NAME: &'static str = "bots.delete_icon";

    async fn run(self, services: &Services) -> JobResult {
        let key = key(self.workspace_id, self.icon_id);
        services.files.delete(&key).await.map_err(Failure::internal)
    }
}

/// Deletes the belongings of an account's bots: their images and budgets. The bots are deleted with their author.
pub(crate) struct Belongings {
    queue: Queue,
    ledger: Ledger,
}

impl Belongings {
    pub fn new(services: &Services) -> Self {
        Self { queue: services.queue.clone(), ledger: services.ledger.clone() }
    }
}

#[async_trait]
impl Eraser for Belongings {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        for icon_id in list_icons(tx, person.user_id).await? {
            let workspace_id = person.workspace_id;
            self.queue.enqueue(tx, &DeleteIcon { workspace_id, icon_id }).await?;
        }
        for bot_id in list_limited(tx, person.user_id).await? {
            self.ledger.set_budget(tx, bot_id.0, None).await?;
        }
        Ok(())
    }
}

/// Empties bots that have been deleted for 30 days.
pub(crate) const WIPE_DELETED: Upkeep = Upkeep {
    name: "bots.wipe_deleted",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let mut tx = services.db.begin().await?;
            let before = trash_ends(services.clock.now());
            for extras in list_deleted_extras(&mut tx, before).await? {
                for file_id in Extras::of(&extras).files {
                    services.files.release_upload(&mut tx, file_id).await?;
                }
            }
            let icons = wipe_deleted(&mut tx, before).await?;
            for (workspace_id, icon_id) in icons {
                services.queue.enqueue(&mut tx, &DeleteIcon { workspace_id, icon_id }).await?;
            }
            Ok(tx.commit().await?)
        })
    },
};
