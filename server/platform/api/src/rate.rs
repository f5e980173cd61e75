use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock as GovernorClock, Reference};
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use kernel::{Clock, Problem, Uuid};
use sha2::{Digest, Sha256};

use crate::TOO_MANY_REQUESTS;
use crate::rate_exchange::{RateExchange, Taken};

type Limiter = RateLimiter<Uuid, DashMapStateStore<Uuid>, KernelClock, NoOpMiddleware<Moment>>;

/// Limits the rate of an action per key (an address, a person). Cheap to clone.
///
/// It counts in this process, and what others have counted reaches it a few milliseconds later ([`RateExchange`]).
#[derive(Clone)]
pub struct RateLimit(Arc<Counts>);

/// The counts of one limit.
pub(crate) struct Counts {
    name: &'static str,
    limiter: Limiter,
    clock: KernelClock,
    burst: u32,
    /// Time in which one more is allowed.
    every: Duration,
    /// Counts that the other processes have not been told yet, by key.
    untold: Mutex<HashMap<Uuid, Untold>>,
    exchange: RateExchange,
}

struct Untold {
    count: u32,
    since: Duration,
}

/// Counts are told to other processes in portions: a burst is so many of them.
const PORTIONS: u32 = 16;
const KEYS_BEFORE_CLEANING: usize = 10_000;

impl RateLimit {
    /// Allows `burst` at once, then one more every `every`, in all processes together. `name`: `<area>.<what>`, of this limit
    /// only.
    pub fn new(exchange: &RateExchange, name: &'static str, burst: u32, every: Duration) -> Self {
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let every = every.max(Duration::from_nanos(1));
        let quota = Quota::with_period(every).expect("not zero").allow_burst(burst);
        let clock = KernelClock(exchange.clock().clone());
        let counts = Arc::new(Counts {
            name,
            limiter: RateLimiter::dashmap_with_clock(quota, clock.clone()),
            clock,
            burst: burst.get(),
            every,
            untold: Mutex::default(),
            exchange: exchange.clone(),
        });
        exchange.add(name, &counts);
        Self(counts)
    }

    /// Counts one; over the limit it is [`TOO_MANY_REQUESTS`] with the seconds to wait.
    pub fn check(&self, key: &str) -> Result<(), Problem> {
        let key = hash(key);
        self.0.check(key)?;
        if self.0.exchange.is_shared() {
            self.0.tell(key);
        }
        Ok(())
    }

    /// As [`RateLimit::check`] where there are other processes.
    #[cfg(test)]
    pub(crate) fn check_shared(&self, key: &str) -> Result<(), Problem> {
        self.0.check(hash(key))?;
        self.0.tell(hash(key));
        Ok(())
    }
}

/// Returns what stands for a key: an email address is not told to other processes.
fn hash(key: &str) -> Uuid {
    let digest: [u8; 32] = Sha256::digest(key).into();
    Uuid::from_bytes(*digest.first_chunk().expect("a digest has 32 bytes"))
}

impl Counts {
    fn check(&self, key: Uuid) -> Result<(), Problem> {
        let Self { limiter, clock, .. } = self;
        // Keys that have recovered are forgotten before the table grows without bound.
        if limiter.len() > KEYS_BEFORE_CLEANING {
            limiter.retain_recent();
        }
        limiter.check_key(&key).map_err(|refused| {
            let wait = refused.wait_time_from(clock.now());
            TOO_MANY_REQUESTS.with("retry_after_seconds", wait.as_secs().max(1))
        })
    }

    /// Tells the other processes of one more, once there is a portion.
    fn tell(&self, key: Uuid) {
        let portion = (self.burst / PORTIONS).max(1);
        let now = self.clock.0.monotonic();
        // In that time the limit allows a portion more anyway.
        let forgotten_after = self.every.saturating_mul(portion);
        let mut untold = self.untold();
        if untold.len() > KEYS_BEFORE_CLEANING {
            untold.retain(|_, one| now.saturating_sub(one.since) < forgotten_after);
        }
        let one = untold.entry(key).or_insert(Untold { count: 0, since: now });
        if now.saturating_sub(one.since) >= forgotten_after {
            *one = Untold { count: 0, since: now };
        }
        one.count += 1;
        if one.count < portion {
            return;
        }
        untold.remove(&key);
        drop(untold);
        self.exchange.tell(Taken { limit: self.name.into(), key, count: portion });
    }

    /// Counts what another process has counted, as far as the limit allows so much.
    pub(crate) fn take(&self, key: Uuid, count: u32) {
        let mut left = count.min(self.burst);
        let mut piece = left;
        while let Some(wanted) = NonZeroU32::new(piece) {
            match self.limiter.check_key_n(&key, wanted) {
                Ok(Ok(())) => left -= piece,
                _ => piece /= 2,
            }
            piece = piece.min(left);
        }
    }

    fn untold(&self) -> MutexGuard<'_, HashMap<Uuid, Untold>> {
        self.untold.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Time as limits measure it: when the system's clock is set back, nobody waits longer.
#[derive(Debug, Clone)]
struct KernelClock(Clock);

impl GovernorClock for KernelClock {
    type Instant = Moment;

    fn now(&self) -> Moment {
        Moment(Nanos::from(self.0.monotonic()))
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
        let exchange = RateExchange::new(clock.clone(), bus::Bus::in_process());
        let limit = RateLimit::new(&exchange, "tests.limit", 3, Duration::from_secs(20));
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
