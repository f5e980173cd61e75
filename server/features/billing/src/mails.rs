use area::Services;
use identity::{Member, TeamRole, User};
use kernel::Timestamp;
use mail::{BillingFacts, BillingNews, Message};
use store::{StoreResult, Tx};

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
        amount: &format!("{} {}", payments::decimal(next.price, &next.currency), next.currency),
        date: &Timestamp::utc_date(date),
        page: &page(services),
    };
    for user in people_of(services, tx, row).await? {
        let locale = user.settings.locale.as_deref();
        let message = Message::on_billing(&user.email, news, &facts, locale);
        services.mail.enqueue(tx, &message).await?;
    }
    Ok(())
}

/// Whom a subscription concerns: its person, or the admins of its team.
async fn people_of(services: &Services, tx: &mut Tx, row: &Row) -> StoreResult<Vec<User>> {
    let members = services.identity.list_members(tx, row.workspace_id).await?;
    let is_admin = |member: &Member| member.is_confirmed && member.role == TeamRole::Admin;
    let admins: Vec<_> = members.iter().filter(|member| is_admin(member)).collect();
    let ids = match admins.as_slice() {
        [] => vec![row.user_id],
        admins => admins.iter().map(|member| member.user_id).collect(),
    };
    let mut people = Vec::new();
    for id in ids {
        people.extend(services.identity.find_user(tx, id).await?);
    }
    Ok(people)
}

fn page(services: &Services) -> String {
    let mut page = services.base_url.clone();
    page.set_path("/subscription");
    page.into()
}
