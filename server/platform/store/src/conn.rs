use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqlitePool;
use sqlx::{PgConnection, Postgres, Sqlite, SqliteConnection, Transaction};

use crate::later::{Later, Pending};
use crate::wal_sync::WalSync;
use crate::{Engine, StoreResult};

/// A connection that statements run on: outside a transaction (from [`crate::Db::read`]) or inside one.
///
/// Store functions take `&mut Conn`, so they compose inside one transaction.
pub struct Conn {
    handle: Handle,
    /// What a transaction on SQLite has still to run before anything else.
    pending: Option<Box<Pending>>,
}

pub(crate) enum Handle {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
    /// A transaction that nothing was asked of yet: it begins with its first statement.
    SqliteReady(SqlitePool),
    SqliteTx(Transaction<'static, Sqlite>),
    PostgresTx(Transaction<'static, Postgres>),
}

/// The engine's own connection, for [`crate::sql!`].
pub enum EngineConn<'a> {
    Sqlite(&'a mut SqliteConnection),
    Postgres(&'a mut PgConnection),
}

impl Conn {
    pub(crate) fn new(handle: Handle) -> Self {
        Self { handle, pending: None }
    }

    /// Which engine this connection speaks to, for the few statements that must differ.
    pub fn engine_kind(&self) -> Engine {
        match &self.handle {
            Handle::Sqlite(_) | Handle::SqliteReady(_) | Handle::SqliteTx(_) => Engine::Sqlite,
            Handle::Postgres(_) | Handle::PostgresTx(_) => Engine::Postgres,
        }
    }

    /// The engine's own connection, after what was to be run before. Use [`crate::sql!`] instead where it
    /// serves.
    pub async fn engine(&mut self) -> sqlx::Result<EngineConn<'_>> {
        if self.pending.is_some() || matches!(self.handle, Handle::SqliteReady(_)) {
            // Kept out of the futures of all statements.
            Box::pin(self.catch_up()).await?;
        }
        match &mut self.handle {
            Handle::Sqlite(conn) => Ok(EngineConn::Sqlite(conn)),
            Handle::SqliteTx(tx) => Ok(EngineConn::Sqlite(tx)),
            Handle::Postgres(conn) => Ok(EngineConn::Postgres(conn)),
            Handle::PostgresTx(tx) => Ok(EngineConn::Postgres(tx)),
            Handle::SqliteReady(_) => unreachable!("it has begun"),
        }
    }

    /// Begins a transaction that has not begun, and runs what it has still to run.
    async fn catch_up(&mut self) -> sqlx::Result<()> {
        if let Handle::SqliteReady(pool) = &self.handle {
            self.handle = Handle::SqliteTx(pool.begin_with(BEGIN).await?);
        }
        match (self.pending.take(), &mut self.handle) {
            (Some(pending), Handle::SqliteTx(tx)) => pending.run(tx).await,
            _ => Ok(()),
        }
    }
}

/// The write lock is taken with the first statement, so that a transaction that has read can always write.
const BEGIN: &str = "BEGIN IMMEDIATE";

/// A transaction. Dropped without [`Tx::commit`], it leaves nothing behind.
#[must_use = "a transaction that is not committed is rolled back"]
pub struct Tx {
    conn: Conn,
    /// What makes the commit survive a power cut, on SQLite.
    wal: Option<Arc<WalSync>>,
    once_written: Vec<Box<dyn FnOnce() + Send>>,
    after_commit: Vec<Box<dyn FnOnce() + Send>>,
}

impl Tx {
    pub(crate) fn new(handle: Handle, wal: Option<Arc<WalSync>>) -> Self {
        Self { conn: Conn::new(handle), wal, once_written: Vec::new(), after_commit: Vec::new() }
    }

    /// Where a statement goes that may be run together with later ones: `sql!(tx, later, …)`.
    pub fn later(&mut self) -> Later<'_> {
        let Conn { handle, pending } = &mut self.conn;
        match handle {
            Handle::Postgres(conn) => Later::Postgres(conn),
            Handle::PostgresTx(tx) => Later::Postgres(tx),
            Handle::Sqlite(_) | Handle::SqliteReady(_) | Handle::SqliteTx(_) => {
                Later::Sqlite(pending.get_or_insert_default())
            }
        }
    }

    /// Runs `effect` once the commit survives the end of this process, while it is still on its way to
    /// surviving a power cut. For work that takes longer than that and shows nothing before: a power cut
    /// undoes it together with what it was for.
    pub fn once_written(&mut self, effect: impl FnOnce() + Send + 'static) {
        self.once_written.push(Box::new(effect));
    }

    /// Runs `effect` once the transaction is committed, and never otherwise.
    ///
    /// For hints only (waking a reader, starting a task): a crash between commit and effect loses it,
    /// so what must happen is a row.
    pub fn after_commit(&mut self, effect: impl FnOnce() + Send + 'static) {
        self.after_commit.push(Box::new(effect));
    }

    /// Commits, and then runs what waits for it.
    ///
    /// A caller that is dropped meanwhile (its client has left) does not stop it: what is committed has
    /// its effects.
    #[expect(
        clippy::disallowed_methods,
        reason = "a few milliseconds, which the pool's end waits for"
    )]
    pub async fn commit(self) -> StoreResult<()> {
        let commit = tokio::spawn(self.commit_to_the_end());
        match commit.await {
            Ok(done) => done,
            Err(panic) => Err(sqlx::Error::Io(std::io::Error::other(panic)).into()),
        }
    }

    async fn commit_to_the_end(self) -> StoreResult<()> {
        match (self.conn.handle, self.conn.pending) {
            (Handle::SqliteReady(pool), Some(pending)) => pending.run_whole(&pool, BEGIN).await?,
            (Handle::SqliteReady(_), None) => {}
            (Handle::SqliteTx(mut tx), pending) => {
                if let Some(pending) = pending {
                    pending.run(&mut tx).await?;
                }
                tx.commit().await?;
            }
            (Handle::PostgresTx(tx), _) => tx.commit().await?,
            (Handle::Sqlite(_) | Handle::Postgres(_), _) => {
                unreachable!("a Tx is only made from a transaction")
            }
        }
        for effect in self.once_written {
            effect();
        }
        if let Some(wal) = self.wal {
            wal.sync().await.map_err(sqlx::Error::Io)?;
        }
        for effect in self.after_commit {
            effect();
        }
        Ok(())
    }
}

impl Deref for Tx {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}
