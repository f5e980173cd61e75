//! Counts what each person or address has of something.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fair_queue::Share;

/// Numbers of something, by share. Cheap to clone.
#[derive(Clone, Default)]
pub struct ShareCounts(Arc<Mutex<HashMap<Share, usize>>>);

/// One that is counted until it is dropped.
pub struct Counted {
    counts: ShareCounts,
    share: Share,
}

impl ShareCounts {
    /// Counts one more of `share`; `None`: it has `max` already.
    pub fn add(&self, share: Share, max: usize) -> Option<Counted> {
        let mut counts = self.lock();
        let count = counts.get(&share).copied().unwrap_or_default();
        if count >= max {
            return None;
        }
        counts.insert(share, count + 1);
        Some(Counted { counts: self.clone(), share })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Share, usize>> {
        // Nothing in here panics half-way, so poisoned counts are right.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
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
    use super::*;

    #[test]
    fn each_share_has_so_many_and_leaves_nothing_behind() {
        let counts = ShareCounts::default();
        let share = |number: u8| Share::Address([192, 0, 2, number].into());
        let first = counts.add(share(1), 2);
        let second = counts.add(share(1), 2);
        assert!(first.is_some() && second.is_some());
        assert!(counts.add(share(1), 2).is_none());
        assert!(counts.add(share(2), 2).is_some());
        drop(first);
        assert!(counts.add(share(1), 2).is_some());
        drop(second);
        assert!(counts.lock().is_empty());
    }
}
