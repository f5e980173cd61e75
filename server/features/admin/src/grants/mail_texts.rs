//! Mails to people on what an operator gave them, or took back.

use kernel::Timestamp;
use mail::{MailTemplate, MailTexts, Message};

/// The subject of a mail about a grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GiftMail {
    /// A grant without an expiry.
    Given,
    /// A grant with an expiry.
    GivenUntil,
    /// The remaining amount was taken back.
    TakenBack,
}

/// The kind of a grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GiftOf {
    StandardQueries,
    AdvancedQueries,
    Credits,
}

/// The facts in the mail; those that its kind does not use are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GiftFacts<'a> {
    pub of: GiftOf,
    /// Amount granted.
    pub amount: &'a str,
    /// Expiry date.
    pub date: Option<Timestamp>,
    /// The operator's reason.
    pub reason: &'a str,
    /// Page that shows it.
    pub page: &'a str,
}

/// Names of the kinds in one language, in the order of [`GiftOf`].
struct Things {
    tag: &'static str,
    names: [&'static str; 3],
}

const THINGS: [Things; 3] = [
    Things { tag: "en", names: ["standard queries", "advanced queries", "advanced credits"] },
    Things {
        tag: "ar", names: ["استعلامات عادية", "استعلامات متقدمة", "أرصدة متقدمة"]
    },
    Things { tag: "zh", names: ["次标准查询", "次高级查询", "个高级积分"] },
];

pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "admin.gifts",
    languages: &[
        MailTexts {
            tag: "en",
            link: "View usage",
            texts: &[
                (
                    "You received a gift in {server}",
                    "You received {amount} {things}. They never expire and are used after your plan's allowance.\n\n{reason}",
                ),
                (
                    "You received a gift in {server}",
                    "You received {amount} {things}. Use them by {date}.\n\n{reason}",
                ),
                (
                    "A gift was revoked in {server}",
                    "{amount} {things} you had received were revoked. What you've already used isn't affected.\n\n{reason}",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "عرض الاستخدام",
            texts: &[
                (
                    "حصلت على هدية في {server}",
                    "حصلت على {amount} {things}. لا تنتهي صلاحيتها، وتُستخدم بعد نفاد رصيد خطتك.\n\n{reason}",
                ),
                (
                    "حصلت على هدية في {server}",
                    "حصلت على {amount} {things}. استخدمها قبل {date}.\n\n{reason}",
                ),
                (
                    "تم سحب هدية في {server}",
                    "سُحبت {amount} {things} كنت قد حصلت عليها. لا يتأثر ما استخدمته منها.\n\n{reason}",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "查看用量",
            texts: &[
                (
                    "您在 {server} 收到了一份赠礼",
                    "您获得了 {amount} {things}。它们永不过期，会在套餐额度用完后使用。\n\n{reason}",
                ),
                (
                    "您在 {server} 收到了一份赠礼",
                    "您获得了 {amount} {things}，请在 {date} 之前使用。\n\n{reason}",
                ),
                (
                    "您在 {server} 的一份赠礼已被收回",
                    "您收到的 {amount} {things}已被收回，已使用的部分不受影响。\n\n{reason}",
                ),
            ],
        },
    ],
};

/// Writes a mail on a gift in the language of `locale` (BCP 47), or in English.
pub(crate) fn message(
    to: &str,
    news: GiftMail,
    facts: &GiftFacts<'_>,
    locale: Option<&str>,
) -> Message {
    let GiftFacts { of, amount, date, reason, page } = facts;
    let things = mail::in_language_of(&THINGS, |things| things.tag, locale).names[*of as usize];
    let date = date.map(|date| mail::moment(date, locale)).unwrap_or_default();
    let facts = [("amount", *amount), ("things", things), ("date", &date), ("reason", *reason)];
    TEMPLATE.write(to, news as usize, &facts, page, locale)
}

#[cfg(test)]
mod tests {
    use testing::assert_mail_in_each_language;

    use super::*;

    #[test]
    fn a_mail_on_a_gift_says_how_many_of_what_and_why() {
        let page = "https://x.example/settings/usage";
        let date = Timestamp::of_utc_date("2026-12-01");
        let facts = |of| GiftFacts { of, amount: "500", date, reason: "sorry", page };
        for news in [GiftMail::Given, GiftMail::GivenUntil, GiftMail::TakenBack] {
            let write = |locale: &str| {
                let mail = message("a@b.co", news, &facts(GiftOf::Credits), Some(locale));
                let ends = mail.body.text.contains("00:00 (UTC)");
                assert_eq!(ends, news == GiftMail::GivenUntil);
                mail
            };
            assert_mail_in_each_language(write, &["500", "sorry", page]);
        }
        let queries = message("a@b.co", GiftMail::Given, &facts(GiftOf::StandardQueries), None);
        assert!(queries.body.text.contains("500 standard queries"));
        for (locale, credits) in [("ar", "أرصدة متقدمة"), ("zh-CN", "高级积分")] {
            let mail = message("a@b.co", GiftMail::Given, &facts(GiftOf::Credits), Some(locale));
            assert!(mail.body.text.contains(credits), "{locale}");
        }
    }
}
