use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

use crate::journal::Row;

/// Events that PostgreSQL has confirmed and may not have on the disk yet: the journal does not wait for that. When
/// PostgreSQL dies they are lost, and what was written after its restart would follow a gap.
///
/// After a restart all connections are new. So events are written once more over each connection that was not used
/// before, with what is written then, in one transaction.
#[derive(Default)]
pub(super) struct Recent {
    rows: VecDeque<(Instant, Row)>,
    /// PostgreSQL's processes of the connections that were used.
    backends: HashSet<i32>,
}

/// Longer than PostgreSQL takes to write out what it has confirmed: three times its `wal_writer_delay`, 0.6 s as
/// delivered.
const KEPT: Duration = Duration::from_secs(5);
/// Interval at which it is asked whether they are still there, while nothing else is written.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// Connections that are remembered; the events are written once more if it is forgotten that one was used.
const BACKENDS_KEPT: usize = 256;

impl Recent {
    /// Keeps events that were just written.
    pub fn keep(&mut self, rows: Vec<Row>, now: Instant) {
        self.rows.extend(rows.into_iter().map(|row| (now, row)));
    }

    pub fn rows(&self) -> Vec<&Row> {
        self.rows.iter().map(|(_, row)| row).collect()
    }

    /// Returns the time of the next check; `None` if all are on the disk.
    pub fn next_check(&self, now: Instant) -> Option<Instant> {
        (!self.rows.is_empty()).then(|| now + CHECK_EVERY)
    }

    /// Returns PostgreSQL's processes of the connections that were used.
    pub fn backends(&self) -> Vec<i32> {
        self.backends.iter().copied().collect()
    }

    /// Returns true if a connection to this process of PostgreSQL was used before.
    pub fn knows(&self, backend: i32) -> bool {
        self.backends.contains(&backend)
    }

    pub fn learn(&mut self, backend: i32) {
        if self.backends.len() >= BACKENDS_KEPT {
            self.backends.clear();
        }
        self.backends.insert(backend);
    }

    /// Forgets the events that are on the disk. Only right after PostgreSQL has taken something over a connection that
    /// is known by now: otherwise they may have to be written once more.
    pub fn forget_old(&mut self, now: Instant) {
        while self.rows.front().is_some_and(|(written, _)| now.duration_since(*written) > KEPT) {
            self.rows.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{RunId, Timestamp};

    use super::*;

    fn row(seq: i64) -> Row {
        let run_id = RunId::new(Timestamp::from_micros(0));
        Row { run_id, seq, data: String::new(), name: "part.delta", is_final: false }
    }

    #[test]
    fn events_are_kept_until_they_are_on_the_disk() {
        let mut recent = Recent::default();
        let began = Instant::now();
        let seqs = |recent: &Recent| recent.rows().iter().map(|row| row.seq).collect::<Vec<_>>();
        assert_eq!(recent.next_check(began), None);
        recent.keep(vec![row(1), row(2)], began);
        let later = began + KEPT;
        recent.keep(vec![row(3)], later);
        recent.forget_old(later);
        assert_eq!(seqs(&recent), [1, 2, 3]);
        recent.forget_old(later + Duration::from_millis(1));
        assert_eq!(seqs(&recent), [3]);
        assert_eq!(recent.next_check(later), Some(later + CHECK_EVERY));
    }

    #[test]
    fn a_connection_is_known_once_it_was_used() {
        let mut recent = Recent::default();
        assert!(!recent.knows(7));
        recent.learn(7);
        assert!(recent.knows(7));
        (0..BACKENDS_KEPT as i32).for_each(|backend| recent.learn(1_000 + backend));
        assert!(!recent.knows(7));
    }
}
