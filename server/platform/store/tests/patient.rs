//! Order of writers that wait for SQLite's one write connection.

#![allow(clippy::expect_used, reason = "a test that cannot go on says so by a panic")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::poll;
use store::{Db, Migration, Tx, sql};
use testing::TestStore;

const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261124_1500_written",
    sql: "CREATE TABLE written (place INTEGER PRIMARY KEY, who TEXT NOT NULL)",
}];

async fn write(tx: &mut Tx, who: &str) {
    sql!(tx, execute, "INSERT INTO written (who) VALUES ($1)", who).expect("an insert that can be");
}

async fn write_hurriedly(db: &Db, who: &str) {
    let mut tx = db.begin().await.expect("a transaction");
    write(&mut tx, who).await;
    tx.commit().await.expect("a commit");
}

async fn write_patiently(db: &Db, who: &str) {
    let mut tx = db.begin_low_priority().await.expect("a transaction");
    write(&mut tx, who).await;
    tx.commit().await.expect("a commit");
}

async fn written(db: &Db) -> Vec<(String,)> {
    let mut conn = db.read().await.expect("a connection");
    sql!(&mut conn, all(String,), "SELECT who FROM written ORDER BY place").expect("rows")
}

#[tokio::test]
async fn who_is_patient_writes_after_those_who_come_while_it_waits() {
    let home = TestStore::Sqlite.open(MIGRATIONS).await;
    let mut writing = home.db.begin().await.expect("a transaction");
    write(&mut writing, "who writes").await;

    let mut patient = std::pin::pin!(write_patiently(&home.db, "patient"));
    let mut late = std::pin::pin!(write_hurriedly(&home.db, "late"));
    let mut later = std::pin::pin!(write_hurriedly(&home.db, "later"));
    assert!(poll!(&mut patient).is_pending());
    assert!(poll!(&mut late).is_pending());
    assert!(poll!(&mut later).is_pending());
    writing.commit().await.expect("a commit");
    futures::join!(patient, late, later);

    let order = ["who writes", "late", "later", "patient"].map(|who| (who.to_owned(),));
    assert_eq!(written(&home.db).await, order);
}

#[tokio::test]
async fn who_is_patient_comes_to_its_turn_however_many_write() {
    let home = TestStore::Sqlite.open(MIGRATIONS).await;
    let is_done = AtomicBool::new(false);
    let busy = async {
        while !is_done.load(Ordering::Relaxed) {
            write_hurriedly(&home.db, "busy").await;
        }
    };
    let also_busy = async {
        while !is_done.load(Ordering::Relaxed) {
            write_hurriedly(&home.db, "also busy").await;
        }
    };
    let patient = async {
        write_patiently(&home.db, "patient").await;
        is_done.store(true, Ordering::Relaxed);
    };
    let all = async { futures::join!(busy, also_busy, patient) };
    tokio::time::timeout(Duration::from_secs(90), all).await.expect("a turn within its time");

    assert!(written(&home.db).await.contains(&("patient".to_owned(),)));
}
