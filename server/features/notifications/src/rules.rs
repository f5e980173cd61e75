use kernel::{SECOND, Timestamp};

kernel::limits! { "notifications";
    /// Duration from which an answer is notified.
    LONG_RUN_SECONDS: i64 = 10, "seconds", "ours (decision 0730)";
    /// Time in which a person may see an answer before their devices are notified.
    SEEN_WITHIN_SECONDS: i64 = 5, "seconds", "ours (decision 0730)";
    /// Longest address of a push service.
    ENDPOINT_MAX_BYTES: usize = 2_048, "bytes", "ours";
    /// Maximum time a push service may take to respond.
    ANSWER_SECONDS: u64 = 10, "seconds", "ours";
    /// Time for which a push service keeps a message for a device that is off.
    KEPT_SECONDS: u32 = 43_200, "seconds", "ours";
    /// Characters of a title that a message carries.
    TITLE_MAX_CHARS: usize = 120, "characters", "ours";
}

/// Returns true if a run from `began` to `now` took so long that its person may have left. `waited`: the microseconds
/// of it in which it waited for them.
pub(crate) fn is_long(began: Timestamp, now: Timestamp, waited: i64) -> bool {
    now.since(began) - waited > LONG_RUN_SECONDS * SECOND
}

/// Returns the beginning of a title, as a message carries it.
pub(crate) fn short_title(title: &str) -> String {
    if title.chars().count() <= TITLE_MAX_CHARS {
        return title.to_owned();
    }
    let mut short: String = title.chars().take(TITLE_MAX_CHARS - 1).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGAN: Timestamp = Timestamp::from_micros(1_000_000);

    #[test]
    fn a_run_is_long_after_ten_seconds_and_not_before() {
        assert!(!is_long(BEGAN, BEGAN.plus(10 * SECOND), 0));
        assert!(is_long(BEGAN, BEGAN.plus(10 * SECOND + 1), 0));
    }

    #[test]
    fn what_a_run_waited_for_its_person_does_not_make_it_long() {
        assert!(!is_long(BEGAN, BEGAN.plus(60 * SECOND), 55 * SECOND));
    }

    #[test]
    fn a_long_title_is_cut_by_characters() {
        assert_eq!(short_title("Boats"), "Boats");
        let short = short_title(&"é".repeat(200));
        assert_eq!(short.chars().count(), TITLE_MAX_CHARS);
        assert!(short.ends_with('…'));
    }
}
