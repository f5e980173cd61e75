//! Rules for what an operator may grant and write. Decisions without I/O.

use entitlements::{AMOUNT_MAX, Meter};
use kernel::{DAY, Problem, Timestamp};

use crate::problems::GRANT_INVALID;

kernel::limits! { "admin";
    /// Maximum length of the reason that an operator gives for an action, in Unicode scalar values.
    REASON_MAX_CHARS: usize = 200, "characters", "ours (decision 0842)";
    /// Maximum amount of one grant.
    GRANT_MAX: i64 = 1_000_000, "units", "ours (decision 0842)";
    /// Longest time that a grant is good for.
    GRANT_MAX_DAYS: i64 = 3_660, "days", "ours (decision 0842)";
    /// Longest notice to everybody, in Unicode scalar values.
    NOTICE_MAX_CHARS: usize = 500, "characters", "ours (decision 0843)";
    /// Maximum length of a search for people, in Unicode scalar values; longer ones are truncated.
    SEARCH_MAX_CHARS: usize = 200, "characters", "ours";
}

/// A grant that an operator makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gift {
    pub meter: Meter,
    pub amount: i64,
    /// The first moment at which it can no longer be spent; `None`: it is good for ever.
    pub ends_at: Option<Timestamp>,
    pub reason: String,
}

impl Gift {
    /// Checks a grant, and trims its reason.
    ///
    /// Problems: [`GRANT_INVALID`], which names the field.
    pub fn checked(self, now: Timestamp) -> Result<Self, Problem> {
        let wrong = |field: &str| GRANT_INVALID.with("field", field);
        if !(1..=GRANT_MAX.min(AMOUNT_MAX)).contains(&self.amount) {
            return Err(wrong("amount").with("max", GRANT_MAX));
        }
        let last = now.plus(GRANT_MAX_DAYS * DAY);
        if self.ends_at.is_some_and(|end| end <= now || end > last) {
            return Err(wrong("ends_at"));
        }
        let reason = reason(&self.reason).ok_or_else(|| wrong("reason"))?;
        Ok(Self { reason, ..self })
    }
}

/// Checks the reason given to a person; `None` if it is empty or too long.
pub(crate) fn reason(text: &str) -> Option<String> {
    let text = text.trim();
    let is_short = text.chars().count() <= REASON_MAX_CHARS;
    (!text.is_empty() && is_short).then(|| text.to_owned())
}

/// Normalizes a search.
pub(crate) fn search(text: Option<&str>) -> String {
    text.unwrap_or_default().trim().chars().take(SEARCH_MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_795_176_000_000_000);

    fn gift(amount: i64, days: Option<i64>, reason: &str) -> Result<Gift, String> {
        let ends_at = days.map(|days| NOW.plus(days * DAY));
        let gift =
            Gift { meter: Meter::AdvancedCredit, amount, ends_at, reason: reason.to_owned() };
        gift.checked(NOW).map_err(|problem| problem.params["field"].clone())
    }

    #[test]
    fn a_gift_that_cannot_be_given_names_what_is_wrong() {
        for amount in [0, -1, 1_000_001] {
            assert_eq!(gift(amount, None, "thanks"), Err("amount".to_owned()));
        }
        for days in [0, -1, 3_661] {
            assert_eq!(gift(1, Some(days), "thanks"), Err("ends_at".to_owned()));
        }
        for reason in [String::new(), "  ".to_owned(), "a".repeat(201)] {
            assert_eq!(gift(1, None, &reason), Err("reason".to_owned()));
        }
    }

    #[test]
    fn a_gift_is_given_for_a_reason_and_as_long_as_is_said() {
        let given = gift(1_000_000, Some(3_660), " thanks ").unwrap();
        assert_eq!((given.reason.as_str(), given.amount), ("thanks", 1_000_000));
        assert!(gift(1, None, &"é".repeat(200)).is_ok());
    }
}
