use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use crate::Timestamp;

/// The source of time: the system, or a test that sets it by hand.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// Returns the system's time.
    pub fn system() -> Self {
        Self(None)
    }

    /// Returns a clock that stands still at `at` until it is moved. All clones move together.
    pub fn frozen(at: Timestamp) -> Self {
        Self(Some(Arc::new(AtomicI64::new(at.micros()))))
    }

    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Some(frozen) => Timestamp::from_micros(frozen.load(Ordering::SeqCst)),
            None => system_now(),
        }
    }

    /// Returns the time since some moment of this process, for limits and waits: it goes on evenly when the system's clock is
    /// set.
    pub fn monotonic(&self) -> Duration {
        static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
        match &self.0 {
            Some(frozen) => {
                let micros = frozen.load(Ordering::SeqCst);
                Duration::from_micros(u64::try_from(micros).unwrap_or_default())
            }
            None => BEGAN.elapsed(),
        }
    }

    /// Moves a frozen clock by `micros`. Does nothing to the system's clock.
    pub fn advance(&self, micros: i64) {
        if let Some(frozen) = &self.0 {
            frozen.fetch_add(micros, Ordering::SeqCst);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the system's time")]
fn system_now() -> Timestamp {
    let since_1970 = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .expect("the system's clock is set after 1970");
    Timestamp::from_micros(since_1970.as_micros() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_clones_of_a_frozen_clock_move_together() {
        let clock = Clock::frozen(Timestamp::from_micros(5));
        let other = clock.clone();
        clock.advance(10);
        assert_eq!(other.now(), Timestamp::from_micros(15));
        assert_eq!(other.monotonic(), Duration::from_micros(15));
    }

    #[test]
    fn time_that_is_measured_does_not_go_back() {
        let clock = Clock::system();
        let before = clock.monotonic();
        assert!(clock.monotonic() >= before);
    }
}
