use std::time::Duration;

use area::{Services, Upkeep};

use crate::rules::{decided_ends, forgotten_ends};
use crate::store::purge;

/// Deletes permanently what has been forgotten for 30 days, and old decisions on suggestions.
pub(crate) const FORGET_FOR_GOOD: Upkeep = Upkeep {
    name: "memory.forget_for_good",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let now = services.clock.now();
            let mut tx = services.db.begin().await?;
            purge(&mut tx, forgotten_ends(now), decided_ends(now)).await?;
            Ok(tx.commit().await?)
        })
    },
};
