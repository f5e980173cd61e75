//! Ends runs when the work that they started is over.

use api::ProblemBody;
use area::{ScheduledWork, Services, WorkOutcome, WorkReport};
use async_trait::async_trait;
use generation::{FollowedRuns, Run, RunFollower, RunState};
use jobs::{Job, JobResult, Queue};
use kernel::{Fallible, SECOND, truncate};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx, to_json};

use crate::hints::announce;
use crate::notices::{self, News};
use crate::rules::{FAILURES_MAX, RESULT_MAX_CHARS, is_same_result};
use crate::schedule::{PauseReason, ScheduleId, ScheduleRun, ScheduleRunId, ScheduleRunState};
use crate::schedules::kind_of;
use crate::start::retry;
use crate::store::{
    find_by_model_run, find_run, find_schedule, last_result, lock_run, lock_schedule, save_run,
    save_schedule,
};

/// The name under which the runs of models that this area follows are noted.
pub(crate) const CHECK: &str = "schedules.conclude";
/// Interval at which work without a run is looked at.
pub(crate) const LOOK_AGAIN_SECONDS: i64 = 15;

/// Has the end of a model's run looked at once its answer is there.
pub(crate) struct WhenRunEnds {
    pub queue: Queue,
}

impl WhenRunEnds {
    async fn look(&self, tx: &mut Tx, run: &Run) -> StoreResult<()> {
        match find_by_model_run(tx, run.id).await? {
            Some(id) => self.queue.enqueue(tx, &Conclude { id }).await,
            None => Ok(()),
        }
    }
}

#[async_trait]
impl RunFollower for WhenRunEnds {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::Checked(CHECK)
    }

    async fn paused(&self, tx: &mut Tx, run: &Run) -> StoreResult<()> {
        self.look(tx, run).await
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        self.look(tx, run).await
    }
}

/// Looks at the work of a run, and ends the run with it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Conclude {
    pub id: ScheduleRunId,
}

impl Job for Conclude {
    type Context = Services;

    const NAME: &'static str = CHECK;

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let Some(run) = find_run(&mut conn, self.id).await? else { return Ok(()) };
        let Some(schedule) = find_schedule(&mut conn, run.schedule_id).await? else {
            return Ok(());
        };
        drop(conn);
        let is_going = matches!(run.state(), ScheduleRunState::Running | ScheduleRunState::Waiting);
        let (Some(kind), Some(id), true) =
            (kind_of(services, &schedule.kind), run.work_id, is_going)
        else {
            return Ok(());
        };
        let work =
            ScheduledWork { id, path: run.path.clone().unwrap_or_default(), run_id: run.run_id };
        let report = kind.report(&schedule.payer(), &work).await?;
        let is_unchanged = self.write(services, schedule.id, report).await?;
        if is_unchanged {
            kind.settle_unchanged(&schedule.payer(), &work).await?;
        }
        announce(services, &schedule);
        Ok(())
    }
}

impl Conclude {
    /// Writes how far the work is; returns true if it ended as the last one did.
    async fn write(
        &self,
        services: &Services,
        schedule_id: ScheduleId,
        report: WorkReport,
    ) -> Fallible<bool> {
        let WorkReport { outcome, charged } = report;
        let now = services.clock.now();
        let mut tx = services.db.begin().await?;
        let Some(mut run) = lock_run(&mut tx, self.id).await?.filter(|run| run.state().is_open())
        else {
            return Ok(false);
        };
        run.charged = charged;
        let mut is_unchanged = false;
        match outcome {
            WorkOutcome::Working | WorkOutcome::Waiting => {
                let is_waiting = outcome == WorkOutcome::Waiting;
                run.set_state(
                    if is_waiting { ScheduleRunState::Waiting } else { ScheduleRunState::Running },
                    now,
                );
                save_run(&mut tx, &run).await?;
                if run.run_id.is_none() {
                    let at = now.plus(LOOK_AGAIN_SECONDS * SECOND);
                    services.queue.enqueue_at(&mut tx, self, at).await?;
                }
            }
            WorkOutcome::Complete { text } => {
                let state = compare(&mut tx, schedule_id, &mut run, text).await?;
                is_unchanged = state == ScheduleRunState::Unchanged;
                end(services, &mut tx, schedule_id, &mut run, state, None).await?;
            }
            WorkOutcome::Failed(problem) => {
                if !retry(services, &mut tx, &mut run, &problem).await? {
                    let state = ScheduleRunState::Failed;
                    end(services, &mut tx, schedule_id, &mut run, state, Some(&problem)).await?;
                }
            }
            WorkOutcome::Stopped => {
                let state = ScheduleRunState::Stopped;
                end(services, &mut tx, schedule_id, &mut run, state, None).await?;
            }
        }
        tx.commit().await?;
        Ok(is_unchanged)
    }
}

/// Compares a result with the last one, where only changes are news, and keeps it if it differs.
async fn compare(
    tx: &mut Tx,
    schedule_id: ScheduleId,
    run: &mut ScheduleRun,
    text: Option<String>,
) -> Fallible<ScheduleRunState> {
    let Some(text) = text else { return Ok(ScheduleRunState::Unchanged) };
    let text = truncate(&text, RESULT_MAX_CHARS);
    let only_changes =
        find_schedule(tx, schedule_id).await?.is_some_and(|known| known.only_changes);
    let last = last_result(tx, schedule_id, run.created_at).await?;
    if only_changes && last.is_some_and(|last| is_same_result(&last, &text)) {
        return Ok(ScheduleRunState::Unchanged);
    }
    run.result = Some(text);
    Ok(ScheduleRunState::Succeeded)
}

/// Ends a run, counts failures of its schedule, and tells its person.
pub(crate) async fn end(
    services: &Services,
    tx: &mut Tx,
    schedule_id: ScheduleId,
    run: &mut ScheduleRun,
    state: ScheduleRunState,
    problem: Option<&ProblemBody>,
) -> Fallible<()> {
    let now = services.clock.now();
    run.set_state(state, now);
    run.retry_at = None;
    run.problem = problem.map(to_json).transpose()?;
    save_run(tx, run).await?;
    let Some(mut schedule) = lock_schedule(tx, schedule_id).await? else { return Ok(()) };
    let failures = match state {
        ScheduleRunState::Failed => schedule.failures + 1,
        ScheduleRunState::Succeeded | ScheduleRunState::Unchanged => 0,
        _ => schedule.failures,
    };
    let is_too_many = failures >= FAILURES_MAX && schedule.next_at.is_some();
    if failures != schedule.failures || is_too_many {
        schedule.failures = failures;
        if is_too_many {
            schedule.pause(PauseReason::Failures);
        }
        save_schedule(tx, &schedule).await?;
    }
    let news = match state {
        _ if is_too_many => News::Paused,
        ScheduleRunState::Succeeded => News::Ready,
        ScheduleRunState::Failed => News::Failed,
        ScheduleRunState::Skipped => News::Skipped,
        _ => return Ok(()),
    };
    notices::tell(services, tx, &schedule, run, news).await?;
    Ok(())
}
