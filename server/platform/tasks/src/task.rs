use api::ProblemBody;
use generation::{RunSnapshot, RunState};
use kernel::{Payer, RunId, Timestamp, UserId, WorkspaceId};
use ledger::{Charge, Meter};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::{StoreResult, from_json, to_json};

use crate::{State, TaskKind};

kernel::id! {
    /// Identifies a task, whatever its kind.
    TaskId
}

/// A task of one kind: its life cycle, what was asked for and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Task<I, O> {
    pub head: Head,
    pub input: I,
    pub output: O,
}

/// A task of the kind `K`.
pub type TaskOf<K> = Task<<K as TaskKind>::Input, <K as TaskKind>::Output>;

/// The part of a task that is the same for all kinds.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    pub id: TaskId,
    pub kind: String,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    /// The task whose tools started it.
    pub parent: Option<Parent>,
    pub title: String,
    pub state: State,
    /// The kind's own word for the step that is being done.
    pub stage: String,
    /// As the provider reports it.
    pub percent: Option<i64>,
    pub expected_seconds: i64,
    /// The run that it waits for, or waited for last.
    pub run_id: Option<RunId>,
    pub problem: Option<ProblemBody>,
    pub cause: Option<ProblemBody>,
    /// The hold of its own, beside those of its runs.
    pub hold_id: Option<RunId>,
    /// The price that was held for it, beside those of its runs.
    pub price: Charge,
    /// Units of the price that were delivered by now.
    pub delivered: i64,
    /// Its cost, with its runs; `None` while nothing is known.
    pub charged: Option<i64>,
    pub daily_use: Option<String>,
    pub has_result: bool,
    pub steps: i64,
    /// Counts its changes.
    pub version: i64,
    pub created_at: Timestamp,
    /// When it was last started: at its creation, or when it was retried.
    pub begun_at: Timestamp,
    pub updated_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    pub deleted_at: Option<Timestamp>,
    /// Facts that lists show beside the title.
    pub label: Value,
}

/// A task whose tools start others. It may be gone by now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parent {
    pub id: TaskId,
    pub kind: String,
}

impl Head {
    pub fn payer(&self) -> Payer {
        Payer { workspace_id: self.workspace_id, user_id: self.user_id }
    }

    /// Returns the run that it waits for now.
    pub fn open_run(&self) -> Option<RunId> {
        self.run_id.filter(|_| self.state == State::Running)
    }

    /// Returns true if it is still where `before` was: nobody stopped, retried or advanced it.
    pub(crate) fn is_still(&self, before: &Self) -> bool {
        (self.state, self.run_id, self.steps) == (before.state, before.run_id, before.steps)
            && self.begun_at == before.begun_at
    }
}

/// A row of the table.
#[derive(::store::FromRow)]
pub(crate) struct Row {
    pub id: TaskId,
    pub kind: String,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub title: String,
    pub state: String,
    pub stage: String,
    pub percent: Option<i64>,
    pub expected_seconds: i64,
    pub run_id: Option<RunId>,
    pub input: String,
    pub output: String,
    pub label: String,
    pub problem: Option<String>,
    pub cause: Option<String>,
    pub hold_id: Option<RunId>,
    pub meter: Option<String>,
    pub price: i64,
    pub delivered: i64,
    pub charged: Option<i64>,
    pub daily_use: Option<String>,
    pub has_result: bool,
    pub steps: i64,
    pub version: i64,
    pub created_at: Timestamp,
    pub begun_at: Timestamp,
    pub updated_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    pub deleted_at: Option<Timestamp>,
    pub parent_id: Option<TaskId>,
    pub parent_kind: Option<String>,
}

impl Row {
    /// Reads the part that is the same for all kinds.
    pub fn into_head(self) -> StoreResult<Head> {
        Ok(Head {
            id: self.id,
            kind: self.kind,
            user_id: self.user_id,
            workspace_id: self.workspace_id,
            parent: self.parent_id.zip(self.parent_kind).map(|(id, kind)| Parent { id, kind }),
            title: self.title,
            state: State::parse(&self.state),
            stage: self.stage,
            percent: self.percent,
            expected_seconds: self.expected_seconds,
            run_id: self.run_id,
            problem: self.problem.as_deref().map(from_json).transpose()?,
            cause: self.cause.as_deref().map(from_json).transpose()?,
            hold_id: self.hold_id,
            price: Charge {
                meter: self.meter.as_deref().and_then(Meter::from_name),
                amount: self.price,
            },
            delivered: self.delivered,
            charged: self.charged,
            daily_use: self.daily_use,
            has_result: self.has_result,
            steps: self.steps,
            version: self.version,
            created_at: self.created_at,
            begun_at: self.begun_at,
            updated_at: self.updated_at,
            ended_at: self.ended_at,
            deleted_at: self.deleted_at,
            label: from_json(&self.label)?,
        })
    }

    /// Reads the whole task.
    pub fn into_task<I: DeserializeOwned, O: DeserializeOwned>(self) -> StoreResult<Task<I, O>> {
        let (input, output) = (from_json(&self.input)?, from_json(&self.output)?);
        Ok(Task { head: self.into_head()?, input, output })
    }
}

/// The parts of a task that only its kind can read, as they are stored.
pub(crate) struct Content {
    pub input: String,
    pub output: String,
}

impl Content {
    pub fn of<I: Serialize, O: Serialize>(task: &Task<I, O>) -> StoreResult<Self> {
        Ok(Self { input: to_json(&task.input)?, output: to_json(&task.output)? })
    }
}

/// Returns what a run has by now, as a task is told: one that is gone, or whose journal is gone, was interrupted.
pub fn run_as_told(look: Option<RunSnapshot>) -> RunSnapshot {
    let gone = RunSnapshot {
        state: RunState::Interrupted,
        text: String::new(),
        parts: Vec::new(),
        receipt: None,
        problem: None,
    };
    match look {
        Some(look) if look.state.is_final() && look.receipt.is_none() => gone,
        Some(look) => look,
        None => gone,
    }
}
