//! Lists the times of a recurrence.
//!
//! Rules by the day or longer follow the clock on the wall: a time that a zone skips is moved on by what was skipped, and of
//! one that comes twice the first is taken (RFC 5545, section 3.3.5). Rules by the hour or minute follow the time that
//! passes, so that a day of 25 hours has 25 of them.

use std::collections::VecDeque;

use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan};
use kernel::{HOUR, MINUTE, Timestamp};

use super::rule::Until;
use super::{Frequency, Recurrence, Rule};

/// How far beyond the last time the next one is looked for: the 29th of February is at most 8 years away.
const LOOKED_AHEAD_YEARS: i64 = 10;
/// Number of steps by the minute or hour that are looked at between two times.
const STEPS_MAX: i64 = 100_000;

/// The times of a recurrence after one moment.
pub(crate) struct Dates<'a> {
    of: &'a Recurrence,
    after: Timestamp,
    /// The next period, counted from the first.
    period: i64,
    pending: VecDeque<Timestamp>,
    last: Option<Timestamp>,
    /// Number of times that a rule with `COUNT` may still have.
    left: Option<u32>,
    is_over: bool,
}

impl<'a> Dates<'a> {
    pub fn new(of: &'a Recurrence, after: Timestamp) -> Self {
        let left = of.rule.as_ref().and_then(|rule| rule.count);
        let mut dates = Self {
            of,
            after,
            period: 0,
            pending: VecDeque::new(),
            last: None,
            left,
            is_over: false,
        };
        // Where times are not counted, those before are passed over.
        if let Some(rule) = of.rule.as_ref().filter(|rule| rule.count.is_none()) {
            dates.period = dates.periods_until(rule, after).max(0);
        }
        dates
    }

    fn start(&self) -> Timestamp {
        to_timestamp(&self.of.zone, self.of.start).unwrap_or(Timestamp::from_micros(i64::MAX))
    }

    /// Returns a period before the one that `moment` is in.
    fn periods_until(&self, rule: &Rule, moment: Timestamp) -> i64 {
        let passed = moment.since(self.start());
        let days = passed / (24 * HOUR);
        let passed = match rule.frequency {
            Frequency::Minutely => passed / MINUTE,
            Frequency::Hourly => passed / HOUR,
            Frequency::Daily => days,
            Frequency::Weekly => days / 7,
            Frequency::Monthly => days / 31,
            Frequency::Yearly => days / 366,
        };
        passed / rule.interval - 2
    }

    /// Lists the times of the next period; `None`: there are none any more.
    fn read_period(&mut self, rule: &Rule) -> Option<Vec<Timestamp>> {
        let at = self.period;
        self.period += 1;
        let steps = at.checked_mul(rule.interval)?;
        match rule.frequency {
            Frequency::Minutely => self.step(rule, steps.checked_mul(MINUTE)?),
            Frequency::Hourly => self.step(rule, steps.checked_mul(HOUR)?),
            _ => {
                let first = period_start(rule, self.of.start.date(), steps)?;
                let limit = self.after.max(self.start()).to_jiff().to_zoned(self.of.zone.clone());
                if first > limit.date().saturating_add(LOOKED_AHEAD_YEARS.years()) {
                    return None;
                }
                let mut all = times_of(
                    rule,
                    dates_of(rule, first, self.of.start.date()),
                    self.of.start.time(),
                );
                all.retain(|date| *date >= self.of.start);
                let zone = &self.of.zone;
                Some(all.into_iter().filter_map(|date| to_timestamp(zone, date)).collect())
            }
        }
    }

    fn step(&self, rule: &Rule, micros: i64) -> Option<Vec<Timestamp>> {
        let start = self.start();
        let moment = start.plus(micros);
        let is_far =
            self.period > STEPS_MAX + self.periods_until(rule, self.after.max(start)).max(0);
        if is_far {
            return None;
        }
        let local = |moment: Timestamp| moment.to_jiff().to_zoned(self.of.zone.clone()).datetime();
        let here = local(moment);
        let minutes = match rule.frequency {
            Frequency::Hourly if !rule.by_minute.is_empty() => rule.by_minute.clone(),
            _ => vec![here.minute()],
        };
        let moments = minutes
            .into_iter()
            .map(|minute| moment.plus(i64::from(minute - here.minute()) * MINUTE));
        Some(moments.filter(|moment| *moment >= start && includes(rule, local(*moment))).collect())
    }

    fn is_past_end(&self, moment: Timestamp) -> bool {
        let end = match self.of.rule.as_ref().and_then(|rule| rule.until) {
            None => return false,
            Some(Until::Utc(until)) => to_timestamp(&TimeZone::UTC, until),
            Some(Until::Local(until)) => to_timestamp(&self.of.zone, until),
        };
        end.is_some_and(|end| moment > end)
    }
}

impl Iterator for Dates<'_> {
    type Item = Timestamp;

    fn next(&mut self) -> Option<Timestamp> {
        let Some(rule) = self.of.rule.as_ref() else {
            let start = self.start();
            let is_first = !std::mem::replace(&mut self.is_over, true);
            return (is_first && start > self.after).then_some(start);
        };
        loop {
            while let Some(moment) = self.pending.pop_front() {
                // Two clock times may be one moment where a zone skips an hour.
                if self.last.is_some_and(|last| moment <= last) {
                    continue;
                }
                if self.left == Some(0) || self.is_past_end(moment) {
                    self.is_over = true;
                }
                if self.is_over {
                    return None;
                }
                self.left = self.left.map(|left| left - 1);
                self.last = Some(moment);
                if moment > self.after {
                    return Some(moment);
                }
            }
            if self.is_over {
                return None;
            }
            match self.read_period(rule) {
                Some(period) => self.pending.extend(period),
                None => self.is_over = true,
            }
        }
    }
}

fn to_timestamp(zone: &TimeZone, date: DateTime) -> Option<Timestamp> {
    let moment = zone.to_ambiguous_timestamp(date).compatible().ok()?;
    Some(Timestamp::from_micros(moment.as_microsecond()))
}

/// Returns the first day of the period that is `steps` units after the one with `start`.
fn period_start(rule: &Rule, start: Date, steps: i64) -> Option<Date> {
    let (from, span) = match rule.frequency {
        Frequency::Weekly => {
            let since = start.weekday().since(rule.week_start);
            (
                start.checked_sub(Span::new().try_days(since).ok()?).ok()?,
                Span::new().try_weeks(steps),
            )
        }
        Frequency::Monthly => (start.first_of_month(), Span::new().try_months(steps)),
        Frequency::Yearly => (start.first_of_year(), Span::new().try_years(steps)),
        _ => (start, Span::new().try_days(steps)),
    };
    from.checked_add(span.ok()?).ok()
}

/// Lists the days of the period that begins at `first`, in order.
fn dates_of(rule: &Rule, first: Date, start: Date) -> Vec<Date> {
    let mut dates = match rule.frequency {
        Frequency::Weekly => {
            let days = (0..7).filter_map(|day| first.checked_add(Span::new().days(day)).ok());
            let is_wanted = |day: &Date| match rule.by_day.is_empty() {
                true => day.weekday() == start.weekday(),
                false => has_weekday(rule, day.weekday()),
            };
            days.filter(is_wanted).collect()
        }
        Frequency::Monthly => dates_of_month(rule, first, start),
        Frequency::Yearly => dates_of_year(rule, first, start),
        _ => Vec::from_iter(
            is_of_month_day(rule, first)
                .then_some(first)
                .filter(|day| rule.by_day.is_empty() || has_weekday(rule, day.weekday())),
        ),
    };
    dates.retain(|day| rule.by_month.is_empty() || rule.by_month.contains(&day.month()));
    dates.sort_unstable();
    dates.dedup();
    dates
}

fn dates_of_month(rule: &Rule, first: Date, start: Date) -> Vec<Date> {
    let days = (1..=first.days_in_month()).filter_map(|day| first.with().day(day).build().ok());
    if rule.by_day.is_empty() && rule.by_month_day.is_empty() {
        return days.filter(|day| day.day() == start.day()).collect();
    }
    days.filter(|day| {
        is_of_month_day(rule, *day) && is_of_numbered(rule, *day, first, first.last_of_month())
    })
    .collect()
}

fn dates_of_year(rule: &Rule, first: Date, start: Date) -> Vec<Date> {
    let by_month = !rule.by_month.is_empty();
    if !by_month && rule.by_month_day.is_empty() && !rule.by_day.is_empty() {
        let days = first.series(1.day()).take_while(|day| day.year() == first.year());
        let last = first.last_of_year();
        return days.filter(|day| is_of_numbered(rule, *day, first, last)).collect();
    }
    let months = match (by_month, rule.by_month_day.is_empty()) {
        (true, _) => rule.by_month.clone(),
        (false, true) => vec![start.month()],
        (false, false) => (1..=12).collect(),
    };
    let first_days = months.into_iter().filter_map(|month| first.with().month(month).build().ok());
    first_days.flat_map(|month| dates_of_month(rule, month, start)).collect()
}

/// Returns true if `day` is one of the rule's days of the month, or the rule names none.
fn is_of_month_day(rule: &Rule, day: Date) -> bool {
    let from_end = day.day() - day.days_in_month() - 1;
    rule.by_month_day.is_empty()
        || rule.by_month_day.iter().any(|wanted| *wanted == day.day() || *wanted == from_end)
}

/// Returns true if `day` is one of the rule's weekdays, counted within `first..=last`, or the rule names none.
fn is_of_numbered(rule: &Rule, day: Date, first: Date, last: Date) -> bool {
    let weeks = |from: Date, to: Date| i64::from((to - from).get_days()) / 7 + 1;
    let matches = |(number, weekday): &(Option<i8>, Weekday)| {
        let is_number = number.is_none_or(|number| match i64::from(number) {
            number if number > 0 => weeks(first, day) == number,
            number => weeks(day, last) == -number,
        });
        *weekday == day.weekday() && is_number
    };
    rule.by_day.is_empty() || rule.by_day.iter().any(matches)
}

fn has_weekday(rule: &Rule, weekday: Weekday) -> bool {
    rule.by_day.iter().any(|(_, known)| *known == weekday)
}

/// Lists the times of one period's days, in order, and picks those at the rule's positions.
fn times_of(rule: &Rule, dates: Vec<Date>, start: Time) -> Vec<DateTime> {
    let or = |list: &[i8], one: i8| if list.is_empty() { vec![one] } else { list.to_vec() };
    let (hours, minutes) = (or(&rule.by_hour, start.hour()), or(&rule.by_minute, start.minute()));
    let mut all = Vec::new();
    for date in dates {
        for hour in &hours {
            all.extend(minutes.iter().map(|minute| date.at(*hour, *minute, 0, 0)));
        }
    }
    if rule.by_position.is_empty() {
        return all;
    }
    let count = all.len() as i64;
    let is_picked = |at: i64| {
        let positions = rule.by_position.iter().map(|position| i64::from(*position));
        positions.into_iter().any(|position| position == at + 1 || position == at - count)
    };
    (0..).zip(all).filter(|(at, _)| is_picked(*at)).map(|(_, date)| date).collect()
}

/// Returns true if a rule by the hour or minute includes this clock time.
fn includes(rule: &Rule, here: DateTime) -> bool {
    let has = |list: &[i8], one: i8| list.is_empty() || list.contains(&one);
    has(&rule.by_month, here.month())
        && has(&rule.by_hour, here.hour())
        && has(&rule.by_minute, here.minute())
        && is_of_month_day(rule, here.date())
        && (rule.by_day.is_empty() || has_weekday(rule, here.weekday()))
}

#[cfg(test)]
#[path = "dates_tests.rs"]
mod tests;
