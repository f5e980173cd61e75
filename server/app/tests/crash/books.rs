use store::sqlx::{Connection, Executor, PgConnection};
use store::{Conn, Db, sql};
use testing::FakeProvider;
use uuid::Uuid;

use crate::server::Server;
use crate::waiting::within;

/// Asserts what must hold in the database whenever no server runs, however the last one ended (security §4.9).
pub async fn assert_balanced(server: &Server) {
    assert_rules_hold(server).await;
    let db = open(server).await;
    let mut conn = db.read().await.expect("a connection");
    assert_none_break(&mut conn, RULES_AT_REST).await;
    let ends =
        sql!(&mut conn, all(String, String), { sqlite: ENDS_SQLITE, postgres: ENDS_POSTGRES });
    let ends = ends.expect("the ends of runs can be listed");
    for (state, end) in ends {
        assert_eq!(end, format!("run.{state}"), "a run has one end, the one that its row says");
    }
    drop(conn);
    db.close().await;
}

/// Asserts what must hold at any moment, whatever the servers do meanwhile.
pub async fn assert_rules_hold(server: &Server) {
    let db = open(server).await;
    let mut conn = db.read().await.expect("a connection");
    assert_none_break(&mut conn, RULES).await;
    drop(conn);
    db.close().await;
}

async fn assert_none_break(conn: &mut Conn, rules: &[(&str, &'static str)]) {
    for (what, query) in rules {
        let broken = rows(conn, query).await;
        assert!(broken.is_empty(), "{what}: {broken:?}");
    }
}

/// Waits until no run is left to write. Besides those that people asked for there are the server's own runs, for
/// titles: one whose server died ends with its lease, and nothing notices before that.
pub async fn wait_until_runs_end(server: &Server) {
    let db = open(server).await;
    let ended = within(60, async || {
        let mut conn = db.read().await.expect("a connection");
        let query = "SELECT COUNT(*) FROM runs WHERE state = 'running'";
        let (running,) = sql!(&mut conn, one(i64,), query).expect("they can be counted");
        if running == 0 { Ok(()) } else { Err(running) }
    });
    ended.await.expect("no run is left running");
    db.close().await;
}

/// Asserts that the journal has all events of each run.
pub async fn assert_no_event_is_missing(server: &Server) {
    let db = open(server).await;
    let mut conn = db.read().await.expect("a connection");
    let query =
        "SELECT COUNT(*), MAX(seq) FROM run_events GROUP BY run_id HAVING COUNT(*) <> MAX(seq)";
    let gaps = sql!(&mut conn, all(i64, i64), query).expect("they can be counted");
    assert!(gaps.is_empty(), "events that are there, and the last one: {gaps:?}");
    drop(conn);
    db.close().await;
}

/// Asserts the sums of the ledger only: running work may hold something.
pub async fn assert_sums_hold(server: &Server) {
    let db = open(server).await;
    testing::assert_sums_hold(&db).await;
    db.close().await;
}

/// The beginning of what a model is told that is asked for a title.
const ASKS_FOR_TITLE: &str = "Name the conversation that follows";

/// Asserts that every provider call was reserved before: each call for one of `models`, which answer at once, belongs
/// to a run, and every run has a hold, open or settled. Once an answer is there its model may be asked for a title.
pub async fn assert_reserved(server: &Server, provider: &FakeProvider, models: &[&str]) {
    let db = open(server).await;
    let mut conn = db.read().await.expect("a connection");
    for model in models {
        let calls = provider.calls();
        let asked = calls.iter().filter(|call| call.model == *model);
        let (titles, answers): (Vec<_>, Vec<_>) =
            asked.partition(|call| call.body["messages"].to_string().contains(ASKS_FOR_TITLE));
        let query =
            "SELECT COUNT(*) FROM runs r JOIN ledger_holds h ON h.run_id = r.id WHERE r.model = $1";
        let name = format!("fake/{model}");
        let (held,) = sql!(&mut conn, one(i64,), query, name).expect("they can be counted");
        for (what, calls) in [("answers", answers), ("titles", titles)] {
            let calls = calls.len();
            assert!(
                calls as i64 <= held,
                "{model} was asked for {calls} {what}, and reserved {held} times"
            );
        }
    }
    drop(conn);
    db.close().await;
}

async fn open(server: &Server) -> Db {
    Db::open(&server.store_url, &store::Options::default()).await.expect("the database opens")
}

/// Asserts that a SQLite database file is intact: every page, every index.
pub async fn assert_whole(server: &Server) {
    let db = open(server).await;
    let mut conn = db.read().await.expect("a connection");
    let found = rows(&mut conn, "PRAGMA integrity_check").await;
    assert_eq!(found, ["ok"]);
    drop(conn);
    db.close().await;
}

/// Returns the number of memos.
pub async fn count_memos(server: &Server) -> i64 {
    let db = open(server).await;
    let mut conn = db.read().await.expect("a connection");
    let query = "SELECT COUNT(*) FROM memos";
    let (count,) = sql!(&mut conn, one(i64,), query).expect("they can be counted");
    drop(conn);
    db.close().await;
    count
}

/// Returns the files that the server has received and read.
pub async fn list_files(server: &Server) -> Vec<Uuid> {
    list_ids(server, "SELECT id FROM uploads WHERE state = 'parsed'").await
}

/// Returns the conversations that the server knows.
pub async fn list_conversations(server: &Server) -> Vec<Uuid> {
    list_ids(server, "SELECT id FROM conversations").await
}

async fn list_ids(server: &Server, query: &'static str) -> Vec<Uuid> {
    let db = open(server).await;
    let mut conn = db.read().await.expect("a connection");
    let rows = sql!(&mut conn, all(Uuid,), query).expect("they can be listed");
    drop(conn);
    db.close().await;
    rows.into_iter().map(|(id,)| id).collect()
}

/// Waits until news of a payment were taken, with all that follows from them: it is one transaction.
pub async fn wait_for_notice(server: &Server, notice_id: &str) {
    let db = open(server).await;
    let taken = within(10, async || {
        let mut conn = db.read().await.expect("a connection");
        let query = "SELECT notice_id FROM billing_notices WHERE notice_id = $1";
        let found = sql!(&mut conn, optional(String,), query, notice_id).expect("it can be asked");
        found.ok_or("not taken")
    });
    taken.await.expect(notice_id);
}

/// Blocks grants on a PostgreSQL server.
pub async fn hold_grants(server: &Server) -> HeldGrants {
    let mut holding = PgConnection::connect(&server.store_url).await.expect("a connection");
    let lock = "BEGIN; LOCK TABLE ledger_buckets IN SHARE ROW EXCLUSIVE MODE";
    holding.execute(lock).await.expect("the table is locked");
    let looking = PgConnection::connect(&server.store_url).await.expect("a connection");
    HeldGrants { holding, looking }
}

/// See [`hold_grants`].
pub struct HeldGrants {
    holding: PgConnection,
    looking: PgConnection,
}

impl HeldGrants {
    /// Waits until the server waits.
    pub async fn wait_until_wanted(&mut self) {
        let wanted = within(10, async || {
            let query = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'ledger_buckets'::regclass";
            let waiting = self.looking.fetch_optional(query).await.expect("it can be asked");
            waiting.map(|_| ()).ok_or("nobody waits")
        });
        wanted.await.expect("something is to be given");
    }

    pub async fn release(self) {
        self.holding.close().await.expect("the connection closes");
        self.looking.close().await.expect("the connection closes");
    }
}

/// Query for the end of each run, from its row and from its events; the events joined in one line of text.
const ENDS_SQLITE: &str = "SELECT r.state, COALESCE((SELECT group_concat(e.data ->> 'type', ' ')
    FROM run_events e WHERE e.run_id = r.id AND e.data ->> 'type' IN
        ('run.completed', 'run.failed', 'run.cancelled', 'run.interrupted')), '') FROM runs r";
const ENDS_POSTGRES: &str =
    "SELECT r.state, COALESCE((SELECT string_agg(e.data::json ->> 'type', ' ')
    FROM run_events e WHERE e.run_id = r.id AND e.data::json ->> 'type' IN
        ('run.completed', 'run.failed', 'run.cancelled', 'run.interrupted')), '') FROM runs r";

/// Further rules, which hold when nothing is being answered.
const RULES_AT_REST: &[(&str, &str)] = &[
    ("no run is left running", "SELECT state FROM runs WHERE state = 'running'"),
    ("no message is left running", "SELECT state FROM messages WHERE state = 'running'"),
];

/// Each query lists what breaks the rule. Each is one statement, so that it sees one moment of a database in use.
const RULES: &[(&str, &str)] = &[
    (
        "the entries of a bucket add up to what was granted less what was used",
        "SELECT CAST(b.meter AS TEXT) FROM ledger_buckets b
         WHERE b.granted - b.used <>
             COALESCE((SELECT SUM(e.change) FROM ledger_entries e WHERE e.bucket_id = b.id), 0)",
    ),
    (
        "nothing is below zero, and what is held is there",
        "SELECT CAST(meter AS TEXT) FROM ledger_buckets
         WHERE granted < 0 OR used < 0 OR held < 0 OR (NOT is_unlimited AND used + held > granted)",
    ),
    (
        "what a bucket holds is the sum of its open holds",
        "SELECT CAST(b.meter AS TEXT) FROM ledger_buckets b
         WHERE b.held <> COALESCE((SELECT SUM(l.amount) FROM ledger_hold_lines l
             JOIN ledger_holds h ON h.run_id = l.run_id WHERE l.bucket_id = b.id AND h.state = 'open'), 0)",
    ),
    (
        "no hold is open whose run is final, and none has neither a run nor a task",
        "SELECT CAST(h.state AS TEXT) FROM ledger_holds h LEFT JOIN runs r ON r.id = h.run_id
         WHERE (r.id IS NULL AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.hold_id = h.run_id))
             OR (h.state = 'open' AND r.state <> 'running')",
    ),
    (
        "every message of a person's has an answer, and that a run",
        "SELECT m.role FROM messages m WHERE m.role = 'user' AND NOT EXISTS (
             SELECT 1 FROM messages a JOIN runs r ON r.id = a.run_id WHERE a.parent_id = m.id)",
    ),
    (
        "every run was reserved",
        "SELECT r.state FROM runs r LEFT JOIN ledger_holds h ON h.run_id = r.id WHERE h.run_id IS NULL",
    ),
    (
        "a message and its run ended alike",
        "SELECT m.state FROM messages m JOIN runs r ON r.message_id = m.id WHERE m.state <> r.state",
    ),
    (
        "a run is charged once",
        "SELECT reference FROM ledger_entries WHERE reason = 'usage' GROUP BY reference, bucket_id
         HAVING COUNT(*) > 1",
    ),
    (
        "what all holds were charged is what all entries took",
        "SELECT CAST(charged AS TEXT) FROM
             (SELECT COALESCE(SUM(charged), 0) AS charged FROM ledger_holds WHERE meter IS NOT NULL) h
         WHERE charged <> -(SELECT COALESCE(SUM(change), 0) FROM ledger_entries WHERE reason = 'usage')",
    ),
];

async fn rows(conn: &mut Conn, query: &'static str) -> Vec<String> {
    let rows = sql!(conn, all(String,), query).expect("the rule can be asked");
    rows.into_iter().map(|(row,)| row).collect()
}
