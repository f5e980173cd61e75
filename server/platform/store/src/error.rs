use kernel::Failure;

pub type StoreResult<T> = Result<T, StoreError>;

/// A database call that failed.
#[derive(Debug, thiserror::Error)]
#[error("store: {0}")]
pub struct StoreError(#[from] sqlx::Error);

impl StoreError {
    /// Whether a UNIQUE or PRIMARY KEY rule refused the row.
    pub fn is_unique_violation(&self) -> bool {
        self.0.as_database_error().is_some_and(|error| error.is_unique_violation())
    }

    /// Whether the database could not be asked at all, and may be asked again: it is away, or too many
    /// ask it.
    pub fn is_unavailable(&self) -> bool {
        use sqlx::Error::{Io, PoolClosed, PoolTimedOut, WorkerCrashed};
        matches!(self.0, Io(_) | PoolClosed | PoolTimedOut | WorkerCrashed)
    }

    /// Whether a FOREIGN KEY rule refused the row.
    pub fn is_foreign_key_violation(&self) -> bool {
        self.0.as_database_error().is_some_and(|error| error.is_foreign_key_violation())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::internal(error)
    }
}
