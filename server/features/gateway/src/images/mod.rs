//! Images in OpenAI's shape: from a text, and from other images.
//!
//! `request.rs` reads what programs send, `make.rs` asks the model between a hold and its settlement,
//! `stream.rs` sends drafts and images as they come.

mod make;
mod request;
mod stream;

use area::Services;
use axum::Json;
use axum::extract::{Multipart, State};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use identity::KeyScope;
use image_models::GeneratedImage;
use pictures::{DigitalSource, write_provenance};
use regions::Place;
use serde::Serialize;
use utoipa::ToSchema;

use self::make::begin;
pub(crate) use self::request::ImageGeneration;
use self::request::{ImageEdit, Wanted};
use self::stream::stream;
use crate::body::RawBody;
use crate::caller::Caller;
use crate::error::{ErrorBody, OpenAiResult};

/// Images as OpenAI returns them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GatewayImages)]
pub(crate) struct ImagesBody {
    /// Seconds since 1970.
    created: i64,
    data: Vec<ImageBody>,
    output_format: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GatewayImage)]
pub(crate) struct ImageBody {
    b64_json: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    revised_prompt: Option<String>,
}

/// Makes images from a text.
///
/// Costs the model's price for each image that is made. Images come as `b64_json`; with `stream`, as events.
#[utoipa::path(post, path = "/v1/images/generations", tag = "gateway", request_body = ImageGeneration,
    responses((status = 200, body = ImagesBody), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn create_image(
    State(services): State<Services>,
    caller: Caller,
    place: Place,
    body: RawBody,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Images)?;
    place.check_media()?;
    let wanted = body.parse::<ImageGeneration>()?.into_wanted()?;
    answer(&services, &caller, wanted).await
}

/// Makes images from other images: up to 16, and a mask whose transparent part is made anew.
///
/// Costs the model's price for each image that is made. Images come as `b64_json`; with `stream`, as events.
#[utoipa::path(post, path = "/v1/images/edits", tag = "gateway",
    request_body(content = Vec<u8>, content_type = "multipart/form-data"),
    responses((status = 200, body = ImagesBody), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 402, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn edit_image(
    State(services): State<Services>,
    caller: Caller,
    place: Place,
    form: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> OpenAiResult<Response> {
    caller.0.check(KeyScope::Images)?;
    place.check_media()?;
    let wanted = ImageEdit::read(form).await?.into_wanted()?;
    answer(&services, &caller, wanted).await
}

async fn answer(services: &Services, caller: &Caller, wanted: Wanted) -> OpenAiResult<Response> {
    let created = services.clock.now().micros() / kernel::SECOND;
    let (streams, said) = (wanted.stream, wanted.said());
    let source = match said.is_edit {
        true => DigitalSource::PartlyGenerated,
        false => DigitalSource::Generated,
    };
    let making = begin(services, &caller.0, wanted).await?;
    if streams {
        return stream(making, said, source, created).await;
    }
    let images = making.images().await?;
    let output_format = images.first().map_or("png", |image| format_of(&image.media_type));
    let data = images.into_iter().map(|image| body_of(marked(image, source))).collect();
    Ok(Json(ImagesBody { created, data, output_format }).into_response())
}

/// Returns an image that says that a model made it.
fn marked(image: GeneratedImage, source: DigitalSource) -> GeneratedImage {
    match write_provenance(&image.content, source, None) {
        Some(content) => GeneratedImage { content: content.into(), ..image },
        None => image,
    }
}

fn body_of(image: GeneratedImage) -> ImageBody {
    ImageBody { b64_json: STANDARD.encode(&image.content), revised_prompt: image.revised_prompt }
}

fn format_of(media_type: &str) -> &'static str {
    match media_type {
        "image/jpeg" => "jpeg",
        "image/webp" => "webp",
        _ => "png",
    }
}
