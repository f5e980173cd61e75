//! The mail to the admins of a team that is deleted soon.

use kernel::Timestamp;
use mail::{MailTemplate, MailTexts, Message};

/// What the mail says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeletionFacts<'a> {
    pub team: &'a str,
    /// When it is deleted.
    pub date: Timestamp,
    /// The page where its plan is renewed.
    pub page: &'a str,
}

pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "teams.deletion",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Open team",
            texts: &[(
                "Your {server} team will be deleted soon",
                "{team} is locked because its plan has ended. It will be deleted with all its data on {date}. Renew the plan before then to keep it.",
            )],
        },
        MailTexts {
            tag: "ar",
            link: "فتح الفريق",
            texts: &[(
                "سيُحذف فريقك في {server} قريبًا",
                "تم قفل فريق {team} لانتهاء خطته، وسيُحذف مع جميع بياناته في {date}. للاحتفاظ به، جدّد الخطة قبل هذا الموعد.",
            )],
        },
        MailTexts {
            tag: "zh",
            link: "打开团队",
            texts: &[(
                "您的 {server} 团队即将被删除",
                "{team} 的套餐已到期，团队已锁定。团队及其所有数据将于 {date} 删除。如需保留，请在此之前续订。",
            )],
        },
    ],
};

/// Writes the mail in the language of `locale` (BCP 47), or in English.
pub(crate) fn message(to: &str, facts: &DeletionFacts<'_>, locale: Option<&str>) -> Message {
    let DeletionFacts { team, date, page } = facts;
    let date = mail::moment(*date, locale);
    TEMPLATE.write(to, 0, &[("date", &date), ("team", *team)], page, locale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_names_the_team_and_says_when() {
        let date = Timestamp::from_micros(1_796_126_400_000_000);
        let page = "https://x.example/team/billing";
        let facts = DeletionFacts { team: "Harbour <b> {date}", date, page };
        let mail = message("a@b.co", &facts, None);
        assert!(
            mail.body.text.contains("deleted with all its data on December 1, 2026, 12:00 (UTC)")
        );
        assert!(mail.body.text.contains("Harbour <b> {date}") && mail.body.text.contains(page));
        let html = mail.body.html.unwrap();
        assert!(html.contains("Harbour &lt;b&gt;") && !html.contains("<b>"));
    }
}
