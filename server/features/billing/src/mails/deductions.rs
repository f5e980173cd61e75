//! Mails to the admins of a team about credits that are bought automatically.

use mail::{MailTemplate, MailTexts, Message};

/// The subject of a mail about a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TeamNews {
    /// An auto deduction bought credits.
    CreditsBought,
    /// One was not paid.
    DeductionFailed,
    /// Few credits are left, and another deduction would be beyond the month's limit.
    DeductionLimit,
}

/// The facts in the mail; those that its kind does not use are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TeamFacts<'a> {
    pub team: &'a str,
    /// `9.80 USD`: of the deduction, or the limit.
    pub amount: &'a str,
    /// Amount of credits.
    pub credits: &'a str,
    /// Page on which to act on it.
    pub page: &'a str,
}

pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "billing.deductions",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Open team",
            texts: &[
                (
                    "Credits were bought for your Ensemble team",
                    "Auto deduction bought {credits} credits for {team} for {amount}.",
                ),
                (
                    "Couldn't buy credits for your Ensemble team",
                    "Auto deduction ordered {credits} credits for {team} for {amount}, but the payment didn't go through. Please check your payment method.",
                ),
                (
                    "Your Ensemble team has reached its monthly limit",
                    "{team} is running low on credits, and auto deduction has reached its limit of {amount} for this month. No more credits will be bought until next month unless you raise the limit.",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "فتح الفريق",
            texts: &[
                (
                    "تم شراء أرصدة لفريقك في Ensemble",
                    "اشترى الخصم التلقائي {credits} رصيدًا لفريق {team} مقابل {amount}.",
                ),
                (
                    "تعذّر شراء أرصدة لفريقك في Ensemble",
                    "طلب الخصم التلقائي {credits} رصيدًا لفريق {team} مقابل {amount}، لكن عملية الدفع لم تنجح. يُرجى التحقق من وسيلة الدفع.",
                ),
                (
                    "بلغ فريقك في Ensemble حدّه الشهري",
                    "أرصدة فريق {team} على وشك النفاد، وقد بلغ الخصم التلقائي حدّه لهذا الشهر وهو {amount}. لن تُشترى أرصدة أخرى قبل الشهر القادم ما لم ترفع الحد.",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "打开团队",
            texts: &[
                (
                    "已为您的 Ensemble 团队购买积分",
                    "自动扣款已为 {team} 购买 {credits} 积分，金额 {amount}。",
                ),
                (
                    "未能为您的 Ensemble 团队购买积分",
                    "自动扣款为 {team} 订购了 {credits} 积分（{amount}），但付款未成功。请检查您的付款方式。",
                ),
                (
                    "您的 Ensemble 团队已达到每月限额",
                    "{team} 的积分即将用完，而自动扣款已达到本月限额 {amount}。除非您提高限额，否则下个月之前不会再购买积分。",
                ),
            ],
        },
    ],
};

/// Writes a mail on a team in the language of `locale` (BCP 47), or in English.
pub(crate) fn message(
    to: &str,
    news: TeamNews,
    facts: &TeamFacts<'_>,
    locale: Option<&str>,
) -> Message {
    let TeamFacts { team, amount, credits, page } = facts;
    let facts = [("amount", *amount), ("credits", *credits), ("team", *team)];
    TEMPLATE.write(to, news as usize, &facts, page, locale)
}

#[cfg(test)]
mod tests {
    use testing::assert_mail_in_each_language;

    use super::*;

    const FACTS: TeamFacts<'_> = TeamFacts {
        team: "Harbour <b> {date}",
        amount: "9.80 USD",
        credits: "1000",
        page: "https://x.example/team/billing",
    };

    #[test]
    fn a_mail_on_a_team_names_it_in_its_readers_language() {
        for news in [TeamNews::CreditsBought, TeamNews::DeductionFailed] {
            let write = |locale: &str| message("a@b.co", news, &FACTS, Some(locale));
            assert_mail_in_each_language(write, &["9.80 USD", "1000", FACTS.team, FACTS.page]);
        }
    }

    #[test]
    fn a_limit_says_how_much() {
        let mail = message("a@b.co", TeamNews::DeductionLimit, &FACTS, None);
        assert!(mail.body.text.contains("9.80 USD"));
    }
}
