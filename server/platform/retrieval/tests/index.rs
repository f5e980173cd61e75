//! The indexes of passages: they find what the database finds, and nothing is missed where one is missing, old or damaged.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use kernel::{FileId, Uuid};
use parsing::{Page, Parsed};
use retrieval::{
    Passages, find_by_engine, find_passages, index_missing, store_passages, store_vectors,
};
use store::{Conn, Db, Migration, sql};
use testing::{NOW, TestDb, TestStore, for_each_store};

/// The migration before which passages had no index of their own.
const INDEX: &str = "20261127_0976_passage_index";

/// The table that those of passages refer to.
const UPLOADS: Migration = Migration {
    name: "20261120_0000_uploads",
    sql: "CREATE TABLE uploads (id {uuid} PRIMARY KEY);",
};

for_each_store! {
    async fn the_index_ranks_as_the_database_does(store) {
        let database = open(store).await;
        let db = &database.db;
        let mut language = Language(7);
        let mut files = Vec::new();
        for count in [1, 60, 150, 40] {
            let texts: Vec<String> = (0..count).map(|_| language.text(40)).collect();
            files.push(stored(db, &texts).await);
        }
        let mut conn = db.read().await.unwrap();
        let mut answered = 0;
        for asked in 0..60 {
            let question = language.text(1 + asked % 9);
            let some = &files[usize::from(asked % 2 == 1)..];
            let by_engine = find_by_engine(&mut conn, some, &question, 10).await.unwrap();
            let found = find_passages(&mut conn, some, &question, 10).await.unwrap();
            assert_eq!(found, by_engine, "{question}");
            assert!(found.iter().all(|passage| some.contains(&passage.file_id)));
            answered += usize::from(!found.is_empty());
        }
        assert!(answered >= 50, "{answered} questions had answers");
        let twice = [files[2], files[2]];
        assert_eq!(find_passages(&mut conn, &twice, "w1", 3).await.unwrap(), find_passages(&mut conn, &twice[..1], "w1", 3).await.unwrap());
        assert!(find_passages(&mut conn, &[], "w1", 3).await.unwrap().is_empty());
    }

    async fn what_has_no_whole_index_is_found_and_gets_one(store) {
        let database = open(store).await;
        let db = &database.db;
        let other = stored(db, &["the albatross of another file"]).await;
        let mut many: Vec<String> = (0..2_100).map(|at| format!("tide {at}")).collect();
        many[2_050] = "an albatross over the tide".to_owned();
        let damages: [&[&str]; 4] = [
            // As a version wrote it that knew no indexes.
            &["DELETE FROM passage_postings WHERE file_id = $1", "DELETE FROM passage_index WHERE file_id = $1"],
            &["UPDATE passage_index SET format = 99 WHERE file_id = $1"],
            &["DELETE FROM passage_postings WHERE file_id = $1"],
            &["UPDATE passage_postings SET postings = SUBSTR(postings, 2) WHERE file_id = $1"],
        ];
        let few = many[2_040..2_060].to_vec();
        for texts in [few, many] {
            let file_id = stored(db, &texts).await;
            let place = texts.iter().position(|text| text.contains("albatross")).unwrap() as i64;
            for damage in damages {
                let mut tx = db.begin().await.unwrap();
                for statement in damage {
                    sql!(&mut tx, execute, *statement, file_id).unwrap();
                }
                tx.commit().await.unwrap();
                retrieval::forget_all();
                let before = found(db, &[other, file_id], "albatross tide").await;
                assert_eq!(before[0], (file_id, place), "{damage:?}");
                assert!(before.contains(&(other, 0)), "{damage:?}");
                assert_eq!(index_missing(db).await.unwrap(), 1, "{damage:?}");
                assert_eq!(index_missing(db).await.unwrap(), 0, "once is enough");
                assert!(is_indexed(db, file_id).await, "{damage:?}");
                assert_eq!(found(db, &[other, file_id], "albatross tide").await[0], (file_id, place));
            }
        }
    }

    async fn bytes_that_were_changed_are_noticed(store) {
        let database = open(store).await;
        let db = &database.db;
        let file_id = stored(db, &["a tide", "an albatross"]).await;
        let mut conn = db.read().await.unwrap();
        let read = "SELECT postings FROM passage_postings WHERE file_id = $1";
        let (mut bytes,) = sql!(&mut conn, one(Vec<u8>,), read, file_id).unwrap();
        drop(conn);
        *bytes.last_mut().unwrap() ^= 1;
        let mut tx = db.begin().await.unwrap();
        sql!(&mut tx, execute, "UPDATE passage_postings SET postings = $2 WHERE file_id = $1", file_id, bytes).unwrap();
        tx.commit().await.unwrap();
        assert_eq!(found(db, &[file_id], "albatross").await, [(file_id, 1)]);
        assert_eq!(index_missing(db).await.unwrap(), 1, "the search has noted it");
        assert_eq!(found(db, &[file_id], "albatross").await, [(file_id, 1)]);
    }

    async fn every_process_sees_what_was_committed_and_nothing_else(store) {
        let database = open(store).await;
        let first = &database.db;
        let url = match first.sqlite_path() {
            Some(path) => format!("sqlite://{}", path.display()),
            None => database.postgres_url().unwrap(),
        };
        let second = &Db::open(&url, &store::Options::default()).await.unwrap();
        let file_id = stored(first, &["a tide", "an albatross"]).await;
        for db in [first, second] {
            assert_eq!(found(db, &[file_id], "albatross").await, [(file_id, 1)]);
        }
        // A process that is killed before its commit leaves nothing.
        let mut tx = second.begin().await.unwrap();
        store_passages(&mut tx, Passages::of(file_id, &parsed(&["an albatross", "a gull"]))).await.unwrap();
        assert_eq!(keys(&mut tx, &[file_id], "albatross").await, [(file_id, 0)], "its own writes");
        drop(tx);
        for db in [first, second] {
            assert_eq!(found(db, &[file_id], "albatross").await, [(file_id, 1)]);
            assert!(found(db, &[file_id], "gull").await.is_empty());
        }
        // What is read again is found at once, in memory or not.
        let mut tx = second.begin().await.unwrap();
        store_passages(&mut tx, Passages::of(file_id, &parsed(&["an albatross", "a gull"]))).await.unwrap();
        tx.commit().await.unwrap();
        for db in [first, second] {
            assert_eq!(found(db, &[file_id], "albatross").await, [(file_id, 0)]);
            assert_eq!(found(db, &[file_id], "gull").await, [(file_id, 1)]);
            assert!(found(db, &[file_id], "tide").await.is_empty());
        }
    }

    async fn a_deleted_file_leaves_no_index(store) {
        let database = open(store).await;
        let db = &database.db;
        let (gone, kept) = (stored(db, &["a tide"]).await, stored(db, &["the tide"]).await);
        let mut tx = db.begin().await.unwrap();
        for file_id in [gone, kept] {
            store_vectors(&mut tx, file_id, "small", &[(0, vec![1.0, 0.0])]).await.unwrap();
        }
        tx.commit().await.unwrap();
        assert_eq!(found(db, &[gone, kept], "tide").await.len(), 2);
        let mut tx = db.begin().await.unwrap();
        sql!(&mut tx, execute, "DELETE FROM uploads WHERE id = $1", gone).unwrap();
        tx.commit().await.unwrap();
        assert_eq!(found(db, &[gone, kept], "tide").await, [(kept, 0)]);
        let mut conn = db.read().await.unwrap();
        for rows in ["passage_index", "passage_postings", "passage_sketches", "passage_vectors", "passages"] {
            let count = format!("SELECT COUNT(*) FROM {rows} WHERE file_id = $1");
            let (left,) = sql!(&mut conn, one(i64,), store::sqlx::AssertSqlSafe(count), gone).unwrap();
            assert_eq!(left, 0, "{rows}");
        }
        assert_eq!(index_missing(db).await.unwrap(), 0);
    }

    async fn files_of_earlier_versions_are_found_and_get_an_index(store) {
        let database = open(store).await;
        let db = &database.db;
        let file_id = stored(db, &["a tide", "an albatross"]).await;
        let mut tx = db.begin().await.unwrap();
        store_vectors(&mut tx, file_id, "small", &[(1, vec![1.0, 0.0])]).await.unwrap();
        for old in ["DROP TABLE passage_index", "DROP TABLE passage_postings"] {
            sql!(&mut tx, execute, old).unwrap();
        }
        sql!(&mut tx, execute, "DELETE FROM schema_migrations WHERE name = $1", INDEX).unwrap();
        tx.commit().await.unwrap();

        assert_eq!(db.migrate(&steps(), NOW).await.unwrap(), 1);
        for built in [1, 0] {
            assert_eq!(found(db, &[file_id], "albatross").await, [(file_id, 1)]);
            let mut conn = db.read().await.unwrap();
            let near = retrieval::nearest(&mut conn, &[file_id], "small", &[1.0, 0.0], 5).await.unwrap();
            assert_eq!(near, [(file_id, 1)]);
            drop(conn);
            assert_eq!(index_missing(db).await.unwrap(), built);
        }
        assert!(is_indexed(db, file_id).await);
    }
}

fn steps() -> Vec<Migration> {
    [&[UPLOADS], retrieval::MIGRATIONS].concat()
}

async fn open(store: TestStore) -> TestDb {
    store.open(&steps()).await
}

async fn stored(db: &Db, texts: &[impl AsRef<str>]) -> FileId {
    let file_id = FileId(Uuid::now_v7());
    let mut tx = db.begin().await.unwrap();
    sql!(&mut tx, execute, "INSERT INTO uploads (id) VALUES ($1)", file_id).unwrap();
    store_passages(&mut tx, Passages::of(file_id, &parsed(texts))).await.unwrap();
    tx.commit().await.unwrap();
    file_id
}

fn parsed(texts: &[impl AsRef<str>]) -> Parsed {
    let pages = (1..).zip(texts);
    let pages =
        pages.map(|(number, text)| Page { number, title: None, text: text.as_ref().to_owned() });
    Parsed::of_pages(pages.collect())
}

async fn found(db: &Db, files: &[FileId], question: &str) -> Vec<(FileId, i64)> {
    let mut conn = db.read().await.unwrap();
    keys(&mut conn, files, question).await
}

async fn keys(conn: &mut Conn, files: &[FileId], question: &str) -> Vec<(FileId, i64)> {
    let found = find_passages(conn, files, question, 50).await.unwrap();
    found.into_iter().map(|passage| (passage.file_id, passage.position)).collect()
}

async fn is_indexed(db: &Db, file_id: FileId) -> bool {
    let mut conn = db.read().await.unwrap();
    let (bytes, format) = sql!(
        &mut conn,
        one(i64, i64),
        "SELECT (SELECT COALESCE(SUM(LENGTH(postings)), 0) FROM passage_postings WHERE file_id = $1), format
         FROM passage_index WHERE file_id = $1",
        file_id
    )
    .unwrap();
    bytes > 0 && format == 1
}

/// Texts of words of which the first are said most, the same in every run.
struct Language(u64);

impl Language {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % most
    }

    fn text(&mut self, words: u64) -> String {
        let mut word = || {
            let most = self.below(400) + 1;
            format!("w{}", self.below(most))
        };
        (0..words).map(|_| word()).collect::<Vec<_>>().join(" ")
    }
}
