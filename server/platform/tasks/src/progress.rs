//! Progress of a task in percent, and its estimated wait.

use kernel::{SECOND, Timestamp};

use crate::State;

/// The most that is shown before a task is done.
const SIMULATED_MAX: i64 = 99;

/// Returns the percent to show.
///
/// Where the provider reports none, progress is simulated: it advances by uneven steps, ever slower, up to 99 until the
/// task is done.
pub fn percent(
    state: State,
    reported: Option<i64>,
    running_for: i64,
    expected_seconds: i64,
    seed: u128,
) -> i64 {
    match (state, reported) {
        (State::Succeeded, _) => 100,
        (State::Queued, None) => 0,
        (_, Some(percent)) => percent.clamp(0, SIMULATED_MAX),
        _ => simulated(running_for, expected_seconds, seed),
    }
}

fn simulated(running_for: i64, expected_seconds: i64, seed: u128) -> i64 {
    let expected = expected_seconds.max(1) as f64;
    let elapsed = running_for.max(0) as f64 / SECOND as f64;
    // Time stands still and hurries by turns, as work does; it never goes back.
    let phase = (seed % 628) as f64 / 100.0;
    let uneven = (elapsed + 0.8 * ((elapsed + phase).sin() - phase.sin())).max(0.0);
    let done = 1.0 - (-2.0 * uneven / expected).exp();
    ((done * 100.0) as i64).clamp(0, SIMULATED_MAX)
}

/// Returns the estimated seconds until a task begins that stands at `position` of its queue (1 is next), where tasks of its
/// kind take `usual` microseconds and `at_once` of them are worked on at a time.
pub fn estimated_wait_seconds(position: i64, usual: i64, at_once: usize) -> i64 {
    let at_once = i64::try_from(at_once.max(1)).unwrap_or(1);
    let turns = (position.max(0) + at_once - 1) / at_once;
    turns.saturating_mul(usual.max(SECOND)) / SECOND
}

/// Returns how long it is since `since`, in microseconds.
pub(crate) fn elapsed(since: Timestamp, now: Timestamp) -> i64 {
    (now.micros() - since.micros()).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> i64 {
        percent(State::Running, None, seconds * SECOND, 60, 1_234_567)
    }

    // spec §4: "a simulated progress advances randomly up to 99 until completion"
    #[test]
    fn simulated_progress_never_goes_back_and_stays_below_100() {
        let shown: Vec<i64> = (0..2_000).map(at).collect();
        assert!(shown.windows(2).all(|pair| pair[0] <= pair[1]), "{shown:?}");
        assert_eq!((shown[0], shown[1_999]), (0, 99));
        let steps: std::collections::HashSet<i64> =
            shown.windows(2).take(20).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.len() > 2, "uneven: {steps:?}");
    }

    // spec §9: "Simulated progress caps at 99."
    #[test]
    fn what_a_provider_reports_is_shown_but_not_100_before_the_end() {
        assert_eq!(percent(State::Running, Some(40), 0, 60, 1), 40);
        assert_eq!(percent(State::Running, Some(100), 0, 60, 1), 99);
        assert_eq!(percent(State::Succeeded, Some(40), 0, 60, 1), 100);
        assert_eq!(percent(State::Queued, None, 900 * SECOND, 60, 1), 0);
    }

    #[test]
    fn the_wait_grows_with_the_queue() {
        assert_eq!(estimated_wait_seconds(0, 30 * SECOND, 4), 0);
        assert_eq!(estimated_wait_seconds(1, 30 * SECOND, 4), 30);
        assert_eq!(estimated_wait_seconds(4, 30 * SECOND, 4), 30);
        assert_eq!(estimated_wait_seconds(5, 30 * SECOND, 4), 60);
        assert_eq!(estimated_wait_seconds(2, 0, 1), 2);
    }
}
