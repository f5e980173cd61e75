use sqlx::{Database, Pool};

/// The current use of a connection pool, for the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUsage {
    /// `read` and `write` on SQLite; `all` on PostgreSQL.
    pub pool: &'static str,
    pub used: u32,
    pub idle: u32,
    pub max: u32,
}

impl PoolUsage {
    /// `resting` are idle connections that the pool takes for used ones.
    pub(crate) fn of<D: Database>(name: &'static str, pool: &Pool<D>, resting: usize) -> Self {
        // Two reads: a connection may be returned between them.
        let idle = u32::try_from(pool.num_idle() + resting).unwrap_or(u32::MAX);
        let used = pool.size().saturating_sub(idle);
        Self { pool: name, used, idle, max: pool.options().get_max_connections() }
    }
}
