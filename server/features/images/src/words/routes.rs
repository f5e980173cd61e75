use api::{ApiResult, Json, ProblemBody};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use identity::SignedIn;

use super::prompts::{self, PromptDraft, PromptSource, WrittenPrompt};
use crate::routes::Pace;
use crate::settings::{self, ImageSettings};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(improve_image_prompt))
        .routes(routes!(write_image_prompt))
        .routes(routes!(get_image_settings, set_image_settings))
}

/// Has a chat model improve a prompt. Costs what a message to it costs.
#[utoipa::path(post, path = "/api/images/prompts/improve", tag = "images", request_body = PromptDraft,
    responses((status = 200, body = WrittenPrompt), (status = 402, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 429, body = ProblemBody),
        (status = 502, body = ProblemBody)))]
async fn improve_image_prompt(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(draft): Json<PromptDraft>,
) -> ApiResult<Json<WrittenPrompt>> {
    pace.check(&caller.user_id.to_string())?;
    Ok(Json(prompts::improve(&services, &caller, draft).await?))
}

/// Has a chat model write the prompt of an image. Costs what a message to it costs.
#[utoipa::path(post, path = "/api/images/prompts/from_image", tag = "images", request_body = PromptSource,
    responses((status = 200, body = WrittenPrompt), (status = 402, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody), (status = 502, body = ProblemBody)))]
async fn write_image_prompt(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(source): Json<PromptSource>,
) -> ApiResult<Json<WrittenPrompt>> {
    pace.check(&caller.user_id.to_string())?;
    Ok(Json(prompts::from_image(&services, &caller, source).await?))
}

/// Returns what the caller chose about their images.
#[utoipa::path(get, path = "/api/images/settings", tag = "images",
    responses((status = 200, body = ImageSettings)))]
async fn get_image_settings(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<ImageSettings>> {
    Ok(Json(settings::get(&services, &caller).await?))
}

/// Sets what the caller chooses about their images.
#[utoipa::path(put, path = "/api/images/settings", tag = "images", request_body = ImageSettings,
    responses((status = 200, body = ImageSettings), (status = 422, body = ProblemBody)))]
async fn set_image_settings(
    State(services): State<Services>,
    caller: SignedIn,
    Json(chosen): Json<ImageSettings>,
) -> ApiResult<Json<ImageSettings>> {
    Ok(Json(settings::set(&services, &caller, chosen).await?))
}
