//! The payment provider's page for cards, billing details and receipts.

use api::{ApiResult, Json, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use identity::SignedIn;
use serde::Serialize;
use utoipa::ToSchema;

use crate::customers;

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(open_portal))
}

/// A page of the payment provider's, for the person who opened it only.
#[derive(Debug, Serialize, ToSchema)]
struct PortalPage {
    /// The page's address. Valid for a few minutes; it links back here.
    page: String,
}

/// Opens the payment provider's page on which the caller manages the cards and billing details of their workspace.
/// Plans are not changed there.
#[utoipa::path(post, path = "/api/billing/portal", tag = "billing",
    responses((status = 200, body = PortalPage), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 502, body = ProblemBody),
        (status = 503, body = ProblemBody)))]
async fn open_portal(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<PortalPage>> {
    let page = customers::open_portal(&services, &caller).await?;
    Ok(Json(PortalPage { page: page.into() }))
}
