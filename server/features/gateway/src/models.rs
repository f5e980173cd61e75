use api::Path;
use area::Services;
use axum::Json;
use axum::extract::State;
use identity::{KeyCaller, KeyScope};
use kernel::{Fallible, Problem};
use providers::{MODEL_UNKNOWN, ModelInfo};

use crate::bots::BOT_PREFIX;
use crate::caller::Caller;
use crate::error::{ErrorBody, OpenAiResult};
use crate::wire::{ModelBody, ModelsBody};

/// Lists the models that the key's owner may use, in OpenAI's shape.
#[utoipa::path(get, path = "/v1/models", tag = "gateway",
    responses((status = 200, body = ModelsBody), (status = 401, body = ErrorBody)))]
pub(crate) async fn list_models(
    State(services): State<Services>,
    caller: Caller,
) -> OpenAiResult<Json<ModelsBody>> {
    caller.0.check(KeyScope::Models)?;
    let data = usable_models(&services, &caller).await?;
    Ok(Json(ModelsBody { object: "list", data }))
}

/// Returns one model, in OpenAI's format.
#[utoipa::path(get, path = "/v1/models/{model_id}", tag = "gateway",
    params(("model_id" = String, Path, description = "`<connection>/<model>`")),
    responses((status = 200, body = ModelBody), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn get_model(
    State(services): State<Services>,
    caller: Caller,
    Path(model_id): Path<String>,
) -> OpenAiResult<Json<ModelBody>> {
    caller.0.check(KeyScope::Models)?;
    let mut models = usable_models(&services, &caller).await?.into_iter();
    let found = models.find(|model| model.id == model_id);
    Ok(Json(found.ok_or_else(|| Problem::from(MODEL_UNKNOWN))?))
}

pub(crate) async fn get_model_by_pieces(
    services: State<Services>,
    caller: Caller,
    Path((connection, name)): Path<(String, String)>,
) -> OpenAiResult<Json<ModelBody>> {
    get_model(services, caller, Path(format!("{connection}/{name}"))).await
}

/// Returns the chat models that the key's owner may use.
pub(crate) async fn usable_chat_models(
    services: &Services,
    caller: &KeyCaller,
) -> Fallible<Vec<ModelInfo>> {
    let list = services.providers.list_models().await?;
    let mut conn = services.db.read().await?;
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
    let usable = list.models.into_iter().filter(|model| plan.check_tier(model.tier).is_ok());
    Ok(usable.collect())
}

/// Returns all models that the key's owner may use.
pub(crate) async fn usable_models(
    services: &Services,
    caller: &Caller,
) -> OpenAiResult<Vec<ModelBody>> {
    let chatting = usable_chat_models(services, &caller.0).await?.into_iter();
    let chatting = chatting.map(|model| ModelBody {
        id: model.id,
        object: "model",
        // Clients require a number; the creation time of models is unknown here.
        created: 0,
        owned_by: model.connection_name,
    });
    let embedding = services.providers.list_embedding_models().await?.into_iter();
    let embedding = embedding.map(|model| ModelBody {
        id: model.id,
        object: "model",
        created: 0,
        owned_by: model.connection_name,
    });
    let bots = list_bots(services, caller).await?;
    Ok(chatting.chain(embedding).chain(bots).collect())
}

/// Returns the person's bots, as models.
async fn list_bots(services: &Services, caller: &Caller) -> OpenAiResult<Vec<ModelBody>> {
    let mut bodies = Vec::new();
    for source in services.bots.iter() {
        let bots = source.list_bots(caller.0.user_id).await?;
        bodies.extend(bots.into_iter().map(|bot| ModelBody {
            id: format!("{BOT_PREFIX}{}", bot.id),
            object: "model",
            created: bot.created_at.micros() / kernel::SECOND,
            owned_by: bot.name,
        }));
    }
    Ok(bodies)
}
