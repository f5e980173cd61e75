//! Rules of attribution and commissions. No I/O.

use entitlements::months_after;
use identity::Email;
use kernel::{DAY, Timestamp};

use crate::problems::{ABOUT_INVALID, PAYOUT_INVALID};

kernel::limits! { "affiliates";
    /// Number of days after a click in which a sign-up counts: the lifetime of its cookie.
    CLICK_DAYS: i64 = 90, "days", "ours (decision 0835)";
    /// Number of days after sign-up in which a client may report the link that a person came by.
    CLAIM_DAYS: i64 = 7, "days", "ours (decision 0835)";
    /// Maximum length of the plan for bringing people.
    ABOUT_MAX_CHARS: usize = 1_000, "characters", "ours";
    /// Maximum length of the payout details.
    PAYOUT_MAX_CHARS: usize = 300, "characters", "ours";
    /// Clicks that one internet address may make at once; then one more every ten seconds.
    CLICKS_PER_IP: u32 = 30, "clicks", "ours";
}

/// Number of letters of a code: with 31 to choose from, 49 bits.
const CODE_CHARS: usize = 10;
/// Letters of codes, without those that look like others.
const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// Returns a code, from as many random bytes.
pub(crate) fn code(random: &[u8]) -> String {
    let letters =
        random.iter().take(CODE_CHARS).map(|byte| LETTERS[usize::from(*byte) % LETTERS.len()]);
    letters.map(char::from).collect()
}

/// Checks that an application is complete.
///
/// Problems: [`ABOUT_INVALID`], [`PAYOUT_INVALID`].
pub(crate) fn check_application(about: &str, payout_to: &str) -> Result<(), kernel::Problem> {
    let is_said = |text: &str, max: usize| !text.is_empty() && text.chars().count() <= max;
    match (is_said(about, ABOUT_MAX_CHARS), is_said(payout_to, PAYOUT_MAX_CHARS)) {
        (false, _) => Err(ABOUT_INVALID.with("max", ABOUT_MAX_CHARS)),
        (true, false) => Err(PAYOUT_INVALID.with("max", PAYOUT_MAX_CHARS)),
        (true, true) => Ok(()),
    }
}

/// Returns true if a click still counts.
pub(crate) fn is_live(clicked_at: Timestamp, now: Timestamp) -> bool {
    now.since(clicked_at) < CLICK_DAYS * DAY
}

/// Returns true if a sign-up is attributed to a click: it came after the click, while the click counted, and not long
/// ago.
pub(crate) fn may_claim(clicked_at: Timestamp, registered_at: Timestamp, now: Timestamp) -> bool {
    clicked_at <= registered_at
        && is_live(clicked_at, registered_at)
        && now.since(registered_at) < CLAIM_DAYS * DAY
}

/// Returns true if a payment at `paid_at` still earns a commission, given the payer's sign-up.
pub(crate) fn still_earns(registered_at: Timestamp, paid_at: Timestamp, months: u16) -> bool {
    paid_at < months_after(registered_at, i32::from(months))
}

/// Returns the commission on a payment: so many percent of it, rounded down.
pub(crate) fn commission(paid: i64, percent: u8) -> i64 {
    i64::try_from(i128::from(paid.max(0)) * i128::from(percent.min(100)) / 100).unwrap_or(0)
}

/// Returns the amount to pay out: approved commissions, less those paid out before and refunded since. While it is
/// negative nothing is paid out.
pub(crate) fn due(approved: i64, clawed_back_after_payout: i64) -> i64 {
    approved - clawed_back_after_payout
}

/// Returns true if two addresses lead to one mailbox: then nobody brought anybody.
pub(crate) fn have_one_mailbox(one: &str, other: &str) -> bool {
    let mailbox = |text| Email::parse(text).map(|email| email.mailbox());
    mailbox(one).is_some_and(|mailbox_of_one| Some(mailbox_of_one) == mailbox(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: &str) -> Timestamp {
        Timestamp::of_utc_date(day).expect("a day")
    }

    #[test]
    fn a_click_counts_for_90_days() {
        let clicked = at("2026-01-01");
        let last = clicked.plus(90 * DAY).plus(-1);
        assert!(is_live(clicked, clicked) && is_live(clicked, last));
        assert!(!is_live(clicked, clicked.plus(90 * DAY)));
        assert!(may_claim(clicked, last, last.plus(DAY)));
        assert!(!may_claim(clicked, clicked.plus(90 * DAY), clicked.plus(90 * DAY)));
    }

    #[test]
    fn only_who_registers_after_the_click_came_by_it_and_for_seven_days() {
        let clicked = at("2026-01-02");
        assert!(!may_claim(clicked, at("2026-01-01"), at("2026-01-03")));
        assert!(may_claim(clicked, clicked, clicked.plus(7 * DAY).plus(-1)));
        assert!(!may_claim(clicked, clicked, clicked.plus(7 * DAY)));
    }

    #[test]
    fn payments_count_for_12_months() {
        let registered = at("2026-01-31");
        assert!(still_earns(registered, at("2027-01-30"), 12));
        assert!(!still_earns(registered, at("2027-01-31"), 12));
    }

    #[test]
    fn a_fifth_of_what_was_paid_is_rounded_down() {
        assert_eq!(commission(990, 20), 198);
        assert_eq!(commission(994, 20), 198);
        assert_eq!(commission(4, 20), 0);
        assert_eq!(commission(0, 20), 0);
        assert_eq!(commission(i64::MAX, 90), (i128::from(i64::MAX) * 90 / 100) as i64);
    }

    #[test]
    fn what_was_paid_out_and_given_back_is_kept_of_what_comes() {
        assert_eq!(due(500, 198), 302);
        assert_eq!(due(0, 198), -198);
    }

    #[test]
    fn an_application_says_how_and_where() {
        assert!(check_application("A newsletter", "IBAN").is_ok());
        assert_eq!(check_application("", "IBAN").unwrap_err().kind, ABOUT_INVALID);
        assert_eq!(check_application(&"a".repeat(1_001), "IBAN").unwrap_err().kind, ABOUT_INVALID);
        assert_eq!(check_application("A newsletter", "").unwrap_err().kind, PAYOUT_INVALID);
        assert_eq!(check_application("a", &"a".repeat(301)).unwrap_err().kind, PAYOUT_INVALID);
    }
}
