//! Routes of the operator for model costs and spending limits.

use api::{ApiResult, Json, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use identity::Operator;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::spending::{self, Costs, NewSpendingLimits, Spending};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(get_costs)).routes(routes!(get_spending, set_spending_limits))
}

/// The month to show.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MonthQuery {
    /// The month, `2026-11`, in UTC; default: the current one.
    month: Option<String>,
}

/// Returns the model costs of a month, and the costs of all months compared with revenue.
#[utoipa::path(get, path = "/api/billing/costs", tag = "billing", params(MonthQuery),
    responses((status = 200, body = Costs), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn get_costs(
    State(services): State<Services>,
    _operator: Operator,
    Query(query): Query<MonthQuery>,
) -> ApiResult<Json<Costs>> {
    Ok(Json(spending::costs(&services, query.month.as_deref()).await?))
}

/// Returns spending on models today and this month, and its limits.
#[utoipa::path(get, path = "/api/billing/spending", tag = "billing",
    responses((status = 200, body = Spending), (status = 403, body = ProblemBody)))]
async fn get_spending(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<Spending>> {
    Ok(Json(spending::spending(&services).await?))
}

/// Limits spending on models. Free models continue to work when a limit is reached.
#[utoipa::path(put, path = "/api/billing/spending", tag = "billing", request_body = NewSpendingLimits,
    responses((status = 200, body = Spending), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn set_spending_limits(
    State(services): State<Services>,
    _operator: Operator,
    Json(limits): Json<NewSpendingLimits>,
) -> ApiResult<Json<Spending>> {
    spending::set_limits(&services, &limits).await?;
    Ok(Json(spending::spending(&services).await?))
}
