use std::time::Duration;

use area::{Services, Upkeep};
use kernel::{DAY, MINUTE};

use crate::kept_pdf::{let_go, remove};
use crate::limits::{ABANDONED_MINUTES, TRASH_DAYS};
use crate::problems::{INTERRUPTED, READING_FAILED};
use crate::source_store::list_with_file;
use crate::store::{end_abandoned, purge_deleted};

/// Removes for good what has been deleted for 30 days, and ends readings that nobody goes on with.
pub(crate) const SWEEP: Upkeep = Upkeep {
    name: "reading.sweep",
    every: Duration::from_secs(600),
    run: |services: Services| {
        Box::pin(async move {
            let now = services.clock.now();
            let abandoned = now.plus(-ABANDONED_MINUTES * MINUTE);
            let deleted = now.plus(-TRASH_DAYS * DAY);
            let mut conn = services.db.read().await?;
            let with_file = list_with_file(&mut conn, None, Some(deleted)).await?;
            drop(conn);
            for id in with_file {
                let mut tx = services.db.begin().await?;
                let upload = let_go(&services, &mut tx, id).await?;
                tx.commit().await?;
                remove(&services, upload).await?;
            }
            let mut tx = services.db.begin().await?;
            purge_deleted(&mut tx, deleted).await?;
            end_abandoned(&mut tx, abandoned, &READING_FAILED.into(), &INTERRUPTED.into()).await?;
            Ok(tx.commit().await?)
        })
    },
};
