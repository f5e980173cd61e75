//! Finds the schedules whose time has come, writes a run for each, and moves them to their next time: in one transaction, so
//! that a time comes once however many processes look, and whenever one dies.

use std::collections::BTreeSet;

use api::ProblemBody;
use area::Services;
use jobs::{Job, JobResult};
use kernel::{Fallible, MINUTE, Problem, Timestamp};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx, to_json};

use crate::hints::announce;
use crate::problems::{MISSED, STILL_RUNNING};
use crate::rules::MISSED_AFTER_MINUTES;
use crate::schedule::{MissedRuns, Schedule, ScheduleRun, ScheduleRunId, ScheduleRunState};
use crate::start::{START_BATCH, StartRuns};
use crate::store::{advance, has_open_run, insert_run, list_due};

/// Number of schedules that one transaction moves on: others write between two of them.
const FIRE_BATCH: i64 = 100;
/// Number of missed times that are counted.
const MISSED_COUNTED: usize = 10_000;

/// Starts what is due at a time. Schedules that are due together share one.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FireDue {
    at: Timestamp,
}

impl Job for FireDue {
    type Context = Services;

    const NAME: &'static str = "schedules.fire_due";
    const AT_ONCE: usize = 1;

    async fn run(self, services: &Services) -> JobResult {
        fire_all(services).await
    }
}

/// Has schedules looked at when `at` comes.
pub(crate) async fn set_alarm(services: &Services, tx: &mut Tx, at: Timestamp) -> StoreResult<()> {
    let job = FireDue { at };
    match services.queue.holds(tx, &job).await? {
        true => Ok(()),
        false => services.queue.enqueue_at(tx, &job, at).await,
    }
}

/// Starts all that is due.
pub(crate) async fn fire_all(services: &Services) -> Fallible<()> {
    while fire_some(services).await? {}
    Ok(())
}

/// Starts some of what is due; returns true if there may be more.
async fn fire_some(services: &Services) -> Fallible<bool> {
    let now = services.clock.now();
    let mut tx = services.db.begin_low_priority().await?;
    let due = list_due(&mut tx, now, FIRE_BATCH).await?;
    let (mut starts, mut alarms) = (Vec::new(), BTreeSet::new());
    for schedule in &due {
        let fired = fire(&mut tx, schedule, now).await?;
        starts.extend(fired.start);
        alarms.extend(fired.next_at);
    }
    for ids in starts.chunks(START_BATCH) {
        services.queue.enqueue(&mut tx, &StartRuns { ids: ids.to_vec() }).await?;
    }
    for at in alarms {
        set_alarm(services, &mut tx, at).await?;
    }
    tx.commit().await?;
    for schedule in &due {
        announce(services, schedule);
    }
    Ok(due.len() as i64 == FIRE_BATCH)
}

/// What came of a schedule that was due.
#[derive(Default)]
struct Fired {
    start: Option<ScheduleRunId>,
    next_at: Option<Timestamp>,
}

async fn fire(tx: &mut Tx, schedule: &Schedule, now: Timestamp) -> StoreResult<Fired> {
    let Some(due_at) = schedule.next_at else { return Ok(Fired::default()) };
    let plan = Plan::of(schedule, due_at, now);
    if !advance(tx, schedule.id, due_at, plan.next_at).await? {
        return Ok(Fired::default());
    }
    let refusal: Option<Problem> =
        match plan.is_missed && schedule.missed == MissedRuns::Skip.as_str() {
            true => Some(MISSED.with("missed", plan.missed + 1)),
            false if has_open_run(tx, schedule.id).await? => Some(STILL_RUNNING.into()),
            false => None,
        };
    let id = ScheduleRunId::new(now);
    let mut run = ScheduleRun::new(id, schedule.id, plan.for_at, now);
    run.missed = plan.missed;
    if let Some(problem) = &refusal {
        run.problem = Some(to_json(&ProblemBody::from(problem))?);
        run.set_state(ScheduleRunState::Skipped, now);
    }
    let is_new = insert_run(tx, &run).await?;
    Ok(Fired { start: (is_new && refusal.is_none()).then_some(id), next_at: plan.next_at })
}

/// The time that a run is for, and the next one.
#[derive(Debug, PartialEq, Eq)]
struct Plan {
    for_at: Timestamp,
    /// Number of earlier times that passed.
    missed: i64,
    /// True if the newest of them passed long ago.
    is_missed: bool,
    next_at: Option<Timestamp>,
}

impl Plan {
    fn of(schedule: &Schedule, due_at: Timestamp, now: Timestamp) -> Self {
        let mut plan = Self { for_at: due_at, missed: 0, is_missed: false, next_at: None };
        match schedule.recurrence() {
            Ok(recurrence) => {
                for date in recurrence.dates_after(due_at).take(MISSED_COUNTED) {
                    if date > now {
                        plan.next_at = Some(date);
                        break;
                    }
                    (plan.for_at, plan.missed) = (date, plan.missed + 1);
                }
                if plan.next_at.is_none() && plan.missed as usize == MISSED_COUNTED {
                    plan.next_at = recurrence.next_after(now);
                }
            }
            // A zone that is gone from the database of zones: it ends, and its page says so.
            Err(problem) => {
                tracing::error!(schedule = %schedule.id, code = problem.kind.code, "a schedule can't be read");
            }
        }
        plan.is_missed = now.since(plan.for_at) > MISSED_AFTER_MINUTES * MINUTE;
        plan
    }
}
