use std::sync::{Arc, Mutex, PoisonError};

use ::store::{Conn, StoreResult, Tx};
use kernel::{Clock, Timestamp, Uuid, uuid_v7};
use tokio::sync::Notify;

use crate::{Job, store};

/// Enqueues jobs. Cheap to clone.
#[derive(Clone)]
pub struct Queue {
    pub(crate) clock: Clock,
    pub(crate) wake: Arc<Notify>,
    /// Jobs that this process has enqueued and its workers have not seen: they need not ask the database when one is due.
    enqueued: Arc<Mutex<Vec<Enqueued>>>,
}

/// A job that was just enqueued.
#[derive(Debug, Clone)]
pub(crate) struct Enqueued {
    pub id: Uuid,
    pub name: String,
    pub run_at: Timestamp,
}

/// Number of jobs that are remembered: more are found by asking the database.
const ENQUEUED_MAX: usize = 256;

impl Queue {
    pub fn new(clock: Clock) -> Self {
        Self { clock, wake: Arc::new(Notify::new()), enqueued: Arc::default() }
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
        let id = uuid_v7(now);
        store::insert(tx, id, name, payload, run_at, now).await?;
        let (wake, enqueued) = (self.wake.clone(), self.enqueued.clone());
        let name = name.to_owned();
        tx.after_commit(move || {
            let mut enqueued = enqueued.lock().unwrap_or_else(PoisonError::into_inner);
            // A process without workers never takes them.
            if enqueued.len() < ENQUEUED_MAX {
                enqueued.push(Enqueued { id, name, run_at });
            }
            wake.notify_one();
        });
        Ok(())
    }

    /// Takes the jobs that this process has enqueued since the last call. `None` if there may be more.
    pub(crate) fn take_enqueued(&self) -> Option<Vec<Enqueued>> {
        let mut enqueued = self.enqueued.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = std::mem::take(&mut *enqueued);
        (taken.len() < ENQUEUED_MAX).then_some(taken)
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
