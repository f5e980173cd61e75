//! Mails on subscriptions.

use kernel::Timestamp;
use mail::{MailTemplate, MailTexts, Message};

/// The subject of a mail about a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BillingNews {
    /// A free trial ends soon and continues as a subscription.
    TrialEnds,
    /// A free trial that was cancelled ends soon.
    CancelledTrialEnds,
    /// A period ends soon and the next one is to be paid.
    PeriodEnds,
    /// A period that was cancelled ends soon.
    CancelledPeriodEnds,
    /// The next period is to be paid.
    PaymentDue,
}

/// The facts in the mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BillingFacts<'a> {
    pub plan: &'a str,
    /// `9.90 USD`.
    pub amount: &'a str,
    pub date: Timestamp,
    /// Page on which it can be changed.
    pub page: &'a str,
}

pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "billing.subscriptions",
    languages: &[
        MailTexts {
            tag: "en",
            link: "View subscription",
            texts: &[
                (
                    "Your Ensemble free trial ends tomorrow",
                    "Your free trial of {plan} ends on {date}. After that, {plan} costs {amount}. If you don't want to continue, cancel before then.",
                ),
                (
                    "Your Ensemble free trial ends tomorrow",
                    "Your free trial of {plan} ends on {date}, and you won't be charged. Until then, you can keep it with one click.",
                ),
                (
                    "Your Ensemble plan renews soon",
                    "Your {plan} plan renews on {date}. The next period costs {amount}.",
                ),
                (
                    "Your Ensemble plan ends soon",
                    "Your {plan} plan ends on {date}, as you requested. Until then, you can keep it with one click.",
                ),
                (
                    "A payment for your Ensemble plan is due",
                    "The next period of {plan} costs {amount}. Please pay by {date}. Your plan stays active until then.",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "عرض الاشتراك",
            texts: &[
                (
                    "تنتهي تجربتك المجانية في Ensemble غدًا",
                    "تنتهي تجربتك المجانية لخطة {plan} في {date}. بعد ذلك يبلغ سعر {plan} {amount}. إذا كنت لا تريد المتابعة، فألغِ الاشتراك قبل ذلك.",
                ),
                (
                    "تنتهي تجربتك المجانية في Ensemble غدًا",
                    "تنتهي تجربتك المجانية لخطة {plan} في {date}، ولن تُحتسب عليك أي رسوم. يمكنك الاحتفاظ بها بنقرة واحدة حتى ذلك الحين.",
                ),
                (
                    "ستُجدَّد خطتك في Ensemble قريبًا",
                    "تتجدد خطتك {plan} في {date}. سعر الفترة التالية {amount}.",
                ),
                (
                    "تنتهي خطتك في Ensemble قريبًا",
                    "تنتهي خطتك {plan} في {date} بناءً على طلبك. يمكنك الاحتفاظ بها بنقرة واحدة حتى ذلك الحين.",
                ),
                (
                    "دفعة مستحقة لخطتك في Ensemble",
                    "سعر الفترة التالية من {plan} هو {amount}. يُرجى الدفع بحلول {date}؛ وتبقى خطتك سارية حتى ذلك الحين.",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "查看订阅",
            texts: &[
                (
                    "您的 Ensemble 免费试用明天结束",
                    "您的 {plan} 免费试用将于 {date} 结束，之后 {plan} 的费用为 {amount}。如果您不想继续使用，请在此之前取消。",
                ),
                (
                    "您的 Ensemble 免费试用明天结束",
                    "您的 {plan} 免费试用将于 {date} 结束，不会收取任何费用。在此之前，您可以一键保留它。",
                ),
                (
                    "您的 Ensemble 套餐即将续订",
                    "您的 {plan} 套餐将于 {date} 续订，下一周期的费用为 {amount}。",
                ),
                (
                    "您的 Ensemble 套餐即将结束",
                    "根据您的要求，您的 {plan} 套餐将于 {date} 结束。在此之前，您可以一键保留它。",
                ),
                (
                    "您的 Ensemble 套餐有一笔待付款项",
                    "{plan} 下一周期的费用为 {amount}。请于 {date} 前付款，在此之前您的套餐仍然有效。",
                ),
            ],
        },
    ],
};

/// Writes a mail on a subscription in the language of `locale` (BCP 47), or in English.
pub(crate) fn message(
    to: &str,
    news: BillingNews,
    facts: &BillingFacts<'_>,
    locale: Option<&str>,
) -> Message {
    let BillingFacts { plan, amount, date, page } = facts;
    let date = mail::moment(*date, locale);
    let facts = [("amount", *amount), ("date", date.as_str()), ("plan", *plan)];
    TEMPLATE.write(to, news as usize, &facts, page, locale)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: BillingFacts<'_> = BillingFacts {
        plan: "Pro <b>",
        amount: "9.90 USD",
        date: Timestamp::from_micros(1_796_126_400_000_000),
        page: "https://x.example/subscription",
    };

    #[test]
    fn a_mail_on_a_subscription_is_in_its_readers_language_and_says_when_and_how_much() {
        for (locale, direction, date) in [
            ("en", "ltr", "on December 1, 2026, 12:00 (UTC)."),
            ("ar", "rtl", "1 ديسمبر 2026، 12:00 (UTC)"),
            ("zh-CN", "ltr", "2026年12月1日 12:00 (UTC)"),
        ] {
            let mail = message("a@b.co", BillingNews::TrialEnds, &FACTS, Some(locale));
            for fact in ["9.90 USD", date, "https://x.example/subscription"] {
                assert!(mail.body.text.contains(fact), "{locale}: {fact}");
            }
            let html = mail.body.html.unwrap();
            assert!(html.contains(&format!("dir=\"{direction}\"")));
            assert!(html.contains("Pro &lt;b&gt;") && !html.contains('{'));
        }
    }

    #[test]
    fn who_cancelled_is_not_told_of_a_charge() {
        let news = BillingNews::CancelledTrialEnds;
        let mail = message("a@b.co", news, &FACTS, None);
        assert!(!mail.body.text.contains("9.90"));
    }
}
