//! Mails about remaining queries and credits.

use kernel::Timestamp;
use mail::{MailTemplate, MailTexts, Message};

/// The subject of a mail about a balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CreditsNews {
    /// A purchase or grant expires soon with something left.
    EndSoon,
    /// Little is left of the plan's monthly allowance.
    Low,
    /// The same of a team, to its admins.
    TeamEndSoon,
    TeamLow,
}

/// The unit of the balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    StandardQueries,
    AdvancedQueries,
    AdvancedCredits,
}

/// The facts in the mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CreditsFacts<'a> {
    pub counted: Counted,
    /// Remaining amount.
    pub left: &'a str,
    /// Expiry date.
    pub date: Timestamp,
    /// Name of the team; empty if none.
    pub team: &'a str,
    /// Page with the details.
    pub page: &'a str,
}

/// Names of the units, in the order of [`Counted`], by language tag.
const NOUNS: [(&str, [&str; 3]); 3] = [
    ("en", ["standard queries", "advanced queries", "advanced credits"]),
    ("ar", ["الاستعلامات العادية", "الاستعلامات المتقدمة", "الأرصدة المتقدمة"]),
    ("zh", ["标准查询", "高级查询", "高级积分"]),
];

pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "billing.credits",
    languages: &[
        MailTexts {
            tag: "en",
            link: "View usage",
            texts: &[
                (
                    "Part of your Ensemble balance expires soon",
                    "You have {left} {counted} left that expire on {date}. Those that expire first are used first.",
                ),
                (
                    "Your Ensemble plan is running low",
                    "You have {left} {counted} left. Your plan renews on {date}.",
                ),
                (
                    "Part of your Ensemble team's balance expires soon",
                    "{team} has {left} {counted} left that expire on {date}. Those that expire first are used first.",
                ),
                (
                    "Your Ensemble team's plan is running low",
                    "{team} has {left} {counted} left. Its plan renews on {date}.",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "عرض الاستخدام",
            texts: &[
                (
                    "تنتهي صلاحية جزء من رصيدك في Ensemble قريبًا",
                    "{counted}: بقي لديك {left}، وتنتهي صلاحيتها في {date}. ما تنتهي صلاحيته أولًا يُستخدم أولًا.",
                ),
                (
                    "رصيد خطتك في Ensemble على وشك النفاد",
                    "{counted}: بقي لديك {left}. تتجدد خطتك في {date}.",
                ),
                (
                    "تنتهي صلاحية جزء من رصيد فريقك في Ensemble قريبًا",
                    "{counted}: بقي لدى {team} {left}، وتنتهي صلاحيتها في {date}. ما تنتهي صلاحيته أولًا يُستخدم أولًا.",
                ),
                (
                    "رصيد خطة فريقك في Ensemble على وشك النفاد",
                    "{counted}: بقي لدى {team} {left}. تتجدد خطته في {date}.",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "查看用量",
            texts: &[
                (
                    "您在 Ensemble 的部分余额即将到期",
                    "您还有 {left} 个{counted}将于 {date} 到期。先到期的会先使用。",
                ),
                (
                    "您的 Ensemble 套餐余量不足",
                    "您还剩 {left} 个{counted}。您的套餐将于 {date} 续期。",
                ),
                (
                    "您的 Ensemble 团队的部分余额即将到期",
                    "{team} 还有 {left} 个{counted}将于 {date} 到期。先到期的会先使用。",
                ),
                (
                    "您的 Ensemble 团队套餐余量不足",
                    "{team} 还剩 {left} 个{counted}。团队套餐将于 {date} 续期。",
                ),
            ],
        },
    ],
};

/// Writes a mail on a balance in the language of `locale` (BCP 47), or in English.
pub(crate) fn message(
    to: &str,
    news: CreditsNews,
    facts: &CreditsFacts<'_>,
    locale: Option<&str>,
) -> Message {
    let CreditsFacts { counted, left, date, team, page } = facts;
    let (_, nouns) = mail::in_language_of(&NOUNS, |(tag, _)| tag, locale);
    let counted = nouns[*counted as usize];
    let date = mail::moment(*date, locale);
    let facts = [("counted", counted), ("left", *left), ("date", &date), ("team", *team)];
    TEMPLATE.write(to, news as usize, &facts, page, locale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_on_a_balance_says_how_much_of_what_and_until_when() {
        let page = "https://x.example/settings/usage";
        let facts = CreditsFacts {
            counted: Counted::AdvancedCredits,
            left: "120",
            date: Timestamp::of_utc_date("2026-12-01").unwrap(),
            team: "Harbour <b> {date}",
            page,
        };
        for (locale, direction, noun) in [
            ("en", "ltr", "advanced credits"),
            ("ar", "rtl", "الأرصدة المتقدمة"),
            ("zh-CN", "ltr", "高级积分"),
        ] {
            for news in [
                CreditsNews::EndSoon,
                CreditsNews::Low,
                CreditsNews::TeamEndSoon,
                CreditsNews::TeamLow,
            ] {
                let mail = message("a@b.co", news, &facts, Some(locale));
                for fact in ["120", "2026", "00:00 (UTC)", noun, page] {
                    assert!(mail.body.text.contains(fact), "{locale}: {fact}");
                }
                let is_of_team = matches!(news, CreditsNews::TeamEndSoon | CreditsNews::TeamLow);
                assert_eq!(mail.body.text.contains(facts.team), is_of_team, "{locale}");
                let html = mail.body.html.unwrap();
                assert!(html.contains(&format!("dir=\"{direction}\"")) && !html.contains("<b>"));
            }
        }
    }
}
