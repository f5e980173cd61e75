use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as GovernorClock, Reference};
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use kernel::{Clock, Problem};

use crate::TOO_MANY_REQUESTS;

type Limiter = RateLimiter<String, DashMapStateStore<String>, KernelClock, NoOpMiddleware<Moment>>;

/// Limits the rate of an action per key (an address, a person) in this process.
pub struct RateLimit {
    limiter: Limiter,
    clock: KernelClock,
}

impl RateLimit {
    /// Allows `burst` at once, then one more every `every`.
    pub fn new(clock: Clock, burst: u32, every: Duration) -> Self {
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let every = every.max(Duration::from_nanos(1));
        let quota = Quota::with_period(every).expect("not zero").allow_burst(burst);
        let clock = KernelClock(clock);
        Self { limiter: RateLimiter::dashmap_with_clock(quota, clock.clone()), clock }
    }

    /// Counts one; over the limit it is [`TOO_MANY_REQUESTS`] with the seconds to wait.
    pub fn check(&self, key: &str) -> Result<(), Problem> {
        // Keys that have recovered are forgotten before the table grows without bound.
        if self.limiter.len() > KEYS_BEFORE_CLEANING {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(&key.to_owned()).map_err(|refused| {
            let wait = refused.wait_time_from(self.clock.now());
            TOO_MANY_REQUESTS.with("retry_after_seconds", wait.as_secs().max(1))
        })
    }
}

const KEYS_BEFORE_CLEANING: usize = 10_000;

#[derive(Debug, Clone)]
struct KernelClock(Clock);

impl GovernorClock for KernelClock {
    type Instant = Moment;

    fn now(&self) -> Moment {
        Moment(Nanos::from(Duration::from_micros(self.0.now().micros().max(0) as u64)))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Moment(Nanos);

impl std::ops::Add<Nanos> for Moment {
    type Output = Self;

    fn add(self, other: Nanos) -> Self {
        Self(self.0 + other)
    }
}

impl Reference for Moment {
    fn duration_since(&self, earlier: Self) -> Nanos {
        self.0.saturating_sub(earlier.0)
    }

    fn saturating_sub(&self, duration: Nanos) -> Self {
        Self(self.0.saturating_sub(duration))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{SECOND, Timestamp};

    #[test]
    fn a_burst_passes_and_then_one_at_a_time() {
        let clock = Clock::frozen(Timestamp::from_micros(1_000 * SECOND));
        let limit = RateLimit::new(clock.clone(), 3, Duration::from_secs(20));
        for _ in 0..3 {
            assert!(limit.check("1.2.3.4").is_ok());
        }
        let refused = limit.check("1.2.3.4").unwrap_err();
        assert_eq!(refused.kind.code, "api.too_many_requests");
        assert!(limit.check("5.6.7.8").is_ok());
        clock.advance(20 * SECOND);
        assert!(limit.check("1.2.3.4").is_ok());
        assert!(limit.check("1.2.3.4").is_err());
    }
}
