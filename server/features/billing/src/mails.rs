use area::Services;
use kernel::Timestamp;
use mail::{BillingFacts, BillingNews, Message};
use store::{StoreResult, Tx};

use crate::money;
use crate::rules::Subscription;
use crate::store::Row;

/// Why somebody is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    TrialEnds,
    PeriodEnds,
    PaymentDue,
}

/// Writes to the person of a subscription, in the transaction that makes it true.
pub(crate) async fn send(
    services: &Services,
    tx: &mut Tx,
    row: &Row,
    is: &Subscription,
    occasion: Occasion,
) -> StoreResult<()> {
    let Some(user) = services.identity.find_user(tx, row.user_id).await? else { return Ok(()) };
    let (Some(has), Some(next)) = (&is.terms, is.renewal()) else { return Ok(()) };
    let (news, terms, date) = match (occasion, is.cancel_at_end) {
        (Occasion::TrialEnds, false) => (BillingNews::TrialEnds, has, is.period_end),
        (Occasion::TrialEnds, true) => (BillingNews::CancelledTrialEnds, has, is.period_end),
        (Occasion::PeriodEnds, false) => (BillingNews::PeriodEnds, has, is.period_end),
        (Occasion::PeriodEnds, true) => (BillingNews::CancelledPeriodEnds, has, is.period_end),
        (Occasion::PaymentDue, _) => {
            (BillingNews::PaymentDue, next, is.grace_end.unwrap_or(is.period_end))
        }
    };
    let plan = services.entitlements.plan(&terms.plan);
    let facts = BillingFacts {
        plan: plan.as_ref().map_or(terms.plan.as_str(), |plan| plan.name.as_str()),
        amount: &money::written(next.price, &next.currency),
        date: &Timestamp::utc_date(date),
        page: &page(services),
    };
    let message = Message::on_billing(&user.email, news, &facts, user.settings.locale.as_deref());
    services.mail.enqueue(tx, &message).await?;
    Ok(())
}

fn page(services: &Services) -> String {
    let mut page = services.base_url.clone();
    page.set_path("/subscription");
    page.into()
}
