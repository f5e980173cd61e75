use std::time::Duration;

use pg_address::PgAddress;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{Connection, Postgres};
use tokio::time::timeout;

use crate::idle::{Idle, Pooled};

/// Maximum time to wait for one of several servers.
const HOST_WAIT_MAX: Duration = Duration::from_secs(3);

/// The servers of a PostgreSQL address. With several, the first that takes writes is used, and looked for again when it is
/// lost.
pub(crate) struct PgHosts(Vec<PgConnectOptions>);

impl PgHosts {
    pub fn parse(url: &str) -> sqlx::Result<Self> {
        let address: PgAddress =
            url.parse().map_err(|error| sqlx::Error::Configuration(Box::new(error)))?;
        Ok(Self(address.connect_options()?))
    }

    fn are_several(&self) -> bool {
        self.0.len() > 1
    }

    /// Returns how to connect to the server that takes writes.
    pub async fn pick(&self) -> sqlx::Result<PgConnectOptions> {
        let [one] = &self.0[..] else { return self.find_writable().await };
        Ok(one.clone())
    }

    async fn find_writable(&self) -> sqlx::Result<PgConnectOptions> {
        let mut refused = sqlx::Error::PoolTimedOut;
        for options in &self.0 {
            match timeout(HOST_WAIT_MAX, takes_writes(options)).await {
                Ok(Ok(())) => return Ok(options.clone()),
                Ok(Err(error)) => refused = error,
                Err(_) => {}
            }
        }
        Err(refused)
    }

    /// Makes a pool refuse connections to a server that has become a replica.
    pub fn watch(&self, pool: PgPoolOptions) -> PgPoolOptions {
        match self.are_several() {
            true => pool.after_connect(|conn, _| Box::pin(check_writable(conn))),
            false => pool,
        }
    }

    /// Takes a connection; with several servers, from another one when the one in use is lost.
    pub async fn acquire(&self, connections: &Idle<Postgres>) -> sqlx::Result<Pooled<Postgres>> {
        if !self.are_several() {
            return connections.acquire().await;
        }
        if let Ok(Ok(conn)) = timeout(HOST_WAIT_MAX, connections.acquire()).await {
            return Ok(conn);
        }
        connections.pool().set_connect_options(self.find_writable().await?);
        connections.acquire().await
    }
}

async fn takes_writes(options: &PgConnectOptions) -> sqlx::Result<()> {
    let mut conn = PgConnection::connect_with(options).await?;
    let checked = check_writable(&mut conn).await;
    conn.close().await?;
    checked
}

async fn check_writable(conn: &mut PgConnection) -> sqlx::Result<()> {
    let asked = sqlx::query_as("SELECT NOT pg_is_in_recovery()").persistent(false);
    let (takes_writes,): (bool,) = asked.fetch_one(conn).await?;
    match takes_writes {
        true => Ok(()),
        false => Err(sqlx::Error::Configuration("this server is a replica".into())),
    }
}
