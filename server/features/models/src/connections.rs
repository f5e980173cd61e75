//! Actions of the operator on connections. Nobody else may use them.

use api::{ApiResult, Json, Path, ProblemBody, expected_version};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use identity::Operator;
use providers::ConnectionId;

use crate::wire::{
    Connection, ConnectionChange, ConnectionList, ConnectionTest, DiscoveredList, NewConnection,
    TestResult,
};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_connections, create_connection))
        .routes(routes!(change_connection, delete_connection))
        .routes(routes!(test_connection))
        .routes(routes!(refresh_connection))
        .routes(routes!(list_discovered_servers))
}

/// Lists all connections, newest first.
#[utoipa::path(get, path = "/api/models/connections", tag = "models",
    responses((status = 200, body = ConnectionList), (status = 403, body = ProblemBody)))]
async fn list_connections(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<ConnectionList>> {
    let connections = services.providers.list_connections().await?;
    Ok(Json(ConnectionList { items: connections.into_iter().map(Connection::from).collect() }))
}

/// Connects a provider and fetches its models. A failure is reported in `last_problem`.
#[utoipa::path(post, path = "/api/models/connections", tag = "models",
    request_body = NewConnection,
    responses((status = 201, body = Connection), (status = 422, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn create_connection(
    State(services): State<Services>,
    Operator(caller): Operator,
    Json(new): Json<NewConnection>,
) -> ApiResult<(StatusCode, Json<Connection>)> {
    let connection = services.providers.create_connection_by(caller.actor(), new.into()).await?;
    Ok((StatusCode::CREATED, Json(connection.into())))
}

/// Edits a connection, its key, or its models' overrides.
///
/// With `If-Match: "<version>"` only if nobody else changed it meanwhile.
#[utoipa::path(patch, path = "/api/models/connections/{connection_id}", tag = "models",
    params(("connection_id" = ConnectionId, Path), ("if-match" = Option<String>, Header)),
    request_body = ConnectionChange,
    responses((status = 200, body = Connection), (status = 412, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_connection(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<ConnectionId>,
    headers: HeaderMap,
    Json(change): Json<ConnectionChange>,
) -> ApiResult<Json<Connection>> {
    let change = change.expecting(expected_version(&headers)?);
    let changed = services.providers.update_connection_by(caller.actor(), id, change).await?;
    Ok(Json(changed.into()))
}

/// Deletes a connection and its key. What its models have written stays.
#[utoipa::path(delete, path = "/api/models/connections/{connection_id}", tag = "models",
    params(("connection_id" = ConnectionId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_connection(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<ConnectionId>,
) -> ApiResult<StatusCode> {
    services.providers.delete_connection_by(caller.actor(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tests a connection before it is created or changed, and returns its problem.
#[utoipa::path(post, path = "/api/models/connections/test", tag = "models",
    request_body = ConnectionTest, responses((status = 200, body = TestResult)))]
async fn test_connection(
    State(services): State<Services>,
    _operator: Operator,
    Json(test): Json<ConnectionTest>,
) -> ApiResult<Json<TestResult>> {
    Ok(Json(services.providers.test_connection(test.into()).await?.into()))
}

/// Fetches a connection's models now.
#[utoipa::path(post, path = "/api/models/connections/{connection_id}/refresh", tag = "models",
    params(("connection_id" = ConnectionId, Path)),
    responses((status = 200, body = Connection), (status = 404, body = ProblemBody)))]
async fn refresh_connection(
    State(services): State<Services>,
    _operator: Operator,
    Path(id): Path<ConnectionId>,
) -> ApiResult<Json<Connection>> {
    Ok(Json(services.providers.refresh_connection(id).await?.into()))
}

/// Lists model servers on the server's machine that are not connected yet.
#[utoipa::path(get, path = "/api/models/discovered", tag = "models",
    responses((status = 200, body = DiscoveredList), (status = 403, body = ProblemBody)))]
async fn list_discovered_servers(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<DiscoveredList>> {
    let found = services.providers.discovered().await?;
    Ok(Json(DiscoveredList { items: found.into_iter().map(Into::into).collect() }))
}
