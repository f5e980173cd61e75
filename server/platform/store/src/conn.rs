use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::Arc;

use fair_queue::{Permit, Share};
use futures::future::BoxFuture;
use sqlx::{PgConnection, Postgres, SqlSafeStr, Sqlite, SqliteConnection};

use crate::deferred::{DeferredStatement, Pending};
use crate::idle::Pooled;
use crate::open_tx::OpenTx;
use crate::postgres::OpenPgTx;
use crate::statement::Statement;
use crate::trace::trace_statement;
use crate::wal_sync::WalSync;
use crate::writer::Writer;
use crate::{Engine, StoreResult};

/// A connection that statements run on: outside a transaction (from [`crate::Db::read`]) or inside one.
///
/// Store functions take `&mut Conn`, so they compose inside one transaction.
pub struct Conn {
    handle: Handle,
    /// Statements that a transaction on SQLite must run before anything else.
    pending: Option<Box<Pending>>,
    /// True if statements are prepared once and kept, which a pooler of transactions does not allow.
    is_prepared: bool,
    /// The turn at the pool, over when the connection is its again; `None` for transactions, which hold their own.
    _turn: Option<Permit>,
}

pub(crate) enum Handle {
    Sqlite(Pooled<Sqlite>),
    Postgres(Pooled<Postgres>),
    /// A transaction that nothing was asked of yet: it begins with its first statement.
    SqliteReady(Writer),
    SqliteTx(OpenTx),
    PostgresTx(OpenPgTx),
}

/// The engine's own connection.
pub(crate) enum EngineConn<'a> {
    SqliteReader(&'a mut Pooled<Sqlite>),
    SqliteWriter {
        conn: &'a mut SqliteConnection,
        /// A transaction that has to be begun with what runs first.
        begins: bool,
    },
    Postgres(&'a mut Pooled<Postgres>),
}

impl Conn {
    pub(crate) fn new(handle: Handle, turn: Option<Permit>) -> Self {
        Self { handle, pending: None, is_prepared: true, _turn: turn }
    }

    /// Returns it for a connection behind a pooler of transactions.
    pub(crate) fn unprepared(self) -> Self {
        Self { is_prepared: false, ..self }
    }

    /// Returns true if statements are prepared once and kept.
    pub(crate) fn is_prepared(&self) -> bool {
        self.is_prepared
    }

    /// Returns the engine of this connection, for the few statements that must differ.
    pub fn engine_kind(&self) -> Engine {
        match &self.handle {
            Handle::Sqlite(_) | Handle::SqliteReady(_) | Handle::SqliteTx(_) => Engine::Sqlite,
            Handle::Postgres(_) | Handle::PostgresTx(_) => Engine::Postgres,
        }
    }

    /// Returns the engine's own connection. What waits in [`Conn::take_pending`] has to be run first.
    pub(crate) async fn engine(&mut self) -> sqlx::Result<EngineConn<'_>> {
        let mut begins = false;
        if let Handle::SqliteReady(writer) = &self.handle {
            self.handle = Handle::SqliteTx(writer.acquire().await?);
            begins = true;
        }
        match &mut self.handle {
            Handle::Sqlite(conn) => Ok(EngineConn::SqliteReader(conn)),
            Handle::SqliteTx(tx) => Ok(EngineConn::SqliteWriter { conn: tx, begins }),
            Handle::Postgres(conn) => Ok(EngineConn::Postgres(conn)),
            Handle::PostgresTx(tx) => Ok(EngineConn::Postgres(tx)),
            Handle::SqliteReady(_) => unreachable!("it has begun"),
        }
    }

    /// Returns the engine's own connection, when all that had to be run before has been. Use [`crate::sql!`] instead
    /// where it serves.
    pub fn flushed(&mut self) -> BoxFuture<'_, sqlx::Result<FlushedConn<'_>>> {
        Box::pin(async move {
            let before = self.take_pending();
            match self.engine().await? {
                EngineConn::SqliteReader(conn) => Ok(FlushedConn::Sqlite(conn)),
                EngineConn::SqliteWriter { conn, begins } => {
                    let before = if begins { Pending::begin(before) } else { before };
                    if !before.is_empty() {
                        before.run(conn).await?;
                    }
                    Ok(FlushedConn::Sqlite(conn))
                }
                EngineConn::Postgres(conn) => Ok(FlushedConn::Postgres(conn)),
            }
        })
    }

    /// Takes the statements that a transaction on SQLite must run before anything else.
    pub(crate) fn take_pending(&mut self) -> Pending {
        self.pending.take().map(|pending| *pending).unwrap_or_default()
    }
}

/// The engine's own connection, with nothing to be run before.
pub enum FlushedConn<'a> {
    Sqlite(&'a mut SqliteConnection),
    Postgres(&'a mut PgConnection),
}

/// A transaction. Dropped without [`Tx::commit`], it leaves nothing behind.
#[must_use = "a transaction that is not committed is rolled back"]
pub struct Tx {
    conn: Conn,
    /// Makes the commit survive a power cut, on SQLite.
    wal: Option<Arc<WalSync>>,
    after_write: Vec<Box<dyn FnOnce() + Send>>,
    after_commit: Vec<Box<dyn FnOnce() + Send>>,
}

impl Tx {
    pub(crate) fn new(handle: Handle, wal: Option<Arc<WalSync>>) -> Self {
        let conn = Conn::new(handle, None);
        Self { conn, wal, after_write: Vec::new(), after_commit: Vec::new() }
    }

    /// Returns it for a connection behind a pooler of transactions.
    pub(crate) fn unprepared(self) -> Self {
        Self { conn: self.conn.unprepared(), ..self }
    }

    /// Returns a statement that may be run together with later ones: `sql!(tx, deferred, …)` on SQLite.
    #[track_caller]
    pub fn defer_on_sqlite(&mut self, sql: impl SqlSafeStr) -> DeferredStatement<'_> {
        let (pending, text) = (self.conn.pending.get_or_insert_default(), sql.into_sql_str());
        trace_statement(text.as_str(), Location::caller());
        pending.add(text.as_str());
        DeferredStatement::Sqlite(pending)
    }

    /// Returns a statement on PostgreSQL, where it is run at once.
    #[track_caller]
    pub fn immediate_on_postgres(&mut self, sql: impl SqlSafeStr) -> DeferredStatement<'_> {
        DeferredStatement::Postgres(Statement::postgres(&mut self.conn, sql))
    }

    /// Runs `effect` once the commit survives the end of this process, while it is still being synced against a power
    /// cut. For work that takes longer than that and shows nothing before: a power cut undoes it together with the
    /// commit.
    pub fn after_write(&mut self, effect: impl FnOnce() + Send + 'static) {
        self.after_write.push(Box::new(effect));
    }

    /// Runs `effect` once the transaction is committed, and never otherwise.
    ///
    /// For hints only (waking a reader, starting a task): a crash between commit and effect loses it,
    /// so what must happen is a row.
    pub fn after_commit(&mut self, effect: impl FnOnce() + Send + 'static) {
        self.after_commit.push(Box::new(effect));
    }

    /// Commits, and then runs the effects that wait for it.
    ///
    /// A caller that is dropped meanwhile (its client has left) does not stop it: what is committed has
    /// its effects.
    #[expect(
        clippy::disallowed_methods,
        reason = "a few milliseconds, which the pool's end waits for"
    )]
    pub fn commit(self) -> BoxFuture<'static, StoreResult<()>> {
        Box::pin(async {
            let commit = tokio::spawn(Share::current().scope(self.commit_to_the_end()));
            match commit.await {
                Ok(done) => done,
                Err(panic) => Err(sqlx::Error::Io(std::io::Error::other(panic)).into()),
            }
        })
    }

    async fn commit_to_the_end(self) -> StoreResult<()> {
        let pending = self.conn.pending.map(|pending| *pending);
        match self.conn.handle {
            Handle::SqliteReady(_) if pending.is_none() => {}
            Handle::SqliteReady(writer) => {
                writer
                    .acquire()
                    .await?
                    .commit(Some(Pending::begin(pending.unwrap_or_default())))
                    .await?;
            }
            Handle::SqliteTx(tx) => tx.commit(pending).await?,
            Handle::PostgresTx(tx) => tx.commit().await?,
            Handle::Sqlite(_) | Handle::Postgres(_) => {
                unreachable!("a Tx is only made from a transaction")
            }
        }
        for effect in self.after_write {
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
