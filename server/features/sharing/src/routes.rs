use api::{ApiResult, BAD_PARAMETER, Json, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use axum::response::IntoResponse;
use http::StatusCode;
use http::header::{
    CACHE_CONTROL, CONTENT_TYPE, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use identity::{Operator, SignedIn, Visitor};
use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::share;
use crate::store::Share;

/// Said of everything that is shared (security SH2).
const UNLISTED: [(HeaderName, &str); 2] = [
    (HeaderName::from_static("x-robots-tag"), "noindex, nofollow, noarchive"),
    (REFERRER_POLICY, "no-referrer"),
];

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_shares, create_share))
        .routes(routes!(revoke_share))
        .routes(routes!(read_shared, take_down))
        .routes(routes!(read_picture))
        .routes(routes!(copy_shared))
}

/// Something to share. Sharing it again updates the page, at the same address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewShare {
    /// `chat` or `bot`.
    pub kind: String,
    pub subject_id: Uuid,
    /// Options for what to show, in the format of its kind.
    #[serde(default)]
    pub options: Value,
    /// 1 to 365; null: until it is revoked.
    #[serde(default)]
    pub expires_in_days: Option<i64>,
}

/// One of the caller's shared pages.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Share)]
pub(crate) struct ShareBody {
    pub id: String,
    /// The whole address.
    pub url: String,
    pub kind: String,
    pub subject_id: Uuid,
    pub options: Value,
    pub title: String,
    pub created_at: Timestamp,
    /// Time of its snapshot.
    pub renewed_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    /// Its time is over.
    pub expired: bool,
    pub views: i64,
}

impl ShareBody {
    pub fn of(share: Share, services: &Services) -> Self {
        let now = services.clock.now();
        let base = services.base_url.as_str().trim_end_matches('/');
        Self {
            url: format!("{base}/s/{}", share.id),
            id: share.id,
            kind: share.kind,
            subject_id: share.subject_id,
            // Written by us.
            options: serde_json::from_str(&share.options).unwrap_or_default(),
            title: share.title,
            created_at: share.created_at,
            renewed_at: share.renewed_at,
            expires_at: share.expires_at,
            expired: share.expires_at.is_some_and(|end| end <= now),
            views: share.views,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Shares)]
pub(crate) struct SharesBody {
    pub items: Vec<ShareBody>,
}

/// The public view of something shared.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SharedPage)]
pub(crate) struct SharedBody {
    pub kind: String,
    pub title: String,
    pub description: String,
    pub content: Value,
    /// Path of its image on this server; null: it has none.
    pub picture: Option<String>,
    pub shared_at: Timestamp,
    /// True if the reader shared it.
    pub is_mine: bool,
    /// True if the reader may end it although somebody else shared it.
    pub may_take_down: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Copied {
    pub kind: String,
    /// The copy.
    pub subject_id: Uuid,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SharesQuery {
    /// With `subject_id`: the page of that thing, if it is shared.
    pub kind: Option<String>,
    pub subject_id: Option<Uuid>,
}

/// Lists the caller's shared pages, the newest first.
#[utoipa::path(get, path = "/api/sharing/shares", tag = "sharing", params(SharesQuery),
    responses((status = 200, body = SharesBody)))]
async fn list_shares(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<SharesQuery>,
) -> ApiResult<Json<SharesBody>> {
    let of = match (query.kind, query.subject_id) {
        (Some(kind), Some(subject_id)) => Some((kind, subject_id)),
        (None, None) => None,
        _ => return Err(BAD_PARAMETER.with("detail", "kind, subject_id").into()),
    };
    Ok(Json(SharesBody { items: share::list(&services, &caller, of).await? }))
}

/// Shares something, or renews what its page shows.
#[utoipa::path(post, path = "/api/sharing/shares", tag = "sharing", request_body = NewShare,
    responses((status = 201, body = ShareBody), (status = 422, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn create_share(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewShare>,
) -> ApiResult<(StatusCode, Json<ShareBody>)> {
    Ok((StatusCode::CREATED, Json(share::share(&services, &caller, new).await?)))
}

/// Ends a shared page, at once and for good.
#[utoipa::path(delete, path = "/api/sharing/shares/{share_id}", tag = "sharing",
    params(("share_id" = String, Path)), responses((status = 204), (status = 404, body = ProblemBody)))]
async fn revoke_share(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    share::revoke(&services, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a shared page, to anybody who knows its address.
#[utoipa::path(get, path = "/api/sharing/public/{share_id}", tag = "sharing",
    params(("share_id" = String, Path)),
    responses((status = 200, body = SharedBody), (status = 404, body = ProblemBody),
        (status = 410, body = ProblemBody)))]
async fn read_shared(
    State(services): State<Services>,
    reader: Visitor,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    Ok((UNLISTED, Json(share::read(&services, reader, &id).await?)))
}

/// Ends anybody's shared page, at once and for good.
#[utoipa::path(delete, path = "/api/sharing/public/{share_id}", tag = "sharing",
    params(("share_id" = String, Path)),
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 410, body = ProblemBody)))]
async fn take_down(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    share::take_down(&services, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the image of a shared page, to anybody who knows its address.
#[utoipa::path(get, path = "/api/sharing/public/{share_id}/picture", tag = "sharing",
    params(("share_id" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>),
        (status = 404, body = ProblemBody), (status = 410, body = ProblemBody)))]
async fn read_picture(
    State(services): State<Services>,
    _reader: Visitor,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let picture = share::read_picture(&services, &id).await?;
    // Not cached by anybody: an ended page takes its image with it.
    let headers = [
        (CONTENT_TYPE, "image/jpeg"),
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((UNLISTED, headers, picture))
}

/// Copies a shared thing for the caller to continue with.
#[utoipa::path(post, path = "/api/sharing/public/{share_id}/copy", tag = "sharing",
    params(("share_id" = String, Path)),
    responses((status = 201, body = Copied), (status = 410, body = ProblemBody)))]
async fn copy_shared(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<String>,
) -> ApiResult<(StatusCode, Json<Copied>)> {
    Ok((StatusCode::CREATED, Json(share::copy(&services, &caller, &id).await?)))
}
