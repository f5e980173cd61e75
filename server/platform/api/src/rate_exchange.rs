//! Exchange of the counts for rate limits between processes.
//!
//! No request waits for it: it travels as hints of the bus, over Redis or PostgreSQL's notifications. While those are down,
//! each process limits what it sees itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use bus::Bus;
use kernel::{Clock, Uuid};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::rate::Counts;

/// Topic of the bus.
const TOPIC: &str = "rates";
/// Most counts of one hint: PostgreSQL's notifications have at most 8,000 bytes.
const COUNTS_PER_HINT: usize = 32;
/// Most counts that wait to be told. More are lost, as hints may be.
const COUNTS_WAITING: usize = 4_096;

/// The exchange of a process. Cheap to clone.
#[derive(Clone)]
pub struct RateExchange(Arc<Inner>);

struct Inner {
    clock: Clock,
    bus: Bus,
    /// Marks the hints of this process.
    own_mark: Uuid,
    limits: Mutex<HashMap<&'static str, Weak<Counts>>>,
    waiting: Mutex<Vec<Taken>>,
    wake: Notify,
}

/// So many were counted for a key of a limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Taken {
    pub limit: String,
    /// A hash.
    pub key: Uuid,
    pub count: u32,
}

#[derive(Serialize, Deserialize)]
struct Hint {
    from: Uuid,
    taken: Vec<Taken>,
}

impl RateExchange {
    pub fn new(clock: Clock, bus: Bus) -> Self {
        Self(Arc::new(Inner {
            clock,
            bus,
            own_mark: Uuid::new_v4(),
            limits: Mutex::default(),
            waiting: Mutex::default(),
            wake: Notify::new(),
        }))
    }

    /// Tells the other processes what is counted here, and counts what they tell, for as long as it is polled.
    pub async fn run(&self) {
        let Inner { bus, wake, .. } = &*self.0;
        let mut hints = bus.subscribe(TOPIC);
        loop {
            tokio::select! {
                () = wake.notified() => self.publish(),
                hint = hints.next() => match hint {
                    Some(hint) => self.receive(&hint),
                    None => return,
                },
            }
        }
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// Returns true if there may be other processes.
    pub(crate) fn is_shared(&self) -> bool {
        self.0.bus.is_shared()
    }

    /// Makes what others count for a limit count here.
    pub(crate) fn add(&self, name: &'static str, counts: &Arc<Counts>) {
        lock(&self.0.limits).insert(name, Arc::downgrade(counts));
    }

    /// Tells the other processes soon. What comes meanwhile goes with it.
    pub(crate) fn tell(&self, taken: Taken) {
        let mut waiting = lock(&self.0.waiting);
        if waiting.len() < COUNTS_WAITING {
            waiting.push(taken);
        }
        drop(waiting);
        self.0.wake.notify_one();
    }

    fn publish(&self) {
        let waiting = std::mem::take(&mut *lock(&self.0.waiting));
        for taken in waiting.chunks(COUNTS_PER_HINT) {
            let hint = Hint { from: self.0.own_mark, taken: taken.to_vec() };
            let hint = serde_json::to_string(&hint).expect("counts are plain data");
            self.0.bus.publish(TOPIC, &hint);
        }
    }

    fn receive(&self, hint: &str) {
        // What was missed is not told again: then each process knows less of the others for a while.
        if hint == bus::RESYNC {
            return;
        }
        let Ok(Hint { from, taken }) = serde_json::from_str::<Hint>(hint) else {
            tracing::warn!("counts of another process could not be read");
            return;
        };
        if from == self.0.own_mark {
            return;
        }
        for Taken { limit, key, count } in taken {
            let counts = lock(&self.0.limits).get(limit.as_str()).and_then(Weak::upgrade);
            if let Some(counts) = counts {
                counts.take(key, count);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kernel::{SECOND, Timestamp};

    use super::*;
    use crate::RateLimit;

    const EVERY: Duration = Duration::from_secs(20);

    /// Two processes with a limit of their own each, which hear each other.
    struct Two {
        clock: Clock,
        exchanges: [RateExchange; 2],
        limits: [RateLimit; 2],
    }

    impl Two {
        fn new(burst: u32) -> Self {
            let clock = Clock::frozen(Timestamp::from_micros(1_000 * SECOND));
            let exchanges = [(); 2].map(|()| RateExchange::new(clock.clone(), Bus::in_process()));
            let limits =
                [0, 1].map(|at| RateLimit::new(&exchanges[at], "tests.limit", burst, EVERY));
            Self { clock, exchanges, limits }
        }

        /// Delivers what the first process has counted to the second.
        fn exchange(&self) -> usize {
            let waiting = std::mem::take(&mut *lock(&self.exchanges[0].0.waiting));
            let hint = Hint { from: self.exchanges[0].0.own_mark, taken: waiting };
            self.exchanges[1].receive(&serde_json::to_string(&hint).unwrap());
            hint.taken.len()
        }

        /// Counts as often as the limit of a process allows, at most `max` times.
        fn count(&self, at: usize, max: usize) -> usize {
            (0..max).take_while(|_| self.limits[at].check_shared("1.2.3.4").is_ok()).count()
        }
    }

    #[test]
    fn what_one_process_counted_is_not_allowed_by_another() {
        let two = Two::new(5);
        assert_eq!(two.count(0, 3), 3);
        two.exchange();
        assert_eq!(two.count(1, 9), 2);
        assert!(two.limits[1].check("5.6.7.8").is_ok(), "another key");
        two.clock.advance(20 * SECOND);
        assert_eq!(two.count(1, 9), 1);
    }

    #[test]
    fn more_than_is_left_takes_what_is_left() {
        let two = Two::new(5);
        assert_eq!((two.count(0, 5), two.count(1, 3)), (5, 3));
        two.exchange();
        assert_eq!(two.count(1, 9), 0);
    }

    #[test]
    fn high_rates_are_told_in_portions() {
        let two = Two::new(160);
        assert_eq!(two.count(0, 95), 95);
        assert_eq!(two.exchange(), 9, "of ten each");
        assert_eq!(two.count(1, 999), 70);
    }

    #[test]
    fn own_counts_and_unknown_ones_change_nothing() {
        let two = Two::new(2);
        let own = &two.exchanges[1];
        let taken = vec![Taken { limit: "tests.limit".into(), key: Uuid::nil(), count: 2 }];
        let hint = |from| serde_json::to_string(&Hint { from, taken: taken.clone() }).unwrap();
        own.receive(&hint(own.0.own_mark));
        own.receive(&hint(Uuid::new_v4()).replace("tests.limit", "tests.other"));
        own.receive("nonsense");
        own.receive(bus::RESYNC);
        assert_eq!(two.count(1, 9), 2);
    }
}
