use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, Path, ProblemBody, Query, RateLimit, expected_version};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::Uuid;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::definition::Definition;
use crate::document_routes;
use crate::limits::{MAKE_BURST, MAKE_EVERY_MS, WORD_MAX_BYTES};
use crate::problems::WORD_TOO_LARGE;
use crate::sources::{batch, suggest};
use crate::templates;
use crate::wire::{
    BatchBody, NewBatch, NewCopy, NewTemplate, SuggestionBody, SuggestionInput, TemplateBody,
    TemplateList,
};

/// Rate limit per person of what takes a process, a model or much memory (security RL1).
pub(crate) type Pace = Extension<Arc<RateLimit>>;

pub(crate) fn router(services: &Services) -> Routes {
    let every = Duration::from_millis(MAKE_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "templates.make", MAKE_BURST, every);
    let uploads =
        Routes::new().routes(routes!(upload_template)).layer(DefaultBodyLimit::max(WORD_MAX_BYTES));
    Routes::new()
        .routes(routes!(list_templates, create_template))
        .routes(routes!(make_template_batch))
        .routes(routes!(suggest_template_values))
        .routes(routes!(get_template, update_template, delete_template))
        .routes(routes!(copy_template))
        .merge(uploads)
        .merge(document_routes::router())
        .layer(Extension(Arc::new(pace)))
}

/// Lists the caller's templates, the last changed first, and the presets in their language. Without their texts.
#[utoipa::path(get, path = "/api/templates", tag = "templates",
    responses((status = 200, body = TemplateList)))]
async fn list_templates(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<TemplateList>> {
    let all = templates::list(&services, caller.user_id, caller.locale.as_deref()).await?;
    let items = all.into_iter().map(|found| {
        let mut body = found.body();
        body.definition.content.clear();
        body
    });
    Ok(Json(TemplateList { items: items.collect() }))
}

/// Creates a template.
#[utoipa::path(post, path = "/api/templates", tag = "templates", request_body = NewTemplate,
    responses((status = 201, body = TemplateBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn create_template(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewTemplate>,
) -> ApiResult<(StatusCode, Json<TemplateBody>)> {
    let created = templates::create(&services, &caller, new).await?;
    Ok((StatusCode::CREATED, Json(created.body())))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct UploadQuery {
    /// Id of the new template.
    #[param(inline, value_type = String)]
    id: Uuid,
    /// Name of the file, with its ending.
    #[param(inline)]
    name: String,
}

/// Creates a template of a Word file (.docx) with placeholders, such as `{{client}}`. A retry with the same id creates
/// nothing.
#[utoipa::path(put, path = "/api/templates/uploads", tag = "templates", params(UploadQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = TemplateBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 415, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn upload_template(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Query(query): Query<UploadQuery>,
    content: Result<Bytes, BytesRejection>,
) -> ApiResult<Json<TemplateBody>> {
    let content = content.map_err(|_| WORD_TOO_LARGE.with("max_bytes", WORD_MAX_BYTES))?;
    pace.check(&caller.user_id.to_string())?;
    let created = templates::upload(&services, &caller, query.id, &query.name, content).await?;
    Ok(Json(created.body()))
}

/// Returns a template of the caller's, or a preset in their language.
#[utoipa::path(get, path = "/api/templates/{template_key}", tag = "templates",
    params(("template_key" = String, Path)),
    responses((status = 200, body = TemplateBody), (status = 404, body = ProblemBody)))]
async fn get_template(
    State(services): State<Services>,
    caller: SignedIn,
    Path(key): Path<String>,
) -> ApiResult<Json<TemplateBody>> {
    let locale = caller.locale.as_deref();
    Ok(Json(templates::find(&services, caller.user_id, locale, &key).await?.body()))
}

/// Changes a template of the caller's. `If-Match`: the version that is changed.
#[utoipa::path(put, path = "/api/templates/{template_key}", tag = "templates",
    params(("template_key" = String, Path)), request_body = Definition,
    responses((status = 200, body = TemplateBody), (status = 404, body = ProblemBody),
        (status = 412, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn update_template(
    State(services): State<Services>,
    caller: SignedIn,
    Path(key): Path<String>,
    headers: HeaderMap,
    Json(definition): Json<Definition>,
) -> ApiResult<Json<TemplateBody>> {
    let expected = expected_version(&headers)?;
    let changed = templates::update(&services, &caller, &key, expected, definition).await?;
    Ok(Json(changed.body()))
}

/// Deletes a template of the caller's. Documents that were made of it stay.
#[utoipa::path(delete, path = "/api/templates/{template_key}", tag = "templates",
    params(("template_key" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_template(
    State(services): State<Services>,
    caller: SignedIn,
    Path(key): Path<String>,
) -> ApiResult<StatusCode> {
    templates::delete(&services, &caller, &key).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Creates a copy of a preset, or of a template of the caller's, as their own.
#[utoipa::path(post, path = "/api/templates/{template_key}/copies", tag = "templates",
    params(("template_key" = String, Path)), request_body = NewCopy,
    responses((status = 201, body = TemplateBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn copy_template(
    State(services): State<Services>,
    caller: SignedIn,
    Path(key): Path<String>,
    Json(new): Json<NewCopy>,
) -> ApiResult<(StatusCode, Json<TemplateBody>)> {
    let created = templates::copy(&services, &caller, &key, new.id).await?;
    Ok((StatusCode::CREATED, Json(created.body())))
}

/// Makes a document of each row of a table, in one archive.
#[utoipa::path(post, path = "/api/templates/batches", tag = "templates", request_body = NewBatch,
    responses((status = 200, body = BatchBody), (status = 404, body = ProblemBody),
        (status = 413, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn make_template_batch(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(new): Json<NewBatch>,
) -> ApiResult<Json<BatchBody>> {
    pace.check(&caller.user_id.to_string())?;
    Ok(Json(batch::make(&services, &caller, new).await?))
}

/// Has a model fill the fields of a template from the caller's words, an item of their library or a file. Nothing is
/// stored: they look at it first.
#[utoipa::path(post, path = "/api/templates/suggestions", tag = "templates",
    request_body = SuggestionInput,
    responses((status = 200, body = SuggestionBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 502, body = ProblemBody)))]
async fn suggest_template_values(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(input): Json<SuggestionInput>,
) -> ApiResult<Json<SuggestionBody>> {
    pace.check(&caller.user_id.to_string())?;
    Ok(Json(suggest::suggest(&services, &caller, input).await?))
}
