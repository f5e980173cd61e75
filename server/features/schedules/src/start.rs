//! Starts runs that are due. The work and the state of its run are written in one transaction: a run starts once.

use api::ProblemBody;
use area::{ScheduledStart, ScheduledWork, Services};
use entitlements::Window;
use fair_queue::Share;
use jobs::{Job, JobResult};
use kernel::{Failure, Fallible, Problem, SECOND, Timestamp};
use ledger::Budget;
use serde::{Deserialize, Serialize};
use store::{Tx, from_json, to_json};

use crate::conclude::{CHECK, Conclude, LOOK_AGAIN_SECONDS, end};
use crate::hints::announce;
use crate::problems::{INTERRUPTED, KIND_UNKNOWN, MONTH_CAP, RUN_CAP};
use crate::rules::{ATTEMPTS_MAX, wait_before_retry};
use crate::schedule::{PauseReason, Schedule, ScheduleRun, ScheduleRunId, ScheduleRunState};
use crate::schedules::kind_of;
use crate::store::{
    charged_since, find_run, find_schedule, has_access, last_result, lock_run, lock_schedule,
    save_run, save_schedule,
};

/// Number of runs that one job starts.
pub(crate) const START_BATCH: usize = 20;
/// Wait of runs that found the server busy.
const BUSY_SECONDS: i64 = 5;
/// A run that found the server busy for so long has failed.
const BUSY_MAX_SECONDS: i64 = 3_600;

/// Starts runs, one after the other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StartRuns {
    pub ids: Vec<ScheduleRunId>,
}

impl Job for StartRuns {
    type Context = Services;

    const NAME: &'static str = "schedules.start_runs";

    async fn run(self, services: &Services) -> JobResult {
        for (at, id) in self.ids.iter().enumerate() {
            if start(services, *id).await? == Next::Busy {
                return put_off(services, &self.ids[at..]).await;
            }
        }
        Ok(())
    }
}

/// What follows on the start of a run.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    /// It was started, or refused: the next one is.
    Go,
    /// The server takes no more now.
    Busy,
}

/// Tries runs again a little later.
async fn put_off(services: &Services, ids: &[ScheduleRunId]) -> JobResult {
    let mut tx = services.db.begin_low_priority().await?;
    let at = services.clock.now().plus(BUSY_SECONDS * SECOND);
    services.queue.enqueue_at(&mut tx, &StartRuns { ids: ids.to_vec() }, at).await?;
    Ok(tx.commit().await?)
}

async fn start(services: &Services, id: ScheduleRunId) -> Fallible<Next> {
    let mut conn = services.db.read().await?;
    let Some(run) = find_run(&mut conn, id).await? else { return Ok(Next::Go) };
    let Some(schedule) = find_schedule(&mut conn, run.schedule_id).await? else {
        return Ok(Next::Go);
    };
    let now = services.clock.now();
    if run.state() != ScheduleRunState::Due || run.retry_at.is_some_and(|at| at > now) {
        return Ok(Next::Go);
    }
    let may_run = has_access(&mut conn, schedule.id).await?
        && !services.identity.is_suspended(&mut conn, schedule.user_id).await?;
    drop(conn);
    if schedule.deleted_at.is_some() || !may_run {
        return stop(services, &schedule, id).await.map(|()| Next::Go);
    }
    let share = Share::Person(schedule.user_id);
    match share.scope(try_start(services, &schedule, &run)).await {
        Ok(()) => {
            announce(services, &schedule);
            Ok(Next::Go)
        }
        Err(failure) => {
            let waited = now.since(run.due_at.max(run.created_at));
            if is_busy(&failure) && waited < BUSY_MAX_SECONDS * SECOND {
                return Ok(Next::Busy);
            }
            note_failure(services, &schedule, id, failure).await.map(|()| Next::Go)
        }
    }
}

/// Returns true if the server, or the person's part of it, takes no more work now.
fn is_busy(failure: &Failure) -> bool {
    matches!(failure, Failure::Problem(problem) if problem.kind.code.starts_with("generation."))
        && matches!(failure, Failure::Problem(problem) if problem.kind.status == 429)
}

async fn try_start(services: &Services, schedule: &Schedule, run: &ScheduleRun) -> Fallible<()> {
    let kind = kind_of(services, &schedule.kind).ok_or(KIND_UNKNOWN)?;
    let previous = match schedule.only_changes {
        true => {
            let mut conn = services.db.read().await?;
            last_result(&mut conn, schedule.id, run.created_at).await?
        }
        false => None,
    };
    let now = services.clock.now();
    let left = left_of_month(services, schedule, now).await?;
    let wanted = ScheduledStart {
        payer: schedule.payer(),
        title: schedule.title.clone(),
        input: from_json(&schedule.input)?,
        run_cap: schedule.run_cap.into_iter().chain(left).min(),
        budget: schedule.month_cap.map(|_| Budget { id: schedule.id.0, refusal: MONTH_CAP }),
        previous,
    };
    let prepared = kind.prepare(&wanted).await?;
    let charge = prepared.charge().amount;
    if let Some(cap) = schedule.run_cap.filter(|cap| charge > *cap) {
        return Err(RUN_CAP.with("cap", cap).with("charge", charge).into());
    }
    if let Some(cap) = schedule.month_cap.filter(|_| left.is_some_and(|left| charge.max(1) > left))
    {
        return Err(MONTH_CAP.with("cap", cap).into());
    }
    // People who write go first.
    let mut tx = services.db.begin_low_priority().await?;
    let locked = lock_run(&mut tx, run.id).await?;
    let Some(mut run) = locked.filter(|run| run.state() == ScheduleRunState::Due) else {
        return Ok(());
    };
    let work = prepared.start(&mut tx).await?;
    follow(services, &mut tx, &work, run.id, now).await?;
    run.set_state(ScheduleRunState::Running, now);
    run.attempts += 1;
    run.retry_at = None;
    run.started_at = Some(now);
    (run.work_id, run.path, run.run_id) = (Some(work.id), Some(work.path), work.run_id);
    save_run(&mut tx, &run).await?;
    Ok(tx.commit().await?)
}

/// Returns what the runs of this month have left of its limit; `None`: there is none. Runs of models are held against the
/// limit as they begin, other work is not.
async fn left_of_month(
    services: &Services,
    schedule: &Schedule,
    now: Timestamp,
) -> Fallible<Option<i64>> {
    let Some(cap) = schedule.month_cap else { return Ok(None) };
    let mut conn = services.db.read().await?;
    let month = Window::Monthly.period(now);
    let charged = charged_since(&mut conn, schedule.id, month.starts_at).await?;
    Ok(Some(cap.saturating_sub(charged)))
}

/// Has the end of the work noticed.
async fn follow(
    services: &Services,
    tx: &mut Tx,
    work: &ScheduledWork,
    id: ScheduleRunId,
    now: Timestamp,
) -> Fallible<()> {
    match work.run_id {
        Some(run_id) => generation::note_check(tx, run_id, CHECK).await?,
        None => {
            let at = now.plus(LOOK_AGAIN_SECONDS * SECOND);
            services.queue.enqueue_at(tx, &Conclude { id }, at).await?;
        }
    }
    Ok(())
}

/// Stops a run of a schedule that is deleted, or whose person may no longer run it.
async fn stop(services: &Services, schedule: &Schedule, id: ScheduleRunId) -> Fallible<()> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    if let Some(mut run) = lock_run(&mut tx, id).await? {
        run.set_state(ScheduleRunState::Stopped, now);
        save_run(&mut tx, &run).await?;
    }
    if !has_access(&mut tx, schedule.id).await?
        && let Some(mut schedule) = lock_schedule(&mut tx, schedule.id).await?
    {
        schedule.pause(PauseReason::Access);
        save_schedule(&mut tx, &schedule).await?;
    }
    Ok(tx.commit().await?)
}

/// Writes down that a run could not be started: it is tried again, skipped, or has failed.
async fn note_failure(
    services: &Services,
    schedule: &Schedule,
    id: ScheduleRunId,
    failure: Failure,
) -> Fallible<()> {
    let problem: Problem = match failure {
        Failure::Problem(problem) => problem,
        Failure::Internal(cause) => {
            tracing::warn!(%cause, schedule = %schedule.id, "a scheduled run can't be started");
            INTERRUPTED.into()
        }
    };
    let state = match problem.kind.code == RUN_CAP.code || problem.kind.code == MONTH_CAP.code {
        true => ScheduleRunState::Skipped,
        false => ScheduleRunState::Failed,
    };
    let problem = ProblemBody::from(&problem);
    let mut tx = services.db.begin().await?;
    let locked = lock_run(&mut tx, id).await?;
    let Some(mut run) = locked.filter(|run| run.state() == ScheduleRunState::Due) else {
        return Ok(());
    };
    run.attempts += 1;
    if !retry(services, &mut tx, &mut run, &problem).await? {
        end(services, &mut tx, schedule.id, &mut run, state, Some(&problem)).await?;
    }
    tx.commit().await?;
    announce(services, schedule);
    Ok(())
}

/// Plans another attempt if the failure may pass by itself; returns false if there is none.
pub(crate) async fn retry(
    services: &Services,
    tx: &mut Tx,
    run: &mut ScheduleRun,
    problem: &ProblemBody,
) -> Fallible<bool> {
    let may_pass = problem.status >= 500 || problem.status == 429;
    if !may_pass || run.attempts >= ATTEMPTS_MAX {
        return Ok(false);
    }
    let now = services.clock.now();
    let at = now.plus(wait_before_retry(run.attempts));
    run.set_state(ScheduleRunState::Due, now);
    run.retry_at = Some(at);
    run.problem = Some(to_json(problem)?);
    save_run(tx, run).await?;
    services.queue.enqueue_at(tx, &StartRuns { ids: vec![run.id] }, at).await?;
    Ok(true)
}
