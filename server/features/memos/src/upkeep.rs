use std::time::Duration;

use area::{Services, Upkeep};

use crate::rules::trash_ends;
use crate::store::purge_deleted;

/// Removes for good the memos that have been deleted for 30 days.
pub(crate) const EMPTY_TRASH: Upkeep = Upkeep {
    name: "memos.empty_trash",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let mut tx = services.db.begin().await?;
            for picture in purge_deleted(&mut tx, trash_ends(services.clock.now())).await? {
                services.files.release_upload(&mut tx, picture).await?;
            }
            Ok(tx.commit().await?)
        })
    },
};
