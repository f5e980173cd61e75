//! Mails to affiliates.

use mail::{MailTemplate, MailTexts, Message};

/// The subject of a mail to an affiliate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AffiliateNews {
    /// Their commission was confirmed and is paid out next.
    Approved,
    /// The operator has paid them.
    PaidOut,
}

/// The facts in the mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AffiliateFacts<'a> {
    /// `19.80 USD`.
    pub amount: &'a str,
    /// Page with the details.
    pub page: &'a str,
}

pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "affiliates.commissions",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Open affiliate program",
            texts: &[
                (
                    "Your {server} commission was approved",
                    "{amount} of your earnings was approved: the refund period is over, and it will be included in your next payout.",
                ),
                ("Your {server} affiliate payout", "{amount} was paid out to you."),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "فتح برنامج الشركاء",
            texts: &[
                (
                    "تم اعتماد عمولتك في {server}",
                    "اعتُمد مبلغ {amount} من أرباحك: انتهت مدة استرداد الأموال، وسيُضاف المبلغ إلى دفعتك التالية.",
                ),
                ("دفعتك من برنامج شركاء {server}", "صُرف لك مبلغ {amount}."),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "打开联盟计划",
            texts: &[
                (
                    "您的 {server} 佣金已获批准",
                    "您的收益中有 {amount} 已获批准：退款期已过，这笔款项将计入您的下一次付款。",
                ),
                ("{server} 联盟计划已向您付款", "已向您支付 {amount}。"),
            ],
        },
    ],
};

/// Writes a mail to an affiliate in the language of `locale` (BCP 47), or in English.
pub(crate) fn message(
    to: &str,
    news: AffiliateNews,
    facts: &AffiliateFacts<'_>,
    locale: Option<&str>,
) -> Message {
    let AffiliateFacts { amount, page } = facts;
    TEMPLATE.write(to, news as usize, &[("amount", *amount)], page, locale)
}

#[cfg(test)]
mod tests {
    use testing::assert_mail_in_each_language;

    use super::*;

    #[test]
    fn a_mail_to_an_affiliate_says_how_much() {
        let page = "https://x.example/affiliate";
        let facts = AffiliateFacts { amount: "19.80 USD", page };
        for news in [AffiliateNews::Approved, AffiliateNews::PaidOut] {
            let write = |locale: &str| message("a@b.co", news, &facts, Some(locale));
            assert_mail_in_each_language(write, &["19.80 USD", page]);
        }
    }
}
