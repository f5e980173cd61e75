//! Load shedding: decides who may still store something when the disk is full, or when too many wait to write.

use api::{ApiError, NO_ROOM, overloaded};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::Method;
use store::Db;

/// State of the free space.
#[derive(Clone)]
pub struct Room {
    pub db: Db,
    /// `server.max_waiting_writes`
    pub waiting_max: usize,
}

/// Middleware that refuses to store more while the disk is full, or while more writers wait than can be served soon.
///
/// Requests that free space, sign somebody in or end an answer are let through: a reserve is kept for them (decision
/// 0906).
pub async fn check_disk_space(State(room): State<Room>, request: Request, next: Next) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    if room.db.waiting_writers() > room.waiting_max {
        return ApiError::from(overloaded()).into_response();
    }
    if !may_not_wait(request.method(), request.uri().path()) && !room.db.has_free_space().await {
        return ApiError::from(NO_ROOM).into_response();
    }
    next.run(request).await
}

/// Returns true if the request is served even when space is short.
fn may_not_wait(method: &Method, path: &str) -> bool {
    const NOW: [&str; 5] = [
        "/api/accounts/",
        "/api/runs/",
        "/api/billing/notices/",
        // Many are deleted by these.
        "/api/chat/conversations/batch",
        "/api/memos/batch",
    ];
    method == Method::DELETE || NOW.iter().any(|now| path.starts_with(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_stopping_and_deleting_do_not_wait_for_room() {
        for (method, path) in [
            (Method::POST, "/api/accounts/sign-in"),
            (Method::POST, "/api/runs/1/cancel"),
            (Method::DELETE, "/api/memos/1"),
            (Method::POST, "/api/memos/batch"),
        ] {
            assert!(may_not_wait(&method, path), "{method} {path}");
        }
        for path in ["/api/chat/conversations/1/messages", "/api/memos", "/v1/chat/completions"] {
            assert!(!may_not_wait(&Method::POST, path), "{path}");
        }
    }
}
