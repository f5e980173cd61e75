//! Limit of open files of this process: raised at the start, and a part of it kept from connections.

use std::os::fd::AsRawFd;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Most that the limit is raised to: programs that this one starts inherit it, and some go through all that may be open.
const RAISED_MAX: u64 = 1_048_576;
/// The part of the limit, and most of it, that is not for connections of clients: files, the database, providers, readers.
const RESERVED_PART: u64 = 4;
const RESERVED_MAX: u64 = 4_096;

/// The limits of open files of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenFiles {
    /// The limit that holds.
    pub limit: u64,
    /// The limit that the process may raise it to.
    pub hard: u64,
}

impl OpenFiles {
    /// Returns the limits of this process.
    pub fn current() -> Self {
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        Self { limit: current.unwrap_or(u64::MAX), hard: maximum.unwrap_or(u64::MAX) }
    }

    /// Raises the limit of this process as far as it may. Returns the limits that hold then.
    pub fn raise() -> Self {
        let found = Self::current();
        let raised = found.raised();
        if raised > found.limit {
            let maximum = (found.hard < u64::MAX).then_some(found.hard);
            if let Err(error) =
                setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum })
            {
                tracing::warn!(%error, limit = found.limit, "the limit of open files cannot be raised");
            }
        }
        Self::current()
    }

    /// Returns the limit that this process may and does raise its own to.
    pub fn raised(self) -> u64 {
        self.hard.min(RAISED_MAX).max(self.limit)
    }

    /// Returns the number of connections that fit, at most `wanted`.
    pub fn connections(self, wanted: usize) -> usize {
        let fit = usize::try_from(self.limit - self.reserved()).unwrap_or(usize::MAX);
        wanted.min(fit).max(1)
    }

    /// Returns true if a connection may be served: its descriptor is the lowest that was free, so all below it are open.
    pub fn has_room(self, connection: &impl AsRawFd) -> bool {
        let number = u64::try_from(connection.as_raw_fd()).unwrap_or_default();
        number < self.limit - self.reserved()
    }

    fn reserved(self) -> u64 {
        (self.limit / RESERVED_PART).min(RESERVED_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Numbered(i32);

    impl AsRawFd for Numbered {
        fn as_raw_fd(&self) -> i32 {
            self.0
        }
    }

    fn files(limit: u64, hard: u64) -> OpenFiles {
        OpenFiles { limit, hard }
    }

    #[test]
    fn the_limit_is_raised_as_far_as_it_may_and_sensibly() {
        assert_eq!(files(1_024, 4_096).raised(), 4_096);
        assert_eq!(files(1_024, u64::MAX).raised(), RAISED_MAX);
        assert_eq!(files(2_000_000, u64::MAX).raised(), 2_000_000, "it is never lowered");
    }

    #[test]
    fn a_part_of_the_limit_is_kept_from_connections() {
        assert_eq!(files(1_024, 1_024).connections(20_000), 768);
        assert_eq!(files(1_048_576, 1_048_576).connections(20_000), 20_000);
        assert_eq!(files(1_048_576, 1_048_576).connections(2_000_000), 1_044_480);
        assert_eq!(files(u64::MAX, u64::MAX).connections(20_000), 20_000);
    }

    #[test]
    fn a_connection_with_a_number_of_the_kept_part_waits() {
        let files = files(1_024, 1_024);
        assert!(files.has_room(&Numbered(767)));
        assert!(!files.has_room(&Numbered(768)));
    }
}
