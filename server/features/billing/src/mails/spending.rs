//! Mails to operators on what models cost them.

use kernel::Timestamp;
use mail::{MailTemplate, MailTexts, Message};

/// The subject of a mail about spending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpendingMail {
    /// Most of the day's limit is spent.
    DayMostlySpent,
    MonthMostlySpent,
    /// The day's limit left no room for a message.
    DayRefuses,
    MonthRefuses,
}

/// The facts in the mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpendingFacts<'a> {
    /// `8.21 USD`.
    pub spent: &'a str,
    pub limit: &'a str,
    /// Time at which there is room again.
    pub date: Timestamp,
    /// Page on which it can be changed.
    pub page: &'a str,
}

pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "billing.spending",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Open spending",
            texts: &[
                (
                    "You're close to today's spending limit",
                    "Models have cost {spent} today, and your limit is {limit}. Once you reach it, paid models stop until {date}. Free models still work.",
                ),
                (
                    "You're close to this month's spending limit",
                    "Models have cost {spent} this month, and your limit is {limit}. Once you reach it, paid models stop until {date}. Free models still work.",
                ),
                (
                    "Paid models stopped: today's spending limit reached",
                    "Models have cost {spent} today, and your limit of {limit} can't cover the next answer. Paid models are blocked until {date} or until you raise the limit. Free models still work.",
                ),
                (
                    "Paid models stopped: this month's spending limit reached",
                    "Models have cost {spent} this month, and your limit of {limit} can't cover the next answer. Paid models are blocked until {date} or until you raise the limit. Free models still work.",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "عرض الإنفاق",
            texts: &[
                (
                    "اقتربت من حدّ الإنفاق لهذا اليوم",
                    "كلّفت النماذج {spent} اليوم، وحدّك {limit}. عند بلوغه تتوقف النماذج المدفوعة حتى {date}، وتبقى النماذج المجانية متاحة.",
                ),
                (
                    "اقتربت من حدّ الإنفاق لهذا الشهر",
                    "كلّفت النماذج {spent} هذا الشهر، وحدّك {limit}. عند بلوغه تتوقف النماذج المدفوعة حتى {date}، وتبقى النماذج المجانية متاحة.",
                ),
                (
                    "توقفت النماذج المدفوعة: بلغت حدّ الإنفاق لهذا اليوم",
                    "كلّفت النماذج {spent} اليوم، ولا يكفي حدّك {limit} للإجابة التالية. النماذج المدفوعة محظورة حتى {date} أو حتى ترفع الحدّ، وتبقى النماذج المجانية متاحة.",
                ),
                (
                    "توقفت النماذج المدفوعة: بلغت حدّ الإنفاق لهذا الشهر",
                    "كلّفت النماذج {spent} هذا الشهر، ولا يكفي حدّك {limit} للإجابة التالية. النماذج المدفوعة محظورة حتى {date} أو حتى ترفع الحدّ، وتبقى النماذج المجانية متاحة.",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "查看支出",
            texts: &[
                (
                    "即将达到今天的支出限额",
                    "模型今天已花费 {spent}，您的限额为 {limit}。达到限额后，付费模型将停用至 {date}，免费模型仍可使用。",
                ),
                (
                    "即将达到本月的支出限额",
                    "模型本月已花费 {spent}，您的限额为 {limit}。达到限额后，付费模型将停用至 {date}，免费模型仍可使用。",
                ),
                (
                    "付费模型已停用：已达到今天的支出限额",
                    "模型今天已花费 {spent}，您的限额 {limit} 已不足以支付下一个回答。在 {date} 之前或您提高限额之前，付费模型将不可用；免费模型仍可使用。",
                ),
                (
                    "付费模型已停用：已达到本月的支出限额",
                    "模型本月已花费 {spent}，您的限额 {limit} 已不足以支付下一个回答。在 {date} 之前或您提高限额之前，付费模型将不可用；免费模型仍可使用。",
                ),
            ],
        },
    ],
};

/// Writes a mail on spending in the language of `locale` (BCP 47), or in English.
pub(crate) fn message(
    to: &str,
    news: SpendingMail,
    facts: &SpendingFacts<'_>,
    locale: Option<&str>,
) -> Message {
    let SpendingFacts { spent, limit, date, page } = facts;
    let date = mail::moment(*date, locale);
    let facts = [("spent", *spent), ("limit", *limit), ("date", date.as_str())];
    TEMPLATE.write(to, news as usize, &facts, page, locale)
}

#[cfg(test)]
mod tests {
    use testing::assert_mail_in_each_language;

    use super::*;

    #[test]
    fn a_mail_on_spending_says_how_much_of_what_and_until_when() {
        let page = "https://x.example/settings/spending";
        let date = Timestamp::of_utc_date("2026-12-01").unwrap();
        let facts = SpendingFacts { spent: "8.21 USD", limit: "10.00 USD", date, page };
        for news in [
            SpendingMail::DayMostlySpent,
            SpendingMail::MonthMostlySpent,
            SpendingMail::DayRefuses,
            SpendingMail::MonthRefuses,
        ] {
            let write = |locale: &str| message("a@b.co", news, &facts, Some(locale));
            let said = ["8.21 USD", "10.00 USD", "2026", "00:00 (UTC)", page];
            assert_mail_in_each_language(write, &said);
        }
    }
}
