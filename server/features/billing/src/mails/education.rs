//! The mail with the code that proves an address of a school.

use mail::{CodeTemplate, CodeTexts};

/// The code that proves an address of a school.
pub(crate) static TEMPLATE: CodeTemplate = CodeTemplate {
    name: "billing.education",
    languages: &[
        CodeTexts {
            tag: "en",
            subject: "Your Ensemble education code",
            intro: "Enter this code to get the education discount:",
            expiry: "The code expires in {minutes} minutes and only works for the account that requested it.",
            ignore: "If you didn't request it, you can ignore this email. Nothing will change.",
        },
        CodeTexts {
            tag: "ar",
            subject: "رمز خصم التعليم الخاص بك في Ensemble",
            intro: "أدخل هذا الرمز للحصول على خصم التعليم:",
            expiry: "تنتهي صلاحية الرمز خلال {minutes} دقيقة، ولا يعمل إلا مع الحساب الذي طلبه.",
            ignore: "إذا لم تطلب هذا الرمز، فيمكنك تجاهل هذه الرسالة، ولن يتغيّر شيء.",
        },
        CodeTexts {
            tag: "zh",
            subject: "您的 Ensemble 教育优惠验证码",
            intro: "请输入以下验证码以享受教育优惠：",
            expiry: "验证码将在 {minutes} 分钟后失效，且仅限申请验证码的账户使用。",
            ignore: "如果这不是您本人的操作，请忽略此邮件，不会有任何变化。",
        },
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_in_both_bodies_and_never_in_the_subject() {
        testing::assert_code_mail(&TEMPLATE);
    }
}
