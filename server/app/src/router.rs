//! All routes, and their middleware.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use area::Services;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use http::header::{ACCEPT_ENCODING, CONTENT_TYPE};
use http::{Method, StatusCode, Uri};
use live_settings::Section;
use tokio_util::sync::CancellationToken;
use tower::{Layer, ServiceExt};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::areas::AreaRoutes;
use crate::event_streams::{EventStreams, hold_event_streams, is_event_stream};
use crate::metrics::{Figures, count_request, read_metrics};
use crate::middleware::base_path::under_base_path;
use crate::middleware::body_memory::reserve_body_memory;
use crate::middleware::cors::{ApiOrigins, check_origin};
use crate::middleware::hosts::{ServedHosts, check_host};
use crate::middleware::pace::{AddressPace, check_pace};
use crate::middleware::room::{Room, check_disk_space};
use crate::middleware::security_headers::{Https, add_security_headers};
use crate::settings::Server;
use crate::web::serve_web;

/// State of the routes that belong to no area.
#[derive(Clone)]
pub struct Front {
    /// The database; also used for shared pages, whose heads describe them.
    pub services: Services,
    pub figures: Figures,
    pub pace: AddressPace,
    /// Set when the server begins to stop: a balancer then sends people elsewhere.
    pub is_draining: Arc<AtomicBool>,
    /// Set when this server stops and no other takes over: answers that could not be finished are not begun.
    pub refuses_answers: Arc<AtomicBool>,
    /// Ends event streams, which would go on for ever.
    pub streams_end: CancellationToken,
    /// The folder whose disk is watched.
    pub data_dir: PathBuf,
}

impl Front {
    pub fn new(services: &Services, figures: Figures) -> Self {
        Self {
            services: services.clone(),
            figures,
            pace: AddressPace::new(&services.rates),
            is_draining: Arc::default(),
            refuses_answers: Arc::default(),
            streams_end: CancellationToken::new(),
            data_dir: PathBuf::new(),
        }
    }
}

/// Combines the areas' routes, the operator's routes and the web client behind one set of middleware.
pub fn router(
    areas: AreaRoutes,
    front: Front,
    server: &Server,
    api_origins: &Section<Vec<String>>,
) -> Router {
    let AreaRoutes { router: areas, essential_paths, webhook_paths } = areas;
    let front = Front { data_dir: server.data_dir.clone(), ..front };
    let same_origin = api::SameOrigin::new(Some(&server.base_url));
    let same_origin = same_origin.webhook_paths(&webhook_paths);
    let proxies = api::TrustedProxies::new(server.trusted_proxies.iter().copied());

    let operator = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(read_readiness).with_state(front.clone()))
        .route("/metrics", get(read_metrics).with_state(front.clone()))
        .route("/api/openapi.json", get(send_openapi));

    let streams = EventStreams::new(server.max_event_streams_per_person, front.streams_end.clone());
    let room = Room {
        db: front.services.db.clone(),
        waiting_max: server.max_waiting_writes,
        essential_paths: essential_paths.into(),
    };
    let inner = areas
        .merge(operator)
        .fallback_service(any(serve_web).with_state(front.services.clone()))
        .method_not_allowed_fallback(refuse_method)
        .layer(DefaultBodyLimit::max(server.max_body_bytes))
        .layer(from_fn_with_state(front.services.memory.clone(), reserve_body_memory))
        .layer(from_fn_with_state(same_origin, require_same_origin_in_api))
        .layer(from_fn_with_state(front.refuses_answers.clone(), refuse_answers))
        .layer(from_fn_with_state(streams, hold_event_streams))
        .layer(from_fn_with_state(
            CompressionLayer::new().quality(CompressionLevel::Fastest),
            compress,
        ))
        .layer(from_fn_with_state(room, check_disk_space))
        .layer(CatchPanicLayer::custom(answer_panic))
        .layer(from_fn(count_request))
        .layer(from_fn_with_state(front.pace, check_pace))
        .layer(from_fn_with_state(ApiOrigins::new(server, api_origins.clone()), check_origin))
        .layer(from_fn_with_state(ServedHosts::new(server), check_host))
        .layer(from_fn_with_state(Https::of(server), add_security_headers))
        .layer(from_fn_with_state(proxies, api::request_context));
    under_base_path(inner, &server.base_url)
}

/// Middleware of a server that stops: everything is served but new answers.
async fn refuse_answers(
    State(refuses): State<Arc<AtomicBool>>,
    request: Request,
    next: Next,
) -> Response {
    match refuses.load(Ordering::Relaxed) {
        true => generation::refuse_new_answers(next.run(request)).await,
        false => next.run(request).await,
    }
}

async fn refuse_method(method: Method, uri: Uri) -> Response {
    match uri.path().starts_with("/v1/") {
        true => gateway::method_not_allowed(&method, uri.path()),
        false => api::ApiError::from(api::METHOD_NOT_ALLOWED).into_response(),
    }
}

async fn read_readiness(State(front): State<Front>) -> Response {
    if front.is_draining.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    match front.services.db.ping().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

/// The description of the API. A test proves that it equals the description generated from the areas' routes:
/// generating it here would take megabytes that are never freed.
const OPENAPI: &str = include_str!("../../../contract/openapi.json");

async fn send_openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// Applies the same-origin rule, which protects cookies, to the API only; `/v1` and `/mcp` accept keys only, and
/// programs send no origin.
async fn require_same_origin_in_api(
    same_origin: State<api::SameOrigin>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    if path.starts_with("/v1/") || path == "/mcp" {
        return next.run(request).await;
    }
    api::require_same_origin(same_origin, request, next).await
}

/// Middleware that compresses bodies. Event streams bypass it: the compressor's unused state would be kept for each of
/// thousands of idle ones.
async fn compress(
    State(compression): State<CompressionLayer>,
    request: Request,
    next: Next,
) -> Response {
    let accepted = request.headers().get(ACCEPT_ENCODING).cloned();
    let response = next.run(request).await;
    if is_event_stream(&response) {
        return response;
    }
    let mut asked = Request::new(Body::empty());
    if let Some(accepted) = accepted {
        asked.headers_mut().insert(ACCEPT_ENCODING, accepted);
    }
    let mut response = Some(response);
    let answer = tower::service_fn(move |_: Request| {
        std::future::ready(response.take().ok_or("a service is asked once"))
    });
    match compression.layer(answer).oneshot(asked).await {
        Ok(compressed) => compressed.map(Body::new),
        Err(twice) => unreachable!("{twice}"),
    }
}

fn answer_panic(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("panic");
    tracing::error!(panic = text, "a handler panicked");
    api::ApiError::from(api::SERVER_ERROR).into_response()
}
