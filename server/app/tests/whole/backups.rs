//! Backups: made while nothing is missing, checked, incremental, kept for so long, and restored into an empty place only.

use std::path::Path;

use testing::FakeS3;

use crate::cli::{Installation, PostgresDatabase};

const ANA: [&str; 4] = ["user", "create", "--email", "ana@example.org"];

/// Returns an installation with an account, and the place of its backups.
fn with_account() -> (Installation, String) {
    let here = Installation::ready();
    here.done(&ANA);
    let place = here.data().join("backups").display().to_string();
    (here, place)
}

/// Puts a file of an area into the data folder.
fn add_file(here: &Installation, content: &str) -> std::path::PathBuf {
    let id = kernel::Uuid::new_v4();
    let folder = here.data().join(format!("data/files/documents/{id}"));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(id.to_string());
    std::fs::write(&path, content).unwrap();
    path
}

fn copy_key(from: &Installation, to: &Installation) {
    std::fs::create_dir_all(to.data().join("data")).unwrap();
    let key = "data/master.key";
    std::fs::copy(from.data().join(key), to.data().join(key)).unwrap();
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_backup_restores_into_an_empty_installation_with_the_same_key() {
    let (here, place) = with_account();
    let file = add_file(&here, "content");
    here.done(&["backup", &place]);

    let there = Installation::new();
    let (code, error) = there.refused(&["restore", &place]);
    assert_eq!(code, 1);
    assert!(error.contains("the master key is missing"), "{error}");
    copy_key(&here, &there);
    let said = there.json(&["restore", &place]);

    assert_eq!((&said["accounts"], &said["files"]), (&1.into(), &1.into()), "{said}");
    assert_eq!(there.json(&["user", "list"])[0]["email"], "ana@example.org");
    let restored = there.data().join(file.strip_prefix(here.data()).unwrap());
    assert_eq!(std::fs::read_to_string(restored).unwrap(), "content");
    let (code, error) = there.refused(&["restore", &place]);
    assert_eq!(code, 1);
    assert!(error.contains("is not empty: name a new place"), "{error}");
}

// operators.md, 4: "a wrong folder or a typo makes a new installation"
#[test]
fn commands_beside_serve_and_migrate_make_nothing_where_nothing_is() {
    let here = Installation::new();
    let place = here.data().join("backups").display().to_string();
    for command in [
        &["backup", &place][..],
        &["user", "list"],
        &["user", "create", "--email", "a@example.org"],
        &["outbox"],
        &["provider", "list"],
        &["vault", "reset"],
        &["migrate", "--dry-run"],
        &["move", "--files", "file:///nowhere"],
        &["export", "--user", "a@example.org", "a.zip"],
    ] {
        let (code, error) = here.refused(command);
        assert_eq!(code, 1, "{command:?}");
        assert!(error.contains("there is no installation in"), "{command:?}: {error}");
        assert!(error.contains("--config") && error.contains("ensemble migrate"), "{error}");
        assert_eq!(names_in(here.data()), [""; 0], "{command:?} made something");
    }
}

// operators.md, 5: "`backup`, `doctor`, `outbox` ran 79 migrations"
#[test]
fn what_reads_leaves_an_earlier_schema_as_it_is_and_what_writes_says_what_to_do() {
    let (here, place) = with_account();
    here.sql("DELETE FROM schema_migrations WHERE name = '20261128_1111_vault_check'");
    here.sql("DROP TABLE vault_check");

    here.done(&["backup", &place]);
    here.done(&["outbox"]);
    assert_eq!(here.json(&["user", "list"])[0]["email"], "ana@example.org");
    let waiting = here.json(&["migrate", "--dry-run"]);
    assert_eq!(waiting[0]["name"], "20261128_1111_vault_check", "{waiting}");
    let (code, error) = here.refused(&["key", "create", "--user", "ana@example.org"]);
    assert_eq!(code, 1);
    assert!(error.contains("of an earlier version (1 steps behind)"), "{error}");
    assert_eq!(here.json(&["migrate"])["applied"], 1, "nothing else had applied it");
}

// operators.md, 9: "`master.key` lost"
#[test]
fn a_lost_or_other_master_key_is_told_with_what_to_do() {
    let (here, place) = with_account();
    let key = here.data().join("data/master.key");
    let first = std::fs::read(&key).unwrap();

    std::fs::remove_file(&key).unwrap();
    let (_, error) = here.refused(&["backup", &place]);
    assert!(error.contains("the master key is missing"), "{error}");
    assert!(!key.exists(), "no new key is made");

    // Written anew, as a start without the file would do.
    std::fs::write(&key, "0123456789abcdef0123456789abcdef0123456789abcdef\n").unwrap();
    for command in [&["key", "create", "--user", "ana@example.org"][..], &["migrate"], &["serve"]] {
        let (code, error) = here.refused(command);
        assert_eq!(code, 1, "{command:?}");
        assert!(error.contains("is not the one that this installation's secrets"), "{error}");
        assert!(error.contains("previous_secrets") && error.contains("vault reset"), "{error}");
    }
    let doctor = String::from_utf8(here.run(&["doctor"]).stdout).unwrap();
    assert!(doctor.contains("FAIL master key: not the one"), "{doctor}");

    here.done(&["vault", "reset"]);
    here.done(&["key", "create", "--user", "ana@example.org"]);
    std::fs::write(&key, first).unwrap();
    let (_, error) = here.refused(&["key", "create", "--user", "ana@example.org"]);
    assert!(error.contains("is not the one"), "{error}");

    std::fs::remove_file(&key).unwrap();
    here.done(&["vault", "reset"]);
    assert!(key.exists(), "a new one is made where it is lost for good");
    here.done(&["key", "create", "--user", "ana@example.org"]);
}

#[test]
fn files_are_copied_once_and_old_backups_go_with_what_only_they_had() {
    let (here, place) = with_account();
    let kept = add_file(&here, "kept");
    let gone = add_file(&here, "gone");
    let first = here.json(&["backup", &place]);
    std::fs::remove_file(&gone).unwrap();
    add_file(&here, "new");
    let second = here.json(&["backup", &place]);
    assert_eq!((&first["new_files"], &second["new_files"]), (&2.into(), &1.into()), "{second}");
    assert_eq!(second["files"], 2);
    let objects = Path::new(&place).join("objects");
    assert_eq!(names_in(&objects).len(), 3, "those of both");

    let third = here.json(&["backup", &place, "--keep", "2"]);
    assert_eq!((&third["new_files"], &third["deleted"]), (&0.into(), &1.into()), "{third}");
    let left = names_in(&Path::new(&place).join("backups"));
    assert_eq!(left.len(), 2, "no empty folder is left: {left:?}");
    assert_eq!(names_in(&objects).len(), 2, "what only the first had is gone");

    // An earlier one by its name.
    let there = Installation::new();
    copy_key(&here, &there);
    let name = second["name"].as_str().unwrap();
    let (_, error) = there.refused(&["restore", &place, "--backup", "no"]);
    assert!(error.contains(name), "it names those there are: {error}");
    let restored = there.json(&["restore", &place, "--backup", name]);
    assert_eq!(restored["backup"], name);
    assert!(there.data().join(kept.strip_prefix(here.data()).unwrap()).exists());
}

#[test]
fn a_folder_with_something_else_is_no_place_for_backups() {
    let (here, place) = with_account();
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(Path::new(&place).join("holiday.jpg"), "x").unwrap();
    let (code, error) = here.refused(&["backup", &place]);
    assert_eq!(code, 1);
    assert!(error.contains("is not empty and has no backups"), "{error}");
    let (_, error) = here.refused(&["restore", &place]);
    assert!(error.contains("is no backup"), "{error}");
}

#[test]
fn a_backup_with_its_key_restores_alone_and_one_without_when_that_is_said() {
    let (here, place) = with_account();
    let made = here.json(&["backup", &place, "--with-key"]);
    assert_eq!(made["with_key"], true);
    let there = Installation::new();
    let said = there.json(&["restore", &place]);
    assert!(said["key"].as_str().unwrap().contains("from the backup"), "{said}");
    there.done(&["key", "create", "--user", "ana@example.org"]);

    here.done(&["backup", &place, "--keep", "1"]);
    let other = Installation::new();
    other.done(&["restore", &place, "--without-key"]);
    other.done(&["migrate"]);
    other.done(&["key", "create", "--user", "ana@example.org"]);
}

#[test]
fn a_damaged_backup_is_refused_before_anything_is_written() {
    let (here, place) = with_account();
    add_file(&here, "content");
    let made = here.json(&["backup", &place]);
    let name = made["name"].as_str().unwrap();
    let object = names_in(&Path::new(&place).join("objects")).remove(0);
    for damaged in [format!("backups/{name}/ensemble.db"), format!("objects/{object}")] {
        let path = Path::new(&place).join(&damaged);
        let whole = std::fs::read(&path).unwrap();
        let mut bytes = whole.clone();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, bytes).unwrap();

        let there = Installation::new();
        copy_key(&here, &there);
        let (code, error) = there.refused(&["restore", &place]);
        assert_eq!(code, 1);
        let expected = format!("the backup is damaged: {damaged} has changed");
        assert!(error.contains(&expected), "{error}");
        assert!(!there.data().join("data/ensemble.db").exists());
        std::fs::write(&path, whole).unwrap();
    }
}

#[test]
fn a_restore_that_broke_off_goes_on_and_until_then_nothing_is_served() {
    let (here, place) = with_account();
    let file = add_file(&here, "content");
    let made = here.json(&["backup", &place]);
    let there = Installation::new();
    copy_key(&here, &there);
    // As it is when the process died while it wrote files.
    let mark = there.data().join("data/restore.unfinished");
    std::fs::write(&mark, made["name"].as_str().unwrap()).unwrap();
    let restored = there.data().join(file.strip_prefix(here.data()).unwrap());
    std::fs::create_dir_all(restored.parent().unwrap()).unwrap();
    std::fs::write(&restored, "con").unwrap();
    for command in [&["serve"][..], &["migrate"], &["user", "list"]] {
        let (code, error) = there.refused(command);
        assert_eq!(code, 1, "{command:?}");
        assert!(error.contains("is not finished: run the same"), "{command:?}: {error}");
    }
    let newer = here.json(&["backup", &place]);
    let (_, error) = there.refused(&["restore", &place]);
    assert!(error.contains("is not finished: restore that one"), "{newer}: {error}");

    there.done(&["restore", &place, "--backup", made["name"].as_str().unwrap()]);

    assert_eq!(std::fs::read_to_string(restored).unwrap(), "content");
    assert!(!mark.exists());
    assert_eq!(there.json(&["user", "list"])[0]["email"], "ana@example.org");
}

#[test]
fn what_a_backup_left_that_died_is_no_backup_and_is_written_anew() {
    let (here, place) = with_account();
    add_file(&here, "content");
    here.done(&["backup", &place]);
    let object = names_in(&Path::new(&place).join("objects")).remove(0);
    // A part of an object, and a lock from long ago.
    std::fs::remove_dir_all(Path::new(&place).join("backups")).unwrap();
    std::fs::write(Path::new(&place).join("objects").join(&object), "con").unwrap();
    std::fs::write(Path::new(&place).join("lock.json"), r#"{"since":"1970-01-01T00:00:00Z"}"#)
        .unwrap();

    assert_eq!(here.json(&["backup", &place])["new_files"], 1);

    let there = Installation::new();
    copy_key(&here, &there);
    assert_eq!(there.json(&["restore", &place])["files"], 1);
    assert!(!Path::new(&place).join("lock.json").exists());
}

#[test]
fn a_second_backup_at_the_same_time_is_refused() {
    let (here, place) = with_account();
    here.done(&["backup", &place]);
    let lock = Path::new(&place).join("lock.json");
    let now = serde_json::to_string(&kernel::Clock::system().now()).unwrap();
    let others = format!(r#"{{"since":{now},"holder":"another process"}}"#);
    std::fs::write(&lock, &others).unwrap();

    let (code, error) = here.refused(&["backup", &place]);

    assert_eq!(code, 1);
    assert!(error.contains("another backup is being written there"), "{error}");
    assert_eq!(names_in(&Path::new(&place).join("backups")).len(), 1);
    assert_eq!(std::fs::read_to_string(lock).unwrap(), others, "it stays the other's");
}

#[test]
fn a_backup_in_s3_restores() {
    let (here, _) = with_account();
    add_file(&here, "content");
    let there = Installation::new();
    copy_key(&here, &there);
    // The commands run on this thread, and the storage answers on others.
    testing::run(async {
        let s3 = FakeS3::start().await;
        let place = s3.files_url();
        let made = here.json(&["backup", &place]);
        assert!(!made["place"].as_str().unwrap().contains("secret"), "{made}");
        assert_eq!(s3.object_count(), 4, "a mark, a manifest, a database, a file");
        assert_eq!(there.json(&["restore", &place])["files"], 1);
    });
    assert_eq!(there.json(&["user", "list"])[0]["email"], "ana@example.org");
}

// operators.md, 12: "PostgreSQL backup drops the URL's query"
#[test]
fn a_backup_of_postgresql_restores_into_an_empty_database() {
    let (old, new) = (PostgresDatabase::new(), PostgresDatabase::new());
    // The place of the server and of its port is in the query; of two hosts, the first one does not answer.
    let query = |url: String| {
        let name = url.rsplit('/').next().unwrap().to_owned();
        format!(
            "postgres:///{name}?host=127.0.0.1,127.0.0.1&port=9,54329&user=postgres&sslmode=prefer"
        )
    };
    let (here, there) = (Installation::on(query(old.url())), Installation::on(query(new.url())));
    here.done(&["migrate"]);
    here.done(&ANA);
    let place = here.data().join("backups").display().to_string();
    here.done(&["backup", &place]);
    copy_key(&here, &there);

    there.done(&["restore", &place]);

    assert_eq!(there.json(&["user", "list"])[0]["email"], "ana@example.org");
    std::fs::remove_dir_all(there.data().join("data/files")).ok();
    let (code, error) = there.refused(&["restore", &place]);
    assert_eq!(code, 1);
    assert!(error.contains("the database of store.url is not empty"), "{error}");
}
