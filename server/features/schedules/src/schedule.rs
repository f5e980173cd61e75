use kernel::{Payer, Problem, Timestamp, UserId, Uuid, WorkspaceId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::recurrence::Recurrence;

kernel::id! {
    /// Identifies a schedule.
    ScheduleId
}

kernel::id! {
    /// Identifies one run of a schedule.
    ScheduleRunId
}

/// A row of `schedules`.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub(crate) struct Schedule {
    pub id: ScheduleId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub title: String,
    pub kind: String,
    pub input: String,
    pub rule: Option<String>,
    pub starts_on: String,
    pub zone: String,
    pub missed: String,
    pub only_changes: bool,
    pub by_mail: bool,
    pub by_push: bool,
    pub run_cap: Option<i64>,
    pub month_cap: Option<i64>,
    pub paused_for: Option<String>,
    pub failures: i64,
    pub next_at: Option<Timestamp>,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

/// The state of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleState {
    Active,
    Paused,
    /// It has no further dates.
    Ended,
}

impl Schedule {
    pub fn payer(&self) -> Payer {
        Payer { workspace_id: self.workspace_id, user_id: self.user_id }
    }

    pub fn state(&self) -> ScheduleState {
        match (&self.paused_for, self.next_at) {
            (Some(_), _) => ScheduleState::Paused,
            (None, Some(_)) => ScheduleState::Active,
            (None, None) => ScheduleState::Ended,
        }
    }

    pub fn recurrence(&self) -> Result<Recurrence, Problem> {
        Recurrence::parse(&self.starts_on, &self.zone, self.rule.as_deref())
    }

    pub fn pause(&mut self, reason: PauseReason) {
        self.paused_for = Some(reason.as_str().to_owned());
        self.next_at = None;
    }
}

/// The reason why a schedule is paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    Person,
    /// Too many runs in a row failed.
    Failures,
    /// Its person is no longer in the workspace that pays.
    Access,
}

impl PauseReason {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Failures => "failures",
            Self::Access => "access",
        }
    }

    pub fn parse(name: &str) -> Self {
        match name {
            "failures" => Self::Failures,
            "access" => Self::Access,
            _ => Self::Person,
        }
    }
}

/// What happens to times that passed while no server ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MissedRuns {
    Skip,
    /// One run makes up for all of them.
    RunOnce,
}

impl MissedRuns {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::RunOnce => "run_once",
        }
    }

    pub fn parse(name: &str) -> Self {
        if name == "skip" { Self::Skip } else { Self::RunOnce }
    }
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleRunState {
    /// It is to be started, or tried again.
    Due,
    Running,
    /// It waits for its person.
    Waiting,
    Succeeded,
    /// It succeeded, and its result is that of the last time.
    Unchanged,
    Failed,
    Skipped,
    /// Its person stopped it.
    Stopped,
}

impl ScheduleRunState {
    const ALL: [Self; 8] = [
        Self::Due,
        Self::Running,
        Self::Waiting,
        Self::Succeeded,
        Self::Unchanged,
        Self::Failed,
        Self::Skipped,
        Self::Stopped,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Succeeded => "succeeded",
            Self::Unchanged => "unchanged",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Stopped => "stopped",
        }
    }

    /// Reads a stored name; one of a later version counts as failed.
    pub fn parse(name: &str) -> Self {
        Self::ALL.into_iter().find(|state| state.as_str() == name).unwrap_or(Self::Failed)
    }

    pub fn is_open(self) -> bool {
        matches!(self, Self::Due | Self::Running | Self::Waiting)
    }
}

/// A row of `schedule_runs`.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub(crate) struct ScheduleRun {
    pub id: ScheduleRunId,
    pub schedule_id: ScheduleId,
    pub due_at: Timestamp,
    pub by_hand: bool,
    pub missed: i64,
    pub state: String,
    pub attempts: i64,
    pub retry_at: Option<Timestamp>,
    pub work_id: Option<Uuid>,
    pub path: Option<String>,
    pub run_id: Option<kernel::RunId>,
    pub problem: Option<String>,
    pub result: Option<String>,
    pub charged: i64,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    pub seen_at: Option<Timestamp>,
}

impl ScheduleRun {
    /// Creates the run of a time that came.
    pub fn new(
        id: ScheduleRunId,
        schedule_id: ScheduleId,
        due_at: Timestamp,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            schedule_id,
            due_at,
            by_hand: false,
            missed: 0,
            state: ScheduleRunState::Due.as_str().to_owned(),
            attempts: 0,
            retry_at: None,
            work_id: None,
            path: None,
            run_id: None,
            problem: None,
            result: None,
            charged: 0,
            created_at: now,
            started_at: None,
            ended_at: None,
            seen_at: None,
        }
    }

    pub fn state(&self) -> ScheduleRunState {
        ScheduleRunState::parse(&self.state)
    }

    /// Ends it, or changes its state while it goes on.
    pub fn set_state(&mut self, state: ScheduleRunState, now: Timestamp) {
        self.state = state.as_str().to_owned();
        self.ended_at = (!state.is_open()).then_some(now);
    }
}
