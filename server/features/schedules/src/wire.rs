//! The wire types of this area.

use api::ProblemBody;
use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{StoreResult, from_json};
use utoipa::ToSchema;

use crate::recurrence::Recurrence;
use crate::schedule::{
    MissedRuns, PauseReason, Schedule, ScheduleId, ScheduleRun, ScheduleRunId, ScheduleRunState,
    ScheduleState,
};

/// The times of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleTimes {
    /// The first time, as clocks in the zone show it: `2026-11-30T08:00`.
    pub start: String,
    /// IANA time zone: `Europe/Berlin`.
    pub zone: String,
    /// Repeat rule (RFC 5545): `FREQ=WEEKLY;BYDAY=MO`; null: once.
    pub rule: Option<String>,
}

impl From<&Recurrence> for ScheduleTimes {
    fn from(recurrence: &Recurrence) -> Self {
        Self {
            start: recurrence.start_text(),
            zone: recurrence.zone.iana_name().unwrap_or("UTC").to_owned(),
            rule: recurrence.rule.as_ref().map(ToString::to_string),
        }
    }
}

/// What of a schedule its person chooses.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleWish {
    pub title: String,
    /// `prompt`, `research`, `reading`: each has an `input` of its own.
    pub kind: String,
    #[schema(value_type = Object)]
    pub input: Value,
    pub times: ScheduleTimes,
    pub missed: MissedRuns,
    /// True if a result like the last one is no news.
    pub only_changes: bool,
    pub by_mail: bool,
    pub by_push: bool,
    /// Maximum charge of one run; null: no limit.
    pub run_cap: Option<i64>,
    /// Maximum charge of a calendar month (UTC); null: no limit.
    pub month_cap: Option<i64>,
}

/// A new schedule. A retry with the same id creates nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSchedule {
    pub id: ScheduleId,
    pub title: String,
    /// `prompt`, `research`, `reading`: each has an `input` of its own.
    pub kind: String,
    #[schema(value_type = Object)]
    pub input: Value,
    pub times: ScheduleTimes,
    pub missed: MissedRuns,
    /// True if a result like the last one is no news.
    pub only_changes: bool,
    pub by_mail: bool,
    pub by_push: bool,
    /// Maximum charge of one run; null: no limit.
    pub run_cap: Option<i64>,
    /// Maximum charge of a calendar month (UTC); null: no limit.
    pub month_cap: Option<i64>,
}

impl From<NewSchedule> for ScheduleWish {
    fn from(new: NewSchedule) -> Self {
        Self {
            title: new.title,
            kind: new.kind,
            input: new.input,
            times: new.times,
            missed: new.missed,
            only_changes: new.only_changes,
            by_mail: new.by_mail,
            by_push: new.by_push,
            run_cap: new.run_cap,
            month_cap: new.month_cap,
        }
    }
}

/// A schedule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Schedule)]
pub(crate) struct ScheduleBody {
    pub id: ScheduleId,
    pub title: String,
    kind: String,
    #[schema(value_type = Object)]
    input: Value,
    times: ScheduleTimes,
    missed: MissedRuns,
    only_changes: bool,
    by_mail: bool,
    by_push: bool,
    run_cap: Option<i64>,
    month_cap: Option<i64>,
    state: ScheduleState,
    /// Why it is paused.
    paused_for: Option<PauseReason>,
    /// The next times, at most 5.
    pub next_dates: Vec<Timestamp>,
    /// The state of its newest run.
    last_state: Option<ScheduleRunState>,
    /// Number of ended runs that its person has not seen.
    unseen: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl ScheduleBody {
    /// `newest`: the state of its newest run, and the number of those not seen.
    pub fn of(
        schedule: Schedule,
        next_dates: Vec<Timestamp>,
        newest: Option<(ScheduleRunState, i64)>,
    ) -> StoreResult<Self> {
        let (state, paused_for) = (schedule.state(), schedule.paused_for.as_deref());
        Ok(Self {
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
            state,
            paused_for: paused_for.map(PauseReason::parse),
            next_dates,
            last_state: newest.map(|(state, _)| state),
            unseen: newest.map_or(0, |(_, unseen)| unseen),
            created_at: schedule.created_at,
            updated_at: schedule.updated_at,
        })
    }
}

/// All schedules of a person.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleList {
    pub items: Vec<ScheduleBody>,
}

/// Pauses a schedule or has it go on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SchedulePause {
    pub paused: bool,
}

/// Starts a run now. A retry with the same id starts nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewScheduleRun {
    pub id: ScheduleRunId,
}

/// One run of a schedule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ScheduleRun)]
pub(crate) struct ScheduleRunBody {
    id: ScheduleRunId,
    /// The time that it is for.
    due_at: Timestamp,
    /// True if its person started it.
    by_hand: bool,
    /// Number of earlier times that passed while no server ran.
    missed: i64,
    state: ScheduleRunState,
    attempts: i64,
    /// When it is tried again.
    retry_at: Option<Timestamp>,
    /// The path of its chat or task.
    path: Option<String>,
    /// Why it failed or was skipped, or why its last attempt failed.
    problem: Option<ProblemBody>,
    /// Its cost, in units of the plan's meters.
    charged: i64,
    /// True if it has a result to compare with that of the last time.
    has_result: bool,
    started_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    is_seen: bool,
}

impl TryFrom<ScheduleRun> for ScheduleRunBody {
    type Error = store::StoreError;

    fn try_from(run: ScheduleRun) -> StoreResult<Self> {
        Ok(Self {
            state: run.state(),
            id: run.id,
            due_at: run.due_at,
            by_hand: run.by_hand,
            missed: run.missed,
            attempts: run.attempts,
            retry_at: run.retry_at,
            path: run.path,
            problem: run.problem.as_deref().map(from_json).transpose()?,
            charged: run.charged,
            has_result: run.result.is_some(),
            started_at: run.started_at,
            ended_at: run.ended_at,
            is_seen: run.seen_at.is_some() || run.ended_at.is_none(),
        })
    }
}

/// The result of a run beside the one before it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleRunChanges {
    /// Null: there is none before.
    pub before: Option<String>,
    pub after: String,
}

/// A question for dates: of `words`, or of `times`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SchedulePreviewQuestion {
    /// English: `every weekday at 8`, or a whole request with a time in it.
    #[serde(default)]
    pub words: Option<String>,
    #[serde(default)]
    pub times: Option<ScheduleTimes>,
    /// The zone of words.
    pub zone: String,
}

/// The times that are meant, and the next dates.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SchedulePreview {
    pub times: ScheduleTimes,
    /// At most 5.
    pub next_dates: Vec<Timestamp>,
    /// The words that are not about times.
    pub rest: String,
}

/// The id of the run that was started.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StartedScheduleRun {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
}
