#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::sync::atomic::{AtomicBool, Ordering};

use kernel::Uuid;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::*;
use crate::{Filled, RowWords, StoreResult, Tx};

/// PostgreSQL for tests, as `scripts/test-servers` starts it.
const POSTGRES: &str = "postgres://postgres@127.0.0.1:54329";

/// Every kind of column, a key to rows that come later, an index, a trigger, and words.
const SCHEMA: Migration = Migration {
    name: "1_notes",
    sql: "CREATE TABLE notes (
    row_id {serial},
    id {uuid} NOT NULL,
    writer {uuid} REFERENCES writers (id),
    text TEXT,
    is_open BOOLEAN NOT NULL,
    seal {bytes},
    at BIGINT NOT NULL
);
CREATE INDEX notes_by_writer ON notes (writer);
CREATE UNIQUE INDEX notes_by_id ON notes (id);
-- only sqlite
CREATE TRIGGER notes_kept BEFORE UPDATE ON notes WHEN NEW.at < OLD.at BEGIN SELECT RAISE(ABORT, 'kept'); END;
CREATE VIRTUAL TABLE note_words USING fts5 (owner, words, content = '', contentless_delete = 1);
-- end
-- only postgres
ALTER TABLE notes ADD COLUMN words TSVECTOR;
CREATE FUNCTION notes_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
    IF NEW.at < OLD.at THEN RAISE EXCEPTION 'kept'; END IF;
    RETURN NEW;
END
$guard$;
CREATE TRIGGER notes_kept BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION notes_guard();
-- end",
};
const WRITERS: Migration = Migration {
    name: "0_writers",
    sql: "CREATE TABLE writers (id {uuid} PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO writers (id, name) SELECT id, 'made by a migration' FROM writers WHERE FALSE;",
};
const MIGRATIONS: [Migration; 2] = [WRITERS, SCHEMA];

const WORDS: WordIndex = WordIndex {
    table: "notes",
    words_table: "note_words",
    owner_column: "owner",
    columns: &["words"],
    fill,
};

/// True: the words fail, as if the process had died there.
static BREAKS_OFF: AtomicBool = AtomicBool::new(false);

fn fill(tx: &mut Tx, after: i64) -> Filled<'_> {
    Box::pin(async move {
        let rows: Vec<(i64, Option<String>)> = sql!(
            tx,
            all(i64, Option<String>),
            "SELECT row_id, text FROM notes WHERE row_id > $1 ORDER BY row_id LIMIT 2",
            after
        )?;
        let words = |(row_id, text): &(i64, Option<String>)| RowWords {
            row_id: *row_id,
            owner: "u1".to_owned(),
            texts: vec![Some(crate::words::tokens(text.as_deref().unwrap_or_default()).join(" "))],
        };
        let words: Vec<RowWords> = rows.iter().map(words).collect();
        index().write(tx, &words).await?;
        if after > 0 && BREAKS_OFF.load(Ordering::Relaxed) {
            return Err(sqlx::Error::PoolClosed.into());
        }
        Ok(rows.last().map(|(row_id, _)| *row_id))
    })
}

fn index() -> WordIndex {
    WORDS
}

struct Place {
    dir: tempfile::TempDir,
    database: String,
}

impl Place {
    async fn new() -> Self {
        let database = format!("transfer_{}", Uuid::new_v4().simple());
        administer(format!("CREATE DATABASE {database}")).await;
        Self { dir: tempfile::tempdir().unwrap(), database }
    }

    fn postgres(&self) -> String {
        format!("{POSTGRES}/{}", self.database)
    }

    fn sqlite(&self, name: &str) -> String {
        format!("sqlite://{}/{name}.db", self.dir.path().display())
    }

    async fn gone(self) {
        administer(format!("DROP DATABASE {} WITH (FORCE)", self.database)).await;
    }
}

async fn administer(statement: String) {
    let mut admin = PgConnection::connect(&format!("{POSTGRES}/postgres")).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut admin).await.unwrap();
}

fn transfer<'a>(from: &'a str, to: &'a str, words: &'a [WordIndex]) -> Transfer<'a> {
    Transfer { from, to, migrations: &MIGRATIONS, words, now: Timestamp::from_micros(1) }
}

const TEXT: &str = "tab\there\\, line\nbreak, é 我喜欢 \u{1}\u{b}";

async fn write(url: &str) {
    let db = Db::open(url, &Options::default()).await.unwrap();
    db.migrate(&MIGRATIONS, Timestamp::from_micros(1)).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let writer = Uuid::from_u128(7);
    sql!(&mut tx, execute, "INSERT INTO writers (id, name) VALUES ($1, 'Ana')", writer).unwrap();
    for (number, text) in
        [Some(TEXT), None, Some(""), Some("\\N"), Some("word")].into_iter().enumerate()
    {
        let seal: Option<Vec<u8>> = (number % 2 == 0).then(|| vec![0, 255, 92, 10]);
        sql!(
            &mut tx,
            execute,
            "INSERT INTO notes (id, writer, text, is_open, seal, at) VALUES ($1, $2, $3, $4, $5, $6)",
            Uuid::from_u128(number as u128),
            (number != 1).then_some(writer),
            text,
            number % 2 == 0,
            seal,
            -7_i64 + number as i64
        )
        .unwrap();
    }
    tx.commit().await.unwrap();
    db.close().await;
}

type Note = (i64, Uuid, Option<Uuid>, Option<String>, bool, Option<Vec<u8>>, i64);

async fn notes(url: &str) -> Vec<Note> {
    let db = Db::open_existing(url, &Options::default()).await.unwrap();
    let mut conn = db.read().await.unwrap();
    let select = "SELECT row_id, id, writer, text, is_open, seal, at FROM notes ORDER BY row_id";
    let notes = sql!(&mut conn, all Note, select).unwrap();
    drop(conn);
    db.close().await;
    notes
}

/// Tries what the schema forbids, and what numbers rows.
async fn check_schema(url: &str) -> StoreResult<()> {
    let db = Db::open_existing(url, &Options::default()).await?;
    assert_eq!(db.schema(&MIGRATIONS).await.unwrap(), Schema::Current);
    for forbidden in [
        "UPDATE notes SET at = at - 1",
        "INSERT INTO notes (id, is_open, at) SELECT id, TRUE, 1 FROM notes",
        "DELETE FROM writers",
    ] {
        let mut tx = db.begin().await?;
        assert!(sql!(&mut tx, execute, forbidden).is_err(), "{forbidden}");
    }
    let mut conn = db.read().await?;
    let (found,) = sql!(
        &mut conn,
        one(i64,),
        {
            sqlite: "SELECT COUNT(*) FROM note_words WHERE note_words MATCH 'owner:u1 AND words:word'",
            postgres: "SELECT COUNT(*) FROM notes WHERE words @@ '''u1'' & ''word'''::tsquery",
        }
    )?;
    assert_eq!(found, 1, "words are found");
    drop(conn);
    let mut tx = db.begin().await?;
    let (row_id,) = sql!(
        &mut tx,
        one(i64,),
        "INSERT INTO notes (id, is_open, at) VALUES ($1, TRUE, 1) RETURNING row_id",
        Uuid::from_u128(99)
    )?;
    assert!(row_id > 5, "new rows are numbered after those that came: {row_id}");
    drop(tx);
    db.close().await;
    Ok(())
}

#[tokio::test]
async fn rows_of_every_kind_go_there_and_come_back_as_they_were() {
    let place = Place::new().await;
    let (first, postgres, back) = (place.sqlite("first"), place.postgres(), place.sqlite("back"));
    write(&first).await;
    let before = notes(&first).await;

    let there = transfer(&first, &postgres, &[WORDS]).run().await.unwrap();
    assert_eq!(there.tables.iter().map(|table| table.rows).collect::<Vec<_>>(), [5, 1]);
    assert_eq!((there.left_out.len(), there.mended_rows), (0, 0));
    assert_eq!(notes(&postgres).await, before);
    check_schema(&postgres).await.unwrap();

    let home = transfer(&postgres, &back, &[WORDS]).run().await.unwrap();
    assert_eq!(home.tables, there.tables, "with the same checksums");
    assert_eq!(notes(&back).await, before);
    check_schema(&back).await.unwrap();

    let again = transfer(&first, &postgres, &[WORDS]).run().await;
    assert!(matches!(again, Err(TransferError::NotEmpty)));
    let same = transfer(&first, &back, &[WORDS]).run().await;
    assert!(matches!(same, Err(TransferError::SameEngine)));
    place.gone().await;
}

#[tokio::test]
async fn a_move_that_broke_off_goes_on_and_nobody_serves_from_its_target() {
    let place = Place::new().await;
    let (first, postgres) = (place.sqlite("first"), place.postgres());
    write(&first).await;
    BREAKS_OFF.store(true, Ordering::Relaxed);
    assert!(transfer(&first, &postgres, &[WORDS]).run().await.is_err());
    BREAKS_OFF.store(false, Ordering::Relaxed);

    let target = Db::open_existing(&postgres, &Options::connections(1)).await.unwrap();
    assert_eq!(target.schema(&MIGRATIONS).await.unwrap(), Schema::HalfMoved);
    let refused = target.migrate(&MIGRATIONS, Timestamp::from_micros(1)).await;
    assert!(matches!(refused, Err(MigrationError::HalfMoved)));
    target.close().await;
    let other = place.sqlite("other");
    write(&other).await;
    let elsewhere = transfer(&other, &postgres, &[WORDS]).run().await;
    assert!(
        matches!(elsewhere, Err(TransferError::OtherMove(found)) if found.ends_with("first.db"))
    );

    transfer(&first, &postgres, &[WORDS]).run().await.unwrap();
    assert_eq!(notes(&postgres).await, notes(&first).await);
    check_schema(&postgres).await.unwrap();
    place.gone().await;
}

#[tokio::test]
async fn of_several_hosts_the_one_that_answers_is_used() {
    let url = format!(
        "{}?target_session_attrs=read-write",
        "postgres://postgres@127.0.0.1:9,[::1]:9,127.0.0.1:54329/postgres"
    );
    let db = Db::open(&url, &Options::connections(2)).await.unwrap();
    db.ping().await.unwrap();
    db.close().await;
}
