use std::time::Duration;

use area::{Services, Upkeep};
use async_trait::async_trait;
use files::{FileKey, Files};
use identity::{Eraser, Person};
use jobs::{Job, JobResult, Queue};
use kernel::{Failure, Fallible, Timestamp};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::read::ReadFile;
use crate::recognise::RecognisePages;

/// Deletes the files of an account that is deleted: their rows go with it, their bytes by a job.
pub(crate) struct Erase {
    pub files: Files,
    pub queue: Queue,
}

/// Blobs that one job deletes.
const KEYS_PER_JOB: usize = 500;

#[async_trait]
impl Eraser for Erase {
    async fn erase(&self, tx: &mut Tx, person: Person) -> StoreResult<()> {
        let keys = self.files.list_upload_keys(tx, person.user_id).await?;
        for keys in keys.chunks(KEYS_PER_JOB) {
            let keys = keys.iter().map(|key| key.as_str().to_owned()).collect();
            self.queue.enqueue(tx, &DeleteBlobs { keys }).await?;
        }
        self.files.forget_uploads(tx, person.user_id).await
    }
}

/// Deletes blobs whose rows are gone.
#[derive(Serialize, Deserialize)]
pub(crate) struct DeleteBlobs {
    pub keys: Vec<String>,
}

impl Job for DeleteBlobs {
    type Context = Services;

    const NAME: &'static str = "documents.delete_blobs";

    async fn run(self, services: &Services) -> JobResult {
        for key in self.keys {
            let key: FileKey = key.parse().map_err(Failure::internal)?;
            services.files.delete(&key).await.map_err(Failure::internal)?;
        }
        Ok(())
    }
}

/// Deletes stalled uploads, and files that nothing uses any more.
pub(crate) const SWEEP: Upkeep = Upkeep {
    name: "documents.sweep_uploads",
    every: Duration::from_secs(3_600),
    run: |services: Services| {
        Box::pin(async move {
            let now = services.clock.now();
            give_up_unread(&services, now).await?;
            services.files.sweep_uploads(&services.db, now).await?;
            Ok(())
        })
    },
};

/// Ends the wait of files that no job is to read any more.
async fn give_up_unread(services: &Services, now: Timestamp) -> Fallible<()> {
    let Services { files, queue, .. } = services;
    let mut tx = services.db.begin().await?;
    for file_id in files.list_waiting(&mut tx, now).await? {
        let is_in_line = queue.holds(&mut tx, &ReadFile { file_id }).await?
            || queue.holds(&mut tx, &RecognisePages { file_id }).await?;
        if !is_in_line {
            files.fail_stale_uploads(&mut tx, file_id, now).await?;
        }
    }
    Ok(tx.commit().await?)
}
