//! A database of its own for each test.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::SystemTime;

use kernel::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use store::{Db, Migration, Options};
use tempfile::TempDir;

/// PostgreSQL for tests, as `scripts/test-servers` starts it.
const POSTGRES_URL: &str = "postgres://postgres@127.0.0.1:54329/postgres";

/// Serialises the making of the template database among test processes (an arbitrary constant).
const TEMPLATE_LOCK: i64 = 0x7465_6d70_6c61_7465;

/// The database a test runs on. [`crate::for_each_store!`] runs it on both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestStore {
    Sqlite,
    Postgres,
}

/// A migrated database for one test, deleted with it.
pub struct TestDb {
    pub db: Db,
    home: Home,
}

enum Home {
    Sqlite { _dir: TempDir },
    Postgres { database: TestDatabase },
}

impl TestDb {
    /// Returns the address of a database on PostgreSQL.
    pub fn postgres_url(&self) -> Option<String> {
        match &self.home {
            Home::Sqlite { .. } => None,
            Home::Postgres { database } => Some(url_of(&database.0)),
        }
    }
}

impl TestStore {
    /// Opens a new database with the schema of `migrations`.
    pub async fn open(self, migrations: &[Migration]) -> TestDb {
        match self {
            Self::Sqlite => open_sqlite(migrations).await,
            Self::Postgres => open_postgres(migrations).await,
        }
    }
}

/// Returns true if the file of a SQLite database, or its write-ahead log, contains these letters anywhere.
pub fn bytes_say(db: &Db, letters: &str) -> bool {
    let file = db.sqlite_path().expect("a database in a file");
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    [file.as_os_str(), log.as_os_str()].iter().any(|path| {
        let bytes = std::fs::read(path).expect("the file can be read");
        bytes.windows(letters.len()).any(|window| window == letters.as_bytes())
    })
}

/// Copies a template with the same schema, which is much quicker than migrating again.
async fn open_sqlite(migrations: &[Migration]) -> TestDb {
    let dir = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = dir.path().join("test.db");
    if !migrations.is_empty() {
        let template = sqlite_template(migrations).await;
        std::fs::copy(template, &path).expect("the template is copied");
    }
    let db = open_sqlite_file(&path).await;
    TestDb { db, home: Home::Sqlite { _dir: dir } }
}

async fn open_sqlite_file(path: &Path) -> Db {
    Db::open(&format!("sqlite://{}", path.display()), &options())
        .await
        .expect("SQLite opens a file")
}

/// Returns the migrated database that tests of this program copy. It lies in a folder beside the program, and is made
/// again when the program is newer.
async fn sqlite_template(migrations: &[Migration]) -> PathBuf {
    let program = std::env::current_exe().expect("the program knows its file");
    let folder = program.with_extension("templates");
    let template = folder.join(format!("{}.db", fingerprint(migrations)));
    if modified(&template) > modified(&program) {
        return template;
    }
    std::fs::create_dir_all(&folder).expect("the folder of the program can be written");
    let dir = tempfile::tempdir_in(&folder).expect("the folder of the templates can be written");
    let draft = dir.path().join("draft.db");
    let db = open_sqlite_file(&draft).await;
    db.migrate(migrations, Timestamp::from_micros(0)).await.expect("the migrations apply");
    db.close().await;
    // At once: other tests make the same template, and one may be copying it.
    std::fs::rename(draft, &template).expect("the template is moved");
    template
}

/// Returns the time of the last change of a file, or none if there is no file.
fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|file| file.modified()).ok()
}

/// Copies a template with the same schema, which is much quicker than migrating again.
async fn open_postgres(migrations: &[Migration]) -> TestDb {
    let mut admin = admin().await;
    let template = template(&mut admin, migrations).await;
    let name = format!("ensemble_test_{}", kernel::Uuid::new_v4().simple());
    // As files: through the log, which is the default, it takes twice as long.
    run(&mut admin, format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")).await;
    admin.close().await.expect("the connection closes");
    let database = TestDatabase(name);
    let db = Db::open(&url_of(&database.0), &options()).await.expect("the new database opens");
    TestDb { db, home: Home::Postgres { database } }
}

async fn template(admin: &mut PgConnection, migrations: &[Migration]) -> String {
    let name = format!("ensemble_template_{}", fingerprint(migrations));
    sqlx::query("SELECT pg_advisory_lock($1)")
        .bind(TEMPLATE_LOCK)
        .execute(&mut *admin)
        .await
        .expect("the lock is given");
    let found = sqlx::query("SELECT 1 FROM pg_database WHERE datname = $1")
        .bind(&name)
        .fetch_optional(&mut *admin)
        .await
        .expect("PostgreSQL lists its databases");
    if found.is_none() {
        // Made under another name: a test that is killed meanwhile leaves no half-made template.
        let draft = format!("{name}_draft");
        run(admin, format!("DROP DATABASE IF EXISTS {draft} WITH (FORCE)")).await;
        run(admin, format!("CREATE DATABASE {draft}")).await;
        let db = Db::open(&url_of(&draft), &options()).await.expect("the template opens");
        db.migrate(migrations, Timestamp::from_micros(0)).await.expect("the migrations apply");
        db.close().await;
        run(admin, format!("ALTER DATABASE {draft} RENAME TO {name}")).await;
    }
    sqlx::query("SELECT pg_advisory_unlock($1)")
        .bind(TEMPLATE_LOCK)
        .execute(admin)
        .await
        .expect("the lock is let go");
    name
}

fn fingerprint(migrations: &[Migration]) -> String {
    let mut texts: Vec<_> = migrations.iter().map(|step| (step.name, step.sql)).collect();
    texts.sort_unstable();
    let digest = Sha256::digest(format!("{texts:?}").as_bytes());
    kernel::hex(&digest[..8])
}

fn options() -> Options {
    Options::connections(4)
}

fn url_of(database: &str) -> String {
    let (server, _) = POSTGRES_URL.rsplit_once('/').expect("the address names a database");
    format!("{server}/{database}")
}

async fn admin() -> PgConnection {
    let options = PgConnectOptions::from_str(POSTGRES_URL).expect("the address is well-formed");
    PgConnection::connect_with(&options).await.unwrap_or_else(|error| {
        panic!("PostgreSQL for tests does not answer at {POSTGRES_URL}: run scripts/test-servers ({error})")
    })
}

async fn run(admin: &mut PgConnection, sql: String) {
    let done = admin.execute(AssertSqlSafe(sql.clone())).await;
    done.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// A PostgreSQL database that is dropped with the test, also when it fails.
struct TestDatabase(String);

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let name = std::mem::take(&mut self.0);
        // On a thread of its own, because the test's runtime may be stopping around this.
        let dropping = std::thread::spawn(move || {
            crate::run(async move {
                let mut admin = admin().await;
                run(&mut admin, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
            });
        });
        if dropping.join().is_err() && !std::thread::panicking() {
            panic!("a test database could not be dropped");
        }
    }
}
