//! Load shedding: decides who may still store something when the disk is full, or when too many wait to write.

use std::sync::Arc;

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
    /// As [`area::Area::essential_paths`].
    pub essential_paths: Arc<[&'static str]>,
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
    if !room.is_essential(request.method(), request.uri().path()) && !room.db.has_free_space().await
    {
        return ApiError::from(NO_ROOM).into_response();
    }
    next.run(request).await
}

impl Room {
    /// Returns true for what is done although there is no room for more.
    pub fn is_essential(&self, method: &Method, path: &str) -> bool {
        let is_listed = || self.essential_paths.iter().any(|essential| path.starts_with(essential));
        method == Method::DELETE || is_listed()
    }
}
