use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use fair_queue::Permit;
use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqliteConnection};

use crate::deferred::Pending;
use crate::error::is_full;
use crate::reserve::Reserve;
use crate::writer::Place;

/// SQLite's one connection for writing, in a transaction. Dropped without [`OpenTx::commit`], it leaves
/// nothing behind, and the next writer waits until that is so.
pub(crate) struct OpenTx {
    conn: Option<PoolConnection<Sqlite>>,
    /// Permit that low-priority writers wait for, held until the connection is returned.
    place: Option<Place>,
    turn: Option<Permit>,
    /// Reserved space, released if there is none for the commit.
    reserve: Option<Arc<Reserve>>,
}

impl OpenTx {
    /// Creates a transaction on a connection whose next statement begins it.
    pub(crate) fn of(
        conn: PoolConnection<Sqlite>,
        place: Option<Place>,
        turn: Permit,
        reserve: Option<Arc<Reserve>>,
    ) -> Self {
        Self { conn: Some(conn), place, turn: Some(turn), reserve }
    }

    /// Runs the remaining statements and commits, in one step.
    pub(crate) async fn commit(mut self, left: Option<Pending>) -> sqlx::Result<()> {
        let mut statements = left.unwrap_or_default();
        statements.add("COMMIT");
        let committed = statements.run(&mut self).await;
        if let (Err(error), Some(reserve)) = (&committed, &self.reserve)
            && is_full(error)
        {
            // This one failed, and reports it; the next one finds space.
            reserve.spend();
        }
        committed?;
        // It is the pool's again.
        drop(self.conn.take());
        Ok(())
    }
}

impl Deref for OpenTx {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        self.conn.as_ref().expect("it is taken at its end alone")
    }
}

impl DerefMut for OpenTx {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        self.conn.as_mut().expect("it is taken at its end alone")
    }
}

impl Drop for OpenTx {
    #[expect(clippy::disallowed_methods, reason = "one statement, which the pool's end waits for")]
    fn drop(&mut self) {
        if let Some(conn) = self.conn.take() {
            tokio::spawn(undo(conn, self.place.take(), self.turn.take()));
        }
    }
}

async fn undo(mut conn: PoolConnection<Sqlite>, _place: Option<Place>, _turn: Option<Permit>) {
    let undone = sqlx::raw_sql("ROLLBACK").execute(&mut *conn).await;
    // It had not begun, or cannot be ended: the connection must not be reused.
    if undone.is_err()
        && let Err(error) = conn.close().await
    {
        tracing::warn!(%error, "a connection to SQLite could not be closed");
    }
}
