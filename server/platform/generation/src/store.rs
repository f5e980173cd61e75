use kernel::{ConversationId, MessageId, RunId, Timestamp, UserId, Uuid, WorkspaceId};
use store::{Conn, Engine, StoreResult, Tx, sql};

use crate::journal::Row;
use crate::{Run, RunRequest, RunState};

/// Finds the run with this id, whoever owns it: the caller checks the owner.
pub async fn find_run(conn: &mut Conn, id: RunId) -> StoreResult<Option<Run>> {
    let row = sql!(conn, optional RunRow, "SELECT * FROM runs WHERE id = $1", id)?;
    Ok(row.map(Run::from))
}

/// Writes a run in `state` with the first row of its log.
pub(crate) async fn insert_run(
    tx: &mut Tx,
    request: &RunRequest,
    state: RunState,
    first: &Row,
    owner: Uuid,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        {
            sqlite: "INSERT INTO runs (id, user_id, workspace_id, conversation_id, message_id, feature,
                         model, state, owner, cancel_requested, price, created_at, memories, credits_per_1k, checks)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $13, $8, FALSE, $9, $10, $14, $15, $16);
                     INSERT INTO run_events (run_id, seq, data) VALUES ($1, $11, $12)",
            postgres: "WITH run AS (
                           INSERT INTO runs (id, user_id, workspace_id, conversation_id, message_id,
                               feature, model, state, owner, cancel_requested, price, created_at, memories,
                               credits_per_1k, checks)
                           VALUES ($1, $2, $3, $4, $5, $6, $7, $13, $8, FALSE, $9, $10, $14, $15, $16)
                       )
                       INSERT INTO run_events (run_id, seq, data) VALUES ($1, $11, $12)",
        },
        request.run_id,
        request.payer.user_id,
        request.payer.workspace_id,
        request.conversation_id,
        request.message_id,
        request.feature,
        request.model.info.id.as_str(),
        owner,
        request.charge.amount,
        now,
        first.seq,
        first.data.as_str(),
        state.as_str(),
        request.attached.memories,
        request.credits_per_1k(),
        request.attached.checks().join(" ")
    )
}

/// Deletes a run that was not begun.
pub(crate) async fn delete_run(tx: &mut Tx, id: RunId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM runs WHERE id = $1", id)?;
    Ok(())
}

/// Records that the job `check` checks the answer of a run that is not over, once it is there.
pub async fn note_check(tx: &mut Tx, id: RunId, check: &'static str) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE runs SET checks = checks || ' ' || $2
         WHERE id = $1 AND ' ' || checks || ' ' NOT LIKE '% ' || $2 || ' %'",
        id,
        check
    )?;
    Ok(())
}

/// Takes a running run out of its task to wait in `state`. `false` if it is over, another process's, or about to be
/// cancelled.
pub(crate) async fn suspend(tx: &mut Tx, run: &Run, state: RunState) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE runs SET state = $3
         WHERE id = $1 AND owner = $2 AND state = 'running' AND NOT cancel_requested",
        run.id,
        run.owner,
        state.as_str()
    )?;
    Ok(done == 1)
}

/// Makes a run final. Returns what is noted for it; `None` if it already is final, or if another process
/// has taken it over.
pub(crate) async fn finish_run(
    tx: &mut Tx,
    run: &Run,
    state: RunState,
    now: Timestamp,
) -> StoreResult<Option<Finished>> {
    let row = sql!(
        tx,
        optional(String, i64),
        "UPDATE runs SET state = $3, finished_at = $4 WHERE id = $1 AND owner = $2 AND state = 'running'
         RETURNING checks, waited",
        run.id,
        run.owner,
        state.as_str(),
        now
    )?;
    Ok(row.map(|(names, waited)| Finished { checks: Checks(names), waited }))
}

/// Notes on a run that is final now.
pub(crate) struct Finished {
    pub checks: Checks,
    /// Total time it waited for its person, in microseconds.
    pub waited: i64,
}

/// The checks noted for a run.
pub(crate) struct Checks(String);

impl Checks {
    pub fn include(&self, name: &str) -> bool {
        self.0.split(' ').any(|noted| noted == name)
    }
}

/// Requests that a running run is cancelled. Returns whether it was still running.
pub(crate) async fn request_cancel(tx: &mut Tx, id: RunId) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE runs SET cancel_requested = TRUE WHERE id = $1 AND state = 'running'",
        id
    )?;
    Ok(done == 1)
}

/// Lists the runs of a person that are not final.
pub(crate) async fn list_open(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<RunId>> {
    let find = "SELECT id FROM runs WHERE user_id = $1 AND finished_at IS NULL";
    Ok(sql!(conn, all(RunId,), find, user_id)?.into_iter().map(|(id,)| id).collect())
}

/// Lists this process's runs that are to be cancelled.
pub(crate) async fn list_cancelled(conn: &mut Conn, owner: Uuid) -> StoreResult<Vec<RunId>> {
    let rows = sql!(
        conn,
        all(RunId,),
        "SELECT id FROM runs WHERE owner = $1 AND state = 'running' AND cancel_requested",
        owner
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Lists running runs whose process no longer renews its lease.
pub(crate) async fn list_orphans(conn: &mut Conn, now: Timestamp) -> StoreResult<Vec<Run>> {
    let rows = sql!(
        conn,
        all RunRow,
        "SELECT * FROM runs r WHERE state = 'running' AND NOT EXISTS
             (SELECT 1 FROM processes p WHERE p.id = r.owner AND p.alive_until > $1)",
        now
    )?;
    Ok(rows.into_iter().map(Run::from).collect())
}

/// Lists runs of `owner` that have been running since before `before`.
pub(crate) async fn list_running(
    conn: &mut Conn,
    owner: Uuid,
    before: Timestamp,
) -> StoreResult<Vec<Run>> {
    let rows = sql!(
        conn,
        all RunRow,
        "SELECT * FROM runs WHERE owner = $1 AND state = 'running' AND created_at < $2",
        owner,
        before
    )?;
    Ok(rows.into_iter().map(Run::from).collect())
}

pub(crate) async fn renew_lease(tx: &mut Tx, process: Uuid, until: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO processes (id, alive_until) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until",
        process,
        until
    )?;
    Ok(())
}

/// Lists the live processes, in an order that all of them see.
pub(crate) async fn list_living(conn: &mut Conn, now: Timestamp) -> StoreResult<Vec<Uuid>> {
    let select = "SELECT id FROM processes WHERE alive_until > $1 ORDER BY id";
    let rows = sql!(conn, all(Uuid,), select, now)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Counts the runs that wait for a slot or for a busy provider, in all processes.
pub async fn count_waiting(conn: &mut Conn) -> StoreResult<i64> {
    let (count,) = sql!(conn, one(i64,), "SELECT COUNT(*) FROM queued_runs")?;
    Ok(count)
}

/// Ends the leases of all other processes: only correct if there can be no other.
pub(crate) async fn end_other_leases(tx: &mut Tx, process: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM processes WHERE id <> $1", process)?;
    Ok(())
}

/// Lists events after `after`, in order, at most `limit`.
pub(crate) async fn list_events(
    conn: &mut Conn,
    run_id: RunId,
    after: i64,
    limit: i64,
) -> StoreResult<Vec<(i64, String)>> {
    sql!(
        conn,
        all(i64, String),
        "SELECT seq, data FROM run_events WHERE run_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
        run_id,
        after,
        limit
    )
}

/// Adds one event with what else the transaction writes, as [`insert_events`] does.
pub(crate) async fn insert_event(tx: &mut Tx, row: &Row) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "INSERT INTO run_events (run_id, seq, data) VALUES ($1, $2, $3)
         ON CONFLICT (run_id, seq) DO NOTHING",
        row.run_id,
        row.seq,
        row.data.as_str()
    )
}

/// Inserts events, in one statement however many they are. Existing ones (of a run that was taken over) stay as they
/// are; those of runs that are deleted are left out, so that the events of others are written.
pub(crate) async fn insert_events(tx: &mut Tx, rows: &[&Row]) -> StoreResult<()> {
    insert_events_over(tx, rows).await.map(|_| ())
}

/// Writes events in one statement that is its own transaction, whose commit need not survive a power cut, if PostgreSQL's
/// process of the connection is among `known`. Returns false, and has written nothing, if it is not.
pub(crate) async fn insert_events_alone(
    conn: &mut Conn,
    rows: &[&Row],
    known: &[i32],
) -> StoreResult<bool> {
    let known = serde_json::to_string(known).expect("whole numbers");
    let (is_known,) = sql!(
        conn,
        one(bool,),
        "WITH known AS (
             SELECT set_config('synchronous_commit', 'off', TRUE) FROM json_array_elements_text($2::json) backend
             WHERE backend::int = pg_backend_pid()
         ), inserted AS (
             INSERT INTO run_events (run_id, seq, data)
             SELECT (value ->> 0)::uuid, (value ->> 1)::bigint, value ->> 2
             FROM known, json_array_elements($1::json) value
             WHERE (SELECT TRUE FROM runs WHERE id = (value ->> 0)::uuid)
             ON CONFLICT (run_id, seq) DO NOTHING
         )
         SELECT EXISTS (SELECT 1 FROM known)",
        to_json(rows),
        known
    )?;
    Ok(is_known)
}

fn to_json(rows: &[&Row]) -> String {
    let rows: Vec<_> =
        rows.iter().map(|row| (row.run_id.0.simple(), row.seq, row.data.as_str())).collect();
    serde_json::to_string(&rows).expect("texts and whole numbers")
}

/// Does what [`insert_events`] does, and returns the PostgreSQL process of the connection; `None` on SQLite.
pub(crate) async fn insert_events_over(tx: &mut Tx, rows: &[&Row]) -> StoreResult<Option<i32>> {
    let rows = to_json(rows);
    if tx.engine_kind() == Engine::Sqlite {
        sql!(
            tx,
            deferred,
            "INSERT INTO run_events (run_id, seq, data)
             SELECT unhex(value ->> 0), value ->> 1, value ->> 2 FROM json_each($1)
             WHERE EXISTS (SELECT 1 FROM runs WHERE id = unhex(value ->> 0))
             ON CONFLICT (run_id, seq) DO NOTHING",
            rows
        )?;
        return Ok(None);
    }
    let (backend,) = sql!(
        tx,
        one(i32,),
        "WITH inserted AS (
             INSERT INTO run_events (run_id, seq, data)
             SELECT (value ->> 0)::uuid, (value ->> 1)::bigint, value ->> 2
             FROM json_array_elements($1::json) value
             WHERE (SELECT TRUE FROM runs WHERE id = (value ->> 0)::uuid)
             ON CONFLICT (run_id, seq) DO NOTHING)
         SELECT pg_backend_pid()",
        rows
    )?;
    Ok(Some(backend))
}

/// Drops the events of runs that have been final since before `before`: their messages hold the result.
pub async fn delete_old_events(tx: &mut Tx, before: Timestamp) -> StoreResult<u64> {
    sql!(
        tx,
        execute,
        "DELETE FROM run_events WHERE run_id IN (SELECT id FROM runs WHERE finished_at < $1)",
        before
    )
}

/// Deletes all runs of a workspace, with their events.
pub async fn delete_runs_of(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM runs WHERE workspace_id = $1", workspace_id)?;
    Ok(())
}

/// Drops the events of all runs that wrote into a conversation, before it goes.
pub async fn forget_events(tx: &mut Tx, conversation_id: ConversationId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM run_events WHERE run_id IN
             (SELECT run_id FROM messages WHERE conversation_id = $1 AND run_id IS NOT NULL)",
        conversation_id
    )?;
    Ok(())
}

#[derive(::store::FromRow)]
struct RunRow {
    id: RunId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    conversation_id: Option<ConversationId>,
    message_id: Option<MessageId>,
    feature: String,
    model: String,
    state: String,
    owner: Uuid,
    price: i64,
    credits_per_1k: Option<i64>,
    created_at: Timestamp,
    waited: i64,
    memories: i64,
}

impl From<RunRow> for Run {
    fn from(row: RunRow) -> Self {
        Self {
            id: row.id,
            user_id: row.user_id,
            workspace_id: row.workspace_id,
            conversation_id: row.conversation_id,
            message_id: row.message_id,
            feature: row.feature,
            model: row.model,
            state: RunState::parse(&row.state),
            owner: row.owner,
            price: row.price,
            credits_per_1k: row.credits_per_1k,
            created_at: row.created_at,
            waited: row.waited,
            memories: row.memories,
        }
    }
}
