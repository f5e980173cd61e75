//! Decisions without a database: from which buckets an amount is taken, and how use is spread over them.

use kernel::MINUTE;

kernel::limits! { "ledger";
    /// Lifetime of a hold before the sweep asks whether its run is still alive.
    HOLD_MICROS: i64 = 15 * MINUTE, "microseconds", "security.md P7";
    /// Maximum length of a posting's detail, in Unicode scalar values; longer ones are truncated.
    DETAIL_MAX_CHARS: usize = 200, "characters", "ours";
    /// Number of tokens assumed when holding for an answer without a limit of its own.
    ANSWER_TOKENS_ASSUMED: i64 = 8_192, "tokens", "ours (decision 0777)";
    /// Largest price of a million tokens, and largest limit of spending, in millionths of the currency.
    MONEY_MAX_MICROS: i64 = 1_000_000_000_000_000, "millionths", "ours";
    /// Share of a limit at which the operator is warned.
    WARN_AT_PERCENT: i64 = 80, "%", "ours (decision 0778)";
}

/// Takes `amount` from balances in order. `None` if their total is too low.
pub(crate) fn take(amount: i64, balances: &[i64]) -> Option<Vec<i64>> {
    let mut missing = amount.max(0);
    let mut taken = Vec::with_capacity(balances.len());
    for &balance in balances {
        let part = missing.min(balance.max(0));
        taken.push(part);
        missing -= part;
    }
    (missing == 0).then_some(taken)
}

/// Returns the part of `wanted` to hold: what the balances cover and other limits leave room for, but at least `least`.
pub(crate) fn portion(wanted: i64, least: i64, room: i64, balances: &[i64]) -> i64 {
    let there = balances.iter().fold(0i64, |sum, balance| sum.saturating_add((*balance).max(0)));
    wanted.min(room).min(there).max(least.min(wanted))
}

/// Spreads the used amount over the lines of a hold, in their order.
pub(crate) fn spread(used: i64, lines: &[i64]) -> Vec<i64> {
    let mut left = used;
    lines
        .iter()
        .map(|&line| {
            let part = left.clamp(0, line);
            left -= part;
            part
        })
        .collect()
}

pub(crate) fn clip(detail: &str) -> String {
    detail.chars().take(DETAIL_MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // security.md P7: "holds never outlive their run by > 15 min"
    #[test]
    fn a_hold_stands_for_15_minutes() {
        assert_eq!(HOLD_MICROS, 900_000_000);
    }

    #[test]
    fn an_amount_is_taken_from_the_first_balance_that_has_it() {
        assert_eq!(take(1, &[40]), Some(vec![1]));
        assert_eq!(take(3, &[2, 5]), Some(vec![2, 1]));
        assert_eq!(take(3, &[0, 2]), None);
        assert_eq!(take(1, &[]), None);
        assert_eq!(take(0, &[]), Some(vec![]));
    }

    #[test]
    fn as_much_is_held_as_there_is_and_the_least_that_helps() {
        let all = i64::MAX;
        assert_eq!(portion(263, 32, all, &[100, 200]), 263);
        assert_eq!(portion(263, 32, all, &[40, -1, 5]), 45);
        assert_eq!(portion(263, 32, 50, &[300]), 50, "a cap leaves no more");
        assert_eq!(portion(263, 32, all, &[31]), 32, "which there is not: it is refused");
        assert_eq!(portion(9, 32, all, &[5]), 9, "never more than is wanted");
        assert_eq!(portion(263, 32, all, &[all, 5]), 263, "without a limit");
    }

    #[test]
    fn a_detail_has_at_most_200_characters() {
        assert_eq!(clip(&"é".repeat(201)), "é".repeat(200));
    }

    proptest! {
        #[test]
        fn what_is_taken_is_never_more_than_there_is(
            amount in -5i64..100, balances in prop::collection::vec(-3i64..50, 0..6)
        ) {
            let there: i64 = balances.iter().map(|balance| balance.max(&0)).sum();
            match take(amount, &balances) {
                None => prop_assert!(amount > there),
                Some(taken) => {
                    prop_assert_eq!(taken.iter().sum::<i64>(), amount.max(0));
                    prop_assert!(taken.iter().zip(&balances).all(|(t, b)| *t >= 0 && *t <= *b.max(&0)));
                }
            }
        }

        #[test]
        fn what_is_spread_is_what_was_used(used in 0i64..100, lines in prop::collection::vec(1i64..50, 1..6)) {
            let held: i64 = lines.iter().sum();
            let spread = spread(used.min(held), &lines);
            prop_assert_eq!(spread.iter().sum::<i64>(), used.min(held));
            prop_assert!(spread.iter().zip(&lines).all(|(part, line)| *part >= 0 && part <= line));
        }
    }
}
