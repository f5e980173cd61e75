use area::Services;
use identity::SignedIn;
use kernel::{Fallible, Payer, Tier};
use ledger::{Charge, Operation, Prices};
use providers::{Protocol, ResolvedModel};

/// The model that is to answer, and what it may cost. Checks that the person may use it.
///
/// Problems: the model is not known, or their plan does not hold it ("Upgrade to Unlock").
pub(crate) async fn choose(
    services: &Services,
    caller: &SignedIn,
    wanted: Option<&str>,
) -> Fallible<(ResolvedModel, Charge)> {
    let model = match wanted {
        Some(id) => services.providers.resolve(id).await?,
        None => {
            let id = default_model(services, caller).await?;
            services.providers.resolve(&id).await?
        }
    };
    check_tier(services, &caller.payer(), model.info.tier).await?;
    let operation = match model.info.protocol {
        Protocol::Builtin => Operation::BuiltinAnswer,
        _ => Operation::ChatMessage { tier: model.info.tier },
    };
    Ok((model, Prices::of(operation)))
}

/// The person's own default where it still exists, else the server's.
async fn default_model(services: &Services, caller: &SignedIn) -> Fallible<String> {
    let list = services.providers.list_models().await?;
    let mut conn = services.db.read().await?;
    let user = services.identity.find_user(&mut conn, caller.user_id).await?;
    let own = user.and_then(|user| user.settings.default_model);
    let is_known = |id: &String| list.models.iter().any(|model| model.id == *id);
    Ok(own.filter(is_known).unwrap_or(list.default_model))
}

async fn check_tier(services: &Services, payer: &Payer, tier: Tier) -> Fallible<()> {
    let mut conn = services.db.read().await?;
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, payer.workspace_id, now).await?;
    Ok(plan.check_tier(tier)?)
}
