use ::store::{Conn, StoreResult, Tx, sql};
use fair_queue::Share;
use kernel::{Timestamp, UserId, Uuid};

use crate::Backlog;

/// A job that this process has a lease on.
#[derive(Debug)]
pub(crate) struct Claimed {
    pub(crate) id: Uuid,
    pub(crate) name: String,
    pub(crate) payload: String,
    /// Number of attempts, including this one.
    pub(crate) attempts: u32,
    /// The one on whose behalf it runs.
    pub(crate) share: Share,
}

type ClaimedRow = (Uuid, String, String, i64, Option<UserId>);

impl From<ClaimedRow> for Claimed {
    fn from((id, name, payload, attempts, share): ClaimedRow) -> Self {
        Self {
            id,
            name,
            payload,
            attempts: u32::try_from(attempts).unwrap_or(u32::MAX),
            share: share.map_or(Share::Server, Share::Person),
        }
    }
}

/// Maximum place of a job: those behind it are in the order in which they became due.
const PLACE_MAX: i64 = 1_000;

/// Inserts a job, which runs on behalf of the one for whom the current task works.
pub(crate) async fn insert(
    tx: &mut Tx,
    id: Uuid,
    name: &str,
    payload: &str,
    run_at: Timestamp,
    now: Timestamp,
) -> StoreResult<()> {
    let share = match Share::current() {
        Share::Person(person) => Some(person),
        Share::Address(_) | Share::Server => None,
    };
    sql!(
        tx,
        deferred,
        "INSERT INTO jobs (id, name, payload, state, run_at, attempts, created_at, share, place)
         VALUES ($1, $2, $3, 'waiting', $4, 0, $5, $6,
             (SELECT COUNT(*) FROM (SELECT 1 FROM jobs
                  WHERE share = $6 AND name = $2 AND state <> 'dead' AND run_at <= $4 LIMIT $7) AS before))",
        id,
        name,
        payload,
        run_at,
        now,
        share,
        PLACE_MAX
    )
}

/// Returns true if a job of this name and payload waits or runs.
pub(crate) async fn holds(conn: &mut Conn, name: &str, payload: &str) -> StoreResult<bool> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM jobs
         WHERE state IN ('waiting', 'running') AND name = $1 AND payload = $2",
        name,
        payload
    )?;
    Ok(count > 0)
}

/// Counts jobs by state, and returns the oldest of those due at `now`.
pub(crate) async fn count_by_state(conn: &mut Conn, now: Timestamp) -> StoreResult<Backlog> {
    let rows = sql!(
        conn,
        all(String, i64, Timestamp),
        "SELECT state, COUNT(*), MIN(run_at) FROM jobs
         WHERE state IN ('running', 'dead') OR (state = 'waiting' AND run_at <= $1)
         GROUP BY state",
        now
    )?;
    let mut backlog = Backlog::default();
    for (state, count, first) in rows {
        match state.as_str() {
            "waiting" => (backlog.due, backlog.oldest_due) = (count, Some(first)),
            "running" => backlog.running = count,
            _ => backlog.dead = count,
        }
    }
    Ok(backlog)
}

type Moment = (Option<i64>,);

/// Returns when the next job is due or the next lease expires, ignoring `full` kinds; `None` if nothing waits.
///
/// `full`: names of jobs, as JSON.
pub(crate) async fn next_due(conn: &mut Conn, full: &str) -> StoreResult<Option<Timestamp>> {
    let (due,) = sql!(
        conn,
        one Moment,
        {
            sqlite: "SELECT MIN(due) FROM (
                         SELECT MIN(run_at) AS due FROM jobs WHERE state = 'waiting'
                             AND name NOT IN (SELECT value FROM json_each($1))
                         UNION ALL SELECT MIN(lease_until) FROM jobs WHERE state = 'running'
                             AND name NOT IN (SELECT value FROM json_each($1))) AS dues",
            postgres: "SELECT MIN(due) FROM (
                           SELECT MIN(run_at) AS due FROM jobs WHERE state = 'waiting'
                               AND name NOT IN (SELECT jsonb_array_elements_text($1::jsonb))
                           UNION ALL SELECT MIN(lease_until) FROM jobs WHERE state = 'running'
                               AND name NOT IN (SELECT jsonb_array_elements_text($1::jsonb))) AS dues",
        },
        full
    )?;
    Ok(due.map(Timestamp::from_micros))
}

/// Claims a due job, or one whose lease expired, until `lease_until`. Skips `full` kinds.
///
/// It is the turn of the job that had the fewest jobs of its person and kind before it when it was enqueued, so that who has
/// many delays nobody else; among those, of the one that has been due longest.
pub(crate) async fn claim(
    tx: &mut Tx,
    owner: &str,
    now: Timestamp,
    lease_until: Timestamp,
    full: &str,
) -> StoreResult<Option<Claimed>> {
    let row = sql!(
        tx,
        optional ClaimedRow,
        {
            sqlite: "UPDATE jobs SET state = 'running', attempts = attempts + 1, lease_owner = $1,
                     lease_until = $2
                 WHERE id = (SELECT id FROM jobs
                     WHERE ((state = 'waiting' AND run_at <= $3)
                         OR (state = 'running' AND lease_until <= $3))
                       AND name NOT IN (SELECT value FROM json_each($4))
                     ORDER BY place, run_at LIMIT 1)
                 RETURNING id, name, payload, attempts, share",
            postgres: "UPDATE jobs SET state = 'running', attempts = attempts + 1, lease_owner = $1,
                     lease_until = $2
                 WHERE id = (SELECT id FROM jobs
                     WHERE ((state = 'waiting' AND run_at <= $3)
                         OR (state = 'running' AND lease_until <= $3))
                       AND name NOT IN (SELECT jsonb_array_elements_text($4::jsonb))
                     ORDER BY place, run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
                 RETURNING id, name, payload, attempts, share",
        },
        owner,
        lease_until,
        now,
        full
    )?;
    Ok(row.map(Claimed::from))
}

/// Claims those of some jobs that still wait, until `lease_until`. `ids`: as JSON.
pub(crate) async fn claim_all(
    tx: &mut Tx,
    ids: &str,
    owner: &str,
    lease_until: Timestamp,
) -> StoreResult<Vec<Claimed>> {
    let rows = sql!(
        tx,
        all ClaimedRow,
        {
            sqlite: "UPDATE jobs SET state = 'running', attempts = attempts + 1, lease_owner = $2,
                     lease_until = $3
                 WHERE id IN (SELECT unhex(value, '-') FROM json_each($1)) AND state = 'waiting'
                 RETURNING id, name, payload, attempts, share",
            postgres: "UPDATE jobs SET state = 'running', attempts = attempts + 1, lease_owner = $2,
                     lease_until = $3
                 WHERE id IN (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)
                   AND state = 'waiting'
                 RETURNING id, name, payload, attempts, share",
        },
        ids,
        owner,
        lease_until
    )?;
    Ok(rows.into_iter().map(Claimed::from).collect())
}

/// Prolongs the lease. `false` when it was lost.
pub(crate) async fn renew(
    conn: &mut Conn,
    id: Uuid,
    owner: &str,
    lease_until: Timestamp,
) -> StoreResult<bool> {
    let changed = sql!(
        conn,
        execute,
        "UPDATE jobs SET lease_until = $3 WHERE id = $1 AND lease_owner = $2 AND state = 'running'",
        id,
        owner,
        lease_until
    )?;
    Ok(changed == 1)
}

/// Ends every lease at `now`, whoever holds it.
pub(crate) async fn end_leases(conn: &mut Conn, now: Timestamp) -> StoreResult<()> {
    sql!(conn, execute, "UPDATE jobs SET lease_until = $1 WHERE state = 'running'", now)?;
    Ok(())
}

pub(crate) async fn finish(conn: &mut Conn, id: Uuid, owner: &str) -> StoreResult<()> {
    sql!(conn, execute, "DELETE FROM jobs WHERE id = $1 AND lease_owner = $2", id, owner)?;
    Ok(())
}

/// Puts a job back into the queue. `attempts`: the number that count as used.
pub(crate) async fn put_back(
    conn: &mut Conn,
    job: &Claimed,
    owner: &str,
    attempts: u32,
    run_at: Timestamp,
    error: Option<&str>,
) -> StoreResult<()> {
    sql!(
        conn,
        execute,
        "UPDATE jobs SET state = 'waiting', attempts = $3, run_at = $4, last_error = $5,
             lease_owner = NULL, lease_until = NULL
         WHERE id = $1 AND lease_owner = $2",
        job.id,
        owner,
        i64::from(attempts),
        run_at,
        error
    )?;
    Ok(())
}

pub(crate) async fn bury(conn: &mut Conn, id: Uuid, owner: &str, error: &str) -> StoreResult<()> {
    sql!(
        conn,
        execute,
        "UPDATE jobs SET state = 'dead', last_error = $3, lease_owner = NULL, lease_until = NULL
         WHERE id = $1 AND lease_owner = $2",
        id,
        owner,
        error
    )?;
    Ok(())
}

/// Returns when a schedule last fired.
pub(crate) async fn fired_at(conn: &mut Conn, name: &str) -> StoreResult<Option<Timestamp>> {
    let row = sql!(
        conn,
        optional(Timestamp,),
        "SELECT fired_at FROM job_schedules WHERE name = $1",
        name
    )?;
    Ok(row.map(|(at,)| at))
}

/// Marks that a schedule fires for the moment `at`. `false` when another process did.
pub(crate) async fn fire(conn: &mut Conn, name: &str, at: Timestamp) -> StoreResult<bool> {
    let changed = sql!(
        conn,
        execute,
        "INSERT INTO job_schedules (name, fired_at) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET fired_at = excluded.fired_at
         WHERE job_schedules.fired_at < excluded.fired_at",
        name,
        at
    )?;
    Ok(changed == 1)
}
