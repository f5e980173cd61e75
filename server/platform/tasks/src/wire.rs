//! Tasks on the wire, whatever their kind.

use api::{PageQuery, ProblemBody};
use kernel::{Fallible, RunId, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Cursor;
use utoipa::{IntoParams, ToSchema};

use crate::progress::{elapsed, percent};
use crate::store::ListFilter;
use crate::task::Head;
use crate::{State, TaskId};

/// A task of the caller's: how far it is and what it cost. Its kind's own address has its result.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Task)]
pub struct TaskBody {
    pub id: TaskId,
    /// The kind, such as `reading`; more may be added.
    pub kind: String,
    pub title: String,
    pub state: State,
    /// The kind's own word for the step that is being done.
    pub stage: String,
    /// 0 to 100. Simulated where nothing reports it.
    pub percent: i64,
    /// Null unless it is queued.
    pub queue: Option<QueuePlace>,
    /// The run that writes for it, to be followed while `state` is `running`.
    pub run_id: Option<RunId>,
    /// Units of `meter` that it costs at most, beside its runs.
    pub price: i64,
    pub meter: Option<String>,
    /// Units that it was charged, with its runs; null while nothing is known.
    pub charged: Option<i64>,
    /// Facts of the kind that lists show beside the title.
    pub label: Value,
    pub problem: Option<ProblemBody>,
    /// The cause of the problem, if known.
    pub cause: Option<ProblemBody>,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    pub deleted_at: Option<Timestamp>,
}

/// The place of a queued task.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = TaskQueuePlace)]
pub struct QueuePlace {
    /// 1 is next.
    pub position: i64,
    pub wait_seconds: i64,
}

impl TaskBody {
    /// A task as it is at `now`.
    pub fn new(head: Head, now: Timestamp) -> Self {
        let seed = head.id.0.as_u128();
        let running_for = elapsed(head.begun_at, head.ended_at.unwrap_or(now));
        let shown = percent(head.state, head.percent, running_for, head.expected_seconds, seed);
        Self {
            id: head.id,
            kind: head.kind,
            title: head.title,
            state: head.state,
            stage: head.stage,
            percent: shown,
            queue: None,
            run_id: head.run_id,
            price: head.price.amount,
            meter: head.price.meter.map(|meter| meter.as_str().to_owned()),
            charged: head.charged,
            label: head.label,
            problem: head.problem,
            cause: head.cause,
            created_at: head.created_at,
            ended_at: head.ended_at,
            deleted_at: head.deleted_at,
        }
    }
}

/// The kind of tasks that a list shows.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct TaskKindQuery {
    /// One kind only.
    pub kind: Option<String>,
}

/// The page of a list of tasks, its words, and if it is the trash.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct TaskPageQuery {
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Rows in the page: 1 to 100, 50 by default.
    pub limit: Option<usize>,
    /// Words of the title.
    pub q: Option<String>,
    /// The trash instead.
    pub deleted: bool,
}

impl TaskPageQuery {
    /// Returns the filter for the tasks of `kind`, or of all kinds, and the bounds of the page.
    ///
    /// Problems: those of [`PageQuery::bounds`].
    pub(crate) fn of_kind(&self, kind: Option<String>) -> Fallible<(ListFilter, (Cursor, usize))> {
        let bounds = PageQuery { cursor: self.cursor.clone(), limit: self.limit }.bounds()?;
        let filter = ListFilter { kind, query: self.q.clone(), deleted: self.deleted };
        Ok((filter, bounds))
    }
}
