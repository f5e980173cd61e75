//! A person's schedules, and the history of their runs, in their archive.

use api::ProblemBody;
use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, RunId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{StoreResult, Tx, from_json, to_json};

use crate::recurrence::Recurrence;
use crate::rules::{RESULT_MAX_CHARS, SCHEDULES_MAX, check_cap, check_title};
use crate::schedule::{
    MissedRuns, PauseReason, Schedule, ScheduleId, ScheduleRun, ScheduleRunId, ScheduleRunState,
    ScheduleState,
};
use crate::schedules::kind_of;
use crate::store::{
    count_schedules, find_own, find_run, find_schedule, insert_run, insert_schedule,
    list_ended_runs, list_schedules, save_run, save_seen,
};
use crate::wire::ScheduleTimes;

/// Runs that are read at once: each may have a long result.
const RUNS_AT_ONCE: i64 = 100;

/// Exports and imports a person's schedules. They come back paused: nothing starts to spend by itself (decision 1023).
pub(crate) struct SchedulesInArchive(Services);

impl SchedulesInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct ScheduleLine {
    id: ScheduleId,
    title: String,
    kind: String,
    input: Value,
    times: ScheduleTimes,
    missed: MissedRuns,
    only_changes: bool,
    by_mail: bool,
    by_push: bool,
    run_cap: Option<i64>,
    month_cap: Option<i64>,
    /// True if it has no further dates.
    ended: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl ScheduleLine {
    fn new(schedule: Schedule) -> StoreResult<Self> {
        Ok(Self {
            ended: schedule.state() == ScheduleState::Ended,
            id: schedule.id,
            title: schedule.title,
            kind: schedule.kind,
            input: from_json(&schedule.input)?,
            times: ScheduleTimes {
                start: schedule.starts_on,
                zone: schedule.zone,
                rule: schedule.rule,
            },
            missed: MissedRuns::parse(&schedule.missed),
            only_changes: schedule.only_changes,
            by_mail: schedule.by_mail,
            by_push: schedule.by_push,
            run_cap: schedule.run_cap,
            month_cap: schedule.month_cap,
            created_at: schedule.created_at,
            updated_at: schedule.updated_at,
        })
    }

    /// Returns true if it keeps the rules. What it starts is checked when it starts.
    fn is_allowed(&self) -> bool {
        let ScheduleTimes { start, zone, rule } = &self.times;
        let recurrence = Recurrence::parse(start, zone, rule.as_deref());
        recurrence.is_ok_and(|recurrence| recurrence.check_interval().is_ok())
            && self.input.is_object()
            && check_title(&self.title).is_ok_and(|title| title == self.title)
            && check_cap(self.run_cap).is_ok()
            && check_cap(self.month_cap).is_ok()
    }

    fn into_schedule(self, person: Person) -> StoreResult<Schedule> {
        let paused = PauseReason::Person.as_str().to_owned();
        Ok(Schedule {
            id: self.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            title: self.title,
            kind: self.kind,
            input: to_json(&self.input)?,
            rule: self.times.rule,
            starts_on: self.times.start,
            zone: self.times.zone,
            missed: self.missed.as_str().to_owned(),
            only_changes: self.only_changes,
            by_mail: self.by_mail,
            by_push: self.by_push,
            run_cap: self.run_cap,
            month_cap: self.month_cap,
            paused_for: (!self.ended).then_some(paused),
            failures: 0,
            next_at: None,
            version: 1,
            created_at: self.created_at,
            updated_at: self.updated_at,
            deleted_at: None,
        })
    }
}

#[async_trait]
impl ArchiveSource for SchedulesInArchive {
    fn name(&self) -> &'static str {
        "schedules"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // Nobody has more than fit into one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.db.read().await?;
        let schedules = list_schedules(&mut conn, person.user_id).await?;
        let lines = schedules.into_iter().map(ScheduleLine::new);
        archive_lines(lines.collect::<StoreResult<Vec<_>>>()?)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = ScheduleLine::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_allowed() {
            return Ok(Restored::Refused);
        }
        if let Some(known) = find_schedule(tx, line.id).await? {
            let is_own = known.user_id == person.user_id;
            return Ok(if is_own { Restored::Present } else { Restored::Refused });
        }
        if kind_of(&self.0, &line.kind).is_none() {
            return Ok(Restored::NotHere);
        }
        if count_schedules(tx, person.user_id).await? >= SCHEDULES_MAX {
            return Ok(Restored::Refused);
        }
        let schedule = line.into_schedule(person)?;
        if !insert_schedule(tx, &schedule).await? {
            return Ok(Restored::Refused);
        }
        self.0.ledger.set_budget(tx, schedule.id.0, schedule.month_cap).await?;
        Ok(Restored::Added)
    }
}

/// Exports and imports the runs that ended. Their chats and tasks are elsewhere in the archive, under the same ids.
pub(crate) struct RunsInArchive(Services);

impl RunsInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct RunLine {
    id: ScheduleRunId,
    schedule_id: ScheduleId,
    due_at: Timestamp,
    by_hand: bool,
    missed: i64,
    state: ScheduleRunState,
    attempts: i64,
    work_id: Option<Uuid>,
    path: Option<String>,
    run_id: Option<RunId>,
    problem: Option<ProblemBody>,
    result: Option<String>,
    charged: i64,
    created_at: Timestamp,
    started_at: Option<Timestamp>,
    ended_at: Timestamp,
    seen_at: Option<Timestamp>,
}

impl RunLine {
    /// Creates the line of a run that ended at `ended_at`.
    fn new(run: ScheduleRun, ended_at: Timestamp) -> StoreResult<Self> {
        Ok(Self {
            state: run.state(),
            id: run.id,
            schedule_id: run.schedule_id,
            due_at: run.due_at,
            by_hand: run.by_hand,
            missed: run.missed,
            attempts: run.attempts,
            work_id: run.work_id,
            path: run.path,
            run_id: run.run_id,
            problem: run.problem.as_deref().map(from_json).transpose()?,
            result: run.result,
            charged: run.charged,
            created_at: run.created_at,
            started_at: run.started_at,
            ended_at,
            seen_at: run.seen_at,
        })
    }

    fn is_allowed(&self) -> bool {
        // Browsers read `\` as `/` and pass over tabs and line feeds: both would lead to another host.
        let is_plain = |path: &str| !path.contains(|it: char| it == '\\' || it.is_control());
        let is_ours =
            |path: &String| path.starts_with('/') && !path.starts_with("//") && is_plain(path);
        let is_short = |result: &String| result.chars().count() <= RESULT_MAX_CHARS;
        !self.state.is_open()
            && self.path.as_ref().is_none_or(is_ours)
            && self.result.as_ref().is_none_or(is_short)
            // Less than nothing would leave more of the month's limit than there is.
            && self.charged >= 0
    }

    fn into_run(self) -> StoreResult<ScheduleRun> {
        Ok(ScheduleRun {
            id: self.id,
            schedule_id: self.schedule_id,
            due_at: self.due_at,
            by_hand: self.by_hand,
            missed: self.missed,
            state: self.state.as_str().to_owned(),
            attempts: self.attempts,
            retry_at: None,
            work_id: self.work_id,
            path: self.path,
            run_id: self.run_id,
            problem: self.problem.as_ref().map(to_json).transpose()?,
            result: self.result,
            charged: self.charged,
            created_at: self.created_at,
            started_at: self.started_at,
            ended_at: Some(self.ended_at),
            seen_at: self.seen_at,
        })
    }
}

#[async_trait]
impl ArchiveSource for RunsInArchive {
    /// Sources are restored in the order of their names, runs after their schedules.
    fn name(&self) -> &'static str {
        "schedules_runs"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| ScheduleRunId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(ScheduleRunId(Uuid::nil()));
        let mut conn = self.0.db.read().await?;
        let runs = list_ended_runs(&mut conn, person.user_id, after, RUNS_AT_ONCE).await?;
        let lines = runs.into_iter().filter_map(|run| {
            let ended_at = run.ended_at?;
            Some(RunLine::new(run, ended_at))
        });
        archive_lines(lines.collect::<StoreResult<Vec<_>>>()?)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = RunLine::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_allowed() {
            return Ok(Restored::Refused);
        }
        if find_own(tx, person.user_id, line.schedule_id, false).await?.is_none() {
            return Ok(Restored::Refused);
        }
        let run = line.into_run()?;
        if insert_run(tx, &run).await? {
            save_run(tx, &run).await?;
            save_seen(tx, run.id, run.seen_at).await?;
            return Ok(Restored::Added);
        }
        // Its id is taken, or its schedule has a run for this time.
        let known = find_run(tx, run.id).await?;
        match known.is_none_or(|known| known.schedule_id == run.schedule_id) {
            true => Ok(Restored::Present),
            false => Ok(Restored::Refused),
        }
    }
}
