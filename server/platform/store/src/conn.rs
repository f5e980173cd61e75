use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqlitePool;
use sqlx::{PgConnection, Postgres, Sqlite, Transaction};

use crate::asked::SqliteConn;
use crate::later::{Later, Pending};
use crate::open_tx::OpenTx;
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
    SqliteTx(OpenTx),
    PostgresTx(Transaction<'static, Postgres>),
}

/// The engine's own connection, for [`crate::sql!`].
pub enum EngineConn<'a> {
    Sqlite(SqliteConn<'a>),
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

    /// The engine's own connection. Use [`crate::sql!`] instead where it serves.
    pub async fn engine(&mut self) -> sqlx::Result<EngineConn<'_>> {
        let begins = match &self.handle {
            // Boxed, to keep it out of the futures of all statements.
            Handle::SqliteReady(pool) => Some(Box::pin(pool.acquire()).await?),
            _ => None,
        };
        let mut before = self.pending.take().map(|pending| *pending);
        if let Some(conn) = begins {
            self.handle = Handle::SqliteTx(OpenTx::of(conn));
            before = Some(Pending::begin(before));
        }
        match &mut self.handle {
            Handle::Sqlite(conn) => Ok(EngineConn::Sqlite(SqliteConn::new(conn, before))),
            Handle::SqliteTx(tx) => Ok(EngineConn::Sqlite(SqliteConn::new(tx, before))),
            Handle::Postgres(conn) => Ok(EngineConn::Postgres(conn)),
            Handle::PostgresTx(tx) => Ok(EngineConn::Postgres(tx)),
            Handle::SqliteReady(_) => unreachable!("it has begun"),
        }
    }
}

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
        let pending = self.conn.pending.map(|pending| *pending);
        match self.conn.handle {
            Handle::SqliteReady(_) if pending.is_none() => {}
            Handle::SqliteReady(pool) => {
                OpenTx::of(pool.acquire().await?).commit(Some(Pending::begin(pending))).await?;
            }
            Handle::SqliteTx(tx) => tx.commit(pending).await?,
            Handle::PostgresTx(tx) => tx.commit().await?,
            Handle::Sqlite(_) | Handle::Postgres(_) => {
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
