//! Payouts: everything that is approved, less what was paid out before and refunded since.

use crate::mail_texts::AffiliateNews;
use area::Services;
use kernel::{Fallible, UserId, uuid_v7};

use crate::problems::{AFFILIATE_UNKNOWN, SUM_CHANGED};
use crate::{mails, rules, store};

/// Records that the operator has paid an affiliate `amount`, as they were shown it.
///
/// Problems: `affiliates.not_offered`, [`AFFILIATE_UNKNOWN`]; [`SUM_CHANGED`] if another amount is due by now, or none.
pub(crate) async fn pay(
    services: &Services,
    affiliate_id: UserId,
    (amount, currency): (i64, &str),
) -> Fallible<()> {
    let now = services.clock.now();
    let id = uuid_v7(now);
    let mut tx = services.db.begin().await?;
    services.identity.lock_user(&mut tx, affiliate_id).await?;
    store::find_affiliate(&mut tx, affiliate_id).await?.ok_or(AFFILIATE_UNKNOWN)?;
    let good = store::take_into(&mut tx, id, affiliate_id, currency).await?;
    let kept = store::keep_of(&mut tx, id, affiliate_id, currency).await?;
    let due = rules::due(good, kept);
    if due != amount || due <= 0 {
        return Err(SUM_CHANGED.with("amount", due).with("currency", currency).into());
    }
    store::add_payout(&mut tx, id, affiliate_id, (amount, currency), now).await?;
    mails::tell(services, &mut tx, affiliate_id, AffiliateNews::PaidOut, (amount, currency))
        .await?;
    tx.commit().await?;
    tracing::info!(user.id = %affiliate_id, payout.id = %id, "an affiliate was paid");
    Ok(())
}
