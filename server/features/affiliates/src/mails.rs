//! Mails to affiliates, sent in the transaction of the change they report.

use ::store::{StoreResult, Tx};
use area::Services;
use kernel::UserId;

use crate::mail_texts::{self, AffiliateFacts, AffiliateNews};

/// Writes to an affiliate.
pub(crate) async fn tell(
    services: &Services,
    tx: &mut Tx,
    affiliate_id: UserId,
    news: AffiliateNews,
    (amount, currency): (i64, &str),
) -> StoreResult<()> {
    let Some(user) = services.identity.find_user(tx, affiliate_id).await? else { return Ok(()) };
    let amount = format!("{} {currency}", payments::decimal(amount, currency));
    let page = services.page("/affiliate");
    let facts = AffiliateFacts { amount: &amount, page: page.as_str() };
    let locale = user.settings.locale.as_deref();
    services.mail.enqueue(tx, &mail_texts::message(&user.email, news, &facts, locale)).await?;
    Ok(())
}
