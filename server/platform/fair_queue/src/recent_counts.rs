use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Share;

/// Numbers of what shares did lately, within a window of time.
pub(crate) struct RecentCounts {
    window: Duration,
    by_share: Mutex<HashMap<Share, VecDeque<Instant>>>,
}

/// Moments kept for each share: more are not told apart.
const KEPT: usize = 64;

impl RecentCounts {
    pub fn new(window: Duration) -> Self {
        Self { window, by_share: Mutex::default() }
    }

    /// Counts one of `share`, and returns the number within the window before `now`, this one included; at most 64.
    pub fn add(&self, share: Share, now: Instant) -> usize {
        // Nothing in here panics half-way, so poisoned counts are right.
        let mut by_share = self.by_share.lock().unwrap_or_else(PoisonError::into_inner);
        by_share.retain(|_, moments| {
            while moments.front().is_some_and(|at| now.duration_since(*at) >= self.window) {
                moments.pop_front();
            }
            !moments.is_empty()
        });
        let moments = by_share.entry(share).or_default();
        if moments.len() == KEPT {
            moments.pop_front();
        }
        moments.push_back(now);
        moments.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_share_is_counted_within_the_window_alone() {
        let counts = RecentCounts::new(Duration::from_secs(10));
        let began = Instant::now();
        let (one, other) = (Share::Server, Share::Address([192, 0, 2, 1].into()));
        assert_eq!([counts.add(one, began), counts.add(one, began)], [1, 2]);
        assert_eq!(counts.add(other, began), 1);
        assert_eq!(counts.add(one, began + Duration::from_secs(9)), 3);
        assert_eq!(counts.add(one, began + Duration::from_secs(10)), 2);
        assert_eq!(counts.by_share.lock().unwrap().len(), 1, "the other is forgotten");
    }
}
