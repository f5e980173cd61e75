//! Mails to authors about reviewed and removed PowerUPs.

use mail::{MailTemplate, MailTexts, Message};

/// The operator's decision about a PowerUP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    Approved,
    /// The reason is in the mail.
    Rejected,
    /// The reason is in the mail.
    Removed,
}

/// Subjects do not name the PowerUP: they show on locked screens.
pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "powerups.reviews",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Open PowerUP",
            texts: &[
                ("Your PowerUP is now shared", "“{name}” was approved. Others can use it now."),
                (
                    "Your PowerUP was not approved",
                    "“{name}” was reviewed and not approved, so others can't use the version you submitted. You can edit it and \
                     submit it again anytime.\n\n{reason}",
                ),
                (
                    "Your PowerUP was removed",
                    "“{name}” was removed, so others can no longer use it. If you have questions, please contact \
                     support.\n\n{reason}",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "فتح الأداة",
            texts: &[
                (
                    "أصبحت أداة PowerUP متاحة",
                    "تمت الموافقة على «{name}»، ويمكن للآخرين استخدامها الآن.",
                ),
                (
                    "لم تتم الموافقة على أداة PowerUP",
                    "راجعنا «{name}» ولم تتم الموافقة عليها، ولذلك لا يمكن للآخرين استخدام النسخة التي أرسلتها. يمكنك تعديلها \
                     وإرسالها مجددًا في أي وقت.\n\n{reason}",
                ),
                (
                    "أُزيلت أداة PowerUP",
                    "أُزيلت «{name}»، ولم يعد بإمكان الآخرين استخدامها. إذا كانت لديك أسئلة فيُرجى التواصل مع الدعم.\n\n{reason}",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "打开该 PowerUP",
            texts: &[
                ("您的 PowerUP 已共享", "“{name}”已通过审核，其他人现在可以使用。"),
                (
                    "您的 PowerUP 未通过审核",
                    "“{name}”未通过审核，其他人无法使用您提交的版本。您可以随时修改并重新提交。\n\n{reason}",
                ),
                (
                    "您的 PowerUP 已被移除",
                    "“{name}”已被移除，其他人无法再使用。如有疑问，请联系客服。\n\n{reason}",
                ),
            ],
        },
    ],
};

/// Builds a mail about a PowerUP, in the language of `locale` (BCP 47), or in English.
///
/// `page`: the URL of the PowerUP.
pub(crate) fn message(
    to: &str,
    news: News,
    name: &str,
    reason: &str,
    page: &str,
    locale: Option<&str>,
) -> Message {
    let facts = [("name", name), ("reason", reason)];
    TEMPLATE.write(to, news as usize, &facts, page, locale)
}

#[cfg(test)]
mod tests {
    use testing::assert_mail_in_each_language;

    use super::*;

    #[test]
    fn a_mail_names_the_powerup_inside_and_says_why_it_is_not_shared() {
        let page = "https://x.example/powerup-ai/1";
        for news in [News::Approved, News::Rejected, News::Removed] {
            let write = |locale: &str| {
                let mail = message("a@b.co", news, "Explain <b>", "Sells pans", page, Some(locale));
                assert!(!mail.subject.contains("Explain"));
                let says_why = mail.body.text.contains("Sells pans");
                assert_eq!(says_why, news != News::Approved);
                mail
            };
            assert_mail_in_each_language(write, &["Explain <b>", page]);
        }
    }
}
