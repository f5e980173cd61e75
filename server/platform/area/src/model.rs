use std::sync::Arc;

use entitlements::Plan;
use generation::answer_charge;
use kernel::{Fallible, WorkspaceId};
use ledger::Charge;
use providers::{ModelInfo, ResolvedModel};

use crate::Services;

/// A model that somebody may use.
pub struct Chosen {
    pub model: ResolvedModel,
    /// What one answer of it may cost.
    pub charge: Charge,
    /// Their plan.
    pub plan: Arc<Plan>,
}

/// The model called `wanted`. Checks that the workspace's plan holds it.
///
/// # Errors
///
/// `providers.model_unknown`, or the plan's "Upgrade to Unlock".
pub async fn choose_model(
    services: &Services,
    workspace_id: WorkspaceId,
    wanted: &str,
) -> Fallible<Chosen> {
    let model = services.providers.resolve(wanted).await?;
    let mut conn = services.db.read().await?;
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, workspace_id, now).await?;
    plan.check_tier(model.info.tier)?;
    let charge = price_of(services, &model.info);
    Ok(Chosen { model, charge, plan })
}

/// What one answer of a model may cost, however long it becomes.
pub fn price_of(services: &Services, info: &ModelInfo) -> Charge {
    answer_charge(&services.ledger, info, None)
}
