use std::time::Duration;

use area::{Services, Upkeep};
use entitlements::day_of;
use kernel::DAY;
use web_search::feeds::purge_feeds;

use crate::limits::TRASH_DAYS;
use crate::today::forget_old;

/// Removes feeds that have been deleted for 30 days, and forgets uses of days that are over.
pub(crate) const SWEEP: Upkeep = Upkeep {
    name: "search.sweep",
    every: Duration::from_secs(600),
    run: |services: Services| {
        Box::pin(async move {
            let now = services.clock.now();
            let mut tx = services.db.begin().await?;
            purge_feeds(&mut tx, now.plus(-TRASH_DAYS * DAY)).await?;
            forget_old(&mut tx, day_of(now)).await?;
            Ok(tx.commit().await?)
        })
    },
};
