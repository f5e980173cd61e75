//! Fair queue: who is next among the waiting runs, each run's position, and its estimated wait.
//!
//! Pure: `concurrency_limiter.rs` counts what runs in this process, `queue.rs` stores the waiting runs in the database.

use kernel::{Problem, RunId, SECOND, Timestamp, UserId};
use live_settings::{Field, Section};
use serde::Deserialize;

use crate::rules::{WAITING_MAX, WAITING_PER_PERSON_MAX};
use crate::{OWN_QUEUE_FULL, QUEUE_FULL};

/// The operator's settings of the section `generation`. Of the first two, 0 is no limit.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Answers that are written at once, by all processes together.
    pub max_running: usize,
    /// The same, with each connection to a provider.
    pub max_running_per_connection: usize,
    /// Answers that may wait for a place; what comes then is refused.
    pub max_waiting: usize,
    /// The same, of one person.
    pub max_waiting_per_person: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_running: 0,
            max_running_per_connection: 0,
            max_waiting: WAITING_MAX,
            max_waiting_per_person: WAITING_PER_PERSON_MAX,
        }
    }
}

/// Largest number of answers that a limit names.
const ANSWERS_MAX: i64 = 100_000;

impl Settings {
    /// Returns the settings, which the operator changes while the server runs.
    pub fn section(self) -> Section<Self> {
        let fields = vec![
            Field::number("generation.max_running", (0, ANSWERS_MAX), |it: &mut Self| {
                &mut it.max_running
            }),
            Field::number("generation.max_running_per_connection", (0, ANSWERS_MAX), |it| {
                &mut it.max_running_per_connection
            }),
            Field::number("generation.max_waiting", (0, ANSWERS_MAX), |it| &mut it.max_waiting),
            Field::number("generation.max_waiting_per_person", (0, ANSWERS_MAX), |it| {
                &mut it.max_waiting_per_person
            }),
        ];
        Section::new(self, fields)
    }
}

/// A run in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QueuedRun {
    pub run_id: RunId,
    pub user_id: UserId,
    /// The connection of its model.
    pub connection: String,
    /// Its provider does not want it before.
    pub not_before: Timestamp,
    /// The position last sent to its reader.
    pub position: i64,
    /// The last event of its log.
    pub seq: i64,
}

/// A position in the queue, and the estimated wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueuePosition {
    pub position: i64,
    pub wait_seconds: Option<i64>,
}

/// Returns the connection of a model: the first part of its id.
pub(crate) fn connection_of(model_id: &str) -> &str {
    model_id.split_once('/').map_or(model_id, |(connection, _)| connection)
}

/// Returns the share of `limit` slots that the process with this rank among `processes` may fill; all shares add up to
/// exactly `limit`.
pub(crate) fn share_of(limit: usize, processes: usize, rank: usize) -> usize {
    let processes = processes.max(1);
    limit / processes + usize::from(rank < limit % processes)
}

/// Returns the next run to begin from a line sorted oldest first: the oldest that may begin by now and for whose
/// connection there is a slot.
pub(crate) fn next_of(
    queue: &[QueuedRun],
    now: Timestamp,
    has_room: impl Fn(&str) -> bool,
) -> Option<&QueuedRun> {
    queue.iter().find(|one| one.not_before <= now && has_room(&one.connection))
}

/// Returns the position of the run at `at` of a line, and its estimated wait. `took`: durations of recent answers, in
/// microseconds.
pub(crate) fn position_of(
    queue: &[QueuedRun],
    at: usize,
    now: Timestamp,
    limits: &Settings,
    took: &[i64],
) -> QueuePosition {
    let me = &queue[at];
    let before = &queue[..at];
    let beside = before.iter().filter(|one| one.connection == me.connection).count();
    let everyone = if limits.max_running > 0 { before.len() } else { beside };
    let usual = median(took);
    let in_queue = |ahead: usize, places: usize| match (usual, places) {
        (Some(usual), 1..) => Some((ahead as i64 + 1) * usual / places as i64),
        _ => None,
    };
    let waits = [
        in_queue(everyone, limits.max_running),
        in_queue(beside, limits.max_running_per_connection),
        (me.not_before > now).then(|| me.not_before.since(now)),
    ];
    let longest = waits.into_iter().flatten().max();
    let wait_seconds = longest.map(|wait| wait.div_euclid(SECOND).max(1));
    QueuePosition { position: everyone as i64 + 1, wait_seconds }
}

/// Checks that `user_id` may join a line. `wait_seconds`: the estimated wait at its end.
pub(crate) fn check_capacity(
    queue: &[QueuedRun],
    user_id: UserId,
    limits: &Settings,
    wait_seconds: Option<i64>,
) -> Result<(), Problem> {
    let own = queue.iter().filter(|one| one.user_id == user_id).count();
    let full = match () {
        () if own >= limits.max_waiting_per_person => OWN_QUEUE_FULL,
        () if queue.len() >= limits.max_waiting => QUEUE_FULL,
        () => return Ok(()),
    };
    let problem = Problem::from(full);
    Err(match wait_seconds {
        Some(seconds) => problem.with("retry_after_seconds", seconds),
        None => problem,
    })
}

/// Returns true if a reader is told about a new position: every step near the front, every few far from it.
pub(crate) fn should_notify(told: i64, now: i64) -> bool {
    now != told && (now <= 20 || told - now >= 5 || now > told)
}

fn median(took: &[i64]) -> Option<i64> {
    let mut sorted = took.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_795_176_000_000_000);

    fn waiting(connection: &str, user_id: UserId) -> QueuedRun {
        QueuedRun {
            run_id: RunId::new(NOW),
            user_id,
            connection: connection.to_owned(),
            not_before: NOW,
            position: 0,
            seq: 1,
        }
    }

    fn queue(connections: &[&str]) -> Vec<QueuedRun> {
        connections.iter().map(|connection| waiting(connection, UserId::new(NOW))).collect()
    }

    fn limits(max_running: usize, max_running_per_connection: usize) -> Settings {
        Settings { max_running, max_running_per_connection, ..Settings::default() }
    }

    #[test]
    fn without_settings_nothing_is_limited_but_the_line_itself() {
        let Settings { max_running, max_running_per_connection, .. } = Settings::default();
        assert_eq!((max_running, max_running_per_connection), (0, 0));
        assert_eq!((Settings::default().max_waiting, WAITING_PER_PERSON_MAX), (200, 8));
    }

    #[test]
    fn processes_share_the_places_and_give_none_twice() {
        for (limit, processes) in [(1, 3), (4, 3), (10, 4), (2, 1)] {
            let parts = (0..processes).map(|rank| share_of(limit, processes, rank));
            assert_eq!(parts.sum::<usize>(), limit, "{limit} among {processes}");
        }
        assert_eq!(share_of(1, 2, 1), 0);
    }

    #[test]
    fn the_oldest_is_next_unless_there_is_no_room_for_it() {
        let mut all = queue(&["a", "a", "b"]);
        assert_eq!(next_of(&all, NOW, |_| true), Some(&all[0]));
        assert_eq!(next_of(&all, NOW, |connection| connection == "b"), Some(&all[2]));
        assert_eq!(next_of(&all, NOW, |_| false), None);
        all[0].not_before = NOW.plus(1);
        assert_eq!(
            next_of(&all, NOW, |_| true),
            Some(&all[1]),
            "a busy provider holds nobody else up"
        );
    }

    // spec §8: "High-traffic notice and queue dialogs with an estimated wait"
    #[test]
    fn a_wait_is_estimated_from_how_long_answers_took_and_how_many_are_written_at_once() {
        let all = queue(&["a", "b", "a", "a"]);
        let took = [8 * SECOND, 10 * SECOND, 60 * SECOND];
        let of = |at, limits: Settings| position_of(&all, at, NOW, &limits, &took);
        assert_eq!(of(0, limits(2, 0)), QueuePosition { position: 1, wait_seconds: Some(5) });
        assert_eq!(of(3, limits(2, 0)), QueuePosition { position: 4, wait_seconds: Some(20) });
        let beside = "those of other connections do not count where each has places of its own";
        assert_eq!(
            of(3, limits(0, 2)),
            QueuePosition { position: 3, wait_seconds: Some(15) },
            "{beside}"
        );
        let unknown = position_of(&all, 1, NOW, &limits(2, 0), &[]);
        assert_eq!(unknown.wait_seconds, None, "nothing is made up before anybody has answered");
    }

    #[test]
    fn a_busy_provider_says_itself_how_long_it_takes() {
        let mut all = queue(&["a"]);
        all[0].not_before = NOW.plus(7 * SECOND);
        let turn = position_of(&all, 0, NOW, &limits(0, 0), &[]);
        assert_eq!(turn, QueuePosition { position: 1, wait_seconds: Some(7) });
    }

    #[test]
    fn one_person_cannot_fill_the_line() {
        let (ana, ben) = (UserId::new(NOW), UserId::new(NOW));
        let limits = Settings { max_waiting: 4, max_waiting_per_person: 2, ..Settings::default() };
        let mut all = vec![waiting("a", ana), waiting("a", ana)];
        let refused = check_capacity(&all, ana, &limits, Some(30)).unwrap_err();
        assert_eq!(refused.kind, OWN_QUEUE_FULL);
        assert!(check_capacity(&all, ben, &limits, None).is_ok());
        all.extend([waiting("a", UserId::new(NOW)), waiting("a", UserId::new(NOW))]);
        let refused = check_capacity(&all, ben, &limits, Some(30)).unwrap_err();
        assert_eq!(refused.kind, QUEUE_FULL);
        assert_eq!(refused.params["retry_after_seconds"], "30");
    }

    #[test]
    fn a_reader_far_behind_is_told_of_every_fifth_step() {
        assert!(
            should_notify(3, 2)
                && should_notify(26, 20)
                && should_notify(105, 100)
                && should_notify(1, 2)
        );
        assert!(!should_notify(2, 2) && !should_notify(104, 100));
    }
}
