use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Connection, Database, Pool};
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout};

/// Time of rest after which a connection is asked whether it is alive.
const ASKED_AFTER: Duration = Duration::from_secs(1);
/// Time of rest after which a connection is the pool's again, which closes it some time later.
const RESTS_AT_MOST: Duration = Duration::from_secs(60);
/// Time after which a connection in use is the pool's again, which closes it at the end of its lifetime.
const USED_AT_MOST: Duration = Duration::from_secs(600);

/// The idle connections of a pool, of which the one that was used last is taken first (decision 1000).
///
/// The pool itself takes the one that rested longest, and asks each before and after its use whether it is alive: two
/// round trips more, and a backend whose caches are cold.
pub(crate) struct Idle<D: Database> {
    pool: Pool<D>,
    /// Maximum time to wait for the answer whether a connection is alive.
    wait_max: Duration,
    resting: Arc<Mutex<Resting<D>>>,
}

struct Resting<D: Database> {
    /// In the order in which they came.
    connections: Vec<Rested<D>>,
    /// When a connection failed, or was left in the middle: the others that rest may be broken as well.
    doubted: Option<Instant>,
    is_closed: bool,
}

struct Rested<D: Database> {
    conn: PoolConnection<D>,
    taken: Instant,
    since: Instant,
}

impl<D: Database> Idle<D> {
    pub fn of(pool: Pool<D>, wait_max: Duration) -> Self {
        let resting = Resting { connections: Vec::new(), doubted: None, is_closed: false };
        Self { pool, wait_max, resting: Arc::new(Mutex::new(resting)) }
    }

    pub fn pool(&self) -> &Pool<D> {
        &self.pool
    }

    /// Returns the number of connections that rest here; the pool takes them for used ones.
    pub fn count(&self) -> usize {
        lock(&self.resting).connections.len()
    }

    /// Takes a connection; the caller has a permit for one.
    ///
    /// # Errors
    ///
    /// There is none, and none can be opened, or the database does not answer in time.
    pub async fn acquire(&self) -> sqlx::Result<Pooled<D>> {
        loop {
            let (rested, doubted) = {
                let mut resting = lock(&self.resting);
                (resting.connections.pop(), resting.doubted)
            };
            let Some(mut rested) = rested else {
                return Ok(self.own(self.pool.acquire().await?, Instant::now()));
            };
            let is_sure = rested.since.elapsed() < ASKED_AFTER
                && doubted.is_none_or(|doubted| rested.since > doubted);
            if is_sure {
                return Ok(self.own(rested.conn, rested.taken));
            }
            let asked = timeout(self.wait_max, rested.conn.ping()).await;
            if let Ok(Ok(())) = asked {
                return Ok(self.own(rested.conn, rested.taken));
            }
            rested.conn.close_on_drop();
            if asked.is_err() {
                return Err(sqlx::Error::PoolTimedOut);
            }
        }
    }

    fn own(&self, conn: PoolConnection<D>, taken: Instant) -> Pooled<D> {
        let resting = self.resting.clone();
        Pooled { conn: Some(conn), is_clean: true, taken, resting }
    }

    /// Closes all connections, after their current work.
    pub async fn close(&self) {
        let left = {
            let mut resting = lock(&self.resting);
            resting.is_closed = true;
            std::mem::take(&mut resting.connections)
        };
        drop(left);
        self.pool.close().await;
    }
}

impl<D: Database> Drop for Resting<D> {
    fn drop(&mut self) {
        // After the runtime's end there is no pool that could take them back.
        if Handle::try_current().is_err() {
            for rested in self.connections.drain(..) {
                drop(rested.conn.detach());
            }
        }
    }
}

/// A connection in use. Dropped, it rests if all that was asked of it was answered; else it is the pool's, which finds out
/// whether it can be used again.
pub(crate) struct Pooled<D: Database> {
    conn: Option<PoolConnection<D>>,
    is_clean: bool,
    taken: Instant,
    resting: Arc<Mutex<Resting<D>>>,
}

impl<D: Database> Pooled<D> {
    /// Notes that all that was asked is answered. Each use takes that back.
    pub fn set_clean(&mut self) {
        self.is_clean = true;
    }
}

impl<D: Database> Deref for Pooled<D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        self.conn.as_ref().expect("it is taken at its end alone")
    }
}

impl<D: Database> DerefMut for Pooled<D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        self.is_clean = false;
        self.conn.as_mut().expect("it is taken at its end alone")
    }
}

impl<D: Database> Drop for Pooled<D> {
    fn drop(&mut self) {
        let Some(conn) = self.conn.take() else { return };
        let now = Instant::now();
        let mut resting = lock(&self.resting);
        if !self.is_clean {
            resting.doubted = Some(now);
        }
        if !self.is_clean || resting.is_closed || now.duration_since(self.taken) > USED_AT_MOST {
            return;
        }
        resting.connections.push(Rested { conn, taken: self.taken, since: now });
        let is_unused = now.duration_since(resting.connections[0].since) > RESTS_AT_MOST;
        let unused = is_unused.then(|| resting.connections.remove(0));
        drop(resting);
        drop(unused);
    }
}

fn lock<D: Database>(resting: &Mutex<Resting<D>>) -> MutexGuard<'_, Resting<D>> {
    // Nothing panics while it is held.
    resting.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnection, SqlitePoolOptions};

    use super::*;

    async fn idle() -> Idle<sqlx::Sqlite> {
        let pool = SqlitePoolOptions::new().max_connections(2).connect("sqlite::memory:").await;
        Idle::of(pool.unwrap(), Duration::from_secs(1))
    }

    async fn mark(conn: &mut SqliteConnection, number: i32) {
        let text = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {number}"));
        sqlx::raw_sql(text).execute(conn).await.unwrap();
    }

    async fn marked(conn: &mut SqliteConnection) -> i32 {
        sqlx::query_scalar("PRAGMA user_version").fetch_one(conn).await.unwrap()
    }

    #[tokio::test]
    async fn the_connection_that_was_used_last_is_taken_first() {
        let idle = idle().await;
        let (mut first, mut second) =
            (idle.acquire().await.unwrap(), idle.acquire().await.unwrap());
        mark(&mut first, 1).await;
        mark(&mut second, 2).await;
        first.set_clean();
        second.set_clean();
        drop(first);
        drop(second);
        assert_eq!(idle.count(), 2);
        assert_eq!(marked(&mut idle.acquire().await.unwrap()).await, 2);
    }

    #[tokio::test]
    async fn a_connection_that_was_left_in_the_middle_is_the_pools() {
        let idle = idle().await;
        let mut conn = idle.acquire().await.unwrap();
        mark(&mut conn, 1).await;
        drop(conn);
        assert_eq!(idle.count(), 0);
        assert_eq!(marked(&mut idle.acquire().await.unwrap()).await, 1);
    }

    #[tokio::test]
    async fn closing_closes_those_that_rest_and_those_that_come_back() {
        let idle = idle().await;
        let used = idle.acquire().await.unwrap();
        drop(idle.acquire().await.unwrap());
        assert_eq!((idle.count(), idle.pool().size()), (1, 2));
        let closing = idle.close();
        let ((), ()) = tokio::join!(closing, async { drop(used) });
        assert_eq!((idle.count(), idle.pool().size()), (0, 0));
        assert!(idle.acquire().await.is_err());
    }
}
