//! Rules for schedules. No I/O.

use kernel::{MINUTE, Problem, collapse_whitespace, limits};

use crate::problems::{CAP_INVALID, TITLE_INVALID};

limits! { "schedules";
    /// Maximum length of a name.
    TITLE_MAX_CHARS: usize = 100, "characters", "ours";
    /// Maximum length of a repeat rule.
    RULE_MAX_CHARS: usize = 500, "characters", "ours";
    /// Maximum number of units between two times of a rule.
    INTERVAL_MAX: i64 = 1_000, "units", "ours";
    /// Minimum time between two runs of a schedule.
    INTERVAL_MIN_MINUTES: i64 = 15, "minutes", "ours (decision 1075)";
    /// Furthest first date of a schedule.
    FIRST_DATE_YEARS: i16 = 5, "years", "ours";
    /// Maximum number of schedules of a person.
    SCHEDULES_MAX: i64 = 50, "schedules", "ours (decision 1075)";
    /// Number of next dates that are shown.
    DATES_SHOWN: usize = 5, "dates", "issue 28";
    /// Delay from which a time counts as missed.
    MISSED_AFTER_MINUTES: i64 = 10, "minutes", "ours (decision 1075)";
    /// Number of attempts at one run.
    ATTEMPTS_MAX: i64 = 3, "attempts", "ours (decision 1076)";
    /// Number of failed runs in a row after which a schedule is paused.
    FAILURES_MAX: i64 = 3, "runs", "ours (decision 1076)";
    /// Maximum length of a kept result, for comparing.
    RESULT_MAX_CHARS: usize = 50_000, "characters", "ours";
    /// Time in which a deleted schedule can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours";
    /// Time for which runs are kept.
    RUNS_KEPT_DAYS: i64 = 365, "days", "ours";
    /// Maximum length of text in which a time is looked for.
    WORDS_MAX_CHARS: usize = 2_000, "characters", "ours";
}

/// Returns a name on one line.
///
/// # Errors
///
/// [`TITLE_INVALID`] if it is empty or too long.
pub(crate) fn check_title(title: &str) -> Result<String, Problem> {
    let title = collapse_whitespace(&title.replace('\0', ""));
    match title.chars().count() {
        1..=TITLE_MAX_CHARS => Ok(title),
        _ => Err(TITLE_INVALID.with("max", TITLE_MAX_CHARS)),
    }
}

/// Checks a spending limit.
///
/// # Errors
///
/// [`CAP_INVALID`] if nothing could ever run under it.
pub(crate) fn check_cap(cap: Option<i64>) -> Result<Option<i64>, Problem> {
    match cap {
        Some(cap) if !(1..=1_000_000).contains(&cap) => Err(CAP_INVALID.with("max", 1_000_000)),
        cap => Ok(cap),
    }
}

/// Returns the wait before a run is tried again, in microseconds.
pub(crate) fn wait_before_retry(attempts: i64) -> i64 {
    match attempts {
        ..=1 => MINUTE,
        _ => 5 * MINUTE,
    }
}

/// Returns true if two results say the same: spaces, case and punctuation aside.
pub(crate) fn is_same_result(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|char: char| !char.is_alphanumeric());
        parts.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    words(one) == words(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_on_one_line_and_neither_empty_nor_too_long() {
        assert_eq!(check_title(" Tides \n today ").unwrap(), "Tides today");
        assert_eq!(check_title(" \0 ").unwrap_err().kind, TITLE_INVALID);
        assert!(check_title(&"a".repeat(TITLE_MAX_CHARS)).is_ok());
        assert!(check_title(&"a".repeat(TITLE_MAX_CHARS + 1)).is_err());
    }

    #[test]
    fn a_limit_leaves_room_for_something() {
        for cap in [None, Some(1), Some(1_000_000)] {
            assert_eq!(check_cap(cap), Ok(cap));
        }
        for cap in [0, -1, 1_000_001] {
            assert_eq!(check_cap(Some(cap)).unwrap_err().kind, CAP_INVALID);
        }
    }

    #[test]
    fn a_result_that_is_only_set_differently_is_the_same() {
        assert!(is_same_result("**High** tide: 3.5 m\n", "high tide  3.5 m."));
        assert!(!is_same_result("High tide: 3.5 m", "High tide: 3.6 m"));
    }
}
