use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Disposition, Json, PageBody, Path, ProblemBody, Query, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::{Fallible, FileId};
use printed::streamed;

use crate::gallery::{download, thumbnail};
use crate::image::ImageId;
use crate::limits::{BEGIN_BURST, BEGIN_EVERY_MS, IMAGE_MAX_BYTES};
use crate::wire::{
    ImageBody, ImageChange, ImageDownload, ImageFileBody, ImageFileQuery, ImageListQuery,
    ModelsBody, NewImageUpload, ToolsBody,
};
use crate::{boards, gallery, image_files, task_routes, words};

/// Rate limit of starting work per person.
pub(crate) type Pace = Extension<Arc<RateLimit>>;

pub(crate) fn router(services: &Services) -> Routes {
    let every = Duration::from_millis(BEGIN_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "images.begin", BEGIN_BURST, every);
    Routes::new()
        .routes(routes!(list_image_models))
        .routes(routes!(list_image_tools))
        .routes(routes!(list_images))
        .routes(routes!(put_image_file))
        .layer(DefaultBodyLimit::max(IMAGE_MAX_BYTES))
        .routes(routes!(add_image))
        .routes(routes!(download_images))
        .routes(routes!(get_image, change_image, delete_image))
        .routes(routes!(restore_image))
        .routes(routes!(get_image_thumbnail))
        .merge(boards::routes::router())
        .merge(task_routes::router())
        .merge(words::routes::router())
        .layer(Extension(Arc::new(pace)))
}

/// Lists the image models that can be called now, with what they can be asked for and their price.
#[utoipa::path(get, path = "/api/images/models", tag = "images",
    responses((status = 200, body = ModelsBody)))]
async fn list_image_models(
    State(services): State<Services>,
    _caller: SignedIn,
) -> ApiResult<Json<ModelsBody>> {
    let models = services.image_models.list().await?;
    Ok(Json(ModelsBody { models }))
}

/// Lists the image tools of this server, with what each takes and how its engine works.
#[utoipa::path(get, path = "/api/images/tools", tag = "images",
    responses((status = 200, body = ToolsBody)))]
async fn list_image_tools(
    State(services): State<Services>,
    _caller: SignedIn,
) -> ApiResult<Json<ToolsBody>> {
    Ok(Json(ToolsBody { tools: services.image_tools.list() }))
}

/// Lists the caller's images, newest first.
#[utoipa::path(get, path = "/api/images", tag = "images", params(ImageListQuery),
    responses((status = 200, body = PageBody<ImageBody>), (status = 422, body = ProblemBody)))]
async fn list_images(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<ImageListQuery>,
) -> ApiResult<Json<PageBody<ImageBody>>> {
    Ok(Json(gallery::list(&services, &caller, &query).await?))
}

/// Sends an image file: PNG, JPEG, WebP or GIF. Its metadata is removed. Nothing keeps it until it is used.
#[utoipa::path(put, path = "/api/images/files/{file_id}", tag = "images",
    params(("file_id" = FileId, Path), ImageFileQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = ImageFileBody), (status = 409, body = ProblemBody),
        (status = 413, body = ProblemBody), (status = 415, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn put_image_file(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<FileId>,
    Query(query): Query<ImageFileQuery>,
    headers: HeaderMap,
    body: Body,
) -> ApiResult<Json<ImageFileBody>> {
    Ok(Json(image_files::put(&services, &caller, (id, &query.name), &headers, body).await?))
}

/// Keeps an uploaded file as an image.
#[utoipa::path(post, path = "/api/images/uploads", tag = "images", request_body = NewImageUpload,
    responses((status = 201, body = ImageBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn add_image(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewImageUpload>,
) -> ApiResult<(StatusCode, Json<ImageBody>)> {
    Ok((StatusCode::CREATED, Json(gallery::add_upload(&services, &caller, new).await?)))
}

/// Downloads images in one ZIP.
#[utoipa::path(post, path = "/api/images/download", tag = "images", request_body = ImageDownload,
    responses((status = 200, body = Vec<u8>, content_type = "application/zip"),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn download_images(
    State(services): State<Services>,
    caller: SignedIn,
    Json(wanted): Json<ImageDownload>,
) -> ApiResult<Response> {
    Ok(zip_of(&services, &caller, wanted).await?)
}

async fn zip_of(
    services: &Services,
    caller: &SignedIn,
    wanted: ImageDownload,
) -> Fallible<Response> {
    let images = download::chosen(services, caller, &wanted.image_ids).await?;
    let services = services.clone();
    let body = streamed(async move |chunks| download::write(&services, images, chunks).await);
    let mut response = Response::new(Body::from_stream(body));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(CONTENT_DISPOSITION, Disposition::Save.named("images.zip"));
    Ok(response)
}

/// Returns an image of the caller's, with how it was made.
#[utoipa::path(get, path = "/api/images/{image_id}", tag = "images",
    params(("image_id" = ImageId, Path)),
    responses((status = 200, body = ImageBody), (status = 404, body = ProblemBody)))]
async fn get_image(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ImageId>,
) -> ApiResult<Json<ImageBody>> {
    Ok(Json(gallery::find(&services, &caller, id).await?.into()))
}

/// Stars an image, or moves it to a board.
#[utoipa::path(patch, path = "/api/images/{image_id}", tag = "images",
    params(("image_id" = ImageId, Path)), request_body = ImageChange,
    responses((status = 200, body = ImageBody), (status = 404, body = ProblemBody)))]
async fn change_image(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ImageId>,
    Json(change): Json<ImageChange>,
) -> ApiResult<Json<ImageBody>> {
    Ok(Json(gallery::change(&services, &caller, id, change).await?))
}

/// Moves an image to the trash; it can be restored for 30 days.
#[utoipa::path(delete, path = "/api/images/{image_id}", tag = "images",
    params(("image_id" = ImageId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_image(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ImageId>,
) -> ApiResult<StatusCode> {
    gallery::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes an image out of the trash.
#[utoipa::path(post, path = "/api/images/{image_id}/restore", tag = "images",
    params(("image_id" = ImageId, Path)),
    responses((status = 200, body = ImageBody), (status = 404, body = ProblemBody)))]
async fn restore_image(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ImageId>,
) -> ApiResult<Json<ImageBody>> {
    Ok(Json(gallery::restore(&services, &caller, id).await?))
}

/// Returns the thumbnail of an image: at most 512 pixels a side.
#[utoipa::path(get, path = "/api/images/{image_id}/thumbnail", tag = "images",
    params(("image_id" = ImageId, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "image/jpeg"),
        (status = 404, body = ProblemBody)))]
async fn get_image_thumbnail(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<ImageId>,
) -> ApiResult<Response> {
    Ok(thumbnail::serve(&services, &caller, id).await?)
}
