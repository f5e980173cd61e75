//! Mails about tasks that took long.

use mail::{MailTemplate, MailTexts, Message};

use crate::State;

/// Subjects do not name the task: they show on locked screens.
pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "tasks.ended",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Open result",
            texts: &[
                ("Your result is ready", "“{title}” is done."),
                (
                    "Your task couldn't be completed",
                    "“{title}” stopped before it was done. Open it to see why, or to try again.",
                ),
                ("Your task needs your input", "“{title}” can't continue without you."),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "فتح النتيجة",
            texts: &[
                ("نتيجتك جاهزة", "اكتملت «{title}»."),
                (
                    "تعذّر إكمال مهمتك",
                    "توقفت «{title}» قبل أن تكتمل. افتحها لمعرفة السبب أو للمحاولة مجددًا.",
                ),
                ("مهمتك بحاجة إليك", "لا يمكن أن تستمر «{title}» من دونك."),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "打开结果",
            texts: &[
                ("您的结果已就绪", "“{title}”已完成。"),
                ("您的任务未能完成", "“{title}”在完成前已停止。打开即可查看原因或重试。"),
                ("您的任务需要您处理", "“{title}”需要您处理后才能继续。"),
            ],
        },
    ],
};

/// Writes the mail on a task that ended or waits, in the language of `locale` (BCP 47), or in English.
///
/// `page`: where its result is.
pub(crate) fn message(
    to: &str,
    state: State,
    title: &str,
    page: &str,
    locale: Option<&str>,
) -> Message {
    let kind = match state {
        State::Succeeded => 0,
        State::Paused => 2,
        State::Queued | State::Running | State::Failed | State::Cancelled => 1,
    };
    TEMPLATE.write(to, kind, &[("title", title)], page, locale)
}

#[cfg(test)]
mod tests {
    use testing::assert_mail_in_each_language;

    use super::*;

    #[test]
    fn a_mail_on_a_task_names_it_inside_and_never_in_the_subject() {
        let page = "https://x.example/home/read/1";
        for state in [State::Succeeded, State::Failed, State::Paused] {
            let write = |locale: &str| {
                let mail = message("a@b.co", state, "Tides <b>", page, Some(locale));
                assert!(!mail.subject.contains("Tides"));
                mail
            };
            assert_mail_in_each_language(write, &["Tides <b>", page]);
        }
    }
}
