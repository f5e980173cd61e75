//! Limits the number of runs that this process has in flight, in total and per provider connection.
//!
//! Nothing is counted where the operator set no limit. Several processes split the permits: each uses its own
//! share, so that none has to ask the others before it starts a run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use live_settings::Section;
use tokio::sync::Notify;

use crate::queue::fair_queue::{QueuedRun, Settings, share_of};

/// The permits of this process.
#[derive(Default)]
pub(crate) struct ConcurrencyLimiter {
    limits: OnceLock<Section<Settings>>,
    counts: Mutex<Counts>,
    /// Notified when a permit may have become free or a run was queued.
    pub changed: Notify,
}

#[derive(Default)]
struct Counts {
    running: usize,
    by_connection: HashMap<String, usize>,
    /// Number of runs known to wait for a permit, in total and per connection.
    waiting: usize,
    waiting_by_connection: HashMap<String, usize>,
    /// Number of processes that split the permits, and the rank of this one.
    processes: usize,
    rank: usize,
}

/// A permit for one run, returned when it is dropped.
pub(crate) struct Permit {
    /// `None` where nothing is limited.
    held: Option<(Arc<ConcurrencyLimiter>, String)>,
}

impl Permit {
    /// Returns the permit of a run that needs none now.
    pub fn none() -> Self {
        Self { held: None }
    }
}

impl ConcurrencyLimiter {
    pub fn set_limits(&self, limits: Section<Settings>) {
        let _set_before = self.limits.set(limits);
    }

    pub fn limits(&self) -> Arc<Settings> {
        self.limits.get().map(Section::get).unwrap_or_default()
    }

    /// Returns a permit for a new run, unless others already wait for one.
    pub fn try_acquire(self: &Arc<Self>, connection: &str) -> Option<Permit> {
        let Some(limits) = self.limited() else { return Some(Permit { held: None }) };
        let counts = self.counts();
        let all_wait = limits.max_running > 0 && counts.waiting > 0;
        let beside_wait = counts.waiting_by_connection.contains_key(connection);
        if all_wait || beside_wait || !counts.has_room(&limits, connection) {
            return None;
        }
        Some(self.acquire(counts, connection))
    }

    /// Returns a permit for the run at the head of the queue.
    pub fn try_acquire_next(self: &Arc<Self>, connection: &str) -> Option<Permit> {
        let Some(limits) = self.limited() else { return Some(Permit { held: None }) };
        let counts = self.counts();
        counts.has_room(&limits, connection).then(|| self.acquire(counts, connection))
    }

    /// Returns a permit for a run that never waits; it counts against the limit.
    pub fn acquire_over_limit(self: &Arc<Self>, connection: &str) -> Permit {
        match self.limited() {
            None => Permit { held: None },
            Some(_) => self.acquire(self.counts(), connection),
        }
    }

    pub fn has_room(&self, connection: &str) -> bool {
        self.limited().is_none_or(|limits| self.counts().has_room(&limits, connection))
    }

    /// Counts one more queued run until the database is read again.
    pub fn add_waiting(&self, connection: &str) {
        let mut counts = self.counts();
        counts.waiting += 1;
        *counts.waiting_by_connection.entry(connection.to_owned()).or_default() += 1;
    }

    /// Replaces the counts of runs that wait for nothing but a permit.
    pub fn set_waiting<'a>(&self, limiter: impl Iterator<Item = &'a QueuedRun>) {
        let mut counts = self.counts();
        counts.waiting = 0;
        counts.waiting_by_connection.clear();
        for one in limiter {
            counts.waiting += 1;
            *counts.waiting_by_connection.entry(one.connection.clone()).or_default() += 1;
        }
    }

    /// Sets the number of processes that split the permits, and the rank of this one.
    pub fn set_share(&self, processes: usize, rank: usize) {
        let mut counts = self.counts();
        if (counts.processes, counts.rank) != (processes, rank) {
            (counts.processes, counts.rank) = (processes, rank);
            self.changed.notify_one();
        }
    }

    /// Returns the limits, or `None` if nothing is limited.
    pub fn limited(&self) -> Option<Arc<Settings>> {
        let limits = self.limits.get()?.get();
        let is_limited = limits.max_running > 0 || limits.max_running_per_connection > 0;
        is_limited.then_some(limits)
    }

    fn acquire(self: &Arc<Self>, mut counts: MutexGuard<'_, Counts>, connection: &str) -> Permit {
        counts.running += 1;
        *counts.by_connection.entry(connection.to_owned()).or_default() += 1;
        Permit { held: Some((self.clone(), connection.to_owned())) }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counts {
    fn has_room(&self, limits: &Settings, connection: &str) -> bool {
        let beside = self.by_connection.get(connection).copied().unwrap_or_default();
        let is_free = |limit: usize, filled: usize| {
            limit == 0 || filled < share_of(limit, self.processes, self.rank)
        };
        is_free(limits.max_running, self.running)
            && is_free(limits.max_running_per_connection, beside)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some((limiter, connection)) = self.held.take() else { return };
        let mut counts = limiter.counts();
        counts.running = counts.running.saturating_sub(1);
        if let Some(beside) = counts.by_connection.get_mut(&connection) {
            *beside -= 1;
            if *beside == 0 {
                counts.by_connection.remove(&connection);
            }
        }
        drop(counts);
        limiter.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(max_running: usize, max_running_per_connection: usize) -> Arc<ConcurrencyLimiter> {
        let limiter = Arc::new(ConcurrencyLimiter::default());
        let limits = Settings { max_running, max_running_per_connection, ..Settings::default() };
        limiter.set_limits(limits.into());
        limiter
    }

    #[test]
    fn a_limit_that_is_changed_counts_at_once() {
        use live_settings::{Changeable, Overrides, Value};

        let limits = Settings::default().section();
        let limiter = Arc::new(ConcurrencyLimiter::default());
        limiter.set_limits(limits.clone());
        let limit = |most| {
            limits.apply(&Overrides::from([(
                "generation.max_running".to_owned(),
                Value::Number(most),
            )]));
        };
        let _before = limiter.try_acquire("a");
        limit(1);
        let first = limiter.try_acquire("a");
        assert!(first.is_some() && limiter.try_acquire("a").is_none());
        limit(2);
        assert!(limiter.try_acquire("a").is_some());
        limit(0);
        assert!(limiter.try_acquire("a").is_some());
    }

    #[test]
    fn without_a_limit_there_is_always_a_place_and_nothing_is_counted() {
        let limiter = limiter(0, 0);
        let permits: Vec<_> = (0..100).map(|_| limiter.try_acquire("a")).collect();
        assert!(permits.iter().all(Option::is_some));
        assert_eq!(limiter.counts().running, 0);
    }

    #[test]
    fn a_place_is_free_again_when_its_run_lets_go_of_it() {
        let limiter = limiter(3, 1);
        let first = limiter.try_acquire("a");
        assert!(first.is_some() && limiter.try_acquire("a").is_none(), "each connection has one");
        let second = limiter.try_acquire("b");
        let third = limiter.try_acquire("c");
        assert!(
            second.is_some() && third.is_some() && limiter.try_acquire("d").is_none(),
            "there are three"
        );
        drop(first);
        assert!(limiter.try_acquire("a").is_some());
    }

    #[test]
    fn who_comes_does_not_pass_those_who_wait() {
        let limiter = limiter(1, 0);
        let first = limiter.try_acquire("a");
        limiter.add_waiting("a");
        drop(first);
        assert!(limiter.try_acquire("b").is_none(), "the place is for the one who waits");
        assert!(limiter.try_acquire_next("a").is_some());
        limiter.set_waiting(std::iter::empty());
        assert!(limiter.try_acquire("b").is_some());
    }

    #[test]
    fn a_process_fills_its_own_part_only() {
        let limiter = limiter(3, 0);
        limiter.set_share(2, 1);
        let permit = limiter.try_acquire("a");
        assert!(
            permit.is_some() && limiter.try_acquire("a").is_none(),
            "two of the three are the other's"
        );
        let _anyway = limiter.acquire_over_limit("a");
        assert!(!limiter.has_room("a"));
    }
}
