use super::*;

/// Lists the first dates after the start, as clocks in the zone show them with their offset.
fn dates(start: &str, zone: &str, rule: &str, count: usize) -> Vec<String> {
    let of = Recurrence::parse(start, zone, Some(rule)).unwrap();
    let after = Timestamp::from_micros(0);
    let zoned = |moment: Timestamp| moment.to_jiff().to_zoned(of.zone.clone());
    of.dates_after(after)
        .take(count)
        .map(|it| zoned(it).strftime("%m-%d %H:%M%:z").to_string())
        .collect()
}

fn days(start: &str, rule: &str, count: usize) -> Vec<String> {
    let all = dates(start, "UTC", rule, count);
    all.into_iter().map(|date| date[..5].to_owned()).collect()
}

#[test]
fn weekdays_months_and_years() {
    assert_eq!(
        days("2026-11-26T08:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", 4),
        ["11-26", "11-27", "11-30", "12-01"]
    );
    assert_eq!(
        days("2026-11-26T08:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", 3),
        ["11-29", "12-07", "12-13"]
    );
    assert_eq!(
        days("2026-11-29T08:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", 3),
        ["11-29", "11-30", "12-13"]
    );
    assert_eq!(days("2026-01-31T08:00", "FREQ=MONTHLY", 3), ["01-31", "03-31", "05-31"]);
    assert_eq!(
        days("2026-01-31T08:00", "FREQ=MONTHLY;BYMONTHDAY=-1", 3),
        ["01-31", "02-28", "03-31"]
    );
    assert_eq!(days("2026-11-01T08:00", "FREQ=MONTHLY;BYDAY=-1FR", 3), ["11-27", "12-25", "01-29"]);
    assert_eq!(days("2026-11-01T08:00", "FREQ=MONTHLY;BYDAY=2TU", 2), ["11-10", "12-08"]);
    let last_workday = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1";
    assert_eq!(days("2026-10-01T08:00", last_workday, 3), ["10-30", "11-30", "12-31"]);
    assert_eq!(days("2026-11-01T08:00", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", 1), ["11-13"]);
    assert_eq!(days("2028-02-29T08:00", "FREQ=YEARLY", 2), ["02-29", "02-29"]);
    assert_eq!(days("2026-01-01T08:00", "FREQ=YEARLY;BYMONTH=3;BYDAY=1MO", 2), ["03-02", "03-01"]);
    assert_eq!(days("2026-01-01T08:00", "FREQ=YEARLY;BYDAY=-1SU", 1), ["12-27"]);
    assert_eq!(days("2026-11-26T08:00", "FREQ=DAILY;COUNT=2", 5), ["11-26", "11-27"]);
    assert_eq!(
        days("2026-11-26T08:00", "FREQ=DAILY;UNTIL=20261127T080000Z", 5),
        ["11-26", "11-27"]
    );
    assert_eq!(
        days("2026-11-26T08:00", "FREQ=DAILY;INTERVAL=10;BYMONTH=12", 2),
        ["12-06", "12-16"]
    );
}

#[test]
fn a_date_far_on_is_found_without_listing_those_before() {
    let of =
        Recurrence::parse("1990-01-01T08:00", "Europe/Berlin", Some("FREQ=MINUTELY;INTERVAL=15"))
            .unwrap();
    let now = Timestamp::from_micros(1_795_176_000_000_000);
    assert_eq!(of.next_after(now), Some(now.plus(15 * MINUTE)));
    let of = Recurrence::parse("1990-01-01T08:00", "UTC", Some("FREQ=WEEKLY;INTERVAL=3")).unwrap();
    let next = of.next_after(now).unwrap();
    let first = of.next_after(Timestamp::from_micros(0)).unwrap();
    assert!(next > now && next.since(now) <= 21 * 24 * HOUR);
    assert_eq!(next.since(first) % (21 * 24 * HOUR), 0);
}

// issue 28: "frozen-clock tests over two DST changes"
#[test]
fn a_time_that_the_clock_skips_comes_an_hour_later_and_once() {
    let spring = dates("2026-03-27T02:30", "Europe/Berlin", "FREQ=DAILY", 4);
    assert_eq!(
        spring,
        ["03-27 02:30+01:00", "03-28 02:30+01:00", "03-29 03:30+02:00", "03-30 02:30+02:00"]
    );
    let both = dates("2026-03-28T02:30", "Europe/Berlin", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30", 5);
    assert_eq!(
        both,
        [
            "03-28 02:30+01:00",
            "03-28 03:30+01:00",
            "03-29 03:30+02:00",
            "03-30 02:30+02:00",
            "03-30 03:30+02:00"
        ]
    );
    let new_york = dates("2026-03-07T02:30", "America/New_York", "FREQ=DAILY", 3);
    assert_eq!(new_york, ["03-07 02:30-05:00", "03-08 03:30-04:00", "03-09 02:30-04:00"]);
}

#[test]
fn a_time_that_the_clock_shows_twice_comes_the_first_time_only() {
    let autumn = dates("2026-10-24T02:30", "Europe/Berlin", "FREQ=DAILY", 3);
    assert_eq!(autumn, ["10-24 02:30+02:00", "10-25 02:30+02:00", "10-26 02:30+01:00"]);
}

#[test]
fn every_hour_is_every_hour_that_passes() {
    let autumn = dates("2026-10-25T01:00", "Europe/Berlin", "FREQ=HOURLY", 4);
    assert_eq!(
        autumn,
        ["10-25 01:00+02:00", "10-25 02:00+02:00", "10-25 02:00+01:00", "10-25 03:00+01:00"]
    );
    let spring = dates("2026-03-29T01:00", "Europe/Berlin", "FREQ=HOURLY", 3);
    assert_eq!(spring, ["03-29 01:00+01:00", "03-29 03:00+02:00", "03-29 04:00+02:00"]);
    let office =
        dates("2026-11-27T16:00", "Europe/Berlin", "FREQ=HOURLY;BYHOUR=9,16;BYDAY=MO,FR", 3);
    assert_eq!(office, ["11-27 16:00+01:00", "11-30 09:00+01:00", "11-30 16:00+01:00"]);
    let halves = dates("2026-11-27T16:10", "UTC", "FREQ=HOURLY;BYMINUTE=0,30", 3);
    assert_eq!(halves, ["11-27 16:30+00:00", "11-27 17:00+00:00", "11-27 17:30+00:00"]);
}

#[test]
fn places_whose_clocks_are_odd() {
    // Lord Howe moves by half an hour, Kathmandu is 5:45 ahead.
    let howe = dates("2026-10-03T02:15", "Australia/Lord_Howe", "FREQ=DAILY", 3);
    assert_eq!(howe, ["10-03 02:15+10:30", "10-04 02:45+11:00", "10-05 02:15+11:00"]);
    let nepal = dates("2026-11-28T08:00", "Asia/Kathmandu", "FREQ=DAILY", 1);
    assert_eq!(nepal, ["11-28 08:00+05:45"]);
}
