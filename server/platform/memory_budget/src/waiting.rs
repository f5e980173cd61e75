use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fair_queue::Share;

/// Counts the requests that wait for memory, by share. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Waiting(Arc<Mutex<HashMap<Share, usize>>>);

/// A request that waits, until it is dropped.
pub(crate) struct Place {
    waiting: Waiting,
    share: Share,
}

impl Waiting {
    /// Returns a place for one request more; `None`: too many of the share, or of all, wait already.
    pub fn enter(&self, share: Share, share_max: usize, all_max: usize) -> Option<Place> {
        let mut counts = self.counts();
        let of_share = counts.get(&share).copied().unwrap_or_default();
        if of_share >= share_max || counts.values().sum::<usize>() >= all_max {
            return None;
        }
        counts.insert(share, of_share + 1);
        Some(Place { waiting: self.clone(), share })
    }

    pub fn count(&self) -> usize {
        self.counts().values().sum()
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<Share, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.waiting.counts();
        if let Some(count) = counts.get_mut(&self.share) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.share);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{UserId, Uuid};

    use super::*;

    fn person(number: u128) -> Share {
        Share::Person(UserId(Uuid::from_u128(number)))
    }

    #[test]
    fn only_so_many_of_one_and_of_all_wait() {
        let waiting = Waiting::default();
        let first = waiting.enter(person(1), 2, 3).unwrap();
        let _second = waiting.enter(person(1), 2, 3).unwrap();
        assert!(waiting.enter(person(1), 2, 3).is_none(), "of one");
        let _third = waiting.enter(person(2), 2, 3).unwrap();
        assert!(waiting.enter(person(3), 2, 3).is_none(), "of all");
        drop(first);
        assert!(waiting.enter(person(3), 2, 3).is_some());
        assert_eq!(waiting.count(), 2);
    }
}
