use std::time::Duration;

use area::{Services, Upkeep};

use crate::powerups::trash_ends;
use crate::store::purge_deleted;

/// Removes for good the PowerUPs that have been deleted for 30 days.
pub(crate) const EMPTY_TRASH: Upkeep = Upkeep {
    name: "powerups.empty_trash",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let mut tx = services.db.begin().await?;
            purge_deleted(&mut tx, trash_ends(services.clock.now())).await?;
            Ok(tx.commit().await?)
        })
    },
};
