//! Slowest pace of clients: what they send and take is waited for within bounds, so that none of them holds memory or a
//! connection for as long as it likes.

use std::time::Duration;

use tokio::time::Instant;

/// Longest wait for the next piece of a body, and for a client to take a piece of an answer.
pub const WAIT_MAX: Duration = Duration::from_secs(30);
/// Slowest rate on average, in bytes a second, once [`WAIT_MAX`] is used up.
const RATE_MIN: u32 = 1_024;

/// Waits of one transfer for its client.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Since when it waits.
    since: Option<Instant>,
    /// Time for which it has waited before that.
    waited: Duration,
    bytes: u64,
}

impl Pace {
    /// Records that the transfer waits for its client. Returns the moment at which that has taken too long.
    pub fn wait(&mut self, now: Instant) -> Instant {
        let since = *self.since.get_or_insert(now);
        let earned = Duration::from_secs(self.bytes / u64::from(RATE_MIN));
        since + (WAIT_MAX + earned).saturating_sub(self.waited).min(WAIT_MAX)
    }

    /// Records that `bytes` went on.
    pub fn advance(&mut self, bytes: usize, now: impl FnOnce() -> Instant) {
        self.bytes += bytes as u64;
        if let Some(since) = self.since.take() {
            self.waited += now().saturating_duration_since(since);
        }
    }

    /// Begins anew: the client has everything.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how long a client is waited for that sends `bytes` after each `pause`.
    fn seconds_until_cut(bytes: usize, pause: u64) -> Option<u64> {
        let start = Instant::now();
        let mut pace = Pace::default();
        for piece in 0..10_000 {
            let now = start + Duration::from_secs(piece * pause);
            let due = pace.wait(now);
            let next = now + Duration::from_secs(pause);
            if due <= next {
                return Some((due - start).as_secs());
            }
            pace.advance(bytes, || next);
        }
        None
    }

    #[test]
    fn a_silent_client_is_cut_after_half_a_minute() {
        assert_eq!(seconds_until_cut(1_000_000, 60), Some(30));
    }

    #[test]
    fn a_client_that_trickles_is_cut_once_its_patience_is_used_up() {
        assert_eq!(seconds_until_cut(1, 1), Some(30));
        assert_eq!(seconds_until_cut(512, 1), Some(58), "half as fast as it must be");
    }

    #[test]
    fn a_slow_but_steady_client_is_never_cut() {
        assert_eq!(seconds_until_cut(1_024, 1), None);
        assert_eq!(seconds_until_cut(20 * 1_024, 20), None);
    }

    #[test]
    fn time_in_which_the_client_is_not_waited_for_does_not_count() {
        let start = Instant::now();
        let mut pace = Pace::default();
        pace.wait(start);
        pace.advance(1, || start + Duration::from_secs(1));
        let much_later = start + Duration::from_secs(1_000);
        assert_eq!(pace.wait(much_later), much_later + Duration::from_secs(29));
        pace.reset();
        assert_eq!(pace.wait(much_later), much_later + WAIT_MAX);
    }
}
