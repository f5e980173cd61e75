use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqliteConnection};

use crate::later::Pending;

/// SQLite's one connection for writing, in a transaction. Dropped without [`OpenTx::commit`], it leaves
/// nothing behind, and the next writer waits until that is so.
pub(crate) struct OpenTx(Option<PoolConnection<Sqlite>>);

impl OpenTx {
    /// For a connection whose next statement begins the transaction.
    pub(crate) fn of(conn: PoolConnection<Sqlite>) -> Self {
        Self(Some(conn))
    }

    /// Runs what is left to run, and commits, in one step.
    pub(crate) async fn commit(mut self, left: Option<Pending>) -> sqlx::Result<()> {
        let mut statements = left.unwrap_or_default();
        statements.add("COMMIT");
        statements.run(&mut self).await?;
        // It is the pool's again.
        drop(self.0.take());
        Ok(())
    }
}

impl Deref for OpenTx {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        self.0.as_ref().expect("it is taken at its end alone")
    }
}

impl DerefMut for OpenTx {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        self.0.as_mut().expect("it is taken at its end alone")
    }
}

impl Drop for OpenTx {
    #[expect(clippy::disallowed_methods, reason = "one statement, which the pool's end waits for")]
    fn drop(&mut self) {
        if let Some(conn) = self.0.take() {
            tokio::spawn(undo(conn));
        }
    }
}

async fn undo(mut conn: PoolConnection<Sqlite>) {
    let undone = sqlx::raw_sql("ROLLBACK").execute(&mut *conn).await;
    // It had not begun, or cannot be ended: nobody goes on in this connection.
    if undone.is_err()
        && let Err(error) = conn.close().await
    {
        tracing::warn!(%error, "a connection to SQLite could not be closed");
    }
}
