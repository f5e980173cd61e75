//! Mails on researches that are done by themselves.

use mail::{MailTemplate, MailTexts, Message};

/// The subject of a mail about a research.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResearchNews {
    /// It was run again, and the result differs.
    Changed,
    /// It was started again and waits for its person.
    Waits,
    /// It was skipped: running it could have exceeded its monthly budget.
    LeftOut,
}

/// Subjects do not name the research: they show on locked screens.
pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "research.news",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Open research",
            texts: &[
                (
                    "Your research has changed",
                    "“{title}” ran again as scheduled, and its sources now say something different.",
                ),
                (
                    "Your research needs you",
                    "“{title}” started again as scheduled but can't continue without you.",
                ),
                (
                    "A research run was skipped",
                    "“{title}” didn't run this time because it could have exceeded your monthly limit. It resumes automatically \
                     when there's room again. You can raise the limit on its page.",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "فتح البحث",
            texts: &[
                (
                    "تغيّر شيء في أحد أبحاثك",
                    "أُعيد إجراء «{title}» كما هو مخطط، ومصادره تقول الآن شيئًا مختلفًا عمّا قالته من قبل.",
                ),
                (
                    "أحد أبحاثك في انتظارك",
                    "بدأت إعادة «{title}» كما هو مخطط، لكن لا يمكن أن تستمر من دونك.",
                ),
                (
                    "لم يُعَد أحد أبحاثك هذه المرة",
                    "لم يُعَد «{title}» هذه المرة، فقد كان يمكن أن يتجاوز الحد الذي وضعته للشهر. سيُعاد تلقائيًا حين \
                 يتّسع الحد من جديد، ويمكنك رفع الحد في صفحته.",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "打开该研究",
            texts: &[
                ("您的一项研究有了变化", "“{title}”已按计划重新进行，其来源的内容与之前不同。"),
                ("您的一项研究在等待您", "“{title}”已按计划重新开始，但需要您处理后才能继续。"),
                (
                    "您的一项研究本次未进行",
                    "“{title}”本次未重新进行，因为可能会超出您设定的每月上限。有余量时它会自动继续，您也可以在其页面上提高上限。",
                ),
            ],
        },
    ],
};

/// Writes a mail on a research in the language of `locale` (BCP 47), or in English.
///
/// `page`: where the research is.
pub(crate) fn message(
    to: &str,
    news: ResearchNews,
    title: &str,
    page: &str,
    locale: Option<&str>,
) -> Message {
    TEMPLATE.write(to, news as usize, &[("title", title)], page, locale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_on_a_research_names_it_inside_and_never_in_the_subject() {
        let page = "https://x.example/home/research/1";
        for (locale, direction) in [("en", "ltr"), ("ar", "rtl"), ("zh-CN", "ltr")] {
            for news in [ResearchNews::Changed, ResearchNews::Waits, ResearchNews::LeftOut] {
                let mail = message("a@b.co", news, "Tides <b>", page, Some(locale));
                assert!(!mail.subject.contains("Tides"));
                assert!(mail.body.text.contains("Tides <b>") && mail.body.text.contains(page));
                let html = mail.body.html.unwrap();
                assert!(html.contains(&format!("dir=\"{direction}\"")));
                assert!(html.contains("Tides &lt;b&gt;") && !html.contains('{'));
            }
        }
    }
}
