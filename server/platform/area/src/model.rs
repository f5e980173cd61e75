use kernel::{Fallible, WorkspaceId};
use ledger::{Charge, Operation, Prices};
use providers::{Protocol, ResolvedModel};

use crate::Services;

/// The model called `wanted`, and what one answer of it may cost. Checks that the workspace's plan holds it.
///
/// # Errors
///
/// `providers.model_unknown`, or the plan's "Upgrade to Unlock".
pub async fn choose_model(
    services: &Services,
    workspace_id: WorkspaceId,
    wanted: &str,
) -> Fallible<(ResolvedModel, Charge)> {
    let model = services.providers.resolve(wanted).await?;
    let mut conn = services.db.read().await?;
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, workspace_id, now).await?;
    plan.check_tier(model.info.tier)?;
    let operation = match model.info.protocol {
        Protocol::Builtin => Operation::BuiltinAnswer,
        _ => Operation::ChatMessage { tier: model.info.tier },
    };
    Ok((model, Prices::of(operation)))
}
