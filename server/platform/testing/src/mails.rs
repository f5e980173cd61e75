//! What holds for the mails of every area.

use mail::{CodeTemplate, Message};

/// Languages that mails are written in, with the direction of their texts.
const LANGUAGES: [(&str, &str); 3] = [("en", "ltr"), ("ar", "rtl"), ("zh-CN", "ltr")];

/// Checks a mail in every language: `write` writes it in the one of a locale. Its text has all `facts`; its HTML has the
/// direction of the language, no fact that is missing, and no markup that came with a fact.
pub fn assert_mail_in_each_language(write: impl Fn(&str) -> Message, facts: &[&str]) {
    for (locale, direction) in LANGUAGES {
        let mail = write(locale);
        for fact in facts {
            assert!(mail.body.text.contains(fact), "{locale}: {fact}");
        }
        let mut html = mail.body.html.expect("mails have HTML");
        assert!(html.contains(&format!("dir=\"{direction}\"")), "{locale}");
        assert!(!html.contains("<b>"), "{locale}: markup");
        for fact in facts {
            html = html.replace(&escaped(fact), "");
        }
        assert!(!html.contains('{'), "{locale}: a fact is missing: {html}");
    }
}

fn escaped(fact: &str) -> String {
    fact.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Checks mails with a code in every language: the code and its expiry are in both bodies, the code never in the
/// subject, which shows on locked screens.
pub fn assert_code_mail(template: &CodeTemplate) {
    for texts in template.languages {
        let mail = template.write("a@b.co", "012345", 30, Some(texts.tag));
        assert!(!mail.subject.contains("012345"), "{}", texts.tag);
        for body in [mail.body.text, mail.body.html.expect("mails have HTML")] {
            assert!(body.contains("012345") && body.contains("30"), "{}", texts.tag);
        }
    }
}
