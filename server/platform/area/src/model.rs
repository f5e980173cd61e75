use std::sync::Arc;

use entitlements::Plan;
use generation::answer_charge;
use identity::SignedIn;
use kernel::{Failure, Fallible, Payer, WorkspaceId};
use ledger::Charge;
use providers::{ModelInfo, Protocol, ResolvedModel};

use crate::Services;

/// A model that the person may use.
pub struct Chosen {
    pub model: ResolvedModel,
    /// Maximum charge for one answer of it.
    pub charge: Charge,
    /// Their plan.
    pub plan: Arc<Plan>,
}

/// Returns the model called `wanted`. Checks that the workspace's plan includes it.
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

/// Returns the model that the caller names, else the one they usually use, else the server's default: for work that
/// needs a model that writes language, which the built-in engine does not.
///
/// # Errors
///
/// `needed` where there is none; those of [`choose_model`].
pub async fn choose_writer(
    services: &Services,
    caller: &SignedIn,
    wanted: Option<String>,
    needed: impl Into<Failure>,
) -> Fallible<Chosen> {
    let id = match wanted {
        Some(id) => id,
        None => {
            let list = services.providers.list_models().await?;
            if list.models.is_empty() {
                return Err(needed.into());
            }
            let writes = |id: &String| {
                let mut models = list.models.iter();
                models.any(|model| model.id == *id && model.protocol != Protocol::Builtin)
            };
            let own = caller.settings.default_model.clone().filter(writes);
            own.unwrap_or(list.default_model)
        }
    };
    let chosen = choose_model(services, caller.workspace_id, &id).await?;
    match chosen.model.info.protocol {
        Protocol::Builtin => Err(needed.into()),
        _ => Ok(chosen),
    }
}

/// Returns the maximum charge for one answer of a model, however long it becomes.
pub fn price_of(services: &Services, info: &ModelInfo) -> Charge {
    answer_charge(&services.ledger, info, None)
}

/// Returns the model that the caller names, or else their usual one, or else the server's; `None` where the built-in engine
/// would answer, for work that can be done without a model that writes.
///
/// # Errors
///
/// Those of [`choose_model`].
pub async fn usual_model(
    services: &Services,
    caller: &SignedIn,
    wanted: Option<&str>,
) -> Fallible<Option<Chosen>> {
    usual_of(services, caller.workspace_id, caller.settings.default_model.clone(), wanted).await
}

/// Like [`usual_model`], for somebody who does not ask themselves: their schedule does.
pub async fn usual_model_of(
    services: &Services,
    payer: &Payer,
    wanted: Option<&str>,
) -> Fallible<Option<Chosen>> {
    let mut conn = services.db.read().await?;
    let user = services.identity.find_user(&mut conn, payer.user_id).await?;
    drop(conn);
    let own = user.and_then(|user| user.settings.default_model);
    usual_of(services, payer.workspace_id, own, wanted).await
}

async fn usual_of(
    services: &Services,
    workspace_id: WorkspaceId,
    own: Option<String>,
    wanted: Option<&str>,
) -> Fallible<Option<Chosen>> {
    let id = match wanted {
        Some(id) => id.to_owned(),
        None => {
            let list = services.providers.list_models().await?;
            if list.models.is_empty() {
                return Ok(None);
            }
            let is_known = |id: &String| list.models.iter().any(|model| model.id == *id);
            own.filter(is_known).unwrap_or(list.default_model)
        }
    };
    let chosen = choose_model(services, workspace_id, &id).await?;
    Ok(Some(chosen).filter(|chosen| chosen.model.info.protocol != Protocol::Builtin))
}
