//! A fresh database of each engine, and the results of the tests' jobs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use fair_queue::Share;
use kernel::{Clock, Timestamp};
use store::{Db, Options, sql};
use tokio::sync::Notify;

/// The PostgreSQL that `scripts/test-servers` starts.
const POSTGRES: &str = "postgres://postgres@127.0.0.1:54329";

/// Defines the test twice: `on_sqlite` and `on_postgres`, in a module of the test's name.
macro_rules! on_both {
    ($(async fn $name:ident($house:ident: &House) $body:block)+) => {
        $(mod $name {
            use super::*;

            async fn check($house: &House) $body

            #[tokio::test]
            async fn on_sqlite() {
                check(&House::on_sqlite().await).await;
            }

            #[tokio::test]
            async fn on_postgres() {
                let house = House::on_postgres().await;
                check(&house).await;
                house.remove().await;
            }
        })+
    };
}
pub(crate) use on_both;

/// Records of what jobs did, and the signals they wait for.
#[derive(Default)]
pub struct Seen {
    pub runs: AtomicUsize,
    pub started: Notify,
    pub go: Notify,
    pub shares: Mutex<Vec<Share>>,
}

/// A database for one test, with a clock that stands still.
pub struct House {
    pub db: Db,
    pub clock: Clock,
    pub seen: Arc<Seen>,
    _folder: Option<tempfile::TempDir>,
    server: Option<(Db, String)>,
}

impl House {
    pub async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/test.db", folder.path().display());
        Self::on(&url, Some(folder), None).await
    }

    pub async fn on_postgres() -> Self {
        let name = format!("jobs_{}", kernel::uuid_v7(Clock::system().now()).simple());
        let server = Db::open(&format!("{POSTGRES}/postgres"), &Options::connections(1))
            .await
            .expect("PostgreSQL answers on port 54329: start it with scripts/test-servers");
        administer(&server, format!("CREATE DATABASE {name}")).await;
        Self::on(&format!("{POSTGRES}/{name}"), None, Some((server, name))).await
    }

    async fn on(
        url: &str,
        folder: Option<tempfile::TempDir>,
        server: Option<(Db, String)>,
    ) -> Self {
        let db = Db::open(url, &Options::connections(4)).await.unwrap();
        let clock = Clock::frozen(Timestamp::from_micros(1_795_172_400_000_000));
        db.migrate(jobs::MIGRATIONS, clock.now()).await.unwrap();
        Self { db, clock, seen: Arc::default(), _folder: folder, server }
    }

    pub async fn remove(self) {
        self.db.close().await;
        if let Some((server, name)) = self.server {
            administer(&server, format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }

    pub fn runs(&self) -> usize {
        self.seen.runs.load(Ordering::SeqCst)
    }

    /// Returns the states of the jobs that are left.
    pub async fn states(&self) -> Vec<String> {
        let mut conn = self.db.read().await.unwrap();
        let rows = sql!(&mut conn, all Text, "SELECT state FROM jobs ORDER BY created_at").unwrap();
        rows.into_iter().map(|(state,)| state).collect()
    }
}

type Text = (String,);

async fn administer(server: &Db, statement: String) {
    let mut conn = server.read().await.unwrap();
    let Ok(store::FlushedConn::Postgres(engine)) = conn.flushed().await else {
        unreachable!("a PostgreSQL address was opened")
    };
    let statement = store::sqlx::AssertSqlSafe(statement);
    store::sqlx::raw_sql(statement).execute(engine).await.unwrap();
}
