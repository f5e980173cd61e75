use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Share;

/// Numbers of something that people or addresses have, by share. Cheap to clone.
#[derive(Clone, Default)]
pub struct ShareCounts(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    by_share: HashMap<Share, usize>,
    all: usize,
}

/// One that is counted until it is dropped.
pub struct Counted {
    counts: ShareCounts,
    share: Share,
}

impl ShareCounts {
    /// Counts one more of `share`; `None`: it has `max` already.
    pub fn add(&self, share: Share, max: usize) -> Option<Counted> {
        self.add_within(share, max, usize::MAX)
    }

    /// Counts one more of `share`; `None`: it has `max` already, or all shares together have `all_max`.
    pub fn add_within(&self, share: Share, max: usize, all_max: usize) -> Option<Counted> {
        let mut counts = self.lock();
        let count = counts.by_share.get(&share).copied().unwrap_or_default();
        if count >= max || counts.all >= all_max {
            return None;
        }
        counts.by_share.insert(share, count + 1);
        counts.all += 1;
        Some(Counted { counts: self.clone(), share })
    }

    /// Returns the number of all shares together.
    pub fn count(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        // Nothing in here panics half-way, so poisoned counts are right.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        counts.all -= 1;
        if let Some(count) = counts.by_share.get_mut(&self.share) {
            *count -= 1;
            if *count == 0 {
                counts.by_share.remove(&self.share);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(number: u8) -> Share {
        Share::Address([192, 0, 2, number].into())
    }

    #[test]
    fn each_share_has_so_many_and_leaves_nothing_behind() {
        let counts = ShareCounts::default();
        let first = counts.add(share(1), 2);
        let second = counts.add(share(1), 2);
        assert!(first.is_some() && second.is_some());
        assert!(counts.add(share(1), 2).is_none());
        assert!(counts.add(share(2), 2).is_some());
        drop(first);
        assert!(counts.add(share(1), 2).is_some());
        drop(second);
        assert!(counts.lock().by_share.is_empty());
    }

    #[test]
    fn there_are_only_so_many_of_one_and_of_all() {
        let counts = ShareCounts::default();
        let first = counts.add_within(share(1), 2, 3).unwrap();
        let _second = counts.add_within(share(1), 2, 3).unwrap();
        assert!(counts.add_within(share(1), 2, 3).is_none(), "of one");
        let _third = counts.add_within(share(2), 2, 3).unwrap();
        assert!(counts.add_within(share(3), 2, 3).is_none(), "of all");
        drop(first);
        assert!(counts.add_within(share(3), 2, 3).is_some());
        assert_eq!(counts.count(), 2);
    }
}
