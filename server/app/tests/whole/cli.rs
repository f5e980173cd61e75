//! The command line, as a person at a terminal uses it: the real program in a folder of its own.

use std::collections::HashMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support;
use audit::Audit;
use kernel::Clock;
use serde_json::Value;
use store::{Db, Options};
use testing::FakeProvider;

/// An installation in a folder of its own.
pub(crate) struct Installation {
    pub(crate) folder: tempfile::TempDir,
    /// Database URL; unset: SQLite in the folder.
    pub(crate) store_url: Option<String>,
}

impl Installation {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), store_url: None }
    }

    pub(crate) fn on(store_url: String) -> Self {
        Self { store_url: Some(store_url), ..Self::new() }
    }

    /// Returns one with an empty database of this version.
    pub(crate) fn ready() -> Self {
        let here = Self::new();
        here.done(&["migrate"]);
        here
    }

    pub(crate) fn data(&self) -> &Path {
        self.folder.path()
    }

    /// Returns a command of the program here, to be started.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ensemble"));
        command
            .args(args)
            .current_dir(self.data())
            .env("ENSEMBLE__SERVER__DATA_DIR", self.data().join("data"))
            .env("ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS", "false")
            .env("ENSEMBLE__LOG__FILTER", "error")
            .env("ENSEMBLE__STORE__URL", self.store_url.as_deref().unwrap_or_default());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Runs a statement on the database of the data folder.
    pub(crate) fn sql(&self, statement: &'static str) {
        let url = format!("sqlite://{}", self.data().join("data/ensemble.db").display());
        testing::run(async {
            let db = Db::open_existing(&url, &Options::default()).await.unwrap();
            let mut tx = db.begin().await.unwrap();
            store::sql!(&mut tx, execute, statement).unwrap();
            tx.commit().await.unwrap();
            db.close().await;
        });
    }

    /// Runs a command that must succeed; returns what it prints.
    pub(crate) fn done(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{args:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    pub(crate) fn json(&self, args: &[&str]) -> Value {
        let args: Vec<&str> = ["--json"].iter().chain(args).copied().collect();
        serde_json::from_str(&self.done(&args)).unwrap()
    }

    /// Runs a command that must fail; returns its exit code and error line.
    pub(crate) fn refused(&self, args: &[&str]) -> (i32, String) {
        let output = self.run(args);
        let error = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), error)
    }
}

#[test]
fn the_first_account_is_the_operators_and_the_next_one_is_not() {
    let here = Installation::ready();

    let ana = here.json(&["user", "create", "--email", "ana@example.org"]);
    let ben = here.json(&["user", "create", "--email", "ben@example.org", "--name", "Ben"]);
    here.done(&["user", "promote", "ben@example.org"]);

    assert_eq!(ana["role"], "operator");
    assert!(ana["password"].as_str().unwrap().len() >= 20);
    assert_eq!(ben["role"], "member");
    let list = here.json(&["user", "list"]);
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert!(list.as_array().unwrap().iter().all(|user| user["role"] == "operator"));
}

#[test]
fn operators_help_people_from_a_terminal() {
    let here = Installation::ready();
    let (boss, ana) = ("boss@example.org", "ana@example.org");
    for email in [boss, ana] {
        here.done(&["user", "create", "--email", email]);
    }
    let is_suspended = || {
        let list = here.json(&["user", "list"]);
        let mut all = list.as_array().unwrap().iter();
        all.find(|user| user["email"] == ana).map(|user| user["suspended"] == true)
    };

    let link = here.json(&["user", "link", ana]);
    assert!(link["url"].as_str().unwrap().contains("/set-password?link="), "{link}");
    let made = here.json(&["user", "password", ana]);
    assert_eq!(made["password"].as_str().unwrap().len(), 17);
    assert_eq!(here.json(&["user", "devices", ana]), Value::Array(Vec::new()));
    here.done(&["user", "reset-second-factor", ana]);
    here.done(&["user", "sign-out", ana]);
    here.done(&["user", "suspend", ana, "--reason", "left the company"]);
    assert_eq!(is_suspended(), Some(true));
    here.done(&["user", "readmit", ana]);
    assert_eq!(is_suspended(), Some(false));
    let (_, error) = here.refused(&["user", "demote", boss]);
    assert!(error.contains("at least one admin"), "{error}");
    let (_, error) = here.refused(&["user", "delete", ana]);
    assert!(error.contains("--yes"), "{error}");
    here.done(&["user", "delete", ana, "--yes"]);
    assert_eq!(is_suspended(), None);
}

#[test]
fn a_key_is_printed_once_and_nothing_else_is() {
    let here = Installation::ready();
    here.done(&["user", "create", "--email", "ana@example.org"]);

    let secret = here.done(&["key", "create", "--user", "ana@example.org", "--cap", "5"]);

    assert!(secret.starts_with("ens_") && secret.lines().count() == 1, "{secret}");
}

#[test]
fn errors_are_one_line_and_have_their_exit_code() {
    let here = Installation::ready();

    let (code, error) = here.refused(&["key", "create", "--user", "nobody@example.org"]);
    assert_eq!((code, error.as_str()), (1, "ensemble: nobody@example.org has no account here\n"));
    let (code, _) = here.refused(&["frobnicate"]);
    assert_eq!(code, 2);
    std::fs::write(here.data().join("ensemble.toml"), "[server]\nlistne = \"x\"\n").unwrap();
    let (code, error) = here.refused(&["migrate"]);
    assert_eq!(code, 3);
    assert!(error.contains("did you mean server.listen?"), "{error}");
}

/// Returns the result of each check of `doctor`.
fn checks(output: &Output) -> HashMap<String, (bool, String)> {
    let checks: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let text = |check: &Value, key: &str| check[key].as_str().unwrap().to_owned();
    let said = |check: &Value| (check["ok"].as_bool().unwrap(), text(check, "detail"));
    checks.iter().map(|check| (text(check, "name"), said(check))).collect()
}

#[test]
fn doctor_says_what_it_looked_at() {
    let here = Installation::new();
    here.done(&["migrate"]);
    let output = here.run(&["doctor", "--json"]);
    let checks = checks(&output);
    for name in [
        "settings",
        "store",
        "schema",
        "master key",
        "audit log",
        "files",
        "bus",
        "definitions",
        "mail",
        "outgoing",
        "models",
        "disk",
        "permissions",
        "open files",
        "proxy",
        "address",
    ] {
        assert!(checks.get(name).is_some_and(|check| check.0), "{name}: {checks:?}");
    }
    assert!(output.status.success());
    assert!(checks["store"].1.starts_with("SQLite 3."), "{checks:?}");
    assert!(checks["address"].1.contains("cannot be reached from here"), "{checks:?}");
}

#[test]
fn doctor_makes_nothing_where_nothing_is() {
    let here = Installation::new();
    let output = here.run(&["doctor", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!checks(&output)["store"].0);
    assert!(!here.data().join("data").exists(), "neither a database nor a master key");
}

#[test]
fn doctor_says_what_is_wrong_with_mail_and_what_to_do() {
    let here = Installation::new();
    here.done(&["migrate"]);
    // Nobody listens there.
    std::fs::write(here.data().join("ensemble.toml"), "[mail]\nurl = \"smtp://127.0.0.1:9\"\n")
        .unwrap();

    let output = here.run(&["doctor", "--send-to", "ana@example.org"]);

    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("FAIL mail: 127.0.0.1:9: ") && text.contains("refused"), "{text}");
    assert!(text.contains("Check mail.url."), "{text}");
    assert!(text.contains("FAIL test mail: "), "{text}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("2 of "), "{said}");
}

/// Runs statements on the database, with the credentials of the data folder.
fn at_the_database(here: &Installation, statements: &[&'static str]) {
    let url = format!("sqlite://{}", here.data().join("data/ensemble.db").display());
    testing::run(async {
        let db = Db::open(&url, &Options::default()).await.unwrap();
        // As the server does each minute.
        Audit::new(Clock::system()).link(&db).await.unwrap();
        for statement in statements {
            let mut tx = db.begin().await.unwrap();
            store::sql!(&mut tx, execute, *statement).unwrap();
            tx.commit().await.unwrap();
        }
        db.close().await;
    });
}

// security §4.8: "hash chain"
#[test]
fn doctor_names_the_row_of_the_audit_log_that_somebody_altered() {
    let here = Installation::ready();
    here.done(&["user", "create", "--email", "ana@example.org"]);
    here.done(&["key", "create", "--user", "ana@example.org"]);
    at_the_database(&here, &[]);
    let (ok, said) = &checks(&here.run(&["doctor", "--json"]))["audit log"];
    assert!(*ok && said.starts_with("the chain of 2 rows holds"), "{said}");

    let drop = "DROP TRIGGER audit_events_changed";
    at_the_database(&here, &[drop, "UPDATE audit_events SET detail = 'member' WHERE seq = 1"]);

    let output = here.run(&["doctor", "--json"]);
    assert!(!output.status.success());
    let (ok, said) = &checks(&output)["audit log"];
    assert!(!ok && said.starts_with("row 1 of the audit log ("), "{said}");
}

#[test]
fn doctor_says_where_the_words_for_definitions_are_missing() {
    let here = Installation::new();
    here.done(&["migrate"]);
    let missing = here.data().join("wordnet");
    let set = format!("[builtin]\nwordnet_dir = {missing:?}\n");
    std::fs::write(here.data().join("ensemble.toml"), set).unwrap();

    let output = here.run(&["doctor", "--json"]);

    assert!(!output.status.success());
    let (ok, said) = &checks(&output)["definitions"];
    let expected = format!("no WordNet in {} (builtin.wordnet_dir)", missing.display());
    assert_eq!((ok, said), (&false, &expected));
    std::fs::create_dir_all(&missing).unwrap();
    std::fs::write(missing.join("index.noun"), "").unwrap();
    assert!(checks(&here.run(&["doctor", "--json"]))["definitions"].0);
}

#[test]
fn migrate_says_what_it_did_and_does_it_once() {
    let here = Installation::new();
    assert!(here.json(&["migrate"])["applied"].as_i64().unwrap() > 50);
    assert_eq!(here.json(&["migrate"])["applied"], 0);
    assert_eq!(here.done(&["migrate"]), "The database is up to date.\n");
}

#[test]
fn a_provider_is_connected_and_listed_without_its_key() {
    let here = Installation::ready();
    let add = ["provider", "add", "--protocol", "openai_compatible", "--name", "House"];
    // The provider answers on other threads while the command runs on this one.
    let (added, list, table) = testing::run(async {
        let provider = FakeProvider::start_with(&["fake-t5"]).await;
        provider.require_key("sk-secret-1234");
        let address = provider.openai_url();
        let rest = ["--base-url", &address, "--api-key", "sk-secret-1234"];
        let added = here.json(&[&add[..], &rest].concat());
        (added, here.json(&["provider", "list"]), here.done(&["provider", "list"]))
    });

    assert_eq!((&added["name"], &added["problem"]), (&"House".into(), &Value::Null));
    assert_eq!(added["models"].as_array().unwrap().len(), 1, "{added}");
    assert_eq!(list, Value::Array(vec![added]));
    assert!(!list.to_string().contains("sk-secret-1234"), "{list}");
    assert!(table.contains("House") && table.lines().count() == 2, "{table}");
    let (code, error) = here.refused(&add);
    assert_eq!((code, error.as_str()), (1, "ensemble: Enter the server URL.\n"));
}

#[test]
fn an_account_goes_out_into_a_file_and_comes_in_elsewhere() {
    let (here, there) = (Installation::ready(), Installation::ready());
    let email = "ana@example.org";
    for one in [&here, &there] {
        one.done(&["user", "create", "--email", email]);
    }
    // A conversation with a question and its answer, as another product exports it.
    let others = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../features/portability/tests/fixtures/librechat.json"
    );
    here.done(&["import", "--user", email, others]);
    let file = here.data().join("ana.zip");
    let file = file.to_str().unwrap();

    let out = here.json(&["export", "--user", email, file]);
    let first = there.json(&["import", "--user", email, file]);
    let again = there.json(&["import", "--user", email, file]);

    assert_eq!(out["bytes"].as_u64().unwrap(), std::fs::metadata(file).unwrap().len());
    assert_eq!((&first["new_conversations"], &first["new_messages"]), (&1.into(), &2.into()));
    assert_eq!(
        (&again["new_conversations"], &again["present_conversations"]),
        (&0.into(), &1.into())
    );
    let (code, error) = there.refused(&["import", "--user", email, "missing.zip"]);
    assert_eq!(code, 1);
    assert!(error.contains("cannot open missing.zip"), "{error}");
}

#[test]
fn the_outbox_shows_what_was_not_sent_anywhere() {
    let here = Installation::ready();
    assert_eq!(here.done(&["outbox"]), "The outbox is empty.\n");
    testing::run(async {
        let settings = support::settings(&here.data().join("data"));
        let (platform, _) = app::serve::prepare(&settings).await.unwrap();
        let services = platform.services;
        let body = mail::Body { text: "Your code is 123456.".into(), html: None };
        let (to, subject) = ("ana@example.org".into(), "Hello".into());
        let message = mail::Message { to, subject, body };
        let mut tx = services.db.begin().await.unwrap();
        services.mail.enqueue(&mut tx, &message).await.unwrap();
        tx.commit().await.unwrap();
        services.db.close().await;
    });

    let mails = here.json(&["outbox", "--limit", "1"]);

    assert_eq!(mails[0]["to"], "ana@example.org");
    assert_eq!((&mails[0]["subject"], &mails[0]["state"]), (&"Hello".into(), &"kept".into()));
    assert_eq!(mails[0]["text"], "Your code is 123456.");
    assert!(here.done(&["outbox"]).contains("Your code is 123456."));
}

// attacks.md, 14
#[test]
fn other_users_of_the_machine_read_neither_data_nor_backups() {
    let here = Installation::new();
    let data = here.data().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    here.done(&["migrate"]);
    here.done(&["user", "create", "--email", "ana@example.org"]);
    let (backup, archive) = (here.data().join("backup"), here.data().join("ana.zip"));
    here.done(&["backup", backup.to_str().unwrap()]);
    here.done(&["export", "--user", "ana@example.org", archive.to_str().unwrap()]);

    let paths = [everything_in(&data), everything_in(&backup), vec![archive]].concat();

    assert!(paths.len() >= 6, "{paths:?}");
    for path in paths {
        let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        let private = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, private, "{} is {mode:o}", path.display());
    }
}

/// Lists a folder and all files and folders below it.
fn everything_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below =
        entries.flat_map(|path| if path.is_dir() { everything_in(&path) } else { vec![path] });
    [folder.to_owned()].into_iter().chain(below).collect()
}

/// A PostgreSQL database for one test. `scripts/test-servers` starts the server.
pub(crate) struct PostgresDatabase(String);

const POSTGRES: &str = "postgres://postgres@127.0.0.1:54329";

impl PostgresDatabase {
    pub(crate) fn new() -> Self {
        let name = format!("cli_{}", kernel::Uuid::new_v4().simple());
        administer(format!("CREATE DATABASE {name}"));
        Self(name)
    }

    pub(crate) fn url(&self) -> String {
        format!("{POSTGRES}/{}", self.0)
    }
}

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        administer(format!("DROP DATABASE {} WITH (FORCE)", self.0));
    }
}

fn administer(statement: String) {
    testing::run(async {
        let url = format!("{POSTGRES}/postgres");
        let server = store::Db::open(&url, &store::Options::connections(1))
            .await
            .expect("PostgreSQL answers on port 54329: start it with scripts/test-servers");
        let mut conn = server.read().await.unwrap();
        let Ok(store::FlushedConn::Postgres(engine)) = conn.flushed().await else {
            unreachable!("a PostgreSQL address was opened")
        };
        let statement = store::sqlx::AssertSqlSafe(statement);
        store::sqlx::raw_sql(statement).execute(engine).await.unwrap();
    });
}

#[test]
fn settings_are_shown_with_where_they_come_from_and_checked() {
    let installation = Installation::new();
    let file = "[server]\ndrain_seconds = 5\n[metrics]\ntoken = \"s3cret\"\n";
    std::fs::write(installation.data().join("ensemble.toml"), file).unwrap();

    let shown = installation.json(&["config", "show", "--changed"]);
    let source_of = |key: &str| {
        let all = shown.as_array().unwrap();
        let one = all.iter().find(|one| one["key"] == key).unwrap_or_else(|| panic!("no {key}"));
        (one["value"].as_str().unwrap().to_owned(), one["source"].as_str().unwrap().to_owned())
    };
    assert_eq!(source_of("server.drain_seconds"), ("5".into(), "ensemble.toml".into()));
    assert_eq!(source_of("metrics.token"), ("\"(hidden)\"".into(), "ensemble.toml".into()));
    assert_eq!(source_of("log.filter").1, "the variable ENSEMBLE__LOG__FILTER");
    assert!(installation.done(&["config", "show"]).contains("server.max_connections"));
    assert!(installation.done(&["config", "check"]).contains("valid"));
    assert!(!installation.data().join("data").exists(), "looking makes nothing");

    std::fs::write(installation.data().join("ensemble.toml"), "[log]\nfilter = \"warning\"\n")
        .unwrap();
    let output = installation.run(&["config", "check"]);
    // The variable counts before the file.
    assert!(output.status.success());
    std::fs::write(installation.data().join("ensemble.toml"), "[log]\nfliter = \"warn\"\n")
        .unwrap();
    let output = installation.run(&["config", "check"]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("did you mean log.filter?"), "{said}");
}
