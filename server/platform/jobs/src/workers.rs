use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ::store::{Db, StoreResult, to_json};
use futures::FutureExt;
use kernel::{MINUTE, Timestamp, Uuid, uuid_v7};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use crate::job::wait_before_retry;
use crate::queue::Enqueued;
use crate::registry::Schedule;
use crate::slots::Slots;
use crate::store::{self, Claimed};
use crate::{Queue, Registry};

/// Lease of a process on a job while it shows no sign of life, in microseconds.
const LEASE: i64 = MINUTE;
const RENEW_EVERY: Duration = Duration::from_secs(20);
/// Interval at which the table is polled for jobs of other processes.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// A wait after the database failed.
const AFTER_FAULT: Duration = Duration::from_secs(2);
/// A job that this version does not know waits for one that does, in microseconds.
const UNKNOWN_WAITS: i64 = 5 * MINUTE;

/// Runs the jobs that are due, in this process. Cheap to clone.
pub struct Workers<C>(Arc<Inner<C>>);

impl<C> Clone for Workers<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

struct Inner<C> {
    db: Db,
    queue: Queue,
    registry: Registry<C>,
    context: Arc<C>,
    /// Names this process in leases.
    owner: String,
    slots: Slots,
    /// The last moment of each schedule that is known to have been fired for.
    fired: Mutex<HashMap<&'static str, Timestamp>>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl<C: Send + Sync + 'static> Workers<C> {
    pub fn new(db: Db, queue: Queue, registry: Registry<C>, context: Arc<C>) -> Self {
        for schedule in &registry.schedules {
            let is_known = registry.handlers.contains_key(schedule.job);
            assert!(is_known, "{} has a schedule but was not added", schedule.job);
        }
        let owner = uuid_v7(queue.clock.now()).to_string();
        let stop = CancellationToken::new();
        let slots = Slots::new(queue.wake.clone());
        Self(Arc::new(Inner {
            db,
            queue,
            registry,
            context,
            owner,
            slots,
            fired: Mutex::default(),
            stop,
            tasks: TaskTracker::new(),
        }))
    }

    /// Frees the jobs that an earlier process held when it died, which would otherwise wait for its lease to expire.
    ///
    /// Only if no other process can be using this database: its running jobs would run twice.
    pub async fn take_over(&self) -> StoreResult<()> {
        let mut tx = self.0.db.begin().await?;
        store::end_leases(&mut tx, self.0.queue.clock.now()).await?;
        tx.commit().await
    }

    /// Works until [`Workers::stop`].
    pub fn start(&self) {
        let workers = self.clone();
        self.0.tasks.spawn(async move { workers.work().await });
    }

    /// Takes no more jobs and lets running ones finish, for at most `patience`. Unfinished ones run again, here or
    /// elsewhere.
    pub async fn stop(&self, patience: Duration) {
        self.0.stop.cancel();
        self.0.tasks.close();
        if tokio::time::timeout(patience, self.0.tasks.wait()).await.is_err() {
            tracing::warn!("some jobs did not finish in time; they will run again");
        }
    }

    /// Runs, one after the other, everything that is due by the clock. Returns how many ran. For tests
    /// and for commands: a server calls [`Workers::start`].
    pub async fn run_due(&self) -> StoreResult<usize> {
        let mut count = 0;
        self.fire_schedules().await?;
        while let Some(job) = self.claim("[]").await? {
            self.run(job).await;
            count += 1;
        }
        Ok(count)
    }

    async fn work(&self) {
        let mut next_look = Instant::now();
        while !self.0.stop.is_cancelled() {
            let step = match self.0.slots.take_must_look() {
                false if Instant::now() < next_look => self.take_enqueued().await,
                _ => self.look().await.map(|wait| {
                    next_look = Instant::now() + wait;
                    None
                }),
            };
            match step {
                Ok(Some(wait)) => next_look = next_look.min(Instant::now() + wait),
                Ok(None) => {}
                Err(error) => {
                    tracing::error!(%error, "jobs: the database failed");
                    next_look = Instant::now() + AFTER_FAULT;
                }
            }
            tokio::select! {
                () = self.0.queue.wake.notified() => {}
                () = tokio::time::sleep_until(next_look) => {}
                () = self.0.stop.cancelled() => {}
            }
        }
    }

    /// Starts the jobs that this process has just enqueued and has slots for, without asking which are due. Returns the
    /// delay until the next of them is.
    async fn take_enqueued(&self) -> StoreResult<Option<Duration>> {
        let Some(enqueued) = self.0.queue.take_enqueued() else { return Ok(Some(Duration::ZERO)) };
        let now = self.0.queue.clock.now();
        let (due, later): (Vec<_>, Vec<_>) = enqueued.into_iter().partition(|it| it.run_at <= now);
        // The end of a job that has the last slot of its kind makes this look for the others.
        let startable = self.with_slots(due);
        if !startable.is_empty() {
            let mut tx = self.0.db.begin_low_priority().await?;
            let (ids, until) = (to_json(&startable)?, now.plus(LEASE));
            let claimed = store::claim_all(&mut tx, &ids, &self.0.owner, until).await?;
            tx.commit().await?;
            for job in claimed {
                self.start_claimed(job);
            }
        }
        Ok(later.iter().map(|it| delay(now, it.run_at)).min())
    }

    /// Returns the ids of the jobs that have a slot here.
    fn with_slots(&self, jobs: Vec<Enqueued>) -> Vec<Uuid> {
        let mut running = self.0.slots.running().clone();
        let jobs = jobs.into_iter().filter(|job| {
            let handler = self.0.registry.handlers.get(job.name.as_str());
            let count = running.entry(job.name.clone()).or_default();
            let has_slot = handler.is_some_and(|handler| *count < handler.at_once);
            *count += usize::from(has_slot);
            has_slot
        });
        jobs.map(|job| job.id).collect()
    }

    /// Starts due jobs that have a slot. Returns the delay until the next check.
    async fn look(&self) -> StoreResult<Duration> {
        // What is found below includes them.
        let _known = self.0.queue.take_enqueued();
        let next_fire = self.fire_schedules().await?;
        loop {
            let full = self.full_kinds();
            let mut conn = self.0.db.read().await?;
            let due = store::next_due(&mut conn, &full).await?;
            drop(conn);
            let now = self.0.queue.clock.now();
            if due.is_none_or(|due| due > now) {
                let until = |at: Timestamp| delay(now, at);
                let waits = [due.map(until), next_fire.map(until), Some(LOOK_EVERY)];
                return Ok(waits.into_iter().flatten().min().unwrap_or(LOOK_EVERY));
            }
            // Another process may have been quicker.
            let Some(job) = self.claim(&full).await? else { return Ok(Duration::ZERO) };
            self.start_claimed(job);
        }
    }

    fn start_claimed(&self, job: Claimed) {
        let slot = self.0.slots.take(&job.name);
        let workers = self.clone();
        self.0.tasks.spawn(async move {
            let is_done = slot.scope(workers.run(job)).await;
            // One that could not start may now, and one that is to run again has a time of its own.
            if workers.is_full(slot.kind()) || !is_done {
                workers.0.slots.note_must_look();
            }
            drop(slot);
            workers.0.queue.wake.notify_one();
        });
    }

    /// Returns true if jobs of a kind have no free slot here.
    fn is_full(&self, kind: &str) -> bool {
        let handler = self.0.registry.handlers.get(kind);
        let running = self.0.slots.running().get(kind).copied().unwrap_or_default();
        handler.is_some_and(|handler| running >= handler.at_once)
    }

    /// Returns the kinds without a free slot here, as JSON.
    fn full_kinds(&self) -> String {
        let running = self.0.slots.running();
        let is_full = |name: &&String| {
            let handler = self.0.registry.handlers.get(name.as_str());
            handler.is_some_and(|handler| running[*name] >= handler.at_once)
        };
        let full: Vec<&String> = running.keys().filter(is_full).collect();
        serde_json::to_string(&full).expect("names are plain text")
    }

    async fn claim(&self, full: &str) -> StoreResult<Option<Claimed>> {
        let now = self.0.queue.clock.now();
        let mut tx = self.0.db.begin_low_priority().await?;
        let claimed = store::claim(&mut tx, &self.0.owner, now, now.plus(LEASE), full).await?;
        tx.commit().await?;
        Ok(claimed)
    }

    /// Enqueues the schedules that are due; returns when the next one is.
    async fn fire_schedules(&self) -> StoreResult<Option<Timestamp>> {
        let mut next = None;
        for schedule in &self.0.registry.schedules {
            let now = self.0.queue.clock.now();
            let moment = now.micros().div_euclid(schedule.every) * schedule.every;
            self.fire(schedule, Timestamp::from_micros(moment)).await?;
            let following = Timestamp::from_micros(moment + schedule.every);
            next = Some(next.map_or(following, |next: Timestamp| next.min(following)));
        }
        Ok(next)
    }

    async fn fire(&self, schedule: &Schedule, moment: Timestamp) -> StoreResult<()> {
        if self.fired().get(schedule.name).is_some_and(|known| *known >= moment) {
            return Ok(());
        }
        let mut conn = self.0.db.read().await?;
        let fired_at = store::fired_at(&mut conn, schedule.name).await?;
        drop(conn);
        if fired_at.is_none_or(|at| at < moment) {
            let mut tx = self.0.db.begin().await?;
            if store::fire(&mut tx, schedule.name, moment).await? {
                let now = self.0.queue.clock.now();
                let (name, payload) = (schedule.job, &schedule.payload);
                store::insert(&mut tx, uuid_v7(now), name, payload, moment, now).await?;
            }
            tx.commit().await?;
        }
        self.fired().insert(schedule.name, moment);
        Ok(())
    }

    fn fired(&self) -> MutexGuard<'_, HashMap<&'static str, Timestamp>> {
        self.0.fired.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a job and stores its outcome. Returns true if it is done.
    async fn run(&self, job: Claimed) -> bool {
        let outcome = self.run_to_outcome(&job).await;
        let is_done = matches!(outcome, Outcome::Done);
        metrics::counter!("jobs_total", "job" => job.name.clone(), "outcome" => outcome.name())
            .increment(1);
        if let Err(error) = self.record(&job, outcome).await {
            // The lease runs out and the job runs again.
            tracing::error!(%error, job.name, "jobs: the outcome could not be stored");
            return false;
        }
        is_done
    }

    async fn run_to_outcome(&self, job: &Claimed) -> Outcome {
        let Some(handler) = self.0.registry.handlers.get(job.name.as_str()) else {
            return Outcome::Unknown;
        };
        if job.attempts > handler.max_attempts {
            return Outcome::Dead("the process ended while it ran, each time".to_owned());
        }
        let run = (handler.run)(job.payload.clone(), self.0.context.clone());
        let run = job.share.scope(run.instrument(tracing::info_span!("job", job.name = job.name)));
        let run = std::panic::AssertUnwindSafe(run).catch_unwind();
        let result = tokio::select! {
            result = run => result,
            () = self.keep_lease(job) => return Outcome::LeaseLost,
        };
        let error = match result {
            Ok(Ok(())) => return Outcome::Done,
            Ok(Err(failure)) => failure.to_string(),
            Err(_) => "it panicked".to_owned(),
        };
        tracing::warn!(job.name, job.attempts, error, "job failed");
        if job.attempts >= handler.max_attempts {
            Outcome::Dead(error)
        } else {
            Outcome::Retry(error)
        }
    }

    /// Renews the lease for as long as it is ours; returns when it is not.
    async fn keep_lease(&self, job: &Claimed) {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            let renew = async {
                let mut tx = self.0.db.begin().await?;
                let until = self.0.queue.clock.now().plus(LEASE);
                let is_ours = store::renew(&mut tx, job.id, &self.0.owner, until).await?;
                tx.commit().await?;
                StoreResult::Ok(is_ours)
            };
            match renew.await {
                Ok(true) => {}
                Ok(false) => return,
                // Two more tries before the lease runs out.
                Err(error) => tracing::warn!(%error, job.name, "jobs: lease not renewed"),
            }
        }
    }

    async fn record(&self, job: &Claimed, outcome: Outcome) -> StoreResult<()> {
        let owner = self.0.owner.as_str();
        let now = self.0.queue.clock.now();
        let mut tx = self.0.db.begin_low_priority().await?;
        match outcome {
            Outcome::Done => store::finish(&mut tx, job.id, owner).await?,
            Outcome::Retry(error) => {
                let run_at = now.plus(wait_before_retry(job.attempts));
                store::put_back(&mut tx, job, owner, job.attempts, run_at, Some(&error)).await?;
            }
            Outcome::Unknown => {
                let attempts = job.attempts.saturating_sub(1);
                let run_at = now.plus(UNKNOWN_WAITS);
                store::put_back(&mut tx, job, owner, attempts, run_at, None).await?;
            }
            Outcome::Dead(error) => {
                tracing::error!(job.name, job.attempts, error, "job given up");
                store::bury(&mut tx, job.id, owner, &error).await?;
            }
            Outcome::LeaseLost => tracing::warn!(job.name, "job went on elsewhere"),
        }
        tx.commit().await
    }
}

fn delay(now: Timestamp, until: Timestamp) -> Duration {
    Duration::from_micros(until.since(now).max(0) as u64)
}

enum Outcome {
    Done,
    Retry(String),
    Dead(String),
    Unknown,
    LeaseLost,
}

impl Outcome {
    fn name(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Retry(_) => "retry",
            Self::Dead(_) => "dead",
            Self::Unknown => "unknown",
            Self::LeaseLost => "lease_lost",
        }
    }
}
