use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fair_queue::{FairQueue, Permit, Share, ShareCounts};
use kernel::{Failure, Fallible, Problem};
use tokio::time::timeout;

use crate::{
    BUDGET_BYTES, BUSY, RETRY_SECONDS, SHARE_BYTES, TOO_HEAVY, WAIT_SECONDS, WAITING_MAX,
    WAITING_PER_SHARE_MAX,
};

/// The memory budget of a process. Cheap to clone: clones share it.
#[derive(Clone)]
pub struct MemoryBudget(Arc<Inner>);

struct Inner {
    queue: FairQueue,
    /// Waited for by background work before: it never takes everything, so that people need not wait for it.
    background: FairQueue,
    share_bytes: usize,
    /// Requests that wait.
    waiting: ShareCounts,
    used: AtomicU64,
    peak: AtomicU64,
    /// Called when heavy work uses more than one share.
    releases: Mutex<Vec<Release>>,
}

/// Gives back memory that a cache keeps.
type Release = Box<dyn Fn() + Send + Sync>;

/// Reserved bytes, which are given back when this is dropped.
#[must_use = "dropped, the bytes are free again"]
pub struct Reservation {
    budget: Arc<Inner>,
    bytes: u64,
    /// Dropped after the bytes are counted as free.
    _permit: Permit,
    _background: Option<Permit>,
}

/// Use of a budget at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub used_bytes: u64,
    /// The most bytes that were ever reserved at once.
    pub peak_bytes: u64,
    /// Requests that wait for memory.
    pub waiting: usize,
}

impl Default for MemoryBudget {
    /// Returns the budget of a server process.
    fn default() -> Self {
        Self::new(BUDGET_BYTES, SHARE_BYTES)
    }
}

impl MemoryBudget {
    /// Creates a budget of `total_bytes`, of which one share holds at most `share_bytes` at a time.
    pub fn new(total_bytes: usize, share_bytes: usize) -> Self {
        let share_bytes = share_bytes.min(total_bytes);
        Self(Arc::new(Inner {
            queue: FairQueue::new(total_bytes, share_bytes),
            background: FairQueue::new(share_bytes, share_bytes),
            share_bytes,
            waiting: ShareCounts::default(),
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            releases: Mutex::default(),
        }))
    }

    /// Returns true while heavy work uses more than one share: caches keep nothing then, so that both together stay
    /// within the budget.
    pub fn is_under_pressure(&self) -> bool {
        self.0.used.load(Ordering::Acquire) > self.share_bytes()
    }

    /// Calls `release` each time bytes are reserved under pressure. It drops what a cache keeps, without waiting.
    pub fn on_pressure(&self, release: impl Fn() + Send + Sync + 'static) {
        self.0.releases().push(Box::new(release));
    }

    /// Returns the most bytes that one reservation may have.
    pub fn share_bytes(&self) -> u64 {
        self.0.share_bytes as u64
    }

    /// Reserves bytes for the share that the current task works for, as soon as they are free.
    ///
    /// # Errors
    ///
    /// [`TOO_HEAVY`]: it is more than one share. [`BUSY`]: too many requests wait already, or the bytes are not free within
    /// [`WAIT_SECONDS`].
    pub async fn reserve(&self, bytes: u64) -> Result<Reservation, Problem> {
        let place = self.0.waiting.add_within(Share::current(), WAITING_PER_SHARE_MAX, WAITING_MAX);
        let _waits = place.ok_or_else(busy)?;
        let wait = Duration::from_secs(WAIT_SECONDS);
        timeout(wait, self.acquire(bytes)).await.unwrap_or(Err(busy()))
    }

    /// Reserves bytes for background work, however long it has to wait for them. All background work together takes no more
    /// than one share.
    ///
    /// # Errors
    ///
    /// [`TOO_HEAVY`]: it is more than one share.
    pub async fn reserve_in_background(&self, bytes: u64) -> Result<Reservation, Problem> {
        self.check(bytes)?;
        let background = self.0.background.acquire_weighted(Share::current(), bytes).await;
        let mut reservation = self.acquire(bytes).await?;
        reservation._background = Some(background);
        Ok(reservation)
    }

    fn check(&self, bytes: u64) -> Result<(), Problem> {
        if bytes > self.share_bytes() {
            return Err(TOO_HEAVY.with("max", self.share_bytes()));
        }
        Ok(())
    }

    async fn acquire(&self, bytes: u64) -> Result<Reservation, Problem> {
        self.check(bytes)?;
        let permit = self.0.queue.acquire_weighted(Share::current(), bytes).await;
        let used = self.0.used.fetch_add(bytes, Ordering::AcqRel) + bytes;
        self.0.peak.fetch_max(used, Ordering::AcqRel);
        if self.is_under_pressure() {
            self.0.releases().iter().for_each(|release| release());
        }
        Ok(Reservation { budget: self.0.clone(), bytes, _permit: permit, _background: None })
    }

    /// Does work that takes `bytes` of memory, on a thread that may be blocked. The bytes stay reserved until it ends, also
    /// where nobody waits for it any more.
    ///
    /// # Errors
    ///
    /// Those of [`MemoryBudget::reserve`].
    pub async fn run<T: Send + 'static>(
        &self,
        bytes: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Fallible<T> {
        let reservation = self.reserve(bytes).await?;
        let done = tokio::task::spawn_blocking(move || {
            let _held_until_done = reservation;
            work()
        });
        done.await.map_err(Failure::internal)
    }

    pub fn usage(&self) -> Usage {
        Usage {
            used_bytes: self.0.used.load(Ordering::Acquire),
            peak_bytes: self.0.peak.load(Ordering::Acquire),
            waiting: self.0.waiting.count(),
        }
    }
}

impl Inner {
    fn releases(&self) -> MutexGuard<'_, Vec<Release>> {
        // A list that a panic left is whole: it only grows.
        self.releases.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Reservation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Reservation({} bytes)", self.bytes)
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.budget.used.fetch_sub(self.bytes, Ordering::AcqRel);
    }
}

fn busy() -> Problem {
    BUSY.with("retry_after_seconds", RETRY_SECONDS)
}

#[cfg(test)]
mod tests {
    use kernel::{UserId, Uuid};
    use tokio::task::JoinSet;
    use tokio::time::advance;

    use super::*;

    fn budget() -> MemoryBudget {
        MemoryBudget::new(100, 60)
    }

    fn person(number: u128) -> Share {
        Share::Person(UserId(Uuid::from_u128(number)))
    }

    #[tokio::test]
    async fn twelve_at_once_stay_within_the_budget() {
        let budget = budget();
        let mut works = JoinSet::new();
        for number in 0..12 {
            let budget = budget.clone();
            works.spawn(async move {
                let own = budget.clone();
                let work = move || assert!(own.usage().used_bytes <= 100);
                person(number % 4).scope(budget.run(40, work)).await
            });
        }
        assert!(works.join_all().await.iter().all(Result::is_ok));
        let usage = budget.usage();
        assert_eq!((usage.used_bytes, usage.waiting), (0, 0));
        assert!(usage.peak_bytes <= 100, "{usage:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_too_long_is_told_when_to_come_back() {
        let budget = budget();
        let held = person(1).scope(budget.reserve(60)).await.unwrap();
        let refused = person(2).scope(budget.reserve(60)).await.unwrap_err();
        assert_eq!((refused.kind, refused.kind.status), (BUSY, 503));
        assert_eq!(refused.params["retry_after_seconds"], RETRY_SECONDS.to_string());
        drop(held);
        assert!(person(2).scope(budget.reserve(60)).await.is_ok());
        assert_eq!(budget.usage().used_bytes, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn one_person_holds_no_more_than_a_share() {
        let budget = budget();
        let _held = person(1).scope(budget.reserve(40)).await.unwrap();
        assert_eq!(person(1).scope(budget.reserve(40)).await.unwrap_err().kind, BUSY);
        assert!(person(2).scope(budget.reserve(40)).await.is_ok());
        let refused = person(1).scope(budget.reserve(61)).await.unwrap_err();
        assert_eq!((refused.kind, refused.kind.status), (TOO_HEAVY, 413));
    }

    #[tokio::test]
    async fn caches_give_back_what_they_keep_when_more_than_one_share_is_used() {
        let budget = budget();
        let released = Arc::new(AtomicU64::new(0));
        let counter = released.clone();
        budget.on_pressure(move || {
            counter.fetch_add(1, Ordering::AcqRel);
        });
        let held = person(1).scope(budget.reserve(60)).await.unwrap();
        assert!(!budget.is_under_pressure());
        assert_eq!(released.load(Ordering::Acquire), 0);
        let more = person(2).scope(budget.reserve(1)).await.unwrap();
        assert!(budget.is_under_pressure());
        assert_eq!(released.load(Ordering::Acquire), 1);
        drop((held, more));
        assert!(!budget.is_under_pressure());
    }

    #[tokio::test(start_paused = true)]
    async fn background_work_waits_as_long_as_it_takes() {
        let budget = budget();
        let held = person(1).scope(budget.reserve(60)).await.unwrap();
        let later = async {
            advance(Duration::from_secs(100 * WAIT_SECONDS)).await;
            drop(held);
        };
        let work = person(2).scope(budget.reserve_in_background(60));
        let (reservation, ()) = tokio::join!(work, later);
        assert_eq!(reservation.unwrap().bytes, 60);
    }

    #[tokio::test(start_paused = true)]
    async fn background_work_leaves_room_for_people() {
        let budget = budget();
        let _held = person(1).scope(budget.reserve_in_background(50)).await.unwrap();
        let more = person(2).scope(budget.reserve_in_background(40));
        assert!(timeout(Duration::from_secs(100 * WAIT_SECONDS), more).await.is_err());
        assert!(person(3).scope(budget.reserve(50)).await.is_ok());
    }
}
