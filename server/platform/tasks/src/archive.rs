//! Tasks in a person's archive: a kind writes and reads its lines, the rest is here.

use api::ProblemBody;
use area::Restored;
use identity::Person;
use kernel::{Fallible, Timestamp, Uuid};
use serde::Deserialize;
use serde_json::Value;
use store::{Conn, StoreResult, Tx};

use crate::start::add_archived;
use crate::store::{is_own, list_after};
use crate::task::{Head, Row, Task};
use crate::{State, TaskId, TaskKind, TaskOf};

/// Lists a person's tasks behind the line `after` of their archive, which has its id in `id`.
pub async fn list_archived<K: TaskKind>(
    conn: &mut Conn,
    person: Person,
    after: Option<&Value>,
    limit: i64,
) -> StoreResult<Vec<TaskOf<K>>> {
    let after = after.and_then(|line| TaskId::deserialize(&line["id"]).ok());
    let after = after.unwrap_or(TaskId(Uuid::nil()));
    let rows = list_after(conn, K::NAME, person.user_id, after, limit).await?;
    rows.into_iter().map(Row::into_task).collect()
}

/// Returns the state in which a task goes into an archive: nobody goes on with it elsewhere.
pub fn archived_state(state: State) -> State {
    if state.is_final() { state } else { State::Cancelled }
}

/// A task as an archive describes it.
pub struct ArchivedTask<K: TaskKind> {
    pub id: TaskId,
    pub title: String,
    pub state: State,
    pub input: K::Input,
    pub output: K::Output,
    pub problem: Option<ProblemBody>,
    pub cause: Option<ProblemBody>,
    pub charged: Option<i64>,
    pub run_id: Option<kernel::RunId>,
    pub created_at: Timestamp,
    pub begun_at: Timestamp,
}

/// Puts a task back. One that is there is left as it is; somebody else's, and one that somebody would work on, are refused.
pub async fn restore_archived<K: TaskKind>(
    tx: &mut Tx,
    person: Person,
    one: ArchivedTask<K>,
) -> Fallible<Restored> {
    if matches!(one.state, State::Queued | State::Running) {
        return Ok(Restored::Refused);
    }
    let id = one.id;
    let mut task = into_task(one, person);
    if add_archived::<K>(tx, &mut task).await? {
        return Ok(Restored::Added);
    }
    Ok(if is_own(tx, person.user_id, id).await? { Restored::Present } else { Restored::Refused })
}

fn into_task<K: TaskKind>(one: ArchivedTask<K>, person: Person) -> TaskOf<K> {
    let head = Head {
        id: one.id,
        kind: K::NAME.to_owned(),
        user_id: person.user_id,
        workspace_id: person.workspace_id,
        parent: None,
        title: one.title,
        state: one.state,
        stage: String::new(),
        percent: None,
        expected_seconds: K::EXPECTED_SECONDS,
        run_id: one.run_id,
        problem: one.problem,
        cause: one.cause,
        hold_id: None,
        price: ledger::Charge { meter: None, amount: 0 },
        delivered: 0,
        charged: one.charged,
        daily_use: None,
        has_result: false,
        steps: 0,
        version: 1,
        created_at: one.created_at,
        begun_at: one.begun_at,
        updated_at: one.begun_at,
        ended_at: one.state.is_final().then_some(one.begun_at),
        deleted_at: None,
        label: Value::Null,
    };
    Task { head, input: one.input, output: one.output }
}
