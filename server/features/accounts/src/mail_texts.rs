//! The mails with codes that sign people up and reset passwords, and the one to somebody who has an account already.

use mail::{CodeTemplate, CodeTexts, MailTemplate, MailTexts};

/// The code that finishes a sign-up.
pub(crate) static SIGN_UP: CodeTemplate = CodeTemplate {
    name: "accounts.sign_up",
    languages: &[
        CodeTexts {
            tag: "en",
            subject: "Your {server} verification code",
            intro: "Enter this code to finish signing up:",
            expiry: "The code expires in {minutes} minutes and only works in the browser that requested it.",
            ignore: "If you didn't request it, you can ignore this email. No account will be created.",
        },
        CodeTexts {
            tag: "ar",
            subject: "رمز التحقق الخاص بك في {server}",
            intro: "أدخل هذا الرمز لإكمال التسجيل:",
            expiry: "تنتهي صلاحية الرمز خلال {minutes} دقيقة، ولا يعمل إلا في المتصفح الذي طُلب منه.",
            ignore: "إذا لم تطلب هذا الرمز، فيمكنك تجاهل هذه الرسالة، ولن يُنشأ أي حساب.",
        },
        CodeTexts {
            tag: "zh",
            subject: "您的 {server} 验证码",
            intro: "请输入以下验证码完成注册：",
            expiry: "验证码将在 {minutes} 分钟后失效，且只能在申请验证码的浏览器中使用。",
            ignore: "如果这不是您本人的操作，请忽略此邮件，不会创建任何账户。",
        },
    ],
};

/// The code that sets a new password.
pub(crate) static RESET: CodeTemplate = CodeTemplate {
    name: "accounts.reset",
    languages: &[
        CodeTexts {
            tag: "en",
            subject: "Reset your {server} password",
            intro: "Enter this code to set a new password:",
            expiry: "The code expires in {minutes} minutes and only works in the browser that requested it.",
            ignore: "If you didn't request it, you can ignore this email. Your password won't change.",
        },
        CodeTexts {
            tag: "ar",
            subject: "إعادة تعيين كلمة المرور في {server}",
            intro: "أدخل هذا الرمز لتعيين كلمة مرور جديدة:",
            expiry: "تنتهي صلاحية الرمز خلال {minutes} دقيقة، ولا يعمل إلا في المتصفح الذي طُلب منه.",
            ignore: "إذا لم تطلب هذا الرمز، فيمكنك تجاهل هذه الرسالة، ولن تتغيّر كلمة مرورك.",
        },
        CodeTexts {
            tag: "zh",
            subject: "重置您的 {server} 密码",
            intro: "请输入以下验证码设置新密码：",
            expiry: "验证码将在 {minutes} 分钟后失效，且只能在申请验证码的浏览器中使用。",
            ignore: "如果这不是您本人的操作，请忽略此邮件，您的密码不会改变。",
        },
    ],
};

/// Somebody signed up with an address that has an account, on a server that does not tell strangers who has one.
pub(crate) static TAKEN: MailTemplate = MailTemplate {
    name: "accounts.taken",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Sign in",
            texts: &[(
                "You already have an {server} account",
                "Someone, maybe you, tried to create an account with this email address. You already have one: sign in, or reset your password on the sign-in page. If it wasn't you, you can ignore this email.",
            )],
        },
        MailTexts {
            tag: "ar",
            link: "تسجيل الدخول",
            texts: &[(
                "لديك حساب في {server} بالفعل",
                "حاول شخص ما، وربما أنت، إنشاء حساب بعنوان البريد هذا. لديك حساب بالفعل: سجّل الدخول، أو أعد تعيين كلمة المرور من صفحة تسجيل الدخول. إذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة.",
            )],
        },
        MailTexts {
            tag: "zh",
            link: "登录",
            texts: &[(
                "您已有 {server} 账户",
                "有人（可能是您本人）尝试使用此邮箱地址创建账户。您已有账户：请直接登录，或在登录页面重设密码。如果这不是您本人的操作，请忽略此邮件。",
            )],
        },
    ],
};

/// An operator invited somebody.
pub(crate) static INVITED: MailTemplate = MailTemplate {
    name: "accounts.invited",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Create your account",
            texts: &[(
                "You're invited to {server}",
                "{name} invited you to create an account. The link works once, within {days} days. If you don't know the sender, you can ignore this email.",
            )],
        },
        MailTexts {
            tag: "ar",
            link: "إنشاء حسابك",
            texts: &[(
                "أنت مدعو إلى {server}",
                "دعاك {name} إلى إنشاء حساب. يعمل الرابط مرة واحدة خلال {days} أيام. إذا كنت لا تعرف المرسل، فيمكنك تجاهل هذه الرسالة.",
            )],
        },
        MailTexts {
            tag: "zh",
            link: "创建账户",
            texts: &[(
                "您受邀加入 {server}",
                "{name} 邀请您创建账户。链接仅可使用一次，{days} 天内有效。如果您不认识发件人，请忽略此邮件。",
            )],
        },
    ],
};

/// A link by which a person sets their password.
pub(crate) static PASSWORD_LINK: MailTemplate = MailTemplate {
    name: "accounts.password_link",
    languages: &[
        MailTexts {
            tag: "en",
            link: "Set your password",
            texts: &[(
                "Set your {server} password",
                "A server admin sent you this link to set your password. It works once, within {days} days. If you weren't expecting it, ask your server admin before you use it.",
            )],
        },
        MailTexts {
            tag: "ar",
            link: "تعيين كلمة المرور",
            texts: &[(
                "عيّن كلمة مرورك في {server}",
                "أرسل إليك مسؤول الخادم هذا الرابط لتعيين كلمة مرورك. يعمل الرابط مرة واحدة خلال {days} أيام. إذا لم تكن تتوقعه، فاسأل مسؤول الخادم قبل استخدامه.",
            )],
        },
        MailTexts {
            tag: "zh",
            link: "设置密码",
            texts: &[(
                "设置您的 {server} 密码",
                "服务器管理员向您发送了此链接，用于设置密码。链接仅可使用一次，{days} 天内有效。如果您没有预料到此邮件，请在使用前咨询服务器管理员。",
            )],
        },
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_written_in_the_language_of_its_reader() {
        let write = |locale| SIGN_UP.write("a@b.co", "012345", 30, locale);
        // The outbox puts the server's name in place of its mark.
        assert_eq!(write(Some("zh-CN")).subject, "您的 \u{f8ff} 验证码");
        assert_eq!(write(Some("fr")).subject, write(None).subject);
        let arabic = write(Some("ar")).body.html.unwrap();
        assert!(arabic.contains(r#"dir="rtl""#));
    }

    #[test]
    fn the_code_is_in_both_bodies_and_never_in_the_subject() {
        testing::assert_code_mail(&SIGN_UP);
        testing::assert_code_mail(&RESET);
    }
}
