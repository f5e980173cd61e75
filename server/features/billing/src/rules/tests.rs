use kernel::{HOUR, SECOND};
use proptest::prelude::*;

use super::*;
use crate::problems::{ALREADY_HAVE_IT, CONTACT_SUPPORT};

fn at(text: &str) -> Timestamp {
    serde_json::from_value(serde_json::json!(text)).unwrap()
}

/// Ranks as in `plans.toml`.
fn terms(plan: &str, cycle: Cycle, price: i64) -> Terms {
    let rank = match plan {
        "pro" => 10,
        "pro_plus" => 20,
        _ => 30,
    };
    Terms { plan: plan.to_owned(), rank, cycle, seats: 1, price, currency: "USD".to_owned() }
}

fn active(start: &str, terms: &Terms) -> Subscription {
    paid(at(start), &Subscription::none(at(start)), terms)
}

const NOW: &str = "2026-11-20T12:00:00Z";

#[test]
fn every_change_is_one_of_these() {
    use ChangeKind::{Downgrade, Upgrade};
    use Cycle::{Monthly, Yearly};
    let all = [("pro", 1_000), ("pro_plus", 2_000), ("unlimited", 4_000)];
    let price = |price: i64, cycle| if cycle == Yearly { price * 10 } else { price };
    for (has, has_cycle, wants, wants_cycle, expected) in [
        // spec §4: "upgrades take effect at once with a fee"
        ("pro", Monthly, "pro_plus", Monthly, Ok(Upgrade)),
        ("pro", Monthly, "unlimited", Yearly, Ok(Upgrade)),
        ("pro", Yearly, "unlimited", Yearly, Ok(Upgrade)),
        ("pro", Monthly, "pro", Yearly, Ok(Upgrade)),
        // spec §4: "Downgrades take effect after the current period"
        ("unlimited", Monthly, "pro", Monthly, Ok(Downgrade)),
        ("unlimited", Monthly, "pro", Yearly, Ok(Downgrade)),
        ("unlimited", Yearly, "pro_plus", Yearly, Ok(Downgrade)),
        // spec §4: "Annual to monthly and some downgrades are done by contacting support."
        ("pro", Yearly, "pro", Monthly, Err(CONTACT_SUPPORT)),
        ("pro", Yearly, "unlimited", Monthly, Err(CONTACT_SUPPORT)),
        ("unlimited", Yearly, "pro", Monthly, Err(CONTACT_SUPPORT)),
        ("pro", Monthly, "pro", Monthly, Err(ALREADY_HAVE_IT)),
        ("pro", Yearly, "pro", Yearly, Err(ALREADY_HAVE_IT)),
    ] {
        let of = |plan: &str, cycle| {
            let (_, monthly) = all.iter().find(|(id, _)| *id == plan).unwrap();
            terms(plan, cycle, price(*monthly, cycle))
        };
        let subscription = active(NOW, &of(has, has_cycle));
        let found = quote(at(NOW).plus(DAY), &subscription, &of(wants, wants_cycle))
            .map(|quote| quote.kind);
        assert_eq!(found, expected, "{has} {has_cycle:?} → {wants} {wants_cycle:?}");
    }
}

#[test]
fn another_currency_changes_support() {
    let subscription = active(NOW, &terms("pro", Cycle::Monthly, 1_000));
    let euros = Terms { currency: "EUR".to_owned(), ..terms("pro_plus", Cycle::Monthly, 2_000) };
    assert_eq!(quote(at(NOW), &subscription, &euros), Err(CONTACT_SUPPORT));
}

// spec §4: "monthly to yearly credits the remaining days of the current plan at the original price"
#[test]
fn whole_days_that_are_left_are_credited_at_the_price_they_were_bought_at() {
    // 30 days, from 20 November.
    let subscription = active(NOW, &terms("pro", Cycle::Monthly, 1_000));
    for (after, days, credit) in [
        (0, 30, 1_000),
        (1, 29, 966),
        (DAY, 29, 966),
        (DAY + 1, 28, 933),
        (29 * DAY, 1, 33),
        (29 * DAY + HOUR, 0, 0),
    ] {
        let quote = quote(at(NOW).plus(after), &subscription, &terms("pro", Cycle::Yearly, 10_000))
            .unwrap();
        assert_eq!((quote.remaining_days, quote.credit), (days, credit), "after {after}");
        assert_eq!(quote.amount, 10_000 - credit);
        assert_eq!(quote.starts_at, at(NOW).plus(after));
    }
}

#[test]
fn what_is_credited_may_be_paid_while_one_of_its_days_is_gone() {
    let subscription = active(NOW, &terms("pro", Cycle::Monthly, 1_000));
    let wanted = terms("unlimited", Cycle::Monthly, 4_000);
    for after in [0, 1, 5 * DAY, 5 * DAY + HOUR, 28 * DAY] {
        let now = at(NOW).plus(after);
        let first = quote(now, &subscription, &wanted).unwrap();
        let pay_by = first.pay_by.unwrap();
        assert!(pay_by >= now.plus(DAY) && pay_by < now.plus(2 * DAY), "after {after}");
        let days_at =
            |moment| remaining_days(moment, subscription.period_start, subscription.period_end);
        assert_eq!(days_at(pay_by), first.remaining_days - 1);
        assert_eq!(days_at(pay_by.plus(1)), first.remaining_days - 2, "after {after}");
    }
    let nothing_left = quote(subscription.period_end.plus(-HOUR), &subscription, &wanted).unwrap();
    assert_eq!((nothing_left.credit, nothing_left.pay_by), (0, None));
    let first = quote(at(NOW), &Subscription::none(at(NOW)), &wanted).unwrap();
    assert_eq!(first.pay_by, None);
}

#[test]
fn a_credit_is_never_more_than_the_price() {
    let subscription = active(NOW, &terms("pro", Cycle::Monthly, 9_000));
    let quote = quote(at(NOW), &subscription, &terms("pro_plus", Cycle::Monthly, 2_000)).unwrap();
    assert_eq!((quote.credit, quote.amount), (2_000, 0));
}

#[test]
fn periods_are_counted_from_their_first_day() {
    for (cycle, anchor, ends) in [
        (
            Cycle::Monthly,
            "2027-01-31T23:59:59.999999Z",
            [
                "2027-02-28T23:59:59.999999Z",
                "2027-03-31T23:59:59.999999Z",
                "2027-04-30T23:59:59.999999Z",
            ],
        ),
        (
            Cycle::Monthly,
            "2028-01-30T00:00:00Z",
            ["2028-02-29T00:00:00Z", "2028-03-30T00:00:00Z", "2028-04-30T00:00:00Z"],
        ),
        (
            Cycle::Yearly,
            "2028-02-29T10:00:00Z",
            ["2029-02-28T10:00:00Z", "2030-02-28T10:00:00Z", "2031-02-28T10:00:00Z"],
        ),
    ] {
        let mut start = at(anchor);
        for end in ends {
            start = cycle.end_of_period(at(anchor), start);
            assert_eq!(start, at(end));
        }
    }
}

/// The same moment, written in any zone: where summer time begins a period is no hour shorter.
#[test]
fn periods_do_not_know_of_time_zones() {
    let in_berlin = at("2027-03-01T00:30:00+01:00");
    let end = Cycle::Monthly.end_of_period(in_berlin, in_berlin);
    assert_eq!(end, at("2027-03-28T23:30:00Z"));
    assert_eq!(in_berlin, at("2027-02-28T23:30:00Z"));
}

#[test]
fn what_is_past_due_goes_on_from_where_it_ended() {
    let subscription = active("2027-01-31T10:00:00Z", &terms("pro", Cycle::Monthly, 1_000));
    let end = subscription.period_end;
    assert_eq!(due(end.plus(-1), &reminded(&subscription)), None);
    assert_eq!(due(end, &subscription), Some(Step::BecomePastDue));
    let late = past_due(end.plus(HOUR), &subscription, 7 * DAY);
    assert_eq!(late.grace_end, Some(end.plus(7 * DAY + HOUR)));
    assert_eq!(due(end.plus(7 * DAY), &late), None);
    assert_eq!(due(end.plus(7 * DAY + HOUR), &late), Some(Step::End));
    let renewed = paid(end.plus(3 * DAY), &late, &terms("pro", Cycle::Monthly, 1_000));
    assert_eq!((renewed.period_start, renewed.period_end), (end, at("2027-03-31T10:00:00Z")));
    let longer = paid(end.plus(3 * DAY), &late, &terms("pro", Cycle::Yearly, 9_000));
    assert_eq!(longer.period_end, at("2028-02-28T10:00:00Z"));
}

/// A server that was down for longer than a period bills when it is up again.
#[test]
fn what_is_paid_is_never_over_already() {
    let (monthly, yearly) =
        (terms("pro", Cycle::Monthly, 1_000), terms("pro", Cycle::Yearly, 9_000));
    let subscription = active("2027-01-31T10:00:00Z", &monthly);
    let end = at("2027-02-28T10:00:00Z");
    let next_end = at("2027-03-31T10:00:00Z");
    for (paid_at, starts, ends) in [
        (next_end.plus(-1), end, next_end),
        (next_end, next_end, at("2027-04-30T10:00:00Z")),
        (at("2027-06-15T08:00:00Z"), at("2027-06-15T08:00:00Z"), at("2027-07-15T08:00:00Z")),
    ] {
        let late = past_due(paid_at, &subscription, 7 * DAY);
        let shown = quote_renewal(paid_at, &late, &monthly);
        assert_eq!((shown.starts_at, shown.ends_at, shown.amount), (starts, ends, 1_000));
        let renewed = paid(paid_at, &late, &monthly);
        assert_eq!((renewed.period_start, renewed.period_end), (starts, ends), "as it was shown");
        let next = renewed.terms.as_ref().unwrap().cycle.end_of_period(renewed.anchor_at, ends);
        assert!(next > ends, "and the next one follows it");
        let year = paid(paid_at, &late, &yearly);
        assert_eq!(year.period_start, end, "a year from then is not over");
    }
}

// spec §4: "a reminder email is scheduled one day before trial end"
// spec §9: "Expiry reminders at 7 days."
#[test]
fn reminders_come_once_a_day_before_a_trial_ends_and_seven_before_a_period_does() {
    let plan = terms("pro", Cycle::Monthly, 1_000);
    let trial = start_trial(at(NOW), &Subscription::none(at(NOW)), &plan, 7).unwrap();
    let paid = active(NOW, &plan);
    for (subscription, days, step) in
        [(trial, 1, Step::RemindOfTrial), (paid, 7, Step::RemindOfEnd)]
    {
        let moment = subscription.period_end.plus(-days * DAY);
        assert_eq!(due_at(&subscription), Some(moment));
        assert_eq!(due(moment.plus(-1), &subscription), None);
        assert_eq!(due(moment, &subscription), Some(step));
        let after = reminded(&subscription);
        assert_eq!((due(moment, &after), due_at(&after)), (None, Some(subscription.period_end)));
    }
}

#[test]
fn a_trial_is_had_once_by_who_never_had_a_plan() {
    let plan = terms("pro", Cycle::Monthly, 1_000);
    let never = Subscription::none(at(NOW));
    let trial = start_trial(at(NOW), &never, &plan, 7).unwrap();
    assert_eq!(start_trial(at(NOW), &trial, &plan, 7), Err(TRIAL_USED));
    assert_eq!(start_trial(at(NOW), &ended(&trial), &plan, 7), Err(TRIAL_USED));
    assert_eq!(start_trial(at(NOW), &active(NOW, &plan), &plan, 7), Err(TRIAL_USED));
    assert_eq!(extend_trial(at(NOW), &never, 7), Err(TRIAL_NOT_RUNNING));
    assert_eq!(extend_trial(trial.period_end, &trial, 7), Err(TRIAL_NOT_RUNNING));
    assert_eq!(extend_trial(at(NOW), &trial, 0), Err(TRIAL_NOT_RUNNING));
    let longer = extend_trial(at(NOW), &trial, 7).unwrap();
    assert_eq!(longer.period_end, at(NOW).plus(14 * DAY));
    assert_eq!(extend_trial(at(NOW), &longer, 7), Err(TRIAL_EXTENDED));
    let subscribed = quote(at(NOW).plus(DAY), &longer, &plan).unwrap();
    assert_eq!((subscribed.kind, subscribed.amount), (ChangeKind::Subscribe, 1_000));
}

#[test]
fn what_is_cancelled_ends_with_its_period() {
    let subscription = active(NOW, &terms("pro", Cycle::Monthly, 1_000));
    let going = cancel(&subscription).unwrap();
    assert!(going.cancel_at_end && going.phase == Phase::Active);
    assert_eq!(cancel(&going), Err(NO_SUBSCRIPTION));
    assert_eq!(due(subscription.period_end, &going), Some(Step::End));
    assert_eq!(
        resume(subscription.period_end.plus(-1), &going)
            .map(|subscription| subscription.cancel_at_end),
        Ok(false)
    );
    assert_eq!(resume(subscription.period_end, &going), Err(NOT_CANCELLED));
    assert_eq!(
        cancel(&past_due(subscription.period_end, &subscription, DAY)).unwrap().phase,
        Phase::Ended
    );
    for nothing in [Subscription::none(at(NOW)), ended(&subscription)] {
        assert_eq!(cancel(&nothing), Err(NO_SUBSCRIPTION));
        assert_eq!(resume(at(NOW), &nothing), Err(NOT_CANCELLED));
        assert_eq!((due(subscription.period_end, &nothing), due_at(&nothing)), (None, None));
    }
    let less = downgrade(&subscription, &terms("pro", Cycle::Yearly, 1));
    assert_eq!(resume(at(NOW), &less).unwrap().next, None);
}

// spec §5: "Please select a reason for cancellation", "Please enter your feedback"
#[test]
fn who_advises_says_what() {
    assert_eq!(check_reason(None, "x"), Err(REASON_MISSING));
    assert_eq!(check_reason(Some(CancelReason::Advise), " \n"), Err(FEEDBACK_MISSING));
    assert_eq!(check_reason(Some(CancelReason::Advise), "x"), Ok(CancelReason::Advise));
    assert_eq!(check_reason(Some(CancelReason::Quality), ""), Ok(CancelReason::Quality));
    let long = "é".repeat(FEEDBACK_MAX_CHARS + 1);
    assert_eq!(check_reason(Some(CancelReason::Quality), &long), Err(FEEDBACK_TOO_LONG));
}

#[test]
fn what_an_upgrade_took_the_place_of_comes_back_as_it_was() {
    let pro = terms("pro", Cycle::Monthly, 1_000);
    let subscription = Subscription { period_price: 800, ..active(NOW, &pro) };
    let cancelled = cancel(&reminded(&subscription)).unwrap();
    let id = kernel::uuid_v7(at(NOW));
    let lower = downgrade(&subscription, &terms("pro", Cycle::Yearly, 1));
    for before in [subscription, cancelled, lower] {
        let former = FormerPeriod::of(&before, id).unwrap();
        let kept = serde_json::to_string(&former).unwrap();
        assert_eq!(serde_json::from_str::<FormerPeriod>(&kept).unwrap(), former);
        let after = paid(at(NOW).plus(DAY), &before, &terms("unlimited", Cycle::Yearly, 9_000));
        let end = before.period_end;
        assert_eq!(former.clone().restored(end.plus(-1), &after), Some(before.clone()));
        let going = former.clone().restored(end.plus(-1), &cancel(&after).unwrap()).unwrap();
        assert_eq!((going.cancel_at_end, going.next), (true, None));
        assert_eq!(former.restored(end, &after), None);
    }
    for nothing in [Subscription::none(at(NOW)), ended(&active(NOW, &pro))] {
        assert_eq!(FormerPeriod::of(&nothing, id), None);
    }
}

/// An action of a person, or of time.
#[derive(Debug, Clone)]
enum Act {
    Buy(usize, bool),
    Trial,
    Extend,
    Cancel,
    Resume,
    Downgrade(usize, bool),
    Wait(i64),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        (0usize..3, any::<bool>()).prop_map(|(plan, yearly)| Act::Buy(plan, yearly)),
        Just(Act::Trial),
        Just(Act::Extend),
        Just(Act::Cancel),
        Just(Act::Resume),
        (0usize..3, any::<bool>()).prop_map(|(plan, yearly)| Act::Downgrade(plan, yearly)),
        (0i64..40 * 86_400).prop_map(|seconds| Act::Wait(seconds * SECOND)),
    ];
    prop::collection::vec(act, 0..40)
}

proptest! {
    /// After any history, amounts are between zero and the price, periods are not empty, and scheduled steps come to an
    /// end.
    #[test]
    fn no_history_leaves_the_rules(start in 0i64..2_000_000_000, acts in acts()) {
        let offer = |plan: usize, is_yearly: bool| {
            let (id, monthly) = [("pro", 990), ("pro_plus", 1_990), ("unlimited", 3_990)][plan];
            let cycle = if is_yearly { Cycle::Yearly } else { Cycle::Monthly };
            terms(id, cycle, if is_yearly { monthly * 10 } else { monthly })
        };
        let mut now = Timestamp::from_micros(start * SECOND);
        let mut subscription = Subscription::none(now);
        for act in acts {
            match act {
                Act::Buy(plan, is_yearly) => {
                    let terms = offer(plan, is_yearly);
                    if let Ok(quote) = quote(now, &subscription, &terms) {
                        prop_assert!(quote.amount >= 0 && quote.credit >= 0);
                        prop_assert!(quote.ends_at > quote.starts_at);
                        if quote.kind == ChangeKind::Downgrade {
                            prop_assert_eq!(quote.amount, 0);
                        } else {
                            prop_assert_eq!(quote.amount + quote.credit, terms.price);
                            let after = paid(now, &subscription, &terms);
                            prop_assert_eq!((after.period_start, after.period_end), (quote.starts_at, quote.ends_at), "what was shown is what is had");
                            subscription = after;
                        }
                    }
                }
                Act::Trial => subscription = start_trial(now, &subscription, &offer(0, false), 7).unwrap_or(subscription),
                Act::Extend => subscription = extend_trial(now, &subscription, 7).unwrap_or(subscription),
                Act::Cancel => subscription = cancel(&subscription).unwrap_or(subscription),
                Act::Resume => subscription = resume(now, &subscription).unwrap_or(subscription),
                Act::Downgrade(plan, is_yearly) => {
                    let terms = offer(plan, is_yearly);
                    if subscription.phase == Phase::Active && quote(now, &subscription, &terms).is_ok_and(|quote| quote.kind == ChangeKind::Downgrade) {
                        subscription = downgrade(&subscription, &terms);
                    }
                }
                Act::Wait(span) => now = now.plus(span),
            }
            let mut steps = 0;
            while let Some(step) = due(now, &subscription) {
                subscription = match step {
                    Step::RemindOfTrial | Step::RemindOfEnd => reminded(&subscription),
                    Step::BecomePastDue => past_due(now, &subscription, 7 * DAY),
                    Step::End => ended(&subscription),
                };
                steps += 1;
                prop_assert!(steps <= 3, "it comes to an end");
            }
            prop_assert!(due_at(&subscription).is_none_or(|at| at > now), "what is due was done");
            prop_assert_eq!(subscription.phase.is_running(), due_at(&subscription).is_some(), "whatever runs ends some day");
        }
    }
}

// The credit is what was paid: a promotion is never credited as more than it cost.
#[test]
fn what_a_promotion_took_off_is_not_credited() {
    let (pro, plus) =
        (terms("pro", Cycle::Monthly, 1_000), terms("pro_plus", Cycle::Monthly, 2_000));
    let first = quote(at(NOW), &Subscription::none(at(NOW)), &pro).unwrap();
    let first = first.with_promotion("fresh", 50);
    assert_eq!((first.discount, first.amount), (500, 500));
    let subscription = Subscription { period_price: first.amount, ..active(NOW, &pro) };
    let next = quote(at(NOW).plus(1), &subscription, &plus).unwrap();
    assert_eq!((next.remaining_days, next.credit, next.discount), (29, 483, 0));
    // The next period costs the full price.
    let late = past_due(subscription.period_end, &subscription, 7 * DAY);
    let renewal = quote_renewal(subscription.period_end, &late, &pro);
    assert_eq!(renewal.clone().with_promotion("fresh", 50).amount, 1_000);
    // A personal discount applies each time.
    assert_eq!(renewal.with_promotion("education", 40).amount, 600);
    // The remaining value is credited up to the amount due.
    let dear = Subscription { period_price: 1_000, ..active(NOW, &pro) };
    let cheap = quote(at(NOW).plus(1), &dear, &plus).unwrap().with_promotion("fresh", 90);
    assert_eq!((cheap.discount, cheap.credit, cheap.amount), (1_800, 200, 0));
}

proptest! {
    #[test]
    fn a_promotion_never_makes_an_amount_negative(
        price in 0_i64..=PRICE_MAX, percent in 0_u8..=255, had in 0_i64..=PRICE_MAX, day in 0_i64..31,
    ) {
        let subscription = active(NOW, &terms("pro", Cycle::Monthly, had));
        let now = at(NOW).plus(day * DAY);
        let asked = quote(now, &subscription, &terms("unlimited", Cycle::Monthly, price)).unwrap();
        let quote = asked.with_promotion("fresh", percent);
        prop_assert!(quote.amount >= 0 && quote.credit >= 0 && quote.discount >= 0);
        prop_assert_eq!(quote.amount + quote.credit + quote.discount, price);
    }
}
