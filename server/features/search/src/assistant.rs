//! Automatic answers of the search assistant, within the person's quota.

use area::Services;
use entitlements::Meter;
use identity::SignedIn;
use kernel::Fallible;

use crate::routes::SearchAssistant;
use crate::rules::is_plenty;

/// Settings of the caller's search assistant: automatic answers, and whether enough quota remains for them.
pub(crate) async fn allowed(services: &Services, caller: &SignedIn) -> Fallible<SearchAssistant> {
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    let plan = services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
    let usage = services.ledger.usage(&mut conn, &caller.payer()).await?;
    let queries = usage.iter().find(|usage| usage.meter == Meter::StandardQuery);
    Ok(SearchAssistant {
        automatic: plan.automatic_search,
        plenty: queries.is_some_and(|usage| is_plenty(usage.granted, usage.left)),
    })
}
