use std::time::Duration;

use area::{Services, Upkeep};
use entitlements::day_of;
use kernel::{DAY, MINUTE};
use web_search::feeds::purge_feeds;

use crate::limits::{ABANDONED_MINUTES, TRASH_DAYS};
use crate::problems::INTERRUPTED;
use crate::store::{end_abandoned, purge_deleted};
use crate::today::forget_old;

/// Removes for good what has been deleted for 30 days, and ends searches that nobody goes on with.
pub(crate) const SWEEP: Upkeep = Upkeep {
    name: "search.sweep",
    every: Duration::from_secs(600),
    run: |services: Services| {
        Box::pin(async move {
            let now = services.clock.now();
            let mut tx = services.db.begin().await?;
            purge_deleted(&mut tx, now.plus(-TRASH_DAYS * DAY)).await?;
            purge_feeds(&mut tx, now.plus(-TRASH_DAYS * DAY)).await?;
            end_abandoned(&mut tx, now.plus(-ABANDONED_MINUTES * MINUTE), &INTERRUPTED.into())
                .await?;
            forget_old(&mut tx, day_of(now)).await?;
            Ok(tx.commit().await?)
        })
    },
};
