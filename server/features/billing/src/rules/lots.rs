//! Rules for balance warnings: low balances and expiring credits.

use entitlements::Window;
use kernel::{DAY, Timestamp};
use ledger::{Lot, LotSource, MeterUsage};

use super::EXPIRY_REMINDER_DAYS;

/// Returns true if so little of a meter is left that its owner is warned: less than `percent` of the plan's monthly
/// allowance. A daily allowance is never low, because the next day is near.
pub(crate) fn is_low(usage: &MeterUsage, percent: u8) -> bool {
    let of_plan = usage.lots.iter().find(|lot| lot.source == LotSource::Plan);
    match (usage.window, usage.left, of_plan) {
        (Some(Window::Monthly), Some(left), Some(plan)) => {
            plan.granted > 0 && left.saturating_mul(100) < plan.granted * i64::from(percent)
        }
        _ => false,
    }
}

/// Returns true if a lot expires soon with something left, so that its end is pointed out.
pub(crate) fn ends_soon(now: Timestamp, lot: &Lot) -> bool {
    let is_near = |end: Timestamp| end.since(now) <= EXPIRY_REMINDER_DAYS * DAY;
    lot.source != LotSource::Plan && lot.left() > 0 && lot.ends_at.is_some_and(is_near)
}

#[cfg(test)]
mod tests {
    use ledger::Meter;

    use super::*;

    fn lot(source: LotSource, granted: i64, used: i64, ends_at: Option<Timestamp>) -> Lot {
        Lot { source, granted, used, ends_at }
    }

    fn usage(window: Window, lots: Vec<Lot>) -> MeterUsage {
        let granted = lots.iter().map(|lot| lot.granted).sum::<i64>();
        let used = lots.iter().map(|lot| lot.used).sum::<i64>();
        MeterUsage {
            meter: Meter::AdvancedCredit,
            granted: Some(granted),
            used,
            left: Some(granted - used),
            window: Some(window),
            resets_at: None,
            lots,
        }
    }

    #[test]
    fn less_than_a_tenth_of_a_plans_month_is_little() {
        let of = |used| usage(Window::Monthly, vec![lot(LotSource::Plan, 300, used, None)]);
        assert!(!is_low(&of(270), 10), "30 of 300 are a tenth");
        assert!(is_low(&of(271), 10));
        assert!(is_low(&of(300), 10));
        assert!(!is_low(&of(300), 0), "switched off");
        // Daily allowances, unlimited meters, and meters outside of plans.
        assert!(!is_low(&usage(Window::Daily, vec![lot(LotSource::Plan, 40, 40, None)]), 10));
        assert!(!is_low(&MeterUsage { left: None, ..of(300) }, 10));
        assert!(!is_low(&usage(Window::Monthly, vec![lot(LotSource::AddOn, 500, 500, None)]), 10));
    }

    #[test]
    fn what_was_bought_besides_is_left_too() {
        let plan = lot(LotSource::Plan, 300, 300, None);
        let with = |used| vec![plan.clone(), lot(LotSource::AddOn, 500, used, None)];
        assert!(!is_low(&usage(Window::Monthly, with(470)), 10));
        assert!(is_low(&usage(Window::Monthly, with(471)), 10));
    }

    // spec §9: "Expiry reminders at 7 days."
    #[test]
    fn the_end_of_a_lot_is_pointed_at_for_its_last_7_days() {
        let now = Timestamp::from_micros(0);
        let end = |micros| Some(now.plus(micros));
        let soon = |source, used, ends_at| ends_soon(now, &lot(source, 500, used, ends_at));
        assert!(soon(LotSource::AddOn, 0, end(7 * DAY)));
        assert!(soon(LotSource::Reward, 499, end(DAY)));
        assert!(!soon(LotSource::AddOn, 0, end(7 * DAY + 1)));
        assert!(!soon(LotSource::AddOn, 500, end(DAY)), "nothing is left");
        assert!(!soon(LotSource::AddOn, 0, None), "it does not end");
        assert!(!soon(LotSource::Plan, 0, end(DAY)), "a plan gives it anew");
    }
}
