use kernel::Failure;

pub type StoreResult<T> = Result<T, StoreError>;

/// A database call that failed.
#[derive(Debug, thiserror::Error)]
#[error("store: {0}")]
pub struct StoreError(#[from] sqlx::Error);

impl StoreError {
    /// Returns true if a UNIQUE or PRIMARY KEY constraint rejected the row.
    pub fn is_unique_violation(&self) -> bool {
        self.0.as_database_error().is_some_and(|error| error.is_unique_violation())
    }

    /// Returns true if the database could not be reached and may be retried: it is down, overloaded, or locked by
    /// another program.
    pub fn is_unavailable(&self) -> bool {
        use sqlx::Error::{Io, PoolClosed, PoolTimedOut, WorkerCrashed};
        matches!(self.0, Io(_) | PoolClosed | PoolTimedOut | WorkerCrashed)
            || sqlite_code(&self.0).is_some_and(|code| matches!(code & 0xff, BUSY | LOCKED))
    }

    /// Returns true if the disk is full.
    pub fn is_full(&self) -> bool {
        is_full(&self.0)
    }

    /// Returns true if a FOREIGN KEY constraint rejected the row.
    pub fn is_foreign_key_violation(&self) -> bool {
        self.0.as_database_error().is_some_and(|error| error.is_foreign_key_violation())
    }
}

/// SQLite's codes of errors, and PostgreSQL's of a full disk.
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const FULL: i32 = 13;
/// The index of the write-ahead log could not grow.
const IOERR_SHMSIZE: i32 = 4874;
const DISK_FULL: &str = "53100";

pub(crate) fn is_full(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::StorageFull,
        _ => match sqlite_code(error) {
            Some(code) => matches!(code, FULL | IOERR_SHMSIZE),
            None => {
                error.as_database_error().and_then(|error| error.code()).as_deref()
                    == Some(DISK_FULL)
            }
        },
    }
}

fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    sqlx::error::DatabaseError::code(error)?.parse().ok()
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::internal(error)
    }
}
