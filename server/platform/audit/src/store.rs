use ::store::{Conn, Cursor, StoreResult, Tx, sql, to_json};
use kernel::{Timestamp, UserId, Uuid};

use crate::Event;
use crate::chain::Head;
use crate::network::network_of;

/// A row as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Row {
    pub id: Uuid,
    pub at: Timestamp,
    pub kind: String,
    pub actor_id: Option<Uuid>,
    pub person_id: Option<Uuid>,
    pub workspace_id: Option<Uuid>,
    pub subject_id: Option<Uuid>,
    pub detail: String,
    pub amount: Option<i64>,
    pub network: String,
    pub address: Option<String>,
    pub seq: Option<i64>,
    pub hash: Option<Vec<u8>>,
}

/// The row behind which the chain begins.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Start {
    pub seq: i64,
    pub at: Timestamp,
    pub hash: Vec<u8>,
}

macro_rules! select_rows {
    ($rest:literal) => {
        concat!(
            "SELECT id, at, kind, actor_id, person_id, workspace_id, subject_id, detail, amount, network,
                 address, seq, hash FROM audit_events ",
            $rest
        )
    };
}

pub(crate) async fn insert(tx: &mut Tx, id: Uuid, at: Timestamp, event: &Event) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "INSERT INTO audit_events (id, at, kind, actor_id, person_id, workspace_id, subject_id, detail, amount,
             network, address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        id,
        at,
        event.kind.as_str(),
        event.by.user_id,
        event.person_id,
        event.workspace_id,
        event.subject_id,
        event.detail,
        event.amount,
        event.by.ip.map(network_of).unwrap_or_default(),
        event.by.ip.map(|ip| ip.to_canonical().to_string())
    )
}

pub(crate) async fn forget_addresses_of(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "UPDATE audit_events SET address = NULL
         WHERE (person_id = $1 OR actor_id = $1) AND address IS NOT NULL",
        user_id
    )
}

/// Forgets the addresses of rows from before `before`. How many those were.
pub(crate) async fn forget_addresses(tx: &mut Tx, before: Timestamp) -> StoreResult<u64> {
    sql!(
        tx,
        execute,
        "UPDATE audit_events SET address = NULL WHERE address IS NOT NULL AND at < $1",
        before
    )
}

pub(crate) async fn find_start(conn: &mut Conn) -> StoreResult<Start> {
    sql!(conn, one Start, "SELECT seq, at, hash FROM audit_start")
}

pub(crate) async fn set_start(tx: &mut Tx, start: &Start) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE audit_start SET seq = $1, at = $2, hash = $3",
        start.seq,
        start.at,
        start.hash.as_slice()
    )
    .map(|_| ())
}

/// Returns the newest row of the chain.
pub(crate) async fn find_head(conn: &mut Conn) -> StoreResult<Option<Head>> {
    sql!(
        conn,
        optional Head,
        "SELECT seq, hash FROM audit_events WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1"
    )
}

/// Lists rows of the chain after number `after`, in its order.
pub(crate) async fn list_linked(conn: &mut Conn, after: i64, limit: i64) -> StoreResult<Vec<Row>> {
    sql!(conn, all Row, select_rows!("WHERE seq > $1 ORDER BY seq LIMIT $2"), after, limit)
}

/// Lists rows that wait to be linked, the oldest first.
pub(crate) async fn list_unlinked(conn: &mut Conn, limit: i64) -> StoreResult<Vec<Row>> {
    sql!(conn, all Row, select_rows!("WHERE seq IS NULL ORDER BY at, id LIMIT $1"), limit)
}

pub(crate) async fn count_unlinked(conn: &mut Conn) -> StoreResult<i64> {
    let (count,) = sql!(conn, one(i64,), "SELECT COUNT(*) FROM audit_events WHERE seq IS NULL")?;
    Ok(count)
}

pub(crate) async fn set_link(tx: &mut Tx, id: Uuid, seq: i64, hash: &[u8]) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE audit_events SET seq = $2, hash = $3 WHERE id = $1 AND seq IS NULL",
        id,
        seq,
        hash
    )
    .map(|_| ())
}

/// Returns the first row of the chain that is from `since` or later.
pub(crate) async fn find_first_since(
    conn: &mut Conn,
    since: Timestamp,
) -> StoreResult<Option<(i64,)>> {
    sql!(
        conn,
        optional(i64,),
        "SELECT seq FROM audit_events WHERE seq IS NOT NULL AND at >= $1 ORDER BY seq LIMIT 1",
        since
    )
}

/// Finds the row before number `seq` as the start of a check; the start of the whole chain if there is none.
pub(crate) async fn find_before(conn: &mut Conn, seq: Option<i64>) -> StoreResult<Option<Start>> {
    sql!(
        conn,
        optional Start,
        "SELECT seq, at, hash FROM audit_events WHERE seq < $1 ORDER BY seq DESC LIMIT 1",
        seq.unwrap_or(i64::MAX)
    )
}

/// Deletes the chain up to number `seq`, which the start must have passed.
pub(crate) async fn delete_until(tx: &mut Tx, seq: i64) -> StoreResult<u64> {
    sql!(tx, execute, "DELETE FROM audit_events WHERE seq <= $1", seq)
}

/// Lists rows that concern a person, newest first.
pub(crate) async fn list_about(
    conn: &mut Conn,
    person_id: UserId,
    cursor: Cursor,
    rows: i64,
) -> StoreResult<Vec<Row>> {
    sql!(
        conn,
        all Row,
        select_rows!("WHERE person_id = $3 AND (at, id) < ($1, $2) ORDER BY at DESC, id DESC LIMIT $4"),
        cursor.at,
        cursor.id,
        person_id,
        rows
    )
}

/// Returns all rows, or those of one kind (`""`: of any), newest first.
pub(crate) async fn list_all(
    conn: &mut Conn,
    kind: &str,
    cursor: Cursor,
    rows: i64,
) -> StoreResult<Vec<Row>> {
    match kind {
        "" => sql!(
            conn,
            all Row,
            select_rows!("WHERE (at, id) < ($1, $2) ORDER BY at DESC, id DESC LIMIT $3"),
            cursor.at,
            cursor.id,
            rows
        ),
        kind => sql!(
            conn,
            all Row,
            select_rows!("WHERE kind = $3 AND (at, id) < ($1, $2) ORDER BY at DESC, id DESC LIMIT $4"),
            cursor.at,
            cursor.id,
            kind,
            rows
        ),
    }
}

/// Lists rows by or about one of `people`, newest first.
pub(crate) async fn list_of(
    conn: &mut Conn,
    people: &[UserId],
    kind: &str,
    cursor: Cursor,
    rows: i64,
) -> StoreResult<Vec<Row>> {
    let people = to_json(&people)?;
    sql!(
        conn,
        all Row,
        {
            sqlite: select_rows!(
                "WHERE (at, id) < ($1, $2) AND ($3 = '' OR kind = $3)
                     AND (person_id IN (SELECT unhex(value, '-') FROM json_each($4))
                         OR actor_id IN (SELECT unhex(value, '-') FROM json_each($4)))
                 ORDER BY at DESC, id DESC LIMIT $5"
            ),
            postgres: select_rows!(
                "WHERE (at, id) < ($1, $2) AND ($3 = '' OR kind = $3)
                     AND (person_id IN
                             (SELECT value::uuid FROM jsonb_array_elements_text($4::jsonb) AS value)
                         OR actor_id IN
                             (SELECT value::uuid FROM jsonb_array_elements_text($4::jsonb) AS value))
                 ORDER BY at DESC, id DESC LIMIT $5"
            ),
        },
        cursor.at,
        cursor.id,
        kind,
        people,
        rows
    )
}
