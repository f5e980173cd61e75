//! The pace of a line to other processes, whatever carries it.

use std::time::Duration;

/// Hints that may wait for a slow line; more are dropped, as hints may be.
pub(crate) const HINTS_WAITING: usize = 4096;
/// Hints sent in one go.
pub(crate) const HINTS_PER_BATCH: usize = 256;
/// Waiting times before connecting again grow from the first to the last of these.
pub(crate) const RETRY_FIRST: Duration = Duration::from_millis(100);
pub(crate) const RETRY_LAST: Duration = Duration::from_secs(5);
