//! Statements that are run together with later ones.

#![allow(clippy::expect_used, reason = "a test that cannot go on says so by a panic")]

use store::{Conn, Db, Migration, Tx, sql};

const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261121_2100_notes",
    sql: "CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT NOT NULL)",
}];

async fn add(tx: &mut Tx, id: i64, text: &str) {
    let added = sql!(tx, deferred, "INSERT INTO notes (id, text) VALUES ($1, $2)", id, text);
    added.expect("an insert that can be");
}

async fn notes(conn: &mut Conn) -> Vec<(i64, String)> {
    sql!(conn, all(i64, String), "SELECT id, text FROM notes ORDER BY id").expect("notes")
}

async fn stored(db: &Db) -> Vec<(i64, String)> {
    notes(&mut db.read().await.expect("a connection")).await
}

testing::for_each_store! {
    async fn they_are_seen_by_what_the_transaction_asks_next(store) {
        let home = store.open(MIGRATIONS).await;
        let mut tx = home.db.begin().await.expect("a transaction");
        add(&mut tx, 1, "one").await;
        add(&mut tx, 2, "two").await;
        assert_eq!(notes(&mut tx).await, [(1, "one".into()), (2, "two".into())]);
    }

    async fn they_are_committed_in_their_order(store) {
        let home = store.open(MIGRATIONS).await;
        let mut tx = home.db.begin().await.expect("a transaction");
        add(&mut tx, 1, "one").await;
        let changed = sql!(&mut tx, deferred, "UPDATE notes SET text = $2 WHERE id = $1", 1_i64, "first");
        changed.expect("an update that can be");
        tx.commit().await.expect("a commit");
        assert_eq!(stored(&home.db).await, [(1, "first".into())]);
    }

    async fn they_leave_nothing_when_the_transaction_is_dropped(store) {
        let home = store.open(MIGRATIONS).await;
        let mut tx = home.db.begin().await.expect("a transaction");
        add(&mut tx, 1, "one").await;
        drop(tx);
        assert_eq!(stored(&home.db).await, []);
    }

    async fn one_that_fails_undoes_all_of_them(store) {
        let home = store.open(MIGRATIONS).await;
        let mut tx = home.db.begin().await.expect("a transaction");
        add(&mut tx, 1, "one").await;
        // PostgreSQL refuses it at once, SQLite with the commit.
        let again = sql!(&mut tx, deferred, "INSERT INTO notes (id, text) VALUES ($1, 'x')", 1_i64);
        let refused = match again {
            Ok(()) => tx.commit().await,
            Err(refused) => {
                drop(tx);
                Err(refused)
            }
        };
        assert!(refused.expect_err("the id is taken").is_unique_violation());
        assert_eq!(stored(&home.db).await, []);
    }
}
