//! Runs that wait for a slot, or for a busy provider.
//!
//! A waiting run has no task: everything needed to begin it is in a row. A process with a free slot claims the row; so
//! a restart loses nothing, and nobody is answered twice. `line.rs` counts slots, `turns.rs` decides who is next.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Failure, Fallible, RunId, SECOND, Timestamp, UserId};
use providers::{ModelRequest, ResolvedModel};
use store::{Conn, StoreResult, Tx, sql};
use tokio::time::Instant;

use crate::conclude::Outcome;
use crate::engine::Engine;
use crate::event::{RunEvent, Sequenced};
use crate::generation::{Generation, Inner, RENEW_EVERY};
use crate::journal::Row;
use crate::line::Place;
use crate::progress::Progress;
use crate::recover::fold_events;
use crate::rules::{BUSY_TRIES_MAX, BUSY_WAIT_MAX_SECONDS};
use crate::store::{find_run, insert_event, insert_run, set_aside};
use crate::turns::{Turn, Waiting, check_line, connection_of, is_news, next_of, turn_of};
use crate::writer::Writer;
use crate::{Run, RunRequest, RunState, Settings, Tool};

/// Topic on which processes are told that a run was queued.
const LINE_TOPIC: &str = "runs.line";
/// Minimum time between two messages that tell readers they have moved up.
const TELL_EVERY: Duration = Duration::from_secs(1);
/// Number of answers whose duration is used to estimate the next one.
const ANSWERS_TIMED: i64 = 20;

impl Generation {
    /// Sets how many answers are written at once, and how many may wait. Only the first call counts; call
    /// it before [`Generation::begin`].
    pub fn set_limits(&self, limits: Settings) {
        self.0.line.set_limits(limits);
    }

    /// Queues a run instead of starting it, in the caller's transaction.
    ///
    /// Problems: [`crate::LINE_FULL`], [`crate::OWN_LINE_FULL`].
    pub(crate) async fn wait_in_line(
        &self,
        tx: &mut Tx,
        request: &RunRequest,
        call: ModelRequest,
    ) -> Fallible<()> {
        let inner = &self.0;
        let (now, user_id) = (inner.clock.now(), request.payer.user_id);
        let (limits, connection) = (inner.line.limits(), connection_of(&request.model.info.id));
        let mut line = list_line(tx).await?;
        line.push(Waiting {
            run_id: request.run_id,
            user_id,
            connection: connection.to_owned(),
            not_before: now,
            position: 0,
            seq: 1,
        });
        let took = list_times(tx).await?;
        let at = line.len() - 1;
        let turn = turn_of(&line, at, now, &limits, &took);
        check_line(&line[..at], user_id, &limits, turn.wait_seconds)?;
        let row = queued_row(&line[at], turn, now);
        insert_run(tx, request, RunState::Queued, &row, inner.process, now).await?;
        let waiting = Waiting { position: turn.position, ..line.swap_remove(at) };
        insert_waiting(tx, &waiting, now, 0, &Progress::new(call)).await?;
        inner.line.note_waiting(&waiting.connection);
        let inner = inner.clone();
        tx.after_commit(move || inner.tell_line());
        Ok(())
    }

    /// Begins runs whose turn it is, and reports positions to the others. Runs until [`Generation::stop`].
    pub(crate) async fn serve_line(&self) {
        let mut hints = self.0.bus.subscribe(LINE_TOPIC);
        let mut told_at: Option<Instant> = None;
        // Runs left by the last process are checked at once.
        let mut again = Duration::ZERO;
        loop {
            tokio::select! {
                () = self.0.stopping.cancelled() => return,
                () = self.0.line.changed.notified() => {}
                Some(_) = hints.next() => {}
                () = tokio::time::sleep(again) => {}
            }
            let since = told_at.map_or(TELL_EVERY, |at| at.elapsed());
            let is_time = since >= TELL_EVERY;
            again = match self.begin_next(is_time).await {
                Ok(due) => due.map_or(RENEW_EVERY, |due| due.min(RENEW_EVERY)),
                Err(fault) => {
                    tracing::warn!(%fault, "the line could not be served");
                    RENEW_EVERY
                }
            };
            if is_time {
                told_at = Some(Instant::now());
            } else {
                again = again.min(TELL_EVERY.saturating_sub(since));
            }
        }
    }

    /// Begins all runs whose turn it is now, and reports positions to the others.
    pub async fn move_up(&self) -> Fallible<()> {
        self.begin_next(true).await.map(|_| ())
    }

    /// Begins the next runs; returns the delay until the next run that its provider postponed may begin.
    async fn begin_next(&self, tell: bool) -> Fallible<Option<Duration>> {
        let inner = &self.0;
        // Runs that could not be begun now, or were begun by another process: they must not block the others.
        let mut passed: HashSet<RunId> = HashSet::new();
        loop {
            let mut conn = inner.db.read().await?;
            let line = list_line(&mut conn).await?;
            drop(conn);
            let now = inner.clock.now();
            inner.line.note_line(line.iter().filter(|one| one.not_before <= now));
            let open: Vec<Waiting> =
                line.iter().filter(|one| !passed.contains(&one.run_id)).cloned().collect();
            let next = next_of(&open, now, |connection| inner.line.has_room(connection));
            let is_over = inner.tasks.is_closed() || inner.stopping.is_cancelled();
            let Some(next) = next.filter(|_| !is_over) else {
                if tell {
                    inner.tell_turns(&line).await?;
                }
                let due = line.iter().map(|one| one.not_before).filter(|at| *at > now).min();
                let wait = due.map(|at| u64::try_from(at.since(now)).unwrap_or_default());
                return Ok(wait.map(Duration::from_micros));
            };
            passed.insert(next.run_id);
            let Some(place) = inner.line.take_in_turn(&next.connection) else { continue };
            if let Err(fault) = self.begin_waiting(next.run_id, place).await {
                tracing::error!(run.id = %next.run_id, %fault, "a run that waits could not begin");
            }
        }
    }

    /// Begins a waiting run, unless another process has or it is over.
    async fn begin_waiting(&self, run_id: RunId, place: Place) -> Fallible<()> {
        let inner = &self.0;
        let mut conn = inner.db.read().await?;
        let (Some(run), Some(row)) =
            (find_run(&mut conn, run_id).await?, find_waiting(&mut conn, run_id).await?)
        else {
            return Ok(());
        };
        drop(conn);
        let progress = row.progress()?;
        // Resolved before and outside of the transaction, because it may be slow.
        let revived = self.revive_waiting(&run, &progress).await;
        let mut tx = inner.db.begin().await?;
        let claimed = inner.claim_waiting(&mut tx, &run, Some(row.tries)).await?;
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
                place,
            };
            engine.begin();
        });
        Ok(inner.commit_claim(tx, run.id).await?)
    }

    /// Returns the model and the tools of a run that waits, as they are now.
    async fn revive_waiting(
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

    /// Ends a run that waits in line. `false` when it does not.
    pub(crate) async fn end_waiting(&self, run_id: RunId, outcome: Outcome) -> StoreResult<bool> {
        let inner = &self.0;
        let mut tx = inner.db.begin().await?;
        let Some(run) = find_run(&mut tx, run_id).await? else { return Ok(false) };
        let Some(row) = find_waiting(&mut tx, run_id).await? else { return Ok(false) };
        // One that cannot be read does not keep it from ending.
        let progress = row.progress().unwrap_or_else(|fault| {
            tracing::error!(run.id = %run_id, %fault, "what a run used is not known");
            Progress::default()
        });
        let claimed = inner.claim_waiting(&mut tx, &run, None).await?;
        let Some(claimed) = claimed else { return Ok(false) };
        inner.reserve(run_id);
        inner.commit_claim(tx, run_id).await?;
        inner.end_claimed(claimed, outcome, &progress.used()).await?;
        // Those behind it move up.
        inner.tell_line();
        Ok(true)
    }
}

impl Inner {
    /// Makes all processes check the queue.
    fn tell_line(&self) {
        self.line.changed.notify_one();
        if self.bus.is_shared() {
            self.bus.publish(LINE_TOPIC, "");
        }
    }

    /// Makes this process the owner of a waiting run, and takes it out of the queue. `None` if it no longer waits, or
    /// not as it did after `tries`: it has begun meanwhile, and waits again.
    async fn claim_waiting(
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
    async fn tell_turns(&self, line: &[Waiting]) -> StoreResult<()> {
        if line.is_empty() {
            return Ok(());
        }
        let (now, limits) = (self.clock.now(), self.line.limits());
        let mut conn = self.db.read().await?;
        let took = list_times(&mut conn).await?;
        drop(conn);
        let turns = (0..line.len()).map(|at| (&line[at], turn_of(line, at, now, &limits, &took)));
        let news: Vec<_> =
            turns.filter(|(one, turn)| is_news(one.position, turn.position)).collect();
        if news.is_empty() {
            return Ok(());
        }
        let mut told = Vec::with_capacity(news.len());
        let mut tx = self.db.begin_relaxed().await?;
        for (one, turn) in news {
            let moved = sql!(
                &mut tx,
                execute,
                "UPDATE queued_runs SET position = $3, seq = seq + 1 WHERE run_id = $1 AND seq = $2",
                one.run_id,
                one.seq,
                turn.position
            )?;
            // Another process has reported it meanwhile, or it has begun.
            if moved == 1 {
                let next = Waiting { seq: one.seq + 1, ..one.clone() };
                insert_event(&mut tx, &queued_row(&next, turn, now)).await?;
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
    pub fn asked_to_wait(&self, outcome: &Outcome) -> Option<i64> {
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
    pub async fn step_aside(&self, writer: &Writer, progress: &Progress, seconds: i64) -> bool {
        let inner = &self.inner;
        let stored = || self.store_waiting(writer.draft.seq + 1, progress, seconds);
        let Some(Some(row)) = inner.until_done(self.run.id, stored).await else { return false };
        inner.let_go(self.run.id, &row);
        inner.tell_line();
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
        if !set_aside(&mut tx, run, RunState::Queued).await? {
            return Ok(None);
        }
        let mut line = list_line(&mut tx).await?;
        line.push(Waiting {
            run_id: run.id,
            user_id: run.user_id,
            connection: connection_of(&run.model).to_owned(),
            not_before: now.plus(seconds * SECOND),
            position: 0,
            seq,
        });
        let at = line.len() - 1;
        let turn = turn_of(&line, at, now, &inner.line.limits(), &list_times(&mut tx).await?);
        let waiting = Waiting { position: turn.position, ..line.swap_remove(at) };
        insert_waiting(&mut tx, &waiting, now, self.tries + 1, progress).await?;
        let row = queued_row(&waiting, turn, now);
        insert_event(&mut tx, &row).await?;
        tx.commit().await?;
        Ok(Some(row))
    }
}

fn queued_row(waiting: &Waiting, turn: Turn, now: Timestamp) -> Row {
    let Turn { position, wait_seconds: estimated_wait_seconds } = turn;
    let event = RunEvent::RunQueued { position, estimated_wait_seconds, at: now };
    Row::new(waiting.run_id, &Sequenced { seq: waiting.seq, event })
}

async fn insert_waiting(
    tx: &mut Tx,
    waiting: &Waiting,
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
async fn list_line(conn: &mut Conn) -> StoreResult<Vec<Waiting>> {
    let rows = sql!(
        conn,
        all(RunId, UserId, String, Timestamp, i64, i64),
        "SELECT run_id, user_id, connection, not_before, position, seq FROM queued_runs
         ORDER BY queued_at, run_id"
    )?;
    let waiting = |(run_id, user_id, connection, not_before, position, seq)| Waiting {
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
async fn list_times(conn: &mut Conn) -> StoreResult<Vec<i64>> {
    let rows = sql!(
        conn,
        all(i64,),
        "SELECT finished_at - created_at - waited FROM runs
         WHERE finished_at IS NOT NULL AND state = 'completed' AND message_id IS NOT NULL
         ORDER BY finished_at DESC LIMIT $1",
        ANSWERS_TIMED
    )?;
    Ok(rows.into_iter().map(|(took,)| took).collect())
}

/// The columns of a waiting run that are needed to begin it.
struct WaitingRow {
    tries: i64,
    progress: String,
}

impl WaitingRow {
    fn progress(&self) -> Fallible<Progress> {
        Progress::from_json(&self.progress)
            .map_err(|error| Failure::internal(format!("what a run asks cannot be read: {error}")))
    }
}

async fn find_waiting(conn: &mut Conn, run_id: RunId) -> StoreResult<Option<WaitingRow>> {
    let row = sql!(
        conn,
        optional(i64, String),
        "SELECT tries, progress FROM queued_runs WHERE run_id = $1",
        run_id
    )?;
    Ok(row.map(|(tries, progress)| WaitingRow { tries, progress }))
}
