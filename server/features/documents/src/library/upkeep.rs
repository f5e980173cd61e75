use std::time::Duration;

use area::{Services, Upkeep};
use kernel::{DAY, Failure};

use super::collection_store::purge_collections;
use super::store::{delete_document, forget_old, list_deleted};
use crate::rules::TRASH_DAYS;

/// Number of days for which the rows behind daily counts are kept.
const COUNTED_DAYS: i64 = 2;

/// Deletes permanently what has been deleted for 30 days, with its bytes, and counters that are no longer needed.
pub(crate) const SWEEP: Upkeep = Upkeep {
    name: "documents.sweep_documents",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let now = services.clock.now();
            let mut tx = services.db.begin().await?;
            forget_old(&mut tx, now.plus(-COUNTED_DAYS * DAY)).await?;
            purge_collections(&mut tx, now.plus(-TRASH_DAYS * DAY)).await?;
            tx.commit().await?;
            let mut conn = services.db.read().await?;
            let deleted = list_deleted(&mut conn, now.plus(-TRASH_DAYS * DAY)).await?;
            drop(conn);
            for (id, file_id) in deleted {
                let mut tx = services.db.begin().await?;
                let upload = match file_id {
                    Some(file_id) => services.files.find_any_upload(&mut tx, file_id).await?,
                    None => None,
                };
                delete_document(&mut tx, id).await?;
                if let Some(upload) = &upload {
                    services.files.release_upload(&mut tx, upload.id).await?;
                }
                tx.commit().await?;
                let Some(upload) = upload else { continue };
                match services.files.remove_upload(&services.db, &upload).await {
                    // A message uses it, too: it is kept as long as that.
                    Ok(()) | Err(Failure::Problem(_)) => {}
                    Err(fault) => return Err(fault),
                }
            }
            Ok(())
        })
    },
};
