//! Promotions: something off the first period, for a while. Data of the offer; without I/O.

use std::collections::BTreeMap;

use kernel::{HOUR, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::Cycle;

/// Maximum number of promotions in an offer.
pub(crate) const PROMOTIONS_MAX: usize = 20;
/// Longest id of one.
const ID_MAX: usize = 40;
/// Maximum discount of one promotion, in percent.
pub(crate) const PERCENT_MAX: u8 = 90;
/// Name of the education discount among promotions; no promotion may use it as its id.
pub(crate) const EDUCATION: &str = "education";
/// Longest time that one lasts which begins with what its person did, in hours.
const HOURS_MAX: u16 = 720;

/// A discount on the price of a first period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    pub on: bool,
    pub percent_off: u8,
    pub plans: Vec<String>,
    pub cycles: Vec<Cycle>,
    /// Duration in hours: for newcomers from sign-up, after a first month from its payment. 0 for others.
    #[serde(default)]
    pub hours: u16,
    /// One of each year: its first day, `12-26`, in UTC. Of others empty.
    #[serde(default)]
    pub from: String,
    /// The first day after it, `01-08`.
    #[serde(default)]
    pub until: String,
}

/// The kind of a promotion: whom or when it is for. Its id begins with it (spec §3: "Promotion id prefixes: fresh,
/// newyear, homecoming"; `thanks` is ours, decision 0866).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PromotionKind)]
pub(crate) enum Kind {
    Newcomer,
    /// A discount on a year, after paying a first month.
    FirstMonth,
    NewYear,
    BackToSchool,
    /// No promotion of the offer: represents the discount of people verified by a school.
    Education,
}

impl Kind {
    pub fn of_id(id: &str) -> Option<Self> {
        let kinds = [
            ("fresh", Self::Newcomer),
            ("thanks", Self::FirstMonth),
            ("newyear", Self::NewYear),
            ("homecoming", Self::BackToSchool),
            (EDUCATION, Self::Education),
        ];
        kinds.into_iter().find(|(prefix, _)| id.starts_with(prefix)).map(|(_, kind)| kind)
    }
}

impl Promotion {
    /// Returns the first field that makes this promotion invalid under `id`: `.percent_off`, or an empty text for the
    /// id itself. `None` if it is valid.
    pub fn wrong_field(&self, id: &str) -> Option<&'static str> {
        let is_word = id.len() <= ID_MAX
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        let kind = Kind::of_id(id);
        let is_timed = match kind {
            Some(Kind::Newcomer | Kind::FirstMonth) => true,
            Some(Kind::NewYear | Kind::BackToSchool) => false,
            Some(Kind::Education) | None => return Some(""),
        };
        let is_much = (1..=PERCENT_MAX).contains(&self.percent_off);
        let has_hours =
            if is_timed { (1..=HOURS_MAX).contains(&self.hours) } else { self.hours == 0 };
        let has_from = if is_timed { self.from.is_empty() } else { is_day(&self.from) };
        let has_until = match is_timed {
            true => self.until.is_empty(),
            false => is_day(&self.until) && self.until != self.from,
        };
        let has_cycles = match kind {
            Some(Kind::FirstMonth) => self.cycles == [Cycle::Yearly],
            _ => !self.cycles.is_empty(),
        };
        let all = [
            ("", is_word),
            (".percent_off", is_much),
            (".plans", !self.plans.is_empty()),
            (".cycles", has_cycles),
            (".hours", has_hours),
            (".from", has_from),
            (".until", has_until),
        ];
        all.into_iter().find(|(_, is_right)| !is_right).map(|(field, _)| field)
    }

    /// Returns the end of the promotion, if it is running.
    fn ends_at(&self, id: &str, now: Timestamp, since: Since) -> Option<Timestamp> {
        let for_hours = |since: Timestamp| (since, since.plus(i64::from(self.hours) * HOUR));
        let (begins, ends) = match Kind::of_id(id)? {
            Kind::Newcomer => for_hours(since.newcomer?),
            Kind::FirstMonth => for_hours(since.first_month?),
            Kind::NewYear | Kind::BackToSchool => self.days_around(now)?,
            Kind::Education => return None,
        };
        (self.on && begins <= now && now < ends).then_some(ends)
    }

    /// Returns the days of this year's promotion that contain `now`, or of the one that began last year.
    fn days_around(&self, now: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let year: i32 = now.utc_date().get(..4)?.parse().ok()?;
        let crosses_new_year = self.until < self.from;
        [year - 1, year].into_iter().find_map(|year| {
            let day = |year: i32, day: &str| Timestamp::of_utc_date(&format!("{year:04}-{day}"));
            let begins = day(year, &self.from)?;
            let ends = day(year + i32::from(crosses_new_year), &self.until)?;
            (begins <= now && now < ends).then_some((begins, ends))
        })
    }
}

/// Returns true if `text` is a day that exists in every year (`MM-DD`).
fn is_day(text: &str) -> bool {
    Timestamp::of_utc_date(&format!("2027-{text}")).is_some()
}

/// The start times from which promotions apply to a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Since {
    /// Time of sign-up, while they have had no plan.
    pub newcomer: Option<Timestamp>,
    /// Time of paying a month that was their first period, while they pay monthly.
    pub first_month: Option<Timestamp>,
}

/// A promotion that currently applies to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Running {
    pub id: String,
    pub kind: Kind,
    pub percent_off: u8,
    pub plans: Vec<String>,
    pub cycles: Vec<Cycle>,
    pub ends_at: Timestamp,
}

/// Returns the promotions that currently apply, given a person's `since`.
pub(crate) fn running(
    all: &BTreeMap<String, Promotion>,
    now: Timestamp,
    since: Since,
) -> Vec<Running> {
    let each = all.iter().filter_map(|(id, promotion)| {
        let ends_at = promotion.ends_at(id, now, since)?;
        let Promotion { percent_off, plans, cycles, .. } = promotion.clone();
        Some(Running {
            id: id.clone(),
            kind: Kind::of_id(id)?,
            percent_off,
            plans,
            cycles,
            ends_at,
        })
    });
    each.collect()
}

/// Returns `percent` percent of a price, rounded down.
pub(crate) fn off(price: i64, percent: u8) -> i64 {
    i64::try_from(i128::from(price) * i128::from(percent.min(100)) / 100).unwrap_or(0)
}

/// Returns the best promotion for a plan and billing cycle. Promotions do not add up. For a later period (`is_first` is
/// false), only personal discounts count.
pub(crate) fn best<'a>(
    running: &'a [Running],
    plan: &str,
    cycle: Cycle,
    is_first: bool,
) -> Option<&'a Running> {
    let is_for = |it: &&Running| {
        (is_first || it.kind == Kind::Education)
            && it.cycles.contains(&cycle)
            && it.plans.iter().any(|id| id == plan)
    };
    running.iter().rev().filter(is_for).max_by_key(|it| it.percent_off)
}

#[cfg(test)]
mod tests {
    use kernel::DAY;

    use super::*;

    fn at(day: &str) -> Timestamp {
        Timestamp::of_utc_date(day).expect("a day")
    }

    fn of_year(from: &str, until: &str) -> Promotion {
        Promotion {
            on: true,
            percent_off: 30,
            plans: vec!["pro".to_owned()],
            cycles: vec![Cycle::Yearly],
            hours: 0,
            from: from.to_owned(),
            until: until.to_owned(),
        }
    }

    fn newcomer(since: Timestamp) -> Since {
        Since { newcomer: Some(since), first_month: None }
    }

    fn of_newcomers() -> Promotion {
        Promotion { hours: 24, percent_off: 20, ..of_year("", "") }
    }

    // spec §4: "Promotion countdowns: newcomer, back to school, new year, free trial."
    #[test]
    fn one_of_each_year_runs_from_its_first_day_until_the_one_after_it() {
        let school = of_year("08-15", "09-16");
        for (day, ends) in [
            ("2026-08-14", None),
            ("2026-08-15", Some("2026-09-16")),
            ("2026-09-15", Some("2026-09-16")),
            ("2026-09-16", None),
            ("2027-08-15", Some("2027-09-16")),
        ] {
            let until = school.ends_at("homecoming", at(day), Since::default());
            assert_eq!(until, ends.map(at), "{day}");
        }
        let year = of_year("12-26", "01-08");
        for (day, ends) in [
            ("2026-12-25", None),
            ("2026-12-31", Some("2027-01-08")),
            ("2027-01-07", Some("2027-01-08")),
            ("2027-01-08", None),
        ] {
            let until = year.ends_at("newyear_2", at(day), Since::default());
            assert_eq!(until, ends.map(at), "{day}");
        }
    }

    // spec §9: "Coupon usable within 24 hours"
    #[test]
    fn a_newcomers_runs_for_24_hours_from_when_they_registered() {
        let fresh = of_newcomers();
        let since = at("2026-11-20");
        for (later, runs) in [(0, true), (DAY - 1, true), (DAY, false)] {
            let ends = fresh.ends_at("fresh", since.plus(later), newcomer(since));
            assert_eq!(ends, runs.then_some(since.plus(DAY)));
        }
        assert_eq!(fresh.ends_at("fresh", since, Since::default()), None);
        let off = Promotion { on: false, ..fresh };
        assert_eq!(off.ends_at("fresh", since, newcomer(since)), None);
    }

    // spec §9: "post-payment yearly offer lasts 24 hours"
    #[test]
    fn a_year_is_offered_for_24_hours_from_when_a_first_month_was_paid() {
        let thanks = of_newcomers();
        assert_eq!(thanks.cycles, [Cycle::Yearly]);
        let paid_at = at("2026-11-20");
        let since = Since { first_month: Some(paid_at), newcomer: None };
        for (later, runs) in [(-1, false), (0, true), (DAY - 1, true), (DAY, false)] {
            let ends = thanks.ends_at("thanks", paid_at.plus(later), since);
            assert_eq!(ends, runs.then_some(paid_at.plus(DAY)), "{later}");
        }
        assert_eq!(thanks.ends_at("thanks", paid_at, newcomer(paid_at)), None);
        assert!(thanks.wrong_field("thanks").is_none());
        for cycles in [vec![Cycle::Monthly], vec![Cycle::Monthly, Cycle::Yearly], Vec::new()] {
            let wrong = Promotion { cycles, ..thanks.clone() };
            assert_eq!(wrong.wrong_field("thanks"), Some(".cycles"));
        }
        assert_eq!(Promotion { hours: 0, ..thanks }.wrong_field("thanks"), Some(".hours"));
    }

    #[test]
    fn of_several_the_one_that_takes_most_off_counts() {
        let all = BTreeMap::from([
            ("fresh".to_owned(), of_newcomers()),
            ("newyear".to_owned(), of_year("12-26", "01-08")),
        ]);
        let now = at("2026-12-31");
        let running = running(&all, now, newcomer(now));
        let id = |plan, cycle| best(&running, plan, cycle, true).map(|it| it.id.as_str());
        assert_eq!(id("pro", Cycle::Yearly), Some("newyear"));
        assert_eq!(id("pro", Cycle::Monthly), None);
        assert_eq!(id("pro_plus", Cycle::Yearly), None);
    }

    // spec §1: "Education discount for verified students and staff."
    #[test]
    fn what_stands_for_somebody_counts_where_it_is_more_and_alone_later() {
        let all = BTreeMap::from([("newyear".to_owned(), of_year("12-26", "01-08"))]);
        let now = at("2026-12-31");
        let mut running = running(&all, now, Since::default());
        let school = |percent_off| Running {
            id: EDUCATION.to_owned(),
            kind: Kind::Education,
            percent_off,
            ..running[0].clone()
        };
        let (less, more) = (school(29), school(31));
        running.push(less);
        let best_of = |running: &[Running], is_first| {
            best(running, "pro", Cycle::Yearly, is_first).map(|it| it.kind)
        };
        assert_eq!(best_of(&running, true), Some(Kind::NewYear));
        assert_eq!(best_of(&running, false), Some(Kind::Education));
        running[1] = more;
        assert_eq!(best_of(&running, true), Some(Kind::Education));
        assert_eq!(best_of(&running[..1], false), None);
    }

    // spec §3: "Promotion id prefixes: fresh, newyear, homecoming."
    #[test]
    fn what_cannot_be_offered_is_refused() {
        let (fresh, year) = (of_newcomers(), of_year("12-26", "01-08"));
        for id in ["fresh", "fresh_24h"] {
            assert!(fresh.wrong_field(id).is_none() && year.wrong_field(id).is_some());
        }
        for id in ["newyear", "newyear-2027", "homecoming"] {
            assert!(year.wrong_field(id).is_none() && fresh.wrong_field(id).is_some());
        }
        assert!(fresh.wrong_field("other").is_some() && fresh.wrong_field("fresh day").is_some());
        assert!(year.wrong_field(EDUCATION).is_some() && fresh.wrong_field(EDUCATION).is_some());
        for wrong in [
            Promotion { percent_off: 0, ..year.clone() },
            Promotion { percent_off: 91, ..year.clone() },
            Promotion { plans: Vec::new(), ..year.clone() },
            Promotion { cycles: Vec::new(), ..year.clone() },
            of_year("02-29", "03-08"),
            of_year("01-08", "01-08"),
            of_year("1-8", "01-09"),
            of_year("2026-01-08", ""),
        ] {
            assert!(wrong.wrong_field("newyear").is_some(), "{wrong:?}");
        }
    }
}
