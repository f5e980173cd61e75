//! A move of a whole installation to the other engine and the other storage, there and back, also when it is broken off.

use std::process::{Child, Command};

use serde_json::Value;
use store::{Db, Options, Transfer, sql};
use testing::FakeS3;

use crate::cli::{Installation, PostgresDatabase};

const ANA: [&str; 4] = ["user", "create", "--email", "ana@example.org"];
const IMPORT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../features/portability/tests/fixtures/librechat.json");

/// Returns an installation with an account, a conversation, a memo's worth of rows, and audit events.
fn filled() -> Installation {
    let here = Installation::ready();
    here.done(&ANA);
    here.done(&["key", "create", "--user", "ana@example.org"]);
    here.done(&["import", "--user", "ana@example.org", IMPORT]);
    here
}

fn sqlite_url(here: &Installation, name: &str) -> String {
    format!("sqlite://{}", here.data().join(name).display())
}

/// Returns what the database says of each account, conversation and word that is found.
async fn contents(url: &str) -> Vec<String> {
    let db = Db::open_existing(url, &Options::connections(1)).await.unwrap();
    let mut conn = db.read().await.unwrap();
    let found = sql!(
        &mut conn,
        all(String,),
        "SELECT email FROM users UNION ALL SELECT title FROM conversations
         UNION ALL SELECT parts FROM messages"
    )
    .unwrap();
    drop(conn);
    let words = conversations_found(&db).await;
    db.close().await;
    let mut all: Vec<String> = found.into_iter().map(|(text,)| text).collect();
    // Each engine would have an order of its own.
    all.sort();
    all.push(words.to_string());
    all
}

/// Returns how many places search finds for a word of the imported conversation, on either engine.
async fn conversations_found(db: &Db) -> usize {
    let mut conn = db.read().await.unwrap();
    let first = "SELECT user_id, title FROM conversations ORDER BY id LIMIT 1";
    let (user, title) = sql!(&mut conn, one(kernel::UserId, String), first).unwrap();
    let word = title.split_whitespace().next().unwrap().to_owned();
    let first = store::Cursor::FIRST;
    let page = conversations::search(&mut conn, user, &word, first, 50).await.unwrap();
    assert!(!page.items.is_empty(), "{word} is found");
    page.items.len()
}

#[test]
fn an_installation_moves_to_postgresql_and_back_with_every_row_and_every_word() {
    let here = filled();
    let database = PostgresDatabase::new();
    let before = testing::run(contents(&sqlite_url(&here, "data/ensemble.db")));

    let there = here.json(&["move", "--store", &database.url()]);
    assert!(there["rows"].as_u64().unwrap() > 10, "{there}");
    assert_eq!(testing::run(contents(&database.url())), before);

    // It serves from there: new rows get numbers after those that came, and keys and triggers are back.
    let moved = Installation { store_url: Some(database.url()), ..here };
    moved.done(&["import", "--user", "ana@example.org", IMPORT]);
    moved.done(&["user", "create", "--email", "ben@example.org"]);
    assert_eq!(moved.json(&["migrate"])["applied"], 0);
    let doctor = String::from_utf8(moved.run(&["doctor"]).stdout).unwrap();
    assert!(doctor.contains("ok   schema") && doctor.contains("ok   audit log"), "{doctor}");
    assert!(doctor.contains("ok   master key"), "{doctor}");
    testing::run(async {
        let db = Db::open_existing(&database.url(), &Options::connections(1)).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        let refused = sql!(&mut tx, execute, "DELETE FROM audit_events");
        assert!(refused.unwrap_err().to_string().contains("only added to"));
        drop(tx);
        let mut tx = db.begin().await.unwrap();
        let loose = "UPDATE conversations SET user_id = '00000000-0000-0000-0000-000000000001'";
        assert!(sql!(&mut tx, execute, loose).unwrap_err().is_foreign_key_violation());
        drop(tx);
        db.close().await;
    });

    let with_ben = testing::run(contents(&database.url()));
    let back = sqlite_url(&moved, "back/ensemble.db");
    moved.done(&["move", "--store", &back]);
    let home = Installation { store_url: Some(back.clone()), ..moved };
    assert_eq!(testing::run(contents(&back)), with_ben);
    home.done(&["user", "create", "--email", "cy@example.org"]);
    assert_eq!(home.json(&["user", "list"]).as_array().unwrap().len(), 3);
}

/// Moments of a move, each as a question to its target: it is marked, it has its first table, it has half of them, it has some
/// of its indexes again.
const MOMENTS: [&str; 4] = [
    "SELECT COUNT(*) = 1 FROM move_source",
    "SELECT COUNT(*) > 0 FROM move_progress",
    "SELECT COUNT(*) > 80 FROM move_progress",
    "SELECT COUNT(*) < 100 AND (SELECT is_stripped FROM move_source) FROM move_ddl",
];

/// Returns true once the answer is yes; false if the move came to its end before.
async fn comes_to(moment: &'static str, url: &str, child: &mut Child) -> bool {
    let db = Db::open(url, &Options::connections(1)).await.unwrap();
    loop {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        let mut conn = db.read().await.unwrap();
        // An error: it has no such table yet.
        if let Ok((true,)) = sql!(&mut conn, one(bool,), moment) {
            drop(conn);
            db.close().await;
            return true;
        }
    }
}

#[test]
fn a_move_that_is_killed_goes_on_and_no_server_uses_what_is_half_moved() {
    let here = filled();
    let database = PostgresDatabase::new();
    let url = database.url();
    let moved = Installation::on(url.clone());
    std::fs::create_dir_all(moved.data().join("data/files")).unwrap();
    let key = "data/master.key";
    std::fs::copy(here.data().join(key), moved.data().join(key)).unwrap();
    for moment in MOMENTS {
        let mut child = here.command(&["move", "--store", &url]).spawn().unwrap();
        assert!(testing::run(comes_to(moment, &url, &mut child)), "{moment}");
        child.kill().unwrap();
        child.wait().unwrap();
        for command in [&["serve"][..], &["user", "list"], &["migrate"]] {
            let (code, error) = moved.refused(command);
            assert_eq!(code, 1, "{command:?}");
            assert!(error.contains("is not finished"), "{moment}: {error}");
        }
    }
    let elsewhere = filled();
    let (_, error) = elsewhere.refused(&["move", "--store", &url]);
    assert!(error.contains("an unfinished move from elsewhere"), "{error}");

    here.done(&["move", "--store", &url]);
    let before = testing::run(contents(&sqlite_url(&here, "data/ensemble.db")));
    assert_eq!(testing::run(contents(&url)), before);
    moved.done(&["user", "create", "--email", "ben@example.org"]);
}

#[test]
fn a_target_that_has_something_is_refused_and_stays_as_it_is() {
    let here = filled();
    let (database, other) = (PostgresDatabase::new(), Installation::ready());
    let taken = Installation::on(database.url());
    taken.done(&["migrate"]);
    let (code, error) = here.refused(&["move", "--store", &database.url()]);
    assert_eq!(code, 1);
    assert!(error.contains("the target is not empty"), "{error}");
    let same = sqlite_url(&other, "new.db");
    let (_, error) = here.refused(&["move", "--store", &same]);
    assert!(error.contains("of the same engine: use backup and restore"), "{error}");
    let (code, _) = here.refused(&["move"]);
    assert_eq!(code, 2, "it says what it takes");
}

#[test]
fn text_that_postgresql_does_not_store_is_mended_and_said() {
    let here = filled();
    here.sql("UPDATE conversations SET title = 'Nul ' || char(0) || ' here'");
    let database = PostgresDatabase::new();
    let said = here.json(&["move", "--store", &database.url()]);
    assert_eq!(said["mended_rows"], 1, "{said}");
    let after = testing::run(contents(&database.url()));
    assert!(after.iter().any(|text| text == "Nul \u{fffd} here"), "{after:?}");
}

#[test]
fn files_move_to_s3_and_back_and_each_is_compared() {
    let here = Installation::ready();
    let id = kernel::Uuid::new_v4();
    let path = format!("data/files/documents/{id}/{id}");
    let file = here.data().join(&path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "content").unwrap();
    testing::run(async {
        let s3 = FakeS3::start().await;
        for _ in 0..2 {
            let said: Value = here.json(&["move", "--files", &s3.files_url()]);
            assert_eq!((&said["files"], &said["file_bytes"]), (&1.into(), &7.into()), "{said}");
        }
        assert_eq!(s3.object_count(), 1);
        let output = Command::new(env!("CARGO_BIN_EXE_ensemble"))
            .args(["move", "--files", &format!("file://{}", here.data().join("back").display())])
            .current_dir(here.data())
            .env("ENSEMBLE__SERVER__DATA_DIR", here.data().join("data"))
            .env("ENSEMBLE__FILES__URL", s3.files_url())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    });
    let back = here.data().join(format!("back/documents/{id}/{id}"));
    assert_eq!(std::fs::read_to_string(back).unwrap(), "content");
}

/// A table whose columns somebody changed is not moved half.
#[test]
fn a_database_with_other_columns_is_refused() {
    let here = filled();
    here.sql("ALTER TABLE users ADD COLUMN extra TEXT");
    let database = PostgresDatabase::new();
    let migrations: Vec<store::Migration> = testing::run(async {
        let settings = crate::support::settings(&here.data().join("data"));
        let (platform, areas) = app::serve::prepare(&settings).await.unwrap();
        platform.services.db.close().await;
        app::areas::migrations(&areas)
    });
    let from = sqlite_url(&here, "data/ensemble.db");
    let transfer = Transfer {
        from: &from,
        to: &database.url(),
        migrations: &migrations,
        words: &app::commands::moving::WORD_INDEXES,
        now: kernel::Timestamp::from_micros(0),
    };
    let refused = testing::run(transfer.run()).unwrap_err().to_string();
    assert!(refused.contains("the table users has other columns"), "{refused}");
}
