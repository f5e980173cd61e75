use crate::layout::in_language_of;
use crate::{Body, Message};

/// The template of a mail. Subjects never contain a code: they show on locked screens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Template<'a> {
    /// The code that finishes a sign-up.
    SignUpCode { code: &'a str, minutes: i64 },
    /// The code that sets a new password.
    ResetCode { code: &'a str, minutes: i64 },
    /// The code that proves an address of a school.
    EducationCode { code: &'a str, minutes: i64 },
}

/// The texts of one template in one language, with placeholders `{code}` and `{minutes}`.
struct Texts {
    subject: &'static str,
    intro: &'static str,
    expiry: &'static str,
    ignore: &'static str,
}

struct Language {
    tag: &'static str,
    direction: &'static str,
    sign_up: Texts,
    reset: Texts,
    education: Texts,
}

const LANGUAGES: [Language; 3] = [
    Language {
        tag: "en",
        direction: "ltr",
        sign_up: Texts {
            subject: "Your Ensemble verification code",
            intro: "Enter this code to finish signing up:",
            expiry: "The code expires in {minutes} minutes and only works in the browser that requested it.",
            ignore: "If you didn't request it, you can ignore this email. No account will be created.",
        },
        reset: Texts {
            subject: "Reset your Ensemble password",
            intro: "Enter this code to set a new password:",
            expiry: "The code expires in {minutes} minutes and only works in the browser that requested it.",
            ignore: "If you didn't request it, you can ignore this email. Your password won't change.",
        },
        education: Texts {
            subject: "Your Ensemble education code",
            intro: "Enter this code to get the education discount:",
            expiry: "The code expires in {minutes} minutes and only works for the account that requested it.",
            ignore: "If you didn't request it, you can ignore this email. Nothing will change.",
        },
    },
    Language {
        tag: "ar",
        direction: "rtl",
        sign_up: Texts {
            subject: "رمز التحقق الخاص بك في Ensemble",
            intro: "أدخل هذا الرمز لإكمال التسجيل:",
            expiry: "الرمز صالح لمدة {minutes} دقيقة، في المتصفح الذي طلبه.",
            ignore: "إذا لم تطلب هذا الرمز فتجاهل هذه الرسالة، ولن يُنشأ أي حساب.",
        },
        reset: Texts {
            subject: "إعادة تعيين كلمة المرور في Ensemble",
            intro: "أدخل هذا الرمز لتعيين كلمة مرور جديدة:",
            expiry: "الرمز صالح لمدة {minutes} دقيقة، في المتصفح الذي طلبه.",
            ignore: "إذا لم تطلب هذا الرمز فتجاهل هذه الرسالة، وستبقى كلمة مرورك كما هي.",
        },
        education: Texts {
            subject: "رمز خصم التعليم الخاص بك في Ensemble",
            intro: "أدخل هذا الرمز للحصول على خصم التعليم:",
            expiry: "الرمز صالح لمدة {minutes} دقيقة، للحساب الذي طلبه.",
            ignore: "إذا لم تطلب هذا الرمز فتجاهل هذه الرسالة، ولن يتغير شيء.",
        },
    },
    Language {
        tag: "zh",
        direction: "ltr",
        sign_up: Texts {
            subject: "您的 Ensemble 验证码",
            intro: "请输入以下验证码完成注册：",
            expiry: "验证码在 {minutes} 分钟内有效，且仅限在申请它的浏览器中使用。",
            ignore: "如果这不是您本人的操作，请忽略此邮件，不会创建任何账户。",
        },
        reset: Texts {
            subject: "重置您的 Ensemble 密码",
            intro: "请输入以下验证码设置新密码：",
            expiry: "验证码在 {minutes} 分钟内有效，且仅限在申请它的浏览器中使用。",
            ignore: "如果这不是您本人的操作，请忽略此邮件，您的密码不会改变。",
        },
        education: Texts {
            subject: "您的 Ensemble 教育优惠验证码",
            intro: "请输入以下验证码以享受教育优惠：",
            expiry: "验证码在 {minutes} 分钟内有效，且仅限申请它的账户使用。",
            ignore: "如果这不是您本人的操作，请忽略此邮件，不会有任何变化。",
        },
    },
];

impl Message {
    /// Writes a mail in the language of `locale` (BCP 47), or in English.
    pub fn of(to: &str, template: &Template<'_>, locale: Option<&str>) -> Self {
        let language = in_language_of(&LANGUAGES, |language| language.tag, locale);
        let (texts, code, minutes) = match template {
            Template::SignUpCode { code, minutes } => (&language.sign_up, code, minutes),
            Template::ResetCode { code, minutes } => (&language.reset, code, minutes),
            Template::EducationCode { code, minutes } => (&language.education, code, minutes),
        };
        let expiry = texts.expiry.replace("{minutes}", &minutes.to_string());
        let Texts { subject, intro, ignore, .. } = texts;
        let text = format!("{intro}\n\n{code}\n\n{expiry}\n{ignore}\n");
        let (tag, direction) = (language.tag, language.direction);
        let html = format!(
            r#"<!doctype html><html lang="{tag}" dir="{direction}"><body style="margin:0;padding:32px;background:#f6f6f7;font:16px/1.5 system-ui,sans-serif;color:#1b1b1f"><div style="max-width:440px;margin:auto;background:#fff;border-radius:12px;padding:32px"><p style="margin:0">{intro}</p><p dir="ltr" style="margin:24px 0;font-size:32px;font-weight:600;letter-spacing:6px;text-align:center">{code}</p><p style="margin:0;color:#5c5c66;font-size:14px">{expiry}<br>{ignore}</p></div></body></html>"#
        );
        let body = Body { text, html: Some(html) };
        Self { to: to.to_owned(), subject: (*subject).to_owned(), body }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: Template<'_> = Template::SignUpCode { code: "012345", minutes: 30 };

    #[test]
    fn a_mail_is_written_in_the_language_of_its_reader() {
        let subject = |locale| Message::of("a@b.co", &CODE, locale).subject;
        assert_eq!(subject(Some("zh-CN")), "您的 Ensemble 验证码");
        assert_eq!(subject(Some("fr")), subject(None));
        let arabic = Message::of("a@b.co", &CODE, Some("ar")).body.html.unwrap();
        assert!(arabic.contains(r#"dir="rtl""#));
    }

    #[test]
    fn the_code_is_in_both_bodies_and_never_in_the_subject() {
        for language in &LANGUAGES {
            let mail = Message::of("a@b.co", &CODE, Some(language.tag));
            assert!(!mail.subject.contains("012345"));
            assert!(mail.body.text.contains("012345") && mail.body.text.contains("30"));
            assert!(mail.body.html.unwrap().contains("012345"));
        }
    }
}
