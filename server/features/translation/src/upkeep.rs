use std::time::Duration;

use area::{Services, Upkeep};

use crate::rules::MEMORY_MAX;
use crate::store::forget_oldest;

/// Keeps each person's translation memory within its limit.
pub(crate) const FORGET_OLDEST: Upkeep = Upkeep {
    name: "translation.forget_oldest",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let mut tx = services.db.begin().await?;
            forget_oldest(&mut tx, MEMORY_MAX).await?;
            Ok(tx.commit().await?)
        })
    },
};
