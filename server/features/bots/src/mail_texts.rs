//! Mails to authors about reviewed bots.

use mail::{MailTemplate, MailTexts, Message};

/// The operator's decision about a bot that is to be public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BotNews {
    Approved,
    /// The reason is in the mail.
    NotApproved,
}

/// Subjects do not name the bot: they show on locked screens.
pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "bots.reviews",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Open bot",
            texts: &[
                (
                    "Your bot is now public",
                    "“{name}” was approved. Everyone on this server can find it now.",
                ),
                (
                    "Your bot was not approved",
                    "“{name}” was reviewed and not approved, so others can't see the version you submitted. You can edit it and \
                     submit it again anytime.\n\n{reason}",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "فتح الروبوت",
            texts: &[
                (
                    "أصبح روبوتك متاحًا للجميع",
                    "تمت الموافقة على «{name}»، ويمكن للجميع على هذا الخادم العثور عليه الآن.",
                ),
                (
                    "لم تتم الموافقة على روبوتك",
                    "راجعنا «{name}» ولم تتم الموافقة عليه، ولذلك لا يمكن للآخرين رؤية النسخة التي أرسلتها. يمكنك تعديله وإرساله \
                 مجددًا في أي وقت.\n\n{reason}",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "打开该机器人",
            texts: &[
                ("您的机器人已公开", "“{name}”已通过审核，此服务器上的所有人现在都能找到它。"),
                (
                    "您的机器人未通过审核",
                    "“{name}”未通过审核，其他人看不到您提交的版本。您可以随时修改并重新提交。\n\n{reason}",
                ),
            ],
        },
    ],
};

/// Builds a mail about a reviewed bot, in the language of `locale` (BCP 47), or in English.
///
/// `page`: the address of the bot.
pub(crate) fn message(
    to: &str,
    news: BotNews,
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
    fn a_mail_on_a_bot_names_it_inside_and_says_why_it_was_not_approved() {
        let page = "https://x.example/bots/1";
        for news in [BotNews::Approved, BotNews::NotApproved] {
            let write = |locale: &str| {
                let mail = message("a@b.co", news, "Chef <b>", "Sells pans", page, Some(locale));
                assert!(!mail.subject.contains("Chef"));
                let says_why = mail.body.text.contains("Sells pans");
                assert_eq!(says_why, news == BotNews::NotApproved);
                mail
            };
            assert_mail_in_each_language(write, &["Chef <b>", page]);
        }
    }
}
