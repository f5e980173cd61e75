use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::conn::Handle;
use crate::idle::Idle;
use crate::postgres::OpenPgTx;
use crate::postgres::PgHosts;
use crate::reserve::Reserve;
use crate::trace::trace_transaction;
use crate::turns::Turns;
use crate::wal_sync::{WalSync, empty_log};
use crate::writer::Writer;
use crate::{Conn, PoolUsage, StoreResult, Tx};
use futures::future::BoxFuture;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Postgres, Sqlite, SqliteConnection};

/// The database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Pages of the write-ahead log before they are moved into the file, 16 MiB: pages that many commits
/// touch are moved once, and the writer waits for the disk once a few seconds, not a few times a second.
const WAL_PAGES: u32 = 4_000;

/// Maximum time to wait for a connection.
const WAIT_MAX: Duration = Duration::from_secs(10);
/// Maximum time to wait for SQLite's one connection for writing.
const WRITER_WAIT_MAX: Duration = Duration::from_secs(30);

/// Numbers of pooled connections. The defaults serve one process on two cores.
#[derive(Debug, Clone)]
pub struct Options {
    /// Readers on SQLite; all connections on PostgreSQL.
    pub max_connections: u32,
    /// True behind a pooler that gives a connection for one transaction only (pgbouncer in transaction mode): reads are
    /// transactions too, and nothing is prepared (decision 1112).
    pub transaction_pooler: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_connections: 8, transaction_pooler: false }
    }
}

impl Options {
    /// Returns the defaults with this number of connections.
    pub fn connections(max_connections: u32) -> Self {
        Self { max_connections, ..Self::default() }
    }
}

/// The database. Cheap to clone.
#[derive(Clone)]
pub struct Db(Arc<Pools>);

enum Pools {
    Sqlite {
        read: Idle<Sqlite>,
        readers: Turns,
        /// One connection: writers take turns. With `synchronous=NORMAL` its commits survive the process; `wal` makes
        /// them survive a power cut.
        write: Writer,
        wal: Option<Arc<WalSync>>,
        reserve: Option<Arc<Reserve>>,
        path: Option<PathBuf>,
    },
    Postgres {
        connections: Idle<Postgres>,
        hosts: PgHosts,
        turns: Turns,
        transaction_pooler: bool,
    },
}

impl Db {
    /// Opens `sqlite://path`, `sqlite::memory:` or `postgres://…`. Creates a missing SQLite file.
    pub async fn open(url: &str, options: &Options) -> StoreResult<Self> {
        match url.starts_with("postgres") {
            true => Self::open_postgres(url, options).await,
            false => Self::open_sqlite(url, options, true).await,
        }
    }

    /// Opens a database that is there: a missing SQLite file is an error.
    pub async fn open_existing(url: &str, options: &Options) -> StoreResult<Self> {
        match url.starts_with("postgres") {
            true => Self::open_postgres(url, options).await,
            false => Self::open_sqlite(url, options, false).await,
        }
    }

    async fn open_postgres(url: &str, options: &Options) -> StoreResult<Self> {
        let hosts = PgHosts::parse(url)?;
        let &Options { max_connections, transaction_pooler } = options;
        let pool = PgPoolOptions::new().max_connections(max_connections).acquire_timeout(WAIT_MAX);
        let pool = hosts.watch(pool).connect_with(hosts.pick().await?).await?;
        let turns = Turns::new(max_connections, WAIT_MAX);
        let connections = Idle::of(pool, WAIT_MAX);
        Ok(Self(Arc::new(Pools::Postgres { connections, hosts, turns, transaction_pooler })))
    }

    async fn open_sqlite(url: &str, options: &Options, creates: bool) -> StoreResult<Self> {
        let connect = SqliteConnectOptions::from_str(url)?
            .create_if_missing(creates)
            .journal_mode(SqliteJournalMode::Wal)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .statement_cache_capacity(400)
            .pragma("temp_store", "memory")
            // Deleted data is overwritten (decision 0904).
            .pragma("secure_delete", "on")
            .pragma("wal_autocheckpoint", WAL_PAGES.to_string());
        let path = connect.get_filename().to_path_buf();
        // The writer opens first: it makes the file and turns the write-ahead log on.
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(WRITER_WAIT_MAX)
            .test_before_acquire(false)
            .connect_with(connect.clone().synchronous(SqliteSynchronous::Normal))
            .await?;
        let read = SqlitePoolOptions::new()
            .max_connections(options.max_connections)
            .acquire_timeout(WAIT_MAX)
            .test_before_acquire(false)
            .connect_with(connect.clone().pragma("query_only", "on"))
            .await?;
        let path = path.exists().then_some(path);
        let wal = path.as_deref().map(|path| Arc::new(WalSync::new(path, write.clone())));
        let reserve = path.as_deref().map(|path| Arc::new(Reserve::beside(path)));
        let write = Writer::new(write, Turns::new(1, WRITER_WAIT_MAX), reserve.clone());
        let readers = Turns::new(options.max_connections, WAIT_MAX);
        let read = Idle::of(read, WAIT_MAX);
        Ok(Self(Arc::new(Pools::Sqlite { read, readers, write, wal, reserve, path })))
    }

    pub fn engine(&self) -> Engine {
        match &*self.0 {
            Pools::Sqlite { .. } => Engine::Sqlite,
            Pools::Postgres { .. } => Engine::Postgres,
        }
    }

    /// Returns the path of the SQLite file, if there is one.
    pub fn sqlite_path(&self) -> Option<&Path> {
        match &*self.0 {
            Pools::Sqlite { path, .. } => path.as_deref(),
            Pools::Postgres { .. } => None,
        }
    }

    /// Takes a connection for reading. On SQLite a write through it is refused.
    ///
    /// As with transactions, the future is boxed: callers then compile without those of the pool.
    pub fn read(&self) -> BoxFuture<'_, StoreResult<Conn>> {
        Box::pin(async {
            Ok(match &*self.0 {
                Pools::Sqlite { read, readers, .. } => {
                    let turn = readers.next().await?;
                    Conn::new(Handle::Sqlite(read.acquire().await?), Some(turn))
                }
                Pools::Postgres { connections, hosts, turns, transaction_pooler } => {
                    let turn = turns.next().await?;
                    let conn = hosts.acquire(connections).await?;
                    if *transaction_pooler {
                        // The pooler changes the connection between two statements outside of a transaction.
                        let tx = OpenPgTx::begin(conn, turn, "BEGIN").await?;
                        return Ok(Conn::new(Handle::PostgresTx(tx), None).unprepared());
                    }
                    Conn::new(Handle::Postgres(conn), Some(turn))
                }
            })
        })
    }

    /// Begins a transaction for writing, whose commit survives a power cut.
    pub fn begin(&self) -> BoxFuture<'_, StoreResult<Tx>> {
        Box::pin(self.begin_on(true, false))
    }

    /// Begins a low-priority transaction: on SQLite it lets those go first who wait to write, for some 50 ms at most
    /// (decision 0890).
    pub fn begin_low_priority(&self) -> BoxFuture<'_, StoreResult<Tx>> {
        Box::pin(self.begin_on(true, true))
    }

    /// Begins a transaction whose commit survives the end of the process but, for about a second, not a power cut. Only
    /// for the journal of running answers (security promise P3).
    pub fn begin_relaxed(&self) -> BoxFuture<'_, StoreResult<Tx>> {
        Box::pin(self.begin_on(false, false))
    }

    async fn begin_on(&self, is_durable: bool, is_patient: bool) -> StoreResult<Tx> {
        trace_transaction(is_durable);
        match &*self.0 {
            Pools::Sqlite { write, wal, .. } => {
                let wal = wal.clone().filter(|_| is_durable);
                let write = if is_patient { write.patient() } else { write.clone() };
                Ok(Tx::new(Handle::SqliteReady(write), wal))
            }
            Pools::Postgres { connections, hosts, turns, transaction_pooler } => {
                let turn = turns.next().await?;
                let begin = match is_durable {
                    true => "BEGIN",
                    false => "BEGIN; SET LOCAL synchronous_commit = off",
                };
                let conn = hosts.acquire(connections).await?;
                let tx = OpenPgTx::begin(conn, turn, begin).await?;
                let tx = Tx::new(Handle::PostgresTx(tx), None);
                Ok(if *transaction_pooler { tx.unprepared() } else { tx })
            }
        }
    }

    /// Reserves space beside a SQLite database for writes that cannot be deferred when the disk is full. An error: it
    /// is full.
    pub async fn refill_reserve(&self) -> std::io::Result<()> {
        match &*self.0 {
            Pools::Sqlite { reserve: Some(reserve), .. } => reserve.keep().await,
            Pools::Sqlite { reserve: None, .. } | Pools::Postgres { .. } => Ok(()),
        }
    }

    /// Returns true if there is space for writes that can be deferred. Checks again if there was none.
    pub async fn has_free_space(&self) -> bool {
        match &*self.0 {
            Pools::Sqlite { reserve: Some(reserve), .. } => reserve.is_there().await,
            Pools::Sqlite { reserve: None, .. } | Pools::Postgres { .. } => true,
        }
    }

    /// Returns the number of tasks that wait for SQLite's one write connection, including its holder.
    pub fn waiting_writers(&self) -> usize {
        match &*self.0 {
            Pools::Sqlite { write, .. } => write.queue_length(),
            Pools::Postgres { .. } => 0,
        }
    }

    /// Checks that the database responds.
    pub async fn ping(&self) -> StoreResult<()> {
        let mut conn = self.read().await?;
        crate::sql!(&mut conn, one(i32,), "SELECT 1").map(|_| ())
    }

    /// Writes a consistent copy of a SQLite database to `target`, while it is in use. Writers do not wait.
    pub async fn copy_sqlite_to(&self, target: &Path) -> StoreResult<()> {
        if let Pools::Sqlite { path: Some(path), .. } = &*self.0 {
            let options = SqliteConnectOptions::new().filename(path);
            let mut conn = SqliteConnection::connect_with(&options).await?;
            sqlx::query("VACUUM INTO $1")
                .bind(target.to_string_lossy().into_owned())
                .execute(&mut conn)
                .await?;
            conn.close().await?;
        }
        Ok(())
    }

    /// Returns what SQLite finds wrong in a file, or `ok`. Changes nothing in it.
    pub async fn check_sqlite_file(path: &Path) -> StoreResult<String> {
        let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(true);
        let mut conn = SqliteConnection::connect_with(&options).await?;
        let (found,): (String,) =
            sqlx::query_as("PRAGMA integrity_check(1)").fetch_one(&mut conn).await?;
        conn.close().await?;
        Ok(found)
    }

    /// Moves all of SQLite's write-ahead log into the file and truncates it, since the log contains deleted data until
    /// it is overwritten. If readers take long, it is left for the next time.
    pub(crate) async fn empty_log(&self) -> StoreResult<()> {
        if let Pools::Sqlite { write, .. } = &*self.0
            && !empty_log(write.pool()).await?
        {
            tracing::warn!("the write-ahead log is read from, and was not emptied");
        }
        Ok(())
    }

    /// Returns the number of connections, and of those in use.
    pub fn pool_usage(&self) -> Vec<PoolUsage> {
        match &*self.0 {
            Pools::Sqlite { read, write, .. } => {
                let write = PoolUsage::of("write", write.pool(), 0);
                vec![PoolUsage::of("read", read.pool(), read.count()), write]
            }
            Pools::Postgres { connections, .. } => {
                vec![PoolUsage::of("all", connections.pool(), connections.count())]
            }
        }
    }

    /// Closes all connections, after their current work.
    pub async fn close(&self) {
        match &*self.0 {
            Pools::Sqlite { read, write, .. } => {
                read.close().await;
                write.pool().close().await;
            }
            Pools::Postgres { connections, .. } => connections.close().await,
        }
    }
}
