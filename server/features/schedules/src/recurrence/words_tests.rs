use super::*;
use crate::recurrence::parse_zone;

/// Reads a text on Friday, 2026-11-20, 12:00 UTC, 13:00 in Berlin.
fn read(text: &str) -> Result<Spoken, Problem> {
    let now = Timestamp::from_micros(1_795_176_000_000_000);
    parse_words(text, &parse_zone("Europe/Berlin").unwrap(), now)
}

fn short(text: &str) -> String {
    let spoken = read(text).unwrap_or_else(|problem| panic!("{text}: {}", problem.kind.code));
    let rule = spoken.recurrence.rule.as_ref().map_or("once".to_owned(), Rule::to_string);
    format!("{} {rule}", spoken.recurrence.start_text())
}

#[test]
fn what_comes_again() {
    for (text, expected) in [
        ("every weekday at 8", "2026-11-23T08:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("Every weekday at 8:30 pm", "2026-11-20T20:30 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("daily at noon", "2026-11-21T12:00 FREQ=DAILY"),
        ("every day at 8 and 18", "2026-11-20T18:00 FREQ=DAILY;BYHOUR=8,18;BYMINUTE=0"),
        ("every morning", "2026-11-21T08:00 FREQ=DAILY"),
        ("every evening at 8", "2026-11-20T20:00 FREQ=DAILY"),
        ("each day at 7 in the morning", "2026-11-21T07:00 FREQ=DAILY"),
        ("every monday and thursday at 9am", "2026-11-23T09:00 FREQ=WEEKLY;BYDAY=MO,TH"),
        ("Mon, Wed and Fri", ""),
        ("mondays at 9", "2026-11-23T09:00 FREQ=WEEKLY;BYDAY=MO"),
        ("every other Friday at 17:00", "2026-11-20T17:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("every 2 weeks on Tuesday at 10", "2026-11-24T10:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
        ("weekly", "2026-11-27T09:00 FREQ=WEEKLY"),
        ("on weekends at 10", "2026-11-21T10:00 FREQ=WEEKLY;BYDAY=SA,SU"),
        ("every hour", "2026-11-20T14:00 FREQ=HOURLY"),
        ("every 30 minutes", "2026-11-20T13:15 FREQ=MINUTELY;INTERVAL=30"),
        ("every month on the 1st at 9", "2026-12-01T09:00 FREQ=MONTHLY;BYMONTHDAY=1"),
        ("on the 1st and 15th of every month", "2026-12-01T09:00 FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("on the last day of the month at 6pm", "2026-11-30T18:00 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("the first monday of each month at 10", "2026-12-07T10:00 FREQ=MONTHLY;BYDAY=1MO"),
        ("on the last Friday of every month", "2026-11-27T09:00 FREQ=MONTHLY;BYDAY=-1FR"),
        ("every quarter", "2027-02-20T09:00 FREQ=MONTHLY;INTERVAL=3"),
        ("every year on March 3", "2027-03-03T09:00 FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3"),
        ("every second day at 8", "2026-11-22T08:00 FREQ=DAILY;INTERVAL=2"),
        ("every three days", "2026-11-23T09:00 FREQ=DAILY;INTERVAL=3"),
    ] {
        if !expected.is_empty() {
            assert_eq!(short(text), expected, "{text}");
        }
    }
}

#[test]
fn what_comes_once() {
    for (text, expected) in [
        ("tomorrow at 9", "2026-11-21T09:00 once"),
        ("today at 18:00", "2026-11-20T18:00 once"),
        ("tonight at 8", "2026-11-20T20:00 once"),
        ("next monday at 8", "2026-11-23T08:00 once"),
        ("on Friday", "2026-11-27T09:00 once"),
        ("this evening", "2026-11-20T18:00 once"),
        ("in 2 hours", "2026-11-20T15:00 once"),
        ("in half an hour", "2026-11-20T13:30 once"),
        ("in three days at 7 pm", "2026-11-23T19:00 once"),
        ("on December 24 at 10am", "2026-12-24T10:00 once"),
        ("3 March 2027 at 11", "2027-03-03T11:00 once"),
        ("2026-12-24 at 10:15", "2026-12-24T10:15 once"),
        ("at 8 o'clock", "2026-11-21T08:00 once"),
        ("at 5 p.m.", "2026-11-20T17:00 once"),
    ] {
        assert_eq!(short(text), expected, "{text}");
    }
}

#[test]
fn the_rest_of_the_text_is_what_is_to_be_done() {
    for (text, rest) in [
        ("Summarize the news every weekday at 8", "Summarize the news"),
        ("Every Monday at 9am, list what is due this month", "list what is due this month"),
        (
            "Check the price of RTX 5090 daily at 20:00 and tell me when it drops",
            "Check the price of RTX 5090 and tell me when it drops",
        ),
        ("every day at noon", ""),
        ("Tomorrow at 9: remind me of the 3 open questions", "remind me of the 3 open questions"),
    ] {
        assert_eq!(read(text).unwrap().rest, rest, "{text}");
    }
}

#[test]
fn what_names_no_time_is_not_guessed() {
    for text in [
        "",
        "Summarize the news",
        "What may change in the second half of the book?",
        "every dog",
        "RTX 5090",
        "the first monday",
    ] {
        assert_eq!(read(text).unwrap_err().kind, NOT_UNDERSTOOD, "{text}");
    }
    for text in ["every second", "every 5 seconds"] {
        assert_eq!(read(text).unwrap_err().kind.code, "schedules.too_often", "{text}");
    }
    assert!(read(&"every ".repeat(300)).is_err());
    assert!(read("every 99999 days at 25:99 🎉 ñandú").is_err());
}
