use std::ops::{Deref, DerefMut};

use fair_queue::Permit;
use sqlx::Postgres;

use crate::idle::Pooled;

/// A transaction on PostgreSQL. Dropped without [`OpenPgTx::commit`], it leaves nothing behind.
pub(crate) struct OpenPgTx {
    conn: Option<Pooled<Postgres>>,
    turn: Option<Permit>,
}

impl OpenPgTx {
    /// Begins a transaction with `statement`.
    pub async fn begin(
        conn: Pooled<Postgres>,
        turn: Permit,
        statement: &'static str,
    ) -> sqlx::Result<Self> {
        let mut tx = Self { conn: Some(conn), turn: Some(turn) };
        sqlx::raw_sql(statement).execute(&mut **tx).await?;
        Ok(tx)
    }

    pub async fn commit(mut self) -> sqlx::Result<()> {
        sqlx::raw_sql("COMMIT").execute(&mut **self).await?;
        if let Some(mut conn) = self.conn.take() {
            conn.set_clean();
        }
        Ok(())
    }
}

impl Deref for OpenPgTx {
    type Target = Pooled<Postgres>;

    fn deref(&self) -> &Pooled<Postgres> {
        self.conn.as_ref().expect("it is taken at its end alone")
    }
}

impl DerefMut for OpenPgTx {
    fn deref_mut(&mut self) -> &mut Pooled<Postgres> {
        self.conn.as_mut().expect("it is taken at its end alone")
    }
}

impl Drop for OpenPgTx {
    #[expect(clippy::disallowed_methods, reason = "one statement, which the pool's end waits for")]
    fn drop(&mut self) {
        if let Some(conn) = self.conn.take() {
            tokio::spawn(undo(conn, self.turn.take()));
        }
    }
}

/// Rolls back at once: others may wait for the locks.
async fn undo(mut conn: Pooled<Postgres>, turn: Option<Permit>) {
    // A connection that fails is not clean, and the pool closes it.
    if sqlx::raw_sql("ROLLBACK").execute(&mut *conn).await.is_ok() {
        conn.set_clean();
    }
    // Whoever has the next turn finds it at rest.
    drop(conn);
    drop(turn);
}
