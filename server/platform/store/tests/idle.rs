//! Connections that come back from transactions and readers, many at once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::time::Duration;

use futures::future::join_all;
use store::{Db, Migration, sql};
use tokio::time::timeout;

const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261128_1000_counts",
    sql: "CREATE TABLE counts (id BIGINT PRIMARY KEY, count BIGINT NOT NULL);
          INSERT INTO counts (id, count) VALUES (1, 0);",
}];

/// Adds one; every other transaction is given up.
async fn count(db: &Db, at: usize) {
    let mut tx = db.begin().await.unwrap();
    sql!(&mut tx, execute, "UPDATE counts SET count = count + 1 WHERE id = 1").unwrap();
    if at.is_multiple_of(2) {
        tx.commit().await.unwrap();
    }
}

async fn counted(db: &Db) -> i64 {
    let mut conn = db.read().await.unwrap();
    sql!(&mut conn, one(i64,), "SELECT count FROM counts WHERE id = 1").unwrap().0
}

testing::for_each_store! {
    async fn transactions_that_are_given_up_hold_up_no_others(store) {
        let home = store.open(MIGRATIONS).await;
        for round in 1..=20 {
            let all = join_all((0..64).map(|at| count(&home.db, at)));
            timeout(Duration::from_secs(30), all).await.unwrap();
            assert_eq!(counted(&home.db).await, 32 * round);
        }
    }

    async fn readers_that_leave_in_the_middle_hold_up_no_others(store) {
        let home = store.open(MIGRATIONS).await;
        for _ in 0..20 {
            let leave = (0..64).map(|at| {
                let wait = Duration::from_micros(at * 20);
                timeout(wait, counted(&home.db))
            });
            join_all(leave).await;
        }
        assert_eq!(timeout(Duration::from_secs(30), counted(&home.db)).await.unwrap(), 0);
        home.db.close().await;
    }
}
