//! Runs that wait for a slot, or for a busy provider.
//!
//! A waiting run has no task: everything needed to begin it is in a row. A process with a free slot claims the row; so
//! a restart loses nothing, and nobody is answered twice. `concurrency_limiter.rs` counts permits, `fair_queue.rs` decides
//! who is next, `refusal.rs` refuses new runs of a server that stops.

pub(crate) mod concurrency_limiter;
pub(crate) mod fair_queue;
pub(crate) mod refusal;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::{Failure, Fallible, RunId, SECOND, Timestamp, UserId};
use live_settings::Section;
use providers::{ModelRequest, ResolvedModel};
use store::{Conn, StoreResult, Tx, sql};
use tokio::time::Instant;

use crate::engine::Engine;
use crate::event::{RunEvent, Sequenced};
use crate::generation::{Generation, Inner, RENEW_EVERY};
use crate::journal::Row;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::queue::concurrency_limiter::Permit;
use crate::queue::fair_queue::{
    QueuePosition, QueuedRun, check_capacity, connection_of, next_of, position_of, should_notify,
};
use crate::recover::fold_events;
use crate::rules::{BUSY_TRIES_MAX, BUSY_WAIT_MAX_SECONDS};
use crate::store::{find_run, insert_event, insert_run, suspend};
use crate::writer::Writer;
use crate::{Run, RunRequest, RunState, Settings, Tool};

/// Topic on which processes are told that a run was queued.
const QUEUE_TOPIC: &str = "runs.line";
/// Minimum time between two messages that tell readers they have moved up.
const NOTIFY_EVERY: Duration = Duration::from_secs(1);
/// Number of answers whose duration is used to estimate the next one.
const DURATIONS_SAMPLED: i64 = 20;

impl Generation {
    /// Sets how many answers are written at once, and how many may wait. Only the first call counts; call
    /// it before [`Generation::begin`].
    pub fn set_limits(&self, limits: impl Into<Section<Settings>>) {
        self.0.limiter.set_limits(limits.into());
    }

    /// Queues a run instead of starting it, in the caller's transaction.
    ///
    /// Problems: [`crate::QUEUE_FULL`], [`crate::OWN_QUEUE_FULL`].
    pub(crate) async fn enqueue_run(
        &self,
        tx: &mut Tx,
        request: &RunRequest,
        call: ModelRequest,
    ) -> Fallible<()> {
        let inner = &self.0;
        let (now, user_id) = (inner.clock.now(), request.payer.user_id);
        let (limits, connection) = (inner.limiter.limits(), connection_of(&request.model.info.id));
        let mut queue = list_queue(tx).await?;
        queue.push(QueuedRun {
            run_id: request.run_id,
            user_id,
            connection: connection.to_owned(),
            not_before: now,
            position: 0,
            seq: 1,
        });
        let took = list_durations(tx).await?;
        let at = queue.len() - 1;
        let place = position_of(&queue, at, now, &limits, &took);
        check_capacity(&queue[..at], user_id, &limits, place.wait_seconds)?;
        let row = queued_row(&queue[at], place, now);
        insert_run(tx, request, RunState::Queued, &row, inner.process, now).await?;
        let waiting = QueuedRun { position: place.position, ..queue.swap_remove(at) };
        insert_queued(tx, &waiting, now, 0, &Progress::new(call)).await?;
        inner.limiter.add_waiting(&waiting.connection);
        let inner = inner.clone();
        tx.after_commit(move || inner.wake_queues());
        Ok(())
    }

    /// Begins runs whose turn it is, and reports positions to the others. Runs until [`Generation::stop`].
    pub(crate) async fn serve_queue(&self) {
        let mut hints = self.0.bus.subscribe(QUEUE_TOPIC);
        let mut told_at: Option<Instant> = None;
        // Runs left by the last process are checked at once.
        let mut again = Duration::ZERO;
        loop {
            tokio::select! {
                () = self.0.stopping.cancelled() => return,
                () = self.0.limiter.changed.notified() => {}
                Some(_) = hints.next() => {}
                () = tokio::time::sleep(again) => {}
            }
            let since = told_at.map_or(NOTIFY_EVERY, |at| at.elapsed());
            let is_time = since >= NOTIFY_EVERY;
            again = match self.begin_next(is_time).await {
                Ok(due) => due.map_or(RENEW_EVERY, |due| due.min(RENEW_EVERY)),
                Err(fault) => {
                    tracing::warn!(%fault, "the queue could not be served");
                    RENEW_EVERY
                }
            };
            if is_time {
                told_at = Some(Instant::now());
            } else {
                again = again.min(NOTIFY_EVERY.saturating_sub(since));
            }
        }
    }

    /// Begins all runs whose turn it is now, and reports positions to the others.
    pub async fn advance_queue(&self) -> Fallible<()> {
        self.begin_next(true).await.map(|_| ())
    }

    /// Begins the next runs; returns the delay until the next run that its provider postponed may begin.
    async fn begin_next(&self, tell: bool) -> Fallible<Option<Duration>> {
        let inner = &self.0;
        // Runs that could not be begun now, or were begun by another process: they must not block the others.
        let mut passed: HashSet<RunId> = HashSet::new();
        loop {
            let mut conn = inner.db.read().await?;
            let queue = list_queue(&mut conn).await?;
            drop(conn);
            let now = inner.clock.now();
            inner.limiter.set_waiting(queue.iter().filter(|one| one.not_before <= now));
            let open: Vec<QueuedRun> =
                queue.iter().filter(|one| !passed.contains(&one.run_id)).cloned().collect();
            let next = next_of(&open, now, |connection| inner.limiter.has_room(connection));
            let is_over = inner.tasks.is_closed() || inner.stopping.is_cancelled();
            let Some(next) = next.filter(|_| !is_over) else {
                if tell {
                    inner.publish_positions(&queue).await?;
                }
                let due = queue.iter().map(|one| one.not_before).filter(|at| *at > now).min();
                let wait = due.map(|at| u64::try_from(at.since(now)).unwrap_or_default());
                return Ok(wait.map(Duration::from_micros));
            };
            passed.insert(next.run_id);
            let Some(permit) = inner.limiter.try_acquire_next(&next.connection) else { continue };
            if let Err(fault) = self.start_queued(next.run_id, permit).await {
                tracing::error!(run.id = %next.run_id, %fault, "a run that waits could not begin");
            }
        }
    }

    /// Begins a waiting run, unless another process has or it is over.
    async fn start_queued(&self, run_id: RunId, permit: Permit) -> Fallible<()> {
        let inner = &self.0;
        let mut conn = inner.db.read().await?;
        let (Some(run), Some(row)) =
            (find_run(&mut conn, run_id).await?, find_queued(&mut conn, run_id).await?)
        else {
            return Ok(());
        };
        drop(conn);
        let progress = row.progress()?;
        // Resolved before and outside of the transaction, because it may be slow.
        let revived = self.revive_queued(&run, &progress).await;
        let mut tx = inner.db.begin().await?;
        let claimed = inner.claim_queued(&mut tx, &run, Some(row.tries)).await?;
        let Some(claimed) = claimed else { return Ok(()) };
        let (model, tools) = match revived {
            Ok(revived) => revived,
            // The run ends with the problem of its model or its tools.
            Err(Failure::Problem(problem)) => {
                inner.reserve(run.id);
                inner.commit_claim(tx, run.id).await?;
                let outcome = Outcome::Failed(problem);
                return Ok(inner.end_claimed(claimed, outcome, &progress.used()).await?);
            }
            Err(fault) => return Err(fault),
        };
        let mut draft = fold_events(&mut tx, &run).await?;
        let (id, message_id) = (model.info.id.clone(), run.message_id);
        let started = RunEvent::RunStarted { model: id, message_id };
        let started = Sequenced { seq: draft.seq + 1, event: started };
        let started_row = Row::new(run.id, &started);
        insert_event(&mut tx, &started_row).await?;
        draft.apply(started);
        let begun = inner.clone();
        let cancelled = inner.reserve(run.id);
        tx.after_commit(move || {
            begun.hub.open(claimed.id);
            begun.hub.publish(claimed.id, started_row.frame());
            begun.wake_readers(claimed.id);
            let is_first = progress.step == 0 && draft.parts.is_empty();
            let first_seq = draft.seq;
            let (request, resumed) = match is_first {
                true => (progress.request, None),
                false => (ModelRequest::default(), Some((draft, progress))),
            };
            let engine = Engine {
                inner: begun.clone(),
                run: claimed,
                model: model.model,
                request,
                tools,
                resumed,
                first_seq,
                tries: row.tries,
                cancelled,
                permit: Mutex::new(permit),
            };
            engine.begin();
        });
        Ok(inner.commit_claim(tx, run.id).await?)
    }

    /// Returns the model and the tools of a run that waits, as they are now.
    async fn revive_queued(
        &self,
        run: &Run,
        progress: &Progress,
    ) -> Fallible<(ResolvedModel, Vec<Arc<dyn Tool>>)> {
        let wanted = &progress.request.tools;
        if wanted.is_empty() {
            let providers = self.0.providers.get();
            let providers = providers.ok_or_else(|| Failure::internal("no providers were set"))?;
            return Ok((providers.resolve(&run.model).await?, Vec::new()));
        }
        let revived = self.revive(run).await?;
        let is_wanted = |tool: &Arc<dyn Tool>| {
            let name = tool.spec().name;
            wanted.iter().any(|spec| spec.name == name)
        };
        Ok((revived.model, revived.tools.into_iter().filter(is_wanted).collect()))
    }

    /// Ends a run that waits in the queue. `false` when it does not.
    pub(crate) async fn end_queued(&self, run_id: RunId, outcome: Outcome) -> StoreResult<bool> {
        let inner = &self.0;
        let mut tx = inner.db.begin().await?;
        let Some(run) = find_run(&mut tx, run_id).await? else { return Ok(false) };
        let Some(row) = find_queued(&mut tx, run_id).await? else { return Ok(false) };
        // One that cannot be read does not keep it from ending.
        let progress = row.progress().unwrap_or_else(|fault| {
            tracing::error!(run.id = %run_id, %fault, "what a run used is not known");
            Progress::default()
        });
        let claimed = inner.claim_queued(&mut tx, &run, None).await?;
        let Some(claimed) = claimed else { return Ok(false) };
        inner.reserve(run_id);
        inner.commit_claim(tx, run_id).await?;
        inner.end_claimed(claimed, outcome, &progress.used()).await?;
        // Those behind it move up.
        inner.wake_queues();
        Ok(true)
    }
}

impl Inner {
    /// Makes all processes check the queue.
    fn wake_queues(&self) {
        self.limiter.changed.notify_one();
        if self.bus.is_shared() {
            self.bus.publish(QUEUE_TOPIC, "");
        }
    }

    /// Makes this process the owner of a waiting run, and takes it out of the queue. `None` if it no longer waits, or
    /// not as it did after `tries`: it has begun meanwhile, and waits again.
    async fn claim_queued(
        &self,
        tx: &mut Tx,
        run: &Run,
        tries: Option<i64>,
    ) -> StoreResult<Option<Run>> {
        let gone = sql!(
            tx,
            optional(Timestamp,),
            "DELETE FROM queued_runs WHERE run_id = $1 AND tries = COALESCE($2, tries)
             RETURNING queued_at",
            run.id,
            tries
        )?;
        let Some((queued_at,)) = gone else { return Ok(None) };
        let waited = run.waited + self.clock.now().since(queued_at);
        let claimed = sql!(
            tx,
            execute,
            "UPDATE runs SET state = 'running', owner = $2, waited = $3
             WHERE id = $1 AND state = 'queued'",
            run.id,
            self.process,
            waited
        )?;
        let owner = self.process;
        Ok((claimed == 1).then(|| Run { state: RunState::Running, owner, waited, ..run.clone() }))
    }

    /// Tells readers of waiting runs when they have moved up.
    async fn publish_positions(&self, queue: &[QueuedRun]) -> StoreResult<()> {
        if queue.is_empty() {
            return Ok(());
        }
        let (now, limits) = (self.clock.now(), self.limiter.limits());
        let mut conn = self.db.read().await?;
        let took = list_durations(&mut conn).await?;
        drop(conn);
        let places =
            (0..queue.len()).map(|at| (&queue[at], position_of(queue, at, now, &limits, &took)));
        let news: Vec<_> =
            places.filter(|(one, place)| should_notify(one.position, place.position)).collect();
        if news.is_empty() {
            return Ok(());
        }
        let mut told = Vec::with_capacity(news.len());
        let mut tx = self.db.begin_relaxed().await?;
        for (one, place) in news {
            let moved = sql!(
                &mut tx,
                execute,
                "UPDATE queued_runs SET position = $3, seq = seq + 1 WHERE run_id = $1 AND seq = $2",
                one.run_id,
                one.seq,
                place.position
            )?;
            // Another process has reported it meanwhile, or it has begun.
            if moved == 1 {
                let next = QueuedRun { seq: one.seq + 1, ..one.clone() };
                insert_event(&mut tx, &queued_row(&next, place, now)).await?;
                told.push(one.run_id);
            }
        }
        tx.commit().await?;
        for run_id in told {
            self.wake_readers(run_id);
        }
        Ok(())
    }
}

impl Engine {
    /// Returns the delay that the provider asks for, if the run can wait that long: an answer that is stored, and whose
    /// model has not begun.
    pub fn retry_after(&self, outcome: &Outcome) -> Option<i64> {
        let Outcome::Failed(problem) = outcome else { return None };
        if problem.kind != providers::BUSY || self.tries >= BUSY_TRIES_MAX {
            return None;
        }
        let seconds = problem.params.get("retry_after_seconds")?.parse::<i64>().ok()?;
        let may_wait = self.run.message_id.is_some() && seconds <= BUSY_WAIT_MAX_SECONDS;
        may_wait.then_some(seconds.max(1))
    }

    /// Records that the run is retried when its provider allows. `false` if it was cancelled meanwhile. Call it only
    /// when everything written is in the journal.
    pub async fn requeue(&self, writer: &Writer, progress: &Progress, seconds: i64) -> bool {
        let inner = &self.inner;
        let stored = || self.store_waiting(writer.draft.seq + 1, progress, seconds);
        let Some(Some(row)) = inner.until_done(self.run.id, stored).await else { return false };
        inner.detach(self.run.id, &row);
        inner.wake_queues();
        true
    }

    async fn store_waiting(
        &self,
        seq: i64,
        progress: &Progress,
        seconds: i64,
    ) -> StoreResult<Option<Row>> {
        let (inner, run) = (&self.inner, &self.run);
        let now = inner.clock.now();
        let mut tx = inner.db.begin().await?;
        if !suspend(&mut tx, run, RunState::Queued).await? {
            return Ok(None);
        }
        let mut queue = list_queue(&mut tx).await?;
        queue.push(QueuedRun {
            run_id: run.id,
            user_id: run.user_id,
            connection: connection_of(&run.model).to_owned(),
            not_before: now.plus(seconds * SECOND),
            position: 0,
            seq,
        });
        let at = queue.len() - 1;
        let place =
            position_of(&queue, at, now, &inner.limiter.limits(), &list_durations(&mut tx).await?);
        let waiting = QueuedRun { position: place.position, ..queue.swap_remove(at) };
        insert_queued(&mut tx, &waiting, now, self.tries + 1, progress).await?;
        let row = queued_row(&waiting, place, now);
        insert_event(&mut tx, &row).await?;
        tx.commit().await?;
        Ok(Some(row))
    }
}

fn queued_row(waiting: &QueuedRun, place: QueuePosition, now: Timestamp) -> Row {
    let QueuePosition { position, wait_seconds: estimated_wait_seconds } = place;
    let event = RunEvent::RunQueued { position, estimated_wait_seconds, at: now };
    Row::new(waiting.run_id, &Sequenced { seq: waiting.seq, event })
}

async fn insert_queued(
    tx: &mut Tx,
    waiting: &QueuedRun,
    now: Timestamp,
    tries: i64,
    progress: &Progress,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO queued_runs (run_id, user_id, connection, queued_at, not_before, tries, position,
             seq, progress) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        waiting.run_id,
        waiting.user_id,
        waiting.connection.as_str(),
        now,
        waiting.not_before,
        tries,
        waiting.position,
        waiting.seq,
        progress.to_json()
    )?;
    Ok(())
}

/// Lists the waiting runs, oldest first.
async fn list_queue(conn: &mut Conn) -> StoreResult<Vec<QueuedRun>> {
    let rows = sql!(
        conn,
        all(RunId, UserId, String, Timestamp, i64, i64),
        "SELECT run_id, user_id, connection, not_before, position, seq FROM queued_runs
         ORDER BY queued_at, run_id"
    )?;
    let waiting = |(run_id, user_id, connection, not_before, position, seq)| QueuedRun {
        run_id,
        user_id,
        connection,
        not_before,
        position,
        seq,
    };
    Ok(rows.into_iter().map(waiting).collect())
}

/// Lists the durations of the newest complete answers, in microseconds.
async fn list_durations(conn: &mut Conn) -> StoreResult<Vec<i64>> {
    let rows = sql!(
        conn,
        all(i64,),
        "SELECT finished_at - created_at - waited FROM runs
         WHERE finished_at IS NOT NULL AND state = 'completed' AND message_id IS NOT NULL
         ORDER BY finished_at DESC LIMIT $1",
        DURATIONS_SAMPLED
    )?;
    Ok(rows.into_iter().map(|(took,)| took).collect())
}

/// The columns of a waiting run that are needed to begin it.
struct QueuedRow {
    tries: i64,
    progress: String,
}

impl QueuedRow {
    fn progress(&self) -> Fallible<Progress> {
        Progress::from_json(&self.progress)
            .map_err(|error| Failure::internal(format!("what a run asks cannot be read: {error}")))
    }
}

async fn find_queued(conn: &mut Conn, run_id: RunId) -> StoreResult<Option<QueuedRow>> {
    let row = sql!(
        conn,
        optional(i64, String),
        "SELECT tries, progress FROM queued_runs WHERE run_id = $1",
        run_id
    )?;
    Ok(row.map(|(tries, progress)| QueuedRow { tries, progress }))
}
