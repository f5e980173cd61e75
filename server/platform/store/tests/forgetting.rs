//! Deleted is gone, from the bytes of SQLite's file too (security P12).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use store::{Db, Migration, sql};
use testing::{TestStore, bytes_say};

/// Tables like those of people's texts: a row with a text, and its tokens in a full-text index that stores no text.
const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261125_0904_notes",
    sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
          CREATE VIRTUAL TABLE note_words USING fts5 (words, content = '', contentless_delete = 1);
          CREATE TRIGGER notes_gone AFTER DELETE ON notes BEGIN
              DELETE FROM note_words WHERE rowid = old.id;
          END;",
}];

/// Words that occur nowhere else.
const SHORT: &str = "zanzibarquokka";
const LONG: &str = "timbuktucapybara";

async fn keep(db: &Db, id: i64, body: &str) {
    let mut tx = db.begin().await.unwrap();
    sql!(&mut tx, execute, "INSERT INTO notes (id, body) VALUES ($1, $2)", id, body).unwrap();
    sql!(&mut tx, execute, "INSERT INTO note_words (rowid, words) VALUES ($1, $2)", id, body)
        .unwrap();
    tx.commit().await.unwrap();
}

async fn run(db: &Db, statement: &'static str) {
    let mut tx = db.begin().await.unwrap();
    sql!(&mut tx, execute, statement).unwrap();
    tx.commit().await.unwrap();
}

// security P12: "Delete means gone: DB, search index"
#[tokio::test]
async fn no_byte_of_what_was_deleted_is_left_in_the_file_or_its_log() {
    let home = TestStore::Sqlite.open(MIGRATIONS).await;
    let db = &home.db;
    for id in 0..400 {
        keep(db, id, &format!("note {id} says what others say, too, and more of it {id}")).await;
    }
    keep(db, 1_000, SHORT).await;
    // On pages of their own.
    keep(db, 1_001, &format!("{LONG} ").repeat(2_000)).await;
    keep(db, 1_002, "the last one").await;
    db.scrub_deleted().await.unwrap();
    assert!(bytes_say(db, SHORT) && bytes_say(db, LONG), "they are kept as they are");

    run(db, "DELETE FROM notes WHERE id IN (1000, 1001)").await;
    db.scrub_deleted().await.unwrap();

    assert!(!bytes_say(db, SHORT), "of a row");
    assert!(!bytes_say(db, LONG), "of pages");
    let mut conn = db.read().await.unwrap();
    let (found,) = sql!(
        &mut conn,
        one(i64,),
        "SELECT COUNT(*) FROM note_words WHERE note_words MATCH 'others'"
    )
    .unwrap();
    assert_eq!(found, 400, "the others are found as before");
}

#[tokio::test]
async fn no_byte_of_a_text_before_it_was_edited_is_left() {
    let home = TestStore::Sqlite.open(MIGRATIONS).await;
    let db = &home.db;
    keep(db, 1, &format!("{LONG} ").repeat(2_000)).await;
    keep(db, 2, SHORT).await;

    run(db, "UPDATE notes SET body = 'nothing of that'").await;
    run(db, "DELETE FROM note_words WHERE rowid IN (1, 2)").await;
    db.scrub_deleted().await.unwrap();

    assert!(!bytes_say(db, SHORT) && !bytes_say(db, LONG));
}

#[tokio::test]
async fn where_nothing_was_deleted_nothing_is_written() {
    let home = TestStore::Sqlite.open(MIGRATIONS).await;
    keep(&home.db, 1, SHORT).await;
    home.db.scrub_deleted().await.unwrap();
    let file = home.db.sqlite_path().unwrap();
    let before = std::fs::read(file).unwrap();
    home.db.scrub_deleted().await.unwrap();
    assert!(std::fs::read(file).unwrap() == before);
}
