//! Maintenance: middleware that admits only operators while the server is closed.

use std::sync::{Arc, PoisonError, RwLock};

use ::store::StoreResult;
use api::{ApiError, MAINTENANCE};
use area::{Middleware, Services};
use axum::Router;
use axum::extract::{FromRequestParts, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use identity::{KeyCaller, Role, SessionState};
use kernel::{SECOND, Timestamp};

use crate::notice::{self, Notice};

/// Maximum time for which a process may not know that another one closed the server.
const LOOK_EVERY: i64 = 2 * SECOND;

/// Path of the notice: it says that the server is closed.
const NOTICE_PATH: &str = "/api/admin/notice";

/// A process's cached notice. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Gate {
    services: Services,
    known: Arc<RwLock<Option<Known>>>,
}

struct Known {
    looked_at: Timestamp,
    notice: Option<Notice>,
}

/// The gate and the paths it never closes.
#[derive(Clone)]
struct Watched {
    gate: Gate,
    exempt_paths: Arc<[&'static str]>,
}

impl Gate {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone(), known: Arc::default() }
    }

    /// Makes this process read the notice again before the next request.
    pub fn forget(&self) {
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns the notice that currently closes the server.
    ///
    /// If it cannot be read the last state stays: anybody admitted because of that finds no database either.
    async fn closed_by(&self) -> Option<Notice> {
        let now = self.services.clock.now();
        if let Some(known) = self.fresh(now) {
            return known.filter(|notice| notice.is_closed(now));
        }
        match self.read().await {
            Ok(notice) => {
                let known = Known { looked_at: now, notice: notice.clone() };
                *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known);
                notice.filter(|notice| notice.is_closed(now))
            }
            Err(error) => {
                tracing::warn!(%error, "the notice could not be read");
                let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
                let notice = known.as_ref().and_then(|known| known.notice.clone());
                notice.filter(|notice| notice.is_closed(now))
            }
        }
    }

    /// Returns the cached state if it is recent enough: a notice, or that there is none.
    fn fresh(&self, now: Timestamp) -> Option<Option<Notice>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let known = known.as_ref().filter(|known| now.since(known.looked_at) < LOOK_EVERY)?;
        // Most of the time there is none, and nothing is copied.
        Some(known.notice.clone())
    }

    async fn read(&self) -> StoreResult<Option<Notice>> {
        let mut conn = self.services.db.read().await?;
        notice::find(&mut conn).await
    }

    /// Returns true if an operator sends this request, with a session or with a key.
    async fn is_operators(&self, parts: &mut Parts) -> bool {
        if let Ok(SessionState::SignedIn(caller)) =
            SessionState::from_request_parts(parts, &self.services).await
        {
            return caller.role == Role::Operator;
        }
        let Ok(key) = KeyCaller::from_request_parts(parts, &self.services).await else {
            return false;
        };
        let Ok(mut conn) = self.services.db.read().await else { return false };
        let owner = self.services.identity.find_user(&mut conn, key.user_id).await;
        matches!(owner, Ok(Some(owner)) if owner.role == Role::Operator)
    }
}

impl Middleware for Gate {
    fn apply(&self, routes: Router, exempt_paths: Arc<[&'static str]>) -> Router {
        let watched = Watched { gate: self.clone(), exempt_paths };
        routes.layer(from_fn_with_state(watched, let_in))
    }
}

/// Middleware that admits only operators while the server is closed. Running answers continue, and open streams stay
/// open.
async fn let_in(State(watched): State<Watched>, request: Request, next: Next) -> Response {
    let Some(notice) = watched.gate.closed_by().await else { return next.run(request).await };
    let path = request.uri().path();
    if path == NOTICE_PATH || watched.exempt_paths.contains(&path) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    if watched.gate.is_operators(&mut parts).await {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let seconds = notice.again_seconds(watched.gate.services.clock.now());
    let problem = MAINTENANCE.with("retry_after_seconds", seconds).with("text", notice.text);
    ApiError::from(problem).into_response()
}
