use std::time::Duration;

use area::{Services, Upkeep};
use kernel::DAY;

use crate::limits::TRASH_DAYS;
use crate::store::purge_deleted;

/// Removes for good the videos that have been deleted for 30 days.
pub(crate) const EMPTY_TRASH: Upkeep = Upkeep {
    name: "videos.empty_trash",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let before = services.clock.now().plus(-TRASH_DAYS * DAY);
            let mut tx = services.db.begin().await?;
            for file_id in purge_deleted(&mut tx, before).await? {
                services.files.release_upload(&mut tx, file_id).await?;
            }
            Ok(tx.commit().await?)
        })
    },
};
