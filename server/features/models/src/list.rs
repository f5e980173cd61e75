//! The list of models.

use api::{ApiResult, Json, ProblemBody};
use area::{Routes, Services, price_of, routes};
use axum::extract::State;
use identity::SignedIn;
use kernel::Fallible;
use ledger::Charge;
use providers::{ModelInfo, Protocol};

use crate::wire::{Model, ModelList, Price};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(list_models))
}

/// Lists the models that the caller can choose from.
#[utoipa::path(get, path = "/api/models", tag = "models",
    responses((status = 200, body = ModelList), (status = 401, body = ProblemBody)))]
async fn list_models(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<ModelList>> {
    Ok(Json(models_for(&services, &caller).await?))
}

async fn models_for(services: &Services, caller: &SignedIn) -> Fallible<ModelList> {
    let list = services.providers.list_models().await?;
    let mut conn = services.db.read().await?;
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
    let models = list.models.into_iter().map(|info| {
        let is_builtin = info.protocol == Protocol::Builtin;
        let locked = !is_builtin && plan.check_tier(info.tier).is_err();
        let charge = price_of(services, &info);
        model(info, charge, locked)
    });
    Ok(ModelList { models: models.collect(), default_model: list.default_model })
}

fn model(info: ModelInfo, charge: Charge, locked: bool) -> Model {
    Model {
        id: info.id,
        name: info.name,
        connection_name: info.connection_name,
        provider: info.protocol,
        tier: info.tier,
        context_tokens: info.context_tokens,
        vision: info.vision,
        tools: info.tools,
        reasoning: info.reasoning,
        locked,
        price: Price {
            meter: charge.meter.map(|meter| meter.as_str()),
            amount: charge.amount,
            per_1k: info.credits_per_1k,
        },
    }
}
