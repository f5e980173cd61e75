//! Rewards for invitations, and when they are granted. No I/O.

use entitlements::Meter;
use kernel::{DAY, Timestamp};

kernel::limits! { "rewards";
    /// Standard queries for a friend who signed up.
    INVITE_QUERIES: i64 = 2_500, "queries", "spec §9";
    /// Advanced queries for a friend who signed up; the friend gets as many.
    INVITE_ADVANCED_QUERIES: i64 = 5, "queries", "spec §9";
    /// Days of the plan for a friend who signed up.
    REGISTRATION_DAYS: i64 = 7, "days", "spec §9";
    /// Months of the plan for a friend who subscribed.
    SUBSCRIPTION_MONTHS: i32 = 1, "months", "spec §9";
    /// Number of days after sign-up in which a person may say who invited them.
    CLAIM_DAYS: i64 = 7, "days", "ours (decision 0830)";
    /// Number of days after which a sign-up is rewarded.
    REGISTRATION_HOLD_DAYS: i64 = 1, "days", "ours (decision 0830)";
    /// Number of days after sign-up in which a friend must have used something, or the sign-up is not rewarded.
    REGISTRATION_USE_DAYS: i64 = 30, "days", "ours (decision 0973)";
    /// Minimum number of days a friend must keep what they bought.
    SUBSCRIPTION_HOLD_DAYS: i64 = 14, "days", "ours (decision 0830)";
    /// For how many friends in 365 days something is given.
    FRIENDS_MAX: i64 = 100, "friends", "ours (decision 0830)";
    /// For how many friends from one internet address in 365 days something is given.
    FRIENDS_PER_ADDRESS: i64 = 3, "friends", "ours (decision 0942)";
    /// For how many friends from one network (/24, or /64 for IPv6) in 365 days something is given.
    FRIENDS_PER_NETWORK: i64 = 10, "friends", "ours (decision 0942)";
    /// Number of days for which granted queries are valid.
    QUERIES_DAYS: i64 = 365, "days", "ours (decision 0830)";
}

/// The plan that is given.
pub(crate) const PLAN: &str = "pro";
/// Source of rewards, in the ledger and in plan grants.
pub(crate) const SOURCE: &str = entitlements::REWARD;
/// Number of letters of a code: with 31 to choose from, 49 bits.
pub(crate) const CODE_CHARS: usize = 10;
/// Letters of codes, without those that look like others.
const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// Returns a code, from as many random bytes.
pub(crate) fn code(random: &[u8]) -> String {
    let letters =
        random.iter().take(CODE_CHARS).map(|byte| LETTERS[usize::from(*byte) % LETTERS.len()]);
    letters.map(char::from).collect()
}

/// Returns true if this may be a code: any other text after the slash is no invitation.
pub(crate) fn is_code(text: &str) -> bool {
    text.len() == CODE_CHARS && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// The friends, of any inviter, for whom something was given and who have the same origin as a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct AlikeFriends {
    pub mailbox: i64,
    pub address: i64,
    pub network: i64,
}

/// Returns true if a friend is likely another person than those for whom something was given.
pub(crate) fn is_new_person(alike: &AlikeFriends, is_mailbox_of_inviter: bool) -> bool {
    !is_mailbox_of_inviter
        && alike.mailbox == 0
        && alike.address < FRIENDS_PER_ADDRESS
        && alike.network < FRIENDS_PER_NETWORK
}

/// Returns true if a person who signed up then may still say who invited them.
pub(crate) fn may_claim(registered_at: Timestamp, now: Timestamp) -> bool {
    now.since(registered_at) < CLAIM_DAYS * DAY
}

/// Returns true if a friend who has used nothing yet may still do so.
pub(crate) fn may_begin(registered_at: Timestamp, now: Timestamp) -> bool {
    now.since(registered_at) < REGISTRATION_USE_DAYS * DAY
}

/// Returns the number of days a friend must keep what they bought, at least as long as money is refunded
/// (`refund_days`).
pub(crate) fn subscription_hold_days(refund_days: u16) -> i64 {
    SUBSCRIPTION_HOLD_DAYS.max(refund_days.into())
}

/// Returns the inviter's reward in queries.
pub(crate) fn queries() -> [(Meter, i64); 2] {
    [(Meter::StandardQuery, INVITE_QUERIES), (Meter::AdvancedQuery, INVITE_ADVANCED_QUERIES)]
}

/// Returns the start of a granted plan: the end of the person's current plans, so that no time is lost. A plan without
/// an end does not postpone it. If they buy more meanwhile, billing postpones it.
pub(crate) fn begins_at(last_end: Option<Timestamp>, now: Timestamp) -> Timestamp {
    let is_far = |end: &Timestamp| end.since(now) > 3_650 * DAY;
    last_end.filter(|end| *end > now && !is_far(end)).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §9: "Invite reward 2500 free queries. Referral rewards: 7-day Pro for registration, 1-month Pro for a subscription, advanced queries +5."
    #[test]
    fn a_friend_is_worth_what_the_specification_says() {
        assert_eq!(queries(), [(Meter::StandardQuery, 2_500), (Meter::AdvancedQuery, 5)]);
        assert_eq!((REGISTRATION_DAYS, SUBSCRIPTION_MONTHS, PLAN), (7, 1, "pro"));
    }

    #[test]
    fn a_mailbox_counts_once_and_an_address_and_a_network_a_few_times() {
        let alike = AlikeFriends { mailbox: 0, address: 2, network: 9 };
        assert!(is_new_person(&AlikeFriends::default(), false));
        assert!(is_new_person(&alike, false));
        assert!(!is_new_person(&AlikeFriends::default(), true));
        assert!(!is_new_person(&AlikeFriends { mailbox: 1, ..alike }, false));
        assert!(!is_new_person(&AlikeFriends { address: 3, ..alike }, false));
        assert!(!is_new_person(&AlikeFriends { network: 10, ..alike }, false));
    }

    #[test]
    fn what_is_bought_is_kept_for_as_long_as_it_may_be_given_back() {
        assert_eq!(subscription_hold_days(0), 14);
        assert_eq!(subscription_hold_days(14), 14);
        assert_eq!(subscription_hold_days(30), 30);
    }

    #[test]
    fn a_code_has_no_letters_that_look_like_others() {
        let all: Vec<u8> = (0..=255).collect();
        for ten in all.chunks_exact(CODE_CHARS) {
            assert!(is_code(&code(ten)));
        }
        for wrong in
            ["", "pricing", "abcdefghi", "abcdefghil", "ABCDEFGHJK", "abcdefghjk2", "abcdefgh/k"]
        {
            assert!(!is_code(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_plan_that_is_given_begins_when_what_somebody_has_ends() {
        let now = Timestamp::from_micros(1_795_172_400_000_000);
        assert_eq!(begins_at(None, now), now);
        assert_eq!(begins_at(Some(now.plus(-DAY)), now), now);
        assert_eq!(begins_at(Some(now.plus(DAY)), now), now.plus(DAY));
        assert_eq!(begins_at(Some(Timestamp::from_micros(i64::MAX)), now), now);
    }

    #[test]
    fn a_friend_has_thirty_days_to_use_something() {
        let then = Timestamp::from_micros(0);
        assert!(may_begin(then, then.plus(30 * DAY - 1)));
        assert!(!may_begin(then, then.plus(30 * DAY)));
    }

    #[test]
    fn who_is_new_may_say_who_invited_them_for_seven_days() {
        let then = Timestamp::from_micros(0);
        assert!(may_claim(then, then.plus(7 * DAY - 1)));
        assert!(!may_claim(then, then.plus(7 * DAY)));
    }
}
