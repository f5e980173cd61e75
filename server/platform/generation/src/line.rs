//! Limits the number of runs that this process writes, in total and per connection.
//!
//! If the operator set no limit, nothing is counted. Several processes share the slots: each fills its own share, so
//! that none has to ask the others before it begins.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::Notify;

use crate::turns::{Settings, Waiting, part_of};

/// The places of this process.
#[derive(Default)]
pub(crate) struct Line {
    limits: OnceLock<Settings>,
    counts: Mutex<Counts>,
    /// Notified when a slot may be free, or a run was queued.
    pub changed: Notify,
}

#[derive(Default)]
struct Counts {
    running: usize,
    by_connection: HashMap<String, usize>,
    /// Number of runs known to wait for a slot, in total and per connection.
    waiting: usize,
    waiting_by_connection: HashMap<String, usize>,
    /// Number of processes that share the slots, and this process's rank among them.
    processes: usize,
    rank: usize,
}

/// A place that a run fills while it is held.
pub(crate) struct Place {
    /// The limiter and the connection of the slot; `None` if nothing is limited.
    held: Option<(Arc<Line>, String)>,
}

impl Line {
    pub fn set_limits(&self, limits: Settings) {
        let _set_before = self.limits.set(limits);
    }

    pub fn limits(&self) -> Settings {
        self.limits.get().cloned().unwrap_or_default()
    }

    /// Takes a slot for a new run, unless others already wait for one.
    pub fn take(self: &Arc<Self>, connection: &str) -> Option<Place> {
        let Some(limits) = self.limited() else { return Some(Place { held: None }) };
        let counts = self.counts();
        let all_wait = limits.max_running > 0 && counts.waiting > 0;
        let beside_wait = counts.waiting_by_connection.contains_key(connection);
        if all_wait || beside_wait || !counts.has_room(limits, connection) {
            return None;
        }
        Some(self.fill(counts, connection))
    }

    /// Takes a slot for the run whose turn it is.
    pub fn take_in_turn(self: &Arc<Self>, connection: &str) -> Option<Place> {
        let Some(limits) = self.limited() else { return Some(Place { held: None }) };
        let counts = self.counts();
        counts.has_room(limits, connection).then(|| self.fill(counts, connection))
    }

    /// Takes a slot for a run that does not wait: it is counted, and others wait for it.
    pub fn take_anyway(self: &Arc<Self>, connection: &str) -> Place {
        match self.limited() {
            None => Place { held: None },
            Some(_) => self.fill(self.counts(), connection),
        }
    }

    pub fn has_room(&self, connection: &str) -> bool {
        self.limited().is_none_or(|limits| self.counts().has_room(limits, connection))
    }

    /// Counts one more waiting run, before the database is read again.
    pub fn note_waiting(&self, connection: &str) {
        let mut counts = self.counts();
        counts.waiting += 1;
        *counts.waiting_by_connection.entry(connection.to_owned()).or_default() += 1;
    }

    /// Counts the runs that wait only for a slot.
    pub fn note_line<'a>(&self, line: impl Iterator<Item = &'a Waiting>) {
        let mut counts = self.counts();
        counts.waiting = 0;
        counts.waiting_by_connection.clear();
        for one in line {
            counts.waiting += 1;
            *counts.waiting_by_connection.entry(one.connection.clone()).or_default() += 1;
        }
    }

    /// Sets the number of processes that share the slots, and this process's rank.
    pub fn note_processes(&self, processes: usize, rank: usize) {
        let mut counts = self.counts();
        if (counts.processes, counts.rank) != (processes, rank) {
            (counts.processes, counts.rank) = (processes, rank);
            self.changed.notify_one();
        }
    }

    /// Returns the limits; `None` if there are none.
    pub fn limited(&self) -> Option<&Settings> {
        let limits = self.limits.get()?;
        let is_limited = limits.max_running > 0 || limits.max_running_per_connection > 0;
        is_limited.then_some(limits)
    }

    fn fill(self: &Arc<Self>, mut counts: MutexGuard<'_, Counts>, connection: &str) -> Place {
        counts.running += 1;
        *counts.by_connection.entry(connection.to_owned()).or_default() += 1;
        Place { held: Some((self.clone(), connection.to_owned())) }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counts {
    fn has_room(&self, limits: &Settings, connection: &str) -> bool {
        let beside = self.by_connection.get(connection).copied().unwrap_or_default();
        let is_free = |limit: usize, filled: usize| {
            limit == 0 || filled < part_of(limit, self.processes, self.rank)
        };
        is_free(limits.max_running, self.running)
            && is_free(limits.max_running_per_connection, beside)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some((line, connection)) = self.held.take() else { return };
        let mut counts = line.counts();
        counts.running = counts.running.saturating_sub(1);
        if let Some(beside) = counts.by_connection.get_mut(&connection) {
            *beside -= 1;
            if *beside == 0 {
                counts.by_connection.remove(&connection);
            }
        }
        drop(counts);
        line.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(max_running: usize, max_running_per_connection: usize) -> Arc<Line> {
        let line = Arc::new(Line::default());
        line.set_limits(Settings {
            max_running,
            max_running_per_connection,
            ..Settings::default()
        });
        line
    }

    #[test]
    fn without_a_limit_there_is_always_a_place_and_nothing_is_counted() {
        let line = line(0, 0);
        let places: Vec<_> = (0..100).map(|_| line.take("a")).collect();
        assert!(places.iter().all(Option::is_some));
        assert_eq!(line.counts().running, 0);
    }

    #[test]
    fn a_place_is_free_again_when_its_run_lets_go_of_it() {
        let line = line(3, 1);
        let first = line.take("a");
        assert!(first.is_some() && line.take("a").is_none(), "each connection has one");
        let second = line.take("b");
        let third = line.take("c");
        assert!(second.is_some() && third.is_some() && line.take("d").is_none(), "there are three");
        drop(first);
        assert!(line.take("a").is_some());
    }

    #[test]
    fn who_comes_does_not_pass_those_who_wait() {
        let line = line(1, 0);
        let first = line.take("a");
        line.note_waiting("a");
        drop(first);
        assert!(line.take("b").is_none(), "the place is for the one who waits");
        assert!(line.take_in_turn("a").is_some());
        line.note_line(std::iter::empty());
        assert!(line.take("b").is_some());
    }

    #[test]
    fn a_process_fills_its_own_part_only() {
        let line = line(3, 0);
        line.note_processes(2, 1);
        let place = line.take("a");
        assert!(place.is_some() && line.take("a").is_none(), "two of the three are the other's");
        let _anyway = line.take_anyway("a");
        assert!(!line.has_room("a"));
    }
}
