use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, Postgres, Sqlite, SqliteConnection, Transaction};
use tokio::sync::OwnedMutexGuard;

use crate::{Engine, StoreResult};

/// A connection that statements run on: outside a transaction (from [`crate::Db::read`]) or inside one.
///
/// Store functions take `&mut Conn`, so they compose inside one transaction.
pub struct Conn(pub(crate) Handle);

pub(crate) enum Handle {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
    // The guard is dropped after the transaction: the next writer starts when this one has let go.
    SqliteTx(Transaction<'static, Sqlite>, OwnedMutexGuard<()>),
    PostgresTx(Transaction<'static, Postgres>),
}

/// The engine's own connection, for [`crate::sql!`].
pub enum EngineConn<'a> {
    Sqlite(&'a mut SqliteConnection),
    Postgres(&'a mut PgConnection),
}

impl Conn {
    /// Which engine this connection speaks to, for the few statements that must differ.
    pub fn engine_kind(&self) -> Engine {
        match &self.0 {
            Handle::Sqlite(_) | Handle::SqliteTx(..) => Engine::Sqlite,
            Handle::Postgres(_) | Handle::PostgresTx(_) => Engine::Postgres,
        }
    }

    /// The engine's own connection. Use [`crate::sql!`] instead where it serves.
    pub fn engine(&mut self) -> EngineConn<'_> {
        match &mut self.0 {
            Handle::Sqlite(conn) => EngineConn::Sqlite(conn),
            Handle::SqliteTx(tx, _) => EngineConn::Sqlite(tx),
            Handle::Postgres(conn) => EngineConn::Postgres(conn),
            Handle::PostgresTx(tx) => EngineConn::Postgres(tx),
        }
    }
}

/// A transaction. Dropped without [`Tx::commit`], it leaves nothing behind.
#[must_use = "a transaction that is not committed is rolled back"]
pub struct Tx {
    conn: Conn,
    after_commit: Vec<Box<dyn FnOnce() + Send>>,
}

impl Tx {
    pub(crate) fn new(handle: Handle) -> Self {
        Self { conn: Conn(handle), after_commit: Vec::new() }
    }

    /// Runs `effect` once the transaction is committed, and never otherwise.
    ///
    /// For hints only (waking a reader, starting a task): a crash between commit and effect loses it,
    /// so what must happen is a row.
    pub fn after_commit(&mut self, effect: impl FnOnce() + Send + 'static) {
        self.after_commit.push(Box::new(effect));
    }

    pub async fn commit(self) -> StoreResult<()> {
        match self.conn.0 {
            Handle::SqliteTx(tx, _gate) => tx.commit().await?,
            Handle::PostgresTx(tx) => tx.commit().await?,
            Handle::Sqlite(_) | Handle::Postgres(_) => {
                unreachable!("a Tx is only made from a transaction")
            }
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
