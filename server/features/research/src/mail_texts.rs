//! Mails about scheduled research.

use mail::{MailTemplate, MailTexts, Message};

/// The subject of a mail about a research.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResearchNews {
    /// It ran again, and its results differ.
    ResultsChanged,
    /// It ran again and paused until its person does something.
    NeedsInput,
    /// It was skipped: running it could have exceeded its monthly limit.
    Skipped,
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
                    "Your research has new results",
                    "“{title}” ran again as scheduled, and its results have changed since the last run.",
                ),
                (
                    "Your research needs your input",
                    "“{title}” ran again as scheduled but can't continue without you.",
                ),
                (
                    "A research run was skipped",
                    "“{title}” didn't run this time because it could have exceeded your monthly limit. It resumes automatically \
                     when the limit allows it again. You can raise the limit on its page.",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "فتح البحث",
            texts: &[
                (
                    "نتائج جديدة في أحد أبحاثك",
                    "أُعيد تشغيل البحث «{title}» في موعده، وتغيّرت نتائجه منذ آخر مرة.",
                ),
                (
                    "أحد أبحاثك بحاجة إليك",
                    "أُعيد تشغيل البحث «{title}» في موعده، لكنه لا يمكن أن يستمر من دونك.",
                ),
                (
                    "تم تخطي تشغيل أحد أبحاثك",
                    "لم يُشغَّل البحث «{title}» هذه المرة لأنه كان قد يتجاوز حدّك الشهري. سيُستأنف تلقائيًا عندما يسمح \
                     الحد بذلك، ويمكنك رفع الحد من صفحته.",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "打开该研究",
            texts: &[
                ("您的研究有新结果", "“{title}”已按计划重新运行，结果与上次相比有变化。"),
                ("您的研究需要您处理", "“{title}”已按计划重新运行，但需要您处理后才能继续。"),
                (
                    "一次研究运行已跳过",
                    "“{title}”本次未运行，因为可能会超出您的每月上限。上限允许时会自动恢复，您也可以在其页面上提高上限。",
                ),
            ],
        },
    ],
};

/// Writes a mail about scheduled research in the language of `locale` (BCP 47), or in English.
///
/// `page`: address of the research.
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
    use testing::assert_mail_in_each_language;

    use super::*;

    #[test]
    fn a_mail_on_a_research_names_it_inside_and_never_in_the_subject() {
        let page = "https://x.example/home/research/1";
        for news in [ResearchNews::ResultsChanged, ResearchNews::NeedsInput, ResearchNews::Skipped]
        {
            let write = |locale: &str| {
                let mail = message("a@b.co", news, "Tides <b>", page, Some(locale));
                assert!(!mail.subject.contains("Tides"));
                mail
            };
            assert_mail_in_each_language(write, &["Tides <b>", page]);
        }
    }
}
