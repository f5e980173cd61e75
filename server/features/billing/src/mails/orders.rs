//! Mails to operators on orders that wait for them.

use mail::{MailTemplate, MailTexts, Message};

/// The subject of a mail about an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OrderMail {
    /// The order is paid by hand, and waits to be marked as paid.
    WaitsByHand,
    /// Money arrived that must be refunded: the order was closed, or the amount differs.
    RefundDue,
    /// The payer disputes the payment, which is lost without a response.
    Disputed,
}

/// The facts in the mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OrderFacts<'a> {
    /// Address of the buyer, `ana@example.com`.
    pub who: &'a str,
    /// `9.90 USD`.
    pub amount: &'a str,
    /// The order's number, which the payer was asked to name: the end of its id.
    pub order: &'a str,
    /// Page on which to act on it.
    pub page: &'a str,
}

pub(crate) static TEMPLATE: MailTemplate = MailTemplate {
    name: "billing.orders",
    languages: &[
        MailTexts {
            tag: "en",
            link: "View orders",
            texts: &[
                (
                    "An order is awaiting payment",
                    "{who} placed an order for {amount} (order {order}). Once you receive the money, mark the order as paid. Nothing is unlocked until then.",
                ),
                (
                    "A payment needs to be refunded",
                    "A payment from {who} arrived after the order was closed, or didn't match its amount of {amount} (order {order}). Nothing was unlocked. Please refund it.",
                ),
                (
                    "A payment is disputed",
                    "{who} disputed the payment of {amount} (order {order}). Respond in your payment provider's dashboard in time, or you'll lose the dispute. The buyer keeps the purchase until it's decided; if you lose, it's revoked automatically.",
                ),
            ],
        },
        MailTexts {
            tag: "ar",
            link: "فتح الطلبات",
            texts: &[
                (
                    "طلب بانتظار الدفع",
                    "قدّم {who} طلبًا بمبلغ {amount} (الطلب {order}). عند استلام المبلغ، ضع على الطلب علامة «مدفوع»؛ ولن يُفعَّل شيء قبل ذلك.",
                ),
                (
                    "دفعة يجب ردّها",
                    "وصلت دفعة من {who} بعد إغلاق الطلب، أو لم تطابق مبلغه {amount} (الطلب {order}). لم يُفعَّل مقابلها شيء. يُرجى ردّ المبلغ.",
                ),
                (
                    "نزاع على دفعة",
                    "اعترض {who} على دفعة بمبلغ {amount} (الطلب {order}). يُرجى الرد في لوحة تحكم مزوّد الدفع قبل انتهاء المهلة، وإلا خسرت النزاع. يحتفظ المشتري بما اشتراه إلى أن يُبتّ في النزاع، وإذا خسرته يُلغى الشراء تلقائيًا.",
                ),
            ],
        },
        MailTexts {
            tag: "zh",
            link: "打开订单",
            texts: &[
                (
                    "有订单等待付款",
                    "{who} 提交了一笔 {amount} 的订单（订单号 {order}）。收到款项后，请将订单标记为已付款；在此之前不会开通任何内容。",
                ),
                (
                    "有一笔付款需要退款",
                    "{who} 的一笔付款在订单关闭后才到账，或与订单金额 {amount} 不符（订单号 {order}）。未开通任何内容，请为其退款。",
                ),
                (
                    "有一笔付款存在争议",
                    "{who} 对一笔 {amount} 的付款提出了争议（订单号 {order}）。请及时在支付平台的后台作出回应，否则将视为败诉。裁定之前，买家可继续使用所购内容；如果败诉，将自动收回。",
                ),
            ],
        },
    ],
};

/// Writes a mail on an order in the language of `locale` (BCP 47), or in English.
pub(crate) fn message(
    to: &str,
    news: OrderMail,
    facts: &OrderFacts<'_>,
    locale: Option<&str>,
) -> Message {
    let OrderFacts { who, amount, order, page } = facts;
    let facts = [("amount", *amount), ("order", *order), ("who", *who)];
    TEMPLATE.write(to, news as usize, &facts, page, locale)
}

#[cfg(test)]
mod tests {
    use testing::assert_mail_in_each_language;

    use super::*;

    #[test]
    fn a_mail_on_an_order_says_whose_it_is_and_how_much() {
        let page = "https://x.example/settings/orders";
        let facts = OrderFacts { who: "ana@b.co", amount: "9.90 USD", order: "0000000a", page };
        for news in [OrderMail::WaitsByHand, OrderMail::RefundDue, OrderMail::Disputed] {
            let write = |locale: &str| message("o@b.co", news, &facts, Some(locale));
            assert_mail_in_each_language(write, &["ana@b.co", "9.90 USD", "0000000a", page]);
        }
    }
}
