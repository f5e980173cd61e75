use std::sync::Arc;

use ::store::{Conn, StoreResult, Tx};
use kernel::{Clock, Timestamp, uuid_v7};
use tokio::sync::Notify;

use crate::{Job, store};

/// Enqueues jobs. Cheap to clone.
#[derive(Clone)]
pub struct Queue {
    pub(crate) clock: Clock,
    pub(crate) wake: Arc<Notify>,
}

impl Queue {
    pub fn new(clock: Clock) -> Self {
        Self { clock, wake: Arc::new(Notify::new()) }
    }

    /// Enqueues `job` for as soon as the transaction is committed.
    pub async fn enqueue<J: Job>(&self, tx: &mut Tx, job: &J) -> StoreResult<()> {
        self.enqueue_at(tx, job, self.clock.now()).await
    }

    /// Enqueues `job` for `run_at` or later.
    pub async fn enqueue_at<J: Job>(
        &self,
        tx: &mut Tx,
        job: &J,
        run_at: Timestamp,
    ) -> StoreResult<()> {
        self.insert(tx, J::NAME, &payload_of(job), run_at).await
    }

    /// Enqueues the job called `name` with its fields as JSON: for callers that know a job by its name only.
    pub async fn enqueue_named(&self, tx: &mut Tx, name: &str, payload: &str) -> StoreResult<()> {
        self.insert(tx, name, payload, self.clock.now()).await
    }

    async fn insert(
        &self,
        tx: &mut Tx,
        name: &str,
        payload: &str,
        run_at: Timestamp,
    ) -> StoreResult<()> {
        let now = self.clock.now();
        store::insert(tx, uuid_v7(now), name, payload, run_at, now).await?;
        let wake = self.wake.clone();
        tx.after_commit(move || wake.notify_one());
        Ok(())
    }

    /// Returns the current backlog, in all processes together.
    pub async fn backlog(&self, conn: &mut Conn) -> StoreResult<Backlog> {
        store::count_by_state(conn, self.clock.now()).await
    }

    /// Returns true if `job` is still to be done: it waits, or a process is running it. False for a job that was given
    /// up.
    pub async fn holds<J: Job>(&self, conn: &mut Conn, job: &J) -> StoreResult<bool> {
        store::holds(conn, J::NAME, &payload_of(job)).await
    }
}

/// Numbers of jobs, for the operator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Number of jobs that are due and not running.
    pub due: i64,
    /// Since when the first of them waits.
    pub oldest_due: Option<Timestamp>,
    pub running: i64,
    /// Number of jobs that were given up.
    pub dead: i64,
}

fn payload_of<J: Job>(job: &J) -> String {
    serde_json::to_string(job).expect("a job's fields are plain data")
}
