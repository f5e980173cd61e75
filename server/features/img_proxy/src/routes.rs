use std::sync::Arc;

use api::{ApiResult, Json, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use identity::SignedIn;
use kernel::Fallible;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web_access::Limits;

use crate::link::{check, sign};
use crate::picture::{Picture, made_anew};
use crate::{Pace, rules};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(create_link)).routes(routes!(get_picture))
}

/// An image that a person wants to see.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WantedPicture)]
struct ImageQuery {
    url: String,
}

/// The address at which an image is shown.
#[derive(Serialize, ToSchema)]
#[schema(as = PictureLink)]
struct Link {
    address: String,
}

/// The expiry and the signature of a link.
#[derive(Deserialize)]
struct Signed {
    e: i64,
    s: String,
}

/// Creates a link at which the caller can see an image of another site for a while.
#[utoipa::path(post, path = "/api/img_proxy/links", tag = "img_proxy", request_body = ImageQuery,
    responses((status = 201, body = Link), (status = 422, body = ProblemBody)))]
async fn create_link(
    State(services): State<Services>,
    caller: SignedIn,
    Json(wanted): Json<ImageQuery>,
) -> ApiResult<(http::StatusCode, Json<Link>)> {
    let url = url::Url::parse(&wanted.url).map_err(|_| web_access::INVALID_URL)?;
    let now = services.clock.now();
    let address = sign(&services.vault, caller.user_id, url.as_str(), now);
    Ok((http::StatusCode::CREATED, Json(Link { address })))
}

/// Returns an image of another site to the person the link was made for, re-encoded.
#[utoipa::path(get, path = "/api/img_proxy/proxy_url/{url}", tag = "img_proxy",
    params(("url" = String, Path), ("e" = i64, Query), ("s" = String, Query)),
    responses((status = 200, body = Vec<u8>, content_type = "image/jpeg"),
        (status = 403, body = ProblemBody), (status = 415, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 502, body = ProblemBody)))]
async fn get_picture(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<Pace>>,
    caller: SignedIn,
    Path(url): Path<String>,
    Query(Signed { e, s }): Query<Signed>,
) -> ApiResult<Response> {
    check(&services.vault, caller.user_id, &url, e, &s, services.clock.now())?;
    pace.0.check(&caller.user_id.to_string())?;
    Ok(shown(fetched(&services, &url).await?))
}

async fn fetched(services: &Services, url: &str) -> Fallible<Picture> {
    let limits = Limits { plain_http: true, ..Limits::IMAGE };
    let found = services.web.get(url, limits).await?;
    made_anew(services, found.body).await
}

fn shown(picture: Picture) -> Response {
    let kept = format!("private, max-age={}", rules::LINK_SECONDS);
    let headers = [
        (CONTENT_TYPE, picture.media_type.to_owned()),
        (CACHE_CONTROL, kept),
        (CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
    ];
    (headers, picture.content).into_response()
}
