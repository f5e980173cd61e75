use std::collections::{HashMap, VecDeque};

use crate::Share;

/// Shares that hold parts of a pool or wait for it.
///
/// Next is the share that holds least, and among equals the one that was served longest ago. What it waits for is never
/// passed by something smaller, so that large work does not starve.
#[derive(Debug)]
pub(crate) struct Turns {
    capacity: u64,
    /// Most that one share holds.
    share_max: u64,
    held: u64,
    waiting: usize,
    served: u64,
    shares: HashMap<Share, Standing>,
}

/// Holdings of one share, and its line.
#[derive(Debug, Default)]
struct Standing {
    held: u64,
    /// Number of the turn in which it was served last.
    served_at: u64,
    waiting: VecDeque<Waiting>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Waiting {
    ticket: u64,
    weight: u64,
}

/// A turn that has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub ticket: u64,
    pub share: Share,
    pub weight: u64,
}

impl Turns {
    pub fn new(capacity: u64, share_max: u64) -> Self {
        let capacity = capacity.max(1);
        let share_max = share_max.clamp(1, capacity);
        Self { capacity, share_max, held: 0, waiting: 0, served: 0, shares: HashMap::new() }
    }

    /// Serves a share at once and returns the weight it holds, if nobody waits and there is room for it.
    pub fn take_now(&mut self, share: Share, weight: u64) -> Option<u64> {
        let weight = weight.clamp(1, self.share_max);
        if self.waiting > 0 || self.held + weight > self.capacity {
            return None;
        }
        let standing = self.shares.entry(share).or_default();
        if standing.held + weight > self.share_max {
            return None;
        }
        self.served += 1;
        self.held += weight;
        standing.held += weight;
        standing.served_at = self.served;
        Some(weight)
    }

    /// Puts `ticket` at the end of its share's line. What weighs more than a share may hold counts as all of it.
    pub fn enter(&mut self, ticket: u64, share: Share, weight: u64) {
        let weight = weight.clamp(1, self.share_max);
        self.shares.entry(share).or_default().waiting.push_back(Waiting { ticket, weight });
        self.waiting += 1;
    }

    /// Takes `ticket` out of its share's line.
    pub fn leave(&mut self, ticket: u64, share: Share) {
        if let Some(standing) = self.shares.get_mut(&share) {
            let before = standing.waiting.len();
            standing.waiting.retain(|one| one.ticket != ticket);
            self.waiting -= before - standing.waiting.len();
        }
        self.forget_idle(share);
    }

    /// Returns what a share held.
    pub fn release(&mut self, share: Share, weight: u64) {
        if let Some(standing) = self.shares.get_mut(&share) {
            standing.held = standing.held.saturating_sub(weight);
            self.held = self.held.saturating_sub(weight);
        }
        self.forget_idle(share);
    }

    /// Serves the next in turn; `None` if nobody waits, or there is no room for it yet.
    pub fn next(&mut self) -> Option<Turn> {
        let candidates = self.shares.iter_mut().filter_map(|(share, standing)| {
            let first = *standing.waiting.front()?;
            (standing.held + first.weight <= self.share_max).then_some((share, standing, first))
        });
        let (share, standing, Waiting { ticket, weight }) = candidates
            .min_by_key(|(_, standing, first)| (standing.held, standing.served_at, first.ticket))?;
        if self.held + weight > self.capacity {
            return None;
        }
        standing.waiting.pop_front();
        self.waiting -= 1;
        self.served += 1;
        self.held += weight;
        standing.held += weight;
        standing.served_at = self.served;
        Some(Turn { ticket, share: *share, weight })
    }

    fn forget_idle(&mut self, share: Share) {
        let is_idle = |standing: &Standing| standing.held == 0 && standing.waiting.is_empty();
        if self.shares.get(&share).is_some_and(is_idle) {
            self.shares.remove(&share);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn share(number: u8) -> Share {
        Share::Address(IpAddr::from([192, 0, 2, number]))
    }

    /// Lets `count` tickets enter, numbered from `first`.
    fn enter(turns: &mut Turns, number: u8, first: u64, count: u64) {
        for ticket in first..first + count {
            turns.enter(ticket, share(number), 1);
        }
    }

    fn served(turns: &mut Turns) -> Vec<u64> {
        std::iter::from_fn(|| turns.next()).map(|turn| turn.ticket).collect()
    }

    #[test]
    fn forty_of_one_delay_one_of_another_by_one_slot_at_most() {
        let mut turns = Turns::new(4, 4);
        enter(&mut turns, 1, 0, 40);
        assert_eq!(served(&mut turns), [0, 1, 2, 3]);
        enter(&mut turns, 2, 100, 1);
        assert!(served(&mut turns).is_empty(), "all slots are taken");
        turns.release(share(1), 1);
        assert_eq!(served(&mut turns), [100], "the first free slot is the other's");
    }

    #[test]
    fn what_a_share_may_not_hold_is_free_for_others_at_once() {
        let mut turns = Turns::new(4, 3);
        enter(&mut turns, 1, 0, 40);
        assert_eq!(served(&mut turns), [0, 1, 2]);
        enter(&mut turns, 2, 100, 2);
        assert_eq!(served(&mut turns), [100]);
    }

    #[test]
    fn slots_go_to_who_holds_least_and_then_around() {
        let mut turns = Turns::new(3, 3);
        for number in 1..=3 {
            enter(&mut turns, number, u64::from(number) * 10, 3);
        }
        let mut first = served(&mut turns);
        first.sort_unstable();
        assert_eq!(first, [10, 20, 30]);
        turns.release(share(2), 1);
        assert_eq!(served(&mut turns), [21]);
        turns.release(share(1), 1);
        turns.release(share(3), 1);
        let mut then = served(&mut turns);
        then.sort_unstable();
        assert_eq!(then, [11, 31]);
    }

    #[test]
    fn large_work_is_not_passed_by_small_work() {
        let mut turns = Turns::new(10, 10);
        turns.enter(1, share(1), 6);
        turns.enter(2, share(2), 8);
        assert_eq!(served(&mut turns), [1]);
        enter(&mut turns, 3, 3, 2);
        let served_early = served(&mut turns);
        assert!(served_early.is_empty(), "there is room for these, but not for the one before");
        turns.release(share(1), 6);
        assert_eq!(served(&mut turns), [2, 3, 4]);
    }

    #[test]
    fn what_weighs_more_than_a_share_waits_for_all_of_it_and_not_for_ever() {
        let mut turns = Turns::new(4, 2);
        turns.enter(1, share(1), 100);
        assert_eq!(turns.next(), Some(Turn { ticket: 1, share: share(1), weight: 2 }));
    }

    #[test]
    fn who_leaves_is_not_served_and_leaves_nothing_behind() {
        let mut turns = Turns::new(1, 1);
        enter(&mut turns, 1, 0, 2);
        turns.leave(0, share(1));
        assert_eq!(served(&mut turns), [1]);
        turns.release(share(1), 1);
        assert!(turns.shares.is_empty() && turns.held == 0);
    }
}
