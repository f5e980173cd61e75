//! Mails about schedules.

use mail::{MailTemplate, MailTexts, Message};

use crate::notices::News;

/// Subjects do not name the schedule: they show on locked screens.
pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "schedules.news",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Open",
            texts: &[
                ("Your scheduled result is ready", "“{title}” has run.\n\n{result}"),
                (
                    "A scheduled run failed",
                    "“{title}” couldn't be completed this time. Open the schedule to see why, or to run it again.{result}",
                ),
                (
                    "A schedule was paused",
                    "“{title}” failed several times in a row, so it's paused. Open the schedule to see why and to resume \
                     it.{result}",
                ),
                (
                    "A scheduled run was skipped",
                    "“{title}” didn't run this time because it could have exceeded your spending limit. You can change the \
                     limit in the schedule.{result}",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "فتح",
            texts: &[
                ("نتيجتك المجدولة جاهزة", "تم تشغيل «{title}».\n\n{result}"),
                (
                    "فشل تشغيل مجدول",
                    "تعذّر إكمال «{title}» هذه المرة. افتح الجدول لمعرفة السبب أو لتشغيله مجددًا.{result}",
                ),
                (
                    "تم إيقاف جدول مؤقتًا",
                    "فشل «{title}» عدة مرات متتالية، لذا أُوقف مؤقتًا. افتح الجدول لمعرفة السبب واستئنافه.{result}",
                ),
                (
                    "تم تخطي تشغيل مجدول",
                    "لم يُشغَّل «{title}» هذه المرة لأنه كان قد يتجاوز حد الإنفاق. يمكنك تغيير الحد من الجدول.{result}",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "打开",
            texts: &[
                ("您的定时任务结果已就绪", "“{title}”已运行。\n\n{result}"),
                (
                    "一次定时运行失败",
                    "“{title}”本次未能完成。打开该定时任务即可查看原因或重新运行。{result}",
                ),
                (
                    "一个定时任务已暂停",
                    "“{title}”连续多次失败，因此已暂停。打开该定时任务即可查看原因并恢复。{result}",
                ),
                (
                    "一次定时运行已跳过",
                    "“{title}”本次未运行，因为可能会超出您的支出上限。您可以在该定时任务中更改上限。{result}",
                ),
            ],
        },
    ],
};

/// Writes a mail about a schedule in the language of `locale` (BCP 47), or in English.
///
/// `page`: the address of the result, or of the schedule.
pub(crate) fn message(
    to: &str,
    news: News,
    title: &str,
    result: &str,
    page: &str,
    locale: Option<&str>,
) -> Message {
    let result = if news == News::Ready { result } else { "" };
    TEMPLATE.write(to, news as usize, &[("title", title), ("result", result)], page, locale)
}

#[cfg(test)]
mod tests {
    use testing::assert_mail_in_each_language;

    use super::*;

    #[test]
    fn a_mail_on_a_schedule_names_it_inside_and_never_in_the_subject() {
        let page = "https://x.example/schedules/1";
        for news in [News::Ready, News::Failed, News::Paused, News::Skipped] {
            let write = |locale: &str| {
                let mail = message("a@b.co", news, "Tides <b>", "", page, Some(locale));
                assert!(!mail.subject.contains("Tides"));
                mail
            };
            assert_mail_in_each_language(write, &["Tides <b>", page]);
        }
    }
}
