//! Rules that decide if a day or a month still has room. No I/O.

use entitlements::Window;
use kernel::Timestamp;

use crate::rules::WARN_AT_PERCENT;

/// Spending and limit of a period. Amounts are in millionths of the currency.
#[derive(Debug, Clone, Default, PartialEq, Eq, ::store::FromRow)]
pub struct PeriodSpending {
    /// `2026-11-23` or `2026-11`, in UTC.
    pub period: String,
    pub spent: i64,
    /// The most that running answers may still cost.
    pub held: i64,
    /// Limit of the period; `None`: no limit.
    pub most: Option<i64>,
    pub warned_at: Option<Timestamp>,
    pub tripped_at: Option<Timestamp>,
}

impl PeriodSpending {
    /// Returns true if `amount` more stays within the limit.
    pub fn has_room(&self, amount: i64) -> bool {
        let wanted = self.spent.saturating_add(self.held).saturating_add(amount);
        self.most.is_none_or(|most| wanted <= most)
    }

    /// Returns true if so much of the limit is spent that the operator is warned.
    pub fn is_mostly_spent(&self) -> bool {
        let share = |most: i64| i128::from(most) * i128::from(WARN_AT_PERCENT);
        self.most.is_some_and(|most| most > 0 && i128::from(self.spent) * 100 >= share(most))
    }

    /// Returns true if the period is a month.
    pub fn is_month(&self) -> bool {
        self.period.len() == "2026-11".len()
    }
}

/// Returns when the last of the periods without room for `amount` ends, after which there is room again.
pub(crate) fn refused_until(
    periods: &[PeriodSpending],
    amount: i64,
    now: Timestamp,
) -> Option<Option<Timestamp>> {
    let full = periods.iter().filter(|period| !period.has_room(amount));
    full.map(|period| window(period).period(now).ends_at).max()
}

/// Returns the window whose period it is.
pub(crate) fn window(period: &PeriodSpending) -> Window {
    if period.is_month() { Window::Monthly } else { Window::Daily }
}

/// Returns the keys of the day and the month of a moment.
pub(crate) fn keys(at: Timestamp) -> (String, String) {
    (Window::Daily.period(at).key, Window::Monthly.period(at).key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(name: &str, spent: i64, held: i64, most: Option<i64>) -> PeriodSpending {
        let period = name.to_owned();
        PeriodSpending { period, spent, held, most, warned_at: None, tripped_at: None }
    }

    #[test]
    fn a_limit_is_reached_and_never_passed() {
        let day = period("2026-11-20", 60, 30, Some(100));
        assert!(day.has_room(10));
        assert!(!day.has_room(11));
        assert!(!day.has_room(i64::MAX));
        assert!(period("2026-11-20", 60, 30, None).has_room(i64::MAX));
        assert!(!period("2026-11-20", 0, 0, Some(0)).has_room(1), "0 is a limit");
    }

    #[test]
    fn the_operator_is_warned_at_80_percent_of_what_is_spent() {
        assert!(
            !period("2026-11", 79, 100, Some(100)).is_mostly_spent(),
            "what is held is not spent"
        );
        assert!(period("2026-11", 80, 0, Some(100)).is_mostly_spent());
        assert!(!period("2026-11", 80, 0, None).is_mostly_spent());
        assert!(!period("2026-11", 0, 0, Some(0)).is_mostly_spent());
    }

    #[test]
    fn who_is_refused_hears_when_the_last_full_period_ends() {
        // 2026-11-20, 12:00 UTC.
        let now = Timestamp::from_micros(1_795_176_000_000_000);
        let full_day = period("2026-11-20", 100, 0, Some(100));
        let full_month = period("2026-11", 100, 0, Some(100));
        let open = period("2026-11", 0, 0, Some(100));
        let until = |periods: &[PeriodSpending]| {
            refused_until(periods, 1, now).map(|at| at.map(|at| at.to_string()))
        };
        assert_eq!(until(std::slice::from_ref(&open)), None);
        let midnight = Some(Some("2026-11-21T00:00:00.000000Z".to_owned()));
        assert_eq!(until(&[full_day.clone(), open]), midnight);
        let december = Some(Some("2026-12-01T00:00:00.000000Z".to_owned()));
        assert_eq!(until(&[full_day, full_month]), december);
        assert_eq!(keys(now), ("2026-11-20".to_owned(), "2026-11".to_owned()));
    }
}
