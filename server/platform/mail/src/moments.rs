//! Formatting of moments in mails: in words of the reader's language, and in UTC, because the reader's time zone is
//! unknown.

use kernel::Timestamp;

use crate::template::in_language_of;

/// The format of a moment in one language; `{year}`, `{month}`, `{day}` and `{time}` stand for its parts.
struct Form {
    tag: &'static str,
    form: &'static str,
    /// Names of the months.
    months: [&'static str; 12],
}

const FORMS: [Form; 3] = [
    Form {
        tag: "en",
        form: "{month} {day}, {year}, {time} (UTC)",
        months: [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
    },
    Form {
        tag: "ar",
        form: "{day} {month} {year}، {time} (UTC)",
        months: [
            "يناير",
            "فبراير",
            "مارس",
            "أبريل",
            "مايو",
            "يونيو",
            "يوليو",
            "أغسطس",
            "سبتمبر",
            "أكتوبر",
            "نوفمبر",
            "ديسمبر",
        ],
    },
    Form {
        tag: "zh",
        form: "{year}年{month}月{day}日 {time} (UTC)",
        months: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
    },
];

/// Writes a moment in the language of `locale` (BCP 47), or in English, rounded down to the minute: what ends then is never
/// over before it.
pub fn moment(at: Timestamp, locale: Option<&str>) -> String {
    let Form { form, months, .. } = in_language_of(&FORMS, |form| form.tag, locale);
    let part = |format| at.to_jiff().strftime(format).to_string();
    let month = part("%-m").parse::<usize>().ok().and_then(|month| months.get(month - 1));
    let parts = [
        ("{year}", part("%Y")),
        ("{month}", month.copied().unwrap_or_default().to_owned()),
        ("{day}", part("%-d")),
        ("{time}", part("%H:%M")),
    ];
    parts.iter().fold((*form).to_owned(), |text, (name, is)| text.replace(name, is))
}

#[cfg(test)]
mod tests {
    use kernel::{HOUR, MINUTE, SECOND};

    use super::*;

    #[test]
    fn a_moment_is_written_as_its_reader_would_and_says_that_it_is_utc() {
        let at = Timestamp::of_utc_date("2026-12-01").unwrap().plus(9 * HOUR + 5 * MINUTE);
        for (locale, written) in [
            (None, "December 1, 2026, 09:05 (UTC)"),
            (Some("en-GB"), "December 1, 2026, 09:05 (UTC)"),
            (Some("ar"), "1 ديسمبر 2026، 09:05 (UTC)"),
            (Some("zh-CN"), "2026年12月1日 09:05 (UTC)"),
            (Some("de"), "December 1, 2026, 09:05 (UTC)"),
        ] {
            assert_eq!(moment(at.plus(59 * SECOND), locale), written);
        }
        let last_of_year = Timestamp::of_utc_date("2027-01-01").unwrap().plus(-1);
        assert_eq!(moment(last_of_year, None), "December 31, 2026, 23:59 (UTC)");
        assert_eq!(moment(last_of_year.plus(1), Some("ar")), "1 يناير 2027، 00:00 (UTC)");
    }
}
