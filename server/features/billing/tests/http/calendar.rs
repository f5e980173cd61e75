//! Periods as a person with a calendar would count them, written independently of the rules that it checks.

use kernel::{DAY, Timestamp};

/// A person's period.
#[derive(Debug, Clone)]
pub struct Period {
    /// 1 or 12.
    months: i64,
    /// The first day of the first one.
    first: Timestamp,
    pub start: Timestamp,
    pub end: Timestamp,
    /// The price paid for it.
    paid: i64,
    is_trial: bool,
}

impl Period {
    /// Returns a period that begins now.
    pub fn begin(now: Timestamp, cycle: &str, paid: i64) -> Self {
        let months = months_of(cycle);
        let end = later(now, months);
        Self { months, first: now, start: now, end, paid, is_trial: false }
    }

    /// Returns a free trial of so many days, followed by paid months.
    pub fn of_trial(now: Timestamp, days: i64) -> Self {
        let end = now.plus(days * DAY);
        Self { months: 1, first: now, start: now, end, paid: 0, is_trial: true }
    }

    /// Returns the next period, paid late: it starts where this one ended, unless it would be over by now.
    pub fn renewed(&self, now: Timestamp, cycle: &str, paid: i64) -> Self {
        let months = months_of(cycle);
        let first = if months == self.months && !self.is_trial { self.first } else { self.end };
        let mut count = 1;
        while later(first, months * count) <= self.end {
            count += 1;
        }
        let end = later(first, months * count);
        if end <= now {
            return Self::begin(now, cycle, paid);
        }
        Self { months, first, start: self.end, end, paid, is_trial: false }
    }

    /// Returns the value of its remaining whole days.
    pub fn credit(&self, now: Timestamp) -> i64 {
        let days = |from: Timestamp| self.end.since(from) / DAY;
        self.paid * days(now).max(0) / days(self.start)
    }
}

fn months_of(cycle: &str) -> i64 {
    match cycle {
        "monthly" => 1,
        "yearly" => 12,
        other => panic!("a cycle called {other:?}"),
    }
}

/// Returns the moment so many months later, at the same time of day; on the last day of the month if it has no such
/// day.
fn later(moment: Timestamp, months: i64) -> Timestamp {
    let days = moment.micros().div_euclid(DAY);
    let (year, month, day) = date_of(days);
    let count = year * 12 + month - 1 + months;
    let (year, month) = (count.div_euclid(12), count.rem_euclid(12) + 1);
    let day = day.min(length_of(year, month));
    moment.plus((days_of(year, month, day) - days) * DAY)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn length_of(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the days since 1970, counted year by year and month by month.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let years: i64 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    let months: i64 = (1..month).map(|month| length_of(year, month)).sum();
    years + months + day - 1
}

fn date_of(mut days: i64) -> (i64, i64, i64) {
    let (mut year, mut month) = (1970, 1);
    while days >= days_of(year + 1, 1, 1) - days_of(year, 1, 1) {
        days -= days_of(year + 1, 1, 1) - days_of(year, 1, 1);
        year += 1;
    }
    while days >= length_of(year, month) {
        days -= length_of(year, month);
        month += 1;
    }
    (year, month, days + 1)
}

#[test]
fn months_are_counted_as_a_calendar_does() {
    let at = |day| Timestamp::of_utc_date(day).unwrap();
    for (from, months, to) in [
        ("2026-11-20", 1, "2026-12-20"),
        ("2026-12-31", 2, "2027-02-28"),
        ("2027-12-31", 2, "2028-02-29"),
        ("2028-02-29", 12, "2029-02-28"),
        ("2028-02-29", 48, "2032-02-29"),
        ("1970-01-31", 1, "1970-02-28"),
    ] {
        assert_eq!(later(at(from).plus(1), months), at(to).plus(1), "{from} + {months}");
    }
    let of_31 = Period::begin(at("2027-01-31"), "monthly", 310);
    assert_eq!(of_31.credit(at("2027-01-31")), 310);
    assert_eq!(of_31.credit(at("2027-02-21").plus(1)), 310 * 6 / 28);
    let next = of_31.renewed(at("2027-03-01"), "monthly", 310);
    assert_eq!((next.start, next.end), (at("2027-02-28"), at("2027-03-31")));
    let too_late = of_31.renewed(at("2027-03-31"), "monthly", 310);
    assert_eq!((too_late.start, too_late.end), (at("2027-03-31"), at("2027-04-30")));
    let after_trial =
        Period::of_trial(at("2027-01-31"), 7).renewed(at("2027-02-08"), "monthly", 310);
    assert_eq!((after_trial.start, after_trial.end), (at("2027-02-07"), at("2027-03-07")));
}
